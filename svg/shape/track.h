/* Outlines as stretches of straight line, to tell how far things are from them. Private to
 * svg/shape. */
#pragma once

#include "shape/scene.h"

/* Points in document space; where a new part begins, `first` is set. */
typedef struct {
    SvgPoint at;
    gboolean first;
} SvgTrackPoint;

/* A place on a track. */
typedef struct {
    double distance; /* from what was asked about; INFINITY on a track without any length */
    double along;    /* how far from the track's beginning, as a share of its length */
} SvgTrackPlace;

/* The outline (SvgTrackPoint) of what the entry draws: a path's, closed where its own are; of
 * anything that has none, its box. Free with g_array_unref(). */
GArray *svg_track_of(SvgDocument *doc, const SvgEntry *entry);
/* The same of an entry in a scene, which may keep it for those who ask next; they don't change it.
 * g_array_unref(). */
GArray *svg_scene_track(SvgScene *scene, guint index);
/* How far the entry's outline is from `p`, and whether `p` is inside: quick for plain boxes. */
double svg_scene_distance(SvgScene *scene, guint index, SvgPoint p);
gboolean svg_scene_encloses(SvgScene *scene, guint index, SvgPoint p);
/* Its box is all there is to its outline. */
gboolean svg_entry_is_box(const SvgEntry *entry);
/* The nearest place to `p`. */
SvgTrackPlace svg_track_nearest(const GArray *track, SvgPoint p);
/* How far that is away, which is quicker to tell. */
double svg_track_distance(const GArray *track, SvgPoint p);
/* The same to a box; 0 away where it crosses it. Of places that are equally near, as along a side
 * of the box, the middle. Looks at places a part of the box's size apart. */
SvgTrackPlace svg_track_nearest_to_box(const GArray *track, SvgBox box);
/* How long all parts of it are together. */
double svg_track_length(const GArray *track);
/* The place that is so far from its beginning, along it (0: there, the length: its end). */
SvgPoint svg_track_at(const GArray *track, double along);
/* Whether `p` is inside, by the even-odd rule; a part that is open counts as closed. */
gboolean svg_track_encloses(const GArray *track, SvgPoint p);
