/* What isn't listed, as clusters. Private to core/. */
#pragma once

#include "view/clusters.h"
#include "view/form.h"

#include <fairy/coords.h>

#define FAIRY_DIRECTIONS 8

/* Joins the boxes (SvgBox) to clusters; all but the `keep` nearest are joined again, those of one
 * direction each, or, when `keep` is 0, all. The caller's. */
GArray *fairy_peripheral_clusters(const GArray *boxes, const FairyCoords *coords, SvgPoint eye,
                                  guint keep);
/* Appends clusters, each with direction and distance of its middle from `eye`; what is
 * `inside` the view has neither, and says so. */
void fairy_peripheral_print(const GArray *clusters, const FairyCoords *coords, SvgPoint eye,
                            gboolean inside, FairyList *list);
