/* Where an element may be, told from its attributes alone: cheaper by far than measuring it.
 * Private to svg/shape. */
#pragma once

#include "geometry/bounds.h"

typedef enum {
    SVG_QUICK_BOUNDS_UNKNOWN, /* it has to be measured */
    SVG_QUICK_BOUNDS_NONE,    /* whatever it draws is neither an outline nor a text */
    SVG_QUICK_BOUNDS_BOX,     /* its geometric box lies in the box */
    SVG_QUICK_BOUNDS_TEXT,    /* a text; one of its lines begins in the box */
} SvgQuickBounds;

/* Style sheets of the document move elements, or set texts into shapes: nothing can be told. */
gboolean svg_quick_bounds_are_unknown(SvgDocument *doc);
/* `parent` is the context that `node`, no container, stands in. *box in document space, where the
 * result says so. *open (may be NULL): of a line, polyline, polygon or path, whether it may be no
 * closed outline although it is filled and not stroked. Not for a document with
 * svg_quick_bounds_are_unknown(). */
SvgQuickBounds svg_node_quick_bounds(SvgDocument *doc, const SvgNode *node,
                                     const SvgContext *parent, SvgBox *box, gboolean *open);
/* What svg_node_quick_bounds() told last: several may ask about an element. */
typedef struct {
    const SvgNode *node; /* NULL: it wasn't called */
    SvgQuickBounds reach;
    SvgBox box;
} SvgQuickBoundsLast;

/* svg_node_quick_bounds(), once in a row for a node. */
SvgQuickBounds svg_node_quick_bounds_again(SvgQuickBoundsLast *last, SvgDocument *doc,
                                           const SvgNode *node, const SvgContext *parent);
/* The element's own matrix, to document space. FALSE when more than its transform attribute may
 * make it. */
gboolean svg_node_quick_matrix(const SvgNode *node, const SvgContext *parent, SvgMatrix *out);

typedef enum {
    SVG_PATH_UNCLEAR, /* it has to be read */
    SVG_PATH_OFF,     /* nothing of it can be in the place */
    SVG_PATH_IN,      /* it begins in the place */
} SvgPathPlace;

/* Whether a path, and nothing else, is in `place` (document space): told far more cheaply than its
 * bounds. */
SvgPathPlace svg_path_place(const SvgNode *node, const SvgContext *parent, SvgBox place);
