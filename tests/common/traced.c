#include "common/traced.h"

/* The next state, as far as it is told, from the one before it. */
typedef struct {
    GBytes *state;
    GString *next;
    gsize end; /* in the state before */
} Told;

static void assert_has(GBytes *state, gsize offset, SvgPiece part)
{
    gsize size;
    const char *data = g_bytes_get_data(state, &size);
    g_assert_cmpuint(offset, <=, size);
    g_assert_cmpuint(part.len, <=, size - offset);
    g_assert_cmpmem(data + offset, part.len, part.at, part.len);
}

static void copy_to(Told *told, gsize offset)
{
    const char *data = g_bytes_get_data(told->state, NULL);
    g_string_append_len(told->next, data + told->end, (gssize)(offset - told->end));
}

/* The bytes that are replaced, and those around them, must be there. */
static void on_replacement(const SvgReplacement *at, gpointer data)
{
    Told *told = data;
    gsize size = g_bytes_get_size(told->state), behind = at->offset + at->old.len;
    g_assert_true(told->end == 0 || at->offset - told->end >= SVG_CONTEXT);
    g_assert_cmpuint(at->head.len, ==, MIN(at->offset, SVG_CONTEXT));
    g_assert_cmpuint(at->tail.len, ==, MIN(size - behind, SVG_CONTEXT));
    g_assert_true(at->old.len || at->new_.len);
    assert_has(told->state, at->offset, at->old);
    assert_has(told->state, at->offset - at->head.len, at->head);
    assert_has(told->state, behind, at->tail);
    copy_to(told, at->offset);
    g_string_append_len(told->next, at->new_.at, (gssize)at->new_.len);
    told->end = behind;
}

static Told told_from(GBytes *state)
{
    return (Told){.state = state, .next = g_string_new(NULL)};
}

static gboolean gives(Told *told, GBytes *next, const char *what, guint depth)
{
    copy_to(told, g_bytes_get_size(told->state));
    g_autoptr(GBytes) got = g_string_free_to_bytes(told->next);
    gboolean same = g_bytes_equal(got, next);
    if (!same) {
        g_test_message("the replacements of %s don't give the state at depth %u", what, depth);
    }
    return same;
}

gboolean test_traced(SvgDocument *doc, GPtrArray *states, guint from, guint to)
{
    g_autoptr(SvgTrace) trace = svg_trace_new(doc, from, to, G_MAXSIZE);
    for (guint i = from; i < to; i++) {
        Told told = told_from(states->pdata[i]);
        g_assert_true(svg_trace_next(trace, on_replacement, &told));
        if (!gives(&told, states->pdata[i + 1], "a commit", i + 1)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < 2; i++) {
        Told told = told_from(states->pdata[from]);
        g_assert_false(svg_trace_next(trace, on_replacement, &told));
        svg_trace_all(trace, on_replacement, &told);
        if (!gives(&told, states->pdata[to], "all", to)) {
            return FALSE;
        }
    }
    return TRUE;
}
