/* Clusters of shapes that aren't listed. Private to core/view. */
#pragma once

#include "view/clusters.h"
#include "view/form.h"

#include <fairy/coords.h>

#define FAIRY_DIRECTIONS 8

/* Joins boxes (SvgBox, document space) into clusters (FairyCluster). All but the `keep` nearest to
 * `eye` are joined once more, those of each direction into one, or with a `keep` of 0 all into one.
 * Free with g_array_unref(). */
GArray *fairy_peripheral_clusters(const GArray *boxes, const FairyCoords *coords, SvgPoint eye,
                                  guint keep);
/* Appends clusters, each with the direction and distance of its centre from `eye`; those `inside`
 * of the view have neither, and say so. */
void fairy_peripheral_print(const GArray *clusters, const FairyCoords *coords, SvgPoint eye,
                            gboolean inside, FairyList *list);
