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

static gboolean is_corner(const SvgPen *pen, guint i)
{
    guint turn = pen->turns ? pen->turns[i % pen->n] : SVG_PEN_AS_SAID;
    return turn == SVG_PEN_AS_SAID ? !pen->smooth : turn == SVG_PEN_CORNER;
}

static double rounded(double value, double step)
{
    return round(value / step) * step;
}

/* Catmull and Rom's curve from one point to the next: on its way through each point it runs along
 * the line between the points around it; of a corner it knows one side only, as of an end. The
 * curve's own points are rounded to a thousandth of a px. */
static void append_curve(GString *d, const SvgPen *pen, guint i, gboolean goes_on,
                         SvgMatrix to_written, double step)
{
    SvgUserPoint b = point_at(pen, i, to_written), c = point_at(pen, (gint64)i + 1, to_written),
                 a = is_corner(pen, i) ? b : point_at(pen, (gint64)i - 1, to_written),
                 e = is_corner(pen, i + 1) ? c : point_at(pen, (gint64)i + 2, to_written);
    SvgUserPoint points[] = {
        {rounded(b.x + (c.x - a.x) / 6, step), rounded(b.y + (c.y - a.y) / 6, step)},
        {rounded(c.x - (e.x - b.x) / 6, step), rounded(c.y - (e.y - b.y) / 6, step)},
        c};
    append(d, goes_on ? "" : " C", points, G_N_ELEMENTS(points));
}

void svg_build_stroke(SvgEdit *edit, SvgNode *node, const SvgPen *pen, SvgMatrix to_written)
{
    GString *d = g_string_new(NULL);
    double step = pow(10, floor(log10(svg_unit(edit->doc))) - 3);
    SvgUserPoint first = point_at(pen, 0, to_written);
    append(d, "M", &first, 1);
    guint stretches = pen->closed ? pen->n : pen->n - 1;
    gboolean was_straight = FALSE;
    for (guint i = 0; i < stretches; i++) {
        gboolean straight = is_corner(pen, i) && is_corner(pen, i + 1);
        gboolean goes_on = i > 0 && straight == was_straight;
        if (!straight) {
            append_curve(d, pen, i, goes_on, to_written, step);
        } else if (i + 1 < pen->n) { /* else Z draws it */
            SvgUserPoint next = point_at(pen, (gint64)i + 1, to_written);
            append(d, goes_on ? "" : " L", &next, 1);
        }
        was_straight = straight;
    }
    g_string_append(d, pen->closed ? " Z" : "");
    svg_splice_attr(edit->doc, node, "d", d->str);
    g_string_free(d, TRUE);
}
