/* The boxes of a <text> and of the spans in it. */
#include "geometry/text.h"
#include "geometry/text_layout.h"
#include "geometry/text_shape.h"
#include "geometry/text_wrap.h"

#include <math.h>

/* Memory that one text after another is laid out in. */
typedef struct {
    SvgTextRuns runs;
    GArray *placed; /* SvgTextPlaced */
    GArray *bounds; /* SvgBounds of each run */
    GArray *sums;   /* SvgBounds of each span */
} Scratch;

/* --- memory ----------------------------------------------------------------------------------- */

static void scratch_free(gpointer data)
{
    Scratch *scratch = data;

    svg_text_runs_clear(&scratch->runs);
    g_array_unref(scratch->placed);
    g_array_unref(scratch->bounds);
    g_array_unref(scratch->sums);
    g_free(scratch);
}

/* Of this thread, between one text and the next. */
static GPrivate spare = G_PRIVATE_INIT(scratch_free);

static Scratch *scratch_take(void)
{
    Scratch *scratch = g_private_get(&spare);

    g_private_set(&spare, NULL);
    if (!scratch) {
        scratch = g_new(Scratch, 1);
        svg_text_runs_init(&scratch->runs);
        scratch->placed = g_array_new(FALSE, FALSE, sizeof(SvgTextPlaced));
        scratch->bounds = g_array_new(FALSE, FALSE, sizeof(SvgBounds));
        scratch->sums = g_array_new(FALSE, FALSE, sizeof(SvgBounds));
    }
    return scratch;
}

void svg_text_layout_cleanup(void)
{
    g_private_replace(&spare, NULL);
}

void svg_text_cleanup(void)
{
    svg_text_layout_cleanup();
    svg_text_shapes_cleanup();
}

/* --- elements --------------------------------------------------------------------------------- */

/* Half of the stroke on each side, as Inkscape grows the boxes of texts. */
static void add_stroke(SvgBox *box, const SvgStyle *style, SvgMatrix m)
{
    double half = style->stroke_width / 2 * svg_matrix_scale(m);

    if (style->stroke.kind != SVG_PAINT_NONE && !svg_box_is_empty(*box)) {
        *box = (SvgBox){box->x - half, box->y - half, box->w + 2 * half, box->h + 2 * half};
    }
}

static void add_strokes(Scratch *scratch, SvgMatrix m)
{
    const GArray *runs = scratch->runs.runs;

    for (guint i = 0; i < runs->len; i++) {
        int span = g_array_index(runs, SvgTextRun, i).span;

        add_stroke(&g_array_index(scratch->bounds, SvgBounds, i).visual,
                   svg_text_style(&scratch->runs, span), m);
    }
}

/* Which box the rules are for. */
static void take_box(SvgBounds *to, const SvgBounds *from, SvgTextRules rules)
{
    if (rules == SVG_TEXT_STANDARD) {
        to->geometric = svg_box_union(to->geometric, from->geometric);
    } else {
        to->visual = svg_box_union(to->visual, from->visual);
    }
}

/* Adds the boxes of the runs to those of the spans they are in, and to *whole. */
static void sum_up(const Scratch *scratch, SvgTextRules rules, SvgBounds *whole)
{
    const SvgTextRuns *runs = &scratch->runs;
    SvgBounds *sums = (SvgBounds *)scratch->sums->data;

    for (guint i = 0; i < runs->runs->len; i++) {
        const SvgBounds *bounds = &g_array_index(scratch->bounds, SvgBounds, i);
        int span = g_array_index(runs->runs, SvgTextRun, i).span;

        take_box(span == SVG_TEXT_NO_SPAN ? whole : &sums[span], bounds, rules);
    }
    for (guint i = runs->spans->len; i-- > 0;) {
        int parent = g_array_index(runs->spans, SvgTextSpan, i).parent;

        take_box(parent == SVG_TEXT_NO_SPAN ? whole : &sums[parent], &sums[i], rules);
    }
}

/* Whether the other rules may come to something else. */
static gboolean measure(Scratch *scratch, SvgDocument *doc, SvgNode *text,
                        const SvgContext *context, SvgTextRules rules, SvgBounds *whole)
{
    SvgTextRuns *runs = &scratch->runs;
    SvgBounds none = SVG_BOUNDS_EMPTY;

    svg_text_runs_read(runs, doc, text, context, rules);
    svg_text_wrap_runs(runs, doc, text, context);
    runs->differs |= svg_text_lay_out(runs, doc, text, context, scratch->placed, scratch->bounds);
    add_strokes(scratch, context->matrix);
    for (guint i = scratch->sums->len; i < runs->spans->len; i++) {
        g_array_append_val(scratch->sums, none);
    }
    sum_up(scratch, rules, whole);
    return runs->differs;
}

/* Those that Inkscape has boxes for: an <a> is the group of the spans in it. */
static gboolean is_reported(const SvgTextRuns *runs, guint index)
{
    const SvgTextSpan *span = &g_array_index(runs->spans, SvgTextSpan, index);
    SvgTag tag = svg_node_tag(span->node);

    return tag == SVG_TAG_TSPAN || tag == SVG_TAG_TREF ||
           (tag == SVG_TAG_A && index + 1 < runs->spans->len && span[1].parent == (int)index);
}

SvgBounds svg_text_bounds(SvgDocument *doc, SvgNode *text, const SvgContext *context,
                          SvgBoundsFunc func, gpointer data)
{
    Scratch *scratch = scratch_take();
    SvgBounds whole = SVG_BOUNDS_EMPTY;

    g_array_set_size(scratch->sums, 0);
    if (measure(scratch, doc, text, context, SVG_TEXT_INKSCAPE, &whole)) {
        measure(scratch, doc, text, context, SVG_TEXT_STANDARD, &whole);
    } else {
        sum_up(scratch, SVG_TEXT_STANDARD, &whole);
    }
    for (guint i = 0; func && i < scratch->runs.spans->len; i++) {
        const SvgTextSpan *span = &g_array_index(scratch->runs.spans, SvgTextSpan, i);

        if (is_reported(&scratch->runs, i)) {
            func(span->node, &g_array_index(scratch->sums, SvgBounds, i), &span->style,
                 context->matrix, NULL, data);
        }
    }
    g_private_replace(&spare, scratch);
    return whole;
}
