/* Boxes, matrices, numbers, lengths, transforms and viewBox. */
#include "values/values.h"

#include <math.h>
#include <string.h>

#define ROUNDS 20000

static const SvgLengthContext CONTEXT = {.width = 200, .height = 100, .font_size = 20};

static void assert_near(double got, double wanted)
{
    g_assert_cmpfloat_with_epsilon(got, wanted, 1e-9 * MAX(1, fabs(wanted)));
}

static void assert_matrix(SvgMatrix m, double a, double b, double c, double d, double e, double f)
{
    assert_near(m.a, a);
    assert_near(m.b, b);
    assert_near(m.c, c);
    assert_near(m.d, d);
    assert_near(m.e, e);
    assert_near(m.f, f);
}

static void assert_box(SvgBox box, double x, double y, double w, double h)
{
    assert_near(box.x, x);
    assert_near(box.y, y);
    assert_near(box.w, w);
    assert_near(box.h, h);
}

/* --- boxes ------------------------------------------------------------------------------------ */

static void test_box_empty(void)
{
    g_assert_true(svg_box_is_empty(SVG_BOX_EMPTY));
    g_assert_false(svg_box_is_empty((SvgBox){1, 2, 0, 0}));
    g_assert_false(svg_box_is_empty((SvgBox){1, 2, 5, 0}));
    g_assert_true(svg_box_is_empty(svg_box_offset(SVG_BOX_EMPTY, 9, 9)));
    g_assert_true(svg_box_is_empty(svg_box_union(SVG_BOX_EMPTY, SVG_BOX_EMPTY)));
}

static void test_box_union(void)
{
    SvgBox box = {1, 2, 3, 4};
    assert_box(svg_box_union(box, SVG_BOX_EMPTY), 1, 2, 3, 4);
    assert_box(svg_box_union(SVG_BOX_EMPTY, box), 1, 2, 3, 4);
    assert_box(svg_box_union(box, (SvgBox){10, -5, 0, 0}), 1, -5, 9, 11);
    assert_box(svg_box_union(box, (SvgBox){2, 3, 1, 1}), 1, 2, 3, 4);
}

static void test_box_relations(void)
{
    SvgBox box = {0, 0, 10, 10};
    g_assert_true(svg_box_touches(box, (SvgBox){10, 10, 5, 5}));
    g_assert_false(svg_box_touches(box, (SvgBox){10.1, 0, 5, 5}));
    g_assert_false(svg_box_touches(box, (SvgBox){0, -6, 5, 5}));
    g_assert_true(svg_box_touches(box, (SvgBox){2, 2, 0, 0}));
    g_assert_false(svg_box_touches(box, SVG_BOX_EMPTY));
    g_assert_false(svg_box_touches(SVG_BOX_EMPTY, SVG_BOX_EMPTY));
    g_assert_true(svg_box_contains(box, box));
    g_assert_true(svg_box_contains(box, (SvgBox){10, 0, 0, 10}));
    g_assert_false(svg_box_contains(box, (SvgBox){9, 0, 2, 1}));
    g_assert_false(svg_box_contains(box, SVG_BOX_EMPTY));
    SvgPoint center = svg_box_center((SvgBox){1, 2, 10, 20});
    assert_near(center.x, 6);
    assert_near(center.y, 12);
}

/* --- matrices --------------------------------------------------------------------------------- */

static void test_matrix_map(void)
{
    SvgPoint p = svg_matrix_to_document((SvgMatrix){2, 3, 5, 7, 11, 13}, (SvgUserPoint){1, 10});
    assert_near(p.x, 2 + 50 + 11);
    assert_near(p.y, 3 + 70 + 13);
    SvgUserPoint u = svg_matrix_delta_to_user((SvgMatrix){2, 3, 5, 7, 11, 13}, 1, 10);
    assert_near(u.x, 52);
    assert_near(u.y, 73);
    SvgBox box =
        svg_matrix_box_to_document(svg_matrix_rotation(45, 0, 0), (SvgUserBox){-1, -1, 2, 2});
    assert_box(box, -G_SQRT2, -G_SQRT2, 2 * G_SQRT2, 2 * G_SQRT2);
    g_assert_true(
        svg_box_is_empty(svg_matrix_box_to_document(SVG_MATRIX_IDENTITY, SVG_USER_BOX_EMPTY)));
}

