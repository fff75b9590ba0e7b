/* Strokes, fills, opacity of shapes that are there. */
#include "edit/restyle.h"

#include "edit/build.h"
#include "edit/corners.h"
#include "edit/effects.h"
#include "edit/exact_paint.h"
#include "edit/html.h"
#include "edit/ink.h"
#include "edit/line_paint.h"
#include "edit/paint.h"
#include "edit/part_paint.h"
#include "edit/text_fit.h"
#include "shape/scene.h"

#include <string.h>

/* --- one outline ------------------------------------------------------------------------------ */

/* What is given, with its colours read. */
typedef struct {
    const SvgStyling *styling;
    SvgExactPaint stroke, fill, ink;
} Given;

static gboolean has_stroke(const SvgStyling *styling)
{
    return styling->stroke || (styling->given & (SVG_STYLING_STROKE_WIDTH | SVG_STYLING_DASH));
}

static gboolean has_paint(const SvgStyling *styling)
{
    return styling->fill || has_stroke(styling);
}

/* FALSE when it has no stroke that could be wider or dashed. */
static gboolean restyle_stroke(SvgEdit *edit, SvgNode *node, const Given *given)
{
    const SvgStyling *styling = given->styling;
    SvgStyle style;
    svg_style_of(edit->doc, node, &style);
    if (!styling->stroke && style.stroke.kind == SVG_PAINT_NONE) {
        return FALSE;
    }
    if (styling->stroke) {
        svg_exact_paint_set(edit, node, SVG_PROPERTY_STROKE, &given->stroke);
        svg_line_recolor_heads(edit, node, given->stroke.css);
    }
    if (styling->given & SVG_STYLING_STROKE_WIDTH) {
        svg_stroke_set_width(edit->doc, node, styling->stroke_width);
    }
    if (styling->given & SVG_STYLING_DASH) {
        svg_stroke_set_dash(edit->doc, node, styling->dash);
    }
    svg_edit_changed(edit, node);
    return TRUE;
}

/* An open line isn't filled. FALSE when nothing of it applies. */
static gboolean restyle_outline(SvgEdit *edit, SvgNode *node, const Given *given, gboolean open)
{
    const SvgStyling *styling = given->styling;
    SvgNode *outline = has_stroke(styling) ? svg_part_outline(edit, node) : NULL;
    gboolean fills = styling->fill && !(g_strcmp0(given->fill.css, "none") != 0 && open);
    if (fills) {
        svg_exact_paint_set(edit, node, SVG_PROPERTY_FILL, &given->fill);
    }
    gboolean strokes = has_stroke(styling) && restyle_stroke(edit, outline ? outline : node, given);
    return fills || strokes;
}

/* Words in a text may have colours of their own. */
static void repaint_text(SvgEdit *edit, SvgNode *text, const Given *given)
{
    static const SvgProperty paints[] = {SVG_PROPERTY_FILL, SVG_PROPERTY_STROKE};
    restyle_outline(edit, text, given, FALSE);
    for (SvgNode *at = text; at; at = svg_node_walk(text, at, FALSE)) {
        for (gsize i = 0; at != text && at->name && i < G_N_ELEMENTS(paints); i++) {
            gboolean asked = i == 0 ? given->styling->fill != NULL : given->styling->stroke != NULL;
            if (asked && svg_style_declared(edit->doc, at, paints[i])) {
                svg_exact_paint_set(edit, at, paints[i], i == 0 ? &given->fill : &given->stroke);
            }
        }
    }
}

/* --- one shape -------------------------------------------------------------------------------- */

/* What a shape is drawn with. */
typedef struct {
    SvgNode *shape;
    GPtrArray *outlines, *texts; /* SvgNode * that are free, in it */
    GByteArray *open;            /* of each outline: whether it is an open line */
    GPtrArray *labels, *parts;   /* the same that go with it */
    GPtrArray *html;             /* <foreignObject>s with words that are free */
    SvgPartPaints *paints;       /* what they are painted with; NULL where that isn't asked for */
} Parts;

static void parts_free(gpointer data)
{
    Parts *parts = data;
    g_byte_array_unref(parts->open);
    g_ptr_array_unref(parts->outlines);
    g_ptr_array_unref(parts->texts);
    g_ptr_array_unref(parts->labels);
    g_ptr_array_unref(parts->parts);
    g_ptr_array_unref(parts->html);
    g_clear_pointer(&parts->paints, svg_part_paints_free);
    g_free(parts);
}

static gboolean is_text(const SvgNode *node)
{
    guint flags = svg_tag_flags(svg_node_tag(node));
    return (flags & SVG_TAG_IS_TEXT) && (flags & SVG_TAG_IS_RENDERED);
}

