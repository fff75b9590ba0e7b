/* Whether a drawing is packed (gzip) goes by the name it is written to. */
#pragma once

#include <glib.h>

/* `bytes` as a file called `path` should have them: packed for .svgz and .gz, plain for .svg, as
 * they are for any other name. The caller's. NULL with SVG_ERROR. */
GBytes *cli_pack_for(GBytes *bytes, const char *path, GError **error);
