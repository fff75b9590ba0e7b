/* From writes into slots to replacements of bytes. Where a slot begins in some state is the sum of
 * those before it, kept in a Fenwick tree. */
#include "document/document_priv.h"
#include "journal/byte_timeline.h"

#include <svg/journal.h>

struct _SvgTrace {
    SvgByteTimeline
        *timeline;  /* slots that hold what they hold in the state that has been reached */
    guint n;        /* slots */
    guint *order;   /* the slots in order */
    guint *ranks;   /* slot → place in it */
    gsize *sums;    /* Fenwick tree over their lengths, from 1 */
    guint n_told;   /* commits */
    gboolean first; /* what counts is what they hold in the first state */
    GString *old, *text, *head, *tail; /* of the replacement that is being made */
};

/* What is being told: old and text, above, are those of the bytes from `start` to `end`. */
typedef struct {
    SvgReplacementFunc func;
    gpointer data;
    gsize start, end;
} Replacing;

static SvgSlot *slot_of(const SvgTrace *trace, guint rank)
{
    return &g_array_index(trace->timeline->slots, SvgSlot, trace->order[rank]);
}

static SvgSlice text_of(const SvgTrace *trace, guint rank)
{
    const SvgSlot *slot = slot_of(trace, rank);
    return trace->first ? slot->first : slot->now;
}

/* --- lengths ---------------------------------------------------------------------------------- */

static void add_up(SvgTrace *trace)
{
    memset(trace->sums, 0, sizeof *trace->sums * (trace->n + 1));
    for (guint i = 1; i <= trace->n; i++) {
        trace->sums[i] += text_of(trace, i - 1).len;
        if (i + (i & -i) <= trace->n) {
            trace->sums[i + (i & -i)] += trace->sums[i];
        }
    }
}

static void set_text(SvgTrace *trace, guint rank, SvgSlice text)
{
    SvgSlot *slot = slot_of(trace, rank);
    gsize change = text.len - slot->now.len; /* wraps around, and back when added */
    slot->now = text;
    for (guint i = rank + 1; change && i <= trace->n; i += i & -i) {
        trace->sums[i] += change;
    }
}

/* How many bytes are before the first `n` slots' end. */
static gsize offset_of(const SvgTrace *trace, guint n)
{
    gsize sum = 0;
    for (guint i = n; i > 0; i -= i & -i) {
        sum += trace->sums[i];
    }
    return sum;
}

/* The slot that holds the byte at *offset, which becomes the place in it; n beyond the end. */
static guint slot_with(const SvgTrace *trace, gsize *offset)
{
    guint at = 0, bit = 1;
    while (bit <= trace->n / 2) {
        bit *= 2;
    }
    for (; bit; bit /= 2) {
        if (at + bit <= trace->n && trace->sums[at + bit] <= *offset) {
            at += bit;
            *offset -= trace->sums[at];
        }
    }
    return at;
}

