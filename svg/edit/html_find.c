/* Which HTML has the words of a shape, and how wide its lines may be. */
#include "edit/html.h"
#include "edit/property.h"
#include "shape/content.h"
#include "shape/scene.h"
#include "values/values.h"

#include <string.h>

static gboolean is_html(const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_FOREIGN_OBJECT;
}

static gboolean has_words(SvgNode *html)
{
    g_autofree char *words = svg_content_read(html);
    return words != NULL;
}

static SvgNode *html_of(SvgNode *node)
{
    SvgNode *html = is_html(node) ? node : svg_content_original(node);
    return html && has_words(html) ? html : NULL;
}

SvgNode *svg_html_words(SvgEdit *edit, SvgNode *shape)
{
    SvgNode *html = html_of(shape);
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, shape);
    for (guint i = 0; !html && i < labels->len; i++) {
        html = html_of(labels->pdata[i]);
    }
    return html;
}

GPtrArray *svg_html_all_words(SvgEdit *edit, SvgNode *shape)
{
    GPtrArray *all = g_ptr_array_new();
    for (SvgNode *at = shape; at; at = svg_node_walk(shape, at, FALSE)) {
        SvgNode *own = svg_brings_words(edit, shape, at) ? svg_html_words(edit, at) : NULL;
        if (own && !svg_node_contains(shape, own) && !g_ptr_array_find(all, own, NULL)) {
            g_ptr_array_add(all, own);
        }
        if (at->name && is_html(at) && has_words(at)) {
            g_ptr_array_add(all, at);
        }
    }
    for (guint i = all->len; i-- > 0;) {
        if (!svg_locks_allow_delete(edit->doc, all->pdata[i], NULL)) {
            g_ptr_array_remove_index(all, i);
        }
    }
    return all;
}

SvgNode *svg_html_label(SvgEdit *edit, SvgNode *shape)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    SvgNode *html = svg_html_words(edit, shape);
    guint index = html ? SVG_NO_ENTRY : svg_scene_find(scene, shape);
    guint at = index == SVG_NO_ENTRY ? SVG_NO_ENTRY : svg_scene_entry(scene, index)->label;
    while (!html && at != SVG_NO_ENTRY) {
        SvgNode *words = svg_scene_entry(scene, at)->node;
        html = svg_words_are_of(edit, shape, words) ? html_of(words) : NULL;
        at = svg_scene_entry(scene, at)->next_label;
    }
    return html;
}

gboolean svg_html_is_loose(const SvgNode *html)
{
    static const char *const sides[] = {"width", "height"};
    for (gsize i = 0; i < G_N_ELEMENTS(sides); i++) {
        const char *text = svg_node_attr_len(html, sides[i], strlen(sides[i]));
        double length;
        if (!text || !svg_number_parse(text, &length) || length < SVG_HTML_LEAST) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- where CSS lays them out ------------------------------------------------------------------ */

/* How far to the left that goes whose width grows by one, so that its words stay where they are. */
static double lead_of(const char *style)
{
    g_autofree char *justify = svg_declarations_get(style, "justify-content");
    return !justify ? 0 : strstr(justify, "center") ? 0.5 : strstr(justify, "flex-end") ? 1 : 0;
}

void svg_html_widen(SvgEdit *edit, SvgNode *html, double by)
{
    SvgNode *row = svg_node_first_element(html);
    const char *style = row && svg_html_is_loose(html) ? svg_node_attr(row, "style") : NULL;
    g_autofree char *width = style ? svg_declarations_get(style, "width") : NULL;
    const SvgLengthContext lengths = {0};
    double px, x = 0, scale = svg_node_scale_factor(edit->doc, html);
    const char *left = svg_node_attr(html, "x");
    if (!width || !g_str_has_suffix(width, "px") || scale <= 0 ||
        (left && !svg_number_parse(left, &x)) ||
        !svg_length_parse(width, &lengths, SVG_AXIS_X, &px) || px < SVG_HTML_LEAST ||
        px + by / scale < SVG_HTML_LEAST) {
        return;
    }
    double lead = lead_of(style);
    char text[SVG_NUMBER_SIZE];
    g_autofree char *wider = g_strconcat(svg_number_print(px + by / scale, text), "px", NULL);
    g_autofree char *now = svg_declarations_set(style, "width", wider);
    svg_splice_attr(edit->doc, row, "style", now);
    svg_splice_attr(edit->doc, html, "x", svg_number_print(x - lead * by / scale, text));
    svg_edit_changed(edit, html);
}
