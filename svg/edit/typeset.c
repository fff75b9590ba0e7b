/* Fonts of texts that are there. */
#include "edit/attributes.h"
#include "edit/restyle.h"
#include "edit/text_fit.h"

#include <string.h>

#define MAX_FAMILY 200 /* bytes */
#define FONTS      (SVG_STYLING_FONT_SIZE | SVG_STYLING_BOLD | SVG_STYLING_ITALIC | SVG_STYLING_ALIGN)

gboolean svg_styling_has_font(const SvgStyling *styling)
{
    return styling->font_family || (styling->given & FONTS);
}

/* --- families --------------------------------------------------------------------------------- */

/* Letters and what stands between the words of a name; neither CSS nor markup can be made of it. */
static gboolean is_family(const char *text)
{
    gboolean letter = FALSE;
    for (const char *at = text; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        if (!g_unichar_isalnum(c) && (c > 127 || !strchr(" ,-_.'\"", (int)c))) {
            return FALSE;
        }
        letter = letter || g_unichar_isalpha(c);
    }
    return letter && strlen(text) <= MAX_FAMILY;
}

gboolean svg_styling_check_font(SvgEdit *edit, const SvgStyling *styling, GError **error)
{
    const char *family = styling->font_family;
    if (family && !(g_utf8_validate(family, -1, NULL) && is_family(family))) {
        g_autofree char *shown = g_utf8_make_valid(family, (gssize)MIN(strlen(family), 40));
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is no font family; give a name such as Arial or serif", shown);
        return FALSE;
    }
    if ((styling->given & SVG_STYLING_FONT_SIZE) &&
        !(styling->font_size > 0 && styling->font_size <= svg_document_reach(edit->doc))) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "the font size is %g; it must be above 0, and at most %g", styling->font_size,
                    svg_document_reach(edit->doc));
        return FALSE;
    }
    return TRUE;
}

/* Words that aren't identifiers need quotes (CSS Fonts 3 §3.1). */
static gboolean is_plain(const char *name)
{
    gboolean first = TRUE;
    for (; *name; name++) {
        gboolean letter = g_ascii_isalpha(*name) || *name == '_' || (*name & 0x80);
        if (first ? !letter : !(letter || g_ascii_isdigit(*name) || strchr("- ", *name))) {
            return FALSE;
        }
        first = *name == ' ';
    }
    return TRUE;
}

char *svg_family_css(const char *families)
{
    GString *out = g_string_new(NULL);
    g_auto(GStrv) names = g_strsplit(families, ",", -1);
    for (char **at = names; *at; at++) {
        g_strdelimit(*at, "'\"", ' ');
        const char *name = g_strstrip(*at), *quote = is_plain(name) ? "" : "'";
        if (*name) {
            g_string_append_printf(out, "%s%s%s%s", out->len ? ", " : "", quote, name, quote);
        }
    }
    return g_string_free(out, FALSE);
}

/* --- one property ----------------------------------------------------------------------------- */

/* On the text, and on the parts of it that say otherwise. */
static void set_all(SvgEdit *edit, SvgNode *text, SvgProperty property, const char *value)
{
    for (SvgNode *at = text; at; at = svg_node_walk(text, at, FALSE)) {
        gboolean part = at->name && svg_node_is(at, SVG_TAG_IS_TEXT) &&
                        svg_style_declared(edit->doc, at, property);
        if (at == text || part) {
            svg_force_property(edit->doc, at, property, value);
        }
    }
}

/* Inkscape notes the font's full name beside its properties, and would believe that. */
static void forget_specification(SvgEdit *edit, SvgNode *text)
{
    for (SvgNode *at = text; at; at = svg_node_walk(text, at, FALSE)) {
        const char *style = at->name ? svg_node_attr(at, "style") : NULL;
        if (style && strstr(style, "-inkscape-font-specification")) {
            g_autofree char *left =
                svg_declarations_set(style, "-inkscape-font-specification", NULL);
            svg_splice_attr(edit->doc, at, "style", *left ? left : NULL);
        }
    }
}

