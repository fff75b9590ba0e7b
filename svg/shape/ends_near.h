/* Whether lines may end at a shape, told by what lies near it. Private to svg/shape. */
#pragma once

#include "shape/scene.h"

typedef struct _SvgEndsNear SvgEndsNear;

/* `box` is the geometric one of `shape`. Not for a document with svg_quick_bounds_are_unknown(). */
SvgEndsNear *svg_ends_near_new(SvgDocument *doc, const SvgNode *shape, SvgBox box);
void svg_ends_near_free(SvgEndsNear *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgEndsNear, svg_ends_near_free)
/* To be called for every element of the drawing that isn't a container, in document order. `parent`
 * is the context it stands in. */
void svg_ends_near_look(SvgEndsNear *search, const SvgNode *node, const SvgContext *parent);
/* Afterwards: FALSE when svg_ends_all() has none at the shape. `about` is the scene of
 * svg_scene_about(), before tips are looked for. */
gboolean svg_ends_near_any(SvgEndsNear *search, SvgScene *about);
