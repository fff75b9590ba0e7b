/* The 15 colours that fairies speak of: what they look like, and which one a colour looks like. */
#include "values/color.h"

#include <svg/color.h>

#include <math.h>
#include <string.h>

/* Told apart on white, as lines and as text. Black and grey have grey tints. */
static const struct {
    const char *name;
    guint32 rgb, tint;
} palette[] = {
    {"red", 0xe03131, 0xffc9c9},          {"light-red", 0xffa8a8, 0xffe3e3},
    {"green", 0x2f9e44, 0xb2f2bb},        {"light-green", 0x84e093, 0xd3f9d8},
    {"blue", 0x1971c2, 0xa5d8ff},         {"light-blue", 0x74c0fc, 0xd0ebff},
    {"orange", 0xf76707, 0xffd8a8},       {"yellow", 0xfcc419, 0xfff3bf},
    {"black", 0x1d1d1d, 0xdee2e6},        {"violet", 0x9c36b5, 0xeebefa},
    {"light-violet", 0xe599f7, 0xf3d9fa}, {"grey", 0x868e96, 0xe9ecef},
    {"white", 0xffffff, 0xffffff},        {"brown", 0x8b5a2b, 0xeaddd7},
    {"pink", 0xe64980, 0xfcc2d7},
};

static const char *const palette_names[] = {
    "red",   "light-red", "green",        "light-green", "blue",  "light-blue", "orange", "yellow",
    "black", "violet",    "light-violet", "grey",        "white", "brown",      "pink",   NULL};
G_STATIC_ASSERT(G_N_ELEMENTS(palette_names) == G_N_ELEMENTS(palette) + 1);

/* How much of a colour that isn't of the palette is in its tint; the rest is white. */
#define TINT_SHARE 0.25

const char *const *svg_palette_names(void)
{
    return palette_names;
}

/* `rgb` at `share` on white. */
static guint32 on_white(guint32 rgb, double share)
{
    guint32 out = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        double channel = 255 - (255 - (rgb >> shift & 255)) * share;
        out |= (guint32)lround(channel) << shift;
    }
    return out;
}

static gboolean look_up(const char *name, gboolean tint, guint32 *rgb)
{
    double alpha;
    for (guint i = 0; i < G_N_ELEMENTS(palette); i++) {
        if (g_str_equal(palette[i].name, name)) {
            *rgb = tint ? palette[i].tint : palette[i].rgb;
            return TRUE;
        }
    }
    if (!svg_color_parse(name, rgb, &alpha) || alpha == 0) {
        return FALSE;
    }
    *rgb = tint ? on_white(*rgb, TINT_SHARE) : *rgb;
    return TRUE;
}

char *svg_palette_css(const char *name, gboolean tint)
{
    guint32 rgb;
    return name && look_up(name, tint, &rgb) ? g_strdup_printf("#%06x", rgb) : NULL;
}

/* --- naming ----------------------------------------------------------------------------------- */

/* Lightness 0–1, chroma, hue in degrees; and the least of red, green and blue, 0–1, which says how
 * washed out a colour is where lightness says how bright it is by nature. */
typedef struct {
    double lightness, chroma, hue, whiteness;
} Look;

/* OKLCH: CSS Color 4 §9.2–9.3. */
static Look look_at(guint32 rgb)
{
    guint32 red = rgb >> 16 & 255, green = rgb >> 8 & 255, blue = rgb & 255;
    double r = svg_channel_light(red), g = svg_channel_light(green), b = svg_channel_light(blue);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    double x = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    double y = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
    double hue = atan2(y, x) * 180 / G_PI;
    return (Look){
        .lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        .chroma = hypot(x, y),
        .hue = hue < 0 ? hue + 360 : hue,
        .whiteness = MIN(MIN(red, green), blue) / 255.0,
    };
}

/* Below this lightness everything looks black. */
#define BLACK_ALWAYS 0.2
/* Greys: up to here black, from there white. */
#define BLACK_UP_TO 0.36
#define WHITE_FROM  0.96
/* A colour of less chroma is a grey; on pale ones the eye sees less, and among dark ones browns. */
#define GREY_CHROMA       0.04
#define PALE_GREY_CHROMA  0.025
#define WHITE_CHROMA      0.0265
#define BROWN_GREY_CHROMA 0.025
#define PALE_FROM         0.85

