/* Pictures of a document. Drawn by librsvg in a helper program with limits on time and memory: it
 * may crash or hang on odd files, the caller can't. */
#pragma once

#include <svg/document.h>

typedef enum { SVG_PICTURE_PNG, SVG_PICTURE_JPEG } SvgPictureFormat;

typedef struct {
    SvgBox view;    /* document space; empty = the page */
    guint max_side; /* px of the longer side; 0 = at the document's size, at most
                       SVG_MAX_PIXELS. A picture is never larger than this */
    gboolean fill;  /* scale up to max_side too */
    SvgPictureFormat format;
    guint quality;        /* JPEG, 1–100; 0 = 80 */
    guint background;     /* 0xRRGGBB behind the drawing; JPEG has no transparency */
    gboolean transparent; /* PNG: no background */
    guint timeout_ms;     /* 0 = 20 000 */
} SvgRenderOptions;

/* The encoded picture, or NULL with SVG_ERROR_RENDER ("librsvg crashed", "took longer than 20 s",
 * "the view is empty", what librsvg said). The caller's. Blocks. */
GBytes *svg_render(SvgDocument *doc, const SvgRenderOptions *options, GError **error);
/* The same for bytes that needn't be a document of ours. `view` must not be empty, and
 * `px_per_unit` is the scale of a picture "at the document's size". */
GBytes *svg_render_bytes(GBytes *svg, const SvgRenderOptions *options, double px_per_unit,
                         GError **error);
/* Where fairy-render is. Default: $FAIRIES_RENDER, beside the program, then the install folder. */
void svg_render_set_helper(const char *path);
