/* Makes a picture in bands, one process each: librsvg itself uses one processor. */
#pragma once

#include "picture.h"

/* Draws on the surface, which must be picture_surface()'s; `n` ≤ RENDER_MAX_BANDS. `input` is one
 * drawing or n of them, as protocol.h says. NULL when librsvg says no. When another process of ours
 * crashes, so does this one, in the same way. The caller's. */
GByteArray *bands_make_picture(GBytes *input, int n, cairo_surface_t *surface,
                               const PictureOptions *options, GError **error);
