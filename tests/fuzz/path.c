/* Path data and points: any bytes give finite segments, boxes and ends, and moving them agrees. */
#include "fuzz.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

static void check_box(const GArray *segments, SvgMatrix m)
{
    SvgBox box = svg_segments_box(segments, m);
    g_assert(isfinite(box.x) && isfinite(box.y) && isfinite(box.w) && isfinite(box.h));
    g_assert((segments->len == 0) == svg_box_is_empty(box));
}

static void check_unit(SvgUserPoint direction)
{
    double length = hypot(direction.x, direction.y);
    g_assert(length == 0 || fabs(length - 1) < 1e-6);
}

static void check_segments(const GArray *segments)
{
    static const SvgMatrix ENORMOUS = {1e300, -1e300, 1e300, 1e300, 1e300, 0};
    for (guint i = 0; i < segments->len; i++) {
        SvgUserPoint end = svg_segment_end(&g_array_index(segments, SvgSegment, i));
        g_assert(isfinite(end.x) && isfinite(end.y));
    }
    check_box(segments, SVG_MATRIX_IDENTITY);
    check_box(segments, svg_matrix_rotation(33, 4, 5));
    check_box(segments, ENORMOUS);
    SvgUserPoint p[4];
    g_assert(svg_segments_ends(segments, &p[0], &p[1], &p[2], &p[3]) == (segments->len > 0));
    check_unit(p[2]);
    check_unit(p[3]);
}

static gboolean is_moderate(const GArray *segments)
{
    SvgBox box = svg_segments_box(segments, SVG_MATRIX_IDENTITY);
    return fabs(box.x) + fabs(box.y) + box.w + box.h < 1e100;
}

static void check_path(const char *d)
{
    gssize error, moved_error;
    g_autoptr(GArray) segments = svg_path_parse(d, &error);
    g_assert(error >= -1 && error <= (gssize)strlen(d));
    check_segments(segments);
    g_autofree char *same = svg_path_translate(d, 0, 0);
    g_assert(!same || strcmp(same, d) == 0);
    g_autofree char *moved = svg_path_translate(d, -12.5, 1e4);
    g_assert(error >= 0 || moved);
    g_autofree char *scaled = svg_path_scale(d, (SvgScaling){0.5, 3, 7, -1e3});
    if (!moved || error >= 0 || !is_moderate(segments)) {
        return;
    }
    g_autoptr(GArray) larger = svg_path_parse(scaled, &moved_error);
    g_assert(moved_error == -1);
    check_segments(larger);
    g_autoptr(GArray) after = svg_path_parse(moved, &moved_error);
    g_assert(moved_error == -1);
    check_segments(after);
}

static void check_points(const char *points)
{
    g_autoptr(GArray) open = svg_points_parse(points, FALSE);
    g_autoptr(GArray) closed = svg_points_parse(points, TRUE);
    g_assert(closed->len == open->len + (open->len > 0));
    check_segments(closed);
    g_autofree char *moved = svg_points_translate(points, 3, -4);
    if (!moved) {
        return;
    }
    g_autoptr(GArray) after = svg_points_parse(moved, FALSE);
    g_assert(after->len == open->len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    check_path(text);
    check_points(text);
    return 0;
}
