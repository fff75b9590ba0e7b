/* From writes into slots to replacements of bytes. Where a slot begins in some state is the sum of
 * those before it, kept in a Fenwick tree. */
#include "document/document_priv.h"
#include "journal/weave.h"

#include <svg/journal.h>

typedef struct {
    SvgSlice *texts; /* of the slots, in order, in the state that has been reached */
    gsize *sums;     /* Fenwick tree over their lengths, from 1 */
    guint *ranks;    /* slot → place in order */
    guint n;
} State;

/* --- lengths ---------------------------------------------------------------------------------- */

static void set_text(State *state, guint rank, SvgSlice text)
{
    gsize change = text.len - state->texts[rank].len; /* wraps around, and back when added */
    state->texts[rank] = text;
    for (guint i = rank + 1; change && i <= state->n; i += i & -i) {
        state->sums[i] += change;
    }
}

/* How many bytes are before the first `n` slots' end. */
static gsize offset_of(const State *state, guint n)
{
    gsize sum = 0;
    for (guint i = n; i > 0; i -= i & -i) {
        sum += state->sums[i];
    }
    return sum;
}

/* The slot that holds the byte at *offset, which becomes the place in it; n beyond the end. */
static guint slot_with(const State *state, gsize *offset)
{
    guint at = 0, bit = 1;
    while (bit <= state->n / 2) {
        bit *= 2;
    }
    for (; bit; bit /= 2) {
        if (at + bit <= state->n && state->sums[at + bit] <= *offset) {
            at += bit;
            *offset -= state->sums[at];
        }
    }
    return at;
}

static void copy_bytes(const State *state, gsize from, gsize to, GString *out)
{
    while (from < to) {
        gsize in_slot = from;
        guint rank = slot_with(state, &in_slot);
        if (rank >= state->n) {
            return;
        }
        gsize len = MIN(to - from, state->texts[rank].len - in_slot);
        g_string_append_len(out, state->texts[rank].at + in_slot, (gssize)len);
        from += len;
    }
}

static State state_of(const SvgWeave *weave)
{
    guint n = weave->slots->len;
    State state = {g_new0(SvgSlice, n), g_new0(gsize, n + 1), g_new0(guint, n), n};
    guint slot = 0;
    for (guint rank = 0; rank < n; rank++) {
        const SvgSlot *at = &g_array_index(weave->slots, SvgSlot, slot);
        state.ranks[slot] = rank;
        state.texts[rank] = at->first;
        slot = at->next;
    }
    for (guint i = 1; i <= n; i++) {
        state.sums[i] += state.texts[i - 1].len;
        if (i + (i & -i) <= n) {
            state.sums[i + (i & -i)] += state.sums[i];
        }
    }
    return state;
}

static void state_clear(State *state)
{
    g_free(state->texts);
    g_free(state->sums);
    g_free(state->ranks);
}

/* --- replacements ----------------------------------------------------------------------------- */

static GBytes *bytes_of(const char *text, gsize len)
{
    return g_bytes_new(text, len);
}

static void clear_replacement(gpointer data)
{
    SvgReplacement *at = data;
    g_bytes_unref(at->old);
    g_bytes_unref(at->new_);
    g_bytes_unref(at->head);
    g_bytes_unref(at->tail);
}

/* What both have at an end is left out, so that a changed attribute is its value. */
static gsize common_head(const GString *a, const GString *b)
{
    gsize n = 0, most = MIN(a->len, b->len);
    while (n < most && a->str[n] == b->str[n]) {
        n++;
    }
    return n;
}

static gsize common_tail(const GString *a, const GString *b, gsize head)
{
    gsize n = 0, most = MIN(a->len, b->len) - head;
    while (n < most && a->str[a->len - 1 - n] == b->str[b->len - 1 - n]) {
        n++;
    }
    return n;
}

