/* The table of properties, and the two shorthands among them. */
#include "values/properties.h"

#include "values/css_scan.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    gboolean inherited;
} properties[] = {
#define SVG_PROPERTY(id, name, inherited) {name, inherited},
#include "values/properties.def"
#undef SVG_PROPERTY
};

G_STATIC_ASSERT(SVG_PROPERTY_COUNT < G_MAXUINT8);

#define PLACES 256 /* a power of two, several times the number of properties */

static guint place_of(const char *name, gsize len)
{
    guint first = (guchar)name[0], middle = (guchar)name[len / 2], last = (guchar)name[len - 1];
    return ((guint)len * 37 + first * 5 + middle * 3 + last * 11) & (PLACES - 1);
}

/* The numbers of the properties + 1, each at its place or the next free one. */
static const guint8 *find_places(void)
{
    static guint8 places[PLACES];
    static gsize made;
    if (g_once_init_enter(&made)) {
        for (guint i = 0; i < SVG_PROPERTY_COUNT; i++) {
            guint place = place_of(properties[i].name, strlen(properties[i].name));
            while (places[place]) {
                place = (place + 1) & (PLACES - 1);
            }
            places[place] = (guint8)(i + 1);
        }
        g_once_init_leave(&made, 1);
    }
    return places;
}

int svg_property_from_name(const char *name, gsize len)
{
    const guint8 *places = find_places();
    for (guint place = len ? place_of(name, len) : 0; len && places[place];
         place = (place + 1) & (PLACES - 1)) {
        int property = places[place] - 1;
        if (strncmp(properties[property].name, name, len) == 0 &&
            properties[property].name[len] == '\0') {
            return property;
        }
    }
    return -1;
}

const char *svg_property_name(SvgProperty property)
{
    return properties[property].name;
}

gboolean svg_property_is_inherited(SvgProperty property)
{
    return properties[property].inherited;
}

gboolean svg_property_is_attribute(SvgProperty property)
{
    return !svg_property_is_shorthand((int)property) && property != SVG_PROPERTY_TRANSFORM;
}

/* --- shorthands ------------------------------------------------------------------------------- */

static const SvgProperty marker_longhands[] = {SVG_PROPERTY_MARKER_START, SVG_PROPERTY_MARKER_MID,
                                               SVG_PROPERTY_MARKER_END};
static const SvgProperty font_longhands[] = {
    SVG_PROPERTY_FONT_STYLE, SVG_PROPERTY_FONT_WEIGHT, SVG_PROPERTY_FONT_STRETCH,
    SVG_PROPERTY_FONT_SIZE,  SVG_PROPERTY_LINE_HEIGHT, SVG_PROPERTY_FONT_FAMILY,
};
enum { STYLE, WEIGHT, STRETCH, SIZE, LINE, FAMILY };
G_STATIC_ASSERT(G_N_ELEMENTS(font_longhands) == SVG_MAX_LONGHANDS);

static const struct {
    SvgProperty shorthand;
    const SvgProperty *longhands;
    guint n;
} shorthands[] = {
    {SVG_PROPERTY_MARKER, marker_longhands, G_N_ELEMENTS(marker_longhands)},
    {SVG_PROPERTY_FONT, font_longhands, G_N_ELEMENTS(font_longhands)},
};

gboolean svg_property_is_shorthand(int property)
{
    return property == SVG_PROPERTY_MARKER || property == SVG_PROPERTY_FONT;
}

int svg_property_shorthand(int property)
{
    for (guint i = 0; i < G_N_ELEMENTS(shorthands); i++) {
        for (guint j = 0; j < shorthands[i].n; j++) {
            if ((int)shorthands[i].longhands[j] == property) {
                return (int)shorthands[i].shorthand;
            }
        }
    }
    return -1;
}

static SvgSlice slice_of(const char *text)
{
    return (SvgSlice){text, strlen(text)};
}

