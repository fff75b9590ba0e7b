/* What is known of a node after svg_locks_prepare(), in its flags. Private to svg/lock. */
#pragma once

#include "document/node.h"

enum {
    SVG_LOCK_LOCKED = 1 << 0,   /* itself or an ancestor carries the lock */
    SVG_LOCK_HOLDS = 1 << 1,    /* something in it is locked */
    SVG_LOCK_SUPPORTS = 1 << 2, /* a locked element refers to it, or to what it is in */
    SVG_LOCK_LENDS = 1 << 3, /* in it is what a locked element refers to, and inherits its style */
    SVG_LOCK_INHERITS = 1 << 4, /* a locked element refers to it, and it inherits the style */
};

/* A node as a sentence calls it, by its id and the label that people know it by: "rect12"
 * ("Login"). The caller's. */
char *svg_lock_named(SvgDocument *doc, SvgNode *node);
