/* Which elements no selector can tell apart. Private to style/. */
#pragma once

#include "style/css.h"

/* For sheets that are indexed, which must outlive it. */
SvgStyleSharing *svg_style_sharing_new(const SvgSheets *sheets);
/* Takes NULL. */
void svg_style_sharing_free(SvgStyleSharing *sharing);
/* The rules (guint) that match the element, kept with those that are like it; empty, and *known
 * FALSE, when the caller is to find them. NULL when elements can't be told to be alike: siblings or
 * children decide, too, or there are more than SVG_STYLE_SHARING_MAX kinds of them. Borrowed. */
GArray *svg_style_sharing_rules(SvgStyleSharing *sharing, const SvgNode *node, gboolean *known);
/* Forgets what was remembered of the tree. Takes NULL. */
void svg_style_sharing_forget_tree(SvgStyleSharing *sharing);
/* FALSE: no rule is for the element. */
gboolean svg_css_may_match(const SvgSheets *sheets, const SvgNode *node);
