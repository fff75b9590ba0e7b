/* Many commits become one, and the memory of the states between is used again. */
#include "document/document_priv.h"
#include "document/splice.h"
#include "index/index.h"

#include <svg/journal.h>

/* A node that was written to, and what it was before all of them. */
typedef struct {
    SvgNode *node;
    guint changed; /* words, by any of the commits */
    guint n_attrs;
    const SvgAttr *attrs;
    SvgSlice open;
} Folded;

typedef struct {
    SvgDocument *doc;
    GArray *nodes; /* Folded */
    guint32 mark;  /* that the first of them carries; the others those after it */
} Folding;

static Folded *folded_of(const Folding *folding, const SvgNode *node)
{
    return &g_array_index(folding->nodes, Folded, node->seen - folding->mark);
}

static void add_nodes(Folding *folding, const SvgLog *log)
{
    SvgLogEntry entry;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        SvgNode *node = entry.node;
        if (node->seen < folding->mark) {
            node->seen = svg_document_next_mark(folding->doc);
            g_array_append_val(folding->nodes, ((Folded){.node = node}));
        }
        folded_of(folding, node)->changed |= entry.changed;
    }
}

/* --- what is kept ----------------------------------------------------------------------------- */

/* Each once, in order. */
typedef struct {
    GPtrArray *list;
    GHashTable *known;
} Set;

static Set set_new(void)
{
    return (Set){g_ptr_array_new(), g_hash_table_new(NULL, NULL)};
}

static void set_clear(Set *set)
{
    g_ptr_array_unref(set->list);
    g_hash_table_unref(set->known);
}

static void add_all(Set *set, gconstpointer items, guint n)
{
    const gpointer *item = items;
    for (guint i = 0; i < n; i++) {
        if (g_hash_table_add(set->known, item[i])) {
            g_ptr_array_add(set->list, item[i]);
        }
    }
}

static gpointer copy_of(const Set *set, guint *n)
{
    *n = set->list->len;
    return g_memdup2(set->list->pdata, sizeof(gpointer) * set->list->len);
}

static void merge_ids(SvgLog *out, SvgLog *const *logs, guint n)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(SvgLogId));
    for (guint i = 0; i < n; i++) {
        if (logs[i]->n_ids) {
            g_array_append_vals(ids, logs[i]->ids, logs[i]->n_ids);
        }
    }
    out->n_ids = ids->len;
    out->ids = g_memdup2(ids->data, sizeof(SvgLogId) * ids->len);
}

/* The document has been brought to the state after `log`. What stays in its place when the element
 * around it is taken away moves when that element had moved before. */
static void add_moved(Set *moved, const SvgLog *log)
{
    SvgLogEntry entry;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        SvgNode former = svg_log_former(&entry);
        if (former.parent != entry.node->parent &&
            g_hash_table_contains(moved->known, former.parent)) {
            add_all(moved, &entry.node, 1);
        }
    }
    add_all(moved, log->moved, log->n_moved);
}

static void merge_shapes(SvgLog *const *logs, guint n, Set sets[3])
{
    for (guint i = 0; i < n; i++) {
        const SvgLog *log = logs[i];
        add_all(&sets[0], log->shapes, log->n_added);
        add_all(&sets[1], log->shapes + log->n_added, log->n_changed);
        add_all(&sets[2], log->shapes + log->n_added + log->n_changed, log->n_removed);
    }
}

/* The document is in the state before all of them. */
static gsize *keep_nodes(Folding *folding, SvgLog *out, gsize n_shapes)
{
    gsize n = n_shapes;
    out->n_nodes = folding->nodes->len;
    for (guint i = 0; i < out->n_nodes; i++) {
        n += 2 + (gsize)__builtin_popcount(g_array_index(folding->nodes, Folded, i).changed);
    }
    gsize *end = out->kept = g_new(gsize, MAX(n, 1));
    for (guint i = 0; i < out->n_nodes; i++) {
        Folded *folded = &g_array_index(folding->nodes, Folded, i);
        folded->open = folded->node->open;
        folded->attrs = folded->node->attrs;
        folded->n_attrs = folded->node->n_attrs;
        end = svg_log_keep(end, folded->node, folded->changed);
    }
    return end;
}

static void keep(Folding *folding, SvgLog *out, SvgLog *const *logs, guint n)
{
    Set shapes[3] = {set_new(), set_new(), set_new()};
    guint *counts[] = {&out->n_added, &out->n_changed, &out->n_removed};
    merge_shapes(logs, n, shapes);
    gsize *end =
        keep_nodes(folding, out, shapes[0].list->len + shapes[1].list->len + shapes[2].list->len);
    out->shapes = (const char **)end;
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
        *counts[i] = shapes[i].list->len;
        for (guint k = 0; k < shapes[i].list->len; k++) {
            *end++ = (gsize)shapes[i].list->pdata[k];
        }
        set_clear(&shapes[i]);
    }
    merge_ids(out, logs, n);
}

/* --- all together ----------------------------------------------------------------------------- */

/* The document has been brought to the state after `log`. */
static void drop_former(const Folding *folding, const SvgLog *log)
{
    SvgLogEntry entry;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        const Folded *folded = folded_of(folding, entry.node);
        SvgNode former = svg_log_former(&entry);
        SvgNode first = {.attrs = folded->attrs, .n_attrs = folded->n_attrs, .open = folded->open};
        svg_splice_drop(folding->doc, &former, entry.node, &first);
    }
}

static void renumber(SvgDocument *doc, guint from, guint to)
{
    for (guint i = 0; i < doc->steps->len; i++) {
        SvgStep *step = &g_array_index(doc->steps, SvgStep, i);
        step->depth = step->depth <= from ? step->depth
                      : step->depth >= to ? step->depth - (to - from - 1)
                                          : from + 1;
    }
}

static SvgLog *fold(Folding *folding, SvgLog *const *logs, guint n)
{
    SvgDocument *doc = folding->doc;
    SvgLog *out = svg_log_new(doc, logs[0]->author);
    out->version = logs[n - 1]->version;
    for (guint i = n; i > 0; i--) {
        add_nodes(folding, logs[i - 1]);
        svg_log_swap(doc, logs[i - 1], FALSE);
    }
    keep(folding, out, logs, n);
    Set moved = set_new();
    for (guint i = 0; i < n; i++) {
        svg_log_swap(doc, logs[i], TRUE);
        add_moved(&moved, logs[i]);
        drop_former(folding, logs[i]);
    }
    out->moved = copy_of(&moved, &out->n_moved);
    set_clear(&moved);
    return out;
}

gboolean svg_document_fold(SvgDocument *doc, guint from)
{
    guint to = doc->done->len;
    if (doc->open || doc->undone->len || to < from + 2) {
        return FALSE;
    }
    svg_index_drop(doc); /* it refers to former states */
    g_autoptr(GArray) nodes = g_array_new(FALSE, FALSE, sizeof(Folded));
    Folding folding = {doc, nodes, svg_document_next_mark(doc) + 1};
    SvgLog *folded = fold(&folding, (SvgLog **)doc->done->pdata + from, to - from);
    g_ptr_array_remove_range(doc->done, from, to - from);
    g_ptr_array_add(doc->done, folded);
    renumber(doc, from, to);
    return TRUE;
}
