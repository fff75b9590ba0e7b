/* The colour of a gradient at a place: SVG 1.1 §13.2. */
#include "lint/shade.h"

#include "style/style.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

#define MOST_LINKS 8 /* gradients that go on from each other */
#define MOST_STOPS 32

typedef struct {
    double at, alpha;
    guint32 rgb;
} Stop;

typedef struct {
    SvgDocument *doc;
    SvgNode *links[MOST_LINKS]; /* the gradient, and what it takes its values from */
    guint n_links;
    Stop stops[MOST_STOPS];
    guint n_stops;
} Shade;

static gboolean is_gradient(const SvgNode *node)
{
    SvgTag tag = node ? svg_node_tag(node) : SVG_TAG_UNKNOWN;

    return tag == SVG_TAG_LINEAR_GRADIENT || tag == SVG_TAG_RADIAL_GRADIENT;
}

static const char *value_of(const Shade *shade, const char *name)
{
    const char *value = NULL;

    for (guint i = 0; i < shade->n_links && !value; i++) {
        value = svg_node_attr(shade->links[i], name);
    }
    return value;
}

/* --- stops ------------------------------------------------------------------------------------ */

/* As a number, or in per cent. */
static gboolean read_share(const char *text, double usual, double *out)
{
    g_autofree char *number = text ? g_strdup(text) : NULL;
    char *percent = number ? strchr(number, '%') : NULL;

    *out = usual;
    if (!number) {
        return TRUE;
    }
    if (percent) {
        *percent = '\0';
    }
    if (!svg_number_parse(g_strstrip(number), out)) {
        return FALSE;
    }
    *out = CLAMP(percent ? *out / 100 : *out, 0, 1);
    return TRUE;
}

/* Inline style, or else the attribute. The caller's. */
static char *said_of(const SvgNode *stop, const char *name)
{
    const char *style = svg_node_attr(stop, "style");
    char *said = style ? svg_declarations_get(style, name) : NULL;

    return said ? said : g_strdup(svg_node_attr_len(stop, name, strlen(name)));
}

static gboolean add_stop(Shade *shade, const SvgNode *node)
{
    g_autofree char *color = said_of(node, "stop-color"), *opacity = said_of(node, "stop-opacity");
    Stop *stop = &shade->stops[shade->n_stops];
    double of_color = 1;

    *stop = (Stop){0, 1, 0};
    if (svg_node_attr(node, "class") || !read_share(svg_node_attr(node, "offset"), 0, &stop->at) ||
        !read_share(opacity, 1, &stop->alpha) ||
        (color && !svg_color_parse(color, &stop->rgb, &of_color))) {
        return FALSE;
    }
    stop->alpha *= of_color;
    if (shade->n_stops > 0) {
        stop->at = MAX(stop->at, stop[-1].at);
    }
    shade->n_stops++;
    return TRUE;
}

static gboolean read_stops(Shade *shade)
{
    for (guint i = 0; i < shade->n_links && shade->n_stops == 0; i++) {
        for (const SvgNode *child = svg_node_first_element(shade->links[i]); child;
             child = svg_node_next_element(child)) {
            if (svg_node_tag(child) == SVG_TAG_STOP &&
                (shade->n_stops == MOST_STOPS || !add_stop(shade, child))) {
                return FALSE;
            }
        }
    }
    return shade->n_stops > 0;
}

static guint32 blend(guint32 a, guint32 b, double share)
{
    guint32 rgb = 0;

    for (guint shift = 0; shift <= 16; shift += 8) {
        double from = a >> shift & 255, to = b >> shift & 255;

        rgb |= (guint32)lround(from + (to - from) * share) << shift;
    }
    return rgb;
}

static Stop stop_at(const Shade *shade, double at)
{
    const Stop *stops = shade->stops;
    guint i = 0;
    double share;

    while (i < shade->n_stops && stops[i].at <= at) {
        i++;
    }
    if (i == 0 || i == shade->n_stops) {
        return stops[i == 0 ? 0 : i - 1];
    }
    share = (at - stops[i - 1].at) / (stops[i].at - stops[i - 1].at);
    return (Stop){at, stops[i - 1].alpha + (stops[i].alpha - stops[i - 1].alpha) * share,
                  blend(stops[i - 1].rgb, stops[i].rgb, share)};
}

/* --- where the place lies in it --------------------------------------------------------------- */

