/* Gradients from one colour to another, across the box of what is filled. */
#include "document/ids.h"
#include "edit/defs.h"
#include "edit/exact_paint.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

#define ID     "gradient-"
#define RADIAL "radial"

typedef struct {
    char color[8]; /* "#rrggbb" */
    double alpha;
} Stop;

typedef struct {
    Stop stops[2];
    double angle; /* from 0 on, below 360 */
    gboolean radial;
} Wanted;

static gboolean read_stop(SvgEdit *edit, const char *name, Stop *out)
{
    guint32 rgb;
    g_autofree char *css = svg_document_color(edit->doc, name, FALSE);
    out->alpha = 1;
    gboolean exact = svg_color_parse(name, &rgb, &out->alpha);
    if (!css && !exact) {
        return FALSE;
    }
    if (css) {
        g_strlcpy(out->color, css, sizeof out->color);
    } else {
        g_snprintf(out->color, sizeof out->color, "#%06x", rgb);
    }
    return TRUE;
}

static gboolean fail_color(const char *name, GError **error)
{
    g_autofree char *palette = g_strjoinv(", ", (char **)svg_palette_names());
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "\"%.40s\" is no colour of a gradient; use a CSS colour or one of %s",
                name ? name : "", palette);
    return FALSE;
}

gboolean svg_styling_check_gradient(SvgEdit *edit, const SvgStyling *styling, GError **error)
{
    const SvgGradient *gradient = styling->gradient;
    Stop stop;
    if (!gradient) {
        return TRUE;
    }
    if (styling->fill) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "a shape is filled with a colour or with a gradient; give one of the two");
        return FALSE;
    }
    if (!gradient->from || !read_stop(edit, gradient->from, &stop)) {
        return fail_color(gradient->from, error);
    }
    if (!gradient->to || !read_stop(edit, gradient->to, &stop)) {
        return fail_color(gradient->to, error);
    }
    if (!isfinite(gradient->angle)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "the angle of a gradient must be a number of degrees");
        return FALSE;
    }
    return TRUE;
}

/* To a tenth of a degree. */
static Wanted read_wanted(SvgEdit *edit, const SvgGradient *gradient)
{
    Wanted out = {.radial = gradient->radial};
    double angle = round(fmod(gradient->angle, 360) * 10) / 10;
    read_stop(edit, gradient->from, &out.stops[0]);
    read_stop(edit, gradient->to, &out.stops[1]);
    out.angle = fmod(angle + 360, 360);
    return out;
}

/* --- writing ---------------------------------------------------------------------------------- */

static char *number(double value)
{
    char text[SVG_NUMBER_SIZE];
    return g_strdup(svg_number_print(round(value * 1e4) / 1e4, text));
}

static const char *const ends[] = {"x1", "y1", "x2", "y2"};

/* It crosses the box from one corner or side to the one across: so far to both sides of its
 * middle. The `which` one of `ends`; the caller's. */
static char *end_of(const Wanted *wanted, guint which)
{
    double c = cos(wanted->angle * G_PI / 180), s = sin(wanted->angle * G_PI / 180);
    double half = (fabs(c) + fabs(s)) / 2 * (which < 2 ? -1 : 1);
    return number(0.5 + (which % 2 ? s : c) * half);
}

static char *stop_style(const Stop *stop)
{
    g_autofree char *alpha = number(stop->alpha);
    return stop->alpha < 1 ? g_strdup_printf("stop-color:%s;stop-opacity:%s", stop->color, alpha)
                           : g_strdup_printf("stop-color:%s", stop->color);
}

static const char *tag_of(const Wanted *wanted)
{
    return wanted->radial ? "radialGradient" : "linearGradient";
}

/* "gradient-RRGGBB-RRGGBB-90deg": its colours, and its angle or that it is radial. */
static char *id_of(const Wanted *wanted)
{
    g_autofree char *angle = number(wanted->angle);
    GString *id = g_string_new(ID);
    for (guint i = 0; i < G_N_ELEMENTS(wanted->stops); i++) {
        const Stop *stop = &wanted->stops[i];
        g_string_append(id, stop->color + 1);
        if (stop->alpha < 1) {
            g_string_append_printf(id, "%02x", (guint)lround(stop->alpha * 255));
        }
        g_string_append_c(id, '-');
    }
    g_string_append(id, wanted->radial ? RADIAL : angle);
    g_string_append(id, wanted->radial ? "" : "deg");
    return g_string_free(id, FALSE);
}

static SvgNode *make(SvgEdit *edit, const Wanted *wanted, const char *id)
{
    SvgNode *node = svg_splice_new(edit->doc, tag_of(wanted));
    svg_splice_attr(edit->doc, node, "id", id);
    for (guint i = 0; !wanted->radial && i < G_N_ELEMENTS(ends); i++) {
        g_autofree char *text = end_of(wanted, i);
        svg_splice_attr(edit->doc, node, ends[i], text);
    }
    svg_splice_insert(edit->doc, svg_find_defs(edit), node, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(wanted->stops); i++) {
        SvgNode *stop = svg_splice_new(edit->doc, "stop");
        g_autofree char *style = stop_style(&wanted->stops[i]);
        svg_splice_attr(edit->doc, stop, "offset", i == 0 ? "0" : "1");
        svg_splice_attr(edit->doc, stop, "style", style);
        svg_splice_insert(edit->doc, node, stop, NULL);
    }
    return node;
}

/* --- one that is there ------------------------------------------------------------------------ */

static gboolean has_stop(const SvgNode *node, const Stop *wanted)
{
    g_autofree char *style = stop_style(wanted);
    return node && svg_node_tag(node) == SVG_TAG_STOP && node->n_attrs == 2 &&
           g_strcmp0(svg_node_attr(node, "style"), style) == 0;
}

static gboolean has_ends(const SvgNode *node, const Wanted *wanted)
{
    gboolean has = TRUE;
    for (guint i = 0; !wanted->radial && i < G_N_ELEMENTS(ends); i++) {
        g_autofree char *text = end_of(wanted, i);
        has = has && g_strcmp0(svg_node_attr(node, ends[i]), text) == 0;
    }
    return has && node->n_attrs == (wanted->radial ? 1u : 1 + G_N_ELEMENTS(ends));
}

/* Somebody may have changed it since. */
static gboolean is_same(const SvgNode *node, const Wanted *wanted)
{
    const SvgNode *first = svg_node_first_element(node);
    const SvgNode *second = first ? svg_node_next_element(first) : NULL;
    return g_str_equal(node->name->str, tag_of(wanted)) && has_ends(node, wanted) &&
           has_stop(first, &wanted->stops[0]) && has_stop(second, &wanted->stops[1]) &&
           !svg_node_next_element(second);
}

void svg_exact_paint_of_gradient(SvgEdit *edit, const SvgGradient *gradient, SvgExactPaint *out)
{
    Wanted wanted = read_wanted(edit, gradient);
    g_autofree char *id = id_of(&wanted);
    SvgNode *node = svg_document_find(edit->doc, id);
    if (!node || !is_same(node, &wanted)) {
        g_autofree char *free_id = svg_document_unique_id(edit->doc, id);
        node = make(edit, &wanted, free_id);
    }
    g_snprintf(out->css, sizeof out->css, "url(#%s)", node->id);
    out->alpha = 1;
}
