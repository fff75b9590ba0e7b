/* The outlines that boxes and kinds are read from. */
#include "geometry/parts.h"

static void each_of_line(const SvgNode *node, const SvgLengthContext *viewport, SvgSegmentFunc func,
                         gpointer data)
{
    SvgUserPoint from = {svg_node_coordinate(node, SVG_ATTR_X1, SVG_AXIS_X, viewport, 0),
                         svg_node_coordinate(node, SVG_ATTR_Y1, SVG_AXIS_Y, viewport, 0)};
    SvgUserPoint to = {svg_node_coordinate(node, SVG_ATTR_X2, SVG_AXIS_X, viewport, 0),
                       svg_node_coordinate(node, SVG_ATTR_Y2, SVG_AXIS_Y, viewport, 0)};

    func(&(SvgSegment){.kind = SVG_SEG_MOVE, .p = {from}}, from, data);
    func(&(SvgSegment){.kind = SVG_SEG_LINE, .p = {to}}, from, data);
}

gboolean svg_node_each_segment(const SvgNode *node, const SvgLengthContext *viewport,
                               SvgSegmentFunc func, gpointer data)
{
    SvgTag tag = svg_node_tag(node);

    switch (tag) {
    case SVG_TAG_LINE:
        each_of_line(node, viewport, func, data);
        return TRUE;
    case SVG_TAG_PATH:
        svg_path_each(svg_node_value(node, SVG_ATTR_D), func, data);
        return TRUE;
    case SVG_TAG_POLYLINE:
    case SVG_TAG_POLYGON:
        svg_points_each(svg_node_value(node, SVG_ATTR_POINTS), tag == SVG_TAG_POLYGON, func, data);
        return TRUE;
    default:
        return FALSE;
    }
}

GArray *svg_node_segments(const SvgNode *node, const SvgLengthContext *viewport)
{
    GArray *segments = g_array_new(FALSE, FALSE, sizeof(SvgSegment));

    if (!svg_node_each_segment(node, viewport, svg_segments_append, segments)) {
        g_array_unref(segments);
        return NULL;
    }
    return segments;
}
