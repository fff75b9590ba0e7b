/* A bump allocator over large blocks. */
#include "document/arena.h"

#define BLOCK_SIZE ((gsize)256 * 1024)

#if defined(__SANITIZE_ADDRESS__)
#define ONE_BY_ONE 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ONE_BY_ONE 1
#endif
#endif
#ifndef ONE_BY_ONE
#define ONE_BY_ONE 0
#endif

struct _SvgArena {
    GPtrArray *blocks;
    char *at;
    gsize left;
};

SvgArena *svg_arena_new(void)
{
    SvgArena *arena = g_new0(SvgArena, 1);
    arena->blocks = g_ptr_array_new_with_free_func(g_free);
    return arena;
}

void svg_arena_free(SvgArena *arena)
{
    if (!arena) {
        return;
    }
    g_ptr_array_unref(arena->blocks);
    g_free(arena);
}

gpointer svg_arena_alloc(SvgArena *arena, gsize size)
{
    size = (size + 7) & ~(gsize)7;
    if (ONE_BY_ONE || size > BLOCK_SIZE / 4) {
        char *block = g_malloc0(size);
        g_ptr_array_add(arena->blocks, block);
        return block;
    }
    if (size > arena->left) {
        arena->at = g_malloc0(BLOCK_SIZE);
        arena->left = BLOCK_SIZE;
        g_ptr_array_add(arena->blocks, arena->at);
    }
    char *piece = arena->at;
    arena->at += size;
    arena->left -= size;
    return piece;
}