static void test_matrix_order(void)
{
    SvgMatrix m = svg_matrix_multiply(svg_matrix_translation(10, 20), svg_matrix_scaling(2, 3));
    assert_matrix(m, 2, 0, 0, 3, 10, 20);
    m = svg_matrix_multiply(svg_matrix_scaling(2, 3), svg_matrix_translation(10, 20));
    assert_matrix(m, 2, 0, 0, 3, 20, 60);
}

static void test_matrix_rotation(void)
{
    SvgMatrix m = svg_matrix_rotation(90, 0, 0);
    g_assert_cmpfloat(m.a, ==, 0);
    g_assert_cmpfloat(m.b, ==, 1);
    g_assert_cmpfloat(m.c, ==, -1);
    g_assert_cmpfloat(svg_matrix_rotation(-90, 0, 0).b, ==, -1);
    g_assert_cmpfloat(svg_matrix_rotation(-540, 0, 0).a, ==, -1);
    g_assert_true(svg_matrix_is_translation(svg_matrix_rotation(720, 5, 6)));
    SvgPoint p = svg_matrix_to_document(svg_matrix_rotation(90, 10, 10), (SvgUserPoint){20, 10});
    assert_near(p.x, 10);
    assert_near(p.y, 20);
    p = svg_matrix_to_document(svg_matrix_rotation(30, 3, 4), (SvgUserPoint){3, 4});
    assert_near(p.x, 3);
    assert_near(p.y, 4);
}

static void test_matrix_invert(void)
{
    SvgMatrix out = {9, 9, 9, 9, 9, 9};
    static const SvgMatrix SINGULAR[] = {
        {0, 0, 0, 0, 1, 1},     {1, 2, 2, 4, 0, 0},           {0.1, 0.2, 0.3, 0.6, 0, 0},
        {1, 0, 0, 0, 5, 5},     {NAN, 0, 0, 1, 0, 0},         {1, 0, 0, 1, INFINITY, 0},
        {1e308, 0, 0, 0, 0, 0}, {1e-320, 0, 0, 1e-320, 1, 1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(SINGULAR); i++) {
        g_assert_false(svg_matrix_invert(SINGULAR[i], &out));
    }
    g_assert_cmpfloat(out.a, ==, 9);
    g_assert_true(svg_matrix_invert((SvgMatrix){1e-100, 0, 0, 1e100, 0, 0}, &out));
    assert_near(out.a / 1e100, 1);
    assert_near(out.d * 1e100, 1);
}

static void test_matrix_invert_random(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        double v[6];
        for (int k = 0; k < 6; k++) {
            v[k] = g_test_rand_double_range(-10, 10);
        }
        SvgMatrix m = {v[0], v[1], v[2], v[3], 100 * v[4], 100 * v[5]}, inverse;
        double det = m.a * m.d - m.b * m.c;
        if (fabs(det) < 0.01) {
            continue;
        }
        g_assert_true(svg_matrix_invert(m, &inverse));
        SvgUserPoint p = {v[5], v[2]},
                     back = svg_matrix_to_user(inverse, svg_matrix_to_document(m, p));
        g_assert_cmpfloat_with_epsilon(back.x, p.x, 1e-8);
        g_assert_cmpfloat_with_epsilon(back.y, p.y, 1e-8);
    }
}

static void test_matrix_huge(void)
{
    SvgMatrix m = {1e308, -1e308, 1e308, 1e308, 1e308, -1e308};
    SvgPoint p = svg_matrix_to_document(m, (SvgUserPoint){1e308, -1e308});
    g_assert_true(isfinite(p.x) && isfinite(p.y));
    g_assert_cmpfloat(p.y, <, 0);
    SvgBox box = svg_matrix_box_to_document(m, (SvgUserBox){-1e308, -1e308, 1.5e308, 1.5e308});
    g_assert_true(isfinite(box.x) && isfinite(box.y) && isfinite(box.w) && isfinite(box.h));
    g_assert_false(svg_matrix_is_finite(svg_matrix_multiply(m, m)));
    p = svg_matrix_to_document((SvgMatrix){NAN, 0, 0, INFINITY, 0, 0}, (SvgUserPoint){1, 0});
    g_assert_true(isfinite(p.x) && isfinite(p.y));
}

