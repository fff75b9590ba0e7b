/* The source that a drawing carries, which doesn't have what was done to it. */
#include "document/splice.h"
#include "edit/edit_priv.h"
#include "shape/source.h"

static void drop(SvgDocument *doc, const SvgSourceSpan *span)
{
    if (span->attribute) {
        svg_splice_attr(doc, span->node, span->attribute, NULL);
    } else if (span->len) {
        svg_splice_cut(doc, span->node, span->tail, span->at, span->len);
    } else {
        svg_splice_remove(doc, span->node);
    }
}

gboolean svg_edit_drop_source(SvgEdit *edit, GError **error)
{
    g_autoptr(GArray) spans = svg_source_spans(edit->doc);
    for (guint i = 0; i < spans->len; i++) {
        drop(edit->doc, &g_array_index(spans, SvgSourceSpan, i));
    }
    if (!spans->len) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "the drawing carries no source");
    }
    return spans->len > 0;
}
