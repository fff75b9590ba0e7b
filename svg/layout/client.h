/* The helper program fairy-layout, as its client finds it. Private to svg/. */
#pragma once

#include <glib.h>

/* Its path, beside fairy-render's; the caller's. NULL with SVG_ERROR_LAYOUT, which says where it
 * was looked for. */
char *svg_layout_find_helper(GError **error);
