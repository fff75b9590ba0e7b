/* Inkscape, as this program's extension needs it. */
#pragma once

#include <svg/health.h>

/* Whether Inkscape is there, and our extension in it, of this version. */
void cli_inkscape_health(SvgHealthFunc func, gpointer data);
