/* What goes where a shape goes: the texts that label an outline, the tips that are drawn beside a
 * line. None of them is in svg_document_shapes(). Private to svg/. */
#pragma once

#include "document/node.h"

/* SvgNode * of every shape that has any → GPtrArray of SvgNode *, in document order. What is in
 * `settled` (a set of nodes; may be NULL) neither has nor is a attachment. The caller's. */
GHashTable *svg_attachments_all(SvgDocument *doc, GHashTable *settled);
/* The list of one shape, which may be empty: what svg_attachments_all() would say, found by looking
 * only at what lies near it. NULL when that doesn't tell: the drawing is crowded there, its style
 * sheets move things, or the shape may be the background of it. The caller's.
 * *ends (may be NULL) tells whether svg_ends_at() may have any: FALSE is certain. */
GPtrArray *svg_attachments_of(SvgDocument *doc, SvgNode *shape, GHashTable *settled,
                              gboolean *ends);

struct _SvgScene;
/* What is in `settled` can't be taken by anything in the scene, nor take anything; what it is about
 * may. */
void svg_scene_leave_out(struct _SvgScene *scene, GHashTable *settled);
