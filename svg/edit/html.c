/* Words that are HTML. CSS counts by elements here, so what is set goes on those that have words of
 * their own, where no rule of an element around them is stronger. */
#include "edit/html.h"

#include "edit/build.h"
#include "edit/line_rows.h"
#include "edit/property.h"
#include "edit/restyle.h"
#include "geometry/text.h"
#include "shape/content.h"
#include "values/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WHITE  " \t\r\n"
#define FILLED 0.95 /* of a shape's width */
#define LINE   1.2  /* of the letters' size, from line to line, where CSS doesn't say */

static gboolean in_switch(const SvgNode *node)
{
    return node && node->parent && svg_node_tag(node->parent) == SVG_TAG_SWITCH;
}

/* --- the words -------------------------------------------------------------------------------- */

static gboolean is_word(const SvgNode *node)
{
    return !node->name && node->text && node->text[strspn(node->text, WHITE)];
}

gboolean svg_has_own_words(const SvgNode *node)
{
    const SvgNode *at = node->name ? node->first : NULL;
    while (at && !is_word(at)) {
        at = at->next;
    }
    return at != NULL;
}

static guint depth_of(const SvgNode *node)
{
    guint depth = 0;
    for (; node->parent; node = node->parent) {
        depth++;
    }
    return depth;
}

static SvgNode *common_parent(SvgNode *a, SvgNode *b)
{
    while (a != b) {
        guint of_a = depth_of(a), of_b = depth_of(b);
        a = of_a >= of_b ? a->parent : a;
        b = of_b >= of_a ? b->parent : b;
    }
    return a;
}

/* The innermost element around all the words. */
SvgNode *svg_html_host(SvgNode *html)
{
    SvgNode *around = NULL;
    for (SvgNode *at = html; at; at = svg_node_walk(html, at, FALSE)) {
        if (is_word(at)) {
            around = around ? common_parent(around, at->parent) : at->parent;
        }
    }
    return around;
}

/* HTML of a prefix would need it for new elements, too: there the lines are one. */
static void set_lines(SvgDocument *doc, SvgNode *host, char **lines)
{
    if (!g_str_has_prefix(host->name->str, "?:")) {
        g_autofree char *line = g_strjoinv(" ", lines);
        svg_splice_text(doc, host, line);
        return;
    }
    svg_splice_text(doc, host, lines[0]);
    for (guint i = 1; lines[i]; i++) {
        SvgNode *line = svg_splice_new(doc, "span");
        svg_splice_text(doc, line, lines[i]);
        svg_splice_insert(doc, host, svg_splice_new(doc, "br"), NULL);
        svg_splice_insert(doc, host, line, NULL);
    }
}

static double width_of(const SvgStyle *font, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    double width = 0;
    for (guint i = 0; lines[i]; i++) {
        SvgTextExtents extents;
        svg_text_measure(lines[i], font, &extents);
        width = MAX(width, extents.width);
    }
    return width;
}

/* One side of the box grows by a factor, about its middle. */
static void scale_side(SvgEdit *edit, SvgNode *html, const char *at, const char *size, double by)
{
    double low = 0, length = 0;
    const char *old = svg_node_attr(html, size), *place = svg_node_attr(html, at);
    if (!old || !svg_number_parse(old, &length) || length < SVG_HTML_LEAST || by == 1 ||
        (place && !svg_number_parse(place, &low))) {
        return;
    }
    svg_splice_number(edit->doc, html, at, low + length * (1 - by) / 2);
    svg_splice_number(edit->doc, html, size, length * by);
}

/* Browsers cut off what is beyond the box, and letters are never as wide as we think. */
static void show_all(SvgEdit *edit, SvgNode *html)
{
    const char *old = svg_node_attr(html, "style");
    g_autofree char *style = svg_declarations_set(old ? old : "", "overflow", "visible");
    svg_splice_attr(edit->doc, html, "style", style);
}

/* How wide lines may be, as we measure; INFINITY where that doesn't matter. `was` is what the words
 * measure that are there. */
static double room_for(SvgEdit *edit, SvgNode *shape, SvgNode *html, double was)
{
    double width = 0, scale = svg_node_scale_factor(edit->doc, html);
    const char *old = svg_node_attr(html, "width");
    SvgBox box = svg_node_box(edit->doc, shape);
    gboolean known = old && svg_number_parse(old, &width) && width >= SVG_HTML_LEAST;
    if (!known || shape == html || box.w <= 0 || box.h <= 0 || svg_node_is_line(edit, shape) ||
        svg_node_is_arrow(edit, shape)) {
        return INFINITY;
    }
    return MAX(was, FILLED * box.w / scale * was / width);
}

