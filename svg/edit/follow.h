/* What belongs to a shape and moves with it. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* It is a group of all that is drawn: there is nothing beside it that could go with it. */
gboolean svg_is_everything(const SvgNode *node);
/* Finds out what goes with the shape, for the rest of the document's life: it may be moved now.
 * Verbs find their shapes through svg_edit_find_free() or svg_edit_find_all(), which call it before
 * anything has moved. */
void svg_follow_prepare(SvgDocument *doc, SvgNode *shape);
/* Finds out what goes with each shape that touches one of the nodes: another order of them may look
 * as if that were another's. */
void svg_follow_settle_near(SvgDocument *doc, const GPtrArray *nodes);
/* The ends of lines at the shape (SvgLineEnd), as they were when it was asked about first; NULL if
 * there are none. Connectors aren't among them. Borrowed. */
const GArray *svg_follow_lines(SvgDocument *doc, SvgNode *shape);
/* Nothing that is there belongs to the new shape. */
void svg_follow_new(SvgEdit *edit, SvgNode *shape);
/* `label` belongs to `shape` from now on. */
void svg_follow_tie(SvgEdit *edit, SvgNode *shape, SvgNode *label);
/* FALSE with SVG_ERROR_INVALID when a text is too long. */
gboolean svg_check_text(const char *text, GError **error);
