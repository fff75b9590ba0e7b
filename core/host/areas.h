/* Areas of work that a person gives to several fairies, as words of a command line. Private to
 * core/host. */
#pragma once

#include <fairy/project.h>

/* Reads `words` (NULL-terminated; may be NULL), each "X,Y,W,H=WORDS" in document space, into
 * FairyTaskPlan in the same order, with ids of their own. Free with g_ptr_array_unref(), which
 * frees what is in it, too. Returns NULL with FAIRY_ERROR_USAGE. */
GPtrArray *fairy_areas_read(const char *const *words, GError **error);
