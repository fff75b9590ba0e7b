/* Joins the bytes of the nodes, in order. */
#include "document/print.h"

#include "document/document_priv.h"

/* Another way to print start tags, to a GString. */
typedef struct {
    SvgStartFunc func;
    gpointer data;
} Starts;

static void emit(SvgSlice slice, SvgSliceFunc func, gpointer data)
{
    if (slice.len) {
        func(slice, data);
    }
}

/* Whether that was all of the element. */
static gboolean emit_start(const SvgNode *node, gboolean with_before, const Starts *starts,
                           SvgSliceFunc func, gpointer data)
{
    if (with_before) {
        emit(node->before, func, data);
    }
    if (starts && node->name) {
        return starts->func(node, data, starts->data);
    }
    emit(node->open, func, data);
    return FALSE;
}

/* Everything of the subtree but its `before`; no recursion, files nest deep. */
static void emit_subtree(const SvgNode *top, const Starts *starts, SvgSliceFunc func, gpointer data)
{
    const SvgNode *node = top;
    for (;;) {
        gboolean whole = !starts && !node->stirred;
        if (whole) {
            emit(svg_node_as_read(node, node != top), func, data);
        } else {
            whole = emit_start(node, node != top, starts, func, data);
            if (node->first && !whole) {
                node = node->first;
                continue;
            }
        }
        for (;; whole = FALSE) {
            if (!whole) {
                emit(node->tail, func, data);
                emit(node->close, func, data);
            }
            if (node == top) {
                return;
            }
            if (node->next) {
                node = node->next;
                break;
            }
            node = node->parent;
        }
    }
}

typedef struct {
    SvgSlice run; /* what isn't handed on yet */
    SvgSliceFunc func;
    gpointer data;
} Joiner;

static void join(SvgSlice slice, gpointer data)
{
    Joiner *joiner = data;
    if (slice.at == joiner->run.at + joiner->run.len) {
        joiner->run.len += slice.len;
        return;
    }
    emit(joiner->run, joiner->func, joiner->data);
    joiner->run = slice;
}

void svg_print_runs(SvgDocument *doc, SvgSliceFunc func, gpointer data)
{
    Joiner joiner = {{"", 0}, func, data};
    svg_print_slices(doc, join, &joiner);
    emit(joiner.run, func, data);
}

void svg_print_node_runs(const SvgNode *node, SvgSliceFunc func, gpointer data)
{
    Joiner joiner = {{"", 0}, func, data};
    emit_subtree(node, NULL, join, &joiner);
    emit(joiner.run, func, data);
}

static void append_slice(SvgSlice slice, gpointer data)
{
    g_string_append_len(data, slice.at, (gssize)slice.len);
}

void svg_print_node(const SvgNode *node, GString *out)
{
    emit_subtree(node, NULL, append_slice, out);
}

void svg_print_node_by(const SvgNode *node, SvgStartFunc start, gpointer data, GString *out)
{
    const Starts starts = {start, data};
    emit_subtree(node, &starts, append_slice, out);
}

void svg_print_slices(SvgDocument *doc, SvgSliceFunc func, gpointer data)
{
    emit(doc->root->before, func, data);
    emit_subtree(doc->root, NULL, func, data);
    emit(doc->epilog, func, data);
}

GString *svg_print_document(SvgDocument *doc)
{
    GString *out = g_string_sized_new(doc->source_len + doc->source_len / 16 + 64);
    svg_print_runs(doc, append_slice, out);
    return out;
}