/* --- numbers ---------------------------------------------------------------------------------- */

static void test_number_read(void)
{
    static const struct {
        const char *text;
        double value;
        gsize length;
    } ROWS[] = {
        {"0", 0, 1},
        {"-0", 0, 2},
        {"12", 12, 2},
        {"+12", 12, 3},
        {"-.5", -0.5, 3},
        {".5.5", 0.5, 2},
        {"1-2", 1, 1},
        {"1.", 1, 2},
        {"1e3", 1000, 3},
        {"1E-3", 0.001, 4},
        {"1e+2x", 100, 4},
        {"2em", 2, 1},
        {"2ex", 2, 1},
        {"3e", 3, 1},
        {"3e-", 3, 1},
        {"0x10", 0, 1},
        {"1,5", 1, 1},
        {"1e-400", 0, 6},
        {"0e999999999999", 0, 14},
        {"007", 7, 3},
        {"1_", 1, 1},
        {"4 5", 4, 1},
        {"123456789012345678901234567890", 123456789012345678901234567890.0, 30},
        {"0.1234567890123456789", 0.1234567890123456789, 21},
        {"0.00000000000000000000000000000001", 1e-32, 34},
        {"9007199254740993", 9007199254740992.0, 16},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        const char *at = ROWS[i].text;
        double value = 99;
        g_assert_true(svg_number_read(&at, &value));
        g_assert_cmpfloat(value, ==, ROWS[i].value);
        g_assert_cmpuint((gsize)(at - ROWS[i].text), ==, ROWS[i].length);
    }
}

static void test_number_refused(void)
{
    static const char *const ROWS[] = {"",
                                       "-",
                                       "+",
                                       ".",
                                       "-.",
                                       "e5",
                                       "nan",
                                       "inf",
                                       "-inf",
                                       "--1",
                                       "+-1",
                                       " 1",
                                       ",1",
                                       "1e400",
                                       "-1e309",
                                       "x",
                                       "1e99999999999999"};
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        const char *at = ROWS[i];
        double value = 99;
        g_assert_false(svg_number_read(&at, &value));
        g_assert_true(at == ROWS[i]);
        g_assert_cmpfloat(value, ==, 99);
    }
}

static void test_number_parse(void)
{
    double value = 99;
    g_assert_true(svg_number_parse(" \t\n1.5\r ", &value));
    g_assert_cmpfloat(value, ==, 1.5);
    static const char *const BAD[] = {"", " ", "1 2", "1px", "1,", "a"};
    for (gsize i = 0; i < G_N_ELEMENTS(BAD); i++) {
        g_assert_false(svg_number_parse(BAD[i], &value));
    }
    g_assert_false(svg_number_parse(NULL, &value));
    g_assert_cmpfloat(value, ==, 1.5);
}

static void test_number_print(void)
{
    static const struct {
        double value;
        const char *text;
    } ROWS[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {-1, "-1"},
        {12.5, "12.5"},
        {-0.001, "-0.001"},
        {0.1 + 0.2, "0.3"},
        {1.0 / 3, "0.3333333333"},
        {200.0 / 3, "66.66666667"},
        {9999999999.9, "10000000000"},
        {123456789012345, "123456789000000"},
        {100, "100"},
        {1e15, "1000000000000000"},
        {1.5e20, "150000000000000000000"},
        {1e-7, "0.0000001"},
        {-1.25e-12, "-0.00000000000125"},
        {0.99999999999, "1"},
        {-99999.99999, "-99999.99999"},
        {NAN, "0"},
        {INFINITY, "0"},
    };
    char buf[SVG_NUMBER_SIZE];
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        g_assert_cmpstr(svg_number_print(ROWS[i].value, buf), ==, ROWS[i].text);
    }
    g_assert_cmpuint(strlen(svg_number_print(-G_MAXDOUBLE, buf)), ==, 310);
    g_assert_cmpuint(strlen(svg_number_print(-2.2250738585e-308, buf)), <, SVG_NUMBER_SIZE);
    g_assert_true(g_str_has_suffix(svg_number_print(5e-324, buf), "0004940656458"));
}

