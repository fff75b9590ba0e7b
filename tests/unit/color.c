/* CSS colours, and the palette that fairies name them by. */
#include "style/style.h"

#include <svg/shape.h>

#include <math.h>
#include <string.h>

static const struct {
    const char *text;
    guint32 rgb;
    double alpha;
} valid[] = {
    {"#fff", 0xffffff, 1},
    {"#1a2", 0x11aa22, 1},
    {"#A1b2C3", 0xa1b2c3, 1},
    {"#f008", 0xff0000, 136 / 255.0},
    {"#00ff0080", 0x00ff00, 128 / 255.0},
    {"  #fff\n", 0xffffff, 1},
    {"red", 0xff0000, 1},
    {"ReD", 0xff0000, 1},
    {"aliceblue", 0xf0f8ff, 1},
    {"yellowgreen", 0x9acd32, 1},
    {"grey", 0x808080, 1},
    {"rebeccapurple", 0x663399, 1},
    {"transparent", 0, 0},
    {"rgb(1,2,3)", 0x010203, 1},
    {"rgb( 1 , 2 , 3 )", 0x010203, 1},
    {"RGB(1 2 3)", 0x010203, 1},
    {"rgb(100%,50%,0%)", 0xff8000, 1},
    {"rgb(100%50%0%)", 0xff8000, 1},
    {"rgb(300,-5,12.6)", 0xff000d, 1},
    {"rgba(1,2,3,.5)", 0x010203, 0.5},
    {"rgb(1 2 3 / 25%)", 0x010203, 0.25},
    {"rgb(1 2 3/2)", 0x010203, 1},
    {"rgba(1,2,3,-1)", 0x010203, 0},
    {"rgb(none 2 3 / none)", 0x000203, 0},
    {"hsl(0,100%,50%)", 0xff0000, 1},
    {"hsl(120deg 100% 50%)", 0x00ff00, 1},
    {"hsl(240, 100%, 25%)", 0x000080, 1},
    {"hsl(-120,100%,50%)", 0x0000ff, 1},
    {"hsl(0.5turn 100% 50%)", 0x00ffff, 1},
    {"hsl(200grad 100% 50%)", 0x00ffff, 1},
    {"hsl(3.14159265rad 100% 50%)", 0x00ffff, 1},
    {"hsl(60,0%,50%)", 0x808080, 1},
    {"hsla(39,100%,50%,0.25)", 0xffa600, 0.25},
    {"hsl(39 150% 50%)", 0xffa600, 1},
    {"hsl(480 100% 50%)", 0x00ff00, 1},
    {"light-dark(red, blue)", 0xff0000, 1},
    {" Light-Dark( rgb(0, 0, 9), light-dark(hsl(0 0% 0%), #fff) ) ", 0x000009, 1},
    {"light-dark(#0000, blue)", 0x000000, 0},
    {"hwb(0 0% 0%)", 0xff0000, 1},
    {"hwb(120 50% 0%)", 0x80ff80, 1},
    {"hwb(120 0% 50%)", 0x008000, 1},
    {"hwb(90 60% 60%)", 0x808080, 1},
};

static void test_valid(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(valid); i++) {
        guint32 rgb = 0x123456;
        double alpha = -1;
        g_test_message("%s", valid[i].text);
        g_assert_true(svg_color_parse(valid[i].text, &rgb, &alpha));
        g_assert_cmphex(rgb, ==, valid[i].rgb);
        g_assert_cmpfloat_with_epsilon(alpha, valid[i].alpha, 1e-9);
    }
}

