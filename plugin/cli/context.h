/* What a person points at, on the command line: shapes, a place, a point. */
#pragma once

#include <fairy/compose.h>
#include <svg/shape.h>

/* FairyContextItem, in the order of `words`, each "ID[,ID...]", "X,Y" or "X,Y,W,H" in document
 * space; NULL where one names a shape that isn't there. The array is the caller's, what is in it
 * holds as long as it; `words` may be NULL. */
GArray *cli_context_read(SvgDocument *doc, char *const *words, GError **error);
