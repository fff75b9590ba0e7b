/* Copies of nodes, swapped in and out. */
#include "journal/log.h"

#include "document/document_priv.h"
#include "index/index.h"
#include "shape/scene.h"
#include "style/style.h"

SvgLog *svg_log_new(SvgDocument *doc, const char *author)
{
    SvgLog *log = g_new0(SvgLog, 1);
    log->author = g_ref_string_new_intern(author);
    log->number = ++doc->n_logs;
    return log;
}

void svg_log_free(SvgLog *log)
{
    if (!log) {
        return;
    }
    g_ref_string_release(log->author);
    g_free(log->nodes);
    g_free(log->tags);
    g_free(log->ids);
    g_free(log->moved);
    g_free(log->shapes);
    g_free(log);
}

/* One more element of `size` bytes in an array that has `n`: twice as many each time it is full. */
static gpointer grown(gpointer array, guint n, gsize size)
{
    gboolean full = (n & (n - 1)) == 0;
    return full ? g_realloc_n(array, MAX(2 * (gsize)n, 1), size) : array;
}

void svg_log_touch(SvgDocument *doc, SvgNode *node)
{
    SvgLog *log = doc->open;
    svg_style_tree_changed(doc);
    svg_index_touched(doc, node);
    svg_scene_forget(doc);
    node->written = 0;
    if (!log || node->logged == log->number) {
        return;
    }
    node->logged = log->number;
    log->nodes = grown(log->nodes, log->n_nodes, sizeof *log->nodes);
    log->nodes[log->n_nodes++] = (SvgLogNode){node, *node};
}

gboolean svg_log_has(const SvgLog *log, const SvgNode *node)
{
    return log && node->logged == log->number;
}

void svg_log_moved(SvgDocument *doc, SvgNode *node)
{
    SvgLog *log = doc->open;
    if (log) {
        log->moved = grown(log->moved, log->n_moved, sizeof(SvgNode *));
        log->moved[log->n_moved++] = node;
    }
}

SvgNode *svg_log_node(const SvgLog *log, guint i)
{
    return i < log->n_nodes ? log->nodes[i].node : log->tags[i - log->n_nodes].node;
}

void svg_log_set_id(SvgDocument *doc, const char *id, SvgNode *node)
{
    SvgLogId entry = {id, g_hash_table_lookup(doc->ids, id), node};
    SvgLog *log = doc->open;
    svg_ids_set(doc->ids, id, node);
    if (log) {
        log->ids = grown(log->ids, log->n_ids, sizeof *log->ids);
        log->ids[log->n_ids++] = entry;
    }
}

/* --- keeping ---------------------------------------------------------------------------------- */

static gboolean same(SvgSlice a, SvgSlice b)
{
    return a.at == b.at && a.len == b.len;
}

/* But for their start tags. */
static gboolean are_alike(const SvgNode *a, const SvgNode *b)
{
    return a->parent == b->parent && a->prev == b->prev && a->next == b->next &&
           a->first == b->first && a->last == b->last && a->name == b->name && a->text == b->text &&
           a->line == b->line && a->id == b->id && same(a->before, b->before) &&
           same(a->tail, b->tail) && same(a->close, b->close) && a->foreign == b->foreign &&
           a->removed == b->removed;
}

static SvgLogTag tag_of(SvgNode *node, const SvgNode *state)
{
    return (SvgLogTag){node, state->attrs, state->open.at, (guint)state->open.len, state->n_attrs};
}

static void set_tags_apart(SvgLog *log)
{
    SvgLogNode *nodes = log->nodes;
    guint kept = 0;
    log->tags = g_new(SvgLogTag, log->n_nodes);
    for (guint i = 0; i < log->n_nodes; i++) {
        const SvgNode *copy = &nodes[i].copy;
        if (are_alike(nodes[i].node, copy)) {
            log->tags[log->n_tags++] = tag_of(nodes[i].node, copy);
        } else {
            nodes[kept++] = nodes[i];
        }
    }
    log->n_nodes = kept;
}

static void append(SvgLog *log, guint *n, const GPtrArray *ids)
{
    guint before = log->n_added + log->n_changed + log->n_removed;
    for (guint i = 0; i < ids->len; i++) {
        log->shapes[before + i] = ids->pdata[i];
    }
    *n = ids->len;
}

void svg_log_seal(SvgLog *log, const GPtrArray *added, const GPtrArray *changed,
                  const GPtrArray *removed)
{
    set_tags_apart(log);
    log->nodes = g_renew(SvgLogNode, log->nodes, log->n_nodes);
    log->tags = g_renew(SvgLogTag, log->tags, log->n_tags);
    log->ids = g_renew(SvgLogId, log->ids, log->n_ids);
    log->moved = g_renew(SvgNode *, log->moved, log->n_moved);
    log->shapes = g_new(const char *, (gsize)added->len + changed->len + removed->len + 1);
    append(log, &log->n_added, added);
    append(log, &log->n_changed, changed);
    append(log, &log->n_removed, removed);
}

/* --- swapping --------------------------------------------------------------------------------- */

static void swap_node(SvgDocument *doc, SvgLogNode *entry)
{
    SvgNode other = entry->copy;
    svg_index_touched(doc, entry->node);
    entry->copy = *entry->node;
    *entry->node = other;
    /* Marks, lock flags and places belong to the node, not to its state. */
    entry->node->seen = entry->copy.seen;
    entry->node->place = entry->copy.place;
    entry->node->flags = entry->copy.flags;
}

static void swap_tag(SvgDocument *doc, SvgLogTag *entry)
{
    SvgNode *node = entry->node;
    svg_index_touched(doc, node);
    SvgLogTag other = tag_of(node, node);
    node->attrs = entry->attrs;
    node->open = (SvgSlice){entry->open, entry->len};
    node->n_attrs = entry->n_attrs;
    *entry = other;
}

void svg_log_swap(SvgDocument *doc, SvgLog *log, gboolean redo)
{
    svg_scene_forget(doc);
    for (guint i = 0; i < log->n_nodes; i++) {
        swap_node(doc, &log->nodes[i]);
    }
    for (guint i = 0; i < log->n_tags; i++) {
        swap_tag(doc, &log->tags[i]);
    }
    for (guint i = 0; i < log->n_ids; i++) {
        const SvgLogId *entry = &log->ids[redo ? i : log->n_ids - 1 - i];
        svg_ids_set(doc->ids, entry->id, redo ? entry->after : entry->before);
    }
    svg_style_tree_changed(doc);
    svg_document_style_changed(doc, log);
}

/* The node is part of a style sheet, or has one in it: a group that was taken out may hold some. */
static gboolean concerns_sheets(SvgNode *top)
{
    for (const SvgNode *node = top->parent; node; node = node->parent) {
        if (svg_node_tag(node) == SVG_TAG_STYLE) {
            return TRUE;
        }
    }
    for (SvgNode *node = top; node && (top->removed || node == top);
         node = svg_node_walk(top, node, FALSE)) {
        if (svg_node_tag(node) == SVG_TAG_STYLE) {
            return TRUE;
        }
    }
    return FALSE;
}

void svg_document_style_changed(SvgDocument *doc, const SvgLog *log)
{
    for (guint i = 0; i < log->n_nodes + log->n_tags; i++) {
        if (concerns_sheets(svg_log_node(log, i))) {
            svg_style_invalidate(doc);
            return;
        }
    }
}
