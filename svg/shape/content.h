/* What the words of an element are. Private to svg/shape. */
#pragma once

#include "document/node.h"

/* The lines of a <text>, <flowRoot> or <foreignObject>, white space collapsed, joined by "\n"; NULL
 * when it has no words. A text that only stands in for a <foreignObject> in a <switch> has its
 * words. The caller's. */
char *svg_content_read(SvgNode *node);
/* Words between two tags, and in which of those lines they are, from 0. */
typedef struct {
    SvgNode *text;
    guint line;
} SvgWordRun;

/* Those of the element itself (SvgWordRun), in their order, blank ones left out. The caller's. */
GArray *svg_content_runs(SvgNode *node);
/* The <foreignObject> that the text or image stands in for in a <switch>, where that can't be
 * drawn; NULL if none. */
SvgNode *svg_content_original(const SvgNode *node);
/* The first element of that tag right in it; NULL if none. */
SvgNode *svg_content_child(const SvgNode *node, SvgTag tag);
/* inkscape:label, else the <title> in it; NULL if none. The caller's. */
char *svg_content_name(const SvgNode *node);
/* The innermost element that its first letters are in. */
SvgNode *svg_content_first(SvgNode *text);
