/* Fonts that a drawing brings along, as @font-face in a style sheet with the font as a data: URL. A
 * browser would take each letter that such a font lacks from another one. */
#include "edit/embedded.h"

#include "edit/property.h"
#include "edit/restyle.h"
#include "edit/spans.h"
#include "geometry/text.h"

#include <string.h>

#define FACE       "@font-face"
#define DATA       ";base64,"
#define FALLBACK   "sans-serif"
#define MOST       (8u << 20) /* bytes of a font that is looked into */
#define SHOWN      5          /* letters that are told */
#define LEAST_BOLD 600        /* weight */

/* --- the drawing's faces ---------------------------------------------------------------------- */

/* The value of a descriptor in a block, up to `end`; NULL if there is none. The caller's. */
static char *descriptor_of(const char *block, const char *end, const char *name)
{
    const char *at = g_strstr_len(block, end - block, name);
    const char *colon = at ? memchr(at, ':', (gsize)(end - at)) : NULL;
    if (!colon) {
        return NULL;
    }
    gsize len = strcspn(colon + 1, ";}");
    g_autofree char *value = g_strndup(colon + 1, MIN(len, (gsize)(end - colon - 1)));
    g_strdelimit(value, "'\"", ' ');
    return g_strdup(g_strstrip(value));
}

static GBytes *font_of(const char *block, const char *end)
{
    const char *at = g_strstr_len(block, end - block, DATA);
    gsize size = 0;
    if (!at) {
        return NULL;
    }
    at += strlen(DATA);
    gsize len = strcspn(at, "\"')} ");
    if (len > MOST) {
        return NULL;
    }
    g_autofree char *base64 = g_strndup(at, len);
    guchar *font = g_base64_decode(base64, &size);
    return g_bytes_new_take(font, size);
}

typedef void (*FaceFunc)(const char *block, const char *end, gpointer data);

/* Takes out of `data` what this face has. */
static void strike_out(const char *block, const char *end, gpointer data)
{
    GString *lacking = data;
    g_autoptr(GBytes) font = font_of(block, end);
    gsize size = 0;
    const void *bytes = font ? g_bytes_get_data(font, &size) : NULL;
    g_autofree char *lacks = size ? svg_text_lacking(bytes, size, lacking->str) : NULL;
    if (lacks) {
        g_string_assign(lacking, lacks);
    } else {
        g_string_truncate(lacking, 0); /* a font elsewhere, or in a way we can't read */
    }
}

/* How many faces of that family the sheet has. */
static guint each_in_sheet(const char *sheet, const char *family, FaceFunc func, gpointer data)
{
    guint n = 0;
    for (const char *at = strstr(sheet, FACE); at; at = strstr(at + 1, FACE)) {
        const char *end = strchr(at, '}');
        g_autofree char *name = end ? descriptor_of(at, end, "font-family") : NULL;
        if (name && g_ascii_strcasecmp(name, family) == 0) {
            func(at, end, data);
            n++;
        }
    }
    return n;
}

/* The same of the drawing. */
static guint each_face(SvgEdit *edit, const char *family, FaceFunc func, gpointer data)
{
    SvgNode *root = edit->doc->root;
    guint n = 0;
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        SvgNode *sheet = at->name && svg_node_tag(at) == SVG_TAG_STYLE ? at->first : NULL;
        for (; sheet; sheet = sheet->next) {
            n += sheet->text ? each_in_sheet(sheet->text, family, func, data) : 0;
        }
    }
    return n;
}

/* How many faces are bold or slanted. */
typedef struct {
    guint bold, italic;
} Faces;

static gboolean is_bold(const char *weight)
{
    return g_str_has_prefix(weight, "bold") || g_ascii_strtod(weight, NULL) >= LEAST_BOLD;
}

static void note_face(const char *block, const char *end, gpointer data)
{
    Faces *faces = data;
    g_autofree char *weight = descriptor_of(block, end, "font-weight");
    g_autofree char *slant = descriptor_of(block, end, "font-style");
    faces->bold += weight && is_bold(weight);
    faces->italic += slant && !g_str_equal(slant, "normal");
}

