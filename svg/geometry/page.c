/* The page: what the root says of its size, else what is drawn. */
#include "geometry/bounds.h"

/* width or height of the root in px; FALSE when it is missing or relative. */
static gboolean root_length(SvgDocument *doc, const char *name, SvgAxis axis, double *px)
{
    const char *text = svg_node_attr(svg_document_root(doc), name);
    SvgLengthContext context = {0, 0, 16, 0};
    return text && !svg_length_is_percent(text) && svg_length_parse(text, &context, axis, px) &&
           *px > 0;
}

static gboolean root_view_box(SvgDocument *doc, SvgUserBox *out)
{
    const char *text = svg_node_attr(svg_document_root(doc), "viewBox");
    return text && svg_view_box_parse(text, out);
}

SvgBox svg_document_page(SvgDocument *doc)
{
    SvgUserBox view;
    SvgBox page = {0, 0, 0, 0};
    if (root_view_box(doc, &view)) {
        return (SvgBox){view.x, view.y, view.w, view.h};
    }
    gboolean has_width = root_length(doc, "width", SVG_AXIS_X, &page.w);
    if (root_length(doc, "height", SVG_AXIS_Y, &page.h) && has_width) {
        return page;
    }
    SvgBox drawing = svg_node_box(doc, svg_document_root(doc));
    return svg_box_is_empty(drawing) ? (SvgBox){0, 0, 100, 100} : drawing;
}

double svg_document_px_per_unit(SvgDocument *doc)
{
    SvgUserBox view;
    double width, height;
    if (!root_view_box(doc, &view)) {
        return 1;
    }
    gboolean has_width = root_length(doc, "width", SVG_AXIS_X, &width);
    gboolean has_height = root_length(doc, "height", SVG_AXIS_Y, &height);
    double x = has_width ? width / view.w : G_MAXDOUBLE;
    double y = has_height ? height / view.h : G_MAXDOUBLE;
    /* preserveAspectRatio's default takes the smaller of the two. */
    return has_width || has_height ? MIN(x, y) : 1;
}
