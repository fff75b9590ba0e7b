/* Comments and processing instructions taken out. */
#include "document/document_priv.h"
#include "document/splice.h"

void svg_splice_cut(SvgDocument *doc, SvgNode *node, gboolean tail, gsize at, gsize len)
{
    SvgSlice *slice = tail ? &node->tail : &node->before;
    g_autoptr(GString) left = g_string_new_len(slice->at, (gssize)slice->len);
    g_string_erase(left, (gssize)at, (gssize)len);
    svg_log_touch(doc, node);
    *slice = (SvgSlice){svg_document_keep(doc, left->str, (gssize)left->len), left->len};
}
