/* What the client and the helper program fairy-layout agree on. Private to svg/.
 *
 *     fairy-layout --cpu=15 dot < graph.gv > places
 *
 * The helper reads one graph in Graphviz's language from standard input until its end. When all of
 * it is laid out, it writes a line "NAME X Y" for each node to standard output, in the order in
 * which the graph has them: where its middle is, in points, y up. Then follows a line "ID N X Y …"
 * for each edge that has an "id" and a way: the N points of its curves. Otherwise it writes why as
 * the last line to standard error, and ends with a status other than 0. What Graphviz warns of is
 * on standard error in either case. */
#pragma once

#define LAYOUT_OPTION_CPU "cpu" /* seconds of processor time */
/* Alone: it prints "NAME VERSION", a line for each library that it uses, and ends. */
#define LAYOUT_OPTION_VERSION "version"

#define LAYOUT_ENGINE_DOT   "dot"
#define LAYOUT_ENGINE_TWOPI "twopi"
#define LAYOUT_ENGINE_NEATO "neato"
#define LAYOUT_ENGINE_FDP   "fdp"

/* Address space. A graph of 1,000 nodes takes 50 MB; force-directed ones grow with the square. */
#define LAYOUT_MAX_MEMORY_GIB 2
