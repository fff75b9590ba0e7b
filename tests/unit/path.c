/* Path data and points: parsing, boxes, ends, moving. */
#include "common/clock.h"
#include "values/values.h"

#include <svg/limits.h>

#include <math.h>
#include <string.h>

#define ROUNDS  2000
#define SAMPLES 64

static void assert_near(double got, double wanted)
{
    g_assert_cmpfloat_with_epsilon(got, wanted, 1e-9 * MAX(1, fabs(wanted)));
}

static const SvgSegment *at(const GArray *segments, guint i)
{
    g_assert_cmpuint(i, <, segments->len);
    return &g_array_index(segments, SvgSegment, i);
}

/* "M1,2 C1,2,3,4,5,6 A1,2 Z1,2": a letter and the points of each segment. */
static char *describe(const GArray *segments)
{
    static const guint8 N_POINTS[] = {1, 1, 2, 3, 1, 1};
    char x[SVG_NUMBER_SIZE], y[SVG_NUMBER_SIZE];
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *s = at(segments, i);
        if (i > 0) {
            g_string_append_c(out, ' ');
        }
        g_string_append_c(out, "MLQCAZ"[s->kind]);
        for (guint k = 0; k < N_POINTS[s->kind]; k++) {
            g_string_append_printf(out, "%s%s,%s", k > 0 ? "," : "", svg_number_print(s->p[k].x, x),
                                   svg_number_print(s->p[k].y, y));
        }
    }
    return g_string_free(out, FALSE);
}

static void assert_path(const char *d, const char *wanted, gssize wanted_error)
{
    gssize error = 99;
    g_autoptr(GArray) segments = svg_path_parse(d, &error);
    g_autofree char *got = describe(segments);
    g_assert_cmpstr(got, ==, wanted);
    g_assert_cmpint(error, ==, wanted_error);
}

static SvgBox box_of(const char *d, SvgMatrix m)
{
    g_autoptr(GArray) segments = svg_path_parse(d, NULL);
    return svg_segments_box(segments, m);
}

static void assert_box(const char *d, double x, double y, double w, double h)
{
    SvgBox box = box_of(d, SVG_MATRIX_IDENTITY);
    assert_near(box.x, x);
    assert_near(box.y, y);
    assert_near(box.w, w);
    assert_near(box.h, h);
}

/* --- parsing ---------------------------------------------------------------------------------- */

static void test_commands(void)
{
    assert_path("M1 2 L3 4 H5 V6 Z", "M1,2 L3,4 L5,4 L5,6 Z1,2", -1);
    assert_path("m1 2 l3 4 h5 v6 z", "M1,2 L4,6 L9,6 L9,12 Z1,2", -1);
    assert_path("M1 2C3 4 5 6 7 8", "M1,2 C3,4,5,6,7,8", -1);
    assert_path("M1 2c3 4 5 6 7 8", "M1,2 C4,6,6,8,8,10", -1);
    assert_path("M1 2Q3 4 5 6q1 1 2 2", "M1,2 Q3,4,5,6 Q6,7,7,8", -1);
    assert_path("M0 0A5 5 0 0 1 10 0a5 5 0 0 1 10 0", "M0,0 A10,0 A20,0", -1);
    assert_path("", "", -1);
    assert_path(" \n", "", -1);
    assert_path(NULL, "", -1);
    assert_path("M5 6", "M5,6", -1);
}

static void test_repeats(void)
{
    assert_path("M1 2 3 4 5 6", "M1,2 L3,4 L5,6", -1);
    assert_path("m1 2 3 4 5 6", "M1,2 L4,6 L9,12", -1);
    assert_path("M0 0H1 2 3", "M0,0 L1,0 L2,0 L3,0", -1);
    assert_path("M0 0v1 2,3", "M0,0 L0,1 L0,3 L0,6", -1);
    assert_path("M0 0l1 1,2 2", "M0,0 L1,1 L3,3", -1);
    assert_path("M0 0c1 1 2 2 3 3 1 1 2 2 3 3", "M0,0 C1,1,2,2,3,3 C4,4,5,5,6,6", -1);
    assert_path("M0 0a1 1 0 0 1 2 0 1 1 0 0 1 2 0", "M0,0 A2,0 A4,0", -1);
    assert_path("M1 1M2 2 3 3M4 4", "M1,1 M2,2 L3,3 M4,4", -1);
}

static void test_separators(void)
{
    assert_path("M 1-2.5.5", "M1,-2.5", 9);
    assert_path("M 1-2.5.5.5", "M1,-2.5 L0.5,0.5", -1);
    assert_path("M1,2,3,4", "M1,2 L3,4", -1);
    assert_path("\tM\r\n1\f,\n2L3,4", "M1,2 L3,4", -1);
    assert_path("M1e1-1e1", "M10,-10", -1);
    assert_path("M+1+2", "M1,2", -1);
    assert_path("M1.5e-1.5", "M0.15,0.5", -1);
    assert_path("M0 0a1 1 0 01.5.5", "M0,0 A0.5,0.5", -1);
    assert_path("M0 0a1 1 0 0,1.5.5", "M0,0 A0.5,0.5", -1);
    assert_path("M0 0a1 1 0 0010 5", "M0,0 A10,5", -1);
    assert_path("M0 0a.5.5 0 11-1-1", "M0,0 A-1,-1", -1);
}

