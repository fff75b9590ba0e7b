/* Copies of nodes, swapped in and out. */
#include "journal/log.h"

#include "document/document_priv.h"
#include "index/index.h"
#include "shape/scene.h"
#include "style/style.h"

SvgLog *svg_log_new(const char *author)
{
    SvgLog *log = g_new0(SvgLog, 1);
    log->author = g_strdup(author);
    log->index = g_hash_table_new(NULL, NULL);
    log->nodes = g_array_new(FALSE, FALSE, sizeof(SvgLogNode));
    log->ids = g_array_new(FALSE, FALSE, sizeof(SvgLogId));
    log->moved = g_ptr_array_new();
    return log;
}

void svg_log_free(SvgLog *log)
{
    if (!log) {
        return;
    }
    g_free(log->author);
    g_hash_table_unref(log->index);
    g_array_unref(log->nodes);
    g_array_unref(log->ids);
    g_ptr_array_unref(log->moved);
    g_clear_pointer(&log->added, g_ptr_array_unref);
    g_clear_pointer(&log->changed, g_ptr_array_unref);
    g_clear_pointer(&log->removed, g_ptr_array_unref);
    g_free(log);
}

void svg_log_touch(SvgDocument *doc, SvgNode *node)
{
    SvgLog *log = doc->open;
    svg_style_tree_changed(doc);
    svg_index_touched(doc, node);
    svg_scene_forget(doc);
    if (!log || g_hash_table_contains(log->index, node)) {
        return;
    }
    SvgLogNode entry = {node, *node};
    g_array_append_val(log->nodes, entry);
    g_hash_table_insert(log->index, node, GUINT_TO_POINTER(log->nodes->len));
}

void svg_log_moved(SvgDocument *doc, SvgNode *node)
{
    if (doc->open) {
        g_ptr_array_add(doc->open->moved, node);
    }
}

const SvgNode *svg_log_before(const SvgLog *log, const SvgNode *node)
{
    guint place = GPOINTER_TO_UINT(g_hash_table_lookup(log->index, node));
    return place ? &g_array_index(log->nodes, SvgLogNode, place - 1).copy : NULL;
}

void svg_log_set_id(SvgDocument *doc, const char *id, SvgNode *node)
{
    SvgLogId entry = {id, g_hash_table_lookup(doc->ids, id), node};
    svg_ids_set(doc->ids, id, node);
    if (doc->open) {
        g_array_append_val(doc->open->ids, entry);
    }
}

void svg_log_swap(SvgDocument *doc, SvgLog *log, gboolean redo)
{
    svg_scene_forget(doc);
    for (guint i = 0; i < log->nodes->len; i++) {
        SvgLogNode *entry = &g_array_index(log->nodes, SvgLogNode, i);
        SvgNode other = entry->copy;
        svg_index_touched(doc, entry->node);
        entry->copy = *entry->node;
        *entry->node = other;
        /* Marks, lock flags and places belong to the node, not to its state. */
        entry->node->seen = entry->copy.seen;
        entry->node->place = entry->copy.place;
        entry->node->flags = entry->copy.flags;
    }
    for (guint i = 0; i < log->ids->len; i++) {
        const SvgLogId *entry =
            &g_array_index(log->ids, SvgLogId, redo ? i : log->ids->len - 1 - i);
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
    for (guint i = 0; i < log->nodes->len; i++) {
        if (concerns_sheets(g_array_index(log->nodes, SvgLogNode, i).node)) {
            svg_style_invalidate(doc);
            return;
        }
    }
}
