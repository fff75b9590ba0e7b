/* What puts an element elsewhere than its attributes say. Private to svg/shape. */
#pragma once

#include "document/node.h"

/* The attribute may put the element elsewhere; but not the shape that a text is set into, which is
 * read where texts are. */
gboolean svg_is_mover(const SvgNode *node, const SvgAttr *attr);
