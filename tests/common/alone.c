/* Drawing one element without the rest. */
#include "common/alone.h"

#include "document/print.h"

#include <svg/render.h>

static void append(GString *out, SvgSlice slice)
{
    g_string_append_len(out, slice.at, (gssize)slice.len);
}

static gboolean is_drawn(const SvgNode *node)
{
    return (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_RENDERED) != 0;
}

/* What isn't drawn stays as a definition: `node` may be a clone of it. Not in a <switch>, which
 * would choose the definition instead of what was its choice. */
static void print_alone(SvgNode *at, const SvgNode *node, GString *out)
{
    if (at == node || !is_drawn(at)) {
        svg_print_node(at, out);
        return;
    }
    if (!svg_node_contains(at, node) && svg_node_tag(at->parent) == SVG_TAG_SWITCH) {
        return;
    }
    if (!svg_node_contains(at, node)) {
        g_string_append(out, "<defs>");
        svg_print_node(at, out);
        g_string_append(out, "</defs>");
        return;
    }
    append(out, at->open);
    for (SvgNode *child = svg_node_first_element(at); child; child = svg_node_next_element(child)) {
        print_alone(child, node, out);
    }
    append(out, at->close);
}

GBytes *test_print_alone(SvgDocument *doc, const SvgNode *node)
{
    GString *alone = g_string_new(NULL);
    append(alone, svg_document_root(doc)->before);
    print_alone(svg_document_root(doc), node, alone);
    return g_string_free_to_bytes(alone);
}

GBytes *test_draw_alone(SvgDocument *doc, const SvgNode *node, guint side)
{
    g_autoptr(GBytes) bytes = test_print_alone(doc, node);
    SvgRenderOptions options = {
        .view = svg_document_page(doc), .max_side = side, .fill = TRUE, .transparent = TRUE};
    return svg_render_bytes(bytes, &options, 1, NULL);
}
