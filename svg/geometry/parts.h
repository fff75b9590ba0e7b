/* The pieces that bounds are made of. Private to svg/geometry and svg/shape. */
#pragma once

#include "geometry/bounds.h"
#include "geometry/trace.h"

/* CSS 2.1's viewport, for who has none. */
#define SVG_DEFAULT_WIDTH  300
#define SVG_DEFAULT_HEIGHT 150

/* What the root's parent would hand down: identity, initial style, CSS 2.1's 300 × 150 viewport. */
void svg_context_initial(SvgContext *out);
/* The context that `node`'s own attributes are read in: `matrix` is svg_node_matrix(), `style` its
 * computed style, `viewport` the parent's with the node's font size. */
void svg_context_self(SvgDocument *doc, const SvgNode *node, const SvgContext *parent,
                      SvgContext *self);
/* Of the transform property, or else of the attribute; FALSE when it has none that parses. `sizes`,
 * which may be NULL, is what its lengths are relative to. */
gboolean svg_transform_read(const SvgNode *node, const SvgStyle *style,
                            const SvgLengthContext *sizes, SvgMatrix *out);
/* The matrix of the element's transform property or attribute, about its own 0,0; identity when it
 * has none that parses. For who knows no viewport: svg_context_self() reads it in full. */
SvgMatrix svg_node_transform(const SvgNode *node, const SvgStyle *style);
/* The size of what the root shows: its viewBox, or else its width and height. */
void svg_root_viewport(const SvgNode *root, SvgLengthContext *out);
/* The element's own transform on top of `self`, whose style is its own and whose viewport the one
 * it stands in. transform-origin and transform-box: CSS Transforms 1 §6. */
void svg_context_transform(SvgDocument *doc, const SvgNode *node, SvgContext *self);
/* From there to the context of its children: x, y, viewBox and size of an <svg>, x and y of a
 * <use>. For a <symbol> or <svg> that a <use> shows, `use` gives the size (NULL otherwise), in the
 * units of `self`'s viewport. FALSE when the viewport has no area, so that nothing is drawn. */
gboolean svg_context_content(SvgDocument *doc, const SvgNode *node, const SvgContext *self,
                             const SvgNode *use, SvgContext *out);
/* What the viewport of an <svg> or <symbol> shows of it, in document space; empty when it has none
 * that cuts (SVG 2 §8.7). The same otherwise. */
SvgBox svg_context_clip(SvgDocument *doc, const SvgNode *node, const SvgContext *self,
                        const SvgNode *use);

/* A length attribute in user units; `missing` when absent or unreadable. */
double svg_node_length(const SvgNode *node, const char *name, SvgAxis axis,
                       const SvgLengthContext *context, double missing);

/* The same by the attribute's number. */
double svg_node_coordinate(const SvgNode *node, SvgAttrId attr, SvgAxis axis,
                           const SvgLengthContext *context, double missing);

/* systemLanguage, requiredExtensions (SVG 1.1 §5.8). Languages are matched against English: what is
 * in a drawing must not depend on who asks. */
gboolean svg_node_passes_conditions(const SvgNode *node);
/* The child that a <switch> draws; NULL if none. A <foreignObject> that asks for features is passed
 * over. */
SvgNode *svg_switch_choice(const SvgNode *node);

/* Of one element that isn't a container or <use>. *trail (may be NULL) is written when the element
 * is a line, polyline, polygon or path. */
SvgBounds svg_leaf_bounds(SvgDocument *doc, SvgNode *node, const SvgContext *self, SvgTrail *trail);
/* How the element whose own context is `self` is stroked. */
void svg_stroke_of(SvgDocument *doc, const SvgContext *self, SvgStroke *out);
/* The outline (SvgSegment) of a line, polyline, polygon or path in its user space; NULL for others.
 * Free with g_array_unref(). */
GArray *svg_node_segments(const SvgNode *node, const SvgLengthContext *viewport);
/* The same one by one. FALSE, calling nothing, for other elements. */
gboolean svg_node_each_segment(const SvgNode *node, const SvgLengthContext *viewport,
                               SvgSegmentFunc func, gpointer data);
/* Position, size and effective radii of a <rect> (SVG 1.1 §9.2). FALSE when it draws nothing. */
typedef struct {
    SvgUserBox box;
    double rx, ry;
} SvgRoundedBox;
gboolean svg_rect_read(const SvgNode *node, const SvgLengthContext *viewport, SvgRoundedBox *out);

/* Pixel size of a data: URI holding PNG or JPEG. FALSE for anything else. */
gboolean svg_image_natural_size(const char *href, double *width, double *height);