static void test_smooth(void)
{
    assert_path("M0 0C1 2 3 4 5 5S8 8 9 9", "M0,0 C1,2,3,4,5,5 C7,6,8,8,9,9", -1);
    assert_path("M0 0c1 2 3 4 5 5s3 3 4 4", "M0,0 C1,2,3,4,5,5 C7,6,8,8,9,9", -1);
    assert_path("M3 3S8 8 9 9", "M3,3 C3,3,8,8,9,9", -1);
    assert_path("M0 0Q1 2 3 3S8 8 9 9", "M0,0 Q1,2,3,3 C3,3,8,8,9,9", -1);
    assert_path("M0 0Q1 2 3 3T9 9T5 5", "M0,0 Q1,2,3,3 Q5,4,9,9 Q13,14,5,5", -1);
    assert_path("M0 0L3 3T9 9", "M0,0 L3,3 Q3,3,9,9", -1);
    assert_path("M0 0C1 2 3 4 5 5T9 9", "M0,0 C1,2,3,4,5,5 Q5,5,9,9", -1);
    /* The arc draws nothing, but it is the command before. */
    assert_path("M0 0Q1 2 3 3A5 5 0 0 0 3 3T9 9", "M0,0 Q1,2,3,3 Q3,3,9,9", -1);
}

static void test_close(void)
{
    assert_path("M5 6l1 0 0 1zl1 1", "M5,6 L6,6 L6,7 Z5,6 L6,7", -1);
    assert_path("m5 6l1 0zm1 1l1 0z", "M5,6 L6,6 Z5,6 M6,7 L7,7 Z6,7", -1);
    assert_path("M1 1Zz", "M1,1 Z1,1 Z1,1", -1);
    assert_path("M1 1L2 2Z L3 3Z", "M1,1 L2,2 Z1,1 L3,3 Z1,1", -1);
}

static void test_errors(void)
{
    assert_path("L5 5", "", 0);
    assert_path("5 5", "", 0);
    assert_path("z", "", 0);
    assert_path(",M0 0", "", 0);
    assert_path("none", "", 0);
    assert_path("M0", "", 2);
    assert_path("M", "", 1);
    assert_path("M,0 0", "", 1);
    assert_path("M0,,0", "", 3);
    assert_path("M0 0 10", "M0,0", 7);
    assert_path("M0 0L10 10x", "M0,0 L10,10", 10);
    assert_path("M0 0L10 10,L5 5", "M0,0 L10,10", 10);
    assert_path("M0 0 1 1,", "M0,0 L1,1", 8);
    assert_path("M0 0z5 5", "M0,0 Z0,0", 5);
    assert_path("M0 0z,", "M0,0 Z0,0", 5);
    assert_path("M0 0a1 1 0 2 0 5 5L9 9", "M0,0", 11);
    assert_path("M0 0C1 1 2 2 3 L9 9", "M0,0", 15);
    assert_path("M0 0 L1 1 #", "M0,0 L1,1", 10);
    assert_path("M0 0 L1 1e999", "M0,0", 8);
    assert_path("M0 0 L1 nan", "M0,0", 8);
}

static void test_overflow(void)
{
    gssize error;
    g_autoptr(GArray) segments = svg_path_parse("M1e308 0 l1e308 0 l5 5", &error);
    g_assert_cmpuint(segments->len, ==, 1);
    g_assert_cmpint(error, ==, 9);
}

/* --- arcs ------------------------------------------------------------------------------------- */

static SvgUserPoint on_arc(const SvgSegment *s, double t)
{
    return (SvgUserPoint){s->arc_center.x + s->arc_u.x * cos(t) + s->arc_v.x * sin(t),
                          s->arc_center.y + s->arc_u.y * cos(t) + s->arc_v.y * sin(t)};
}

static void assert_arc(const char *d, double cx, double cy, double from, double sweep)
{
    g_autoptr(GArray) segments = svg_path_parse(d, NULL);
    const SvgSegment *s = at(segments, 1);
    g_assert_cmpint(s->kind, ==, SVG_SEG_ARC);
    assert_near(s->arc_center.x, cx);
    assert_near(s->arc_center.y, cy);
    assert_near(s->arc_from, from);
    assert_near(s->arc_sweep, sweep);
}

static void test_arc(void)
{
    /* The four arcs of radius 1 between (1, 0) and (0, 1): centres (0, 0) and (1, 1). */
    assert_arc("M1 0A1 1 0 0 1 0 1", 0, 0, 0, G_PI / 2);
    assert_arc("M1 0A1 1 0 1 0 0 1", 0, 0, 0, -3 * G_PI / 2);
    assert_arc("M1 0A1 1 0 0 0 0 1", 1, 1, -G_PI / 2, -G_PI / 2);
    assert_arc("M1 0A1 1 0 1 1 0 1", 1, 1, -G_PI / 2, 3 * G_PI / 2);
    assert_arc("M1 0A-1-1 0 0 1 0 1", 0, 0, 0, G_PI / 2);
    /* Too small: a half circle about the middle, in the same proportion. */
    assert_arc("M0 0A1 1 0 0 1 10 0", 5, 0, G_PI, G_PI);
    g_autoptr(GArray) segments = svg_path_parse("M0 0A1 2 0 0 1 10 0", NULL);
    assert_near(at(segments, 1)->arc_u.x, 5);
    assert_near(at(segments, 1)->arc_v.y, 10);
}

static void test_arc_turned(void)
{
    g_autoptr(GArray) segments = svg_path_parse("M0 0A20 10 90 0 1 0 40", NULL);
    const SvgSegment *s = at(segments, 1);
    assert_near(s->arc_center.y, 20);
    assert_near(s->arc_u.x, 0);
    assert_near(s->arc_u.y, 20);
    assert_near(s->arc_v.x, -10);
    assert_near(s->arc_v.y, 0);
}

