/* Neighbours that are nearly in line, in a drawing where others are. */
#include "lint/linter.h"

#include <math.h>
#include <string.h>

#define LEAST_PX   1    /* a smaller step isn't seen */
#define MOST_PX    3.1  /* a larger one is meant, and so is … */
#define MOST_SHARE 0.12 /* … one of more of the smaller side */
#define IN_LINE_PX 0.5  /* apart: in line */
#define REACH      2.5  /* longer sides: the widest gap between neighbours */
#define MOST_STEPS 24   /* in which the gap is looked over */
#define COMMON     0.5  /* of the shorter sides: neighbours face each other */
#define LIKE       0.5  /* of the larger: two sizes that are compared */
#define TIDY       0.6  /* of the pairs of neighbours are in line, or it isn't such a drawing … */
#define ENOUGH     2048 /* … which so many shapes tell, wherever they are */

/* A box as seen across: one axis at a time. */
typedef struct {
    double start, size;
} Span;

typedef struct {
    guint a, b;
    gboolean across; /* b is to the right of a: it is their tops that may be in line */
    guint8 in_line;
    guint8 near_miss;
} Pair;

typedef struct {
    GArray *all;      /* Pair */
    guint in_line[2]; /* how many, by `across` */
    guint others[2];  /* … that aren't nearly, either */
} Pairs;

static const SvgEntry *entry_at(const SvgLinter *linter, guint index)
{
    return svg_scene_entry(linter->scene, index);
}

static gboolean may_be_in_row(const SvgLinter *linter, guint thing)
{
    const SvgLintFacts *facts = &linter->facts[thing];

    return facts->labelled && !facts->holds && svg_linter_counts(linter, thing);
}

/* Each is asked about by all of its neighbours. */
static gboolean is_looked_at(const SvgLinter *linter, guint thing)
{
    enum { UNKNOWN, YES, NO };
    SvgLintFacts *facts = &linter->facts[thing];

    if (facts->row == UNKNOWN) {
        facts->row = may_be_in_row(linter, thing) ? YES : NO;
    }
    return facts->row == YES;
}

static Span span_of(SvgBox box, gboolean across)
{
    return across ? (Span){box.y, box.h} : (Span){box.x, box.w};
}

/* --- neighbours ------------------------------------------------------------------------------- */

static gboolean face_each_other(Span a, Span b)
{
    double common = MIN(a.start + a.size, b.start + b.size) - MAX(a.start, b.start);

    return common >= COMMON * MIN(a.size, b.size);
}

static gboolean are_alike(SvgBox a, SvgBox b)
{
    return MIN(a.w, b.w) >= LIKE * MAX(a.w, b.w) && MIN(a.h, b.h) >= LIKE * MAX(a.h, b.h);
}

/* The node at `p`, in the same container as `from`. */
static guint node_at(SvgLinter *linter, SvgPoint p, guint from)
{
    guint found[SVG_LINT_NEAR + 1];
    guint n = svg_linter_outlines_at(linter, p, found, SVG_LINT_NEAR + 1);

    if (n > SVG_LINT_NEAR) {
        n = svg_linter_nodes_at(linter, p, found, SVG_LINT_NEAR);
    }
    for (guint i = 0; i < n; i++) {
        if (found[i] != from && is_looked_at(linter, found[i]) &&
            linter->facts[found[i]].holder == linter->facts[from].holder) {
            return found[i];
        }
    }
    return SVG_NO_ENTRY;
}

/* The first node to the right of it, or below it. */
static guint next_to(SvgLinter *linter, guint from, gboolean across)
{
    SvgBox box = entry_at(linter, from)->box;
    SvgPoint at = svg_box_center(box);
    double side = across ? box.w : box.h, reach = REACH * MAX(box.w, box.h);
    double step = MAX(LIKE * side, reach / MOST_STEPS);

    for (guint i = 0; i < MOST_STEPS && (i + 0.5) * step < reach; i++) {
        double gone = side / 2 + (i + 0.5) * step;
        SvgPoint p = across ? (SvgPoint){at.x + gone, at.y} : (SvgPoint){at.x, at.y + gone};
        guint found = node_at(linter, p, from);

        if (found != SVG_NO_ENTRY) {
            return found;
        }
    }
    return SVG_NO_ENTRY;
}

/* --- near misses ------------------------------------------------------------------------------ */

/* Starts, middles and ends of two spans: how far apart they are. */
static void steps_between(Span a, Span b, double steps[3])
{
    for (guint i = 0; i < 3; i++) {
        steps[i] = b.start + b.size * i / 2 - a.start - a.size * i / 2;
    }
}

static double nearest(const double steps[3])
{
    return MIN(MIN(fabs(steps[0]), fabs(steps[1])), fabs(steps[2]));
}