static gboolean is_word(SvgSlice token, const char *const *words)
{
    for (; *words; words++) {
        if (strlen(*words) == token.len && g_ascii_strncasecmp(*words, token.at, token.len) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_weight(SvgSlice token)
{
    static const char *const words[] = {"bold", "bolder", "lighter", NULL};
    gsize digits = 0;
    while (digits < token.len && g_ascii_isdigit(token.at[digits])) {
        digits++;
    }
    return is_word(token, words) || (digits == token.len && digits >= 1 && digits <= 4);
}

static SvgSlice next_token(const char **at, const char *end, const char *stops)
{
    const char *from = svg_css_skip_space(*at, end);
    SvgCssRun run = svg_css_run(from, end, stops);
    *at = run.stop;
    return (SvgSlice){from, (gsize)(run.stop - from)};
}

/* CSS Fonts 3 §3.7: what may stand before the size. FALSE when the token is something else. */
static gboolean take_font_word(SvgSlice token, SvgSlice *parts)
{
    static const char *const neutral[] = {"normal", "small-caps", NULL};
    static const char *const slants[] = {"italic", "oblique", NULL};
    static const char *const widths[] = {"ultra-condensed", "extra-condensed", "condensed",
                                         "semi-condensed",  "semi-expanded",   "expanded",
                                         "extra-expanded",  "ultra-expanded",  NULL};
    int part = is_word(token, slants)   ? STYLE
               : is_weight(token)       ? WEIGHT
               : is_word(token, widths) ? STRETCH
                                        : -1;
    if (part >= 0) {
        parts[part] = token;
    }
    return part >= 0 || is_word(token, neutral);
}

#define SPACES " \t\n\r\f"

/* [style || variant || weight || stretch]? size [/ line-height]? family */
static gboolean split_font(SvgSlice value, SvgSlice *parts)
{
    const char *at = value.at, *end = value.at + value.len;
    SvgSlice token;
    do {
        token = next_token(&at, end, SPACES "/");
    } while (token.len > 0 && take_font_word(token, parts));
    parts[SIZE] = token;
    at = svg_css_skip_space(at, end);
    if (at < end && *at == '/') {
        at++;
        parts[LINE] = next_token(&at, end, SPACES);
    }
    at = svg_css_skip_space(at, end);
    parts[FAMILY] = (SvgSlice){at, (gsize)(end - at)};
    return parts[SIZE].len > 0 && parts[LINE].len > 0 && parts[FAMILY].len > 0;
}

static gboolean is_wide_keyword(SvgSlice value)
{
    static const char *const words[] = {"inherit", "initial", "unset", "revert", NULL};
    return is_word(value, words);
}

static guint expand_same(const SvgProperty *longhands, guint n, SvgSlice value, SvgLonghand *out)
{
    for (guint i = 0; i < n; i++) {
        out[i] = (SvgLonghand){longhands[i], value};
    }
    return n;
}

static guint expand_font(SvgSlice value, SvgLonghand *out)
{
    SvgSlice normal = slice_of("normal");
    SvgSlice parts[SVG_MAX_LONGHANDS] = {normal, normal, normal, normal, normal, normal};
    if (!split_font(value, parts)) {
        return 0;
    }
    for (guint i = 0; i < SVG_MAX_LONGHANDS; i++) {
        out[i] = (SvgLonghand){font_longhands[i], parts[i]};
    }
    return SVG_MAX_LONGHANDS;
}

guint svg_shorthand_expand(int property, SvgSlice value, SvgLonghand out[SVG_MAX_LONGHANDS])
{
    if (property == SVG_PROPERTY_FONT && !is_wide_keyword(value)) {
        return expand_font(value, out);
    }
    for (guint i = 0; i < G_N_ELEMENTS(shorthands); i++) {
        if ((int)shorthands[i].shorthand == property) {
            return expand_same(shorthands[i].longhands, shorthands[i].n, value, out);
        }
    }
    out[0] = (SvgLonghand){(SvgProperty)property, value};
    return 1;
}