static void copy_bytes(const SvgTrace *trace, gsize from, gsize to, GString *out)
{
    while (from < to) {
        gsize in_slot = from;
        guint rank = slot_with(trace, &in_slot);
        if (rank >= trace->n) {
            return;
        }
        SvgSlice text = text_of(trace, rank);
        gsize len = MIN(to - from, text.len - in_slot);
        g_string_append_len(out, text.at + in_slot, (gssize)len);
        from += len;
    }
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

/* trace->old became trace->text; both are empty from here on. */
static void tell(const SvgTrace *trace, const Replacing *replacing)
{
    const GString *old = trace->old, *text = trace->text;
    gsize head = common_head(old, text), tail = common_tail(old, text, head);
    gsize from = replacing->start + head, end = replacing->end - tail;
    if (head + tail < old->len || head + tail < text->len) {
        copy_bytes(trace, from > SVG_CONTEXT ? from - SVG_CONTEXT : 0, from, trace->head);
        copy_bytes(trace, end, end + SVG_CONTEXT, trace->tail);
        SvgReplacement made = {
            .offset = from,
            .old = piece_of(old, head, old->len - tail),
            .new_ = piece_of(text, head, text->len - tail),
            .head = piece_of(trace->head, 0, trace->head->len),
            .tail = piece_of(trace->tail, 0, trace->tail->len),
        };
        replacing->func(&made, replacing->data);
    }
    g_string_truncate(trace->old, 0);
    g_string_truncate(trace->text, 0);
    g_string_truncate(trace->head, 0);
    g_string_truncate(trace->tail, 0);
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

/* The next in order. Changes with less than SVG_CONTEXT bytes between them are one replacement. */
static void add(const SvgTrace *trace, Change change, Replacing *replacing)
{
    SvgSlice was = text_of(trace, change.rank);
    gsize at = offset_of(trace, change.rank);
    gboolean more = trace->old->len || trace->text->len;
    if (more && at - replacing->end < SVG_CONTEXT) {
        copy_bytes(trace, replacing->end, at, trace->old);
        copy_bytes(trace, replacing->end, at, trace->text);
    } else {
        tell(trace, replacing);
        replacing->start = at;
    }
    g_string_append_len(trace->old, was.at, (gssize)was.len);
    g_string_append_len(trace->text, change.text.at, (gssize)change.text.len);
    replacing->end = at + was.len;
}

gboolean svg_trace_next(SvgTrace *trace, SvgReplacementFunc func, gpointer data)
{
    const SvgByteTimeline *timeline = trace->timeline;
    guint n = trace->n_told;
    if (n == timeline->ends->len) {
        return FALSE;
    }
    guint from = n > 0 ? g_array_index(timeline->ends, guint, n - 1) : 0;
    guint to = g_array_index(timeline->ends, guint, n);
    g_autoptr(GArray) changes = g_array_sized_new(FALSE, FALSE, sizeof(Change), to - from);
    for (guint i = from; i < to; i++) {
        const SvgWrite *write = &g_array_index(timeline->writes, SvgWrite, i);
        Change change = {trace->ranks[write->slot], {write->at, write->len}};
        g_array_append_val(changes, change);
    }
    g_array_sort(changes, by_rank);
    Replacing replacing = {.func = func, .data = data};
    for (guint i = 0; i < changes->len; i++) {
        add(trace, g_array_index(changes, Change, i), &replacing);
    }
    tell(trace, &replacing);
    for (guint i = 0; i < changes->len; i++) {
        const Change *change = &g_array_index(changes, Change, i);
        set_text(trace, change->rank, change->text);
    }
    trace->n_told++;
    return TRUE;
}

void svg_trace_all(SvgTrace *trace, SvgReplacementFunc func, gpointer data)
{
    g_return_if_fail(trace->n_told == trace->timeline->ends->len);
    trace->first = TRUE;
    add_up(trace);
    Replacing replacing = {.func = func, .data = data};
    for (guint rank = 0; rank < trace->n; rank++) {
        const SvgSlot *slot = slot_of(trace, rank);
        if (slot->first.at != slot->now.at || slot->first.len != slot->now.len) {
            add(trace, (Change){rank, slot->now}, &replacing);
        }
    }
    tell(trace, &replacing);
}

/* --- making it -------------------------------------------------------------------------------- */

SvgTrace *svg_trace_new(SvgDocument *doc, guint from, guint to, gsize max_bytes)
{
    g_autoptr(SvgByteTimeline) timeline = svg_byte_timeline_new(doc, from, to, max_bytes);
    if (!timeline) {
        return NULL;
    }
    guint n = timeline->slots->len, slot = 0;
    SvgTrace *trace = g_new(SvgTrace, 1);
    *trace = (SvgTrace){.timeline = g_steal_pointer(&timeline),
                        .n = n,
                        .order = g_new(guint, n),
                        .ranks = g_new(guint, n),
                        .sums = g_new(gsize, n + 1),
                        .old = g_string_new(NULL),
                        .text = g_string_new(NULL),
                        .head = g_string_new(NULL),
                        .tail = g_string_new(NULL)};
    for (guint rank = 0; rank < n; rank++) {
        trace->order[rank] = slot;
        trace->ranks[slot] = rank;
        SvgSlot *at = slot_of(trace, rank);
        at->now = at->first;
        slot = at->next;
    }
    add_up(trace);
    return trace;
}

void svg_trace_free(SvgTrace *trace)
{
    if (!trace) {
        return;
    }
    svg_byte_timeline_free(trace->timeline);
    g_free(trace->order);
    g_free(trace->ranks);
    g_free(trace->sums);
    g_string_free(trace->old, TRUE);
    g_string_free(trace->text, TRUE);
    g_string_free(trace->head, TRUE);
    g_string_free(trace->tail, TRUE);
    g_free(trace);
}
