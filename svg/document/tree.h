/* Where nodes stand among each other: pointers alone, no bytes. Private to svg/document. */
#pragma once

#include "document/node.h"

/* Puts `node`, which stands nowhere, into `parent` before `next`; NULL = at its end. The
 * transaction's log has all that it writes to. */
void svg_tree_link(SvgDocument *doc, SvgNode *parent, SvgNode *node, SvgNode *next);
/* Takes it out: it is `removed` then. */
void svg_tree_unlink(SvgDocument *doc, SvgNode *node);
