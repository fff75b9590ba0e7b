/* Multiplies and folds, word by word. */
#include "document/hash.h"

#include <string.h>

static guint64 mix(guint64 sum, guint64 word)
{
    sum = (sum ^ word) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    return sum ^ (sum >> 29);
}

guint64 svg_hash(gconstpointer bytes, gsize len, guint64 seed)
{
    SvgHasher hasher = {.sum = seed};
    svg_hasher_add(&hasher, bytes, len);
    return svg_hasher_end(&hasher);
}

/* Completes the word that an earlier call left open. Returns how many bytes that took. */
static gsize complete(SvgHasher *hasher, const char *bytes, gsize len)
{
    gsize held = hasher->len % sizeof hasher->word, n = MIN(sizeof hasher->word - held, len);
    if (!held) {
        return 0;
    }
    memcpy((char *)&hasher->word + held, bytes, n);
    if (held + n == sizeof hasher->word) {
        hasher->sum = mix(hasher->sum, hasher->word);
        hasher->word = 0;
    }
    return n;
}

void svg_hasher_add(SvgHasher *hasher, gconstpointer bytes, gsize len)
{
    gsize n = complete(hasher, bytes, len);
    const char *at = (const char *)bytes + n;
    hasher->len += len;
    for (len -= n; len >= sizeof hasher->word; at += sizeof hasher->word) {
        memcpy(&hasher->word, at, sizeof hasher->word);
        hasher->sum = mix(hasher->sum, hasher->word);
        hasher->word = 0;
        len -= sizeof hasher->word;
    }
    if (len) {
        memcpy(&hasher->word, at, len);
    }
}

guint64 svg_hasher_end(const SvgHasher *hasher)
{
    return mix(mix(hasher->sum, hasher->word), hasher->len);
}
