/* The drawing surface of fairy-render and its encoders. */
#pragma once

#include <cairo.h>
#include <glib.h>

typedef struct {
    int width, height;    /* px */
    gboolean jpeg;        /* otherwise PNG */
    int quality;          /* JPEG, 1–100 */
    gboolean transparent; /* no background; PNG only */
    guint background;     /* 0xRRGGBB */
} PictureOptions;

/* Memory for whatever is forked and us, zeroed; until the end of the process. NULL when there is
 * none. */
void *picture_shared_memory(gsize size);
/* A surface with the background painted on it, its pixels shared with whatever is forked. They stay
 * until the end of the process. NULL with G_IO_ERROR. */
cairo_surface_t *picture_surface(const PictureOptions *options, GError **error);
/* The surface as a file: JPEG, or PNG with transparency. NULL with G_IO_ERROR. The caller's. */
GByteArray *picture_encode(cairo_surface_t *surface, const PictureOptions *options, GError **error);
