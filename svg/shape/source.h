/* Where in a drawing the source stands that it was made from. Private to svg/. */
#pragma once

#include "document/node.h"

#include <svg/survey.h>

/* An attribute of the root, an element, or bytes before an element's start or end tag. */
typedef struct {
    SvgNode *node;
    const char *attribute; /* of it; NULL: */
    gsize at, len;         /* these bytes before its start tag, */
    gboolean tail;         /* or before its end tag; len 0: all of the element */
} SvgSourceSpan;

/* All of them, in no order: of one node's bytes those behind come first. Free with g_array_unref().
 */
GArray *svg_source_spans(SvgDocument *doc);