static void test_arc_degenerate(void)
{
    assert_path("M1 1A0 5 0 0 1 9 9", "M1,1 L9,9", -1);
    assert_path("M1 1A5 0 0 0 1 9 9", "M1,1 L9,9", -1);
    assert_path("M1 1A5 5 0 1 1 1 1L2 2", "M1,1 L2,2", -1);
    assert_path("M1 1A1e-320 1e-320 0 0 1 9 9", "M1,1 L9,9", -1);
    assert_path("M1 1A1e300 1e300 0 0 1 9 9", "M1,1 A9,9", -1);
}

/* The curve begins and ends at its ends, and has the radii asked for, unless they are too small. */
static void test_arc_random(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        double v[5];
        for (int k = 0; k < 5; k++) {
            v[k] = g_test_rand_double_range(-100, 100);
        }
        g_autofree char *d =
            g_strdup_printf("M3 4A%.17g %.17g %.17g %d %d %.17g %.17g", v[0], v[1], v[2] * 5,
                            g_test_rand_bit(), g_test_rand_bit(), v[3], v[4]);
        g_autoptr(GArray) segments = svg_path_parse(d, NULL);
        const SvgSegment *s = at(segments, 1);
        SvgUserPoint from = on_arc(s, s->arc_from), to = on_arc(s, s->arc_from + s->arc_sweep);
        double size = hypot(s->arc_u.x, s->arc_u.y) + hypot(s->arc_v.x, s->arc_v.y) + 200;
        g_assert_cmpfloat_with_epsilon(from.x, 3, 1e-9 * size);
        g_assert_cmpfloat_with_epsilon(from.y, 4, 1e-9 * size);
        g_assert_cmpfloat_with_epsilon(to.x, s->p[0].x, 1e-9 * size);
        g_assert_cmpfloat_with_epsilon(to.y, s->p[0].y, 1e-9 * size);
        g_assert_cmpfloat(fabs(s->arc_sweep), <=, 2 * G_PI);
        double grown = hypot(s->arc_u.x, s->arc_u.y) / fabs(v[0]);
        g_assert_cmpfloat(grown, >, 1 - 1e-5);
        assert_near(hypot(s->arc_v.x, s->arc_v.y) / (fabs(v[1]) * grown), 1);
        if (grown > 1.0001) {
            assert_near(fabs(s->arc_sweep), G_PI);
        }
    }
}

/* A circle as drawing programs write it, ends a hair apart. */
static void test_arc_nearly_full(void)
{
    assert_box("M10 0A5 5 0 1 1 9.9999999999 0Z", 5, 0, 10, 10);
    g_autoptr(GArray) segments = svg_path_parse("M10 0A5 5 0 1 1 9.99999999999999 0", NULL);
    assert_near(at(segments, 1)->arc_sweep, 2 * G_PI);
}

/* --- points ----------------------------------------------------------------------------------- */

static void assert_points(const char *points, gboolean close, const char *wanted)
{
    g_autoptr(GArray) segments = svg_points_parse(points, close);
    g_autofree char *got = describe(segments);
    g_assert_cmpstr(got, ==, wanted);
}

static void test_points(void)
{
    assert_points("1,2 3,4 5,6", FALSE, "M1,2 L3,4 L5,6");
    assert_points("1 2 3 4", TRUE, "M1,2 L3,4 Z1,2");
    assert_points("1-2-3-4", FALSE, "M1,-2 L-3,-4");
    assert_points(" 1 , 2 , 3 , 4 ", FALSE, "M1,2 L3,4");
    assert_points("1,2 3,4 5", FALSE, "M1,2 L3,4");
    assert_points("1,2 3,4 x 5,6", TRUE, "M1,2 L3,4 Z1,2");
    assert_points("1,2 3,,4", FALSE, "M1,2");
    assert_points("", TRUE, "");
    assert_points("5", TRUE, "");
    assert_points(NULL, TRUE, "");
}

/* --- boxes ------------------------------------------------------------------------------------ */

static void test_box(void)
{
    assert_box("M1 2L4 6", 1, 2, 3, 4);
    assert_box("M1 2H10", 1, 2, 9, 0);
    assert_box("M1 2", 1, 2, 0, 0);
    assert_box("M1 2M5 5", 1, 2, 4, 3);
    assert_box("M-50 -50M1 2L4 6M100 100", 1, 2, 3, 4);
    assert_box("M1 2z", 1, 2, 0, 0);
    /* The parabola's top is halfway to its control point. */
    assert_box("M0 0Q5 10 10 0", 0, 0, 10, 5);
    /* y(t) = 3 · 10 t (1 − t), at most 7.5. */
    assert_box("M0 0C0 10 10 10 10 0", 0, 0, 10, 7.5);
    /* x(t) = 30 t (1 − t)(1 − 2t): extrema at t = ½ ± √3/6. */
    assert_box("M0 0C10 0 -10 1 0 1", -10 * sqrt(3) / 6, 0, 20 * sqrt(3) / 6, 1);
    assert_box("M0 0C5 5 5 5 5 5", 0, 0, 5, 5);
    g_assert_true(svg_box_is_empty(box_of("", SVG_MATRIX_IDENTITY)));
}

static void test_box_arc(void)
{
    assert_box("M0 0A5 5 0 0 1 10 0", 0, -5, 10, 5);
    assert_box("M0 0A5 5 0 0 0 10 0", 0, 0, 10, 5);
    assert_box("M1 0A1 1 0 0 1 0 1", 0, 0, 1, 1);
    assert_box("M1 0A1 1 0 1 0 0 1", -1, -1, 2, 2);
    assert_box("M1 0A1 1 0 1 1 0 1", 0, 0, 2, 2);
    /* An ellipse 2:1 turned by 45°: half width and height √((4 + 1) / 2). */
    double r = sqrt(2.5);
    SvgMatrix m = svg_matrix_rotation(45, 0, 0);
    SvgBox box = box_of("M2 0A2 1 0 0 1-2 0A2 1 0 0 1 2 0", m);
    assert_near(box.x, -r);
    assert_near(box.y, -r);
    assert_near(box.w, 2 * r);
    assert_near(box.h, 2 * r);
}

