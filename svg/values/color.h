/* Colours: as CSS writes them, and as people see them. Pure functions. Private to svg/. */
#pragma once

#include <glib.h>

/* "#abc", "#aabbcc", "rgb()", "rgba()", "hsl()", "hsla()", names, "transparent" (alpha 0);
 * "light-dark()" stands for its first colour. FALSE for anything else, also "none", "currentColor".
 * CSS Color 4 §4–8, 5 §light-dark. */
gboolean svg_color_parse(const char *text, guint32 *rgb, double *alpha);
/* Whether it begins as a "light-dark()" does. */
gboolean svg_color_is_light_dark(const char *text);
/* Whether a colour, of which the palette's name is the nearest, may be what the name stands for in
 * a drawing: it is about as light and strong as the palette's, or what CSS calls so. */
gboolean svg_palette_may_mean(const char *name, const char *css);
/* WCAG 2.1, of channels from 0 to 255: how much light one is, how bright a colour; and how far two
 * such are apart, 1 to 21. */
double svg_channel_light(double channel);
double svg_luminance(double red, double green, double blue);
double svg_contrast(double a, double b);
