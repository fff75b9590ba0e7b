/* Which elements no selector can tell apart. Private to style/. */
#pragma once

#include "style/css.h"

/* For sheets that are indexed, which must outlive it. */
SvgCssKins *svg_css_kins_new(const SvgSheets *sheets);
/* Takes NULL. */
void svg_css_kins_free(SvgCssKins *kins);
/* The rules (guint) that match the element, kept with those that are like it; empty, and *known
 * FALSE, when the caller is to find them. NULL when elements can't be told to be alike: siblings or
 * children decide, too, or there are more than SVG_CSS_MAX_KINS kinds of them. Borrowed. */
GArray *svg_css_kin_rules(SvgCssKins *kins, const SvgNode *node, gboolean *known);
/* Forgets what was remembered of the tree. Takes NULL. */
void svg_css_kins_forget_tree(SvgCssKins *kins);
/* FALSE: no rule is for the element. */
gboolean svg_css_may_match(const SvgSheets *sheets, const SvgNode *node);
