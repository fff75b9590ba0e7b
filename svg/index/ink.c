/* Filter regions, which reach beyond an element's box; containers that can't be cut; opacities that
 * needn't be layers. */
#include "index/ink.h"

#include "values/values.h"

#include <math.h>
#include <string.h>

/* What we can't tell the extent of is everywhere. */
#define EVERYWHERE ((SvgBox){-1e300, -1e300, 2e300, 2e300})

gboolean svg_ink_is_leaf(const SvgNode *node)
{
    guint flags = svg_tag_flags(svg_node_tag(node));
    return (flags & SVG_TAG_IS_RENDERED) && !(flags & SVG_TAG_IS_CONTAINER);
}

/* --- filters ---------------------------------------------------------------------------------- */

/* An attribute of a filter that is a fraction of the element's box; NAN for what we can't read. */
static double fraction(const SvgNode *filter, const char *name, double missing)
{
    const SvgLengthContext one = {1, 1, 1, 1};
    const char *text = svg_node_attr(filter, name);
    double value;
    if (!text) {
        return missing;
    }
    return svg_length_parse(text, &one, SVG_AXIS_X, &value) ? value : NAN;
}

static gboolean is_upright(SvgMatrix m)
{
    return m.b == 0 && m.c == 0;
}

/* The box that fractions refer to is made of the children's boxes, each turned as it is: of tilted
 * ones it can be larger than theirs by half a diagonal. */
static SvgBox region_by_box(const SvgNode *filter, const SvgDrawn *drawn, SvgMatrix matrix)
{
    SvgBox box = drawn->bounds.geometric;
    double x = fraction(filter, "x", -0.1), w = fraction(filter, "width", 1.2);
    double y = fraction(filter, "y", -0.1), h = fraction(filter, "height", 1.2);
    double dx = MAX(MAX(-x, x + w - 1), 0), dy = MAX(MAX(-y, y + h - 1), 0);
    if (!isfinite(dx + dy + x + y + w + h) || svg_box_is_empty(box)) {
        return EVERYWHERE;
    }
    if (svg_ink_is_leaf(drawn->node) && is_upright(matrix)) {
        return svg_box_grown(box, dx * box.w, dy * box.h);
    }
    double diagonal = hypot(box.w, box.h);
    double more = diagonal + MAX(dx, dy) * 3 * diagonal;
    return svg_box_grown(box, more, more);
}

static SvgBox region_in_user_space(const SvgNode *filter, SvgMatrix matrix)
{
    static const char *const names[] = {"x", "y", "width", "height"};
    const SvgLengthContext px = {0, 0, 12, 0};
    double values[G_N_ELEMENTS(names)];
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *text = svg_node_attr(filter, names[i]);
        if (!text || svg_length_is_percent(text) ||
            !svg_length_parse(text, &px, SVG_AXIS_X, &values[i])) {
            return EVERYWHERE;
        }
    }
    return svg_matrix_box_to_document(matrix,
                                      (SvgUserBox){values[0], values[1], values[2], values[3]});
}

static SvgBox filter_region(SvgDocument *doc, const char *id, const SvgDrawn *drawn,
                            SvgMatrix matrix)
{
    const SvgNode *filter = svg_document_find(doc, id);
    if (!filter || svg_node_tag(filter) != SVG_TAG_FILTER) {
        return drawn->bounds.visual;
    }
    const char *units = svg_node_attr(filter, "filterUnits");
    return g_strcmp0(units, "userSpaceOnUse") == 0 ? region_in_user_space(filter, matrix)
                                                   : region_by_box(filter, drawn, matrix);
}

/* The element itself declares the property, and not as `initial`. Sheets are asked about as a
 * whole, see svg_sheet_facts(). */
static gboolean declares(const SvgNode *node, const char *property, const char *initial)
{
    const char *attr = svg_node_attr(node, property), *style = svg_node_attr(node, "style");
    if (attr && strcmp(attr, initial) != 0) {
        return TRUE;
    }
    g_autofree char *value =
        style && strstr(style, property) ? svg_declarations_get(style, property) : NULL;
    return value && strcmp(value, initial) != 0;
}

/* blur(2px), or a list, which SvgStyle doesn't have. */
static gboolean has_filter_function(const SvgNode *node)
{
    const char *attr = svg_node_attr(node, "filter"), *style = svg_node_attr(node, "style");
    g_autofree char *value =
        style && strstr(style, "filter") ? svg_declarations_get(style, "filter") : NULL;
    const char *text = value ? value : attr;
    const char *bracket = text ? strchr(text, '(') : NULL;
    return bracket && (!g_str_has_prefix(text, "url(") || strchr(bracket + 1, '('));
}

