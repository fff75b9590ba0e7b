/* Text in the cells of a terminal. */
#pragma once

#include <glib.h>

/* How many cells it takes, as it is shown. */
guint cli_cells(const char *text);
/* As much of `text` as goes into `cells`, as it is shown (fairy_escape_line()), filled up with
 * spaces where `fills`; the caller's. */
char *cli_cells_fit(const char *text, guint cells, gboolean fills);
