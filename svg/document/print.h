/* The tree as bytes. Private to svg/. */
#pragma once

#include "document/node.h"

/* Appends what the subtree prints, without the bytes before `node` itself. */
void svg_print_node(const SvgNode *node, GString *out);
/* The whole file in UTF-8. */
GString *svg_print_document(SvgDocument *doc);

typedef void (*SvgSliceFunc)(SvgSlice slice, gpointer data);
/* Every non-empty run of bytes of the file in order, as the nodes hold them. */
void svg_print_slices(SvgDocument *doc, SvgSliceFunc func, gpointer data);
/* The same bytes in as few runs as can be: what follows in memory is one. */
void svg_print_runs(SvgDocument *doc, SvgSliceFunc func, gpointer data);
