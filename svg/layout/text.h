/* A graph in Graphviz's language. Private to svg/. */
#pragma once

#include "layout/layout.h"

/* What says which of Graphviz's engines (LAYOUT_ENGINE_*) does `graph`. */
const char *svg_layout_engine_name(const SvgLayoutGraph *graph);
/* How many points a unit of the graph's lengths is in the text: sizes become what Graphviz is made
 * for, whatever the unit. */
double svg_layout_points(const SvgLayoutGraph *graph);
/* Node i is called n<i>. The graph's numbers must have been checked. With `rooms`, words of edges
 * have theirs. The caller's. */
GBytes *svg_layout_text(const SvgLayoutGraph *graph, double points, gboolean rooms);
