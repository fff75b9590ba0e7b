/* Drawing one element without the rest. */
#pragma once

#include "document/node.h"

/* The file as it would be if nothing else were drawn: definitions, styles and the groups that
 * `node` is in stay. UTF-8. */
GBytes *test_print_alone(SvgDocument *doc, const SvgNode *node);
/* That as a PNG of the page, at most `side` px; NULL when it can't be drawn. */
GBytes *test_draw_alone(SvgDocument *doc, const SvgNode *node, guint side);
