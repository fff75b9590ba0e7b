/* Memory that lives as long as its document. Zeroed. With a memory checker on, every piece is an
 * allocation of its own, so that overruns are seen. */
#pragma once

#include <glib.h>

typedef struct _SvgArena SvgArena;

SvgArena *svg_arena_new(void);
void svg_arena_free(SvgArena *arena);
gpointer svg_arena_alloc(SvgArena *arena, gsize size);
