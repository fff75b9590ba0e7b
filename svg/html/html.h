/* What browsers draw of HTML in a <foreignObject>, as SVG: for pictures, since librsvg draws none
 * of it. Private to svg/. */
#pragma once

#include "document/node.h"

#include <svg/geometry.h>

typedef struct {
    const SvgNode *node; /* the <foreignObject> */
    SvgBox box;          /* of what is seen of it, in document space; empty when that is nothing */
    char *markup;        /* an element in its place */
} SvgHtmlDrawing;

/* One (SvgHtmlDrawing *) for each <foreignObject> whose content is understood, in document order;
 * NULL when there is none. Not those that browsers pass over, or that hold other pictures and no
 * words. Borrowed until the next edit. */
const GPtrArray *svg_html_drawings(SvgDocument *doc);
/* That of a node; NULL when it has none. */
const SvgHtmlDrawing *svg_html_drawing(SvgDocument *doc, const SvgNode *node);
