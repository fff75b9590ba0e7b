/* Affine matrices, and the only crossings between user and document space. */
#include <svg/geometry.h>

#include <math.h>

/* Far inside the range of a double, so that a difference of two coordinates is finite too. */
#define COORDINATE_LIMIT 1e300
/* Of the products that a determinant is the difference of: less than this is rounding noise. */
#define SINGULAR 1e-15

SvgMatrix svg_matrix_translation(double dx, double dy)
{
    return (SvgMatrix){1, 0, 0, 1, dx, dy};
}

SvgMatrix svg_matrix_scaling(double sx, double sy)
{
    return (SvgMatrix){sx, 0, 0, sy, 0, 0};
}

/* Exact for multiples of 90°, where sin(M_PI) is not. */
static void sincos_degrees(double degrees, double *sine, double *cosine)
{
    double turn = fmod(degrees, 360);
    double quarter = turn / 90;
    if (quarter == rint(quarter)) {
        static const double SINES[] = {0, 1, 0, -1};
        int n = (int)(quarter < 0 ? quarter + 4 : quarter);
        *sine = SINES[n];
        *cosine = SINES[(n + 1) % 4];
        return;
    }
    *sine = sin(turn * (G_PI / 180));
    *cosine = cos(turn * (G_PI / 180));
}

SvgMatrix svg_matrix_rotation(double degrees, double cx, double cy)
{
    double s, c;
    sincos_degrees(degrees, &s, &c);
    return (SvgMatrix){c, s, -s, c, (1 - c) * cx + s * cy, (1 - c) * cy - s * cx};
}

SvgMatrix svg_matrix_multiply(SvgMatrix outer, SvgMatrix inner)
{
    return (SvgMatrix){
        outer.a * inner.a + outer.c * inner.b,
        outer.b * inner.a + outer.d * inner.b,
        outer.a * inner.c + outer.c * inner.d,
        outer.b * inner.c + outer.d * inner.d,
        outer.a * inner.e + outer.c * inner.f + outer.e,
        outer.b * inner.e + outer.d * inner.f + outer.f,
    };
}

gboolean svg_matrix_invert(SvgMatrix m, SvgMatrix *out)
{
    double size = MAX(MAX(fabs(m.a), fabs(m.b)), MAX(fabs(m.c), fabs(m.d)));
    if (!svg_matrix_is_finite(m) || size == 0) {
        return FALSE;
    }
    double a = m.a / size, b = m.b / size, c = m.c / size, d = m.d / size;
    double det = a * d - b * c;
    if (fabs(det) <= SINGULAR * (fabs(a * d) + fabs(b * c))) {
        return FALSE;
    }
    SvgMatrix inverse = {d / det / size, -b / det / size, -c / det / size, a / det / size, 0, 0};
    inverse.e = -(inverse.a * m.e + inverse.c * m.f);
    inverse.f = -(inverse.b * m.e + inverse.d * m.f);
    if (!svg_matrix_is_finite(inverse)) {
        return FALSE;
    }
    *out = inverse;
    return TRUE;
}

gboolean svg_matrix_is_finite(SvgMatrix m)
{
    return isfinite(m.a) && isfinite(m.b) && isfinite(m.c) && isfinite(m.d) && isfinite(m.e) &&
           isfinite(m.f);
}

gboolean svg_matrix_is_translation(SvgMatrix m)
{
    const double noise = 1e-12;
    return fabs(m.a - 1) <= noise && fabs(m.b) <= noise && fabs(m.c) <= noise &&
           fabs(m.d - 1) <= noise;
}

/* a x + c y + e, kept in ±COORDINATE_LIMIT; the wider type decides where a double overflows. */
static double combine(double a, double x, double c, double y, double e)
{
    double sum = a * x + c * y + e;
    if (fabs(sum) <= COORDINATE_LIMIT) {
        return sum;
    }
    long double wide = (long double)a * x + (long double)c * y + e;
    if (isnan(wide)) {
        return 0;
    }
    return (double)CLAMP(wide, -COORDINATE_LIMIT, COORDINATE_LIMIT);
}

SvgPoint svg_matrix_to_document(SvgMatrix m, SvgUserPoint p)
{
    return (SvgPoint){combine(m.a, p.x, m.c, p.y, m.e), combine(m.b, p.x, m.d, p.y, m.f)};
}

SvgBox svg_matrix_box_to_document(SvgMatrix m, SvgUserBox box)
{
    if (!(box.w >= 0 && box.h >= 0)) {
        return SVG_BOX_EMPTY;
    }
    SvgPoint p = svg_matrix_to_document(m, (SvgUserPoint){box.x, box.y});
    if (m.b == 0 && m.c == 0) {
        double w = m.a * box.w, h = m.d * box.h;
        return (SvgBox){MIN(p.x, p.x + w), MIN(p.y, p.y + h), fabs(w), fabs(h)};
    }
    SvgPoint q = svg_matrix_to_document(m, (SvgUserPoint){box.x + box.w, box.y});
    SvgPoint r = svg_matrix_to_document(m, (SvgUserPoint){box.x, box.y + box.h});
    SvgPoint s = svg_matrix_to_document(m, (SvgUserPoint){box.x + box.w, box.y + box.h});
    double x = MIN(MIN(p.x, q.x), MIN(r.x, s.x)), y = MIN(MIN(p.y, q.y), MIN(r.y, s.y));
    return (SvgBox){x, y, MAX(MAX(p.x, q.x), MAX(r.x, s.x)) - x,
                    MAX(MAX(p.y, q.y), MAX(r.y, s.y)) - y};
}

SvgUserPoint svg_matrix_to_user(SvgMatrix inverse, SvgPoint p)
{
    return (SvgUserPoint){combine(inverse.a, p.x, inverse.c, p.y, inverse.e),
                          combine(inverse.b, p.x, inverse.d, p.y, inverse.f)};
}

SvgUserPoint svg_matrix_delta_to_user(SvgMatrix inverse, double dx, double dy)
{
    return (SvgUserPoint){combine(inverse.a, dx, inverse.c, dy, 0),
                          combine(inverse.b, dx, inverse.d, dy, 0)};
}

double svg_matrix_scale(SvgMatrix m)
{
    return sqrt(fabs(m.a * m.d - m.b * m.c));
}
