/* The two streams Inkscape looks at. Any text on standard error opens a modal box, and any stray
 * byte on standard output spoils the document: both are led to a log file. */
#pragma once

#include <glib.h>

/* Leads standard output and standard error to $XDG_STATE_HOME/fairies/inkscape.log (0600; emptied
 * when it has grown beyond 256 KiB), or to nowhere when it can't be opened. Returns a descriptor of
 * the real standard output, or -1. */
int streams_capture(void);
/* A line in the log, with the time in front. */
void streams_log(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* Writes all of `bytes` to `fd`; to a terminal, which a person who tries it has there, as text. */
gboolean streams_write(int fd, GBytes *bytes);
