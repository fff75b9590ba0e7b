/* Finds attributes in the bytes of a start tag. */
#include "document/start_tag.h"

#include <string.h>

static gboolean is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static gboolean ends_name(char c)
{
    return is_space(c) || c == '/' || c == '>' || c == '=';
}

SvgSlice svg_tag_raw_name(SvgSlice open)
{
    gsize end = 1;
    while (end < open.len && !ends_name(open.at[end])) {
        end++;
    }
    return (SvgSlice){open.at + 1, end - 1};
}

static gsize skip_space(SvgSlice open, gsize at)
{
    while (at < open.len && is_space(open.at[at])) {
        at++;
    }
    return at;
}

gboolean svg_tag_next_attr(SvgSlice open, gsize *at, SvgRawAttr *out)
{
    out->start = *at ? *at : svg_tag_raw_name(open).len + 1;
    out->name = skip_space(open, out->start);
    gsize end = out->name;
    while (end < open.len && !ends_name(open.at[end])) {
        end++;
    }
    out->name_len = end - out->name;
    gsize equals = skip_space(open, end);
    if (!out->name_len || equals >= open.len || open.at[equals] != '=') {
        return FALSE;
    }
    gsize quote = skip_space(open, equals + 1);
    const char *close =
        quote < open.len ? memchr(open.at + quote + 1, open.at[quote], open.len - quote - 1) : NULL;
    if (!close) {
        return FALSE;
    }
    out->value = quote + 1;
    out->value_len = (gsize)(close - open.at) - out->value;
    out->end = (gsize)(close - open.at) + 1;
    *at = out->end;
    return TRUE;
}

gsize svg_tag_attrs_end(SvgSlice open)
{
    gsize at = 0;
    SvgRawAttr attr;
    gsize end = svg_tag_raw_name(open).len + 1;
    while (svg_tag_next_attr(open, &at, &attr)) {
        end = attr.end;
    }
    return end;
}

gboolean svg_tag_is_empty(SvgSlice open)
{
    return open.len > 2 && open.at[open.len - 2] == '/';
}

gsize svg_tag_room(gsize len)
{
    return (len + 1 + 31) & ~(gsize)31;
}

static const char *named_escape(gunichar c, char quote)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return quote ? NULL : "&gt;";
    case '"':
        return quote == '"' ? "&quot;" : NULL;
    case '\'':
        return quote == '\'' ? "&apos;" : NULL;
    case '\n':
        return quote ? "&#10;" : NULL;
    case '\t':
        return quote ? "&#9;" : NULL;
    case '\r':
        return "&#13;";
    default:
        return NULL;
    }
}

static gboolean is_xml_char(gunichar c)
{
    return c >= 0x20 ? c != 0xFFFE && c != 0xFFFF : c == '\t' || c == '\n' || c == '\r';
}

void svg_escape(GString *out, const char *value, char quote, gboolean ascii)
{
    for (const char *at = value; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        const char *named = named_escape(c, quote);
        if (named) {
            g_string_append(out, named);
        } else if (c > 126 && ascii) {
            g_string_append_printf(out, "&#%u;", c);
        } else if (is_xml_char(c)) {
            g_string_append_unichar(out, c);
        }
    }
}
