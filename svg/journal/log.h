/* What a transaction overwrote: a copy of every node it wrote to, taken before the first write, and
 * the former owner of every id it gave away. Swapping the copies with the nodes undoes the
 * transaction; swapping again redoes it. Private to svg/. */
#pragma once

#include "document/node.h"

#include <svg/journal.h>

typedef struct {
    SvgNode *node;
    SvgNode copy; /* the node's other state */
} SvgLogNode;

/* The same of a node whose start tag alone was written to, as most are: a fourth of that. */
typedef struct {
    SvgNode *node;
    const SvgAttr *attrs;
    const char *open;
    guint len, n_attrs; /* of `open`; of `attrs` */
} SvgLogTag;

typedef struct {
    const char *id;
    SvgNode *before, *after; /* NULL: nobody */
} SvgLogId;

typedef struct {
    GRefString *author;
    guint32 number; /* of the transaction */
    guint version;  /* of the document after the commit */
    guint n_nodes, n_tags, n_ids, n_moved;
    SvgLogNode *nodes;
    SvgLogTag *tags;     /* none until the commit */
    SvgLogId *ids;       /* in order */
    SvgNode **moved;     /* that were put in or taken out; again each time */
    const char **shapes; /* ids, the document's: those that were added, changed, removed; NULL
                            until the commit */
    guint n_added, n_changed, n_removed;
} SvgLog;

/* How a version of the document came to be. */
typedef struct {
    guint depth;     /* of what can be undone, after it */
    gboolean commit; /* else it was undone or redone */
} SvgStep;

SvgLog *svg_log_new(SvgDocument *doc, const char *author);
void svg_log_free(SvgLog *log);
/* Must be called before anything in `node` is assigned. Without an open edit it does nothing. */
void svg_log_touch(SvgDocument *doc, SvgNode *node);
/* Whether it was touched; `log` may be NULL. */
gboolean svg_log_has(const SvgLog *log, const SvgNode *node);
/* `node`, which was touched, has another place in the tree, or none. */
void svg_log_moved(SvgDocument *doc, SvgNode *node);
/* The transaction is over: takes as little memory as it can from here on. The lists are of ids of
 * shapes, the document's. */
void svg_log_seal(SvgLog *log, const GPtrArray *added, const GPtrArray *changed,
                  const GPtrArray *removed);
/* The i-th of n_nodes + n_tags nodes that it wrote to. */
SvgNode *svg_log_node(const SvgLog *log, guint i);
/* The record of a transaction that is over; svg_change_free(). */
SvgChange *svg_change_new(const SvgLog *log);
/* Gives `id` to `node` (NULL: to nobody) in the document's index. */
void svg_log_set_id(SvgDocument *doc, const char *id, SvgNode *node);
/* Puts the document into the state before (`redo` false) or after the log. */
void svg_log_swap(SvgDocument *doc, SvgLog *log, gboolean redo);
/* Forgets parsed style sheets when the log wrote to one. */
void svg_document_style_changed(SvgDocument *doc, const SvgLog *log);
/* The document has another version: what can be undone has changed. */
void svg_log_step(SvgDocument *doc, gboolean commit);
