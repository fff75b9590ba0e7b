/* Parts of a closed shape that are painted as it is. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* The part that draws the outline of a shape which has no stroke itself, as in drawings that look
 * as if made by hand; NULL when there is none that may be changed. */
SvgNode *svg_part_outline(SvgEdit *edit, SvgNode *shape);

typedef struct _SvgPartPaints SvgPartPaints;

/* Notes which parts have the shape's fill or stroke before either is changed: a lid, dividers. */
SvgPartPaints *svg_part_paints_note(SvgEdit *edit, SvgNode *shape);
/* Gives those that had them what the shape has now; one that wasn't filled and is now goes below
 * the parts that lie in it. */
void svg_part_paints_settle(SvgEdit *edit, SvgNode *shape, const SvgPartPaints *paints);
void svg_part_paints_free(SvgPartPaints *paints);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgPartPaints, svg_part_paints_free)
