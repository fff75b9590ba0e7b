/* Packs replacements: for each the distance from the one before, the lengths of its four runs, and
 * the runs; numbers are LEB128. */
#include "store/patch.h"

#include "store/search.h"

#include <string.h>

enum {
    MAX_EXCERPT = 60,
    LEAST_CONTEXT = 32, /* bytes on each side that must be as they were */
};

static void put_number(GByteArray *out, gsize value)
{
    guint8 byte;
    do {
        byte = (guint8)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
        g_byte_array_append(out, &byte, 1);
        value >>= 7;
    } while (value);
}

void fairy_packer_add(FairyPacker *packer, const SvgReplacement *at)
{
    const SvgPiece *const runs[] = {&at->head, &at->old, &at->new_, &at->tail};
    if (!packer->bytes) {
        packer->bytes = g_byte_array_new();
    }
    put_number(packer->bytes, at->offset - packer->end);
    for (guint i = 0; i < G_N_ELEMENTS(runs); i++) {
        put_number(packer->bytes, runs[i]->len);
    }
    for (guint i = 0; i < G_N_ELEMENTS(runs); i++) {
        g_byte_array_append(packer->bytes, (const guint8 *)runs[i]->at, (guint)runs[i]->len);
    }
    packer->end = at->offset + at->old.len;
}

GBytes *fairy_packer_take(FairyPacker *packer)
{
    GByteArray *bytes = packer->bytes ? packer->bytes : g_byte_array_new();
    *packer = (FairyPacker){0};
    return g_byte_array_free_to_bytes(bytes);
}

/* --- unpacking -------------------------------------------------------------------------------- */

typedef struct {
    const char *at;
    gsize len;
} Run;

/* A place that is to change: `have` between `head` and `tail` becomes `want`. */
typedef struct {
    gsize offset; /* of `have` */
    Run head, have, want, tail;
} Place;

typedef struct {
    const guint8 *at, *end;
} Reader;

