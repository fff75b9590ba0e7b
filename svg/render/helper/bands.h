/* Draws a picture in bands, one process each: librsvg itself uses one processor. */
#pragma once

#include "picture.h"

#include <librsvg/rsvg.h>

/* Fills the surface, which must be picture_surface()'s, with the drawing. FALSE when librsvg says
 * no. When another process of ours crashes, so does this one, in the same way. */
gboolean bands_draw(RsvgHandle *handle, cairo_surface_t *surface, GError **error);
