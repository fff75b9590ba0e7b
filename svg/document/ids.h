/* Ids: the index, and readable derived ids for elements without one ("rect-3" = the third <rect> of
 * the file). Private to svg/. */
#pragma once

#include "document/node.h"

/* Id → SvgNode; ids are borrowed as long as they have an owner. */
GHashTable *svg_ids_new(void);
/* `owner` NULL takes the id out. Not logged. */
void svg_ids_set(GHashTable *ids, const char *id, SvgNode *owner);

/* Gives `id` to `node` unless it is empty or another's. Not logged: for documents being read. */
void svg_ids_offer(SvgDocument *doc, SvgNode *node, const char *id);
/* Enters every id in the subtree; of two equal ones the first stays. */
void svg_ids_index(SvgDocument *doc, SvgNode *top);
/* Takes the subtree's ids out of the index. */
void svg_ids_forget(SvgDocument *doc, SvgNode *top);
/* Gives every element an id. Needed before an edit, so that no derived id changes during it. */
void svg_ids_derive(SvgDocument *doc);
/* The id the element has in the file is its own (not derived, not a duplicate of another's). */
gboolean svg_node_owns_id(const SvgNode *node);
