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
    GString *old, *text, *head, *tail; /* of the replacement that is being made */
    SvgReplacementFunc func;
    gpointer data;
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
    State state = {.texts = g_new0(SvgSlice, n),
                   .sums = g_new0(gsize, n + 1),
                   .ranks = g_new0(guint, n),
                   .n = n,
                   .old = g_string_new(NULL),
                   .text = g_string_new(NULL),
                   .head = g_string_new(NULL),
                   .tail = g_string_new(NULL)};
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
    g_string_free(state->old, TRUE);
    g_string_free(state->text, TRUE);
    g_string_free(state->head, TRUE);
    g_string_free(state->tail, TRUE);
}

/* --- replacements ----------------------------------------------------------------------------- */

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

static SvgPiece piece_of(const GString *text, gsize from, gsize to)
{
    return (SvgPiece){text->str + from, to - from};
}

/* state->old at `offset` became state->text; both are empty from here on. */
static gboolean tell(const State *state, gsize offset)
{
    const GString *old = state->old, *text = state->text;
    gsize head = common_head(old, text), tail = common_tail(old, text, head);
    gsize from = offset + head, end = offset + old->len - tail;
    gboolean good = TRUE;
    if (head + tail < old->len || head + tail < text->len) {
        copy_bytes(state, from > SVG_CONTEXT ? from - SVG_CONTEXT : 0, from, state->head);
        copy_bytes(state, end, end + SVG_CONTEXT, state->tail);
        SvgReplacement made = {
            .offset = from,
            .old = piece_of(old, head, old->len - tail),
            .new_ = piece_of(text, head, text->len - tail),
            .head = piece_of(state->head, 0, state->head->len),
            .tail = piece_of(state->tail, 0, state->tail->len),
        };
        good = state->func(&made, state->data);
    }
    g_string_truncate(state->old, 0);
    g_string_truncate(state->text, 0);
    g_string_truncate(state->head, 0);
    g_string_truncate(state->tail, 0);
    return good;
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
static gboolean tell_all(const State *state, GArray *changes)
{
    gsize start = 0, end = 0;
    g_array_sort(changes, by_rank);
    for (guint i = 0; i < changes->len; i++) {
        const Change *change = &g_array_index(changes, Change, i);
        SvgSlice was = state->texts[change->rank];
        gsize at = offset_of(state, change->rank);
        if (i > 0 && at - end < SVG_CONTEXT) {
            copy_bytes(state, end, at, state->old);
            copy_bytes(state, end, at, state->text);
        } else {
            if (!tell(state, start)) {
                return FALSE;
            }
            start = at;
        }
        g_string_append_len(state->old, was.at, (gssize)was.len);
        g_string_append_len(state->text, change->text.at, (gssize)change->text.len);
        end = at + was.len;
    }
    return tell(state, start) && state->func(NULL, state->data);
}

/* The writes of a commit, and the state after them. */
static gboolean next(State *state, const SvgWeave *weave, guint from, guint to)
{
    g_autoptr(GArray) changes = g_array_sized_new(FALSE, FALSE, sizeof(Change), to - from);
    for (guint i = from; i < to; i++) {
        const SvgWrite *write = &g_array_index(weave->writes, SvgWrite, i);
        Change change = {state->ranks[write->slot], write->new_};
        g_array_append_val(changes, change);
    }
    gboolean good = tell_all(state, changes);
    for (guint i = 0; i < changes->len; i++) {
        const Change *change = &g_array_index(changes, Change, i);
        set_text(state, change->rank, change->text);
    }
    return good;
}

/* From the first state to the last, at one go. */
static gboolean whole(State *state, const SvgWeave *weave)
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
    return tell_all(state, changes);
}

gboolean svg_document_replacements(SvgDocument *doc, guint from, guint to, gsize max_bytes,
                                   SvgReplacementFunc func, gpointer data)
{
    g_autoptr(SvgWeave) weave = svg_weave_new(doc, from, to, max_bytes);
    if (!weave) {
        return FALSE;
    }
    State state = state_of(weave);
    state.func = func;
    state.data = data;
    guint start = 0;
    gboolean good = TRUE;
    for (guint i = 0; good && i < weave->ends->len; i++) {
        guint end = g_array_index(weave->ends, guint, i);
        good = next(&state, weave, start, end);
        start = end;
    }
    good = good && whole(&state, weave);
    state_clear(&state);
    return good;
}
