/* Elements drawn by librsvg where they are, each without the rest. The whole file is read: rules of
 * style sheets see all that an element stands beside. */
#pragma once

#include <svg/document.h>

/* guint64: a sum of the pixels of each of `ids` (const char *, of the elements themselves), `side`
 * px wide and high; 0 for what isn't drawn. g_array_unref(). */
GArray *test_draw_in_place(SvgDocument *doc, const GPtrArray *ids, guint side);
