/* Change records, undo and redo. */
#include "document/document_priv.h"

#include <svg/journal.h>

void svg_change_free(SvgChange *change)
{
    if (!change) {
        return;
    }
    g_free(change->author);
    g_strfreev(change->added);
    g_strfreev(change->changed);
    g_strfreev(change->removed);
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

guint svg_document_undo_depth(SvgDocument *doc)
{
    return doc->done->len;
}
