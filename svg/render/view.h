/* The copy of a drawing that is rendered for one view. Private to svg/. */
#pragma once

#include <svg/geometry.h>

#include <glib.h>

/* Appends to `out` a copy of `svg` (UTF-8, whatever its XML declaration says) that shows `view`, in
 * the units of the root's viewBox, stretched to fill any viewport. Lengths in percent still refer
 * to the drawing's own page, and what lies outside the page is shown too. A root without namespace,
 * and prefixes bound nowhere, get one. `over` is markup in
 * those units, laid over all; "" for none. SVG_ERROR_RENDER when there is no <svg> start tag. */
gboolean svg_view_copy(GBytes *svg, SvgBox view, const char *over, GString *out, GError **error);
/* The prefix of SVG's namespace in `over`. */
#define SVG_VIEW_PREFIX "fairies-view"