static gboolean length_of(const Shade *shade, const char *name, double usual, gboolean of_box,
                          double *out)
{
    const char *text = value_of(shade, name);

    *out = usual;
    if (!text) {
        return TRUE;
    }
    return svg_length_is_percent(text) && of_box ? read_share(text, usual, out)
                                                 : svg_number_parse(text, out);
}

/* Document space → the gradient's. */
static gboolean find_place(const Shade *shade, const SvgLinter *linter, guint thing,
                           gboolean of_box, SvgPoint p, SvgUserPoint *out)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);
    SvgMatrix m = svg_scene_matrix(linter->scene, entry), own;
    const char *transform = value_of(shade, "gradientTransform");

    if (of_box && (m.b != 0 || m.c != 0 || m.a <= 0 || m.d <= 0)) {
        return FALSE;
    }
    if (of_box) {
        m = (SvgMatrix){entry->box.w, 0, 0, entry->box.h, entry->box.x, entry->box.y};
    }
    if (transform && !svg_transform_parse(transform, &own)) {
        return FALSE;
    }
    m = transform ? svg_matrix_multiply(m, own) : m;
    if (!svg_matrix_invert(m, &m)) {
        return FALSE;
    }
    *out = svg_matrix_to_user(m, p);
    return TRUE;
}

static gboolean along_line(const Shade *shade, gboolean of_box, SvgUserPoint p, double *along)
{
    double x1, y1, x2, y2, dx, dy;

    if (!length_of(shade, "x1", 0, of_box, &x1) || !length_of(shade, "y1", 0, of_box, &y1) ||
        !length_of(shade, "x2", 1, of_box, &x2) || !length_of(shade, "y2", 0, of_box, &y2) ||
        (!of_box && !value_of(shade, "x2"))) {
        return FALSE;
    }
    dx = x2 - x1;
    dy = y2 - y1;
    *along = dx == 0 && dy == 0 ? 1 : ((p.x - x1) * dx + (p.y - y1) * dy) / (dx * dx + dy * dy);
    return TRUE;
}

/* As if its focus were in its middle. */
static gboolean along_radius(const Shade *shade, gboolean of_box, SvgUserPoint p, double *along)
{
    double x, y, r;

    if (!length_of(shade, "cx", 0.5, of_box, &x) || !length_of(shade, "cy", 0.5, of_box, &y) ||
        !length_of(shade, "r", 0.5, of_box, &r) || (!of_box && !value_of(shade, "r"))) {
        return FALSE;
    }
    *along = r <= 0 ? 1 : hypot(p.x - x, p.y - y) / r;
    return TRUE;
}

static double spread(const Shade *shade, double along)
{
    const char *method = value_of(shade, "spreadMethod");

    if (g_strcmp0(method, "repeat") == 0) {
        return along - floor(along);
    }
    if (g_strcmp0(method, "reflect") == 0) {
        along = fmod(fabs(along), 2);
        return along > 1 ? 2 - along : along;
    }
    return CLAMP(along, 0, 1);
}

static void find_links(Shade *shade, SvgNode *node)
{
    while (is_gradient(node) && shade->n_links < MOST_LINKS) {
        const char *href = svg_node_href(node);

        shade->links[shade->n_links++] = node;
        node = href ? svg_document_ref(shade->doc, href) : NULL;
    }
}

gboolean svg_shade_at(SvgLinter *linter, guint thing, const char *server, SvgPoint p, guint32 *rgb,
                      double *alpha)
{
    Shade shade = {.doc = linter->doc};
    SvgUserPoint at;
    gboolean of_box, read;
    double along;
    Stop stop;

    find_links(&shade, server ? svg_document_find(linter->doc, server) : NULL);
    if (shade.n_links == 0 || !read_stops(&shade)) {
        return FALSE;
    }
    of_box = g_strcmp0(value_of(&shade, "gradientUnits"), "userSpaceOnUse") != 0;
    read = find_place(&shade, linter, thing, of_box, p, &at) &&
           (svg_node_tag(shade.links[0]) == SVG_TAG_LINEAR_GRADIENT
                ? along_line(&shade, of_box, at, &along)
                : along_radius(&shade, of_box, at, &along));
    if (!read) {
        return FALSE;
    }
    stop = stop_at(&shade, spread(&shade, along));
    *rgb = stop.rgb;
    *alpha = stop.alpha;
    return TRUE;
}