static SvgUserPoint on_segment(SvgUserPoint from, const SvgSegment *s, double t)
{
    double u = 1 - t;
    const SvgUserPoint *p = s->p;
    if (s->kind == SVG_SEG_ARC) {
        return on_arc(s, s->arc_from + t * s->arc_sweep);
    }
    if (s->kind == SVG_SEG_QUAD) {
        return (SvgUserPoint){u * u * from.x + 2 * t * u * p[0].x + t * t * p[1].x,
                              u * u * from.y + 2 * t * u * p[0].y + t * t * p[1].y};
    }
    if (s->kind == SVG_SEG_CUBIC) {
        return (SvgUserPoint){u * u * u * from.x + 3 * t * u * u * p[0].x + 3 * t * t * u * p[1].x +
                                  t * t * t * p[2].x,
                              u * u * u * from.y + 3 * t * u * u * p[0].y + 3 * t * t * u * p[1].y +
                                  t * t * t * p[2].y};
    }
    return (SvgUserPoint){u * from.x + t * p[0].x, u * from.y + t * p[0].y};
}

/* No sample lies outside the box, and some come near each side of it. */
static void assert_box_fits(const GArray *segments, SvgMatrix m)
{
    SvgBox box = svg_segments_box(segments, m), seen = SVG_BOX_EMPTY;
    double size = fabs(box.x) + fabs(box.y) + box.w + box.h;
    for (guint i = 1; i < segments->len; i++) {
        const SvgSegment *s = at(segments, i);
        if (s->kind == SVG_SEG_MOVE) {
            continue;
        }
        for (int k = 0; k <= SAMPLES; k++) {
            SvgUserPoint p = on_segment(svg_segment_end(s - 1), s, k / (double)SAMPLES);
            SvgPoint q = svg_matrix_to_document(m, p);
            seen = svg_box_union(seen, (SvgBox){q.x, q.y, 0, 0});
        }
    }
    if (svg_box_is_empty(seen)) {
        return;
    }
    double slack = 1e-9 * size, coarse = 0.02 * (box.w + box.h) + slack;
    g_assert_cmpfloat(seen.x, >=, box.x - slack);
    g_assert_cmpfloat(seen.y, >=, box.y - slack);
    g_assert_cmpfloat(seen.x + seen.w, <=, box.x + box.w + slack);
    g_assert_cmpfloat(seen.y + seen.h, <=, box.y + box.h + slack);
    g_assert_cmpfloat(seen.x, <=, box.x + coarse);
    g_assert_cmpfloat(seen.y, <=, box.y + coarse);
    g_assert_cmpfloat(seen.x + seen.w, >=, box.x + box.w - coarse);
    g_assert_cmpfloat(seen.y + seen.h, >=, box.y + box.h - coarse);
}

static const struct {
    char letter;
    const char *args; /* n a number, r a radius, f a flag */
} COMMANDS[] = {
    {'M', "nn"},   {'L', "nn"},   {'H', "n"},  {'V', "n"},       {'C', "nnnnnn"},
    {'S', "nnnn"}, {'Q', "nnnn"}, {'T', "nn"}, {'A', "rrnffnn"}, {'Z', ""},
};

static const char *random_separator(void)
{
    static const char *const ROWS[] = {" ", ",", " , ", "\n", "  "};
    return ROWS[g_test_rand_int_range(0, G_N_ELEMENTS(ROWS))];
}

/* As tightly or loosely written as the grammar allows; the value has 3 decimals. */
static void put_random(GString *out, gboolean first, gboolean after_flag, gboolean positive)
{
    int value = g_test_rand_int_range(positive ? 1000 : -900000, 900000);
    if (g_test_rand_int_range(0, 8) == 0) {
        value = value % 1000;
    }
    if (positive) {
        value = ABS(value) + 1000;
    }
    g_autofree char *text = value % 1000 == 0
                                ? g_strdup_printf("%d", value / 1000)
                                : g_strdup_printf("%s%d.%03d", value < 0 ? "-" : "",
                                                  ABS(value) / 1000, ABS(value) % 1000);
    char *bare = ABS(value) < 1000 && value > 0 ? text + 1 : text;
    char last = out->str[out->len - 1];
    gboolean tight = *bare == '-' || after_flag;
    if (!first && !(tight && g_test_rand_bit() && last != 'e')) {
        g_string_append(out, random_separator());
    }
    g_string_append(out, bare);
}

static char *random_path(gboolean arcs)
{
    GString *out = g_string_new(g_test_rand_bit() ? "M10-20" : "m 10.5,20");
    int n = g_test_rand_int_range(1, 12);
    for (int i = 0; i < n; i++) {
        gsize row = (gsize)g_test_rand_int_range(0, G_N_ELEMENTS(COMMANDS));
        if (COMMANDS[row].letter == 'A' && !arcs) {
            continue;
        }
        char letter = COMMANDS[row].letter;
        g_string_append_c(out, g_test_rand_bit() ? letter : g_ascii_tolower(letter));
        int repeats = *COMMANDS[row].args ? g_test_rand_int_range(1, 3) : 1;
        for (int k = 0; k < repeats; k++) {
            for (const char *arg = COMMANDS[row].args; *arg; arg++) {
                gboolean first = k == 0 && arg == COMMANDS[row].args;
                gboolean after_flag = arg > COMMANDS[row].args && arg[-1] == 'f';
                if (*arg != 'f') {
                    put_random(out, first, after_flag, *arg == 'r');
                } else {
                    g_string_append_printf(out, "%s%d", after_flag ? "" : " ", g_test_rand_bit());
                }
            }
        }
    }
    return g_string_free(out, FALSE);
}