/* Browns are dark oranges, the paler the lighter. */
static gboolean is_brown(const Look *look)
{
    gboolean warm = look->hue >= 30 && look->hue < 80;
    return warm && ((look->lightness < 0.6 && look->chroma < 0.13) ||
                    (look->lightness < 0.72 && look->chroma < 0.07));
}

static double grey_chroma(const Look *look)
{
    return look->lightness > WHITE_FROM  ? WHITE_CHROMA
           : look->lightness > PALE_FROM ? PALE_GREY_CHROMA
           : is_brown(look)              ? BROWN_GREY_CHROMA
                                         : GREY_CHROMA;
}

static const char *name_grey(const Look *look)
{
    double limit = grey_chroma(look);
    if (look->lightness < BLACK_ALWAYS) {
        return "black";
    }
    if (look->chroma >= limit) {
        return NULL;
    }
    return look->lightness < BLACK_UP_TO  ? "black"
           : look->lightness > WHITE_FROM ? "white"
                                          : "grey";
}

/* Hues from `from` on have `name`, or `light` when they are at least that light and white. */
static const struct {
    double from;
    const char *name, *light;
    double lightness, whiteness;
} hues[] = {
    {0, "violet", "pink", 0.6, 0},        {12, "red", "light-red", 0.69, 0.35},
    {34, "orange", "orange", 0, 0},       {80, "yellow", "yellow", 0, 0},
    {100, "green", "yellow", 0.65, 0},    {118, "green", "light-green", 0.74, 0.39},
    {180, "blue", "light-blue", 0.66, 0}, {278, "violet", "light-violet", 0.65, 0.42},
    {340, "violet", "pink", 0.6, 0},
};

static const char *name_hue(const Look *look)
{
    guint i = G_N_ELEMENTS(hues) - 1;
    while (i > 0 && look->hue < hues[i].from) {
        i--;
    }
    gboolean light = look->lightness >= hues[i].lightness && look->whiteness >= hues[i].whiteness;
    return light ? hues[i].light : hues[i].name;
}

const char *svg_palette_nearest(const char *css)
{
    guint32 rgb;
    double alpha;
    if (!css || !svg_color_parse(css, &rgb, &alpha) || alpha == 0) {
        return NULL;
    }
    Look look = look_at(on_white(rgb, alpha));
    const char *grey = name_grey(&look);
    return grey ? grey : is_brown(&look) ? "brown" : name_hue(&look);
}

/* --- what a name may stand for ---------------------------------------------------------------- */

/* How far from the palette's own: on both sides of it the eye sees the same colour, in the light or
 * in the shade. White is nothing but white. */
#define OFF_LIGHT  0.15
#define OFF_COLOR  0.08
#define ONLY_WHITE "white"

static gboolean is_near(guint32 a, guint32 b)
{
    Look p = look_at(a), q = look_at(b);
    double turn = (p.hue - q.hue) * G_PI / 180;
    double off =
        sqrt(fabs(p.chroma * p.chroma + q.chroma * q.chroma - 2 * p.chroma * q.chroma * cos(turn)));
    return fabs(p.lightness - q.lightness) <= OFF_LIGHT && off <= OFF_COLOR;
}

gboolean svg_palette_may_mean(const char *name, const char *css)
{
    guint32 rgb, palettes, called;
    double alpha;
    if (!svg_color_parse(css, &rgb, &alpha) || !look_up(name, FALSE, &palettes)) {
        return FALSE;
    }
    g_auto(GStrv) words = g_strsplit(name, "-", -1); /* CSS's "lightblue" */
    g_autofree char *plain = g_strjoinv(NULL, words);
    gboolean same = rgb == palettes || (svg_color_parse(plain, &called, &alpha) && rgb == called);
    return same || (!g_str_equal(name, ONLY_WHITE) && is_near(rgb, palettes));
}
