/* The helper program, as its client finds and starts it. Private to svg/. */
#pragma once

#include <glib.h>

/* Its path; the caller's. NULL with SVG_ERROR_RENDER, which says where it was looked for. */
char *svg_render_find_helper(GError **error);
/* What it is told of the environment, NULL-terminated; the caller's. */
char **svg_render_environment(void);
