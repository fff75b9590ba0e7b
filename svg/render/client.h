/* The helper program, as its client finds and starts it. Private to svg/. */
#pragma once

#include <svg/render.h>

#include <glib.h>

/* Its path; the caller's. NULL with SVG_ERROR_RENDER, which says where it was looked for. */
char *svg_render_find_helper(GError **error);
/* What it is told of the environment, NULL-terminated; the caller's. */
char **svg_render_environment(void);
/* svg_render_bytes(), which is begun; ends with svg_render_finish() or svg_render_cancel(). */
SvgRender *svg_render_start_bytes(GBytes *svg, const SvgRenderOptions *options, double px_per_unit,
                                  GError **error);
