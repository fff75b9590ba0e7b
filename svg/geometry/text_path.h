/* The path that text runs along. Private to svg/geometry. */
#pragma once

#include "geometry/text_runs.h"

/* A path as a chain of short lines. */
typedef struct {
    GArray *points; /* Point */
    double length;
    double offset; /* where the text begins */
} SvgTextTrack;

/* NULL when there is nothing to run along. */
SvgTextTrack *svg_text_track_new(SvgDocument *doc, const SvgTextPath *path,
                                 const SvgContext *context);
void svg_text_track_free(SvgTextTrack *track);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgTextTrack, svg_text_track_free)
/* From the origin and the x axis to the point at `distance` and the direction there. FALSE when
 * that isn't on the path. */
gboolean svg_text_track_matrix(const SvgTextTrack *track, double distance, SvgMatrix *out);
