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
    SvgHasher hasher = {.sums = {seed}};
    svg_hasher_add(&hasher, bytes, len);
    return svg_hasher_end(&hasher);
}

/* Two sums that don't wait for each other. */
static void add_words(SvgHasher *hasher)
{
    hasher->sums[0] = mix(hasher->sums[0], hasher->words[0]);
    hasher->sums[1] = mix(hasher->sums[1], hasher->words[1]);
}

/* Completes the words that an earlier call left open. Returns how many bytes that took. */
static gsize complete(SvgHasher *hasher, const char *bytes, gsize len)
{
    gsize held = hasher->len % sizeof hasher->words, n = MIN(sizeof hasher->words - held, len);
    if (!held) {
        return 0;
    }
    memcpy((char *)hasher->words + held, bytes, n);
    if (held + n == sizeof hasher->words) {
        add_words(hasher);
    }
    return n;
}

/* Whole words, as many as there are; in registers, which takes half the time. Returns their bytes.
 */
static gsize add_all(SvgHasher *hasher, const char *bytes, gsize len)
{
    guint64 words[G_N_ELEMENTS(hasher->words)];
    guint64 left = hasher->sums[0], right = hasher->sums[1];
    gsize n = len - len % sizeof words;
    for (const char *at = bytes, *end = bytes + n; at < end; at += sizeof words) {
        memcpy(words, at, sizeof words);
        left = mix(left, words[0]);
        right = mix(right, words[1]);
    }
    hasher->sums[0] = left;
    hasher->sums[1] = right;
    return n;
}

void svg_hasher_add(SvgHasher *hasher, gconstpointer bytes, gsize len)
{
    gsize n = complete(hasher, bytes, len);
    const char *at = (const char *)bytes + n;
    hasher->len += len;
    len -= n;
    n = add_all(hasher, at, len);
    at += n;
    len -= n;
    if (len) {
        memcpy(hasher->words, at, len);
    }
}

guint64 svg_hasher_end(const SvgHasher *hasher)
{
    SvgHasher last = *hasher;
    gsize held = last.len % sizeof last.words;
    memset((char *)last.words + held, 0, sizeof last.words - held);
    add_words(&last);
    return mix(mix(last.sums[0], last.sums[1]), last.len);
}
