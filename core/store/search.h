/* Many byte strings looked for in one text, in one pass. Private to core/store. */
#pragma once

#include <glib.h>

typedef struct {
    guint count;  /* how often it is there: 0, 1, or 2 for more than once */
    gsize offset; /* of the first one */
} FairyHit;

/* A hit for each of `needles` (GBytes); an empty one is nowhere. The caller's. */
FairyHit *fairy_search(const char *text, gsize len, const GPtrArray *needles);