static void test_box_random(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        g_autofree char *d = random_path(TRUE);
        gssize error;
        g_autoptr(GArray) segments = svg_path_parse(d, &error);
        g_assert_cmpint(error, ==, -1);
        if (segments->len < 2) {
            continue;
        }
        double v[4];
        for (int k = 0; k < 4; k++) {
            v[k] = g_test_rand_double_range(-2, 2);
        }
        assert_box_fits(segments, SVG_MATRIX_IDENTITY);
        assert_box_fits(segments, (SvgMatrix){v[0], v[1], v[2], v[3], 100 * v[1], 100 * v[2]});
    }
}

static void test_box_huge(void)
{
    static const char *const ROWS[] = {
        "M-1e308-1e308L1e308 1e308",
        "M0 0C1e308 1e308-1e308 1e308 1e308-1e308",
        "M-1e308 0Q1e308 1e308-1e308 1e308",
        "M0 0A1e308 1e308 30 0 1 1e300 1e300",
        "M1e-320 0A1e-320 1e-300 30 0 1 0 1e-310Q1e-320 0 1e-315 5e-324C0 5e-324 0 0 5e-324 0",
        "M-1e308 0A1 1 0 1 1 1e308 1e308",
    };
    static const SvgMatrix MATRICES[] = {
        {1, 0, 0, 1, 0, 0},
        {1e308, -1e308, -1e308, 1e308, 1e308, -1e308},
        {0, 0, 0, 0, 0, 0},
        {1e-320, 1, 1, 5e-324, 0, 0},
        {NAN, INFINITY, -INFINITY, 1, 0, NAN},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(MATRICES); k++) {
            SvgBox box = box_of(ROWS[i], MATRICES[k]);
            g_assert_true(isfinite(box.x) && isfinite(box.y));
            g_assert_true(isfinite(box.w) && isfinite(box.h));
            g_assert_cmpfloat(box.w, >=, 0);
        }
    }
}

/* --- ends ------------------------------------------------------------------------------------- */

static void assert_ends(const char *d, const double wanted[8])
{
    SvgUserPoint p[4];
    g_autoptr(GArray) segments = svg_path_parse(d, NULL);
    g_assert_true(svg_segments_ends(segments, &p[0], &p[1], &p[2], &p[3]));
    for (int i = 0; i < 4; i++) {
        assert_near(p[i].x, wanted[2 * i]);
        assert_near(p[i].y, wanted[2 * i + 1]);
    }
}

static void test_ends(void)
{
    /* start, end, direction leaving, direction arriving */
    assert_ends("M0 0L10 0L10 5", (double[]){0, 0, 10, 5, 1, 0, 0, 1});
    assert_ends("M1 1L4 5", (double[]){1, 1, 4, 5, 0.6, 0.8, 0.6, 0.8});
    assert_ends("M0 0C0 5 8 9 10 9", (double[]){0, 0, 10, 9, 0, 1, 1, 0});
    assert_ends("M0 0Q0 5 10 5", (double[]){0, 0, 10, 5, 0, 1, 1, 0});
    assert_ends("M0 0C0 0 0 5 9 5", (double[]){0, 0, 9, 5, 0, 1, 1, 0});
    assert_ends("M0 0C0 5 9 5 9 5", (double[]){0, 0, 9, 5, 0, 1, 1, 0});
    assert_ends("M0 0C0 0 3 4 3 4", (double[]){0, 0, 3, 4, 0.6, 0.8, 0.6, 0.8});
    assert_ends("M0 0A5 5 0 0 1 5 5", (double[]){0, 0, 5, 5, 1, 0, 0, 1});
    assert_ends("M0 0A5 5 0 0 0 5 5", (double[]){0, 0, 5, 5, 0, 1, 1, 0});
    assert_ends("M2 2L2 2L5 2L5 2", (double[]){2, 2, 5, 2, 1, 0, 1, 0});
    assert_ends("M2 2L2 2M7 7L9 7", (double[]){2, 2, 9, 7, 0, 0, 1, 0});
    assert_ends("M0 0M2 2L5 2M8 8", (double[]){2, 2, 5, 2, 1, 0, 1, 0});
    assert_ends("M0 0H5V5Z", (double[]){0, 0, 0, 0, 1, 0, -G_SQRT2 / 2, -G_SQRT2 / 2});
    /* rounding has left a bit that goes back, as nomnoml writes it */
    assert_ends("M2 2L5 2L4.99 2", (double[]){2, 2, 4.99, 2, 1, 0, 1, 0});
    assert_ends("M2 2L1.99 2L5 2", (double[]){2, 2, 5, 2, 1, 0, 1, 0});
    assert_ends("M4 5", (double[]){4, 5, 4, 5, 0, 0, 0, 0});
    assert_ends("M4 5L4 5", (double[]){4, 5, 4, 5, 0, 0, 0, 0});
    SvgUserPoint p[4];
    g_autoptr(GArray) nothing = svg_path_parse("", NULL);
    g_assert_false(svg_segments_ends(nothing, &p[0], &p[1], &p[2], &p[3]));
}

/* --- moving ----------------------------------------------------------------------------------- */

