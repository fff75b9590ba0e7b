/* What a transaction overwrote: a copy of every node it wrote to, taken before the first write, and
 * the former owner of every id it gave away. Swapping the copies with the nodes undoes the
 * transaction; swapping again redoes it. Private to svg/. */
#pragma once

#include "document/node.h"

typedef struct {
    SvgNode *node;
    SvgNode copy; /* the node's other state */
} SvgLogNode;

typedef struct {
    const char *id;
    SvgNode *before, *after; /* NULL: nobody */
} SvgLogId;

typedef struct {
    char *author;
    GHashTable *index;                    /* SvgNode → position in nodes + 1 */
    GArray *nodes;                        /* SvgLogNode */
    GArray *ids;                          /* SvgLogId, in order */
    GPtrArray *moved;                     /* nodes that were put in or taken out; again each time */
    GPtrArray *added, *changed, *removed; /* ids of shapes, the document's; NULL until the commit */
    guint version;                        /* of the document after the commit */
} SvgLog;

/* How a version of the document came to be. */
typedef struct {
    guint depth;     /* of what can be undone, after it */
    gboolean commit; /* else it was undone or redone */
} SvgStep;

SvgLog *svg_log_new(const char *author);
void svg_log_free(SvgLog *log);
/* Must be called before anything in `node` is assigned. Without an open edit it does nothing. */
void svg_log_touch(SvgDocument *doc, SvgNode *node);
/* `node`, which was touched, has another place in the tree, or none. */
void svg_log_moved(SvgDocument *doc, SvgNode *node);
/* The state of `node` before the log, or NULL if it wasn't touched. */
const SvgNode *svg_log_before(const SvgLog *log, const SvgNode *node);
/* Gives `id` to `node` (NULL: to nobody) in the document's index. */
void svg_log_set_id(SvgDocument *doc, const char *id, SvgNode *node);
/* Puts the document into the state before (`redo` false) or after the log. */
void svg_log_swap(SvgDocument *doc, SvgLog *log, gboolean redo);
/* Forgets parsed style sheets when the log wrote to one. */
void svg_document_style_changed(SvgDocument *doc, const SvgLog *log);
/* The document has another version: what can be undone has changed. */
void svg_log_step(SvgDocument *doc, gboolean commit);
