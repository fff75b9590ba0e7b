/* Whether elements look as they did, as far as styles tell. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef struct _SvgAppearance SvgAppearance;

/* How everything in `nodes` (SvgNode *, none inside another) looks now, and everything else where a
 * style sheet looks at neighbours. Nothing is looked at in a document without style sheets: there,
 * what an element says and what it inherits is all there is. */
SvgAppearance *svg_appearance_new(SvgDocument *doc, GPtrArray *nodes);
void svg_appearance_free(SvgAppearance *appearance);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgAppearance, svg_appearance_free)
/* The first element that looks different now; NULL if none does. */
SvgNode *svg_appearance_find_changed(SvgDocument *doc, SvgAppearance *appearance);
/* Whether a style sheet has rules by what an element stands beside. */
gboolean svg_sheets_look_at_neighbours(SvgDocument *doc);
