/* What an element inherits from where it stands. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef struct _SvgHome SvgHome;

/* What the children of `parent` inherit now. */
SvgHome *svg_home_new(SvgEdit *edit, SvgNode *parent);
void svg_home_free(SvgHome *home);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgHome, svg_home_free)
SvgNode *svg_home_node(const SvgHome *home);
/* Makes the element say itself what it inherited in `before` and wouldn't inherit in `now`, where
 * it stands: only what shows of it. Whether it was changed. */
gboolean svg_home_keep(SvgEdit *edit, SvgNode *node, const SvgHome *before, const SvgHome *now);
