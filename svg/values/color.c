/* CSS colours: hex, functions, names. CSS Color 4 §4–8. */
#include "values/color.h"

#include "values/values.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    guint32 rgb;
} names[] = {
#define SVG_COLOR_NAME(name, rgb) {name, rgb},
#include "values/color_names.def"
#undef SVG_COLOR_NAME
};

#define LIGHT_DARK "light-dark("

/* 0–1 each. */
typedef struct {
    double r, g, b, a;
} Color;

static guint32 channel(double value)
{
    return (guint32)lround(CLAMP(value, 0, 1) * 255);
}

static void store(Color color, guint32 *rgb, double *alpha)
{
    *rgb = channel(color.r) << 16 | channel(color.g) << 8 | channel(color.b);
    *alpha = CLAMP(color.a, 0, 1);
}

/* --- #hex and names --------------------------------------------------------------------------- */

static gboolean parse_hex(const char *digits, gsize len, Color *out)
{
    double channels[4] = {0, 0, 0, 1};
    gsize each = len <= 4 ? 1 : 2;
    if (len != 3 && len != 4 && len != 6 && len != 8) {
        return FALSE;
    }
    for (gsize i = 0; i < len; i++) {
        if (!g_ascii_isxdigit(digits[i])) {
            return FALSE;
        }
    }
    for (gsize i = 0; i < len / each; i++) {
        int high = g_ascii_xdigit_value(digits[i * each]);
        int low = g_ascii_xdigit_value(digits[i * each + each - 1]);
        channels[i] = (high * 16 + low) / 255.0;
    }
    *out = (Color){channels[0], channels[1], channels[2], channels[3]};
    return TRUE;
}

