/* What refers to something that goes. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* The attribute binds the end of a connector. */
gboolean svg_is_connection(const SvgName *name);
/* The attribute refers to something in `going`. */
gboolean svg_attr_refers(SvgDocument *doc, const SvgAttr *attr, SvgNode *going);