static void sort_out(SvgEdit *edit, SvgNode *node, GPtrArray *texts, GPtrArray *outlines)
{
    gboolean outline = svg_node_is(node, SVG_TAG_IS_SHAPE);
    if ((outline || is_text(node)) && svg_locks_allow_change(edit->doc, node, NULL)) {
        g_ptr_array_add(outline ? outlines : texts, node);
    }
}

/* The words of what is in a group may stand elsewhere: those of all arrows in a group of their own.
 */
static void find_labels(SvgEdit *edit, Parts *out)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (SvgNode *at = out->shape; at; at = svg_node_walk(out->shape, at, FALSE)) {
        g_autoptr(GPtrArray) labels =
            svg_brings_words(edit, out->shape, at) ? svg_node_labels(edit, at) : g_ptr_array_new();
        for (guint i = 0; i < labels->len; i++) {
            if (!svg_node_contains(out->shape, labels->pdata[i]) &&
                g_hash_table_add(seen, labels->pdata[i])) {
                sort_out(edit, labels->pdata[i], out->labels, out->parts);
            }
        }
    }
}

static Parts *find_parts(SvgEdit *edit, SvgNode *shape)
{
    Parts *out = g_new(Parts, 1);
    *out = (Parts){.shape = shape,
                   .outlines = g_ptr_array_new(),
                   .texts = g_ptr_array_new(),
                   .open = g_byte_array_new(),
                   .labels = g_ptr_array_new(),
                   .parts = g_ptr_array_new(),
                   .html = svg_html_all_words(edit, shape)};
    for (SvgNode *at = shape; at; at = svg_node_walk(shape, at, FALSE)) {
        sort_out(edit, at, out->texts, out->outlines);
    }
    find_labels(edit, out);
    return out;
}

static void find_open(SvgEdit *edit, Parts *parts)
{
    for (guint i = 0; i < parts->outlines->len; i++) {
        guint8 open = svg_node_is_open_line(edit, parts->outlines->pdata[i]);
        g_byte_array_append(parts->open, &open, 1);
    }
}

static void changed_all(SvgEdit *edit, const GPtrArray *nodes)
{
    for (guint i = 0; i < nodes->len; i++) {
        svg_edit_changed(edit, nodes->pdata[i]);
    }
}

static void repaint_texts(SvgEdit *edit, const GPtrArray *texts, const Given *given)
{
    for (guint i = 0; i < texts->len; i++) {
        repaint_text(edit, texts->pdata[i], given);
    }
    changed_all(edit, texts);
}

static gboolean has_words(const Parts *parts)
{
    return parts->texts->len + parts->labels->len + parts->html->len > 0;
}

static void restyle_html(SvgEdit *edit, const Parts *parts, const SvgStyling *styling,
                         const char *ink)
{
    for (guint i = 0; i < parts->html->len; i++) {
        svg_html_restyle(edit, parts->html->pdata[i], styling, ink);
    }
}

/* The words in a group with outlines are its label: they keep their colour. Of a text of several
 * lines all are painted. */
static gboolean repaint(SvgEdit *edit, SvgNode *shape, const Parts *parts, const Given *given)
{
    const SvgStyling *styling = given->styling;
    gboolean words = !parts->outlines->len;
    GPtrArray *painted = words ? parts->texts : parts->outlines;
    gboolean any = words && painted->len;
    for (guint i = 0; i < painted->len && !words; i++) {
        any |= restyle_outline(edit, painted->pdata[i], given, parts->open->data[i]);
    }
    if (any) {
        changed_all(edit, painted);
    }
    if (words) {
        repaint_texts(edit, parts->texts, given);
        repaint_texts(edit, parts->labels, given);
    }
    if (styling->stroke) {
        svg_recolor_heads(edit, shape, given->stroke.css);
    }
    if (words && styling->fill && !styling->gradient) {
        restyle_html(edit, parts, &(SvgStyling){0}, given->fill.css);
        any |= parts->html->len > 0;
    }
    return any;
}

static gboolean typeset(SvgEdit *edit, SvgNode *shape, const Parts *parts,
                        const SvgStyling *styling, GError **error)
{
    gboolean label = parts->outlines->len > 0, inside = !svg_words_beside(edit, shape);
    g_autoptr(GPtrArray) all = g_ptr_array_copy(parts->texts, NULL, NULL);
    g_ptr_array_extend(all, parts->labels, NULL, NULL);
    SvgWordsOf words = !label && !parts->labels->len      ? SVG_WORDS_ALONE
                       : !label                           ? SVG_WORDS_BLOCK
                       : inside && parts->texts->len <= 1 ? SVG_WORDS_INSIDE
                                                          : SVG_WORDS_LABEL;
    if (!svg_texts_restyle(edit, shape, all, styling, words, error)) {
        return FALSE;
    }
    restyle_html(edit, parts, styling, NULL);
    changed_all(edit, parts->texts);
    changed_all(edit, parts->labels);
    return TRUE;
}

