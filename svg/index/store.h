/* The index's own state. Private to svg/index. */
#pragma once

#include "document/document_priv.h"
#include "geometry/bounds.h"
#include "index/index.h"
#include "index/rtree.h"

/* What is known of one element, and the state of the element it was read from. */
typedef struct {
    SvgDrawn drawn;
    SvgNode *parent;
    const SvgAttr *attrs;
    guint n_attrs;
    guint32 order;  /* by document order, while index->ordered */
    guint32 pass;   /* that it was last read in */
    guint32 loose;  /* its place in index->loose + 1; 0 = none */
    guint8 in_tree; /* and not overtaken by an edit */
    guint8 dead;    /* no longer drawn */
    guint8 stale;   /* a container whose bounds are to be read again; so are those around it */
    guint8 plain;   /* a container whose bounds are the union of its children's */
} SvgIndexEntry;

struct _SvgIndex {
    GArray *entries; /* SvgIndexEntry; a node's `place` is that of its own, if it has one */
    guint dead;
    guint32 pass;
    gboolean ordered;

    SvgRtree *tree; /* values are places in entries; NULL until it pays */
    GArray *loose;  /* SvgRtreeItem that aren't in the tree */
    guint64 looked; /* how many of those were looked at since the tree was made */

    GHashTable *touched; /* SvgNode, since the last refresh */
    GPtrArray *sheets;   /* SvgNode */
    gboolean siblings;   /* see SvgSheetFacts */
    gboolean effects;
    gboolean uncut; /* elements without bytes, or drawn in some languages only */
    guint folds;
    double thinnest; /* outline there ever was, in document space */
};

static inline SvgIndexEntry *svg_index_entry(const struct _SvgIndex *index, guint place)
{
    return &g_array_index(index->entries, SvgIndexEntry, place);
}

/* NULL when it isn't drawn. */
SvgIndexEntry *svg_index_find(const struct _SvgIndex *index, const SvgNode *node);
/* The index as of now. */
struct _SvgIndex *svg_index_current(SvgDocument *doc);

/* refresh.c */

/* Reads what the touched nodes can have changed. FALSE when that may be anything. */
gboolean svg_index_refresh(SvgDocument *doc, struct _SvgIndex *index);

/* read.c */

/* Of a struct _SvgIndex; accepts NULL. */
void svg_index_free(gpointer data);
/* Reads a subtree that is drawn; places of entries may change. */
void svg_index_read(SvgDocument *doc, struct _SvgIndex *index, SvgNode *top);
/* The whole document; `area` and `func` (may be NULL) are those of svg_document_each_bounds_for().
 */
struct _SvgIndex *svg_index_read_all(SvgDocument *doc, const SvgBox *area, SvgBoundsFunc func,
                                     gpointer data);
/* The subtree holds what makes an index of all it was: a style sheet, elements that are drawn in
 * some languages only. */
gboolean svg_index_is_special(const SvgNode *node);
/* Forgets an element that isn't drawn any more. */
void svg_index_kill(struct _SvgIndex *index, SvgNode *node);
