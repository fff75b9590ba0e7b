/* Former states, to look at: the logs between are swapped in, and out again. */
#include "document/document_priv.h"

#include <svg/journal.h>

void svg_log_step(SvgDocument *doc, gboolean commit)
{
    SvgStep step = {doc->done->len, commit};
    g_array_append_val(doc->steps, step);
    doc->version++;
}

guint svg_document_depth_at(SvgDocument *doc, guint version, gboolean *lost)
{
    guint at = MIN(version, doc->steps->len);
    guint depth = at > 0 ? g_array_index(doc->steps, SvgStep, at - 1).depth : 0, common = depth;
    for (guint i = at; i < doc->steps->len; i++) {
        SvgStep step = g_array_index(doc->steps, SvgStep, i);
        common = step.commit ? MIN(common, step.depth - 1) : common;
    }
    if (lost) {
        *lost = common < depth;
    }
    return common;
}

/* From undo depth `index` to the next. */
static SvgLog *log_at(const SvgDocument *doc, guint index)
{
    guint done = doc->done->len, all = done + doc->undone->len;
    return index < done  ? doc->done->pdata[index]
           : index < all ? doc->undone->pdata[all - 1 - index]
                         : NULL;
}

static char **copy_ids(const GPtrArray *ids, const GPtrArray *without)
{
    g_autoptr(GHashTable) out = g_hash_table_new(g_str_hash, g_str_equal);
    GStrvBuilder *builder = g_strv_builder_new();
    for (guint i = 0; without && i < without->len; i++) {
        g_hash_table_add(out, without->pdata[i]);
    }
    for (guint i = 0; i < ids->len; i++) {
        if (!g_hash_table_contains(out, ids->pdata[i])) {
            g_strv_builder_add(builder, ids->pdata[i]);
        }
    }
    char **copies = g_strv_builder_end(builder);
    g_strv_builder_unref(builder);
    return copies;
}

SvgChange *svg_document_change(SvgDocument *doc, guint index)
{
    const SvgLog *log = log_at(doc, index);
    if (!log) {
        return NULL;
    }
    SvgChange *change = g_new0(SvgChange, 1);
    change->version = log->version;
    change->author = g_strdup(log->author);
    change->added = copy_ids(log->added, NULL);
    change->changed = copy_ids(log->changed, log->added);
    change->removed = copy_ids(log->removed, NULL);
    return change;
}

gboolean svg_document_visit(SvgDocument *doc, guint depth, SvgVisitFunc func, gpointer data)
{
    guint now = doc->done->len;
    if (doc->open || depth > now + doc->undone->len) {
        return FALSE;
    }
    for (guint i = now; i > depth; i--) {
        svg_log_swap(doc, log_at(doc, i - 1), FALSE);
    }
    for (guint i = now; i < depth; i++) {
        svg_log_swap(doc, log_at(doc, i), TRUE);
    }
    func(doc, data);
    for (guint i = depth; i > now; i--) {
        svg_log_swap(doc, log_at(doc, i - 1), FALSE);
    }
    for (guint i = depth; i < now; i++) {
        svg_log_swap(doc, log_at(doc, i), TRUE);
    }
    return TRUE;
}
