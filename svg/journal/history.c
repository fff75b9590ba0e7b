/* Former states, to look at: the logs between are swapped in, and out again. */
#include "document/document_priv.h"
#include "journal/change.h"

#include <svg/journal.h>

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

SvgChange *svg_document_change(SvgDocument *doc, guint index)
{
    const SvgLog *log = log_at(doc, index);
    return log ? svg_change_new(log) : NULL;
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
