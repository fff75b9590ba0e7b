/* Ids: the index, and readable derived ids for elements without one ("rect-3" = the third <rect> of
 * the file). Private to svg/. */
#pragma once

#include "document/node.h"

/* Id → SvgNode; ids are borrowed as long as they have an owner. */
GHashTable *svg_ids_new(void);
/* `owner` NULL takes the id out. Not logged. */
void svg_ids_set(GHashTable *ids, const char *id, SvgNode *owner);

/* For a document that is being read: gives `id`, if it isn't empty, to `node`. Not logged.
 * svg_ids_read_all() must follow when all are read: of two equal ids the first stays then. */
void svg_ids_read(SvgDocument *doc, SvgNode *node, const char *id);
void svg_ids_read_all(SvgDocument *doc);
/* Enters every id in the subtree; of two equal ones the first stays. */
void svg_ids_index(SvgDocument *doc, SvgNode *top);
/* Takes the subtree's ids out of the index. */
void svg_ids_forget(SvgDocument *doc, SvgNode *top);
/* Gives every element an id. Needed before an edit, so that no derived id changes during it. */
void svg_ids_derive(SvgDocument *doc);
/* The id the element has in the file is its own (not derived, not a duplicate of another's). */
gboolean svg_node_owns_id(const SvgNode *node);