/* Of all words of the shape, whatever else it is. */
static gboolean repaint_words(SvgEdit *edit, const Parts *parts, const Given *given)
{
    const SvgStyling only = {.fill = given->styling->ink};
    const Given ink = {.styling = &only, .fill = given->ink};
    const GPtrArray *const lists[] = {parts->texts, parts->labels};
    for (gsize k = 0; k < G_N_ELEMENTS(lists); k++) {
        repaint_texts(edit, lists[k], &ink);
    }
    restyle_html(edit, parts, &(SvgStyling){0}, given->ink.css);
    return has_words(parts);
}

void svg_recolor_words(SvgEdit *edit, SvgNode *shape, const char *css)
{
    Given given = {.ink = {.alpha = 1}};
    SvgStyling styling = {.ink = css};
    Parts *parts = find_parts(edit, shape);
    given.styling = &styling;
    g_strlcpy(given.ink.css, css, sizeof given.ink.css);
    repaint_words(edit, parts, &given);
    parts_free(parts);
}

static void force_opacity(SvgDocument *doc, SvgNode *node, double value)
{
    char text[SVG_NUMBER_SIZE];
    svg_force_property(doc, node, SVG_PROPERTY_OPACITY, svg_number_print(value, text));
}

static void set_opacity_of(SvgEdit *edit, SvgNode *node, double opacity)
{
    force_opacity(edit->doc, node, opacity);
    svg_expect_number(edit, node, SVG_PROPERTY_OPACITY, opacity);
    svg_edit_changed(edit, node);
}

/* Of all that it is drawn with: what stands beside it in the file, too. */
static void set_opacity(SvgEdit *edit, SvgNode *shape, const Parts *parts, double opacity)
{
    const GPtrArray *const lists[] = {parts->parts, parts->labels};
    set_opacity_of(edit, shape, opacity);
    for (gsize k = 0; k < G_N_ELEMENTS(lists); k++) {
        for (guint i = 0; i < lists[k]->len; i++) {
            set_opacity_of(edit, lists[k]->pdata[i], opacity);
        }
    }
    for (guint i = 0; i < parts->html->len; i++) {
        if (!svg_node_contains(shape, parts->html->pdata[i])) {
            set_opacity_of(edit, parts->html->pdata[i], opacity);
        }
    }
}

static gboolean set_heads(SvgEdit *edit, const Parts *parts, const SvgStyling *styling)
{
    guint n = 0;
    for (guint i = 0; i < parts->outlines->len; i++) {
        SvgNode *line = parts->outlines->pdata[i];
        if (parts->open->data[i] || svg_node_is_open(edit, line)) {
            svg_line_set_heads(edit, line, styling);
            svg_edit_changed(edit, line);
            n++;
        }
    }
    return n > 0;
}

static gboolean set_corners(SvgEdit *edit, const Parts *parts, double radius)
{
    gboolean any = FALSE;
    for (guint i = 0; i < parts->outlines->len; i++) {
        any |= svg_round_corners(edit, parts->outlines->pdata[i], radius);
    }
    return any;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* What doesn't apply to a shape is told; `n` counts what does. */
static void count(SvgEdit *edit, SvgNode *shape, gboolean applies, const char *why, guint *n)
{
    *n += applies;
    if (!applies) {
        svg_edit_remark(edit, "%s %s", svg_node_id(edit->doc, shape), why);
    }
}

static const char *unpainted(const Parts *parts, const SvgStyling *styling)
{
    return !parts->outlines->len ? "has no outline to paint"
           : !styling->fill ? "has no stroke that could be wider or dashed; give its colour, too"
                            : "is an open line, which isn't filled: stroke is its colour, "
                              "textColor that of its words";
}

static gboolean restyle(SvgEdit *edit, const Parts *parts, const Given *given, guint *n,
                        GError **error)
{
    const SvgStyling *styling = given->styling;
    SvgNode *shape = parts->shape;
    gboolean font = svg_styling_has_font(styling), ok = TRUE;
    SvgInks *inks = styling->fill && parts->outlines->len ? svg_inks_note(edit, shape) : NULL;
    if (has_paint(styling)) {
        count(edit, shape, repaint(edit, shape, parts, given), unpainted(parts, styling), n);
        svg_part_paints_settle(edit, shape, parts->paints);
    }
    if (inks) {
        svg_inks_settle(edit, shape, inks, styling->ink != NULL);
    }
    if (styling->ink) {
        count(edit, shape, repaint_words(edit, parts, given), "has no words", n);
    }
    if (font) {
        count(edit, shape, has_words(parts), "has no words", n);
        ok = typeset(edit, shape, parts, styling, error);
    }
    if (svg_styling_has_heads(styling)) {
        count(edit, shape, set_heads(edit, parts, styling),
              "is no line, so it has no ends for heads", n);
    }
    if (styling->given & SVG_STYLING_CORNER) {
        count(edit, shape, set_corners(edit, parts, styling->corner_radius),
              "has no rectangle whose corners could be rounded", n);
    }
    if (styling->given & SVG_STYLING_OPACITY) {
        gboolean may = svg_locks_allow_looks(edit->doc, shape, NULL);
        count(edit, shape, may, "holds what something locked is drawn with, so its opacity stays",
              n);
        if (may) {
            set_opacity(edit, shape, parts, styling->opacity);
        }
    }
    return ok;
}

static gboolean check_range(const char *what, double value, double least, double most,
                            GError **error)
{
    if (value >= least && value <= most) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "%s is %g; it must lie between %g and %g",
                what, value, least, most);
    return FALSE;
}

