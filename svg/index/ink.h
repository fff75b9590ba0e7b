/* How far an element's paint can reach, and what may be done to it in a picture. Private to
 * svg/index. */
#pragma once

#include "index/index.h"
#include "style/style.h"

/* Fills all of `out` but its bounds, which are read. */
void svg_ink_read(SvgDocument *doc, const SvgStyle *style, SvgMatrix matrix, SvgDrawn *out);
/* Draws by itself, not by its children. */
gboolean svg_ink_is_leaf(const SvgNode *node);

/* What there is to know about a style sheet without reading its rules. */
typedef struct {
    gboolean siblings; /* a selector may look at siblings or positions */
    gboolean effects;  /* it may declare filter functions or blending */
} SvgSheetFacts;
SvgSheetFacts svg_sheet_facts(const char *css);
