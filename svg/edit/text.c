/* Text as Inkscape edits it: one role="line" tspan a line, positioned for every other renderer too.
 */
#include "geometry/text.h"

#include "edit/build.h"
#include "edit/embedded.h"
#include "edit/paint.h"
#include "edit/spans.h"
#include "edit/style_defaults.h"
#include "shape/words.h"

#include <math.h>
#include <string.h>

#define REGULAR    400 /* weights of fonts */
#define BOLD       700
#define LEAST_STEP 0.6 /* of the usual one: lines that are closer lie on each other */

void svg_default_font(SvgEdit *edit, SvgStyle *out)
{
    const SvgStyleDefaults *looks = svg_style_defaults_of(edit);
    svg_style_initial(out);
    out->serial = 0;
    out->font_family = looks->family;
    out->font_size = looks->font_size;
}

void svg_words_font(SvgEdit *edit, const SvgSpec *spec, SvgStyle *out)
{
    const SvgLetterLook *words = &svg_style_defaults_all(edit)->words;
    svg_default_font(edit, out);
    if (words->known) {
        out->font_family = words->family ? words->family : out->font_family;
        out->font_size = words->size;
        out->font_weight = words->weight;
        out->font_italic = words->italic;
    }
    svg_spec_letters(spec, out);
}

void svg_spec_letters(const SvgSpec *spec, SvgStyle *font)
{
    if (spec && spec->given & SVG_SPEC_FONT_SIZE) {
        font->font_size = spec->font_size;
    }
    if (spec && spec->given & SVG_SPEC_BOLD) {
        font->font_weight = spec->bold ? BOLD : REGULAR;
    }
}

void svg_spec_font(SvgEdit *edit, const SvgSpec *spec, SvgStyle *out)
{
    svg_default_font(edit, out);
    svg_spec_letters(spec, out);
}

static SvgNode *add_line(SvgEdit *edit, SvgNode *text, const char *line, double x, double y)
{
    SvgNode *tspan = svg_splice_new(edit->doc, "tspan");
    svg_splice_attr(edit->doc, tspan, "sodipodi:role", "line");
    svg_splice_number(edit->doc, tspan, "x", x);
    svg_splice_number(edit->doc, tspan, "y", y);
    svg_splice_insert(edit->doc, text, tspan, NULL);
    svg_splice_text(edit->doc, tspan, line);
    return tspan;
}

/* To a thousandth of the font's size: what more digits say, nobody sees. */
static double rounded(double value, double font_size)
{
    double step = pow(10, floor(log10(font_size)) - 3);
    return round(value / step) * step;
}

/* From the anchor point down to the first baseline, for a block of `n` lines. */
static double first_baseline(SvgAnchor anchor, guint n, const SvgStyle *style)
{
    SvgTextExtents line;
    svg_text_measure("x", style, &line);
    double height = line.ascent + (n - 1) * SVG_LINE_HEIGHT * style->font_size + line.descent;
    guint row = anchor / 3; /* top, middle, bottom */
    return rounded(line.ascent - height * row / 2, style->font_size);
}

SvgNode *svg_build_text(SvgEdit *edit, char **lines, SvgPoint at, SvgAnchor anchor,
                        const SvgStyle *style, const char *fill, SvgMatrix to_written)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    char size[SVG_NUMBER_SIZE];
    SvgUserPoint p = svg_matrix_to_user(to_written, at);
    g_autofree char *words = g_strjoinv(" ", lines);
    SvgStyle font = *style;
    svg_embedded_font(edit, &font, words);
    g_autofree char *family = g_strdup(font.font_family);
    g_strdelimit(family, ";", ' ');
    g_autofree char *weight =
        font.font_weight == REGULAR ? NULL : g_strdup_printf(";font-weight:%d", font.font_weight);
    g_autofree char *css =
        g_strdup_printf("font-size:%spx;font-family:%s%s%s;text-anchor:%s;fill:%s",
                        svg_number_print(style->font_size, size), family,
                        font.font_italic ? ";font-style:italic" : "", weight ? weight : "",
                        anchors[anchor % 3], fill);
    SvgNode *text = svg_splice_new(edit->doc, "text");
    double y = p.y + first_baseline(anchor, g_strv_length(lines), style);
    svg_splice_attr(edit->doc, text, "xml:space", "preserve");
    svg_splice_number(edit->doc, text, "x", p.x);
    svg_splice_number(edit->doc, text, "y", y);
    svg_splice_attr(edit->doc, text, "style", css);
    for (guint i = 0; lines[i]; i++) {
        add_line(edit, text, lines[i], p.x, y + i * SVG_LINE_HEIGHT * style->font_size);
    }
    return text;
}