static void test_translate(void)
{
    static const struct {
        const char *before, *after; /* by (10, 5) */
    } ROWS[] = {
        {"M1 2 L3 4", "M11 7 L13 9"},
        {"M 1,2\n\tL 3,4  Z ", "M 11,7\n\tL 13,9  Z "},
        {"m1 2 l3 4", "m11 7 l3 4"},
        {"m1 2 3 4 m 5 6", "m11 7 3 4 m 5 6"},
        {"M1 2 3 4", "M11 7 13 9"},
        {"M0 0H5V6h7v8", "M10 5H15V11h7v8"},
        {"M0 0C1 2 3 4 5 6S1 2 3 4Q1 2 3 4T1 2", "M10 5C11 7 13 9 15 11S11 7 13 9Q11 7 13 9T11 7"},
        {"M0 0c1 2 3 4 5 6s1 2 3 4q1 2 3 4t1 2", "M10 5c1 2 3 4 5 6s1 2 3 4q1 2 3 4t1 2"},
        {"M0,0A3 4 30 0 1 5 6a3 4 30 0 1 5 6", "M10,5A3 4 30 0 1 15 11a3 4 30 0 1 5 6"},
        {"M1-2.5.5.5", "M11 2.5 10.5 5.5"},
        {"M-20-30", "M-10-25"},
        {"M0 0A1 1 0 01.5.5", "M10 5A1 1 0 0110.5 5.5"},
        {"M0 0A1 1 0 0 1-5.5-4.5.5.5 0 01.5.5", "M10 5A1 1 0 0 1 4.5 0.5.5.5 0 0110.5 5.5"},
        {"M0 0A1 1 0 0 1 5.5.5.5.5 0 01.5.5", "M10 5A1 1 0 0 1 15.5 5.5.5.5 0 0110.5 5.5"},
        {"M0 0A1 1 0 0 1 5 1.0.5.5 0 01.5.5", "M10 5A1 1 0 0 1 15 6 .5.5 0 0110.5 5.5"},
        {"M1e1+2e0", "M20 7"},
        {"M0.1 0.2", "M10.1 5.2"},
        {"M-10-5", "M0 0"},
        {"", ""},
        {" ", " "},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        g_autofree char *got = svg_path_translate(ROWS[i].before, 10, 5);
        g_assert_cmpstr(got, ==, ROWS[i].after);
    }
}

static void test_translate_odd(void)
{
    g_autofree char *across = svg_path_translate("M1.50 2.50L.5e0.25", 1, 0);
    g_assert_cmpstr(across, ==, "M2.5 2.50L1.5.25");
    g_autofree char *down = svg_path_translate("M1.50 2.50L+.5e0.25", 0, 1);
    g_assert_cmpstr(down, ==, "M1.50 3.5L+.5e0 1.25");
    g_autofree char *none = svg_path_translate("M01 2.0 l.5.5", 0, 0);
    g_assert_cmpstr(none, ==, "M01 2.0 l.5.5");
    /* What rounding leaves of a difference isn't written down. */
    g_autofree char *zero = svg_path_translate("M0.3 100000000.123", -0.1 - 0.2, -100000000);
    g_assert_cmpstr(zero, ==, "M0 0.123");
    static const char *const BAD[] = {"L5 5", "M0 0 x", "M0", "M0 0,", "M1e308 0"};
    for (gsize i = 0; i < G_N_ELEMENTS(BAD); i++) {
        g_assert_null(svg_path_translate(BAD[i], 1e308, 1));
    }
}

static void test_translate_points(void)
{
    static const struct {
        const char *before, *after; /* by (10, 5) */
    } ROWS[] = {
        {"1,2 3,4", "11,7 13,9"},
        {" 1 2,3 4\n", " 11 7,13 9\n"},
        {"1-2-3-4", "11 3 7 1"},
        {"1,2 3", "11,7 3"},
        {"", ""},
        {"1-20.5.5.5", "11-15.5 10.5 5.5"},
        {"1 2.0.5", "11 7 .5"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        g_autofree char *got = svg_points_translate(ROWS[i].before, 10, 5);
        g_assert_cmpstr(got, ==, ROWS[i].after);
    }
    g_assert_null(svg_points_translate("1,2 x", 10, 5));
    g_assert_null(svg_points_translate("1,2 3,,4", 10, 5));
}

static void assert_moved(SvgUserPoint got, SvgUserPoint before, double dx, double dy, double slack)
{
    g_assert_cmpfloat_with_epsilon(got.x, before.x + dx, slack);
    g_assert_cmpfloat_with_epsilon(got.y, before.y + dy, slack);
}

static double size_of(const GArray *segments)
{
    double size = 1;
    for (guint i = 0; i < segments->len; i++) {
        for (int k = 0; k < 3; k++) {
            size = MAX(size, MAX(fabs(at(segments, i)->p[k].x), fabs(at(segments, i)->p[k].y)));
        }
    }
    return size;
}

static void assert_translated(const char *d, double dx, double dy)
{
    static const guint8 N_POINTS[] = {1, 1, 2, 3, 1, 1};
    gssize error;
    g_autofree char *text = svg_path_translate(d, dx, dy);
    g_autoptr(GArray) before = svg_path_parse(d, NULL), after = svg_path_parse(text, &error);
    double slack = 1e-9 * (size_of(before) + fabs(dx) + fabs(dy));
    g_assert_cmpint(error, ==, -1);
    g_assert_cmpuint(after->len, ==, before->len);
    for (guint i = 0; i < before->len; i++) {
        const SvgSegment *a = at(before, i), *b = at(after, i);
        g_assert_cmpint(a->kind, ==, b->kind);
        for (guint k = 0; k < N_POINTS[a->kind]; k++) {
            assert_moved(b->p[k], a->p[k], dx, dy, slack);
        }
        if (a->kind == SVG_SEG_ARC) {
            assert_near(hypot(b->arc_u.x, b->arc_u.y) / hypot(a->arc_u.x, a->arc_u.y), 1);
            g_assert_true((a->arc_sweep < 0) == (b->arc_sweep < 0));
        }
    }
}

static void test_translate_random(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        g_autofree char *d = random_path(TRUE);
        double dx = g_test_rand_int_range(-9999, 9999) / 8.0;
        double dy = g_test_rand_bit() ? g_test_rand_int_range(-999, 999) : 0;
        assert_translated(d, dx, dy);
        /* There and back again is the same path. */
        g_autofree char *there = svg_path_translate(d, dx, dy);
        g_autofree char *back = svg_path_translate(there, -dx, -dy);
        g_autoptr(GArray) before = svg_path_parse(d, NULL), after = svg_path_parse(back, NULL);
        g_autofree char *wanted = describe(before), *got = describe(after);
        g_assert_cmpstr(got, ==, wanted);
    }
}

