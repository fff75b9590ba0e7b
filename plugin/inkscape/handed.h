/* A drawing as it is handed to Inkscape. */
#pragma once

#include <glib.h>

/* The same drawing, saying that no Inkscape before 1.0 wrote it; the caller's. Inkscape mends the
 * texts of drawings that do each time it reads them, so that they would move with every push, the
 * locked ones, too. */
GBytes *handed_over(GBytes *drawing);
