/* Strokes of a pen: every point is kept. */
#include "edit/build.h"
#include "edit/style_defaults.h"

#include <math.h>

static void append(GString *d, const char *command, const SvgUserPoint *points, guint n)
{
    g_string_append(d, command);
    for (guint i = 0; i < n; i++) {
        char x[SVG_NUMBER_SIZE], y[SVG_NUMBER_SIZE];
        g_string_append_printf(d, "%s%s,%s", d->len ? " " : "", svg_number_print(points[i].x, x),
                               svg_number_print(points[i].y, y));
    }
}

/* The point that is `i` of the stroke: its ends go on where they are, unless it is closed. */
static SvgUserPoint point_at(const SvgPen *pen, gint64 i, SvgMatrix to_written)
{
    gint64 n = pen->n;
    i = pen->closed ? (i + n) % n : CLAMP(i, 0, n - 1);
    return svg_matrix_to_user(to_written, pen->points[i]);
}

static double rounded(double value, double step)
{
    return round(value / step) * step;
}

/* Catmull and Rom's curve from one point to the next: on its way through each point it runs along
 * the line between the points around it. The curve's own points are rounded to a thousandth of a
 * px. */
static void append_curve(GString *d, const SvgPen *pen, guint i, SvgMatrix to_written, double step)
{
    SvgUserPoint a = point_at(pen, (gint64)i - 1, to_written), b = point_at(pen, i, to_written),
                 c = point_at(pen, (gint64)i + 1, to_written),
                 e = point_at(pen, (gint64)i + 2, to_written);
    SvgUserPoint points[] = {
        {rounded(b.x + (c.x - a.x) / 6, step), rounded(b.y + (c.y - a.y) / 6, step)},
        {rounded(c.x - (e.x - b.x) / 6, step), rounded(c.y - (e.y - b.y) / 6, step)},
        c};
    append(d, i == 0 ? " C" : "", points, G_N_ELEMENTS(points));
}

void svg_build_stroke(SvgEdit *edit, SvgNode *node, const SvgPen *pen, SvgMatrix to_written)
{
    GString *d = g_string_new(NULL);
    double step = pow(10, floor(log10(svg_unit(edit->doc))) - 3);
    SvgUserPoint first = point_at(pen, 0, to_written);
    append(d, "M", &first, 1);
    guint stretches = pen->closed && pen->smooth ? pen->n : pen->n - 1;
    for (guint i = 0; i < stretches; i++) {
        if (pen->smooth) {
            append_curve(d, pen, i, to_written, step);
        } else {
            SvgUserPoint next = point_at(pen, (gint64)i + 1, to_written);
            append(d, i == 0 ? " L" : "", &next, 1);
        }
    }
    g_string_append(d, pen->closed ? " Z" : "");
    svg_splice_attr(edit->doc, node, "d", d->str);
    g_string_free(d, TRUE);
}
