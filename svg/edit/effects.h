/* What verbs say will be true, read back at the commit; and what came of it that nobody asked for.
 * Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef struct _SvgEffects SvgEffects;

/* The element's own colour ("#rrggbb", "none" or "url(#id)") will be that. Of several for one
 * property the last counts. */
void svg_expect_paint(SvgEdit *edit, SvgNode *node, SvgProperty property, const char *css);
/* Its opacity, its letters' size or weight, or whether they are italic (1, 0), in its own units. */
void svg_expect_number(SvgEdit *edit, SvgNode *node, SvgProperty property, double value);
/* Its letters are of these families, as CSS has them. */
void svg_expect_family(SvgEdit *edit, SvgNode *node, const char *css);
/* At the first or the last point of the line will be that head. */
void svg_expect_head(SvgEdit *edit, SvgNode *line, gboolean first, SvgHead head);
/* Those sides of its geometric box will be there: bits of SVG_SPEC_X, _Y, _W and _H. */
void svg_expect_box(SvgEdit *edit, SvgNode *node, SvgBox box, guint sides);
/* It will be a child of that element, unless that one is gone. */
void svg_expect_parent(SvgEdit *edit, SvgNode *node, SvgNode *parent);
/* It will be drawn above that sibling, or below, unless that one is put elsewhere afterwards. */
void svg_expect_order(SvgEdit *edit, SvgNode *node, gboolean above, SvgNode *sibling);
/* It will say these words, wherever its lines break. */
void svg_expect_words(SvgEdit *edit, SvgNode *node, const char *words);
/* The line will end elsewhere, as was asked for: nothing is told of where it ended. */
void svg_expect_other_ends(SvgEdit *edit, SvgNode *line);
gboolean svg_expects_other_ends(const SvgEdit *edit, SvgNode *line);
void svg_effects_free(SvgEffects *effects);

/* Reads all of that back. FALSE with SVG_ERROR_INVALID, in words that name a way out, when
 * something isn't so. */
gboolean svg_effects_hold(SvgEdit *edit, GError **error);
/* Of a transaction that is over, which stays as it is: remarks on what is surprising: what lies
 * beyond the page now, and which lines came off the shapes that were changed. */
void svg_effects_tell(SvgEdit *edit, SvgLog *log);
