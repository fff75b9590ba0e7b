/* The engines that shape text must not be told apart by their numbers; parts of shapes are what
 * shaping them alone gives; breaks are those of UAX #14. */
#include "geometry/text.h"
#include "geometry/text_shape.h"

#include <string.h>

#define CLOSE 1e-5
#define TEXT  "AVATAR To. \"Type\" fi ffl, \xc3\x89t\xc3\xa9 \xe2\x80\x94 x\xe2\x82\x82 100%"

/* --- engines ---------------------------------------------------------------------------------- */

static void assert_same_metrics(const SvgFontMetrics *a, const SvgFontMetrics *b)
{
    g_assert_cmpfloat_with_epsilon(a->ascent, b->ascent, CLOSE);
    g_assert_cmpfloat_with_epsilon(a->descent, b->descent, CLOSE);
    g_assert_cmpfloat_with_epsilon(a->em_ascent, b->em_ascent, CLOSE);
    g_assert_cmpfloat_with_epsilon(a->x_height, b->x_height, CLOSE);
    g_assert_cmpfloat_with_epsilon(a->math, b->math, CLOSE);
}

static void assert_same_glyph(const SvgGlyph *a, const SvgGlyph *b)
{
    g_assert_cmpuint(a->at, ==, b->at);
    g_assert_cmpfloat_with_epsilon(a->advance, b->advance, CLOSE);
    g_assert_cmpfloat_with_epsilon(a->ink.left, b->ink.left, CLOSE);
    g_assert_cmpfloat_with_epsilon(a->ink.top, b->ink.top, CLOSE);
    g_assert_cmpfloat_with_epsilon(a->ink.right, b->ink.right, CLOSE);
    g_assert_cmpfloat_with_epsilon(a->ink.bottom, b->ink.bottom, CLOSE);
}

static void assert_same_glyphs(const GArray *a, const GArray *b)
{
    g_assert_cmpuint(a->len, ==, b->len);
    for (guint i = 0; i < a->len; i++) {
        assert_same_glyph(&g_array_index(a, SvgGlyph, i), &g_array_index(b, SvgGlyph, i));
    }
}

/* FALSE when the quick engine can't have the face or the text. */
static gboolean compare_engines(const SvgFontQuery *query, const char *text)
{
    const SvgTextEngine *engines[] = {svg_text_engine_get(SVG_TEXT_LATIN),
                                      svg_text_engine_get(SVG_TEXT_ANY)};
    SvgFace *faces[SVG_TEXT_ENGINES];
    SvgFontMetrics metrics[SVG_TEXT_ENGINES];
    GArray *glyphs[SVG_TEXT_ENGINES];
    gboolean shaped[SVG_TEXT_ENGINES];

    g_assert_nonnull(engines[0]);
    for (guint i = 0; i < SVG_TEXT_ENGINES; i++) {
        glyphs[i] = g_array_new(FALSE, FALSE, sizeof(SvgGlyph));
        faces[i] = engines[i]->face_new(query, &metrics[i]);
        shaped[i] = faces[i] && engines[i]->shape(faces[i], text, strlen(text), glyphs[i]);
    }
    g_assert_true(shaped[SVG_TEXT_ANY]);
    if (shaped[SVG_TEXT_LATIN]) {
        assert_same_metrics(&metrics[0], &metrics[1]);
        assert_same_glyphs(glyphs[0], glyphs[1]);
    } else {
        g_assert_cmpuint(glyphs[SVG_TEXT_LATIN]->len, ==, 0);
    }
    for (guint i = 0; i < SVG_TEXT_ENGINES; i++) {
        g_clear_pointer(&faces[i], engines[i]->face_free);
        g_array_unref(glyphs[i]);
    }
    return shaped[SVG_TEXT_LATIN];
}

static void test_same(void)
{
    static const char *const families[] = {"sans-serif", "Times New Roman,serif", "monospace",
                                           "No Such Font At All"};
    static const int weights[] = {100, 400, 600, 700, 1000};
    guint quick = 0;

    for (guint i = 0; i < G_N_ELEMENTS(families); i++) {
        for (guint w = 0; w < G_N_ELEMENTS(weights); w++) {
            for (int stretch = 0; stretch <= 8; stretch += 4) {
                SvgFontQuery query = {families[i], weights[w], stretch, w % 2 == 1};

                quick += compare_engines(&query, TEXT);
            }
        }
    }
    g_assert_cmpuint(quick, >, 0);
}

/* What takes more than one face and one script goes to the other engine. */
static void test_not_latin(void)
{
    static const char *const texts[] = {"\xe6\xbc\xa2",
                                        "a \xd7\x90",
                                        "a\xe2\x80\x8f!",
                                        "\xf0\x9f\x98\x80",
                                        "a\xc2\xad",
                                        "1\xef\xb8\x8f\xe2\x83\xa3",
                                        "a\tb"};
    SvgFontQuery query = {"sans-serif", 400, 4, FALSE};

    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_assert_false(compare_engines(&query, texts[i]));
    }
}

