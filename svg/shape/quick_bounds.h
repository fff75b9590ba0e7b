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
/* Whether this is a path that can't reach the place, told far more cheaply. */
gboolean svg_path_is_off(const SvgNode *node, const SvgContext *parent, SvgBox place);
/* Where the middle of a text is that begins in `begins` (SVG_QUICK_BOUNDS_TEXT), if most of it lies
 * in `outline`: so it is no larger than that and a bit, and no font draws a line whose middle is
 * farther than an em and a half from where it begins. Empty when its letters are too far apart. */
SvgBox svg_text_middle(SvgDocument *doc, const SvgNode *text, const SvgContext *parent,
                       SvgBox begins, SvgBox outline);
/* Where all of a text is that begins in `begins` (SVG_QUICK_BOUNDS_TEXT), and how high its box may
 * be: far more than that, as no font is asked. FALSE when that can't be told. */
gboolean svg_text_extent(SvgDocument *doc, const SvgNode *text, const SvgContext *parent,
                         SvgBox begins, SvgBox *out, double *height);
