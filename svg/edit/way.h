/* The way of a line in document space, whatever it is written in: to be mapped, turned round or
 * laid anew, and written back. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* A way is a GArray of these; the first begins it. */
typedef struct {
    guint n;       /* points: 0 a new part at p[0], 1 a straight stretch to it, 3 a cubic curve */
    SvgPoint p[3]; /* the last one is where it ends */
} SvgWayPart;

/* That of a line, polyline or path; NULL for others, for closed ones and those without length. Free
 * with g_array_unref(). */
GArray *svg_way_of(SvgDocument *doc, const SvgNode *node);
/* A straight one. */
GArray *svg_way_between(SvgPoint a, SvgPoint b);
gboolean svg_way_is_straight(const GArray *way);
/* Its beginning (0) or end (1), and the unit vector that goes on from there. */
SvgPoint svg_way_end(const GArray *way, guint which);
SvgPoint svg_way_out(const GArray *way, guint which);
/* One point, but for what printing and adding do to numbers. */
gboolean svg_way_is_same(SvgPoint a, SvgPoint b);
/* The unit vector from a to b; 0, 0 where they are one point. */
SvgPoint svg_way_unit(SvgPoint a, SvgPoint b);
/* So many times `along` from the point. */
static inline SvgPoint svg_way_from(SvgPoint at, SvgPoint along, double times)
{
    return (SvgPoint){at.x + times * along.x, at.y + times * along.y};
}
#define SVG_WAY_ALIGNED 0.02 /* of a unit vector: a way that is level or upright */

/* Whether both its ends are level or upright. */
gboolean svg_way_is_upright(const GArray *way);
/* Whether it is one curve. */
gboolean svg_way_is_curve(const GArray *way);
/* Moves its beginning (0) or end (1) there, with the control point next to it. */
void svg_way_move_end(GArray *way, guint which, SvgPoint to);
/* `m` maps document space to document space. */
SvgPoint svg_way_mapped(SvgMatrix m, SvgPoint p);
void svg_way_map(GArray *way, SvgMatrix m);
/* FALSE for one of several parts, which stays. */
gboolean svg_way_reverse(GArray *way);
/* `func` for a point of it after the other, `data` behind; ends when that is FALSE, and so is this.
 */
typedef gboolean (*SvgWayFunc)(SvgPoint at, gpointer data);
gboolean svg_way_each(const GArray *way, SvgWayFunc func, gpointer data);

/* How corners are rounded: by `radius` at most, by a curve whose control points are that share of
 * it from its ends: of a quarter of a circle SVG_WAY_CIRCLE, of a quadratic curve 2/3. */
typedef struct {
    double radius, pull;
} SvgRounding;

#define SVG_WAY_CIRCLE 0.5523

/* Its corners (SvgPoint) with both ends, when it has right angles all the way, which may be
 * rounded. NULL for other ways, and for straight ones. */
GArray *svg_way_corners(const GArray *way, SvgRounding *rounding);
/* The other way round; each corner is rounded as far as its stretches allow. */
GArray *svg_way_of_corners(const SvgPoint *corners, guint n, SvgRounding rounding);

/* Writes it in place of the element's outline. FALSE when that can't be written with the element.
 */
gboolean svg_way_write(SvgEdit *edit, SvgNode *node, const GArray *way);
/* What the outline is written as: it is still the same when this is. The caller's. */
char *svg_way_text(const SvgNode *node);
