/* Colours and strokes. */
#include "edit/paint.h"

#include "edit/build.h"
#include "edit/effects.h"
#include "edit/ink.h"
#include "edit/line_paint.h"
#include "edit/part_paint.h"
#include "edit/restyle.h"
#include "edit/style_defaults.h"
#include "values/values.h"

#define DEFAULT_COLOR "black"
#define PAPER         "#ffffff"
#define INK           "#1d1d1d"
#define READABLE      4.5 /* WCAG's contrast for words */
#define HATCH_ID      "hatch-"
#define HATCH_STEP    6.0 /* between the lines of a pattern, in px */

char *svg_paint_css(SvgEdit *edit, const char *name, gboolean tint, GError **error)
{
    char *css = svg_document_color(edit->doc, name, tint);
    if (!css) {
        g_autofree char *names = g_strjoinv(", ", (char **)svg_palette_names());
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is no colour; use a CSS colour or one of %s", name, names);
    }
    return css;
}

static gboolean is_dark(guint32 rgb)
{
    double red = (rgb >> 16) & 255, green = (rgb >> 8) & 255, blue = rgb & 255;
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

/* Of a translucent colour, what is seen of it on paper. */
static double luminance_of(const SvgPaint *fill)
{
    double channels[3];
    for (guint i = 0; i < 3; i++) {
        double channel = fill->rgb >> (16 - 8 * i) & 255;
        channels[i] = 255 + (channel - 255) * fill->alpha;
    }
    return svg_luminance(channels[0], channels[1], channels[2]);
}

double svg_ink_contrast(guint32 ink, const SvgPaint *fill)
{
    const SvgPaint opaque = {SVG_PAINT_COLOR, ink, 1, NULL};
    return svg_contrast(luminance_of(&opaque), luminance_of(fill));
}

char *svg_ink_on(SvgEdit *edit, const SvgPaint *fill)
{
    return svg_ink_like(svg_style_defaults_of(edit)->ink, fill);
}

/* White first on what is dark, else that. */
char *svg_ink_like(guint32 own, const SvgPaint *fill)
{
    guint32 white = 0xffffff, dark = 0x1d1d1d, black = 0;
    gboolean plain = fill->kind == SVG_PAINT_COLOR;
    guint32 inks[] = {own, dark, white, black};
    if (plain && is_dark(fill->rgb)) {
        inks[0] = white;
        inks[2] = own;
    }
    guint best = 0;
    for (guint i = 1; plain && i < G_N_ELEMENTS(inks); i++) {
        double ratio = svg_ink_contrast(inks[best], fill);
        best = ratio < READABLE && svg_ink_contrast(inks[i], fill) > ratio ? i : best;
    }
    return g_strdup_printf("#%06x", inks[best]);
}

/* --- what others are painted with ------------------------------------------------------------- */

/* One line in a tile, turned: lines from corner to corner of a tile would have broken ends. */
static char *hatching(SvgEdit *edit, const char *css)
{
    double unit = svg_style_defaults_of(edit)->unit;
    char step[SVG_NUMBER_SIZE], width[SVG_NUMBER_SIZE], middle[SVG_NUMBER_SIZE];
    svg_number_print(HATCH_STEP * unit, step);
    svg_number_print(HATCH_STEP / 2 * unit, middle);
    const SvgNewAttr attrs[] = {{"patternUnits", "userSpaceOnUse"},
                                {"width", step},
                                {"height", step},
                                {"patternTransform", "rotate(45)"},
                                {NULL, NULL}};
    g_autofree char *d = g_strdup_printf("M %s,0 V %s", middle, step);
    g_autofree char *style =
        g_strdup_printf("fill:none;stroke:%s;stroke-width:%s", css, svg_number_print(unit, width));
    return g_strdup_printf("url(#%s)",
                           svg_shared_def(edit, "pattern", HATCH_ID, css, attrs, d, style));
}

/* --- new shapes ------------------------------------------------------------------------------- */

/* The value of `fill` for a fill kind in that colour. */
static char *fill_value(SvgEdit *edit, const char *color, SvgFill fill, GError **error)
{
    if (fill == SVG_FILL_NONE || fill == SVG_FILL_BACKGROUND) {
        return g_strdup(fill == SVG_FILL_NONE ? "none" : PAPER);
    }
    char *css = svg_paint_css(edit, color, fill == SVG_FILL_TINT, error);
    if (css && fill == SVG_FILL_PATTERN) {
        g_autofree char *plain = css;
        return hatching(edit, plain);
    }
    return css;
}

static gboolean is_stroked_only(SvgKind kind)
{
    return kind == SVG_KIND_LINE || kind == SVG_KIND_ARROW;
}

static char *rgb_css(const SvgPaint *paint)
{
    return paint->kind == SVG_PAINT_COLOR ? g_strdup_printf("#%06x", paint->rgb) : g_strdup("none");
}

typedef struct {
    char *fill, *stroke;
    double width;
} Paints;

static gboolean is_line(SvgKind kind)
{
    return is_stroked_only(kind) || kind == SVG_KIND_DRAW;
}

static const SvgLineLook *look_of_line(SvgEdit *edit, SvgKind kind)
{
    return kind == SVG_KIND_ARROW ? &svg_style_defaults_all(edit)->arrow
                                  : &svg_style_defaults_of(edit)->line;
}

gboolean svg_paint_is_common(const SvgSpec *spec)
{
    return !spec->color && !(spec->given & SVG_SPEC_FILL) && spec->kind != SVG_KIND_NOTE;
}

/* Of a shape that nothing is said about: what others of its sort have. FALSE when there are none.
 */
static gboolean common_paints(SvgEdit *edit, const SvgSpec *spec, Paints *out)
{
    if (!svg_paint_is_common(spec)) {
        return FALSE;
    }
    if (is_line(spec->kind)) {
        const SvgLineLook *look = look_of_line(edit, spec->kind);
        out->fill = look->known ? g_strdup("none") : NULL;
        out->stroke = look->known ? g_strdup_printf("#%06x", look->rgb) : NULL;
        return look->known;
    }
    const SvgOutlineLook *look = &svg_style_defaults_all(edit)->outline;
    out->fill = look->known ? rgb_css(&look->fill) : NULL;
    out->stroke = look->known ? rgb_css(&look->stroke) : NULL;
    return look->known;
}

/* A note is a sheet of coloured paper; everything else an outline unless a fill is asked for. The
 * lines inside a shape of one colour are seen by their contrast. */
static gboolean asked_paints(SvgEdit *edit, const SvgSpec *spec, Paints *out, GError **error)
{
    gboolean note = spec->kind == SVG_KIND_NOTE;
    const char *name = spec->color ? spec->color : note ? "yellow" : DEFAULT_COLOR;
    SvgFill fill = spec->given & SVG_SPEC_FILL ? spec->fill : note ? SVG_FILL_TINT : SVG_FILL_NONE;
    SvgPaint solid = {.kind = SVG_PAINT_COLOR};
    double alpha;
    out->stroke = svg_paint_css(edit, name, FALSE, error);
    out->fill = !out->stroke                  ? NULL
                : is_stroked_only(spec->kind) ? g_strdup("none")
                                              : fill_value(edit, name, fill, error);
    if (out->fill && fill == SVG_FILL_SOLID && svg_outline_has_inner_lines(spec->kind) &&
        svg_color_parse(out->stroke, &solid.rgb, &alpha)) {
        g_free(out->stroke);
        out->stroke = g_strdup(is_dark(solid.rgb) ? PAPER : INK);
    }
    return out->fill != NULL;
}

gboolean svg_paint_new(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    if (spec->kind == SVG_KIND_TEXT) {
        g_autofree char *ink =
            svg_paint_css(edit, spec->color ? spec->color : DEFAULT_COLOR, FALSE, error);
        if (ink) {
            svg_set_property(edit->doc, node, SVG_PROPERTY_FILL, ink);
        }
        return ink != NULL;
    }
    const SvgLineLook *look = look_of_line(edit, spec->kind);
    char width[SVG_NUMBER_SIZE];
    Paints paints = {0};
    gboolean good = common_paints(edit, spec, &paints) || asked_paints(edit, spec, &paints, error);
    if (good) {
        svg_number_print(
            is_line(spec->kind) ? look->width : svg_style_defaults_all(edit)->outline.width, width);
        gboolean bare = g_str_equal(paints.stroke, "none");
        g_autofree char *style = g_strdup_printf(
            "fill:%s;stroke:%s%s%s%s", paints.fill, paints.stroke,
            bare ? "" : ";stroke-width:", bare ? "" : width,
            spec->kind == SVG_KIND_DRAW ? ";stroke-linecap:round;stroke-linejoin:round" : "");
        svg_splice_attr(edit->doc, node, "style", style);
    }
    g_free(paints.fill);
    g_free(paints.stroke);
    return good;
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

static gboolean is_grey(const char *name)
{
    return g_str_equal(name, "black") || g_str_equal(name, "white") ||
           g_str_has_suffix(name, "grey");
}

static gboolean is_hatched(const SvgPaint *fill)
{
    return fill->kind == SVG_PAINT_SERVER && fill->server &&
           g_str_has_prefix(fill->server, HATCH_ID);
}

/* What "make it blue" means for an element that looks like `style`. */
typedef struct {
    gboolean fill, stroke; /* which of the two change */
    gboolean pale;         /* the fill is a tint and stays one, beside an outline that tells more */
    gboolean outline;      /* it has a stroke */
} Recolor;

static Recolor recolor_of(SvgEdit *edit, SvgNode *node, const SvgStyle *style)
{
    g_autofree char *fill = paint_css(&style->fill), *stroke = paint_css(&style->stroke);
    const char *fill_name = fill ? svg_palette_nearest(fill) : NULL;
    const char *stroke_name = stroke ? svg_palette_nearest(stroke) : NULL;
    gboolean text = svg_node_is(node, SVG_TAG_IS_TEXT);
    gboolean painted =
        style->fill.kind == SVG_PAINT_SERVER || (fill_name && !g_str_equal(fill_name, "white"));
    gboolean outline = style->stroke.kind != SVG_PAINT_NONE;
    gboolean line = !text && svg_node_is_line(edit, node);
    Recolor out = {.fill = text || (!line && (painted || !outline)), .outline = outline};
    out.stroke = outline && (line || !out.fill || is_hatched(&style->fill) ||
                             same_hue(fill_name, stroke_name) ||
                             (!text && stroke_name && !is_grey(stroke_name)));
    out.pale = out.stroke && is_pale(fill_name);
    return out;
}

/* What its colour is called by: that of which the present fill is a tint, where it is one. The
 * caller's; NULL if it has none. */
static char *present_color(const SvgStyle *style, gboolean by_fill)
{
    g_autofree char *fill = paint_css(&style->fill), *stroke = paint_css(&style->stroke);
    const char *name = stroke ? svg_palette_nearest(stroke) : NULL;
    g_autofree char *tint = name ? svg_palette_css(name, TRUE) : NULL;
    gboolean tinted = tint && g_strcmp0(tint, fill) == 0;
    return by_fill && !tinted ? g_steal_pointer(&fill) : g_steal_pointer(&stroke);
}

/* Whatever style sheets say; of what is hatched, it isn't read which colour that has. */
static void force_paint(SvgEdit *edit, SvgNode *node, SvgProperty property, const char *css)
{
    svg_force_property(edit->doc, node, property, css);
    if (!g_str_has_prefix(css, "url(")) {
        svg_expect_paint(edit, node, property, css);
    }
}

static gboolean paint_one(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    SvgStyle style;
    svg_style_of(edit->doc, node, &style);
    Recolor change = recolor_of(edit, node, &style);
    gboolean text = (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_TEXT) != 0;
    gboolean given = spec->given & SVG_SPEC_FILL && (text || !svg_node_is_line(edit, node));
    gboolean by_fill = change.fill && style.fill.kind == SVG_PAINT_COLOR;
    g_autofree char *old = present_color(&style, by_fill);
    const char *color = spec->color ? spec->color : old ? old : DEFAULT_COLOR;
    gboolean named_pale = is_pale(color) || g_strcmp0(color, "white") == 0;
    SvgFill kind = given                        ? spec->fill
                   : is_hatched(&style.fill)    ? SVG_FILL_PATTERN
                   : change.pale && !named_pale ? SVG_FILL_TINT
                                                : SVG_FILL_SOLID;
    g_autofree char *stroke = svg_paint_css(edit, color, FALSE, error);
    g_autofree char *fill =
        stroke && (given || change.fill) ? fill_value(edit, color, kind, error) : NULL;
    if (!stroke || ((given || change.fill) && !fill)) {
        return FALSE;
    }
    if (fill) {
        force_paint(edit, node, SVG_PROPERTY_FILL, fill);
    }
    gboolean hollow =
        given && !text && spec->fill == SVG_FILL_NONE; /* the outline tells its colour */
    SvgNode *outline = hollow && spec->color ? svg_part_outline(edit, node) : NULL;
    if (outline) {
        force_paint(edit, outline, SVG_PROPERTY_STROKE, stroke);
        svg_edit_changed(edit, outline);
    } else if (spec->color && (change.stroke || (hollow && change.outline))) {
        force_paint(edit, node, SVG_PROPERTY_STROKE, stroke);
        svg_line_recolor_heads(edit, node, stroke);
        svg_recolor_heads(edit, node, stroke);
    }
    return TRUE;
}

/* Nothing is filled behind its words: they have the colour that the shape is told by. */
static gboolean is_open(SvgEdit *edit, const SvgNode *node)
{
    SvgStyle style;
    svg_style_of(edit->doc, node, &style);
    return (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_SHAPE) &&
           style.fill.kind == SVG_PAINT_NONE;
}

static void paint_words(SvgEdit *edit, SvgNode *node, const char *color)
{
    g_autofree char *css = svg_document_color(edit->doc, color, FALSE);
    if (css && (is_open(edit, node) || svg_node_is_open_line(edit, node) ||
                svg_node_tag(node) == SVG_TAG_TEXT)) {
        svg_recolor_words(edit, node, css);
    }
}

/* All free ones in it that are painted by themselves. */
static gboolean paint_leaves(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        guint flags = svg_tag_flags(svg_node_tag(at));
        gboolean leaf = (flags & SVG_TAG_IS_SHAPE) || (flags & SVG_TAG_IS_TEXT);
        gboolean part = at != node && svg_node_is(at->parent, SVG_TAG_IS_TEXT) &&
                        !svg_style_declared(edit->doc, at, SVG_PROPERTY_FILL);
        if (leaf && !part && svg_locks_allow_change(edit->doc, at, NULL) &&
            !paint_one(edit, at, spec, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_paint_existing(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    if (!spec->color && !(spec->given & SVG_SPEC_FILL)) {
        return TRUE;
    }
    if (!spec->color && spec->fill != SVG_FILL_NONE && svg_node_is_open_line(edit, node)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is an open line, which isn't filled; give its color",
                    svg_node_id(edit->doc, node));
        return FALSE;
    }
    /* Words that are in the shape, as in a group, get the colour that was asked for. */
    gboolean asked = spec->color && !svg_node_is(node, SVG_TAG_IS_SHAPE);
    SvgInks *inks = asked ? NULL : svg_inks_note(edit, node);
    g_autoptr(SvgPartPaints) paints = svg_part_paints_note(edit, node);
    gboolean good = paint_leaves(edit, node, spec, error);
    svg_part_paints_settle(edit, node, paints);
    if (good && spec->color) {
        paint_words(edit, node, spec->color);
    }
    if (inks) {
        svg_inks_settle(edit, node, inks, FALSE);
    }
    svg_edit_changed(edit, node);
    return good;
}