/* Words, symbols that few fonts have, and spaces among them. */
static void append_random_part(GString *text)
{
    static const gunichar blocks[][2] = {{'a', 'z'},       {0xC0, 0x24F},    {0x2010, 0x2027},
                                         {0x2190, 0x2193}, {0x21D0, 0x21D5}, {0x2200, 0x22FF},
                                         {0x20A0, 0x20BF}, {0x2070, 0x208E}};
    guint block = (guint)g_test_rand_int_range(0, G_N_ELEMENTS(blocks));

    for (int n = g_test_rand_int_range(0, 4); n > 0; n--) {
        g_string_append_unichar(text, (gunichar)g_test_rand_int_range((gint32)blocks[block][0],
                                                                      (gint32)blocks[block][1]));
    }
    for (int n = g_test_rand_int_range(-2, 3); n > 0; n--) {
        g_string_append_unichar(text, n > 1 ? 0xA0 : ' ');
    }
}

/* What the best face lacks comes from others, with the spaces around it. */
static void test_fallback(void)
{
    static const char *const families[] = {"Liberation Sans,Arial,sans-serif", "serif",
                                           "Carlito,Arial", "Nimbus Roman", "monospace"};
    guint quick = 0;

    for (guint i = 0; i < 2000; i++) {
        SvgFontQuery query = {families[i % G_N_ELEMENTS(families)], i % 3 ? 400 : 700, 4,
                              i % 7 == 0};
        g_autoptr(GString) text = g_string_new(NULL);

        while (text->len < 24) {
            append_random_part(text);
        }
        g_autofree char *shown = g_strescape(text->str, NULL);
        g_test_message("%s: \"%s\"", query.families, shown);
        quick += compare_engines(&query, text->str);
    }
    g_test_message("%u of 2000 without pango", quick);
    g_assert_cmpuint(quick, >, 500);
}

/* --- parts ------------------------------------------------------------------------------------ */

static void assert_part(const SvgTextShape *whole, gsize from, gsize len, const SvgStyle *style)
{
    g_autoptr(SvgTextShape) part = svg_text_shape_part(whole, from, len, style);
    g_autoptr(SvgTextShape) alone = svg_text_shape(whole->text + from, len, style);

    g_assert_cmpmem(part->text, part->len, alone->text, alone->len);
    g_assert_cmpfloat_with_epsilon(part->advance, alone->advance, CLOSE);
    g_assert_cmpfloat_with_epsilon(part->ink.right, alone->ink.right, CLOSE);
    g_assert_cmpuint(part->n_glyphs, ==, alone->n_glyphs);
    for (guint i = 0; i < part->n_glyphs; i++) {
        assert_same_glyph(&part->glyphs[i], &alone->glyphs[i]);
    }
}

static void test_parts(void)
{
    static const char *const texts[] = {TEXT, "a \xd7\x90\xd7\x91\xd7\x92 b \xe6\xbc\xa2 c", ""};
    SvgStyle style;

    svg_style_initial(&style);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        gsize len = strlen(texts[i]);
        g_autoptr(SvgTextShape) whole = svg_text_shape(texts[i], len, &style);

        for (gsize from = 0; from <= len; from++) {
            for (gsize to = from; to <= len; to++) {
                if (((guchar)texts[i][from] & 0xC0) != 0x80 &&
                    ((guchar)texts[i][to] & 0xC0) != 0x80) {
                    assert_part(whole, from, to - from, &style);
                }
            }
        }
    }
}

/* --- threads ---------------------------------------------------------------------------------- */

static gpointer measure_all(gpointer data)
{
    static const char *const texts[] = {"Latin", TEXT, "\xe6\xbc\xa2", "a \xd7\x90"};
    double *sum = data;
    SvgStyle style;

    svg_style_initial(&style);
    for (guint i = 0; i < 40; i++) {
        SvgTextExtents extents;

        style.font_weight = 100 + (int)(i % 10) * 100;
        svg_text_measure(texts[i % G_N_ELEMENTS(texts)], &style, &extents);
        *sum += extents.width;
    }
    svg_text_layout_cleanup();
    return NULL;
}

static void test_threads(void)
{
    GThread *threads[4];
    double sums[G_N_ELEMENTS(threads)] = {0};

    svg_text_cleanup(); /* so that they wake the engines */
    for (guint i = 0; i < G_N_ELEMENTS(threads); i++) {
        threads[i] = g_thread_new("measure", measure_all, &sums[i]);
    }
    for (guint i = 0; i < G_N_ELEMENTS(threads); i++) {
        g_thread_join(threads[i]);
        g_assert_cmpfloat(sums[i], ==, sums[0]);
    }
    g_assert_cmpfloat(sums[0], >, 0);
}

