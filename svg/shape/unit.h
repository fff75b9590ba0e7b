/* What several elements that are one thing look like. Private to svg/shape. */
#pragma once

#include "document/node.h"

#include <svg/geometry.h>

#define SVG_UNIT_MEMBERS 64 /* drawn elements; more are a collection */

#define SVG_UNIT_MARKS     2 /* in an outline that is one thing: where more are, it is their frame */
#define SVG_UNIT_ICON_PX   24 /* the longest side of an icon on an outline */
#define SVG_UNIT_FIGURE_PX 96 /* and of a figure with words beside it, */
#define SVG_UNIT_FIGURE    4  /* which has so many elements at most */

#define SVG_UNIT_SAME 1e-6 /* of a length: what comes of rounding */

/* By more than what comes of rounding. */
static inline gboolean svg_unit_is_larger(SvgBox box, SvgBox than)
{
    return svg_box_area(box) > svg_box_area(than) * (1 + SVG_UNIT_SAME);
}

/* It may be words: a text, HTML, or the picture of words that stands in for HTML. */
gboolean svg_node_is_words(const SvgNode *node);
/* Whether a group is small enough to be one thing, and no layer. */
gboolean svg_unit_may_be(const SvgNode *group);
/* The outermost group around the node that may be one thing; NULL if there is none. */
SvgNode *svg_unit_around(const SvgNode *node);
/* The outermost group in which nothing but the element is drawn; the element if there is none. */
SvgNode *svg_unit_unwrapped(SvgDocument *doc, SvgNode *node);
/* The other way: what is drawn in the group, and in that, where it is one thing; else the node.
 * NULL when nothing is. */
SvgNode *svg_unit_wrapped(SvgDocument *doc, SvgNode *node);
/* Whether a line, or what may be a head, is in such a group, or has one with such a thing among the
 * `most` elements beside it. */
gboolean svg_unit_may_be_wrapped(SvgDocument *doc, SvgNode *node, guint most);
/* How long the longer side of a head may be that is grouped with its line, in document units. */
double svg_unit_longest_head(SvgDocument *doc);
/* Where the decoration of an outline may be: in it, or sticking out a bit, as ears and tabs do. */
SvgBox svg_unit_reach(SvgBox outline);
/* A closed outline that has nothing to do with the outer one but lies in it: it is no second
 * border, and doesn't touch the first. */
gboolean svg_unit_is_inside(SvgBox outer, SvgBox inner);
/* The same, or one too large for an ear or a tab. */
gboolean svg_unit_is_mark(SvgBox outer, SvgBox inner);
/* Not well inside of it. */
gboolean svg_unit_is_at_border(SvgBox outer, SvgPoint p);
