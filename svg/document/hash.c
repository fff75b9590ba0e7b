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
    const char *at = bytes;
    guint64 sum = seed ^ ((guint64)len << 48), word = 0;
    for (; len >= sizeof word; at += sizeof word, len -= sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = mix(sum, word);
    }
    word = 0;
    memcpy(&word, at, len);
    return mix(mix(sum, word), seed);
}
