/* Points, boxes and matrices.
 *
 * Document space is the user space of the root <svg>: the units of its viewBox, y down. User space
 * is the space in which one element's own attributes are written. The two have different types, so
 * that a value of one can't be passed for the other; svg_matrix_* crosses over. */
#pragma once

#include <glib.h>

/* In document space. */
typedef struct {
    double x, y;
} SvgPoint;

/* In document space. An empty box (no extent at all, not even a point) has w < 0. */
typedef struct {
    double x, y, w, h;
} SvgBox;

/* Both boxes of an element, in document space. Geometric: the fill area, whatever is painted, as
 * getBBox() of SVG 2 §8.10, then mapped. Visual: with stroke and markers, cut by clip-path and
 * mask; of text the ink; as Inkscape's visual bounding box. */
typedef struct {
    SvgBox geometric, visual;
} SvgBounds;

/* In the user space of some element. */
typedef struct {
    double x, y;
} SvgUserPoint;

/* In the user space of some element. Empty when w < 0. */
typedef struct {
    double x, y, w, h;
} SvgUserBox;

/* Maps (x, y) to (a x + c y + e, b x + d y + f), as matrix(a b c d e f) of SVG 1.1 §7.4. */
typedef struct {
    double a, b, c, d, e, f;
} SvgMatrix;

#define SVG_BOX_EMPTY       ((SvgBox){0, 0, -1, -1})
#define SVG_BOUNDS_EMPTY    ((SvgBounds){SVG_BOX_EMPTY, SVG_BOX_EMPTY})
#define SVG_USER_BOX_EMPTY  ((SvgUserBox){0, 0, -1, -1})
#define SVG_MATRIX_IDENTITY ((SvgMatrix){1, 0, 0, 1, 0, 0})

/* True when the box has no extent at all. A point or a line is not empty. */
gboolean svg_box_is_empty(SvgBox box);
/* The smallest box around both; an empty one adds nothing. */
SvgBox svg_box_union(SvgBox a, SvgBox b);
/* What both have in common; empty when they share no point. */
SvgBox svg_box_intersection(SvgBox a, SvgBox b);
/* Of each kind of box the union. */
SvgBounds svg_bounds_union(SvgBounds a, SvgBounds b);
/* Whether all four numbers are the same. */
gboolean svg_box_equal(SvgBox a, SvgBox b);
/* Whether they share a point; touching edges do. False when either is empty. */
gboolean svg_box_touches(SvgBox a, SvgBox b);
/* Whether `inner` lies wholly in `outer`, edges included. */
gboolean svg_box_contains(SvgBox outer, SvgBox inner);
SvgPoint svg_box_center(SvgBox box);
/* On each side by dx or dy, less than 0 to shrink it. */
SvgBox svg_box_grown(SvgBox box, double dx, double dy);
/* 0 for an empty one. */
double svg_box_area(SvgBox box);
/* The longer one. */
double svg_box_side(SvgBox box);
/* Edges included. */
gboolean svg_box_holds(SvgBox box, SvgPoint p);
/* Whether both have the same left and right sides, or the same top and bottom, but for `within`: as
 * lanes, columns and cells that are one beside the other. */
gboolean svg_box_lines_up(SvgBox a, SvgBox b, double within);
/* How far outside of the box the point is; 0 inside. */
double svg_box_distance(SvgBox box, SvgPoint p);
/* `box` with (dx, dy) added to its corner. */
SvgBox svg_box_offset(SvgBox box, double dx, double dy);

SvgMatrix svg_matrix_translation(double dx, double dy);
SvgMatrix svg_matrix_scaling(double sx, double sy);
/* By `degrees` clockwise on screen (y down) about (cx, cy). */
SvgMatrix svg_matrix_rotation(double degrees, double cx, double cy);
/* `outer` after `inner`: the matrix of transform="outer inner". */
SvgMatrix svg_matrix_multiply(SvgMatrix outer, SvgMatrix inner);
/* False, leaving *out alone, when `m` can't be inverted or isn't finite. */
gboolean svg_matrix_invert(SvgMatrix m, SvgMatrix *out);
gboolean svg_matrix_is_finite(SvgMatrix m);
/* No more than a shift. */
gboolean svg_matrix_is_translation(SvgMatrix m);
/* How many times as long lengths become: of those that differ by direction, the geometric mean. */
double svg_matrix_scale(SvgMatrix m);

/* `m` maps the user space to document space. */
SvgPoint svg_matrix_to_document(SvgMatrix m, SvgUserPoint p);
/* The axis-aligned box around the mapped corners. */
SvgBox svg_matrix_box_to_document(SvgMatrix m, SvgUserBox box);
/* `inverse` maps document space to the user space (see svg_matrix_invert). */
SvgUserPoint svg_matrix_to_user(SvgMatrix inverse, SvgPoint p);
/* The same for a difference of two points: no translation. */
SvgUserPoint svg_matrix_delta_to_user(SvgMatrix inverse, double dx, double dy);
