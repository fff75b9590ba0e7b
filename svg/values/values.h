/* Reading and writing the values of geometry attributes. Pure functions. Private to svg/. */
#pragma once

#include <svg/geometry.h>

/* --- numbers: SVG 1.1 §4.2, independent of the locale ----------------------------------------- */

/* Reads a number at **at and moves *at behind it. FALSE, leaving *at, when there is none. Never
 * yields NaN or infinity: what overflows is refused. */
gboolean svg_number_read(const char **at, double *value);
/* The whole text, white space around it allowed, is one number. */
gboolean svg_number_parse(const char *text, double *value);
/* The shortest text of up to 10 significant digits, no exponent: "12.5", "-0.001", "0" (also for
 * what isn't finite). `buf` has room for SVG_NUMBER_SIZE bytes, enough for any double; it is
 * returned. */
#define SVG_NUMBER_SIZE 344
const char *svg_number_print(double value, char *buf);
void svg_skip_space(const char **at);
/* Skips white space, one comma, white space. Whether there was a comma. */
gboolean svg_skip_comma(const char **at);

/* --- lengths: SVG 1.1 §4.2, CSS Values 3 §6 --------------------------------------------------- */

typedef enum { SVG_AXIS_X, SVG_AXIS_Y, SVG_AXIS_OTHER } SvgAxis;

/* What relative lengths refer to, in user units. */
typedef struct {
    double width, height; /* of the nearest viewport */
    double font_size;
    double root_font_size; /* 0 = the initial one, 16 px */
} SvgLengthContext;

/* A number with unit (px pt pc mm cm Q in em ex rem ch vw vh vmin vmax %) in user units at 96 px an
 * inch. `%` of the width, the height, or the normalised diagonal; ex and ch are half an em. FALSE
 * for anything else ("auto", "", NULL). */
gboolean svg_length_parse(const char *text, const SvgLengthContext *context, SvgAxis axis,
                          double *value);
/* Whether the text is a number with "%". */
gboolean svg_length_is_percent(const char *text);
/* A list (SVG 1.1 §10.5, x and its like) of one value, or of none; NULL is one. */
gboolean svg_list_is_single(const char *list);

/* --- transforms: SVG 1.1 §7.6 ----------------------------------------------------------------- */

/* FALSE for text that isn't a transform list, or whose product isn't finite; *out is the identity
 * then. "" and "none" are the identity. Commas between functions and CSS units (px, deg, rad, turn,
 * grad) are accepted. */
gboolean svg_transform_parse(const char *text, SvgMatrix *out);
/* The same for the CSS property: lengths have any unit, and percentages are of `sizes`. */
gboolean svg_transform_parse_css(const char *text, const SvgLengthContext *sizes, SvgMatrix *out);
/* The property transform-origin: keywords, lengths, percentages of `sizes`; a third value is passed
 * over. FALSE, leaving *out, for anything else. */
gboolean svg_transform_origin_parse(const char *text, const SvgLengthContext *sizes,
                                    SvgUserPoint *out);
/* "translate(5,-3)", "scale(2)", "rotate(30)" or "matrix(…)", whichever says it; "" for the
 * identity. The caller's. */
char *svg_transform_print(SvgMatrix m);

/* --- viewBox and preserveAspectRatio: SVG 1.1 §7.7–7.8 ---------------------------------------- */

/* Four numbers, w and h > 0. */
gboolean svg_view_box_parse(const char *text, SvgUserBox *out);
/* The matrix that fits `view_box` into (x, y, w, h) as `aspect` says (NULL = xMidYMid meet). */
SvgMatrix svg_view_box_fit(SvgUserBox view_box, SvgUserBox viewport, const char *aspect);

/* --- path data and points: SVG 1.1 §8.3, §9.7 ------------------------------------------------- */

typedef enum {
    SVG_SEG_MOVE,
    SVG_SEG_LINE,
    SVG_SEG_QUAD,
    SVG_SEG_CUBIC,
    SVG_SEG_ARC,
    SVG_SEG_CLOSE
} SvgSegKind;

/* Absolute. The end point is the last p[] used: MOVE, LINE p[0]; QUAD p[1]; CUBIC p[2]; ARC p[0];
 * CLOSE p[0] = where the subpath began. What a kind doesn't use isn't set. */
typedef struct {
    SvgSegKind kind;
    SvgUserPoint p[3];
    SvgUserPoint arc_center, arc_u, arc_v; /* ARC: center + u cos t + v sin t, */
    double arc_from, arc_sweep;            /* t from `arc_from` by `arc_sweep` radians */
} SvgSegment;

/* Where a segment ends; see SvgSegment. */
SvgUserPoint svg_segment_end(const SvgSegment *segment);
/* Where it is at t, from 0 (`from`, where it begins) to 1. */
SvgUserPoint svg_segment_at(const SvgSegment *segment, SvgUserPoint from, double t);
gboolean svg_segment_is_curve(const SvgSegment *segment);
/* The directions in which a segment leaves `from` and arrives at its end: unit vectors. A control
 * point on top of an end gives none: the next one does. FALSE when the segment has no length. */
