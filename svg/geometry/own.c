/* What an element's own attributes say of where it is, and those of the root of the whole. */
#include "geometry/parts.h"

double svg_node_length(const SvgNode *node, const char *name, SvgAxis axis,
                       const SvgLengthContext *context, double missing)
{
    const char *text = svg_node_attr(node, name);
    double value;

    return text && svg_length_parse(text, context, axis, &value) ? value : missing;
}

double svg_node_coordinate(const SvgNode *node, SvgAttrId attr, SvgAxis axis,
                           const SvgLengthContext *context, double missing)
{
    const char *text = svg_node_value(node, attr);
    double value;

    return text && svg_length_parse(text, context, axis, &value) ? value : missing;
}

gboolean svg_transform_read(const SvgNode *node, const SvgStyle *style,
                            const SvgLengthContext *sizes, SvgMatrix *out)
{
    const char *attr = svg_node_value(node, SVG_ATTR_TRANSFORM);

    *out = SVG_MATRIX_IDENTITY;
    return (style->transform && svg_transform_parse_css(style->transform, sizes, out)) ||
           (attr && svg_transform_parse(attr, out));
}

SvgMatrix svg_node_transform(const SvgNode *node, const SvgStyle *style)
{
    SvgMatrix m;

    svg_transform_read(node, style, NULL, &m);
    return m;
}

/* --- the root --------------------------------------------------------------------------------- */

/* Width and height of the root in px; what it doesn't say, or says as nothing, is taken from
 * `fallback`. */
static SvgUserBox root_size(const SvgNode *root, SvgUserBox fallback)
{
    SvgLengthContext px = {fallback.w, fallback.h, 16, 0};
    double w = svg_node_coordinate(root, SVG_ATTR_WIDTH, SVG_AXIS_X, &px, 0);
    double h = svg_node_coordinate(root, SVG_ATTR_HEIGHT, SVG_AXIS_Y, &px, 0);

    return (SvgUserBox){0, 0, w > 0 ? w : fallback.w, h > 0 ? h : fallback.h};
}

static gboolean root_view_box(const SvgNode *root, SvgUserBox *box)
{
    const char *text = svg_node_attr(root, "viewBox");

    return text && svg_view_box_parse(text, box);
}

static SvgMatrix root_fit(const SvgNode *root)
{
    SvgUserBox view;

    if (!root_view_box(root, &view)) {
        return SVG_MATRIX_IDENTITY;
    }
    return svg_view_box_fit(view, root_size(root, (SvgUserBox){0, 0, view.w, view.h}),
                            svg_node_attr(root, "preserveAspectRatio"));
}

SvgMatrix svg_document_px_matrix(SvgDocument *doc)
{
    return root_fit(svg_document_root(doc));
}

void svg_root_viewport(const SvgNode *root, SvgLengthContext *out)
{
    SvgUserBox view;

    if (!root_view_box(root, &view)) {
        view = root_size(root, (SvgUserBox){0, 0, SVG_DEFAULT_WIDTH, SVG_DEFAULT_HEIGHT});
    }
    out->width = MAX(view.w, 0);
    out->height = MAX(view.h, 0);
}