static void set_face(SvgEdit *edit, SvgNode *text, const SvgStyling *styling)
{
    const guint faces = SVG_STYLING_BOLD | SVG_STYLING_ITALIC;
    if (styling->font_family) {
        g_autofree char *css = svg_family_css(styling->font_family);
        set_all(edit, text, SVG_PROPERTY_FONT_FAMILY, css);
    }
    if (styling->given & SVG_STYLING_BOLD) {
        set_all(edit, text, SVG_PROPERTY_FONT_WEIGHT, styling->bold ? "bold" : "normal");
    }
    if (styling->given & SVG_STYLING_ITALIC) {
        set_all(edit, text, SVG_PROPERTY_FONT_STYLE, styling->italic ? "italic" : "normal");
    }
    if (styling->font_family || (styling->given & faces)) {
        forget_specification(edit, text);
    }
}

/* --- sizes ------------------------------------------------------------------------------------ */

/* The lines keep their distances in letters. */
static void space_lines(SvgEdit *edit, SvgNode *text, double ratio)
{
    double first = 0;
    gboolean any = FALSE;
    for (SvgNode *line = svg_node_first_element(text); line; line = svg_node_next_element(line)) {
        const char *at = svg_node_attr(line, "y");
        double y;
        if (svg_node_tag(line) != SVG_TAG_TSPAN || !at || !svg_number_parse(at, &y)) {
            continue;
        }
        if (any && y != first) {
            svg_splice_number(edit->doc, line, "y", first + (y - first) * ratio);
        }
        first = any ? first : y;
        any = TRUE;
    }
}

static void set_size(SvgEdit *edit, SvgNode *text, double size)
{
    SvgStyle style;
    svg_style_of(edit->doc, text, &style);
    size /= svg_node_scale_factor(edit->doc, text);
    if (size == style.font_size) {
        return;
    }
    char css[SVG_NUMBER_SIZE + 2];
    svg_number_print(size, css);
    g_strlcat(css, "px", sizeof css);
    set_all(edit, text, SVG_PROPERTY_FONT_SIZE, css);
    if (style.font_size > 0) {
        space_lines(edit, text, size / style.font_size);
    }
}

/* --- alignment -------------------------------------------------------------------------------- */

/* Inkscape reads one of them for lines, and the other for text that is wrapped. */
static void set_align(SvgEdit *edit, SvgNode *text, SvgAlong align)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    static const char *const aligns[] = {"start", "center", "end"};
    set_all(edit, text, SVG_PROPERTY_TEXT_ANCHOR, anchors[align]);
    set_all(edit, text, SVG_PROPERTY_TEXT_ALIGN, aligns[align]);
}

/* By how far words move to stand at that side of the room in their shape; where there isn't enough,
 * in its middle. */
static double to_side(SvgEdit *edit, SvgNode *shape, SvgBox words, SvgAlong align)
{
    g_auto(SvgTextFit) room = {0};
    svg_text_fit_read(edit, shape, &room);
    double width = room.used * svg_text_fit_width(&room, words.h);
    double slack = MAX((width > 0 ? width : room.used * room.box.w) - words.w, 0) / 2;
    double side = align == SVG_ALONG_START ? -1 : align == SVG_ALONG_END ? 1 : 0;
    return room.center.x + side * slack - svg_box_center(words).x;
}

/* --- a text ----------------------------------------------------------------------------------- */

gboolean svg_text_restyle(SvgEdit *edit, SvgNode *text, const SvgStyling *styling, gboolean label,
                          SvgNode *holder, GError **error)
{
    SvgBox before = svg_node_box(edit->doc, text);
    gboolean aligned = (styling->given & SVG_STYLING_ALIGN) != 0;
    set_face(edit, text, styling);
    if (styling->given & SVG_STYLING_FONT_SIZE) {
        set_size(edit, text, styling->font_size);
    }
    SvgBox sized = svg_node_box(edit->doc, text);
    if (aligned) {
        set_align(edit, text, styling->align);
    }
    SvgBox after = svg_node_box(edit->doc, text);
    if (svg_box_is_empty(before) || svg_box_is_empty(sized) || svg_box_is_empty(after)) {
        return TRUE;
    }
    SvgPoint middle = svg_box_center(before), now = svg_box_center(after);
    double dx = aligned && holder ? to_side(edit, holder, after, styling->align)
                : label           ? middle.x - now.x
                                  : sized.x - after.x;
    return svg_node_move_by(edit, text, dx, label ? middle.y - now.y : 0, error);
}
