/* The tree as bytes. Private to svg/. */
#pragma once

#include "document/node.h"

/* Appends what the subtree prints, without the bytes before `node` itself. */
void svg_print_node(const SvgNode *node, GString *out);
/* Prints the start tag of an element; or all of the element, which it tells by TRUE. */
typedef gboolean (*SvgStartFunc)(const SvgNode *node, GString *out, gpointer data);
/* The same, with the start tag of each element, also of `node`, printed by `start`. */
void svg_print_node_by(const SvgNode *node, SvgStartFunc start, gpointer data, GString *out);
/* The whole file in UTF-8. */
GString *svg_print_document(SvgDocument *doc);

typedef void (*SvgSliceFunc)(SvgSlice slice, gpointer data);
/* Every non-empty run of bytes of the file in order, as the nodes hold them; of what isn't stirred,
 * all in one. */
void svg_print_slices(SvgDocument *doc, SvgSliceFunc func, gpointer data);
/* Of a subtree as svg_print_node() prints it, or of the whole file, the same bytes in as few runs
 * as can be: what follows in memory is one. */
void svg_print_node_runs(const SvgNode *node, SvgSliceFunc func, gpointer data);
void svg_print_runs(SvgDocument *doc, SvgSliceFunc func, gpointer data);