/* With shifts of all digits, and no S, T or A, which would multiply what rounding does. */
static void test_translate_random_digits(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        double v[10];
        for (int k = 0; k < 10; k++) {
            v[k] = g_test_rand_double_range(-5000, 5000);
        }
        g_autofree char *d =
            g_strdup_printf("M%.17g %.17gL%.17g,%.17gH%.17gC%.17g,%.17g %.17g,%.17g 1e-3%.17g",
                            v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], -fabs(v[9]));
        assert_translated(d, g_test_rand_double_range(-99, 99), g_test_rand_double_range(-99, 99));
    }
}

/* --- scaling ---------------------------------------------------------------------------------- */

static void test_scale(void)
{
    static const struct {
        const char *before, *after; /* by (2, 3), then moved by (10, 5) */
    } ROWS[] = {
        {"M1 2 3 4", "M12 11 16 17"},
        {"m1 2 3 4 m 5 6", "m12 11 6 12 m 10 18"},
        {"M0 0H5V6h7v8", "M10 5H20V23h14v24"},
        {"M0 0c1 2 3 4 5 6s1 2 3 4q1 2 3 4t1 2", "M10 5c2 6 6 12 10 18s2 6 6 12q2 6 6 12t2 6"},
        {"M0,0l.5.5-.25.5", "M10,5l1 1.5-0.5 1.5"},
        /* The axes are upright, lying, or any of a circle's. */
        {"M0,0a3 4 0 0 1 5 6", "M10,5a6 12 0 0 1 10 18"},
        {"M0,0a3 4 90 0 1 5 6", "M10,5a9 8 90 0 1 10 18"},
        {"M0,0a3 3 30 0 1 5 6", "M10,5a6 9 0 0 1 10 18"},
        {"M0,0a3 4 -180 01.5.5", "M10,5a6 12 -180 011 1.5"},
        {"M0,0a0 4 0 0 1 5 6z", "M10,5a0 12 0 0 1 10 18z"},
        {"", ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        g_autofree char *got = svg_path_scale(ROWS[i].before, (SvgScaling){2, 3, 10, 5});
        g_assert_cmpstr(got, ==, ROWS[i].after);
    }
    g_autofree char *even = svg_path_scale("M0 0a3 4 30 0 1 5 6", (SvgScaling){2, 2, 0, 0});
    g_assert_cmpstr(even, ==, "M0 0a6 8 30 0 1 10 12");
    g_autofree char *thirds = svg_path_scale("M0 0l1 1", (SvgScaling){1. / 3, 1, 0, 0});
    g_assert_cmpstr(thirds, ==, "M0 0l0.33333333 1");
    g_assert_null(svg_path_scale("M0 0 x", (SvgScaling){2, 2, 0, 0}));
    g_assert_null(svg_path_scale("M0 0l1e300 1", (SvgScaling){1e300, 2, 0, 0}));
}

/* The scaled data fills the box that the data fills when it is seen scaled; arcs too. */
static void test_scale_random(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        g_autofree char *d = random_path(TRUE);
        SvgScaling by = {g_test_rand_double_range(0.2, 4), g_test_rand_double_range(0.2, 4),
                         g_test_rand_int_range(-99, 99), g_test_rand_int_range(-99, 99)};
        g_autofree char *text = svg_path_scale(d, by);
        g_autoptr(GArray) before = svg_path_parse(d, NULL), after = svg_path_parse(text, NULL);
        SvgBox want = svg_segments_box(before, (SvgMatrix){by.sx, 0, 0, by.sy, by.dx, by.dy});
        SvgBox got = svg_segments_box(after, SVG_MATRIX_IDENTITY);
        /* An arc whose radii have to grow may be a thousand times larger than its points. */
        double slack = 1e-4 * (size_of(before) + 1) + 1e-6 * MAX(want.w, want.h);
        g_assert_cmpuint(after->len, ==, before->len);
        g_assert_cmpfloat_with_epsilon(got.x, want.x, slack);
        g_assert_cmpfloat_with_epsilon(got.y, want.y, slack);
        g_assert_cmpfloat_with_epsilon(got.w, want.w, slack);
        g_assert_cmpfloat_with_epsilon(got.h, want.h, slack);
    }
}

/* --- size ------------------------------------------------------------------------------------- */

