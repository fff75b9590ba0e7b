/* Joins far-away boxes to clusters. Private to core/. */
#pragma once

#include <svg/geometry.h>

/* Boxes are of one cluster when the gap between them is at most this, across and down, in model
 * units. */
#define FAIRY_CLUSTER_DISTANCE 75

typedef struct {
    SvgBox bounds;
    guint count;
} FairyCluster;

/* FairyCluster, sorted by distance of the centres from `eye`, then by place. The same for every
 * order of `boxes` (SvgBox, none empty). Two boxes are joined when, grown by half of `distance` on
 * all sides, they would touch; so are boxes joined through others. The caller's (g_array_unref). */
GArray *fairy_clusters(const GArray *boxes, double distance, SvgPoint eye);
