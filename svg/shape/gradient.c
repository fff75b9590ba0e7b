/* Gradients as a person sees them: their first and last colour, and the way between. */
#include "shape/gradient.h"

#include "document/document_priv.h"
#include "document/node.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

#define MOST_LINKS 8 /* from a gradient to the one that it takes after */

/* What one says itself, or the one it takes after. */
static const char *attr_of(SvgDocument *doc, const SvgNode *node, const char *name)
{
    const char *text = svg_node_attr(node, name);
    for (guint i = 0; !text && node && i < MOST_LINKS; i++) {
        const char *href = svg_node_href(node);
        node = href ? svg_document_ref(doc, href) : NULL;
        text = node ? svg_node_attr(node, name) : NULL;
    }
    return text;
}

static const SvgNode *stop_after(const SvgNode *node)
{
    while (node && svg_node_tag(node) != SVG_TAG_STOP) {
        node = svg_node_next_element(node);
    }
    return node;
}

/* The first stop of it, or of the one it takes after. */
static const SvgNode *first_stop(SvgDocument *doc, const SvgNode *node)
{
    const SvgNode *stop = stop_after(svg_node_first_element(node));
    for (guint i = 0; !stop && node && i < MOST_LINKS; i++) {
        const char *href = svg_node_href(node);
        node = href ? svg_document_ref(doc, href) : NULL;
        stop = node ? stop_after(svg_node_first_element(node)) : NULL;
    }
    return stop;
}

static char *said(const SvgNode *stop, const char *property)
{
    const char *style = svg_node_attr(stop, "style");
    char *text = style ? svg_declarations_get(style, property) : NULL;
    return text ? text : g_strdup(svg_node_attr(stop, property));
}

/* FALSE where it is no plain colour. */
static gboolean read_stop(const SvgNode *stop, char *css, gsize size)
{
    g_autofree char *color = said(stop, "stop-color"), *opacity = said(stop, "stop-opacity");
    guint32 rgb = 0;
    double alpha = 1;
    if (color && !svg_color_parse(color, &rgb, &alpha)) {
        return FALSE;
    }
    alpha *= opacity ? CLAMP(g_ascii_strtod(opacity, NULL), 0, 1) : 1;
    g_snprintf(css, size, "#%06x", rgb & 0xffffff);
    if (alpha < 1) {
        g_snprintf(css + strlen(css), size - strlen(css), "%02x", (guint)lround(alpha * 255));
    }
    return TRUE;
}

static double number(SvgDocument *doc, const SvgNode *node, const char *name, double otherwise)
{
    const char *text = attr_of(doc, node, name);
    char *end;
    double value = text ? g_ascii_strtod(text, &end) : otherwise;
    return text && *end == '%' ? value / 100 : value;
}

/* In a box of 1 by 1, whatever the gradient counts in. */
static double angle_of(SvgDocument *doc, const SvgNode *node, SvgBox box)
{
    const char *units = attr_of(doc, node, "gradientUnits");
    const char *transform = attr_of(doc, node, "gradientTransform");
    SvgMatrix m = SVG_MATRIX_IDENTITY;
    double x = number(doc, node, "x2", 1) - number(doc, node, "x1", 0);
    double y = number(doc, node, "y2", 0) - number(doc, node, "y1", 0);
    if (transform && !svg_transform_parse(transform, &m)) {
        m = SVG_MATRIX_IDENTITY;
    }
    double right = m.a * x + m.c * y, down = m.b * x + m.d * y;
    if (g_strcmp0(units, "userSpaceOnUse") == 0 && box.w > 0 && box.h > 0) {
        right /= box.w;
        down /= box.h;
    }
    double degrees = round(atan2(down, right) * 180 / G_PI * 10) / 10;
    return degrees < 0 ? degrees + 360 : degrees;
}

void svg_gradient_look(SvgDocument *doc, const SvgPaint *paint, SvgBox box, SvgGradientLook *out)
{
    const SvgNode *node = paint->kind == SVG_PAINT_SERVER && paint->server
                              ? svg_document_find(doc, paint->server)
                              : NULL;
    SvgTag tag = node ? svg_node_tag(node) : SVG_TAG_UNKNOWN;
    gboolean linear = tag == SVG_TAG_LINEAR_GRADIENT, radial = tag == SVG_TAG_RADIAL_GRADIENT;
    const SvgNode *first = linear || radial ? first_stop(doc, node) : NULL, *last = first;
    *out = (SvgGradientLook){.radial = radial};
    guint stops = 0;
    for (const SvgNode *at = first; at; at = stop_after(svg_node_next_element(at))) {
        last = at;
        stops++;
    }
    if (first && read_stop(first, out->from, sizeof out->from) &&
        read_stop(last, out->to, sizeof out->to)) {
        out->stops = stops;
        out->angle = linear ? angle_of(doc, node, box) : 0;
    }
}
