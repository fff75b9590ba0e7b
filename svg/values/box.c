/* Boxes in document space. */
#include <svg/geometry.h>

#include <math.h>

gboolean svg_box_is_empty(SvgBox box)
{
    return !(box.w >= 0 && box.h >= 0);
}

SvgBox svg_box_union(SvgBox a, SvgBox b)
{
    if (svg_box_is_empty(a)) {
        return svg_box_is_empty(b) ? SVG_BOX_EMPTY : b;
    }
    if (svg_box_is_empty(b)) {
        return a;
    }
    double x = MIN(a.x, b.x), y = MIN(a.y, b.y);
    return (SvgBox){x, y, MAX(a.x + a.w, b.x + b.w) - x, MAX(a.y + a.h, b.y + b.h) - y};
}

SvgBox svg_box_intersection(SvgBox a, SvgBox b)
{
    if (!svg_box_touches(a, b)) {
        return SVG_BOX_EMPTY;
    }
    double x = MAX(a.x, b.x), y = MAX(a.y, b.y);
    return (SvgBox){x, y, MIN(a.x + a.w, b.x + b.w) - x, MIN(a.y + a.h, b.y + b.h) - y};
}

SvgBounds svg_bounds_union(SvgBounds a, SvgBounds b)
{
    return (SvgBounds){svg_box_union(a.geometric, b.geometric), svg_box_union(a.visual, b.visual)};
}

gboolean svg_box_equal(SvgBox a, SvgBox b)
{
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

gboolean svg_box_touches(SvgBox a, SvgBox b)
{
    return !svg_box_is_empty(a) && !svg_box_is_empty(b) && a.x <= b.x + b.w && b.x <= a.x + a.w &&
           a.y <= b.y + b.h && b.y <= a.y + a.h;
}

gboolean svg_box_contains(SvgBox outer, SvgBox inner)
{
    return !svg_box_is_empty(outer) && !svg_box_is_empty(inner) && outer.x <= inner.x &&
           outer.y <= inner.y && inner.x + inner.w <= outer.x + outer.w &&
           inner.y + inner.h <= outer.y + outer.h;
}

SvgPoint svg_box_center(SvgBox box)
{
    return (SvgPoint){box.x + box.w / 2, box.y + box.h / 2};
}

SvgBox svg_box_grown(SvgBox box, double dx, double dy)
{
    return (SvgBox){box.x - dx, box.y - dy, box.w + 2 * dx, box.h + 2 * dy};
}

double svg_box_area(SvgBox box)
{
    return svg_box_is_empty(box) ? 0 : box.w * box.h;
}

double svg_box_side(SvgBox box)
{
    return MAX(box.w, box.h);
}

gboolean svg_box_holds(SvgBox box, SvgPoint p)
{
    return p.x >= box.x && p.x <= box.x + box.w && p.y >= box.y && p.y <= box.y + box.h;
}

static gboolean is_same_span(double a, double a_size, double b, double b_size, double within)
{
    return fabs(a - b) <= within && fabs(a + a_size - b - b_size) <= within;
}

gboolean svg_box_lines_up(SvgBox a, SvgBox b, double within)
{
    return is_same_span(a.x, a.w, b.x, b.w, within) || is_same_span(a.y, a.h, b.y, b.h, within);
}

double svg_box_distance(SvgBox box, SvgPoint p)
{
    double dx = MAX(MAX(box.x - p.x, p.x - box.x - box.w), 0);
    double dy = MAX(MAX(box.y - p.y, p.y - box.y - box.h), 0);

    return hypot(dx, dy);
}

SvgBox svg_box_offset(SvgBox box, double dx, double dy)
{
    return (SvgBox){box.x + dx, box.y + dy, box.w, box.h};
}
