/* Maps that bring a way between two points to others. */
#include "edit/stretch.h"

#include "edit/way.h"

#include <math.h>

#define LEAST_SIDE \
    0.05 /* of the longer side of a way's box: what is narrower isn't stretched across */
#define MOST_SCALE 6.0 /* by which a way is stretched along an axis; the other way round, too */

SvgMatrix svg_stretch_turned(SvgPoint a, SvgPoint b, SvgPoint to_a, SvgPoint to_b)
{
    SvgPoint u = svg_way_unit(a, b), v = svg_way_unit(to_a, to_b);
    double was = hypot(b.x - a.x, b.y - a.y), now = hypot(to_b.x - to_a.x, to_b.y - to_a.y);
    double along = was > 0 ? now / was : 1, across = MIN(along, 1);
    SvgMatrix m = {along * v.x * u.x + across * v.y * u.y,
                   along * v.y * u.x - across * v.x * u.y,
                   along * v.x * u.y - across * v.y * u.x,
                   along * v.y * u.y + across * v.x * u.x,
                   0,
                   0};
    SvgPoint at = svg_way_mapped(m, a);
    m.e = to_a.x - at.x;
    m.f = to_a.y - at.y;
    return m;
}

static gboolean scale_axis(double a, double b, double to_a, double to_b, double least,
                           double *scale)
{
    *scale = fabs(b - a) > least ? (to_b - to_a) / (b - a) : NAN;
    return fabs(*scale) <= MOST_SCALE && fabs(*scale) >= 1 / MOST_SCALE;
}

gboolean svg_stretch_scaled(SvgPoint a, SvgPoint b, SvgPoint to_a, SvgPoint to_b, SvgMatrix *m)
{
    double least = LEAST_SIDE * MAX(fabs(b.x - a.x), fabs(b.y - a.y));
    *m = SVG_MATRIX_IDENTITY;
    if (!scale_axis(a.x, b.x, to_a.x, to_b.x, least, &m->a) ||
        !scale_axis(a.y, b.y, to_a.y, to_b.y, least, &m->d)) {
        return FALSE;
    }
    m->e = to_a.x - m->a * a.x;
    m->f = to_a.y - m->d * a.y;
    return TRUE;
}
