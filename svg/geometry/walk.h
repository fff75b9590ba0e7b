/* Walks over what is drawn, and what one question about boxes shares. Private to geometry/. */
#pragma once

#include "geometry/parts.h"

/* Something that others refer to: a marker, clip path or mask. */
typedef struct {
    SvgNode *node;
    SvgStyle style; /* its own, shown whatever its ancestors say (SVG 2 §13.7) */
    gboolean known; /* that `content` are the bounds of its children at `place` */
    SvgBounds content;
    SvgContext place;
    gpointer prepared; /* what marker.c keeps; freed with g_free() */
    gboolean busy;     /* being walked: referring to it again is a cycle */
} SvgReference;

/* One question about boxes. Walks may nest in each other, by reference; the whole is limited. */
struct _SvgQuestion {
    guint instances;        /* elements visited through <use> */
    guint visits;           /* elements visited in walks within walks */
    guint depth;            /* of nested walks */
    GHashTable *references; /* SvgNode → SvgReference; NULL when there is none */
    GHashTable *filters;    /* SvgNode → what filter.c keeps; NULL when there is none */
};

/* What the id refers to, when it is an element of that kind and not being walked already; NULL
 * otherwise. The question's. */
SvgReference *svg_reference_of(SvgDocument *doc, const SvgContext *context, const char *id,
                               SvgTag tag);
/* The bounds of the reference's children, given the context they stand in, style apart. FALSE when
 * a limit is reached. */
gboolean svg_reference_bounds(SvgDocument *doc, SvgReference *reference, const SvgContext *content,
                              SvgBounds *out);

/* The bounds of `node` in its own user space, whatever its matrix, before clip, mask and filter.
 * `self` is the context of its attributes; `bounds`, when not NULL, are the same in document space.
 * `use` as in svg_context_content(). */
SvgBounds svg_local_bounds(SvgDocument *doc, SvgNode *node, const SvgNode *use,
                           const SvgContext *self, const SvgBounds *bounds);

/* Adds the markers of a path, line, polyline or polygon to its visual box (SVG 2 §13.7); those that
 * lie elsewhere may be left out when there is an `area`. */
void svg_markers_add(SvgDocument *doc, const SvgNode *node, const SvgContext *self,
                     const SvgBox *area, SvgBounds *bounds);
/* --- effects ---------------------------------------------------------------------------------- */

/* An element whose visual box is being changed. `bounds`: in document space; see
 * svg_local_bounds().
 */
typedef struct {
    SvgDocument *doc;
    SvgNode *node;
    const SvgNode *use;
    const SvgContext *self;
    SvgBounds *bounds;
} SvgEffect;

/* An attribute like clipPathUnits is objectBoundingBox. */
gboolean svg_units_are_relative(const SvgNode *node, const char *attr, gboolean unless_given);
/* x, y, width and height of a mask or filter, in document space; `units` names the attribute that
 * says of what they are. Empty when they are fractions of a box without area. */
SvgBox svg_effect_region(const SvgEffect *effect, const SvgNode *node, const char *units);
/* Grows the visual box to all that the element's filter draws of it. */
void svg_filter_apply(const SvgEffect *effect);
/* Grows the visual box by the element's filter, and cuts it by its clip path and mask. */
void svg_effects_apply(SvgDocument *doc, SvgNode *node, const SvgNode *use, const SvgContext *self,
                       SvgBounds *bounds);
