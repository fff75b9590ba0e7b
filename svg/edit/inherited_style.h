/* What an element inherits from where it stands. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef struct _SvgInheritedStyle SvgInheritedStyle;

/* What the children of `parent` inherit now. */
SvgInheritedStyle *svg_inherited_style_new(SvgEdit *edit, SvgNode *parent);
void svg_inherited_style_free(SvgInheritedStyle *home);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgInheritedStyle, svg_inherited_style_free)
SvgNode *svg_inherited_style_node(const SvgInheritedStyle *home);
/* Makes the element say itself what it inherited in `before` and wouldn't inherit in `now`, where
 * it stands: only what shows of it. Whether it was changed. */
gboolean svg_inherited_style_keep(SvgEdit *edit, SvgNode *node, const SvgInheritedStyle *before,
                                  const SvgInheritedStyle *now);
