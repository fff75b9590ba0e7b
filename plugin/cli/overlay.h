/* What fairies did to a drawing and do to it now, as marks over its picture. */
#pragma once

#include "options.h"

#include <svg/render.h>

typedef struct _CliOverlay CliOverlay;

/* Looks it up: what is made, in the journal, and a run that is at work on `path`, by its socket.
 * NULL with an error. */
CliOverlay *cli_overlay_new(SvgDocument *doc, const CliOptions *options, GError **error);
void cli_overlay_free(CliOverlay *overlay);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliOverlay, cli_overlay_free)
/* Areas first, figures last; the overlay's. */
const SvgMark *cli_overlay_marks(const CliOverlay *overlay, guint *n);