gboolean svg_segment_leaving(const SvgSegment *segment, SvgUserPoint from, SvgUserPoint *out);
gboolean svg_segment_arriving(const SvgSegment *segment, SvgUserPoint from, SvgUserPoint *out);
/* `from` is where the segment begins. The segment is valid during the call. */
typedef void (*SvgSegmentFunc)(const SvgSegment *segment, SvgUserPoint from, gpointer data);
/* Calls `func` for each segment up to the first error, as svg_path_parse(), without keeping any;
 * the byte offset of the error, or -1. */
gssize svg_path_each(const char *d, SvgSegmentFunc func, gpointer data);
void svg_points_each(const char *points, gboolean close, SvgSegmentFunc func, gpointer data);
/* The first place of the path. FALSE when it has none. */
gboolean svg_path_begin(const char *d, SvgUserPoint *begin);
/* How far from where it begins, along each axis, none of the path's points and control points is:
 * quickly, and mostly far too much. FALSE for what has other than relative lines and plain curves
 * behind its first place. */
gboolean svg_path_span(const char *d, double *span);
/* An SvgSegmentFunc that appends to a GArray of SvgSegment. */
void svg_segments_append(const SvgSegment *segment, SvgUserPoint from, gpointer segments);
/* Segments (SvgSegment) up to the first error, as every renderer draws it (SVG 1.1 §F.2); *error_at
 * (may be NULL) is the byte offset of the error, or -1. A coordinate that overflows is an error,
 * and so is the segment after SVG_MAX_SEGMENTS. Arcs by §F.6: radii scaled up, zero radii a line.
 * Free with g_array_unref(). */
GArray *svg_path_parse(const char *d, gssize *error_at);
/* polyline and polygon points; an odd number at the end is dropped. */
GArray *svg_points_parse(const char *points, gboolean close);
/* The exact box of the segments mapped by `m`: extrema of curves and arcs, not of control points. A
 * MOVE counts only when something is drawn from it, or when it is all there is. */
SvgBox svg_segments_box(const GArray *segments, SvgMatrix m);
/* First and last point drawn (where nothing is, of the MOVEs), and the directions there (unit
 * vectors leaving the start, arriving at the end; 0,0 if there is none). Segments without length,
 * or as good as none beside the next one, are passed over for a direction, within their subpath.
 * FALSE when there are no segments. */
gboolean svg_segments_ends(const GArray *segments, SvgUserPoint *start, SvgUserPoint *end,
                           SvgUserPoint *start_direction, SvgUserPoint *end_direction);
/* What is seen of an outline on the way along it. All 0 where it begins. */
typedef struct {
    guint counts[SVG_SEG_CLOSE + 1];    /* segments, by kind */
    guint n_parts;                      /* that begin with a MOVE and are drawn */
    guint n_in_part;                    /* segments drawn of the one that it is in */
    double last_length2;                /* squared, straight across */
    gboolean sliver_first, sliver_last; /* the first or the last one tells no direction */
    SvgSegment first, last;             /* that are drawn, */
    SvgUserPoint first_from, last_from;
    const SvgBox *area; /* beyond it, the visual box needn't be exact; NULL = everywhere */
} SvgTrail;

/* An SvgSegmentFunc; `data` is the trail. */
void svg_trail_add(const SvgSegment *segment, SvgUserPoint from, gpointer data);
/* The same as svg_segments_ends(). FALSE where it takes the segments. */
gboolean svg_trail_ends(const SvgTrail *trail, SvgUserPoint *start, SvgUserPoint *end,
                        SvgUserPoint *start_direction, SvgUserPoint *end_direction);
/* What an upright matrix does: x becomes sx x + dx, y becomes sy y + dy. */
typedef struct {
    double sx, sy, dx, dy;
} SvgScaling;
/* Path data scaled and moved, sx and sy > 0: relative coordinates are scaled, and the radii and
 * angles of arcs are those of the scaled ellipses. Scaled lengths have up to 8 significant digits.
 * All other bytes stay, as below. NULL when the data has an error, or a number isn't finite. The
 * caller's. */
char *svg_path_scale(const char *d, SvgScaling by);
/* Path data moved by (dx, dy): only the absolute coordinates (and a leading "m") are rewritten, all
 * other bytes stay, but for a space where two numbers would run together. NULL when the data has an
 * error. The caller's. */
char *svg_path_translate(const char *d, double dx, double dy);
/* Path data with each end of a segment moved by its own vector: deltas[0] is for the first MOVE,
 * deltas[i] for the i-th command after it that has an end (not Z). Control points go with the end
 * they are next to, that of a quadratic curve half with each. All other bytes stay. NULL when the
 * data has an error or other than n ends, or when an H or V would have to leave its axis. The
 * caller's. */
char *svg_path_shift(const char *d, const SvgUserPoint *deltas, guint n);
/* Each point by its own vector; NULL when there are other than n. */
char *svg_points_shift(const char *points, const SvgUserPoint *deltas, guint n);
/* Points moved likewise; an odd number at the end stays as it is. */
char *svg_points_translate(const char *points, double dx, double dy);