/* --- a picture of them ------------------------------------------------------------------------ */

static SvgNode *picture_of(SvgNode *html)
{
    SvgNode *at = in_switch(html) ? svg_node_next_element(html) : NULL;
    while (at && svg_node_tag(at) != SVG_TAG_IMAGE) {
        at = svg_node_next_element(at);
    }
    return at;
}

/* What the innermost element that says it has for a property in its style; NULL if none does. The
 * caller's. */
static char *own_css(SvgNode *html, const char *property)
{
    for (SvgNode *at = svg_html_host(html); at && at != html->parent; at = at->parent) {
        const char *style = at->name ? svg_node_attr(at, "style") : NULL;
        char *value = style ? svg_declarations_get(style, property) : NULL;
        if (value) {
            char *strong = strchr(value, '!');
            if (strong) {
                *strong = '\0';
            }
            return value;
        }
    }
    return NULL;
}

static void read_font(SvgEdit *edit, SvgNode *html, SvgStyle *font, const char *family,
                      const char *weight, const char *size)
{
    svg_default_font(edit, font);
    double px = 0;
    const SvgLengthContext lengths = {.font_size = font->font_size};
    gboolean given = svg_length_parse(size, &lengths, SVG_AXIS_Y, &px) && px > 0;
    font->font_size = given ? px : font->font_size;
    font->font_family = family ? family : font->font_family;
    gboolean bold = weight && (strstr(weight, "bold") || g_ascii_strtoull(weight, NULL, 10) >= 600);
    font->font_weight = bold ? 700 : 400;
    font->font_size *= svg_node_scale_factor(edit->doc, html);
}

/* Who draws no HTML shows a picture of the words in its place: from now on a text, which says them
 * as they are. */
static gboolean replace_picture(SvgEdit *edit, SvgNode *html, GError **error)
{
    SvgNode *picture = picture_of(html);
    g_auto(SvgPlacement) spot = {0};
    g_autofree char *words = picture ? svg_content_read(html) : NULL;
    if (!words || !svg_locks_allow_delete(edit->doc, picture, NULL)) {
        return TRUE;
    }
    if (!svg_placement_above(edit, picture, &spot, error)) {
        return FALSE;
    }
    g_autofree char *family = own_css(html, "font-family"), *weight = own_css(html, "font-weight"),
                    *size = own_css(html, "font-size"), *color = own_css(html, "color");
    g_autofree char *ink = color ? svg_document_color(edit->doc, g_strstrip(color), FALSE) : NULL;
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);
    SvgStyle font;
    read_font(edit, html, &font, family, weight, size);
    SvgPoint middle = svg_box_center(svg_node_box(edit->doc, picture));
    SvgNode *text = svg_build_text(edit, lines, middle, SVG_ANCHOR_CENTER, &font,
                                   ink ? ink : "#000000", spot.to_written);
    svg_placement_insert(edit, &spot, text, svg_node_id(edit->doc, picture));
    svg_edit_removed(edit, picture);
    svg_splice_remove(edit->doc, picture);
    return TRUE;
}

gboolean svg_html_is_in_middle(SvgNode *html)
{
    g_autofree char *align = own_css(html, "align-items");
    return align && strstr(align, "center");
}

guint svg_html_count_rows(SvgNode *html)
{
    g_autofree char *words = svg_content_read(html);
    guint n = svg_count_lines(words);
    for (SvgNode *at = html; at; at = svg_node_walk(html, at, FALSE)) {
        n += at->name && g_str_has_suffix(at->name->str, ":hr");
    }
    return n;
}

double svg_html_step(SvgEdit *edit, SvgNode *html)
{
    g_autofree char *size = own_css(html, "font-size");
    SvgStyle font;
    read_font(edit, html, &font, NULL, NULL, size);
    return LINE * font.font_size;
}

/* --- other words ------------------------------------------------------------------------------ */

gboolean svg_html_reworded(SvgEdit *edit, SvgNode *html, const char *old, GError **error)
{
    g_autofree char *now = svg_content_read(html);
    SvgStyle font;
    svg_style_of(edit->doc, html, &font);
    double was = width_of(&font, old);
    if (was > 0 && now) {
        scale_side(edit, html, "x", "width", width_of(&font, now) / was);
        scale_side(edit, html, "y", "height", (double)svg_count_lines(now) / svg_count_lines(old));
    }
    show_all(edit, html);
    svg_edit_changed(edit, html);
    return replace_picture(edit, html, error);
}

