/* The copy of a drawing that is rendered for one view. Private to svg/. */
#pragma once

#include <svg/geometry.h>

#include <glib.h>

/* A copy of `svg` (UTF-8, whatever its XML declaration says) that shows `view`, in the units of the
 * root's viewBox, stretched to fill any viewport. Lengths in percent still refer to the drawing's
 * own page, and what lies outside the page is shown too. A root without namespace, and prefixes
 * bound nowhere, get one. NULL with SVG_ERROR_RENDER when there is no <svg> start tag. The
 * caller's. */
GBytes *svg_view_copy(GBytes *svg, SvgBox view, GError **error);