static void test_invalid(void)
{
    static const char *const texts[] = {
        "",
        " ",
        "none",
        "currentColor",
        "inherit",
        "url(#a)",
        "#",
        "#f",
        "#ff",
        "#fffff",
        "#fffffff",
        "#ggg",
        "#fff #000",
        "# fff",
        "redd",
        "re",
        "red blue",
        "rgb",
        "rgb(",
        "rgb()",
        "rgb(1,2)",
        "rgb(1,2,3",
        "rgb(1,2,3,4,5)",
        "rgb(1,2,3)x",
        "rgb(1,2 3)",
        "rgb(1 2,3)",
        "rgb(1 2 3 4)",
        "rgb(1,2,3/4)",
        "rgb(1px,2,3)",
        "rgb(a,b,c)",
        "rgb(1deg,2,3)",
        "hsl(50%,1%,1%)",
        "hsl(1,2deg,3%)",
        "rgb(1e999,0,0)",
        "rgb(nan,0,0)",
        "foo(1,2,3)",
        "rgb (1,2,3)",
        "light-dark(red)",
        "light-dark(red, )",
        "light-dark(red, blue",
        "light-dark(, blue)",
        "light-dark(url(a), blue)",
        "rgb(1,,3)",
        "rgb(12 3)",
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        guint32 rgb = 0x123456;
        double alpha = 0.5;
        g_test_message("%s", texts[i]);
        g_assert_false(svg_color_parse(texts[i], &rgb, &alpha));
        g_assert_cmphex(rgb, ==, 0x123456);
        g_assert_cmpfloat(alpha, ==, 0.5);
    }
}

/* Every way of writing a colour gives that colour. */
static void test_round_trip(void)
{
    guint32 seed = (guint32)g_test_rand_int();
    GRand *random = g_rand_new_with_seed(seed);
    g_test_message("seed %u", seed);
    for (guint i = 0; i < 5000; i++) {
        guint32 wanted = g_rand_int(random) & 0xffffff, rgb;
        guint r = wanted >> 16, g = wanted >> 8 & 255, b = wanted & 255;
        double alpha;
        g_autofree char *hex = g_strdup_printf("#%06x", wanted);
        g_autofree char *commas = g_strdup_printf("rgb(%u,%u,%u)", r, g, b);
        g_autofree char *slash = g_strdup_printf("rgb(%u %u %u / 100%%)", r, g, b);
        const char *const texts[] = {hex, commas, slash};
        for (guint j = 0; j < G_N_ELEMENTS(texts); j++) {
            g_assert_true(svg_color_parse(texts[j], &rgb, &alpha));
            g_assert_cmphex(rgb, ==, wanted);
            g_assert_cmpfloat(alpha, ==, 1);
        }
    }
    g_rand_free(random);
}

/* Bytes in a row as files may hold them: no crash, and an answer that is a colour. */
static void test_anything(void)
{
    static const char *const pieces[] = {
        "rgb(", "hsl(", "hwb(", "1", "-",  "e9",  "%",        ",", "/",    " ",
        ")",    "none", "deg",  "#", "ff", "red", "\xc3\xbc", ".", "turn", "999999999999"};
    guint32 seed = (guint32)g_test_rand_int();
    GRand *random = g_rand_new_with_seed(seed);
    g_test_message("seed %u", seed);
    for (guint i = 0; i < 20000; i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        guint32 rgb = 0;
        double alpha = 0;
        for (gint32 n = g_rand_int_range(random, 0, 12); n > 0; n--) {
            gint32 piece = g_rand_int_range(random, 0, G_N_ELEMENTS(pieces));
            g_string_append(text, pieces[piece]);
        }
        if (svg_color_parse(text->str, &rgb, &alpha)) {
            g_assert_cmphex(rgb, <=, 0xffffff);
            g_assert_true(alpha >= 0 && alpha <= 1);
        }
    }
    g_rand_free(random);
}

/* --- the palette ------------------------------------------------------------------------------ */

