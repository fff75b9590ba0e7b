/* Where a line goes between two shapes, in the manner in which it was drawn. Private to svg/edit.
 */
#pragma once

#include "edit/joint.h"
#include "edit/outlined.h"

/* A way, and where the tips of its heads are. */
typedef struct {
    GArray *way;
    SvgPoint tips[2];
} SvgLaid;

void svg_laid_clear(SvgLaid *laid);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgLaid, svg_laid_clear)
/* The best way for that: as it was where that goes, stretched without kinks, or drawn on the sides
 * that face each other. FALSE when it is to have right angles, and no such way was found. */
gboolean svg_laying_find(SvgEdit *edit, const SvgJoint *joint, SvgNode *line,
                         const SvgLaying *laying, SvgLaid *out);
