/* What a person points at, in words: shapes, a place, a point. Private to core/host. */
#pragma once

#include <fairy/compose.h>

/* FairyContextItem, in the order of `words`, each "ID[,ID...]", "X,Y" or "X,Y,W,H" in document
 * space; NULL where one names a shape that isn't there. The array is the caller's, what is in it
 * holds as long as it; `words` may be NULL. */
GArray *fairy_pointed_read(SvgDocument *doc, const char *const *words, GError **error);
/* Whether all of these shapes are there; `ids` may be NULL. */
gboolean fairy_check_shapes(SvgDocument *doc, const char *const *ids, GError **error);