static gboolean get_number(Reader *reader, gsize *value)
{
    *value = 0;
    for (guint shift = 0; reader->at < reader->end && shift < 56; shift += 7) {
        guint8 byte = *reader->at++;
        *value |= (gsize)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean get_run(Reader *reader, gsize len, Run *run)
{
    if (len > (gsize)(reader->end - reader->at)) {
        return FALSE;
    }
    *run = (Run){(const char *)reader->at, len};
    reader->at += len;
    return TRUE;
}

/* The places in order, those of the direction asked for; NULL when the patch is damaged. */
static GArray *unpack(GBytes *patch, gboolean back)
{
    gsize len, end = 0;
    const guint8 *data = g_bytes_get_data(patch, &len);
    Reader reader = {data, data + len};
    g_autoptr(GArray) out = g_array_new(FALSE, FALSE, sizeof(Place));
    while (reader.at < reader.end) {
        gsize gap, lens[4];
        Run old, text;
        Place place;
        gboolean good = get_number(&reader, &gap);
        for (guint i = 0; good && i < G_N_ELEMENTS(lens); i++) {
            good = get_number(&reader, &lens[i]);
        }
        if (!good || !get_run(&reader, lens[0], &place.head) || !get_run(&reader, lens[1], &old) ||
            !get_run(&reader, lens[2], &text) || !get_run(&reader, lens[3], &place.tail)) {
            return NULL;
        }
        place.have = back ? text : old;
        place.want = back ? old : text;
        place.offset = end + gap;
        end = place.offset + place.have.len;
        g_array_append_val(out, place);
    }
    return g_steal_pointer(&out);
}

/* --- finding ---------------------------------------------------------------------------------- */

static gboolean has(const GString *text, gsize offset, Run run)
{
    return offset <= text->len && run.len <= text->len - offset &&
           memcmp(text->str + offset, run.at, run.len) == 0;
}

/* Whether the place is where it says. */
static gboolean is_there(const GString *text, const Place *place)
{
    return place->offset >= place->head.len &&
           has(text, place->offset - place->head.len, place->head) &&
           has(text, place->offset, place->have) &&
           has(text, place->offset + place->have.len, place->tail);
}

/* With at most `context` bytes on each side. */
static GBytes *needle_of(const Place *place, gsize context)
{
    gsize head = MIN(place->head.len, context), tail = MIN(place->tail.len, context);
    GString *out = g_string_new_len(place->head.at + place->head.len - head, (gssize)head);
    g_string_append_len(out, place->have.at, (gssize)place->have.len);
    g_string_append_len(out, place->tail.at, (gssize)tail);
    return g_string_free_to_bytes(out);
}

/* Looks for all places by their bytes. The index of one that isn't there once, or behind the one
 * before, and why; else APPLIED. */
static FairyPatchResult find(GArray *places, gsize context, const GString *text, guint *which)
{
    g_autoptr(GPtrArray) needles = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    for (guint i = 0; i < places->len; i++) {
        g_ptr_array_add(needles, needle_of(&g_array_index(places, Place, i), context));
    }
    g_autofree FairyHit *hits = fairy_search(text->str, text->len, needles);
    gsize end = 0;
    for (guint i = 0; i < places->len; i++) {
        Place *place = &g_array_index(places, Place, i);
        place->offset = hits[i].offset + MIN(place->head.len, context);
        *which = i;
        if (hits[i].count != 1 || place->offset < end) {
            return hits[i].count > 1 ? FAIRY_PATCH_AMBIGUOUS : FAIRY_PATCH_MISSING;
        }
        end = place->offset + place->have.len;
    }
    return FAIRY_PATCH_APPLIED;
}

/* First with all that is known of what is around; then with less, in case that has changed. */
static FairyPatchResult search(GArray *places, const GString *text, guint *which)
{
    FairyPatchResult result = find(places, SVG_CONTEXT, text, which);
    return result == FAIRY_PATCH_MISSING ? find(places, LEAST_CONTEXT, text, which) : result;
}

static FairyPatchResult check(const GArray *places, const GString *text, guint *which)
{
    for (guint i = 0; i < places->len; i++) {
        if (!is_there(text, &g_array_index(places, Place, i))) {
            *which = i;
            return FAIRY_PATCH_MISSING;
        }
    }
    return FAIRY_PATCH_APPLIED;
}

/* The words that the place begins with or lies in. */
static char *excerpt_of(const Place *place)
{
    g_autoptr(GBytes) needle = needle_of(place, SVG_CONTEXT);
    gsize len, from = place->head.len;
    const char *data = g_bytes_get_data(needle, &len);
    while (from > 0 && place->head.len - from < MAX_EXCERPT &&
           !strchr(" \t\r\n<>", data[from - 1])) {
        from--;
    }
    gsize end = MIN(place->head.len + place->have.len, from + MAX_EXCERPT);
    while (end < len && end - from < MAX_EXCERPT && !strchr(" \t\r\n<>/", data[end])) {
        end++;
    }
    g_autofree char *text = g_utf8_make_valid(data + from, (gssize)(end - from));
    return g_strstrip(g_strdelimit(g_steal_pointer(&text), "\t\r\n", ' '));
}

/* --- applying --------------------------------------------------------------------------------- */

/* One place is changed in place; several by writing all anew, once. */
static void replace(const GArray *places, GString *text)
{
    const Place *only = &g_array_index(places, Place, 0);
    if (places->len == 1 && only->have.len == only->want.len) {
        memcpy(text->str + only->offset, only->want.at, only->want.len);
        return;
    }
    GString *out = g_string_sized_new(text->len + 64);
    gsize done = 0;
    for (guint i = 0; i < places->len; i++) {
        const Place *place = &g_array_index(places, Place, i);
        g_string_append_len(out, text->str + done, (gssize)(place->offset - done));
        g_string_append_len(out, place->want.at, (gssize)place->want.len);
        done = place->offset + place->have.len;
    }
    g_string_append_len(out, text->str + done, (gssize)(text->len - done));
    GString old = *text;
    *text = *out;
    *out = old;
    g_string_free(out, TRUE);
}

FairyPatchResult fairy_patch_apply(GBytes *patch, gboolean back, gboolean exact, GString *text,
                                   char **excerpt)
{
    g_autoptr(GArray) places = unpack(patch, back);
    guint which = 0;
    if (!places) {
        return FAIRY_PATCH_DAMAGED;
    }
    FairyPatchResult result = exact ? check(places, text, &which) : search(places, text, &which);
    if (result == FAIRY_PATCH_APPLIED && places->len) {
        replace(places, text);
    } else if (result != FAIRY_PATCH_APPLIED && excerpt) {
        *excerpt = excerpt_of(&g_array_index(places, Place, which));
    }
    return result;
}