gboolean svg_html_set_words(SvgEdit *edit, SvgNode *shape, SvgNode *html, const char *text,
                            GError **error)
{
    SvgNode *host = svg_html_host(html);
    if (!svg_locks_allow_delete(edit->doc, html, error)) {
        return FALSE;
    }
    g_autofree char *old = svg_content_read(html);
    SvgStyle font;
    svg_style_of(edit->doc, html, &font);
    double was = width_of(&font, old), room = room_for(edit, shape, html, was);
    g_auto(GStrv) lines =
        isfinite(room) ? svg_text_wrap(text, &font, room) : g_strsplit(text, "\n", -1);
    set_lines(edit->doc, host, lines);
    return svg_html_reworded(edit, html, old, error);
}

gboolean svg_html_delete(SvgEdit *edit, SvgNode *html, GError **error)
{
    SvgNode *whole = in_switch(html) ? html->parent : html;
    g_autofree char *id = g_strdup(svg_node_id(edit->doc, whole));
    return svg_edit_delete(edit, id, error);
}

/* --- how they look ---------------------------------------------------------------------------- */

static void declare(SvgEdit *edit, SvgNode *node, const char *property, const char *value)
{
    const char *old = svg_node_attr(node, "style");
    g_autofree char *strong = g_strconcat(value, " !important", NULL);
    g_autofree char *style = svg_declarations_set(old ? old : "", property, strong);
    svg_splice_attr(edit->doc, node, "style", style);
}

static void restyle(SvgEdit *edit, SvgNode *node, const SvgStyling *styling, const char *ink,
                    double scale)
{
    static const char *const aligns[] = {"left", "center", "right"};
    char size[SVG_NUMBER_SIZE + 2];
    svg_number_print(styling->font_size / scale, size);
    g_strlcat(size, "px", sizeof size);
    g_autofree char *family = styling->font_family ? svg_family_css(styling->font_family) : NULL;
    guint given = styling->given;
    const struct {
        const char *property, *value;
    } rows[] = {
        {"color", ink},
        {"font-family", family},
        {"font-size", given & SVG_STYLING_FONT_SIZE ? size : NULL},
        {"font-weight", given & SVG_STYLING_BOLD ? styling->bold ? "bold" : "normal" : NULL},
        {"font-style", given & SVG_STYLING_ITALIC ? styling->italic ? "italic" : "normal" : NULL},
        {"text-align", given & SVG_STYLING_ALIGN ? aligns[styling->align] : NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].value) {
            declare(edit, node, rows[i].property, rows[i].value);
        }
    }
}

/* Bold letters are wider. */
static double widening(SvgEdit *edit, SvgNode *html, const SvgStyling *styling)
{
    SvgStyle font;
    if (!(styling->given & SVG_STYLING_BOLD) || !styling->bold) {
        return 1;
    }
    g_autofree char *words = svg_content_read(html);
    svg_style_of(edit->doc, html, &font);
    font.serial = 0;
    font.font_weight = 400;
    double was = width_of(&font, words);
    font.font_weight = 700;
    return was > 0 ? MAX(1, width_of(&font, words) / was) : 1;
}

void svg_html_restyle(SvgEdit *edit, SvgNode *html, const SvgStyling *styling, const char *ink)
{
    double scale = svg_node_scale_factor(edit->doc, html);
    g_autoptr(GPtrArray) hosts = g_ptr_array_new();
    for (SvgNode *at = html; at; at = svg_node_walk(html, at, FALSE)) {
        if (is_word(at) && !g_ptr_array_find(hosts, at->parent, NULL)) {
            g_ptr_array_add(hosts, at->parent);
        }
    }
    for (guint i = 0; i < hosts->len; i++) {
        restyle(edit, hosts->pdata[i], styling, ink, scale);
    }
    if (svg_styling_has_font(styling)) {
        scale_side(edit, html, "x", "width", widening(edit, html, styling));
        show_all(edit, html);
    }
    svg_edit_changed(edit, html);
    replace_picture(edit, html, NULL);
}

void svg_html_set_color(SvgEdit *edit, SvgNode *host, const char *css)
{
    declare(edit, host, "color", css);
    while (svg_node_tag(host) != SVG_TAG_FOREIGN_OBJECT) {
        host = host->parent;
    }
    replace_picture(edit, host, NULL);
}
