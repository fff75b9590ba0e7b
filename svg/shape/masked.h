/* What a mask of rectangles shows of a line: so programs interrupt it behind its words. Private to
 * svg/. */
#pragma once

#include "document/document_priv.h"
#include "geometry/bounds.h"

/* The element's mask, whose content is in the element's own user space; NULL where it has none, or
 * another one. */
SvgNode *svg_masked_by(SvgDocument *doc, SvgNode *node);
/* The box that x, y, width and height of an element in there say; FALSE where they don't, or it is
 * moved by a transform. */
gboolean svg_mask_box(const SvgNode *node, SvgBox *box);
/* Whether the mask hides the element at that place, in document space. What isn't made of upright
 * rectangles alone counts as hiding. */
gboolean svg_mask_hides(SvgDocument *doc, SvgNode *node, SvgPoint p);
