/* What goes where a shape goes. Private to svg/. */
#pragma once

#include "document/node.h"

#include <svg/shape.h>

/* For every shape that has some: the texts that label it and the separate tips of an arrow. SvgNode → GPtrArray of SvgNode;
 * the caller's. */
GHashTable *svg_companions_all(SvgDocument *doc);
/* The kind of one outline, without looking at what is around it. */
SvgKind svg_kind_of_outline(SvgDocument *doc, SvgNode *node);
