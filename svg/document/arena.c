/* A bump allocator over large blocks, and memory for what is large itself. */
#include "document/arena.h"

#include <sys/mman.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SMALL_BLOCK_SIZE ((gsize)64 * 1024) /* what malloc() takes out of what was freed */
#define BLOCK_SIZE       ((gsize)256 * 1024)
#define MOST_BLOCKS      4 /* up to that size; a drawing that filled them fills more */
#define LARGE_PAGE       ((gsize)2 << 20)
#define LARGE            (LARGE_PAGE / 4 * 3) /* less isn't worth a large page that may be slow */
#define SLOW_US          1000                 /* for a large page; one that is at hand takes 200 */
#define AT_ONCE          ((gsize)1 << 20) /* small pages; others wait for the memory map, and … */
#define PAUSE_US         20 /* … wouldn't get it from one that takes it again at once */
#define STEP             ((gsize)8)
#define N_SIZES          2048 /* of pieces that are given out again, in STEPs */

#ifdef MADV_POPULATE_WRITE
#define POPULATES 1
#else
#define POPULATES           0
#define MADV_POPULATE_WRITE 0
#endif

#if defined(__SANITIZE_ADDRESS__)
#define ONE_BY_ONE 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ONE_BY_ONE 1
#endif
#endif
#ifdef ONE_BY_ONE
#include <sanitizer/asan_interface.h>
#else
#define ONE_BY_ONE                         0
#define ASAN_POISON_MEMORY_REGION(at, n)   ((void)(at), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(at, n) ((void)(at), (void)(n))
#endif

struct _SvgArena {
    GPtrArray *blocks;
    char *at;
    gsize left;
    gboolean settled;
    GPtrArray **spare; /* by size, pieces to give out again; NULL: none */
};

/* FALSE when it took long, or can't be had. Then the system had to make room for it, or to get it
 * from its host, 5 ms each; small pages it has at hand, 1 ms for as many. */
static gboolean take_large_page(char *at)
{
#ifdef MADV_HUGEPAGE
    gint64 start = g_get_monotonic_time();
    if (madvise(at, LARGE_PAGE, MADV_HUGEPAGE) == 0) {
        *(volatile char *)at = 0;
        return g_get_monotonic_time() - start < SLOW_US;
    }
#else
    (void)at;
#endif
    return FALSE;
}

typedef struct {
    char *at;
    gsize size;
} Region;

/* The whole small pages of it. */
static Region pages_of(char *at, gsize size)
{
    gsize page = (gsize)sysconf(_SC_PAGESIZE), skipped = -(guintptr)at % page;
    return (Region){at + skipped, (size - MIN(skipped, size)) / page * page};
}

/* Should it have been freed meanwhile: nothing that is in memory is changed by this. */
static void populate(char *at, gsize size)
{
    if (POPULATES && size) {
        (void)madvise(at, size, MADV_POPULATE_WRITE);
    }
}

static void populate_in_steps(gpointer data, G_GNUC_UNUSED gpointer unused)
{
    Region *region = data;
    for (gsize done = 0; done < region->size; done += AT_ONCE) {
        populate(region->at + done, MIN(AT_ONCE, region->size - done));
        g_usleep(PAUSE_US);
    }
    g_free(region);
}

/* A second thread has the pages ready before the first, which writes into them, is there. */
static void take_small_pages(char *at, gsize size)
{
    static GThreadPool *pool; /* of one thread, started when it is needed */
    if (g_once_init_enter(&pool)) {
        g_once_init_leave(&pool, g_thread_pool_new(populate_in_steps, NULL, 1, FALSE, NULL));
    }
    Region region = pages_of(at, size);
    if (POPULATES && region.size) {
        g_thread_pool_push(pool, g_memdup2(&region, sizeof region), NULL);
    }
}

/* `memory` isn't initialised. What is in front of its first large page stays as it is. */
static void take_pages(char *memory, gsize size)
{
    static gint slow;
    gsize at = MIN(-(guintptr)memory % LARGE_PAGE, size);
    for (; size - at >= LARGE_PAGE && !g_atomic_int_get(&slow); at += LARGE_PAGE) {
        if (!take_large_page(memory + at)) {
            g_atomic_int_set(&slow, TRUE);
        }
    }
    if (g_atomic_int_get(&slow)) {
        take_small_pages(memory + at, size - at);
    }
}

/* One call for all of them takes less than the faults one by one; for so few, starting a second
 * thread would take longer. */
static gpointer new_in_small_pages(gsize size)
{
    char *memory = g_malloc(size);
    if (size >= BLOCK_SIZE) {
        Region region = pages_of(memory, size);
        populate(region.at, region.size);
    }
    return memory;
}

gpointer svg_memory_new(gsize size)
{
    void *memory = NULL;
    gsize whole = (size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    if (ONE_BY_ONE || size < LARGE || posix_memalign(&memory, LARGE_PAGE, whole) != 0) {
        return new_in_small_pages(size);
    }
    take_pages(memory, whole);
    return memory;
}

GArray *svg_memory_array_new(guint element_size, guint n)
{
    GArray *array = g_array_sized_new(FALSE, FALSE, element_size, n);
    gsize size = (gsize)element_size * n;
    if (!ONE_BY_ONE && size >= LARGE) {
        take_pages(array->data, size);
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
    for (guint i = 0; arena->spare && i < N_SIZES; i++) {
        g_clear_pointer(&arena->spare[i], g_ptr_array_unref);
    }
    g_free(arena->spare);
    g_ptr_array_unref(arena->blocks);
    g_free(arena);
}

static void add_block(SvgArena *arena)
{
    gboolean many = arena->blocks->len >= MOST_BLOCKS;
    arena->left = arena->settled ? SMALL_BLOCK_SIZE : many ? LARGE_PAGE : BLOCK_SIZE;
    arena->at = svg_memory_new(arena->left);
    g_ptr_array_add(arena->blocks, arena->at);
}

void svg_arena_settle(SvgArena *arena)
{
    arena->settled = TRUE;
}

static gsize rounded(gsize size)
{
    return (size + STEP - 1) & ~(STEP - 1);
}

static gpointer take_spare(SvgArena *arena, gsize size)
{
    gsize i = size / STEP;
    GPtrArray *spare = arena->spare && i < N_SIZES ? arena->spare[i] : NULL;
    if (!spare || !spare->len) {
        return NULL;
    }
    gpointer piece = g_ptr_array_steal_index_fast(spare, spare->len - 1);
    ASAN_UNPOISON_MEMORY_REGION(piece, size);
    return memset(piece, 0, size);
}

void svg_arena_reuse(SvgArena *arena, gpointer piece, gsize size)
{
    gsize i = rounded(size) / STEP;
    if (i >= N_SIZES) {
        return;
    }
    if (!arena->spare) {
        arena->spare = g_new0(GPtrArray *, N_SIZES);
    }
    if (!arena->spare[i]) {
        arena->spare[i] = g_ptr_array_new();
    }
    g_ptr_array_add(arena->spare[i], piece);
    ASAN_POISON_MEMORY_REGION(piece, i * STEP);
}

gpointer svg_arena_alloc(SvgArena *arena, gsize size)
{
    size = rounded(size);
    gpointer spare = take_spare(arena, size);
    if (spare) {
        return spare;
    }
    if (ONE_BY_ONE || size > SMALL_BLOCK_SIZE / 4) {
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
