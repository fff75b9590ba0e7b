/* Fonts as they are asked for: families, and whether a styling has any. */
#include "edit/restyle.h"

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