static void test_number_round_trip(void)
{
    char buf[SVG_NUMBER_SIZE];
    for (int i = 0; i < ROUNDS; i++) {
        double value = g_test_rand_double_range(-10, 10) * pow(10, g_test_rand_int_range(-30, 30));
        double back;
        svg_number_print(value, buf);
        g_assert_cmpuint(strspn(buf, "-0123456789."), ==, strlen(buf));
        g_assert_true(svg_number_parse(buf, &back));
        g_assert_cmpfloat_with_epsilon(back, value, 1e-9 * fabs(value));
        char again[SVG_NUMBER_SIZE];
        g_assert_cmpstr(svg_number_print(back, again), ==, buf);
    }
}

/* Reading agrees with the C library to the last bit. */
static void test_number_exact(void)
{
    char text[64];
    for (int i = 0; i < ROUNDS; i++) {
        g_snprintf(text, sizeof text, "%d%s%u.%ue%d", g_test_rand_int_range(-99, 99),
                   g_test_rand_bit() ? "" : "123456789", (guint)g_test_rand_int_range(0, 9999),
                   (guint)g_test_rand_int_range(0, G_MAXINT32), g_test_rand_int_range(-40, 40));
        double value;
        g_assert_true(svg_number_parse(text, &value));
        g_assert_cmpfloat(value, ==, g_ascii_strtod(text, NULL));
    }
}

static void test_skip_comma(void)
{
    const char *at = " \t, 5";
    g_assert_true(svg_skip_comma(&at));
    g_assert_cmpstr(at, ==, "5");
    at = "  5";
    g_assert_false(svg_skip_comma(&at));
    g_assert_cmpstr(at, ==, "5");
    at = ",,5";
    g_assert_true(svg_skip_comma(&at));
    g_assert_cmpstr(at, ==, ",5");
}

/* --- lengths ---------------------------------------------------------------------------------- */

static void test_length_units(void)
{
    static const struct {
        const char *text;
        SvgAxis axis;
        double value;
    } ROWS[] = {
        {"5", SVG_AXIS_X, 5},
        {"5px", SVG_AXIS_X, 5},
        {" 5PX ", SVG_AXIS_X, 5},
        {"1in", SVG_AXIS_X, 96},
        {"2.54cm", SVG_AXIS_X, 96},
        {"25.4mm", SVG_AXIS_Y, 96},
        {"101.6Q", SVG_AXIS_X, 96},
        {"72pt", SVG_AXIS_X, 96},
        {"6pc", SVG_AXIS_X, 96},
        {"2em", SVG_AXIS_X, 40},
        {"2ex", SVG_AXIS_X, 20},
        {"2ch", SVG_AXIS_X, 20},
        {"2rem", SVG_AXIS_X, 32},
        {"10vw", SVG_AXIS_Y, 20},
        {"10vh", SVG_AXIS_X, 10},
        {"10vmin", SVG_AXIS_X, 10},
        {"10vmax", SVG_AXIS_X, 20},
        {"10%", SVG_AXIS_X, 20},
        {"10%", SVG_AXIS_Y, 10},
        {"-5e1mm", SVG_AXIS_X, -500 * 9.6 / 25.4},
        {"1e2em", SVG_AXIS_X, 2000},
        {"100%", SVG_AXIS_OTHER, 158.113883008418966}, /* sqrt((200² + 100²) / 2) */
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        double value = 99;
        g_assert_true(svg_length_parse(ROWS[i].text, &CONTEXT, ROWS[i].axis, &value));
        assert_near(value, ROWS[i].value);
    }
}

static void test_length_refused(void)
{
    static const char *const ROWS[] = {"",     "auto", "px",      "5 px",    "5p",    "5pxx",
                                       "5px;", "1 2",  "1e308em", "calc(1)", "5%%",   "nan",
                                       "5e",   "-",    "inherit", "5pt pt",  "1e999", NULL};
    double value = 99;
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        g_assert_false(svg_length_parse(ROWS[i], &CONTEXT, SVG_AXIS_X, &value));
    }
    g_assert_cmpfloat(value, ==, 99);
}

