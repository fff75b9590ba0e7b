/* Which elements are where: the bounds of everything drawn, kept current through edits, and an
 * R-tree over them. Private to svg/.
 *
 * The first need reads the whole drawing in one pass. After an edit only the changed elements, what
 * refers to them, and the boxes around them are looked at again; a change that can reach anywhere
 * (a style sheet, definitions, the root's attributes) makes the next need read everything. */
#pragma once

#include "geometry/bounds.h"

typedef enum { SVG_FOLD_NONE, SVG_FOLD_FILL, SVG_FOLD_STROKE } SvgFold;

/* One element that is drawn where it stands. */
typedef struct {
    SvgNode *node;
    SvgBounds bounds;
    SvgBox ink;     /* beyond which it paints nothing, whatever `bounds` says */
    gboolean whole; /* a container that can't be drawn in part: a <switch>, or one with a filter or
                       mask, or a clip path that depends on its box */
    SvgFold fold;   /* its opacity can be that of its only paint instead … */
    double folded;  /* … whose opacity is this then */
    float stroke;   /* how wide a shape's outline is, in document space; 0: it has none */
    float own_stroke; /* the same in its user space */
} SvgDrawn;

/* Whether there is one, so that asking it doesn't read the whole drawing. */
gboolean svg_index_is_made(SvgDocument *doc);
/* Makes one now, and tells `func` what svg_document_each_bounds_for() tells: one pass for both.
 * Only while there is none. With an `area` it is only good for a picture of that: leaves that show
 * nothing there have no entry; to be dropped before anything else is asked. */
void svg_index_make_for(SvgDocument *doc, const SvgBox *area, SvgBoundsFunc func, gpointer data);
void svg_index_drop(SvgDocument *doc);
/* NULL when it isn't drawn. Valid until the next edit. */
const SvgBounds *svg_index_bounds(SvgDocument *doc, SvgNode *node);
/* The leaves (shapes, texts, images, <use>, foreignObject, flowRoot) whose visual box touches, in
 * document order. SvgNode *; the caller's (g_ptr_array_unref), as below. */
GPtrArray *svg_index_touching(SvgDocument *doc, SvgBox area);
/* The leaves whose visual box holds the point, topmost first. */
GPtrArray *svg_index_at(SvgDocument *doc, SvgPoint point);

/* For pictures: */

/* Everything that can paint in the area: leaves, and containers with a filter, in document order.
 */
GPtrArray *svg_index_painting(SvgDocument *doc, SvgBox area);
/* The same as svg_index_bounds(), with what pictures need; its `bounds` may be outdated. */
const SvgDrawn *svg_index_drawn(SvgDocument *doc, SvgNode *node);
/* The style sheets (SvgNode *), in order, which every part of the drawing needs. NULL when no part
 * can be taken alone: a selector looks at siblings, elements come out of an &entity;, or are drawn
 * in some languages only. Borrowed until the next edit. */
const GPtrArray *svg_index_sheets(SvgDocument *doc);
/* Sorts drawn elements (SvgNode *), none inside another, by document order. */
void svg_index_sort(SvgDocument *doc, GPtrArray *nodes);
/* Whether any element has a fold. */
gboolean svg_index_has_folds(SvgDocument *doc);
/* Whether the outline of some shape may be narrower than that, in document space. */
gboolean svg_index_has_thinner(SvgDocument *doc, double width);