static gboolean check(SvgEdit *edit, const SvgStyling *styling, Given *out, GError **error)
{
    guint given = styling->given;
    *out = (Given){.styling = styling};
    if (!given && !styling->color && !styling->stroke && !styling->fill && !styling->ink &&
        !styling->font_family && !styling->gradient) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "nothing of the style was given");
        return FALSE;
    }
    return (!(given & SVG_STYLING_STROKE_WIDTH) ||
            check_range("the stroke's width", styling->stroke_width, 0,
                        svg_document_reach(edit->doc), error)) &&
           (!(given & SVG_STYLING_CORNER) ||
            check_range("the corners' radius", styling->corner_radius, 0,
                        svg_document_reach(edit->doc), error)) &&
           (!(given & SVG_STYLING_OPACITY) ||
            check_range("opacity", styling->opacity, 0, 1, error)) &&
           svg_styling_check_font(edit, styling, error) &&
           svg_styling_check_gradient(edit, styling, error) &&
           (!styling->stroke || svg_exact_paint_read(edit, styling->stroke, &out->stroke, error)) &&
           (!styling->fill || svg_exact_paint_read(edit, styling->fill, &out->fill, error)) &&
           (!styling->ink || svg_exact_paint_read(edit, styling->ink, &out->ink, error));
}

/* Each in a colour as a whole. */
static gboolean recolor(SvgEdit *edit, const GPtrArray *shapes, const char *color, guint *n,
                        GError **error)
{
    SvgSpec spec = {.color = color};
    for (guint i = 0; color && i < shapes->len; i++) {
        if (!svg_paint_existing(edit, shapes->pdata[i], &spec, error)) {
            return FALSE;
        }
        (*n)++;
    }
    return TRUE;
}

static gboolean can_be_filled(const Parts *parts)
{
    return !parts->outlines->len || memchr(parts->open->data, FALSE, parts->open->len);
}

gboolean svg_edit_set_style(SvgEdit *edit, const char *const *ids, const SvgStyling *styling,
                            GError **error)
{
    Given given;
    guint n = 0;
    gboolean fills = FALSE;
    g_autoptr(GPtrArray) shapes =
        check(edit, styling, &given, error) ? svg_edit_find_all(edit, ids, error) : NULL;
    if (!shapes || !recolor(edit, shapes, styling->color, &n, error)) {
        return FALSE;
    }
    SvgStyling outlined = *styling;
    if (svg_stroke_complete(edit, shapes, &outlined, given.stroke.css)) {
        given.styling = styling = &outlined;
        given.stroke.alpha = 1;
    }
    SvgStyling filled = *styling;
    if (styling->gradient) {
        filled.fill = given.fill.css; /* of that below */
        given.styling = styling = &filled;
    }
    if (styling->given & SVG_STYLING_CORNER && styling->corner_radius > 0) {
        svg_corners_prepare(edit, shapes);
    }
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(parts_free);
    for (guint i = 0; i < shapes->len; i++) {
        Parts *parts = find_parts(edit, shapes->pdata[i]);
        find_open(edit, parts);
        parts->paints = has_paint(styling) ? svg_part_paints_note(edit, parts->shape) : NULL;
        g_ptr_array_add(all, parts);
        fills |= can_be_filled(parts);
    }
    if (styling->gradient && fills) {
        svg_exact_paint_of_gradient(edit, styling->gradient, &given.fill);
    }
    for (guint i = 0; i < all->len; i++) {
        if (!restyle(edit, all->pdata[i], &given, &n, error)) {
            return FALSE;
        }
    }
    if (!n) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "nothing of that style applies: %s",
                    svg_edit_note(edit));
    }
    return n > 0;
}