static void test_length_percent(void)
{
    g_assert_true(svg_length_is_percent("50%"));
    g_assert_true(svg_length_is_percent(" -1.5% "));
    g_assert_false(svg_length_is_percent("50"));
    g_assert_false(svg_length_is_percent("50px"));
    g_assert_false(svg_length_is_percent("%"));
    g_assert_false(svg_length_is_percent(NULL));
}

/* --- transforms ------------------------------------------------------------------------------- */

static void test_transform_parse(void)
{
    const double t = tan(G_PI / 6), s = sin(G_PI / 6), c = cos(G_PI / 6);
    const struct {
        const char *text;
        SvgMatrix m;
    } rows[] = {
        {"", {1, 0, 0, 1, 0, 0}},
        {"  ", {1, 0, 0, 1, 0, 0}},
        {"none", {1, 0, 0, 1, 0, 0}},
        {"translate(5)", {1, 0, 0, 1, 5, 0}},
        {"translate(5,-3)", {1, 0, 0, 1, 5, -3}},
        {"translate(5-3)", {1, 0, 0, 1, 5, -3}},
        {"\n translate ( 5 , -3 )\t", {1, 0, 0, 1, 5, -3}},
        {"translate(5px, -3px)", {1, 0, 0, 1, 5, -3}},
        {"scale(2)", {2, 0, 0, 2, 0, 0}},
        {"scale(2 3)", {2, 0, 0, 3, 0, 0}},
        {"rotate(30)", {c, s, -s, c, 0, 0}},
        {"rotate(30deg)", {c, s, -s, c, 0, 0}},
        {"rotate(0.25turn)", {0, 1, -1, 0, 0, 0}},
        {"rotate(100grad)", {0, 1, -1, 0, 0, 0}},
        {"rotate(1.5707963267948966rad)", {0, 1, -1, 0, 0, 0}},
        {"rotate(90 10 20)", {0, 1, -1, 0, 30, 10}},
        {"skewX(30)", {1, 0, t, 1, 0, 0}},
        {"skewY(30)", {1, t, 0, 1, 0, 0}},
        {"matrix(1 2 3 4 5 6)", {1, 2, 3, 4, 5, 6}},
        {"matrix(1,2,3,4,5,6)", {1, 2, 3, 4, 5, 6}},
        {"translate(10,20) scale(2)", {2, 0, 0, 2, 10, 20}},
        {"scale(2),translate(10,20)", {2, 0, 0, 2, 20, 40}},
        {"scale(2)translate(10,20)", {2, 0, 0, 2, 20, 40}},
        {"scale(2) , , translate(10,20)", {2, 0, 0, 2, 20, 40}},
        {"translateX(4) translateY(5px)", {1, 0, 0, 1, 4, 5}},
        {"scaleX(4) scaleY(5)", {4, 0, 0, 5, 0, 0}},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        SvgMatrix m, w = rows[i].m;
        g_assert_true(svg_transform_parse(rows[i].text, &m));
        assert_matrix(m, w.a, w.b, w.c, w.d, w.e, w.f);
    }
    SvgMatrix m;
    g_assert_true(svg_transform_parse(NULL, &m));
}

static void test_transform_refused(void)
{
    static const char *const ROWS[] = {
        "translate",
        "translate(",
        "translate()",
        "translate(1",
        "translate(1,2,3)",
        "translate(1,,2)",
        "translate(1,)",
        "translate(,1)",
        "rotate(1 2)",
        "matrix(1 2 3)",
        "matrix(1 2 3 4 5 6 7)",
        "scale(1px)",
        "rotate(5px)",
        "translate(5deg)",
        "bogus(1)",
        "scale(2) x",
        "scale(2),",
        ",scale(2)",
        "none none",
        "scale(1e308) scale(1e308)",
        "translate(1e999)",
        "5",
        "skewX(1 2)",
        "scale(2))",
        "none scale(2)",
        "translate(5%)",
        "scale 2",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        SvgMatrix m = {9, 9, 9, 9, 9, 9};
        g_assert_false(svg_transform_parse(ROWS[i], &m));
        assert_matrix(m, 1, 0, 0, 1, 0, 0);
    }
}

