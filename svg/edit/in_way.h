/* What lies in the way of a line from shape to shape. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef struct {
    SvgEdit *edit;
    SvgNode *line;
    SvgBox ends[2]; /* of the shapes that it joins, or the points where it ends */
    GPtrArray *own; /* SvgNode: the line, those shapes, and what belongs to them */
    GArray *frames; /* SvgBox: what is drawn around those shapes */
    double longest; /* the longer side of what may be the head of another line */
} SvgInWay;

/* `shapes` may be NULL where an end is at none: then `points` has it. */
void svg_in_way_init(SvgInWay *way, SvgEdit *edit, SvgNode *line, SvgNode *const shapes[2],
                     const SvgPoint points[2]);
void svg_in_way_clear(SvgInWay *way);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgInWay, svg_in_way_clear)
/* Whether the line had better not run through what is drawn there, whose geometric box that is:
 * words and outlines, but nothing that an end lies in (frames and backdrops), no lane or column
 * beside such a frame, nothing that lies on a shape at its end, and no other lines. */
gboolean svg_is_in_way(const SvgInWay *way, SvgNode *node, SvgBox box);
