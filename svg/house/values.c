/* Values of properties, in the text that they stand in. */
#include "edit/restyle.h"
#include "house/house.h"
#include "style/declarations.h"
#include "values/css_scan.h"

#include <string.h>

static const char *const paints[] = {
    "fill",           "stroke",      "color",        "stop-color",       "flood-color",
    "lighting-color", "solid-color", "border-color", "background-color", NULL};

/* --- one value -------------------------------------------------------------------------------- */

static char *as_css(guint32 rgb, double alpha)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (alpha >= 1) {
        return g_strdup_printf("#%06x", rgb);
    }
    g_ascii_formatd(number, sizeof number, "%.4g", alpha);
    return g_strdup_printf("rgba(%u,%u,%u,%s)", rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, number);
}

static char *color_value(const SvgHouse *house, const char *value)
{
    guint32 rgb, nearest;
    double alpha = 1;
    gboolean departs = svg_color_parse(value, &rgb, &alpha) && alpha > 0 &&
                       svg_house_nearest(house, rgb, NULL, NULL, &nearest) && nearest != rgb;
    return departs ? as_css(nearest, alpha) : NULL;
}

/* "url(#a) red": what stands for a gradient that isn't there. */
static char *paint_value(const SvgHouse *house, const char *value)
{
    const char *close = g_str_has_prefix(value, "url(") ? strchr(value, ')') : NULL;
    if (!close) {
        return color_value(house, value);
    }
    const char *fallback = close + 1 + strspn(close + 1, " \t\r\n");
    g_autofree char *color = *fallback ? color_value(house, fallback) : NULL;
    g_autofree char *front = g_strndup(value, (gsize)(fallback - value));
    return color ? g_strconcat(front, color, NULL) : NULL;
}

static gboolean is_generic_word(const char *value)
{
    static const char *const words[] = {"inherit", "initial", "unset", "revert", NULL};
    return g_strv_contains(words, value) || strstr(value, "var(");
}

static char *font_value(const SvgHouse *house, const char *value)
{
    const char *other =
        *house->fonts && !is_generic_word(value) ? svg_house_font(house, value) : NULL;
    return other ? svg_family_css(other) : NULL;
}

char *svg_house_value(const SvgHouse *house, SvgSlice name, SvgSlice value, SvgLintType *type)
{
    g_autofree char *property = g_ascii_strdown(name.at, (gssize)name.len);
    g_autofree char *text = svg_css_clean(value.at, value.len);
    *type = SVG_LINT_HOUSE_COLOR;
    if (g_str_equal(property, "font-family")) {
        *type = SVG_LINT_HOUSE_FONT;
        return font_value(house, text);
    }
    gboolean paint = g_str_has_prefix(property, "--") || g_strv_contains(paints, property);
    return paint ? paint_value(house, text) : NULL;
}

/* --- declarations ----------------------------------------------------------------------------- */

char *svg_house_declarations(const SvgHouse *house, SvgSlice text, SvgHouseTold told, gpointer data)
{
    GString *out = NULL;
    const char *at = text.at, *end = text.at + text.len, *done = text.at;
    SvgDeclaration declaration;
    while (svg_declaration_next(&at, end, &declaration)) {
        SvgLintType type;
        g_autofree char *now = svg_house_value(house, declaration.name, declaration.value, &type);
        if (now) {
            told(type, declaration.name, declaration.value, now, data);
            out = out ? out : g_string_new(NULL);
            g_string_append_len(out, done, declaration.value.at - done);
            g_string_append(out, now);
            done = declaration.value.at + declaration.value.len;
        }
    }
    if (out) {
        g_string_append_len(out, done, end - done);
    }
    return out ? g_string_free(out, FALSE) : NULL;
}

/* --- style sheets ----------------------------------------------------------------------------- */

/* Behind the next "{" in whose block there is no other. */
static const char *next_block(const char *at, const char *end, SvgSlice *block)
{
    const char *open = NULL;
    while (at < end) {
        at = svg_css_run(at, end, "{}").stop;
        if (at < end && *at == '}' && open) {
            *block = (SvgSlice){open, (gsize)(at - open)};
            return at + 1;
        }
        open = at < end && *at == '{' ? at + 1 : NULL;
        at++;
    }
    return NULL;
}

char *svg_house_sheet(const SvgHouse *house, const char *text, SvgHouseTold told, gpointer data)
{
    GString *out = NULL;
    const char *end = text + strlen(text), *done = text;
    SvgSlice block;
    for (const char *at = text; (at = next_block(at, end, &block));) {
        g_autofree char *now = svg_house_declarations(house, block, told, data);
        if (now) {
            out = out ? out : g_string_new(NULL);
            g_string_append_len(out, done, block.at - done);
            g_string_append(out, now);
            done = block.at + block.len;
        }
    }
    if (out) {
        g_string_append(out, done);
    }
    return out ? g_string_free(out, FALSE) : NULL;
}
