/* Tells of clusters: where they lie, how many shapes they are. */
#include "view/peripheral.h"

#include <math.h>

/* "east" is where x grows, "south" where y does. */
static const char *const names[FAIRY_DIRECTIONS] = {"east", "southeast", "south", "southwest",
                                                    "west", "northwest", "north", "northeast"};

static guint direction(SvgPoint from, SvgPoint to)
{
    double eighths = atan2(to.y - from.y, to.x - from.x) / (G_PI / 4);
    return isfinite(eighths) ? (guint)floor(eighths + FAIRY_DIRECTIONS + 0.5) % FAIRY_DIRECTIONS
                             : 0;
}

GArray *fairy_peripheral_clusters(const GArray *boxes, const FairyCoords *coords, SvgPoint eye,
                                  guint keep)
{
    double distance = fairy_coords_length_to_document(coords, FAIRY_CLUSTER_DISTANCE);
    GArray *clusters = fairy_clusters(boxes, distance, eye);
    FairyCluster joined[FAIRY_DIRECTIONS] = {{{0}, 0}};
    guint sectors = keep > 0 ? FAIRY_DIRECTIONS : 1;
    if (clusters->len <= keep + sectors) {
        return clusters;
    }
    for (guint i = keep; i < clusters->len; i++) {
        const FairyCluster *cluster = &g_array_index(clusters, FairyCluster, i);
        FairyCluster *all = &joined[direction(eye, svg_box_center(cluster->bounds)) % sectors];
        all->bounds =
            all->count > 0 ? svg_box_union(all->bounds, cluster->bounds) : cluster->bounds;
        all->count += cluster->count;
    }
    g_array_set_size(clusters, keep);
    for (guint i = 0; i < sectors; i++) {
        if (joined[i].count > 0) {
            g_array_append_val(clusters, joined[i]);
        }
    }
    return clusters;
}

void fairy_peripheral_print(const GArray *clusters, const FairyCoords *coords, SvgPoint eye,
                            gboolean inside, FairyList *list)
{
    for (guint i = 0; i < clusters->len; i++) {
        const FairyCluster *cluster = &g_array_index(clusters, FairyCluster, i);
        SvgPoint middle = svg_box_center(cluster->bounds);
        double distance = hypot(middle.x - eye.x, middle.y - eye.y);
        FairyPeripheral far = {
            .count = cluster->count,
            .bounds = fairy_coords_round_box(coords, cluster->bounds),
            .direction = inside ? "inside" : names[direction(eye, middle)],
            .distance = inside ? -1 : fairy_coords_round(coords, "w", distance),
        };
        list->form->far(fairy_list_next(list), &far);
    }
}
