/* Change records, undo and redo. */
#include "document/document_priv.h"
#include "journal/change.h"

static char **copy_ids(const char *const *ids, guint n, GHashTable *without)
{
    GStrvBuilder *builder = g_strv_builder_new();
    for (guint i = 0; i < n; i++) {
        if (!without || !g_hash_table_contains(without, ids[i])) {
            g_strv_builder_add(builder, ids[i]);
        }
    }
    char **copies = g_strv_builder_end(builder);
    g_strv_builder_unref(builder);
    return copies;
}

SvgChange *svg_change_new(const SvgLog *log)
{
    const char *const *added = log->shapes, *const *changed = added + log->n_added;
    g_autoptr(GHashTable) made = log->n_added ? g_hash_table_new(g_str_hash, g_str_equal) : NULL;
    for (guint i = 0; i < log->n_added; i++) {
        g_hash_table_add(made, (gpointer)added[i]);
    }
    SvgChange *change = g_new0(SvgChange, 1);
    change->version = log->version;
    change->author = g_strdup(log->author);
    change->added = copy_ids(added, log->n_added, NULL);
    change->changed = copy_ids(changed, log->n_changed, made);
    change->removed = copy_ids(changed + log->n_changed, log->n_removed, NULL);
    return change;
}

void svg_change_free(SvgChange *change)
{
    if (!change) {
        return;
    }
    g_free(change->author);
    g_strfreev(change->added);
    g_strfreev(change->changed);
    g_strfreev(change->removed);
    g_free(change->note);
    g_free(change);
}

gboolean svg_change_is_empty(const SvgChange *change)
{
    return !*change->added && !*change->changed && !*change->removed;
}

static gboolean step(SvgDocument *doc, GPtrArray *from, GPtrArray *to, gboolean redo)
{
    if (doc->open || !from->len) {
        return FALSE;
    }
    SvgLog *log = g_ptr_array_steal_index(from, from->len - 1);
    svg_kept_forget(doc, SVG_FORGET_UNDONE);
    svg_log_swap(doc, log, redo);
    g_ptr_array_add(to, log);
    svg_log_step(doc, FALSE);
    return TRUE;
}

gboolean svg_document_undo(SvgDocument *doc)
{
    return step(doc, doc->done, doc->undone, FALSE);
}

gboolean svg_document_redo(SvgDocument *doc)
{
    return step(doc, doc->undone, doc->done, TRUE);
}

gboolean svg_document_rehearse(SvgDocument *doc, SvgVisitFunc func, gpointer data)
{
    guint depth = doc->done->len;
    if (doc->open) {
        return FALSE;
    }
    GPtrArray *undone = doc->undone;
    doc->undone = g_ptr_array_new_with_free_func((GDestroyNotify)svg_log_free);
    func(doc, data);
    while (doc->done->len > depth && svg_document_undo(doc)) {
    }
    g_ptr_array_unref(doc->undone);
    doc->undone = undone;
    return TRUE;
}

guint svg_document_undo_depth(SvgDocument *doc)
{
    return doc->done->len;
}