/* What no font has is looked for in all of them, by threads of pango's. */
static gpointer measure_unknown(gpointer data)
{
    SvgStyle style;
    SvgTextExtents extents;

    svg_style_initial(&style);
    svg_text_measure("<&\x01>", &style, &extents);
    svg_text_layout_cleanup();
    return data;
}

/* Fontconfig isn't taken from under a thread that pango has only just made. */
static void test_cleanup(void)
{
    for (guint i = 0; i < 60; i++) {
        g_thread_join(g_thread_new("batch", measure_unknown, NULL));
        svg_text_cleanup();
    }
}

/* --- breaks ----------------------------------------------------------------------------------- */

/* The text with "\n" wherever a line may be broken inside it; NULL when it isn't a simple one. */
static char *broken(const char *text)
{
    glong n = g_utf8_strlen(text, -1);
    g_autofree gboolean *before = g_new(gboolean, n + 1);
    GString *out = g_string_new(NULL);

    if (!svg_text_breaks_simply(text, strlen(text), before)) {
        return g_string_free(out, TRUE);
    }
    g_assert_true(before[n]); /* LB3 */
    for (glong i = 0; i < n; i++, text = g_utf8_next_char(text)) {
        g_string_append(out, before[i] ? "\n" : "");
        g_string_append_unichar(out, g_utf8_get_char(text));
    }
    return g_string_free(out, FALSE);
}

static void test_breaks(void)
{
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"", ""},
        {"two words", "two \nwords"},                       /* LB18 */
        {"  two   words  ", "  \ntwo   \nwords  "},         /* LB7 */
        {"well-known - x", "well-\nknown \n- \nx"},         /* LB21 */
        {"at -5 or 3-4", "at \n-5 \nor \n3-4"},             /* LB25 */
        {"( a ) ! [b]", "( a ) ! \n[b]"},                   /* LB13, 14 */
        {"\"( \" (a", "\"( \" (a"},                         /* LB15 */
        {"f(x) (y)", "f(x) \n(y)"},                         /* LB30 */
        {"$1,234.50 100% $(9)", "$1,234.50 \n100% \n$(9)"}, /* LB25 */
        {"a/b 1/2", "a/\nb \n1/2"},                         /* LB13, 25 */
        {"e.g. it", "e.g. \nit"},                           /* LB29 */
        {"a\xe2\x80\x94"
         "b",
         "a\n\xe2\x80\x94\nb"}, /* B2 */
        {"a\xc2\xa0"
         "b c",
         "a\xc2\xa0"
         "b \nc"},                                    /* LB12 */
        {"so\xe2\x80\xa6 on", "so\xe2\x80\xa6 \non"}, /* LB22 */
        {"\xe6\xbc\xa2\xe5\xad\x97", NULL},
        {"e\xcc\x81", NULL},
        {"a\nb", NULL},
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *got = broken(cases[i].text);

        g_assert_cmpstr(got, ==, cases[i].wanted);
    }
}

static void append_random_char(GString *text)
{
    static const char *const chars[] = {
        "a",           "5", "(", "}", ")", "!", ",",        "/",
        "\"",          "$", "%", "-", "|", " ", "\xc2\xa0", "\xe2\x80\x94",
        "\xe2\x80\xa6"};

    g_string_append(text, chars[g_test_rand_int_range(0, G_N_ELEMENTS(chars))]);
}

/* The engine for everything breaks lines at the same places. */
static void test_same_breaks(void)
{
    const SvgTextEngine *any = svg_text_engine_get(SVG_TEXT_ANY);

    for (guint round = 0; round < 5000; round++) {
        g_autoptr(GString) text = g_string_new(NULL);
        gboolean simple[16] = {0}, full[16] = {0};

        for (int i = g_test_rand_int_range(0, 12); i > 0; i--) {
            append_random_char(text);
        }
        g_assert_true(svg_text_breaks_simply(text->str, text->len, simple));
        any->breaks(text->str, text->len, full);
        g_assert_cmpmem(simple, sizeof simple, full, sizeof full);
    }
}

int main(int argc, char **argv)
{
    int result;

    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fonts/same", test_same);
    g_test_add_func("/fonts/not-latin", test_not_latin);
    g_test_add_func("/fonts/fallback", test_fallback);
    g_test_add_func("/fonts/parts", test_parts);
    g_test_add_func("/fonts/threads", test_threads);
    g_test_add_func("/fonts/cleanup", test_cleanup);
    g_test_add_func("/fonts/breaks", test_breaks);
    g_test_add_func("/fonts/same-breaks", test_same_breaks);
    result = g_test_run();
    svg_text_cleanup();
    return result;
}
