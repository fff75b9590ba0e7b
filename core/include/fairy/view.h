/* What a model sees, as JSON (design: the `see --json` shape). */
#pragma once

#include <fairy/coords.h>
#include <svg/shape.h>

typedef enum { FAIRY_DETAIL_BLURRY, FAIRY_DETAIL_SIMPLE } FairyDetail;

typedef struct {
    SvgBox view;                  /* document space; empty = the page */
    const char *const *selection; /* ids; may be NULL */
    FairyDetail detail;
} FairyViewOptions;

/* {"file","page","view","origin","shapes","clusters","selected","omitted"}: shapes that touch the
 * view, the rest joined into clusters where at most 75 model units lie between them, each with the
 * direction and distance of its middle from the view's; the nearest first. Numbers go through
 * `coords`, which remembers what was shown. The text is the caller's. NULL with
 * SVG_ERROR_NOT_FOUND for an unknown selected id. */
char *fairy_view(SvgDocument *doc, FairyCoords *coords, const FairyViewOptions *options,
                 GError **error);
