/* What an element is drawn with from somewhere else. Private to svg/edit; see also edit_priv.h. */
#pragma once

#include "edit/edit_priv.h"

/* A <use> outside of the element that shows it; NULL if there is none. */
SvgNode *svg_clone_find(SvgEdit *edit, SvgNode *node);
/* After `by`, in the space of its parent's children, was put in front of the element's own
 * transform without it looking different: neither do its clones. FALSE with SVG_ERROR_INVALID when
 * one of them can't, or when a text flows in it or lies on it. */
gboolean svg_clones_stay(SvgEdit *edit, SvgNode *node, SvgMatrix by, GError **error);