static void test_palette_css(void)
{
    static const struct {
        const char *name, *css, *tint;
    } rows[] = {
        {"Red", "#ff0000", "#ffbfbf"},
        {"white", "#ffffff", "#ffffff"},
        {"#ABC", "#aabbcc", "#eaeef2"},
        {"rgb(1, 2, 3)", "#010203", "#c0c0c0"},
        {"gray", "#808080", "#dfdfdf"},
        {"rgba(1,2,3,.5)", "#010203", "#c0c0c0"},
        {"transparent", NULL, NULL},
        {"none", NULL, NULL},
        {"", NULL, NULL},
        {"url(#a)", NULL, NULL},
        {"light-orange", NULL, NULL},
        {"currentColor", NULL, NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *css = svg_palette_css(rows[i].name, FALSE);
        g_autofree char *tint = svg_palette_css(rows[i].name, TRUE);
        g_assert_cmpstr(css, ==, rows[i].css);
        g_assert_cmpstr(tint, ==, rows[i].tint);
    }
    g_assert_null(svg_palette_css(NULL, FALSE));
}

static guint32 palette_rgb(const char *name, gboolean tint)
{
    guint32 rgb;
    double alpha;
    g_autofree char *css = svg_palette_css(name, tint);
    g_assert_true(svg_color_parse(css, &rgb, &alpha));
    return rgb;
}

/* Red mean weighting: rough, but enough to tell "alike" from "not". */
static double difference(guint32 one, guint32 other)
{
    double r = (double)(one >> 16) - (double)(other >> 16);
    double g = (double)(one >> 8 & 255) - (double)(other >> 8 & 255);
    double b = (double)(one & 255) - (double)(other & 255);
    return sqrt(2 * r * r + 4 * g * g + 3 * b * b);
}

/* WCAG 2 relative luminance. */
static double luminance(guint32 rgb)
{
    const double weights[] = {0.0722, 0.7152, 0.2126};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double c = (rgb >> (8 * i) & 255) / 255.0;
        sum += weights[i] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static void test_palette_distinct(void)
{
    const char *const *names = svg_palette_names();
    g_assert_cmpuint(g_strv_length((char **)names), ==, 15);
    for (guint i = 0; names[i]; i++) {
        guint32 rgb = palette_rgb(names[i], FALSE), tint = palette_rgb(names[i], TRUE);
        for (guint j = 0; j < i; j++) {
            g_test_message("%s, %s", names[i], names[j]);
            g_assert_cmpfloat(difference(rgb, palette_rgb(names[j], FALSE)), >, 90);
        }
        g_assert_cmpfloat(luminance(tint), >, 0.6);
        if (!g_str_equal(names[i], "white")) {
            g_assert_cmpfloat(luminance(rgb), <, 0.62);
            g_assert_cmpfloat(luminance(rgb), <, luminance(tint));
        }
    }
}

/* What we draw with a name is read back as that name, and its tint as the same hue. */
static void test_palette_round_trip(void)
{
    const char *const *names = svg_palette_names();
    for (guint i = 0; names[i]; i++) {
        g_autofree char *css = svg_palette_css(names[i], FALSE);
        g_autofree char *tint = svg_palette_css(names[i], TRUE);
        g_assert_cmpstr(svg_palette_nearest(css), ==, names[i]);
        const char *name = svg_palette_nearest(tint);
        g_test_message("%s: %s %s", names[i], css, name);
        if (g_str_equal(names[i], "black") || g_str_equal(names[i], "brown")) {
            g_assert_cmpstr(name, ==, "grey");
        } else {
            const char *hue = g_str_has_prefix(names[i], "light-") ? names[i] + 6 : names[i];
            g_assert_true(g_str_has_suffix(name, hue));
        }
    }
}

/* All of CSS Color 4 §6.1, as a person would sort them into 15 boxes. */
static const struct {
    const char *name, *colors;
} boxes[] = {
    {"black", "black"},
    {"white", "white snow ivory azure mintcream aliceblue ghostwhite seashell linen oldlace "
              "floralwhite whitesmoke lavenderblush honeydew"},
    {"grey", "grey gray dimgrey dimgray darkgrey darkgray silver lightgrey lightgray gainsboro "
             "slategrey slategray lightslategrey lightslategray darkslategrey darkslategray"},
    {"red", "red darkred maroon firebrick brown crimson indianred tomato"},
    {"light-red", "lightcoral salmon mistyrose rosybrown"},
    {"orange", "orange darkorange orangered coral lightsalmon darksalmon chocolate "
               "sandybrown peru peachpuff bisque burlywood tan antiquewhite "
               "navajowhite blanchedalmond"},
    {"yellow", "yellow gold goldenrod darkgoldenrod khaki darkkhaki palegoldenrod lemonchiffon "
               "lightyellow lightgoldenrodyellow cornsilk beige wheat moccasin papayawhip"},
    {"green", "green darkgreen forestgreen seagreen mediumseagreen limegreen lime lawngreen "
              "chartreuse greenyellow yellowgreen olive olivedrab darkolivegreen springgreen "
              "mediumspringgreen"},
    {"light-green", "lightgreen palegreen darkseagreen aquamarine mediumaquamarine"},
    {"blue", "blue darkblue mediumblue navy midnightblue royalblue dodgerblue steelblue teal "
             "darkcyan cadetblue"},
    {"light-blue", "lightblue skyblue lightskyblue deepskyblue powderblue lightsteelblue "
                   "cornflowerblue lightcyan cyan aqua paleturquoise turquoise mediumturquoise "
                   "darkturquoise lightseagreen"},
    {"violet", "purple darkmagenta magenta fuchsia indigo rebeccapurple blueviolet darkviolet "
               "darkorchid mediumorchid mediumpurple slateblue mediumslateblue darkslateblue "
               "mediumvioletred"},
    {"light-violet", "violet plum orchid thistle lavender"},
    {"pink", "pink lightpink hotpink deeppink palevioletred"},
    {"brown", "sienna saddlebrown"},
};

static void test_nearest_names(void)
{
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
        g_auto(GStrv) colors = g_strsplit(boxes[i].colors, " ", -1);
        for (guint j = 0; colors[j]; j++, n++) {
            if (g_strcmp0(svg_palette_nearest(colors[j]), boxes[i].name) != 0) {
                g_error("%s is \"%s\", not \"%s\"", colors[j], svg_palette_nearest(colors[j]),
                        boxes[i].name);
            }
        }
    }
    g_assert_cmpuint(n, ==, 148);
}

static void test_nearest(void)
{
    static const struct {
        const char *css, *name;
    } rows[] = {
        {"#ff0000", "red"},
        {"#c00", "red"},
        {"#ffcccc", "light-red"},
        {"#00f", "blue"},
        {"#add8e6", "light-blue"},
        {"#808080", "grey"},
        {"#800080", "violet"},
        {"#ffa500", "orange"},
        {"#fff", "white"},
        {"#111", "black"},
        {"#333", "black"},
        {"#666", "grey"},
        {"#eee", "grey"},
        {"#3b2a14", "brown"},
        {"#795548", "brown"},
        {"#3e2723", "brown"},
        {"#ec6f9c", "pink"},
        {"#fcc2d7", "pink"},
        {"#ececff", "light-violet"},
        {"#94a3b8", "grey"},
        {"#fdfdfd", "white"},
        {"#0a0a20", "black"},
        {"#dae8fc", "light-blue"},
        {"#d5e8d4", "light-green"},
        {"#f8cecc", "light-red"},
        {"#e1d5e7", "light-violet"},
        {"#fff2cc", "yellow"},
        {"#ffe6cc", "orange"},
        {"#1f77b4", "blue"},
        {"#ff7f0e", "orange"},
        {"#2ca02c", "green"},
        {"#d62728", "red"},
        {"#9467bd", "violet"},
        {"rgba(255,0,0,0.3)", "light-red"},
        {"rgb(0 0 0 / 4%)", "white"},
        {"none", NULL},
        {"transparent", NULL},
        {"url(#a)", NULL},
        {"currentColor", NULL},
        {"", NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (g_strcmp0(svg_palette_nearest(rows[i].css), rows[i].name) != 0) {
            g_error("%s is \"%s\", not \"%s\"", rows[i].css, svg_palette_nearest(rows[i].css),
                    rows[i].name);
        }
    }
    g_assert_null(svg_palette_nearest(NULL));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/color/valid", test_valid);
    g_test_add_func("/color/invalid", test_invalid);
    g_test_add_func("/color/round-trip", test_round_trip);
    g_test_add_func("/color/anything", test_anything);
    g_test_add_func("/palette/css", test_palette_css);
    g_test_add_func("/palette/distinct", test_palette_distinct);
    g_test_add_func("/palette/round-trip", test_palette_round_trip);
    g_test_add_func("/palette/nearest/names", test_nearest_names);
    g_test_add_func("/palette/nearest", test_nearest);
    return g_test_run();
}
