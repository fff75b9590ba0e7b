/* Where things are: matrices and boxes of elements. Private to svg/. */
#pragma once

#include "document/node.h"
#include "style/style.h"
#include "values/values.h"

/* What a question about boxes remembers and counts (geometry/walk.h). */
typedef struct _SvgQuestion SvgQuestion;

/* Elements that share a filter with a region in fractions of their boxes share that region: it is
 * wide enough for each. A filter of more elements has one for each. */
#define SVG_FILTER_SHARING 64

/* What is inherited on the way down. */
typedef struct {
    SvgMatrix matrix; /* user space of the element's *parent's content* → document space */
    SvgStyle style;   /* of the parent */
    SvgLengthContext viewport;
    SvgQuestion *question; /* NULL outside of one */
    gboolean clipping;     /* within a clip path: neither stroke nor markers, masks and filters */
} SvgContext;

/* The context of the root's children (`node` = root) or of any element's children. FALSE when an
 * ancestor's transform isn't invertible or finite. */
gboolean svg_context_of_children(SvgDocument *doc, const SvgNode *node, SvgContext *out);
/* `parent` is the context that `node` stands in; `out` the one of its children. */
void svg_context_enter(SvgDocument *doc, const SvgNode *node, const SvgContext *parent,
                       SvgContext *out);
/* Document space → px at 96 dpi of the drawing as it is shown by itself: through the root's size,
 * viewBox and preserveAspectRatio. A size that is missing or relative is the viewBox's. */
SvgMatrix svg_document_px_matrix(SvgDocument *doc);
/* User space of `node` itself (after its own transform) → document space. */
SvgMatrix svg_node_matrix(SvgDocument *doc, const SvgNode *node);
/* Space that `node`'s transform attribute maps into (its parent's content) → document space. */
SvgMatrix svg_node_parent_matrix(SvgDocument *doc, const SvgNode *node);

/* The element is drawn where it stands: SVG_TAG_IS_RENDERED, not in <defs> or the like, displayed.
 */
gboolean svg_node_is_rendered(SvgDocument *doc, const SvgNode *node);
/* Whether display is "none" neither on it nor on what it is in (SVG 1.1 §11.5). */
gboolean svg_node_is_displayed(SvgDocument *doc, const SvgNode *node);

/* Of everything the subtree draws, through transforms, <use>, nested <svg>, clips. Empty when it
 * draws nothing. `use` cycles and more than SVG_MAX_USE_INSTANCES instances end quietly: what was
 * seen counts. */
SvgBounds svg_node_bounds(SvgDocument *doc, SvgNode *node);
/* The geometric one. */
SvgBox svg_node_box(SvgDocument *doc, SvgNode *node);

/* `matrix` is the element's own. `trail` is NULL unless the outline of a line, polyline, polygon or
 * path was read for its bounds. */
typedef void (*SvgBoundsFunc)(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style,
                              SvgMatrix matrix, const SvgTrail *trail, gpointer data);
/* Calls `func` for every rendered element of the document in document order, once its bounds are
 * known (containers after their children), in one pass. */
void svg_document_each_bounds(SvgDocument *doc, SvgBoundsFunc func, gpointer data);
/* The same for who asks what paints in `area`: visual boxes may lack what lies elsewhere and takes
 * time to tell. */
void svg_document_each_bounds_for(SvgDocument *doc, const SvgBox *area, SvgBoundsFunc func,
                                  gpointer data);
/* The same for one subtree; its bounds. Nothing is called when it isn't rendered. */
SvgBounds svg_node_each_bounds(SvgDocument *doc, SvgNode *node, SvgBoundsFunc func, gpointer data);

/* Whether an element that isn't a container is looked at. */
typedef enum {
    SVG_UNWANTED,
    SVG_WANTED,
    SVG_ENOUGH, /* nor is anything behind it: containers around it may not be told either */
} SvgWanted;
/* `parent` is the context that the element stands in. */
typedef SvgWanted (*SvgWantedFunc)(const SvgNode *node, const SvgContext *parent, gpointer data);
/* Tells the bounds of an element if it knows them; else NULL. Valid until the next edit. */
typedef const SvgBounds *(*SvgKnownFunc)(SvgDocument *doc, SvgNode *node);
/* svg_document_each_bounds() without what isn't wanted: that is neither measured nor in the boxes
 * of what it is in. `wanted` is asked before anything is computed, also about what turns out not to
 * be displayed; not about what a <use> shows. NULL wants all. Only the geometric boxes count: the
 * visual ones may lack stroke, markers and filters. `known` is asked first. `top` is where it
 * begins; NULL for the root. */
void svg_document_wanted_bounds(SvgDocument *doc, SvgNode *top, SvgWantedFunc wanted,
                                SvgKnownFunc known, SvgBoundsFunc func, gpointer data);

typedef struct {
    SvgNode *node;
    SvgBounds bounds;
} SvgItemBounds;
/* SvgItemBounds of every element that is drawn, or would be if it or what it is in were displayed
 * or chosen: `display`, conditional processing and <switch> aside, and with the content of a
 * <symbol> or <marker> that stands outside <defs>. Document order, parents first. What isn't drawn
 * doesn't count for the boxes of what it is in. Free with g_array_unref(). */
GArray *svg_document_item_bounds(SvgDocument *doc);
