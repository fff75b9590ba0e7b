/* What was read is added up once, block by block. A state of the document is nearly all of it made
 * of runs of that: their sums are put together from those of the blocks. */
#include "document/digest.h"

#include "document/document_priv.h"
#include "document/print.h"

#include <svg/journal.h>

#include <zlib.h>

#define BLOCK          ((gsize)64 << 10)
#define WORTH_A_THREAD (4 * BLOCK)

/* Two sums that fail in different ways, at a tenth of what a cryptographic one costs: a drawing of
 * 20 MB has one for every small change. */
typedef struct {
    gsize len;
    uLong crc, adler;
} Digest;

struct _SvgSums {
    const char *text;
    gsize len;
    Digest *blocks;
    GThread *thread; /* that adds up; NULL: it is done */
};

static void add_bytes(Digest *digest, const char *at, gsize len)
{
    digest->len += len;
    digest->crc = crc32_z(digest->crc, (const Bytef *)at, len);
    digest->adler = adler32_z(digest->adler, (const Bytef *)at, len);
}

static void add_block(Digest *digest, const Digest *block)
{
    digest->len += block->len;
    digest->crc = crc32_combine(digest->crc, block->crc, (z_off_t)block->len);
    digest->adler = adler32_combine(digest->adler, block->adler, (z_off_t)block->len);
}

static Digest digest_of_nothing(void)
{
    return (Digest){0, crc32_z(0, NULL, 0), adler32_z(0, NULL, 0)};
}

/* --- what was read ---------------------------------------------------------------------------- */

static gpointer add_up(gpointer data)
{
    SvgSums *sums = data;
    for (gsize at = 0, i = 0; at < sums->len; at += BLOCK, i++) {
        sums->blocks[i] = digest_of_nothing();
        add_bytes(&sums->blocks[i], sums->text + at, MIN(BLOCK, sums->len - at));
    }
    return NULL;
}

static void begin(SvgDocument *doc, gboolean beside)
{
    if (doc->sums) {
        return;
    }
    SvgSums *sums = doc->sums = g_new0(SvgSums, 1);
    sums->text = doc->source;
    sums->len = doc->source_len;
    sums->blocks = g_new(Digest, sums->len / BLOCK + 1);
    if (beside && sums->len >= WORTH_A_THREAD) {
        sums->thread = g_thread_try_new("digest", add_up, sums, NULL);
    }
    if (!sums->thread) {
        add_up(sums);
    }
}

static void finish(SvgSums *sums)
{
    if (sums->thread) {
        g_thread_join(g_steal_pointer(&sums->thread));
    }
}

void svg_sums_free(SvgSums *sums)
{
    if (sums) {
        finish(sums);
        g_free(sums->blocks);
        g_free(sums);
    }
}

void svg_document_digest_ahead(SvgDocument *doc)
{
    begin(doc, TRUE);
}

/* --- any state -------------------------------------------------------------------------------- */

typedef struct {
    const SvgSums *read;
    Digest digest;
} Sum;

static gboolean was_read(const SvgSums *read, SvgSlice run)
{
    guintptr from = (guintptr)run.at, text = (guintptr)read->text;
    return from >= text && from + run.len <= text + read->len;
}

static void add_run(SvgSlice run, gpointer data)
{
    Sum *sum = data;
    const SvgSums *read = sum->read;
    if (!was_read(read, run)) {
        add_bytes(&sum->digest, run.at, run.len);
        return;
    }
    gsize at = (gsize)(run.at - read->text), end = at + run.len;
    while (at < end) {
        gsize next = MIN((at / BLOCK + 1) * BLOCK, read->len);
        if (at % BLOCK == 0 && next <= end) {
            add_block(&sum->digest, &read->blocks[at / BLOCK]);
        } else {
            next = MIN(next, end);
            add_bytes(&sum->digest, read->text + at, next - at);
        }
        at = next;
    }
}

static char *digest(SvgDocument *doc, gboolean as_read)
{
    begin(doc, FALSE);
    finish(doc->sums);
    Sum sum = {doc->sums, digest_of_nothing()};
    if (as_read) {
        add_run((SvgSlice){doc->source, doc->source_len}, &sum);
    } else {
        svg_print_runs(doc, add_run, &sum);
    }
    return g_strdup_printf("%" G_GSIZE_FORMAT "-%08lx-%08lx", sum.digest.len, sum.digest.crc,
                           sum.digest.adler);
}

char *svg_document_digest(SvgDocument *doc)
{
    return digest(doc, !doc->version && !doc->open);
}

char *svg_document_digest_as_read(SvgDocument *doc)
{
    return digest(doc, TRUE);
}
