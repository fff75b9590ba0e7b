/* Memory that lives as long as its document. Zeroed. With a memory checker on, every piece is an
 * allocation of its own, so that overruns are seen. */
#pragma once

#include <glib.h>

typedef struct _SvgArena SvgArena;

SvgArena *svg_arena_new(void);
void svg_arena_free(SvgArena *arena);
gpointer svg_arena_alloc(SvgArena *arena, gsize size);
/* A piece of `size` bytes, as it was asked for, that nothing refers to any more: it will be given
 * out again. With a memory checker on, who does refer to it is found. */
void svg_arena_reuse(SvgArena *arena, gpointer piece, gsize size);
/* A drawing has been read: what is to come needs little. */
void svg_arena_settle(SvgArena *arena);

/* Memory that isn't initialised, to be freed with g_free(). Up to a megabyte and a half its pages
 * are got ready in one go; more comes in pages of two where the system has them at hand, else in
 * small ones that a second thread gets ready: a big drawing is read in three quarters of the time.
 */
gpointer svg_memory_new(gsize size);
/* The same for an array with room for `n` elements, for a start. g_array_unref(). */
GArray *svg_memory_array_new(guint element_size, guint n);
