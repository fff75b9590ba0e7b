/* What a person points at: shapes, an area, or a point, as words of a command line. Private to
 * core/host. */
#pragma once

#include <fairy/compose.h>

/* Reads `words` (NULL-terminated; may be NULL), each "ID[,ID...]", "X,Y" or "X,Y,W,H" in document
 * space, into FairyContextItem in the same order. Free with g_array_unref(), which frees what is in
 * it, too. Returns NULL with an error if a shape doesn't exist. */
GArray *fairy_pointed_read(SvgDocument *doc, const char *const *words, GError **error);
/* Returns whether all of these shapes (NULL-terminated; may be NULL) exist; if not, FALSE with an
 * error. */
gboolean fairy_check_shapes(SvgDocument *doc, const char *const *ids, GError **error);
