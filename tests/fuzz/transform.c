/* Transform lists, viewBox and preserveAspectRatio: finite matrices from any bytes, and printing
 * one reads back. */
#include "fuzz.h"
#include "values/values.h"

#include <math.h>

static void check_near(double got, double wanted, double size)
{
    g_assert(fabs(got - wanted) <= 2e-9 * size);
}

static void check_print(SvgMatrix m)
{
    SvgMatrix back;
    g_autofree char *text = svg_transform_print(m);
    g_assert(svg_transform_parse(text, &back));
    double linear = MAX(MAX(fabs(m.a), fabs(m.b)), MAX(fabs(m.c), fabs(m.d)));
    double shift = MAX(linear, MAX(fabs(m.e), fabs(m.f)));
    check_near(back.a, m.a, linear);
    check_near(back.b, m.b, linear);
    check_near(back.c, m.c, linear);
    check_near(back.d, m.d, linear);
    check_near(back.e, m.e, shift);
    check_near(back.f, m.f, shift);
}

static void check_view_box(const char *text)
{
    const SvgUserBox viewport = {1, 2, 300, 200};
    SvgUserBox box;
    if (svg_view_box_parse(text, &box)) {
        g_assert(box.w > 0 && box.h > 0);
        g_assert(svg_matrix_is_finite(svg_view_box_fit(box, viewport, NULL)));
        g_assert(svg_matrix_is_finite(svg_view_box_fit(box, viewport, "xMaxYMin slice")));
    }
    SvgMatrix m = svg_view_box_fit((SvgUserBox){0, 0, 10, 10}, viewport, text);
    g_assert(m.a > 0 && m.d > 0 && m.b == 0 && m.c == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    SvgMatrix m, inverse;
    gboolean good = svg_transform_parse(text, &m);
    g_assert(svg_matrix_is_finite(m));
    if (good && MAX(fabs(m.e), fabs(m.f)) < 1e300) {
        check_print(m);
    }
    if (svg_matrix_invert(m, &inverse)) {
        g_assert(svg_matrix_is_finite(inverse));
    }
    check_view_box(text);
    return 0;
}
