/* Searches a text for many byte strings in one pass. Private to core/store. */
#pragma once

#include <glib.h>

typedef struct {
    guint count;  /* how often it was found: 0, 1, or 2 for more than once */
    gsize offset; /* byte offset of the first one */
} FairyHit;

/* Returns a hit for each of `needles` (GBytes); an empty one is never found. Free with g_free(). */
FairyHit *fairy_search(const char *text, gsize len, const GPtrArray *needles);
