/* Colours and strokes. */
#include "edit/paint.h"

#include "edit/build.h"
#include "edit/restyle.h"
#include "geometry/values.h"

#include <string.h>

#define STROKE_PX     2.0
#define DEFAULT_COLOR "black"
#define PAPER         "#ffffff"

double svg_unit(SvgDocument *doc)
{
    double px = svg_document_px_per_unit(doc);
    return px > 0 ? 1 / px : 1;
}

void svg_set_property(SvgDocument *doc, SvgNode *node, SvgProperty property, const char *value)
{
    const char *name = svg_property_name(property), *style = svg_node_attr(node, "style");
    g_autofree char *inline_value = style ? svg_declarations_get(style, name) : NULL;
    const char *attribute = svg_node_attr(node, name),
               *declared = svg_style_declared(doc, node, property);
    gboolean attribute_rules = attribute && g_strcmp0(attribute, declared) == 0;
    if (!value && attribute) {
        svg_splice_attr(doc, node, name, NULL);
    }
    if (!inline_value && attribute_rules && value) {
        svg_splice_attr(doc, node, name, value);
    } else if (inline_value || value) {
        g_autofree char *text = svg_declarations_set(style ? style : "", name, value);
        svg_splice_attr(doc, node, "style", *text ? text : NULL);
    }
}

static char *css_color(const char *name, gboolean tint, GError **error)
{
    char *css = svg_palette_css(name, tint);
    if (!css) {
        g_autofree char *names = g_strjoinv(", ", (char **)svg_palette_names());
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is no colour; use a CSS colour or one of %s", name, names);
    }
    return css;
}

/* The value of `fill` for a fill kind in that colour. */
static char *fill_value(const char *color, SvgFill fill, GError **error)
{
    switch (fill) {
    case SVG_FILL_NONE:
        return g_strdup("none");
    case SVG_FILL_BACKGROUND:
        return g_strdup(PAPER);
    case SVG_FILL_TINT:
        return css_color(color, TRUE, error);
    case SVG_FILL_SOLID:
        break;
    }
    return css_color(color, FALSE, error);
}

static gboolean is_stroked_only(SvgKind kind)
{
    return kind == SVG_KIND_LINE || kind == SVG_KIND_ARROW;
}

/* A note is a sheet of coloured paper; everything else an outline unless a fill is asked for. */
static SvgFill default_fill(SvgKind kind)
{
    return kind == SVG_KIND_NOTE ? SVG_FILL_TINT : SVG_FILL_NONE;
}

gboolean svg_paint_new(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    const char *name = spec->color                   ? spec->color
                       : spec->kind == SVG_KIND_NOTE ? "yellow"
                                                     : DEFAULT_COLOR;
    SvgFill kind = spec->given & SVG_SPEC_FILL ? spec->fill : default_fill(spec->kind);
    g_autofree char *stroke = css_color(name, FALSE, error);
    g_autofree char *fill =
        stroke && !is_stroked_only(spec->kind) ? fill_value(name, kind, error) : g_strdup("none");
    if (!stroke || !fill) {
        return FALSE;
    }
    if (spec->kind == SVG_KIND_TEXT) {
        svg_set_property(edit->doc, node, SVG_PROPERTY_FILL, stroke);
        return TRUE;
    }
    char width[SVG_NUMBER_SIZE];
    g_autofree char *style =
        g_strdup_printf("fill:%s;stroke:%s;stroke-width:%s", fill, stroke,
                        svg_number_print(STROKE_PX * svg_unit(edit->doc), width));
    svg_splice_attr(edit->doc, node, "style", style);
    return TRUE;
}

/* --- existing shapes -------------------------------------------------------------------------- */

static char *paint_css(const SvgPaint *paint)
{
    return paint->kind == SVG_PAINT_COLOR ? g_strdup_printf("#%06x", paint->rgb) : NULL;
}

