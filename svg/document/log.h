/* What a transaction overwrote: a copy of every node it wrote to, taken before the first write, and
 * the former owner of every id it gave away. When it is over, what is left of the copies are the
 * words that were changed. Swapping them with those of the nodes undoes the transaction; swapping
 * again redoes it. Private to svg/. */
#pragma once

#include "document/node.h"

typedef struct {
    SvgNode *node;
    SvgNode copy; /* as it was */
} SvgLogNode;

typedef struct {
    const char *id;
    SvgNode *before, *after; /* NULL: nobody */
} SvgLogId;

typedef struct {
    char *author;
    guint32 number; /* of the transaction */
    guint version;  /* of the document after the commit */
    guint n_nodes, n_ids, n_moved;
    SvgLogNode *nodes;   /* NULL once the transaction is over */
    gsize *kept;         /* from then on: see svg_log_next() */
    SvgLogId *ids;       /* in order */
    SvgNode **moved;     /* that were put in or taken out; again each time */
    const char **shapes; /* ids, the document's: those that were added, changed, removed; behind
                            what is kept */
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
/* Whether it was called of it in this transaction. */
gboolean svg_log_has_moved(const SvgDocument *doc, const SvgNode *node);
/* The transaction is over: takes as little memory as it can from here on. The lists are of ids of
 * shapes, the document's. */
void svg_log_seal(SvgLog *log, const GPtrArray *added, const GPtrArray *changed,
                  const GPtrArray *removed);
/* One of the n_nodes nodes that a transaction which is over wrote to. */
typedef struct {
    SvgNode *node;
    guint changed; /* bits: which words of its state */
    gsize *words;  /* what they are in the other state */
} SvgLogEntry;

/* Begin with *at = NULL. FALSE at the end. */
gboolean svg_log_next(const SvgLog *log, gsize **at, SvgLogEntry *out);
/* The node's state before, as long as it is in the state after. */
SvgNode svg_log_former(const SvgLogEntry *entry);
/* Writes what svg_log_next() reads: of `node`, as it is now, those words. Behind it. */
gsize *svg_log_keep(gsize *at, SvgNode *node, guint words);
/* Nothing but its start tag is another. */
gboolean svg_log_is_tag(const SvgLogEntry *entry);
/* Its attributes, its words or its parent are others, and not only what it stands beside. */
gboolean svg_log_is_shown(const SvgLogEntry *entry);
/* Gives `id` to `node` (NULL: to nobody) in the document's index. */
void svg_log_set_id(SvgDocument *doc, const char *id, SvgNode *node);
/* Puts the document into the state before (`redo` false) or after the log. */
void svg_log_swap(SvgDocument *doc, SvgLog *log, gboolean redo);
/* The document has another version: what can be undone has changed. */
void svg_log_step(SvgDocument *doc, gboolean commit);
