/* One hash for whoever needs one that is quick on long keys. Private to svg/. */
#pragma once

#include <glib.h>

/* Eight bytes at a time; not for secrets. Keys that fall together for one seed don't for another.
 */
guint64 svg_hash(gconstpointer bytes, gsize len, guint64 seed);

/* The same, piece by piece: how the bytes are cut makes no difference. Begins as {.sums = {seed}}.
 * One word that differs always gives another sum; more of them, all but surely. */
typedef struct {
    guint64 sums[2];  /* of every other word */
    guint64 words[2]; /* the latest bytes; where `len` isn't a multiple, they aren't in the sums */
    gsize len;
} SvgHasher;

void svg_hasher_add(SvgHasher *hasher, gconstpointer bytes, gsize len);
guint64 svg_hasher_end(const SvgHasher *hasher);