static void test_transform_print(void)
{
    const struct {
        SvgMatrix m;
        const char *text;
    } rows[] = {
        {SVG_MATRIX_IDENTITY, ""},
        {svg_matrix_translation(5, -3), "translate(5,-3)"},
        {svg_matrix_translation(5, 0), "translate(5)"},
        {svg_matrix_translation(0, 5), "translate(0,5)"},
        {svg_matrix_translation(0.1 + 0.2, 1e-17), "translate(0.3)"},
        {svg_matrix_scaling(2, 2), "scale(2)"},
        {svg_matrix_scaling(-1, 1), "scale(-1,1)"},
        {svg_matrix_scaling(0, 0), "scale(0)"},
        {svg_matrix_rotation(30, 0, 0), "rotate(30)"},
        {svg_matrix_rotation(-90, 0, 0), "rotate(-90)"},
        {svg_matrix_rotation(180, 0, 0), "scale(-1)"},
        {svg_matrix_rotation(90, 10, 20), "rotate(90,10,20)"},
        {svg_matrix_rotation(180, 10, 20), "rotate(180,10,20)"},
        {svg_matrix_rotation(30, 10, 20), "rotate(30,10,20)"},
        {svg_matrix_rotation(0.5, 2e5, 0), /* about a point far away */
         "matrix(0.9999619231,0.008726535498,-0.008726535498,0.9999619231,7.615387166,-1745.3071)"},
        {{1, 2, 3, 4, 5, 6}, "matrix(1,2,3,4,5,6)"},
        {{2, 0, 0, 2, 5, 6}, "matrix(2,0,0,2,5,6)"},
        {{1, 1e-17, 0, 1, 0, 0}, ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = svg_transform_print(rows[i].m);
        g_assert_cmpstr(text, ==, rows[i].text);
    }
}

static SvgMatrix random_matrix(void)
{
    double v[6];
    for (int k = 0; k < 6; k++) {
        v[k] = g_test_rand_double_range(-1, 1) * pow(10, g_test_rand_int_range(-3, 4));
    }
    switch (g_test_rand_int_range(0, 4)) {
    case 0:
        return svg_matrix_translation(v[0], v[1]);
    case 1:
        return svg_matrix_scaling(v[0], g_test_rand_bit() ? v[0] : v[1]);
    case 2:
        return svg_matrix_rotation(v[0], v[4], v[5]);
    default:
        return (SvgMatrix){v[0], v[1], v[2], v[3], v[4], v[5]};
    }
}

static void test_transform_round_trip(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        SvgMatrix m = random_matrix(), back;
        g_autofree char *text = svg_transform_print(m);
        g_assert_true(svg_transform_parse(text, &back));
        double linear = MAX(MAX(fabs(m.a), fabs(m.b)), MAX(fabs(m.c), fabs(m.d)));
        double shift = MAX(linear, MAX(fabs(m.e), fabs(m.f)));
        g_assert_cmpfloat_with_epsilon(back.a, m.a, 2e-9 * linear);
        g_assert_cmpfloat_with_epsilon(back.b, m.b, 2e-9 * linear);
        g_assert_cmpfloat_with_epsilon(back.c, m.c, 2e-9 * linear);
        g_assert_cmpfloat_with_epsilon(back.d, m.d, 2e-9 * linear);
        g_assert_cmpfloat_with_epsilon(back.e, m.e, 2e-9 * shift);
        g_assert_cmpfloat_with_epsilon(back.f, m.f, 2e-9 * shift);
    }
}

/* --- viewBox ---------------------------------------------------------------------------------- */

static void test_view_box_parse(void)
{
    SvgUserBox box = {9, 9, 9, 9};
    static const char *const GOOD[] = {"-1 2 3 4", "-1,2,3,4", " -1 , 2 3 4 ", "-1+2 3 4"};
    for (gsize i = 0; i < G_N_ELEMENTS(GOOD); i++) {
        box = (SvgUserBox){9, 9, 9, 9};
        g_assert_true(svg_view_box_parse(GOOD[i], &box));
        assert_near(box.x, -1);
        assert_near(box.y, 2);
        assert_near(box.w, 3);
        assert_near(box.h, 4);
    }
    static const char *const BAD[] = {"",          "0 0 1",    "0 0 0 1",  "0 0 1 -1",
                                      "0 0 1 1 1", "0 0 1 1x", "0,,0 1 1", "0 0 1px 1px",
                                      "none",      NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(BAD); i++) {
        g_assert_false(svg_view_box_parse(BAD[i], &box));
    }
    assert_near(box.w, 3);
}