/* `old` at `offset` became `text`. */
static void add(GArray *out, const State *state, gsize offset, const GString *old,
                const GString *text)
{
    gsize head = common_head(old, text), tail = common_tail(old, text, head);
    gsize from = offset + head, end = offset + old->len - tail;
    if (head + tail == old->len && head + tail == text->len) {
        return;
    }
    g_autoptr(GString) before = g_string_new(NULL), behind = g_string_new(NULL);
    copy_bytes(state, from > SVG_CONTEXT ? from - SVG_CONTEXT : 0, from, before);
    copy_bytes(state, end, end + SVG_CONTEXT, behind);
    SvgReplacement made = {
        .offset = from,
        .old = bytes_of(old->str + head, old->len - head - tail),
        .new_ = bytes_of(text->str + head, text->len - head - tail),
        .head = bytes_of(before->str, before->len),
        .tail = bytes_of(behind->str, behind->len),
    };
    g_array_append_val(out, made);
}

typedef struct {
    guint rank;
    SvgSlice text; /* that it holds then */
} Change;

static gint by_rank(gconstpointer a, gconstpointer b)
{
    const Change *left = a, *right = b;
    return left->rank < right->rank ? -1 : left->rank > right->rank;
}

/* Writes with less than SVG_CONTEXT bytes between them are one replacement. */
static GArray *replacements(const State *state, GArray *changes)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(SvgReplacement));
    g_array_set_clear_func(out, clear_replacement);
    g_autoptr(GString) old = g_string_new(NULL), text = g_string_new(NULL);
    gsize start = 0, end = 0;
    g_array_sort(changes, by_rank);
    for (guint i = 0; i < changes->len; i++) {
        const Change *change = &g_array_index(changes, Change, i);
        SvgSlice was = state->texts[change->rank];
        gsize at = offset_of(state, change->rank);
        if (i > 0 && at - end < SVG_CONTEXT) {
            copy_bytes(state, end, at, old);
            copy_bytes(state, end, at, text);
        } else {
            add(out, state, start, old, text);
            g_string_truncate(old, 0);
            g_string_truncate(text, 0);
            start = at;
        }
        g_string_append_len(old, was.at, (gssize)was.len);
        g_string_append_len(text, change->text.at, (gssize)change->text.len);
        end = at + was.len;
    }
    add(out, state, start, old, text);
    return out;
}

/* The writes of a commit, and the state after them. */
static GArray *next(State *state, const SvgWeave *weave, guint from, guint to)
{
    g_autoptr(GArray) changes = g_array_sized_new(FALSE, FALSE, sizeof(Change), to - from);
    for (guint i = from; i < to; i++) {
        const SvgWrite *write = &g_array_index(weave->writes, SvgWrite, i);
        Change change = {state->ranks[write->slot], write->new_};
        g_array_append_val(changes, change);
    }
    GArray *out = replacements(state, changes);
    for (guint i = 0; i < changes->len; i++) {
        const Change *change = &g_array_index(changes, Change, i);
        set_text(state, change->rank, change->text);
    }
    return out;
}

/* From the first state to the last, at one go. */
static GArray *whole(State *state, const SvgWeave *weave)
{
    g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(Change));
    for (guint i = 0; i < weave->slots->len; i++) {
        const SvgSlot *slot = &g_array_index(weave->slots, SvgSlot, i);
        if (slot->first.at != slot->now.at || slot->first.len != slot->now.len) {
            Change change = {state->ranks[i], slot->now};
            g_array_append_val(changes, change);
            set_text(state, change.rank, slot->first);
        }
    }
    return replacements(state, changes);
}

GPtrArray *svg_document_replacements(SvgDocument *doc, guint from, guint to, gsize max_bytes)
{
    g_autoptr(SvgWeave) weave = svg_weave_new(doc, from, to, max_bytes);
    if (!weave) {
        return NULL;
    }
    GPtrArray *out = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    State state = state_of(weave);
    guint start = 0;
    for (guint i = 0; i < weave->ends->len; i++) {
        guint end = g_array_index(weave->ends, guint, i);
        g_ptr_array_add(out, next(&state, weave, start, end));
        start = end;
    }
    g_ptr_array_add(out, whole(&state, weave));
    state_clear(&state);
    return out;
}
