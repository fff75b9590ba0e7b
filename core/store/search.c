/* Rabin and Karp's search: the hash of a window that slides over the text leads to the needles that
 * begin so. One needle alone is memmem()'s. */
#include "store/search.h"

#include <string.h>

#define BASE G_GUINT64_CONSTANT(0x9E3779B97F4A7C15)

enum { FILTER_BITS = 16 };

typedef struct {
    const char *text;
    gsize len, window;
    const GPtrArray *needles;
    FairyHit *hits;
    GHashTable *first; /* hash of a window → number of a needle + 1 */
    guint *same;       /* of each needle, the next with the same hash + 1 */
    guint8 *filter;    /* a bit for the hashes that some needle has */
} Search;

static guint64 hash_of(const char *at, gsize len)
{
    guint64 hash = 0;
    for (gsize i = 0; i < len; i++) {
        hash = hash * BASE + (guint8)at[i];
    }
    return hash;
}

static guint bit_of(guint64 hash)
{
    return (guint)(hash >> (64 - FILTER_BITS));
}

static void count(Search *search, guint which, gsize offset)
{
    gsize len;
    const char *needle = g_bytes_get_data(search->needles->pdata[which], &len);
    FairyHit *hit = &search->hits[which];
    if (hit->count < 2 && len <= search->len - offset &&
        memcmp(search->text + offset, needle, len) == 0) {
        hit->offset = hit->count++ ? hit->offset : offset;
    }
}

static void index_needles(Search *search)
{
    for (guint i = 0; i < search->needles->len; i++) {
        const char *needle = g_bytes_get_data(search->needles->pdata[i], NULL);
        guint64 hash = hash_of(needle, search->window);
        gpointer key = GSIZE_TO_POINTER(hash);
        search->same[i] = GPOINTER_TO_UINT(g_hash_table_lookup(search->first, key));
        g_hash_table_insert(search->first, key, GUINT_TO_POINTER(i + 1));
        search->filter[bit_of(hash) / 8] |= (guint8)(1u << (bit_of(hash) % 8));
    }
}

static void slide(Search *search)
{
    guint64 top = 1, hash = hash_of(search->text, search->window);
    for (gsize i = 1; i < search->window; i++) {
        top *= BASE;
    }
    for (gsize at = 0;; at++) {
        if (search->filter[bit_of(hash) / 8] & (1u << (bit_of(hash) % 8))) {
            gpointer key = GSIZE_TO_POINTER(hash);
            guint which = GPOINTER_TO_UINT(g_hash_table_lookup(search->first, key));
            for (; which; which = search->same[which - 1]) {
                count(search, which - 1, at);
            }
        }
        if (at + search->window >= search->len) {
            return;
        }
        hash = (hash - top * (guint8)search->text[at]) * BASE +
               (guint8)search->text[at + search->window];
    }
}

static void search_one(Search *search)
{
    gsize len, at = 0;
    const char *needle = g_bytes_get_data(search->needles->pdata[0], &len);
    const char *found;
    while (len && search->hits->count < 2 &&
           (found = memmem(search->text + at, search->len - at, needle, len))) {
        count(search, 0, (gsize)(found - search->text));
        at = (gsize)(found - search->text) + 1;
    }
}

FairyHit *fairy_search(const char *text, gsize len, const GPtrArray *needles)
{
    Search search = {.text = text, .len = len, .window = G_MAXSIZE, .needles = needles};
    search.hits = g_new0(FairyHit, needles->len + 1);
    for (guint i = 0; i < needles->len; i++) {
        search.window = MIN(search.window, g_bytes_get_size(needles->pdata[i]));
    }
    if (needles->len == 1) {
        search_one(&search);
    } else if (needles->len && search.window && search.window <= len) {
        search.first = g_hash_table_new(NULL, NULL);
        search.same = g_new0(guint, needles->len);
        search.filter = g_new0(guint8, (1u << FILTER_BITS) / 8);
        index_needles(&search);
        slide(&search);
        g_hash_table_unref(search.first);
        g_free(search.same);
        g_free(search.filter);
    }
    return search.hits;
}