static void test_view_box_fit(void)
{
    const SvgUserBox box = {10, 20, 100, 50}, port = {1, 2, 400, 400};
    static const struct {
        const char *aspect;
        double sx, sy, x, y; /* where the corner (10, 20) lands */
    } ROWS[] = {
        {NULL, 4, 4, 1, 102},
        {"", 4, 4, 1, 102},
        {"xMidYMid", 4, 4, 1, 102},
        {"xMidYMid meet", 4, 4, 1, 102},
        {"defer xMinYMin meet", 4, 4, 1, 2},
        {"xMaxYMax", 4, 4, 1, 202},
        {"none", 4, 8, 1, 2},
        {"none slice", 4, 8, 1, 2},
        {"xMidYMid slice", 8, 8, -199, 2},
        {" xMinYMid  slice ", 8, 8, 1, 2},
        {"xMaxYMin slice", 8, 8, -399, 2},
        {"xMaxYMin bogus", 4, 4, 1, 102},
        {"bogus", 4, 4, 1, 102},
        {"xMinYMinslice", 4, 4, 1, 102},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        SvgMatrix m = svg_view_box_fit(box, port, ROWS[i].aspect);
        assert_matrix(m, ROWS[i].sx, 0, 0, ROWS[i].sy, ROWS[i].x - 10 * ROWS[i].sx,
                      ROWS[i].y - 20 * ROWS[i].sy);
    }
}

static void test_view_box_odd(void)
{
    const SvgUserBox port = {0, 0, 100, 100};
    assert_matrix(svg_view_box_fit((SvgUserBox){0, 0, 0, 5}, port, NULL), 1, 0, 0, 1, 0, 0);
    assert_matrix(svg_view_box_fit((SvgUserBox){0, 0, 1e-320, 5}, port, "none"), 1, 0, 0, 1, 0, 0);
    SvgMatrix m = svg_view_box_fit((SvgUserBox){1, 1, 10, 10}, (SvgUserBox){0, 0, 0, 0}, NULL);
    assert_matrix(m, 0, 0, 0, 0, 0, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/box/empty", test_box_empty);
    g_test_add_func("/box/union", test_box_union);
    g_test_add_func("/box/relations", test_box_relations);
    g_test_add_func("/matrix/map", test_matrix_map);
    g_test_add_func("/matrix/order", test_matrix_order);
    g_test_add_func("/matrix/rotation", test_matrix_rotation);
    g_test_add_func("/matrix/invert", test_matrix_invert);
    g_test_add_func("/matrix/invert-random", test_matrix_invert_random);
    g_test_add_func("/matrix/huge", test_matrix_huge);
    g_test_add_func("/number/read", test_number_read);
    g_test_add_func("/number/refused", test_number_refused);
    g_test_add_func("/number/parse", test_number_parse);
    g_test_add_func("/number/print", test_number_print);
    g_test_add_func("/number/round-trip", test_number_round_trip);
    g_test_add_func("/number/exact", test_number_exact);
    g_test_add_func("/number/skip-comma", test_skip_comma);
    g_test_add_func("/length/units", test_length_units);
    g_test_add_func("/length/refused", test_length_refused);
    g_test_add_func("/length/percent", test_length_percent);
    g_test_add_func("/transform/parse", test_transform_parse);
    g_test_add_func("/transform/refused", test_transform_refused);
    g_test_add_func("/transform/print", test_transform_print);
    g_test_add_func("/transform/round-trip", test_transform_round_trip);
    g_test_add_func("/view-box/parse", test_view_box_parse);
    g_test_add_func("/view-box/fit", test_view_box_fit);
    g_test_add_func("/view-box/odd", test_view_box_odd);
    return g_test_run();
}