/* --- changing the words ----------------------------------------------------------------------- */

/* The elements that hold a text's lines: role="line" tspans, or tspans with a place of their own,
 * or the <text> itself. */
static GPtrArray *line_nodes(SvgNode *text)
{
    GPtrArray *out = g_ptr_array_new();
    for (SvgNode *node = svg_node_first_element(text); node; node = svg_node_next_element(node)) {
        gboolean line = g_strcmp0(svg_node_attr(node, "sodipodi:role"), "line") == 0 ||
                        svg_node_attr(node, "y") || svg_node_attr(node, "dy");
        if (svg_node_tag(node) == SVG_TAG_TSPAN && line) {
            g_ptr_array_add(out, node);
        }
    }
    return out;
}

/* A <title> or <desc> says something about its text, and isn't drawn. */
static SvgNode *skip_remarks(SvgNode *node)
{
    while (node && svg_node_is(node, SVG_TAG_IS_REMARK)) {
        node = svg_node_next_element(node);
    }
    return node;
}

/* Replaces the words, and leaves remarks in front of them. */
static void set_words(SvgEdit *edit, SvgNode *node, const char *words)
{
    g_autoptr(GPtrArray) remarks = g_ptr_array_new();
    SvgNode *child = svg_node_first_element(node);
    for (; child != skip_remarks(child); child = svg_node_next_element(child)) {
        g_ptr_array_add(remarks, child);
    }
    svg_splice_text(edit->doc, node, words);
    SvgNode *first = node->first;
    for (guint i = 0; i < remarks->len; i++) {
        svg_splice_insert(edit->doc, node, remarks->pdata[i], first);
    }
}

/* The innermost element that holds all words of `node`, so that the styles around them stay. */
static SvgNode *innermost(SvgNode *node)
{
    for (SvgNode *only; (only = skip_remarks(svg_node_first_element(node))); node = only) {
        if (svg_node_next_element(only) || node->first->text || node->last->text ||
            !svg_node_is(only, SVG_TAG_IS_TEXT)) {
            break;
        }
    }
    return node;
}

/* What a line-height in per cent comes to is inherited, however small the letters of a line are:
 * there lines are as close as they would be in a text of that size. */
static double usual_step(SvgEdit *edit, SvgNode *text, SvgNode *line)
{
    SvgStyle style, letters;
    svg_style_of(edit->doc, text, &style);
    svg_style_of(edit->doc, innermost(line), &letters);
    gboolean scaled = style.line_height > 0 && style.font_size > 0;
    return letters.font_size * (scaled ? style.line_height / style.font_size : SVG_LINE_HEIGHT);
}

/* Of one value, which may be in letters; shares of the page aren't read. */
static gboolean read_length(SvgEdit *edit, const SvgNode *node, const char *name, double *out)
{
    const char *text = svg_node_attr_len(node, name, strlen(name));
    if (!text) {
        return FALSE;
    }
    SvgStyle style;
    svg_style_of(edit->doc, (SvgNode *)node, &style);
    const SvgLengthContext lengths = {.font_size = style.font_size};
    return svg_list_is_single(text) && !svg_length_is_percent(text) &&
           svg_length_parse(text, &lengths, SVG_AXIS_Y, out);
}

