/* One hash for whoever needs one that is quick on long keys. Private to svg/. */
#pragma once

#include <glib.h>

/* Eight bytes at a time; not for secrets. Keys that fall together for one seed don't for another.
 */
guint64 svg_hash(gconstpointer bytes, gsize len, guint64 seed);

/* The same, piece by piece: how the bytes are cut makes no difference. Begins as {.sum = seed}. One
 * word that differs always gives another sum; more of them, all but surely. */
typedef struct {
    guint64 sum;
    guint64 word; /* of bytes that aren't in the sum yet */
    gsize len;
} SvgHasher;

void svg_hasher_add(SvgHasher *hasher, gconstpointer bytes, gsize len);
guint64 svg_hasher_end(const SvgHasher *hasher);
