/* Model space: rounding, the way back, and steps. */
#include <fairy/coords.h>

static void test_rounding(void)
{
    static const struct {
        double exact, shown;
    } cases[] = {{100.3, 100}, {100.7, 101}, {-2.5, -2}, {2.5, 3},  {-0.3, 0},
                 {-2.51, -3},  {0.5, 1},     {7, 7},     {-0.5, 0}, {0.49999999999999994, 0}};
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        double shown = fairy_coords_show(coords, "a", "x", cases[i].exact);
        g_assert_cmpfloat(shown, ==, cases[i].shown);
        g_assert_cmpfloat(fairy_coords_round(coords, "x", cases[i].exact), ==, cases[i].shown);
        g_assert_cmpfloat(fairy_coords_read(coords, "a", "x", shown), ==, cases[i].exact);
        g_assert_cmpfloat(fairy_coords_read(coords, "a", "x", shown + 1), ==, shown + 1);
        g_assert_cmpfloat(fairy_coords_read(coords, "b", "x", shown), ==, shown);
        g_assert_cmpfloat(fairy_coords_read(coords, "a", "y", shown), ==, shown);
        g_assert_cmpfloat(fairy_coords_read(coords, NULL, "x", shown), ==, shown);
    }
}

static void test_offset(void)
{
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){120, 80}, 1);
    FairyPoint p = fairy_coords_to_model(coords, (SvgPoint){150, 100});
    g_assert_cmpfloat(p.x, ==, 30);
    g_assert_cmpfloat(p.y, ==, 20);
    SvgPoint back = fairy_coords_to_document(coords, p);
    g_assert_cmpfloat(back.x, ==, 150);
    g_assert_cmpfloat(back.y, ==, 100);
    FairyBox box = fairy_coords_show_box(coords, "a", (SvgBox){150.4, 99.6, 10.3, 20.7});
    g_assert_cmpfloat(box.x, ==, 30);
    g_assert_cmpfloat(box.y, ==, 20);
    g_assert_cmpfloat(box.w, ==, 10);
    g_assert_cmpfloat(box.h, ==, 21);
    g_assert_cmpfloat(fairy_coords_read(coords, "a", "x", 30), ==, 150.4);
    g_assert_cmpfloat(fairy_coords_read(coords, "a", "h", 21), ==, 20.7);
    g_assert_cmpfloat(fairy_coords_read(coords, "a", "w", 11), ==, 11);
    g_assert_cmpfloat(fairy_coords_read(coords, NULL, "x1", 5), ==, 125);
    g_assert_cmpfloat(fairy_coords_read(coords, NULL, "y2", 5), ==, 85);
    g_assert_cmpfloat(fairy_coords_read(coords, NULL, "bend", 5), ==, 5);
}

static void test_latest_counts(void)
{
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    fairy_coords_show(coords, "a", "x", 100.3);
    fairy_coords_show(coords, "a", "x", 99.8);
    g_assert_cmpfloat(fairy_coords_read(coords, "a", "x", 100), ==, 99.8);
}

static void test_steps(void)
{
    static const struct {
        double longer, step;
    } cases[] = {{100, 1},   {800, 1},  {100000, 1},  {1, 0.001}, {50, 0.01},
                 {99, 0.01}, {1e6, 10}, {100001, 10}, {0, 1},     {1e-3, 1e-6}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        double step = fairy_coords_step_for((SvgBox){0, 0, cases[i].longer / 2, cases[i].longer});
        g_assert_cmpfloat(step, ==, cases[i].step);
    }
    for (double longer = 1e-6; longer < 1e9; longer *= 3) {
        double n = longer / fairy_coords_step_for((SvgBox){5, 5, longer, 0});
        g_assert_cmpfloat(n, >=, 100);
        g_assert_cmpfloat(n, <=, 100000 * 1.000001);
    }
    g_assert_cmpfloat(fairy_coords_step_for(SVG_BOX_EMPTY), ==, 1);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){1, 1}, 0.01);
    g_assert_cmpfloat(fairy_coords_show(coords, "a", "x", 1.5), ==, 50);
    g_assert_cmpfloat(fairy_coords_read(coords, "a", "x", 50), ==, 1.5);
    g_assert_cmpfloat(fairy_coords_length_to_document(coords, 200), ==, 2);
    g_assert_cmpfloat(fairy_coords_length_to_model(coords, 2), ==, 200);
}

/* Where the file itself is worked on, a small drawing is shown in decimals, a large one in whole
 * units. */
static void test_document(void)
{
    g_autoptr(FairyCoords) small =
        fairy_coords_new_document((SvgPoint){0, 0}, (SvgBox){0, 0, 1, 1});
    g_autoptr(FairyCoords) large =
        fairy_coords_new_document((SvgPoint){0, 0}, (SvgBox){0, 0, 2000000, 10});
    g_assert_cmpfloat(fairy_coords_show(small, "a", "x", 0.12345), ==, 0.123);
    g_assert_cmpfloat(fairy_coords_read(small, "a", "x", 0.123), ==, 0.12345);
    g_assert_cmpfloat(fairy_coords_read(small, "a", "x", 0.5), ==, 0.5);
    g_assert_cmpfloat(fairy_coords_show(large, "a", "x", 1234.6), ==, 1235);
}

static double step_of(const char *letters)
{
    g_autofree char *text = g_strdup_printf("<svg xmlns='http://www.w3.org/2000/svg' width='150' "
                                            "height='100' viewBox='0 0 150 100'>"
                                            "<text y='20' font-size='%s'>Ab</text></svg>",
                                            letters);
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "a.svg", NULL);
    return fairy_coords_step_of(doc);
}

/* Numbers are as fine as the letters of the drawing are small. */
static void test_letters(void)
{
    g_assert_cmpfloat(step_of("12"), ==, 1);
    g_assert_cmpfloat(step_of("8"), ==, 1);
    g_assert_cmpfloat_with_epsilon(step_of("2.02"), 0.1, 1e-12);
    g_assert_cmpfloat_with_epsilon(step_of("0.5"), 0.01, 1e-12);
    g_assert_cmpfloat(150 / step_of("0.0001"), <, 1e5);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/coords/document", test_document);
    g_test_add_func("/coords/rounding", test_rounding);
    g_test_add_func("/coords/offset", test_offset);
    g_test_add_func("/coords/latest-counts", test_latest_counts);
    g_test_add_func("/coords/steps", test_steps);
    g_test_add_func("/coords/letters", test_letters);
    return g_test_run();
}