static gboolean is_pale(const char *name)
{
    return name && g_str_has_prefix(name, "light-");
}

static gboolean same_hue(const char *a, const char *b)
{
    return a && b && g_str_equal(a + (is_pale(a) ? 6 : 0), b + (is_pale(b) ? 6 : 0));
}

/* What "make it blue" means for an element that looks like `style`. */
typedef struct {
    gboolean fill, stroke; /* which of the two change */
    gboolean pale;         /* the fill is a tint and stays one */
} Recolor;

static Recolor recolor_of(const SvgNode *node, const SvgStyle *style)
{
    g_autofree char *fill = paint_css(&style->fill), *stroke = paint_css(&style->stroke);
    const char *fill_name = fill ? svg_palette_nearest(fill) : NULL;
    const char *stroke_name = stroke ? svg_palette_nearest(stroke) : NULL;
    gboolean text = (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_TEXT) != 0;
    gboolean painted =
        style->fill.kind == SVG_PAINT_SERVER || (fill_name && !g_str_equal(fill_name, "white"));
    gboolean outline = style->stroke.kind != SVG_PAINT_NONE;
    gboolean line =
        svg_node_tag(node) == SVG_TAG_LINE || style->has_markers[0] || style->has_markers[2];
    Recolor out = {.fill = text || (!line && (painted || !outline)), .pale = is_pale(fill_name)};
    out.stroke = outline && (!out.fill || same_hue(fill_name, stroke_name));
    return out;
}

static gboolean paint_one(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    SvgStyle style;
    svg_style_of(edit->doc, node, &style);
    Recolor change = recolor_of(node, &style);
    gboolean given = (spec->given & SVG_SPEC_FILL) != 0;
    g_autofree char *old = paint_css(change.fill ? &style.fill : &style.stroke);
    const char *color = spec->color ? spec->color : old ? old : DEFAULT_COLOR;
    gboolean named_pale = is_pale(color) || g_strcmp0(color, "white") == 0;
    SvgFill kind = given ? spec->fill : change.pale && !named_pale ? SVG_FILL_TINT : SVG_FILL_SOLID;
    g_autofree char *stroke = css_color(color, FALSE, error);
    g_autofree char *fill = stroke ? fill_value(color, kind, error) : NULL;
    if (!fill) {
        return FALSE;
    }
    if (given || change.fill) {
        svg_set_property(edit->doc, node, SVG_PROPERTY_FILL, fill);
    }
    if (spec->color && change.stroke) {
        svg_set_property(edit->doc, node, SVG_PROPERTY_STROKE, stroke);
        svg_line_recolor_heads(edit, node, stroke);
    }
    return TRUE;
}

gboolean svg_paint_existing(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    if (!spec->color && !(spec->given & SVG_SPEC_FILL)) {
        return TRUE;
    }
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        guint flags = svg_tag_flags(svg_node_tag(at));
        gboolean leaf = (flags & SVG_TAG_IS_SHAPE) || (flags & SVG_TAG_IS_TEXT);
        gboolean part = at != node && (flags & SVG_TAG_IS_TEXT) &&
                        !svg_style_declared(edit->doc, at, SVG_PROPERTY_FILL);
        if (leaf && !part && svg_locks_allow_change(edit->doc, at, NULL) &&
            !paint_one(edit, at, spec, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- what others are painted with ------------------------------------------------------------- */

SvgNode *svg_find_defs(SvgEdit *edit)
{
    for (SvgNode *node = svg_node_first_element(edit->doc->root); node;
         node = svg_node_next_element(node)) {
        if (svg_node_tag(node) == SVG_TAG_DEFS && svg_locks_allow_children(edit->doc, node, NULL)) {
            return node;
        }
    }
    SvgNode *defs = svg_splice_new(edit->doc, "defs");
    svg_splice_insert(edit->doc, edit->doc->root, defs, svg_node_first_element(edit->doc->root));
    return defs;
}