static void test_speed(void)
{
    GString *d = g_string_new("M0 0");
    for (int i = 0; i < 1000000; i++) {
        g_string_append(d, i % 2 ? "c1.25-2.5,3.125 4,5.5-6.75" : "L12.345,67.89");
    }
    gint64 start = test_cpu_time();
    g_autoptr(GArray) segments = svg_path_parse(d->str, NULL);
    gint64 parsing = test_cpu_time() - start;
    g_assert_false(svg_box_is_empty(svg_segments_box(segments, SVG_MATRIX_IDENTITY)));
    g_autofree char *moved = svg_path_translate(d->str, 1, 1);
    g_assert_nonnull(moved);
    g_assert_cmpuint(segments->len, ==, 1000001);
    /* With sanitizers; quadratic would take hours. */
    g_assert_cmpint(parsing, <, 10 * G_USEC_PER_SEC);
    g_string_free(d, TRUE);
}

static void test_limit(void)
{
    gsize length = SVG_MAX_SEGMENTS + 10;
    g_autofree char *d = g_strnfill(length, 'z');
    memcpy(d, "M0 0", 4);
    gssize error;
    g_autoptr(GArray) segments = svg_path_parse(d, &error);
    g_assert_cmpuint(segments->len, ==, SVG_MAX_SEGMENTS);
    g_assert_cmpint(error, ==, SVG_MAX_SEGMENTS + 3);
}

static void assert_span(const char *d, double x, double y, double wanted)
{
    SvgUserPoint begin;
    double span;

    g_assert_true(svg_path_begin(d, &begin));
    g_assert_true(svg_path_span(d, &span));
    assert_near(begin.x, x);
    assert_near(begin.y, y);
    assert_near(span, wanted);
}

static void test_span(void)
{
    static const char *const unknown[] = {"",
                                          "L1,2",
                                          "m1",
                                          "M1,2,3,4",
                                          "M1,2 3,4",
                                          "M1,2L3,4",
                                          "m1,2l3,4M5",
                                          "m1,2a1,1,0,0,1,3,4",
                                          "m1,2s3,4,5,6",
                                          "m1,2t3,4",
                                          "m1,2l3e9,4",
                                          "m1,2l1234567890123456,0"};
    double span;

    assert_span(" M 10.5,-20", 10.5, -20, 0);
    assert_span("m1-2l3,4", 1, -2, 4 + 5);
    assert_span("m1-2 3,4", 1, -2, 4 + 5);
    assert_span("M1,2c.5.5 29-130,7.25,8", 1, 2, 1 + 1 + 30 + 200 + 8 + 1 + 9);
    assert_span("m1,2l0.00000012345678901,1", 1, 2, 1 + 1 + 2);
    assert_span("M1,2h10v9z m3,4q0,0,1,1z", 1, 2, 20 + 10 + 4 + 5 + 1 + 1 + 2 + 2);
    for (guint i = 0; i < G_N_ELEMENTS(unknown); i++) {
        g_test_message("%s", unknown[i]);
        g_assert_false(svg_path_span(unknown[i], &span));
    }
}

static void append_random_steps(GString *d)
{
    static const struct {
        char command;
        guint n_args;
    } steps[] = {{'c', 6}, {'l', 2}, {'q', 4}, {'h', 1}, {'v', 1}, {'m', 2}, {'z', 0}};
    guint step = (guint)g_test_rand_int_range(0, G_N_ELEMENTS(steps));

    g_string_append_c(d, steps[step].command);
    for (guint i = 0; i < steps[step].n_args; i++) {
        char text[SVG_NUMBER_SIZE];
        double far = g_test_rand_bit() ? 1 : 2000;

        g_string_append_printf(d, " %s",
                               svg_number_print(g_test_rand_double_range(-far, far), text));
    }
}

static void test_span_random(void)
{
    for (guint round = 0; round < ROUNDS; round++) {
        g_autoptr(GString) d = g_string_new("M 30,-40");
        double span;

        for (int n = g_test_rand_int_range(0, 12); n > 0; n--) {
            append_random_steps(d);
        }
        g_assert_true(svg_path_span(d->str, &span));
        SvgBox box = box_of(d->str, SVG_MATRIX_IDENTITY);
        g_assert_true(svg_box_is_empty(box) ||
                      svg_box_contains((SvgBox){30 - span, -40 - span, 2 * span, 2 * span}, box));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/path/commands", test_commands);
    g_test_add_func("/path/repeats", test_repeats);
    g_test_add_func("/path/separators", test_separators);
    g_test_add_func("/path/smooth", test_smooth);
    g_test_add_func("/path/close", test_close);
    g_test_add_func("/path/errors", test_errors);
    g_test_add_func("/path/overflow", test_overflow);
    g_test_add_func("/path/speed", test_speed);
    g_test_add_func("/path/limit", test_limit);
    g_test_add_func("/arc/center", test_arc);
    g_test_add_func("/arc/turned", test_arc_turned);
    g_test_add_func("/arc/degenerate", test_arc_degenerate);
    g_test_add_func("/arc/random", test_arc_random);
    g_test_add_func("/arc/nearly-full", test_arc_nearly_full);
    g_test_add_func("/points/parse", test_points);
    g_test_add_func("/box/exact", test_box);
    g_test_add_func("/box/arc", test_box_arc);
    g_test_add_func("/box/random", test_box_random);
    g_test_add_func("/box/huge", test_box_huge);
    g_test_add_func("/ends", test_ends);
    g_test_add_func("/span", test_span);
    g_test_add_func("/span/random", test_span_random);
    g_test_add_func("/translate/bytes", test_translate);
    g_test_add_func("/translate/odd", test_translate_odd);
    g_test_add_func("/translate/points", test_translate_points);
    g_test_add_func("/translate/random", test_translate_random);
    g_test_add_func("/translate/random-digits", test_translate_random_digits);
    g_test_add_func("/scale/bytes", test_scale);
    g_test_add_func("/scale/random", test_scale_random);
    return g_test_run();
}