/* A font that is bold by itself has that in its name, or there is no other of its family. */
static void read_face(SvgEdit *edit, const char *families, gboolean *bold, gboolean *italic)
{
    Faces faces = {0, 0};
    g_autofree char *first = g_strndup(families, strcspn(families, ","));
    g_strdelimit(first, "'\"", ' ');
    guint n = each_face(edit, g_strstrip(first), note_face, &faces);
    g_autofree char *name = g_ascii_strdown(first, -1);
    *bold = strstr(name, "bold") || (n && faces.bold == n);
    *italic = strstr(name, "italic") || strstr(name, "oblique") || (n && faces.italic == n);
}

/* --- the words -------------------------------------------------------------------------------- */

/* Each of its letters once. */
static GString *letters_of(const char *words)
{
    GString *out = g_string_new(NULL);
    for (const char *at = words; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        if (g_unichar_isgraph(c) && !g_utf8_strchr(out->str, -1, c)) {
            g_string_append_unichar(out, c);
        }
    }
    return out;
}

static void tell(SvgEdit *edit, const char *family, const char *lacking, const char *instead)
{
    const char *end = g_utf8_offset_to_pointer(lacking, MIN(SHOWN, g_utf8_strlen(lacking, -1)));
    g_autofree char *shown = g_strndup(lacking, (gsize)(end - lacking));
    g_autofree char *remark =
        g_strdup_printf("the font %s in the drawing lacks \"%s\"%s, so the words are in %s", family,
                        shown, *end ? " and more" : "", instead);
    if (!strstr(edit->note->str, remark)) {
        svg_edit_remark(edit, "%s", remark);
    }
}

char *svg_embedded_fallback(SvgEdit *edit, const char *families, const char *words)
{
    g_auto(GStrv) names = g_strsplit(families ? families : "", ",", -1);
    g_autofree char *told = NULL;
    g_autoptr(GString) lacked = NULL;
    guint first = 0;
    for (; names[first]; first++) {
        g_strdelimit(names[first], "'\"", ' ');
        g_autoptr(GString) lacking = letters_of(words);
        if (!each_face(edit, g_strstrip(names[first]), strike_out, lacking) || !lacking->len) {
            break;
        }
        told = told ? told : g_strdup(names[first]);
        lacked = lacked ? lacked : g_string_new(lacking->str);
    }
    if (!told) {
        return NULL;
    }
    gboolean open =
        !names[first] || !svg_text_is_generic(g_strstrip(names[g_strv_length(names) - 1]));
    g_autofree char *listed = g_strjoinv(",", names + first);
    g_autofree char *rest = g_strconcat(listed, open ? "," FALLBACK : "", NULL);
    char *css = svg_family_css(rest);
    tell(edit, told, lacked->str, css);
    return css;
}

static void keep_face(SvgEdit *edit, SvgNode *text, const char *family)
{
    gboolean bold, italic;
    read_face(edit, family, &bold, &italic);
    if (bold) {
        svg_force_property(edit->doc, text, SVG_PROPERTY_FONT_WEIGHT, "bold");
    }
    if (italic) {
        svg_force_property(edit->doc, text, SVG_PROPERTY_FONT_STYLE, "italic");
    }
}

void svg_embedded_font(SvgEdit *edit, SvgStyle *font, const char *words)
{
    const char *was = font->font_family;
    g_autofree char *css = was ? svg_embedded_fallback(edit, was, words) : NULL;
    gboolean bold, italic;
    if (!css) {
        return;
    }
    read_face(edit, was, &bold, &italic);
    font->font_weight = bold ? MAX(font->font_weight, 700) : font->font_weight;
    font->font_italic |= italic;
    font->font_family = g_intern_string(css);
    font->serial = 0;
}

void svg_embedded_check(SvgEdit *edit, SvgNode *text)
{
    SvgStyle style;
    svg_style_of(edit->doc, text, &style);
    g_autofree char *words = svg_spans_read(text), *was = g_strdup(style.font_family);
    g_autofree char *css = was ? svg_embedded_fallback(edit, was, words) : NULL;
    for (SvgNode *at = css ? text : NULL; at; at = svg_node_walk(text, at, FALSE)) {
        if (at == text ||
            (at->name && svg_style_declared(edit->doc, at, SVG_PROPERTY_FONT_FAMILY))) {
            svg_force_property(edit->doc, at, SVG_PROPERTY_FONT_FAMILY, css);
        }
    }
    if (css) {
        keep_face(edit, text, was);
    }
}
