/* What the menu does: it tells the worker, and leaves. */
#pragma once

#include <glib.h>

/* Tells the worker what the menu entry `verb` wants of the document that Inkscape hands over in
 * `argv` (reference: plugin/README.md), and starts the worker where none is. Doesn't wait for what
 * comes of it. FALSE with an error if nobody can be told. */
gboolean poke_worker(const char *verb, int argc, char **argv, GError **error);
/* The same, and waits for a moment until the worker has heard it: FALSE also if it refused, or
 * isn't there. */
gboolean poke_and_wait(const char *verb, int argc, char **argv, GError **error);
