/* The names people and models use for colours. Pure functions. */
#pragma once

#include <glib.h>

/* The 15 names of the palette ("black", "red", "light-blue", …), NULL-terminated; static. */
const char *const *svg_palette_names(void);
/* The stroke or solid-fill colour "#rrggbb" of a palette name, its pale tint when `tint`; a CSS
 * colour is returned normalised ("Red" → "#ff0000"), or mixed with white when `tint`. Palette names
 * are lower case and win over CSS's. NULL for anything else, also "transparent". The caller's. */
char *svg_palette_css(const char *name, gboolean tint);
/* The palette name nearest to a CSS colour (on white, where it is translucent) as a person would
 * call it; NULL for "none", url() and what isn't a colour, or can't be seen. Static. */
const char *svg_palette_nearest(const char *css);
