/* Joins boxes outside of the view into clusters. Private to core/view. */
#pragma once

#include <svg/geometry.h>

/* Boxes are joined if the gap between them is at most this, horizontally and vertically, in model
 * units. */
#define FAIRY_CLUSTER_DISTANCE 75

typedef struct {
    SvgBox bounds;
    guint count;
} FairyCluster;

/* Returns clusters (FairyCluster), sorted by the distance of their centres from `eye`, then by
 * place. The result is the same for every order of `boxes` (SvgBox, none empty; same space as
 * `distance` and `eye`). Two boxes are joined if they would touch when each is grown by half of
 * `distance` on all sides; so are boxes that others join. Free with g_array_unref(). */
GArray *fairy_clusters(const GArray *boxes, double distance, SvgPoint eye);
