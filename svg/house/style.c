/* The file, and what is nearest to what it allows. */
#include "style/style.h"

#include "house/house.h"

#include <math.h>
#include <string.h>

#define GROUP "style"
#define FONTS "fonts"
#define NEAR  0.01 /* of a length: nobody sees it, and numbers are written with so many digits */

void svg_house_free(SvgHouse *house)
{
    if (house) {
        g_array_unref(house->colors);
        g_array_unref(house->widths);
        g_array_unref(house->sizes);
        g_hash_table_unref(house->stand_ins);
        g_strfreev(house->fonts);
        g_free(house);
    }
}

/* --- colours ---------------------------------------------------------------------------------- */

void svg_oklab(guint32 rgb, double lab[3])
{
    double r = svg_channel_light(rgb >> 16 & 255), g = svg_channel_light(rgb >> 8 & 255),
           b = svg_channel_light(rgb & 255);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

gboolean svg_house_nearest(const SvgHouse *house, guint32 rgb,
                           gboolean (*fits)(guint32 rgb, gpointer data), gpointer data,
                           guint32 *out)
{
    double lab[3], best = INFINITY;
    svg_oklab(rgb, lab);
    for (guint i = 0; i < house->colors->len; i++) {
        const SvgHouseColor *color = &g_array_index(house->colors, SvgHouseColor, i);
        double l = color->lab[0] - lab[0], a = color->lab[1] - lab[1], b = color->lab[2] - lab[2];
        double far = color->rgb == rgb ? -1 : l * l + a * a + b * b;
        if (far < best && (!fits || fits(color->rgb, data))) {
            best = far;
            *out = color->rgb;
        }
    }
    return isfinite(best);
}

/* --- lengths and fonts ------------------------------------------------------------------------ */

double svg_house_snap(const GArray *allowed, double value)
{
    double nearest = value, best = INFINITY;
    for (guint i = 0; value > 0 && i < allowed->len; i++) {
        double one = g_array_index(allowed, double, i), far = fabs(log(value / one));
        nearest = far < best ? one : nearest;
        best = MIN(best, far);
    }
    return fabs(nearest - value) <= NEAR * value ? value : nearest;
}

/* The first name of the list, without quotes; the caller's. */
static char *first_family(const char *families)
{
    char *name = g_strndup(families, strcspn(families, ","));
    g_strdelimit(name, "'\"", ' ');
    return g_strstrip(name);
}

const char *svg_house_font(const SvgHouse *house, const char *families)
{
    g_autofree char *name = first_family(families);
    g_autofree char *folded = g_utf8_casefold(name, -1);
    for (char **font = house->fonts; *font; font++) {
        g_autofree char *known = g_utf8_casefold(*font, -1);
        if (g_str_equal(known, folded)) {
            return NULL;
        }
    }
    const char *other = g_hash_table_lookup(house->stand_ins, folded);
    return other ? other : house->fonts[0];
}

/* --- the file --------------------------------------------------------------------------------- */

static gboolean refuse(GError **error, const char *name, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
static gboolean refuse(GError **error, const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "%s: %s", name, what);
    return FALSE;
}

static gboolean read_colors(SvgHouse *house, char **values, const char *name, GError **error)
{
    for (char **value = values; value && *value; value++) {
        SvgHouseColor color;
        double alpha = 1;
        if (!svg_color_parse(g_strstrip(*value), &color.rgb, &alpha) || alpha < 1) {
            return refuse(error, name, "\"%s\" is no colour; write it as #rrggbb", *value);
        }
        svg_oklab(color.rgb, color.lab);
        g_array_append_val(house->colors, color);
    }
    return TRUE;
}

static gboolean read_lengths(GArray *out, char **values, const char *key, const char *name,
                             GError **error)
{
    for (char **value = values; value && *value; value++) {
        char *end, *text = g_strstrip(*value);
        double number = g_ascii_strtod(text, &end);
        if (end == text || *end || !(number > 0 && number < SVG_MAX_COORDINATE)) {
            return refuse(error, name, "\"%s\" is none of %s; write a number of px", text, key);
        }
        g_array_append_val(out, number);
    }
    return TRUE;
}

static gboolean read_contrast(SvgHouse *house, const char *value, const char *name, GError **error)
{
    char *end = NULL;
    house->contrast = value ? g_ascii_strtod(value, &end) : 0;
    return !value || (end != value && !*end && house->contrast >= 1 && house->contrast <= 21) ||
           refuse(error, name, "the contrast is \"%s\"; it is a number from 1 to 21", value);
}

static gboolean check_keys(GKeyFile *file, const char *name, GError **error)
{
    static const char *const keys[] = {"colors",     "fonts",    "stroke-widths",
                                       "text-sizes", "contrast", NULL};
    g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
    for (char **group = groups; *group; group++) {
        if (!g_str_equal(*group, GROUP) && !g_str_equal(*group, FONTS)) {
            return refuse(error, name, "there is no [%s]; there are [" GROUP "] and [" FONTS "]",
                          *group);
        }
    }
    g_auto(GStrv) own = g_key_file_get_keys(file, GROUP, NULL, NULL);
    for (char **key = own; key && *key; key++) {
        if (!g_strv_contains(keys, *key)) {
            g_autofree char *known = g_strjoinv(", ", (char **)keys);
            return refuse(error, name, "there is no \"%s\"; there are %s", *key, known);
        }
    }
    return own || refuse(error, name, "it says nothing in [" GROUP "]");
}

static gboolean read_stand_ins(SvgHouse *house, GKeyFile *file, const char *name, GError **error)
{
    g_auto(GStrv) keys = g_key_file_get_keys(file, FONTS, NULL, NULL);
    for (char **key = keys; key && *key; key++) {
        char *font = g_key_file_get_string(file, FONTS, *key, NULL);
        g_hash_table_insert(house->stand_ins, g_utf8_casefold(*key, -1), font);
        if (!font || !g_strv_contains((const char *const *)house->fonts, font)) {
            return refuse(error, name, "\"%s\", which stands for \"%s\", is none of the fonts",
                          font ? font : "", *key);
        }
    }
    return TRUE;
}

static char **list_of(GKeyFile *file, const char *key)
{
    return g_key_file_get_string_list(file, GROUP, key, NULL, NULL);
}

static gboolean read_file(SvgHouse *house, GKeyFile *file, const char *name, GError **error)
{
    g_auto(GStrv) colors = list_of(file, "colors"), widths = list_of(file, "stroke-widths"),
                  sizes = list_of(file, "text-sizes"), fonts = list_of(file, "fonts");
    g_autofree char *contrast = g_key_file_get_string(file, GROUP, "contrast", NULL);
    if (fonts) {
        g_strfreev(house->fonts);
        house->fonts = g_steal_pointer(&fonts);
    }
    return check_keys(file, name, error) && read_colors(house, colors, name, error) &&
           read_lengths(house->widths, widths, "stroke-widths", name, error) &&
           read_lengths(house->sizes, sizes, "text-sizes", name, error) &&
           read_contrast(house, contrast, name, error) && read_stand_ins(house, file, name, error);
}

static SvgHouse *house_new(void)
{
    SvgHouse *house = g_new0(SvgHouse, 1);
    house->colors = g_array_new(FALSE, FALSE, sizeof(SvgHouseColor));
    house->widths = g_array_new(FALSE, FALSE, sizeof(double));
    house->sizes = g_array_new(FALSE, FALSE, sizeof(double));
    house->stand_ins = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    house->fonts = g_new0(char *, 1);
    return house;
}

SvgHouse *svg_house_parse(const char *text, gsize len, const char *name, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) why = NULL;
    SvgHouse *house = house_new();
    if (!g_key_file_load_from_data(file, text, len, G_KEY_FILE_NONE, &why)) {
        refuse(error, name, "%s", why->message);
    } else if (read_file(house, file, name, error)) {
        return house;
    }
    svg_house_free(house);
    return NULL;
}

SvgHouse *svg_house_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) why = NULL;
    gsize len;
    if (!g_file_get_contents(path, &text, &len, &why)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_IO, "can't read the style: %s", why->message);
        return NULL;
    }
    return svg_house_parse(text, len, path, error);
}