/* --- texts ------------------------------------------------------------------------------------ */

typedef struct {
    gboolean rare; /* what stands for its letters is of another size in each program, or nothing */
    gboolean spread; /* letters have places of their own, of which librsvg knows only the first */
    gsize n_bytes;
} Words;

/* Letters beyond the Latin ones are those that no font may have. */
static gboolean has_rare_letters(const char *text)
{
    const guchar first_rare = 0xC9; /* as UTF-8 begins from U+0240 on */
    for (const char *c = text; *c; c++) {
        gboolean dash_or_quote = (guchar)c[0] == 0xE2 && (guchar)c[1] == 0x80;
        if ((guchar)*c >= first_rare && !dash_or_quote) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean places_letters(const SvgNode *node)
{
    static const gboolean lists[SVG_ATTR_COUNT] = {
        [SVG_ATTR_X] = TRUE, [SVG_ATTR_Y] = TRUE, [SVG_ATTR_DX] = TRUE, [SVG_ATTR_DY] = TRUE};
    for (guint i = 0; i < node->n_attrs; i++) {
        guint attr = node->attrs[i].name->attr;
        if (attr == SVG_ATTR_TEXT_LENGTH ||
            (lists[attr] && !svg_list_is_single(node->attrs[i].value))) {
            return TRUE;
        }
    }
    return FALSE;
}

static Words read_words(SvgNode *top)
{
    Words words = {FALSE, FALSE, 0};
    for (SvgNode *at = top; at; at = svg_node_walk(top, at, FALSE)) {
        words.spread = words.spread || (at->name && places_letters(at));
        if (at->text) {
            words.rare = words.rare || has_rare_letters(at->text);
            words.n_bytes += strlen(at->text);
        }
    }
    return words;
}

/* Two programs may lay a text out a little differently. Where letters are spread, librsvg puts them
 * in one line; none is wider than all of them are together, whichever way the line goes. */
static SvgBox text_ink(SvgNode *text, const SvgBounds *bounds)
{
    SvgBox visual = bounds->visual, em = bounds->geometric;
    Words words = read_words(text);
    double more = visual.w / 8 + visual.h / 4;
    more += words.spread ? 2 * (double)words.n_bytes * MIN(em.w, em.h) : 0;
    return words.rare ? EVERYWHERE : svg_box_grown(visual, more, more);
}

static gboolean is_text(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_TEXT_BLOCK);
}

/* --- any element ------------------------------------------------------------------------------ */

/* What is shown can have filters of its own, wherever they are declared. */
static SvgBox use_ink(SvgDocument *doc, const SvgDrawn *drawn)
{
    SvgNode *target = svg_document_ref(doc, svg_node_href(drawn->node));
    gboolean has_text = FALSE;
    for (SvgNode *at = target; at; at = svg_node_walk(target, at, FALSE)) {
        if (at->name && (declares(at, "filter", "none") || svg_node_attr(at, "class") ||
                         svg_node_tag(at) == SVG_TAG_USE)) {
            return EVERYWHERE;
        }
        has_text = has_text || is_text(at);
    }
    return has_text ? text_ink(target, &drawn->bounds) : drawn->bounds.visual;
}

static SvgBox ink_of(SvgDocument *doc, const SvgStyle *style, SvgMatrix matrix,
                     const SvgDrawn *drawn)
{
    SvgBox visual = drawn->bounds.visual;
    gboolean leaf = svg_ink_is_leaf(drawn->node);
    if (has_filter_function(drawn->node)) {
        return EVERYWHERE;
    }
    if (style->filter) {
        return svg_box_union(visual, filter_region(doc, style->filter, drawn, matrix));
    }
    if ((leaf && svg_box_is_empty(visual)) || style->shape_inside || style->inline_size) {
        return EVERYWHERE; /* librsvg doesn't wrap: it writes one long line, elsewhere */
    }
    if (svg_node_tag(drawn->node) == SVG_TAG_USE) {
        return use_ink(doc, drawn);
    }
    return is_text(drawn->node) ? text_ink(drawn->node, &drawn->bounds) : visual;
}

/* --- containers ------------------------------------------------------------------------------- */

static gboolean clip_needs_box(SvgDocument *doc, const char *id)
{
    const SvgNode *clip = id ? svg_document_find(doc, id) : NULL;
    if (!clip) {
        return FALSE;
    }
    return g_strcmp0(svg_node_attr(clip, "clipPathUnits"), "objectBoundingBox") == 0 ||
           declares(clip, "clip-path", "none") || svg_node_attr(clip, "class");
}

static gboolean is_whole(SvgDocument *doc, const SvgNode *node, const SvgStyle *style)
{
    return svg_node_tag(node) == SVG_TAG_SWITCH || style->filter || style->mask ||
           declares(node, "filter", "none") || declares(node, "mask", "none") ||
           clip_needs_box(doc, style->clip_path);
}

/* --- opacity ---------------------------------------------------------------------------------- */

static gboolean has_marker(const SvgStyle *style)
{
    return style->has_markers[0] || style->has_markers[1] || style->has_markers[2];
}

/* A shape that is painted once: then opacity of the element and of the paint are the same. */
static void read_fold(const SvgStyle *style, SvgDrawn *out)
{
    gboolean fills = style->fill.kind != SVG_PAINT_NONE;
    gboolean strokes = style->stroke.kind != SVG_PAINT_NONE && style->stroke_width > 0;
    gboolean shape = svg_node_is(out->node, SVG_TAG_IS_SHAPE);
    out->fold = SVG_FOLD_NONE;
    if (!shape || !(style->opacity < 1) || fills == strokes || has_marker(style) || style->filter ||
        style->mask || style->clip_path || declares(out->node, "filter", "none") ||
        declares(out->node, "mix-blend-mode", "normal")) {
        return;
    }
    out->fold = fills ? SVG_FOLD_FILL : SVG_FOLD_STROKE;
    out->folded = style->opacity * (fills ? style->fill_opacity : style->stroke_opacity);
}

/* --- outlines --------------------------------------------------------------------------------- */

static void read_stroke(const SvgStyle *style, SvgMatrix m, SvgDrawn *out)
{
    gboolean strokes =
        svg_node_is(out->node, SVG_TAG_IS_SHAPE) && style->stroke.kind != SVG_PAINT_NONE;
    double scale = style->non_scaling_stroke ? 1 : svg_matrix_scale(m);
    out->own_stroke = strokes ? (float)style->stroke_width : 0;
    out->stroke = (float)(out->own_stroke * scale);
}

void svg_ink_read(SvgDocument *doc, const SvgStyle *style, SvgMatrix matrix, SvgDrawn *out)
{
    read_stroke(style, matrix, out);
    out->ink = ink_of(doc, style, matrix, out);
    out->whole = !svg_ink_is_leaf(out->node) && is_whole(doc, out->node, style);
    read_fold(style, out);
}

/* --- style sheets ----------------------------------------------------------------------------- */

/* ":hover" and the like never match in a picture; no edit makes another element the root, which a
 * part of a drawing has, too. */
static gboolean is_harmless(const char *pseudo)
{
    static const char *const names[] = {"hover", "active", "focus", "visited", "link", "root"};
    gsize len = 0;
    while (g_ascii_isalnum(pseudo[len]) || pseudo[len] == '-') {
        len++;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strlen(names[i]) == len && strncmp(pseudo, names[i], len) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean asks_for_siblings(const char *css)
{
    gboolean in_block = FALSE;
    if (strstr(css, "@media") || strstr(css, "@supports")) {
        return TRUE; /* blocks in blocks: not worth reading twice */
    }
    for (const char *at = css; *at; at++) {
        if (*at == '{' || *at == '}') {
            in_block = *at == '{';
        } else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            at = end ? end + 1 : at + strlen(at) - 1;
        } else if (!in_block &&
                   (*at == '+' || *at == '~' || (*at == ':' && !is_harmless(at + 1)))) {
            return TRUE;
        }
    }
    return FALSE;
}

SvgSheetFacts svg_sheet_facts(const char *css)
{
    gboolean functions = FALSE;
    for (const char *at = css; (at = strstr(at, "filter")); at += 6) {
        const char *value = at + 6;
        value += strspn(value, ": \t\r\n");
        functions =
            functions || !(g_str_has_prefix(value, "url(") || strncmp(value, "none", 4) == 0);
    }
    return (SvgSheetFacts){
        .siblings = asks_for_siblings(css),
        .effects = functions || strstr(css, "mix-blend-mode"),
    };
}