/* How far below the line before it a line is that only says so. */
static gboolean read_down(SvgEdit *edit, const SvgNode *line, double *down)
{
    return !svg_node_attr(line, "y") && read_length(edit, line, "dy", down) && *down > 0;
}

static double line_step(SvgEdit *edit, SvgNode *text, GPtrArray *nodes)
{
    double y[2];
    if (nodes->len > 1 && read_down(edit, nodes->pdata[1], &y[0])) {
        return y[0];
    }
    for (guint i = 0; i < 2 && nodes->len > 1; i++) {
        if (!read_length(edit, nodes->pdata[i], "y", &y[i])) {
            break;
        }
        if (i == 1 && y[1] > y[0]) {
            return y[1] - y[0];
        }
    }
    return usual_step(edit, text, nodes->len ? nodes->pdata[0] : text);
}

/* It is told from the line before it, as the one that it is a copy of may not be, or by less than
 * the letters are high, as a first line. */
static void put_below(SvgEdit *edit, SvgNode *text, SvgNode *last, SvgNode *node, double step)
{
    double down;
    if (!svg_node_attr(node, "x")) {
        svg_splice_attr(edit->doc, node, "x", svg_node_attr(text, "x"));
    }
    if (!read_down(edit, last, &down) || down < LEAST_STEP * step) {
        svg_splice_number(edit->doc, node, "dy", step);
    }
}

/* One more line like `last`, a step below it. */
static SvgNode *clone_line(SvgEdit *edit, SvgNode *text, SvgNode *last, double step)
{
    SvgNode *node = svg_splice_new(edit->doc, "tspan");
    double y = 0;
    for (guint i = 0; i < last->n_attrs; i++) {
        const char *name = last->attrs[i].name->str;
        if (!g_str_equal(name, "id") && !g_str_has_prefix(name, "xmlns")) {
            svg_splice_attr(edit->doc, node, name, last->attrs[i].value);
        }
    }
    if (read_length(edit, last, "y", &y)) {
        svg_splice_number(edit->doc, node, "y", y + step);
    } else {
        put_below(edit, text, last, node, step);
    }
    svg_splice_insert(edit->doc, text, node, svg_node_next_element(last));
    return node;
}

void svg_text_shift_y(SvgEdit *edit, SvgNode *node, double by)
{
    double y;
    if (by != 0 && read_length(edit, node, "y", &y)) {
        svg_splice_number(edit->doc, node, "y", y + by);
    }
}

/* Turns a <text> without line elements into one with: its words become the first line. */
static SvgNode *first_line(SvgEdit *edit, SvgNode *text)
{
    double x = 0, y = 0;
    const char *at_x = svg_node_attr(text, "x"), *at_y = svg_node_attr(text, "y");
    if (at_x) {
        svg_number_parse(at_x, &x);
    }
    if (at_y) {
        svg_number_parse(at_y, &y);
    }
    set_words(edit, text, "");
    return add_line(edit, text, "", x, y);
}

static gboolean is_blank(const char *text)
{
    return !text[strspn(text, " \t\r\n")];
}

/* The characters in front of the first line's element, which are a line, too; NULL: there are none,
 * or other things beside the lines. */
static char *bare_words(const SvgNode *text, const GPtrArray *nodes)
{
    g_autoptr(GString) words = g_string_new(NULL);
    guint n = 0;
    for (const SvgNode *node = text->first; node; node = node->next) {
        gboolean line = n < nodes->len && node == nodes->pdata[n];
        if (!node->name && n == 0) {
            g_string_append(words, node->text);
        } else if (node->name ? !line : !is_blank(node->text)) {
            return NULL;
        }
        n += line;
    }
    return is_blank(words->str) ? NULL : g_strdup(words->str);
}