static Color from_rgb(guint32 rgb)
{
    return (Color){(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, 1};
}

static int compare_name(const char *text, gsize len, const char *name)
{
    int order = g_ascii_strncasecmp(text, name, len);
    return order == 0 && name[len] ? -1 : order;
}

static gboolean parse_name(const char *text, gsize len, Color *out)
{
    gsize low = 0, high = G_N_ELEMENTS(names);
    while (low < high) {
        gsize middle = (low + high) / 2;
        int order = compare_name(text, len, names[middle].name);
        if (order == 0) {
            *out = from_rgb(names[middle].rgb);
            return TRUE;
        }
        if (order > 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *out = (Color){0, 0, 0, 0};
    return compare_name(text, len, "transparent") == 0;
}

/* --- functions -------------------------------------------------------------------------------- */

typedef enum { NUMBER, PERCENT, DEGREES } Unit;

typedef struct {
    double value;
    Unit unit;
} Component;

/* The unit at *at, FALSE when it is none a colour has. */
static gboolean read_unit(const char **at, Component *out)
{
    static const struct {
        const char *name;
        Unit unit;
        double factor;
    } units[] = {
        {"%", PERCENT, 1},      {"deg", DEGREES, 1},
        {"grad", DEGREES, 0.9}, {"rad", DEGREES, 180 / G_PI},
        {"turn", DEGREES, 360}, {"", NUMBER, 1},
    };
    gsize len = **at == '%' ? 1 : 0;
    while (**at != '%' && g_ascii_isalpha((*at)[len])) {
        len++;
    }
    for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
        if (strlen(units[i].name) == len && g_ascii_strncasecmp(*at, units[i].name, len) == 0) {
            out->unit = units[i].unit;
            out->value *= units[i].factor;
            *at += len;
            return TRUE;
        }
    }
    return FALSE;
}

/* "none" is a missing component, which counts as 0 (§4.4). */
static gboolean read_component(const char **at, Component *out)
{
    *out = (Component){0, NUMBER};
    if (g_ascii_strncasecmp(*at, "none", 4) == 0) {
        *at += 4;
        return TRUE;
    }
    return svg_number_read(at, &out->value) && read_unit(at, out);
}

static void skip_space(const char **at)
{
    while (g_ascii_isspace(**at)) {
        (*at)++;
    }
}

/* What may stand between components: always commas, or white space and a "/" before alpha (§4.2).
 */
static gboolean read_separator(const char **at, guint index, gboolean *commas)
{
    const char *from = *at;
    skip_space(at);
    if (index == 1) {
        *commas = **at == ',';
    }
    char wanted = (char)(*commas ? ',' : index == 3 ? '/' : 0);
    if (!wanted) {
        /* "10%20%" and "1-2" are two components as well. */
        return *at > from || from[-1] == '%' || strchr("+-.", **at);
    }
    if (**at != wanted) {
        return FALSE;
    }
    (*at)++;
    skip_space(at);
    return TRUE;
}

/* "1, 2, 3)" or "1 2 3 / 4)". Returns their number, 0 when it isn't that. */
static guint read_components(const char *at, Component out[4])
{
    gboolean commas = FALSE;
    guint n = 0;
    skip_space(&at);
    for (; n < 4; n++) {
        if (n > 0 && !read_separator(&at, n, &commas)) {
            return 0;
        }
        if (!read_component(&at, &out[n])) {
            return 0;
        }
        if (n >= 2) {
            const char *rest = at;
            skip_space(&rest);
            if (*rest == ')') {
                rest++;
                skip_space(&rest);
                return *rest ? 0 : n + 1;
            }
        }
    }
    return 0;
}

/* A number in units of `whole`, or a percentage. */
static double fraction(Component c, double whole)
{
    return c.unit == PERCENT ? c.value / 100 : c.value / whole;
}

static double hue_of(Component c)
{
    double turns = c.value / 360;
    return isfinite(turns) ? turns - floor(turns) : 0;
}

/* A fully saturated hue, 0–1 (§7.1). */
static double hue_channel(double hue, double shift)
{
    double at = fmod(hue * 6 + shift, 6);
    return CLAMP(fabs(at - 3) - 1, 0, 1);
}

static Color from_rgb_function(const Component *c)
{
    return (Color){fraction(c[0], 255), fraction(c[1], 255), fraction(c[2], 255), 1};
}

static Color mix(double hue, double scale, double base)
{
    return (Color){hue_channel(hue, 0) * scale + base, hue_channel(hue, 4) * scale + base,
                   hue_channel(hue, 2) * scale + base, 1};
}

static Color from_hsl(const Component *c)
{
    double saturation = CLAMP(fraction(c[1], 100), 0, 1);
    double lightness = CLAMP(fraction(c[2], 100), 0, 1);
    double chroma = (1 - fabs(2 * lightness - 1)) * saturation;
    return mix(hue_of(c[0]), chroma, lightness - chroma / 2);
}

static Color from_hwb(const Component *c)
{
    double white = CLAMP(fraction(c[1], 100), 0, 1), black = CLAMP(fraction(c[2], 100), 0, 1);
    double sum = white + black;
    return sum >= 1 ? mix(0, 0, white / sum) : mix(hue_of(c[0]), 1 - sum, white);
}

static gboolean units_fit(const Component *c, guint n, gboolean has_hue)
{
    for (guint i = 0; i < n; i++) {
        gboolean hue = has_hue && i == 0;
        if (c[i].unit == (hue ? PERCENT : DEGREES)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean parse_function(const char *text, gsize name_len, Color *out)
{
    static const struct {
        const char *name;
        Color (*make)(const Component *);
        gboolean has_hue;
    } functions[] = {
        {"rgb", from_rgb_function, FALSE}, {"rgba", from_rgb_function, FALSE},
        {"hsl", from_hsl, TRUE},           {"hsla", from_hsl, TRUE},
        {"hwb", from_hwb, TRUE},
    };
    Component c[4];
    for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
        if (compare_name(text, name_len, functions[i].name) == 0) {
            guint n = read_components(text + name_len + 1, c);
            if (n == 0 || !units_fit(c, n, functions[i].has_hue)) {
                return FALSE;
            }
            *out = functions[i].make(c);
            out->a = n == 4 ? fraction(c[3], 1) : 1;
            return TRUE;
        }
    }
    return FALSE;
}

/* --- all of them ------------------------------------------------------------------------------ */

gboolean svg_color_is_light_dark(const char *text)
{
    return g_ascii_strncasecmp(text, LIGHT_DARK, strlen(LIGHT_DARK)) == 0;
}

/* "light-dark(a, b)" is a: pictures are for light pages unless something says else (CSS Color 5
 * §light-dark). */
static gboolean parse_light_dark(const char *text, gsize len, guint32 *rgb, double *alpha)
{
    gsize skip = strlen(LIGHT_DARK), comma = skip;
    guint depth = 0, other;
    double its_alpha;
    for (; comma < len && (depth || text[comma] != ','); comma++) {
        depth += text[comma] == '(';
        depth -= text[comma] == ')' && depth;
    }
    if (comma == len || text[len - 1] != ')') {
        return FALSE;
    }
    g_autofree char *light = g_strndup(text + skip, comma - skip);
    g_autofree char *dark = g_strndup(text + comma + 1, len - comma - 2);
    return svg_color_parse(dark, &other, &its_alpha) && svg_color_parse(light, rgb, alpha);
}

gboolean svg_color_parse(const char *text, guint32 *rgb, double *alpha)
{
    Color color;
    gboolean valid;
    skip_space(&text);
    gsize len = strlen(text);
    while (len > 0 && g_ascii_isspace(text[len - 1])) {
        len--;
    }
    if (svg_color_is_light_dark(text)) {
        return parse_light_dark(text, len, rgb, alpha);
    }
    const char *paren = memchr(text, '(', len);
    if (text[0] == '#') {
        valid = parse_hex(text + 1, len - 1, &color);
    } else if (paren) {
        valid = parse_function(text, (gsize)(paren - text), &color);
    } else {
        valid = parse_name(text, len, &color);
    }
    if (valid) {
        store(color, rgb, alpha);
    }
    return valid;
}

/* --- contrast --------------------------------------------------------------------------------- */

double svg_channel_light(double channel)
{
    double c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

double svg_luminance(double red, double green, double blue)
{
    return 0.2126 * svg_channel_light(red) + 0.7152 * svg_channel_light(green) +
           0.0722 * svg_channel_light(blue);
}

double svg_contrast(double a, double b)
{
    return (MAX(a, b) + 0.05) / (MIN(a, b) + 0.05);
}
