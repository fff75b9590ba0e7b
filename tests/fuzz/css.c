/* Style text: as a sheet over a drawing, read as it is and leniently, as inline style, and as
 * declarations to set one in. */
#include "style/css.h"

#include "fuzz.h"

#include <math.h>
#include <string.h>

static void check_style(const SvgStyle *style)
{
    g_assert(isfinite(style->font_size) && style->font_size >= 0);
    g_assert(isfinite(style->stroke_width) && style->stroke_width >= 0);
    g_assert(style->opacity >= 0 && style->opacity <= 1);
    g_assert(style->fill_opacity >= 0 && style->fill_opacity <= 1);
    g_assert(style->fill.rgb <= 0xffffff && style->stroke.rgb <= 0xffffff);
    g_assert(style->font_weight >= 100 && style->font_weight <= 900);
    g_assert(isfinite(style->line_height) && (style->line_height >= 0 || style->line_height == -1));
    g_assert(isfinite(style->letter_spacing) && isfinite(style->word_spacing));
}

/* XML can't hold control characters; the rest of the bytes arrive as they are. */
static char *to_xml(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    for (char *at = valid; *at; at++) {
        if ((guchar)*at < ' ' && !g_ascii_isspace(*at)) {
            *at = ' ';
        }
    }
    g_autofree char *escaped = g_markup_escape_text(valid, -1);
    g_autoptr(GString) out = g_string_new(escaped);
    g_string_replace(out, "\v", " ", 0);
    g_string_replace(out, "\f", " ", 0);
    g_string_replace(out, "\xef\xbf\xbe", " ", 0); /* U+FFFE and U+FFFF */
    g_string_replace(out, "\xef\xbf\xbf", " ", 0);
    return g_strdup(out->str);
}

static void check_drawing(const char *text)
{
    g_autofree char *xml = to_xml(text);
    g_autofree char *drawing = g_strdup_printf(
        "<svg viewBox='0 0 9 9'><style>%s</style><g id='a' class='b c' style=\"%s\">"
        "<rect id='b' class='c'/><path id='c' style='fill:var(--a,var(--b));font:var(--c)'/>"
        "<g><text id='d' fill=\"%s\">x<tspan class='b'/></text></g></g></svg>",
        xml, xml, xml);
    g_autoptr(SvgDocument) doc = svg_document_parse(drawing, strlen(drawing), "fuzz", NULL);
    if (!doc) {
        return;
    }
    SvgNode *root = svg_document_root(doc);
    g_autoptr(SvgSheets) lenient = svg_sheets_read_lenient(doc);
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        SvgStyle style;
        if (at->name) {
            svg_sheets_matched(lenient, svg_sheets_matching(lenient, at));
        }
        svg_style_of(doc, at, &style);
        check_style(&style);
        for (int i = 0; i < SVG_PROPERTY_COUNT; i++) {
            svg_style_declared(doc, at, (SvgProperty)i);
        }
    }
}

static void check_declarations(const char *text)
{
    g_autofree char *set = svg_declarations_set(text, "fill", "#123456");
    g_autofree char *value = svg_declarations_get(set, "fill");
    g_autofree char *again = svg_declarations_set(set, "fill", "#123456");
    g_autofree char *removed = svg_declarations_set(set, "fill", NULL);
    g_autofree char *gone = svg_declarations_get(removed, "fill");
    g_autofree char *before = svg_declarations_get(text, "stroke");
    g_autofree char *after = svg_declarations_get(set, "stroke");
    g_assert(g_strcmp0(value, "#123456") == 0);
    g_assert(g_strcmp0(set, again) == 0);
    g_assert(g_strcmp0(before, after) == 0);
    g_assert(gone == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    check_declarations(text);
    check_drawing(text);
    return 0;
}
