/* Boxes, packed into a tree of boxes (an R-tree by sort-tile-recursive), so that the few that touch
 * an area are found without looking at the others, whatever their sizes. Private to svg/index. */
#pragma once

#include <svg/geometry.h>

typedef struct {
    SvgBox box; /* not empty */
    guint32 value;
} SvgRtreeItem;

typedef struct _SvgRtree SvgRtree;

/* `items` are sorted, not kept. */
SvgRtree *svg_rtree_new(SvgRtreeItem *items, guint n);
void svg_rtree_free(SvgRtree *tree);
/* Appends the values (guint32) of the boxes that touch `area`, in no order. */
void svg_rtree_touching(const SvgRtree *tree, SvgBox area, GArray *out);