/* They get an element as the other lines have. */
static void wrap_bare_line(SvgEdit *edit, SvgNode *text, GPtrArray *nodes)
{
    static const char *const places[] = {"x", "y"};
    g_autofree char *words = nodes->len ? bare_words(text, nodes) : NULL;
    if (!words) {
        return;
    }
    SvgNode *line = svg_splice_new(edit->doc, "tspan");
    for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
        svg_splice_attr(edit->doc, line, places[i], svg_node_attr(text, places[i]));
    }
    g_ptr_array_insert(nodes, 0, line);
    svg_splice_text(edit->doc, text, "");
    for (guint i = 0; i < nodes->len; i++) {
        svg_splice_insert(edit->doc, text, nodes->pdata[i], NULL);
    }
    svg_splice_text(edit->doc, line, words);
}

GPtrArray *svg_text_line_nodes(SvgEdit *edit, SvgNode *text)
{
    GPtrArray *nodes = line_nodes(text);
    wrap_bare_line(edit, text, nodes);
    return nodes;
}

double svg_text_step(SvgEdit *edit, SvgNode *text)
{
    g_autoptr(GPtrArray) nodes = line_nodes(text);
    return line_step(edit, text, nodes);
}

static void keep_first(SvgDocument *doc, SvgNode *node, const char *name)
{
    const char *list = svg_node_attr_len(node, name, strlen(name));
    const char *start = list ? list + strspn(list, " \t\r\n,") : "";
    gsize len = strcspn(start, " \t\r\n,");
    if (start[len] && start[len + strspn(start + len, " \t\r\n,")]) {
        g_autofree char *first = g_strndup(start, len);
        svg_splice_attr(doc, node, name, first);
    }
}

void svg_text_free_letters(SvgDocument *doc, const SvgNode *text, SvgNode *holder)
{
    static const char *const lists[] = {"x", "y", "dx", "dy", "rotate"};
    for (SvgNode *node = holder; node; node = node == text ? NULL : node->parent) {
        for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
            keep_first(doc, node, lists[i]);
        }
        svg_splice_attr(doc, node, "textLength", NULL);
        svg_splice_attr(doc, node, "lengthAdjust", NULL);
    }
}

/* Of a part all that is in it, too. */
static void free_all_letters(SvgEdit *edit, const SvgNode *text, SvgNode *part)
{
    for (SvgNode *at = part; at; at = svg_node_walk(part, at, FALSE)) {
        if (at->name && svg_node_is(at, SVG_TAG_IS_TEXT)) {
            svg_text_free_letters(edit->doc, text, at);
        }
    }
}

void svg_text_set_line(SvgEdit *edit, SvgNode *text, SvgNode *line, const char *words)
{
    g_autofree char *is = svg_spans_read(line), *to = svg_words_collapse(words);
    if (g_str_equal(is, to) && *is) {
        return;
    }
    free_all_letters(edit, text, line);
    SvgNode *holder = innermost(line);
    if (!svg_spans_replace(edit, holder, words)) {
        set_words(edit, holder, words);
    }
}

void svg_set_text(SvgEdit *edit, SvgNode *text, char **lines, gboolean centered)
{
    guint n = g_strv_length(lines);
    g_autoptr(GPtrArray) nodes = svg_text_line_nodes(edit, text);
    double step = line_step(edit, text, nodes);
    double rise = centered ? ((double)MAX(nodes->len, 1) - n) * step / 2 : 0;
    if (!nodes->len && n == 1) {
        svg_text_set_line(edit, text, text, lines[0]);
        svg_embedded_check(edit, text);
        return;
    }
    if (!nodes->len) {
        g_ptr_array_add(nodes, first_line(edit, text));
    }
    for (guint i = n; i < nodes->len; i++) {
        svg_splice_remove(edit->doc, nodes->pdata[i]);
    }
    while (nodes->len < n) {
        g_ptr_array_add(nodes, clone_line(edit, text, nodes->pdata[nodes->len - 1], step));
    }
    svg_text_shift_y(edit, text, rise);
    for (guint i = 0; i < n; i++) {
        svg_text_shift_y(edit, nodes->pdata[i], rise);
        svg_text_set_line(edit, text, nodes->pdata[i], lines[i]);
    }
    svg_embedded_check(edit, text);
}
