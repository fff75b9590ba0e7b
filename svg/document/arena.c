/* A bump allocator over large blocks, and memory for what is large itself. */
#include "document/arena.h"

#include <sys/mman.h>

#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE       ((gsize)256 * 1024)
#define LARGE_BLOCK_SIZE ((gsize)4 << 20)
#define LARGE_PAGE       ((gsize)2 << 20)

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
    gboolean settled;
};

/* A wish: without it the same memory comes in small pages. */
static void ask_for_large_pages(void *memory, gsize size)
{
#ifdef MADV_HUGEPAGE
    gsize skipped = -(guintptr)memory % LARGE_PAGE;
    if (skipped < size) {
        (void)madvise((char *)memory + skipped, size - skipped, MADV_HUGEPAGE);
    }
#else
    (void)memory, (void)size;
#endif
}

gpointer svg_memory_new(gsize size)
{
    void *memory = NULL;
    if (ONE_BY_ONE || size < 2 * LARGE_PAGE || posix_memalign(&memory, LARGE_PAGE, size) != 0) {
        return g_malloc(size);
    }
    ask_for_large_pages(memory, size);
    return memory;
}

GArray *svg_memory_array_new(guint element_size, guint n)
{
    GArray *array = g_array_sized_new(FALSE, FALSE, element_size, n);
    gsize size = (gsize)element_size * n;
    if (!ONE_BY_ONE && size >= 2 * LARGE_PAGE) {
        ask_for_large_pages(array->data, size);
    }
    return array;
}

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

/* A drawing that filled some blocks will fill more. */
static void add_block(SvgArena *arena)
{
    gboolean small = arena->settled || arena->blocks->len * BLOCK_SIZE < LARGE_BLOCK_SIZE;
    arena->left = small ? BLOCK_SIZE : LARGE_BLOCK_SIZE;
    arena->at = svg_memory_new(arena->left);
    g_ptr_array_add(arena->blocks, arena->at);
}

void svg_arena_settle(SvgArena *arena)
{
    arena->settled = TRUE;
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
        add_block(arena);
    }
    char *piece = arena->at;
    arena->at += size;
    arena->left -= size;
    return memset(piece, 0, size);
}
