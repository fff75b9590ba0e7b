/* Measures distances along a path, for the glyphs of a <textPath>. */
#include "geometry/text_path.h"

#include <math.h>

#define STEPS 32 /* lines that a curve is made of */

typedef struct {
    SvgUserPoint at;
    double distance; /* along the path */
} Point;

static void add_point(SvgTextTrack *track, SvgUserPoint at, gboolean draws)
{
    Point point = {at, track->length};

    if (draws && track->points->len) {
        const Point *last = &g_array_index(track->points, Point, track->points->len - 1);

        track->length += hypot(at.x - last->at.x, at.y - last->at.y);
        point.distance = track->length;
    }
    g_array_append_val(track->points, point);
}

static SvgUserPoint between(SvgUserPoint a, SvgUserPoint b, double t)
{
    return (SvgUserPoint){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

static void add_segment(SvgTextTrack *track, const SvgSegment *segment, SvgUserPoint from,
                        SvgMatrix m)
{
    guint steps = svg_segment_is_curve(segment) ? STEPS : 1;

    for (guint i = 1; i <= steps; i++) {
        SvgUserPoint at = svg_segment_at(segment, from, i / (double)steps);
        SvgPoint mapped = svg_matrix_to_document(m, at);

        add_point(track, (SvgUserPoint){mapped.x, mapped.y}, segment->kind != SVG_SEG_MOVE);
    }
}

SvgTextTrack *svg_text_track_new(SvgDocument *doc, const SvgTextPath *path,
                                 const SvgContext *context)
{
    g_autoptr(GArray) segments =
        path->shape ? svg_node_segments(path->shape, &context->viewport) : NULL;
    SvgUserPoint from = {0, 0};
    SvgTextTrack *track;
    SvgMatrix own;
    SvgStyle style;

    if (!segments || segments->len == 0) {
        return NULL;
    }
    svg_style_of(doc, path->shape, &style);
    own = svg_node_transform(path->shape, &style);
    track = g_new0(SvgTextTrack, 1);
    track->points = g_array_new(FALSE, FALSE, sizeof(Point));
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *segment = &g_array_index(segments, SvgSegment, i);

        add_segment(track, segment, from, own);
        from = svg_segment_end(segment);
    }
    track->offset = path->part >= 0 ? path->part * track->length : path->offset;
    return track;
}

void svg_text_track_free(SvgTextTrack *track)
{
    g_array_unref(track->points);
    g_free(track);
}

/* The index of the first point that is further than `distance`; the last one if none is. */
static guint find_point(const GArray *points, double distance)
{
    guint low = 1, high = points->len - 1;

    while (low < high) {
        guint middle = (low + high) / 2;

        if (g_array_index(points, Point, middle).distance > distance) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

gboolean svg_text_track_matrix(const SvgTextTrack *track, double distance, SvgMatrix *out)
{
    const Point *to, *from;
    double step, cosine, sine;
    SvgUserPoint at;

    if (track->points->len < 2 || !(distance >= 0 && distance <= track->length)) {
        return FALSE;
    }
    to = &g_array_index(track->points, Point, find_point(track->points, distance));
    from = to - 1;
    step = to->distance - from->distance;
    if (step <= 0) {
        return FALSE;
    }
    at = between(from->at, to->at, (distance - from->distance) / step);
    cosine = (to->at.x - from->at.x) / step;
    sine = (to->at.y - from->at.y) / step;
    *out = (SvgMatrix){cosine, sine, -sine, cosine, at.x, at.y};
    return TRUE;
}