/* Two of the same size are a step apart as a whole; of others it can't be told what was meant. */
static gboolean is_near_miss(const SvgLinter *linter, Span a, Span b, double side)
{
    double steps[3];

    steps_between(a, b, steps);
    return fabs(a.size - b.size) <= IN_LINE_PX * linter->px &&
           fabs(steps[1]) >= LEAST_PX * linter->px &&
           fabs(steps[1]) <= MIN(MOST_PX * linter->px, MOST_SHARE * side);
}

static void add_pair(SvgLinter *linter, Pairs *pairs, guint a, gboolean across)
{
    Pair pair = {a, next_to(linter, a, across), across, FALSE, FALSE};
    SvgBox p, q;
    Span first, second;
    double steps[3];

    if (pair.b == SVG_NO_ENTRY) {
        return;
    }
    p = entry_at(linter, a)->box;
    q = entry_at(linter, pair.b)->box;
    first = span_of(p, across);
    second = span_of(q, across);
    if (face_each_other(first, second) && are_alike(p, q)) {
        steps_between(first, second, steps);
        pair.in_line = nearest(steps) <= IN_LINE_PX * linter->px;
        pair.near_miss =
            !pair.in_line && is_near_miss(linter, first, second, MIN(MIN(p.w, p.h), MIN(q.w, q.h)));
        pairs->in_line[across] += pair.in_line;
        pairs->others[across] += !pair.in_line && !pair.near_miss;
        g_array_append_val(pairs->all, pair);
    }
}

/* Where neighbours are in line only now and then, it means nothing that two of them nearly are.
 * Rows and columns are different things: programs that lay graphs out make rows, but no columns. */
static gboolean is_tidy(const Pairs *pairs, gboolean across)
{
    return pairs->in_line[across] >= TIDY * (pairs->in_line[across] + pairs->others[across]);
}

static void add_pairs(SvgLinter *linter, Pairs *pairs, guint thing)
{
    if (is_looked_at(linter, thing)) {
        add_pair(linter, pairs, thing, FALSE);
        add_pair(linter, pairs, thing, TRUE);
    }
}

/* Of shapes near the view. */
static void find_pairs(SvgLinter *linter, Pairs *pairs)
{
    for (guint i = 0; i < linter->near->len; i++) {
        add_pairs(linter, pairs, svg_linter_near(linter, i));
    }
}

/* What the whole drawing is like: of many shapes, some are asked. */
static void find_sample(SvgLinter *linter, Pairs *pairs)
{
    guint every = MAX(linter->n_nodes / ENOUGH, 1);

    for (guint i = 0; i < linter->n; i++) {
        if (svg_linter_in_sample(i, every)) {
            add_pairs(linter, pairs, i);
        }
    }
}

static gboolean has_near_miss(const GArray *pairs)
{
    for (guint i = 0; i < pairs->len; i++) {
        if (g_array_index(pairs, Pair, i).near_miss) {
            return TRUE;
        }
    }
    return FALSE;
}

static void report_pair(SvgLinter *linter, const Pair *pair)
{
    const guint things[] = {pair->a, pair->b};
    Span a = span_of(entry_at(linter, pair->a)->box, pair->across);
    Span b = span_of(entry_at(linter, pair->b)->box, pair->across);
    double step = b.start - a.start;
    g_autofree char *first = svg_linter_words(linter, pair->a);
    g_autofree char *second = svg_linter_words(linter, pair->b);
    g_autofree char *by = svg_linter_number(linter, fabs(step));
    const char *where = pair->across ? (step > 0 ? "lower" : "higher")
                                     : (step > 0 ? "further right" : "further left");

    svg_linter_report(linter, SVG_LINT_NEAR_MISS, things, 2,
                      "%s stands %s units %s than its neighbour %s, which is of the same size.",
                      second, by, where, first);
}

void svg_lint_near_miss(SvgLinter *linter)
{
    g_autoptr(GArray) near = g_array_new(FALSE, FALSE, sizeof(Pair));
    g_autoptr(GArray) sample = g_array_new(FALSE, FALSE, sizeof(Pair));
    Pairs pairs = {.all = near}, others = {.all = sample};
    const Pairs *drawing = linter->partial ? &others : &pairs;

    if (linter->n_nodes < 2) {
        return;
    }
    svg_linter_need_holders(linter);
    find_pairs(linter, &pairs);
    if (drawing == &others && has_near_miss(near)) {
        find_sample(linter, &others);
    }
    for (guint i = 0; i < near->len; i++) {
        const Pair *pair = &g_array_index(near, Pair, i);

        if (pair->near_miss && is_tidy(drawing, pair->across)) {
            report_pair(linter, pair);
        }
    }
}
