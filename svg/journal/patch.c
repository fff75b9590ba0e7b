/* Byte patches between two states of a document. The document is a list of byte runs, and a run
 * that didn't change is the same memory in both states: so the longest increasing run of common
 * pieces is what stays, and the gaps between are the hunks. */
#include "document/document_priv.h"
#include "document/print.h"

#include <svg/error.h>
#include <svg/journal.h>

static guint slice_hash(gconstpointer key)
{
    const SvgSlice *slice = key;
    return g_direct_hash(slice->at) ^ (guint)slice->len;
}

static gboolean slice_equal(gconstpointer a, gconstpointer b)
{
    const SvgSlice *left = a, *right = b;
    return left->at == right->at && left->len == right->len;
}

static void append(SvgSlice slice, gpointer data)
{
    g_array_append_val((GArray *)data, slice);
}

/* The byte runs at undo depth `depth`; leaves the document as it was. */
static GArray *slices_at(SvgDocument *doc, guint depth)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(SvgSlice));
    for (guint i = doc->done->len; i > depth; i--) {
        svg_log_swap(doc, doc->done->pdata[i - 1], FALSE);
    }
    svg_print_slices(doc, append, out);
    for (guint i = depth; i < doc->done->len; i++) {
        svg_log_swap(doc, doc->done->pdata[i], TRUE);
    }
    return out;
}

static const SvgSlice *at(const GArray *slices, guint i)
{
    return &g_array_index(slices, SvgSlice, i);
}

typedef struct {
    guint from, to; /* places of the same run in both lists */
    int back;       /* the match before it in the best chain, -1 = none */
} Match;

/* Extends the longest chain of matches that is increasing in `from` (patience sorting). `tails`
 * holds, for each length, the match that ends a chain of it lowest. */
static void add_match(GArray *matches, GArray *tails, guint from, guint to)
{
    guint low = 0, high = tails->len;
    while (low < high) {
        guint middle = (low + high) / 2;
        int tail = g_array_index(tails, int, middle);
        if (g_array_index(matches, Match, tail).from < from) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Match match = {from, to, low ? g_array_index(tails, int, low - 1) : -1};
    g_array_append_val(matches, match);
    int place = (int)matches->len - 1;
    if (low == tails->len) {
        g_array_append_val(tails, place);
    } else {
        g_array_index(tails, int, low) = place;
    }
}

/* The chain of runs that stay, in order. */
static GArray *common(const GArray *from, const GArray *to)
{
    g_autoptr(GHashTable) places = g_hash_table_new(slice_hash, slice_equal);
    for (guint i = 0; i < from->len; i++) {
        g_hash_table_insert(places, (gpointer)at(from, i), GUINT_TO_POINTER(i + 1));
    }
    g_autoptr(GArray) matches = g_array_new(FALSE, FALSE, sizeof(Match));
    g_autoptr(GArray) tails = g_array_new(FALSE, FALSE, sizeof(int));
    for (guint i = 0; i < to->len; i++) {
        guint place = GPOINTER_TO_UINT(g_hash_table_lookup(places, at(to, i)));
        if (place) {
            add_match(matches, tails, place - 1, i);
        }
    }
    GArray *chain = g_array_new(FALSE, FALSE, sizeof(Match));
    g_array_set_size(chain, tails->len);
    int next = tails->len ? g_array_index(tails, int, tails->len - 1) : -1;
    for (guint i = tails->len; i > 0; i--) {
        g_array_index(chain, Match, i - 1) = g_array_index(matches, Match, next);
        next = g_array_index(matches, Match, next).back;
    }
    return chain;
}

static void clear_hunk(gpointer data)
{
    g_bytes_unref(((SvgHunk *)data)->bytes);
}

/* The runs [from_at, from_end) of one list become [to_at, to_end) of the other. Their common ends
 * are left out, so that one changed attribute is a hunk of its value. */
static void add_hunk(GArray *out, gsize offset, GString *old, GString *new)
{
    gsize head = 0, tail = 0, shorter = MIN(old->len, new->len);
    while (head < shorter && old->str[head] == new->str[head]) {
        head++;
    }
    while (tail < shorter - head &&
           old->str[old->len - 1 - tail] == new->str[new->len - 1 - tail]) {
        tail++;
    }
    gsize len = old->len - head - tail, new_len = new->len - head - tail;
    if (len || new_len) {
        SvgHunk hunk = {offset + head, len, g_bytes_new(new->str + head, new_len)};
        g_array_append_val(out, hunk);
    }
}

static void take(const GArray *slices, guint *i, guint end, GString *out)
{
    g_string_truncate(out, 0);
    for (; *i < end; (*i)++) {
        g_string_append_len(out, at(slices, *i)->at, (gssize)at(slices, *i)->len);
    }
}

GArray *svg_document_patch(SvgDocument *doc, guint from, guint to)
{
    g_autoptr(GArray) old = slices_at(doc, from);
    g_autoptr(GArray) new = slices_at(doc, to);
    g_autoptr(GArray) chain = common(old, new);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(SvgHunk));
    g_array_set_clear_func(out, clear_hunk);
    GString *old_text = g_string_new(NULL), *new_text = g_string_new(NULL);
    gsize offset = 0;
    guint i = 0, k = 0;
    for (guint m = 0; m <= chain->len; m++) {
        Match end =
            m < chain->len ? g_array_index(chain, Match, m) : (Match){old->len, new->len, 0};
        take(old, &i, end.from, old_text);
        take(new, &k, end.to, new_text);
        add_hunk(out, offset, old_text, new_text);
        offset += old_text->len + (m < chain->len ? at(old, i)->len : 0);
        i++, k++;
    }
    g_string_free(old_text, TRUE);
    g_string_free(new_text, TRUE);
    return out;
}

GBytes *svg_patch_apply(const GArray *patch, GBytes *bytes, GError **error)
{
    gsize len, done = 0;
    const char *data = g_bytes_get_data(bytes, &len);
    GString *out = g_string_sized_new(len);
    for (guint i = 0; i < patch->len; i++) {
        const SvgHunk *hunk = &g_array_index(patch, SvgHunk, i);
        if (hunk->offset < done || hunk->offset > len || hunk->len > len - hunk->offset) {
            g_set_error(
                error, SVG_ERROR, SVG_ERROR_INVALID,
                "hunk %u of the patch lies outside the file: the patch was made for another one",
                i + 1);
            g_string_free(out, TRUE);
            return NULL;
        }
        gsize n;
        const char *text = g_bytes_get_data(hunk->bytes, &n);
        g_string_append_len(out, data + done, (gssize)(hunk->offset - done));
        g_string_append_len(out, text, (gssize)n);
        done = hunk->offset + hunk->len;
    }
    g_string_append_len(out, data + done, (gssize)(len - done));
    return g_string_free_to_bytes(out);
}
