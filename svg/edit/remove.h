/* What refers to something that goes. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* The attribute binds the end of a connector. */
gboolean svg_is_connection(const SvgName *name);
/* The attribute refers to something in `going`. */
gboolean svg_attr_refers(SvgDocument *doc, const SvgAttr *attr, SvgNode *going);
/* What has to go for the element to be gone: the <switch> that it is the drawn choice of, else
 * itself. All choices stand for one thing: without the one that is drawn, the next would be. */
SvgNode *svg_with_choices(SvgDocument *doc, SvgNode *node);
