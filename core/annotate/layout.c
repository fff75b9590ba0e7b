/* Where there is room. */
#include "annotate/layout.h"

#define BACKDROP 0.5 /* of the page: what is larger is behind things */
#define HEAD     3   /* gaps: from an arrow's end, where its head is */
#define EDGE     0.5 /* of a gap: from the edge of the page */

enum { GRID = 48 /* places along each side that are looked at */ };

/* --- what is there ---------------------------------------------------------------------------- */

static void add_box(FairyLayout *layout, SvgDocument *doc, const char *id)
{
    SvgBox box;
    if (id && svg_document_bounds(doc, id, &box, NULL)) {
        g_array_append_val(layout->taken, box);
    }
}

static void add_words(FairyLayout *layout, SvgDocument *doc, const SvgShape *shape)
{
    g_auto(GStrv) labels = svg_document_labels(doc, shape->id);
    for (char **label = labels; *label; label++) {
        add_box(layout, doc, *label);
    }
}

static void add_outline(FairyLayout *layout, SvgDocument *doc, const SvgShape *shape)
{
    g_autoptr(GArray) stretches = svg_document_stretches(doc, shape->id);
    if (stretches->len > 0) {
        g_array_append_vals(layout->stretches, stretches->data, stretches->len);
    }
}

static gboolean is_backdrop(const FairyLayout *layout, const SvgShape *shape)
{
    return svg_box_area(shape->box) > BACKDROP * svg_box_area(layout->page) &&
           !(shape->text && shape->kind == SVG_KIND_TEXT);
}

static gboolean is_link(const SvgShape *shape)
{
    return shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
}

/* Heads are no shapes, and may be drawn by themselves. */
static void add_heads(FairyLayout *layout, const SvgShape *shape)
{
    const SvgPoint ends[] = {shape->start, shape->end};
    double side = HEAD * layout->gap;
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        SvgBox box = svg_box_grown((SvgBox){ends[i].x, ends[i].y, 0, 0}, side, side);
        g_array_append_val(layout->taken, box);
    }
}

static void add_shape(FairyLayout *layout, SvgDocument *doc, const SvgShape *shape, gboolean holds)
{
    if (shape->kind == SVG_KIND_GROUP) {
        return;
    }
    add_words(layout, doc, shape);
    if (is_link(shape) || holds) {
        add_outline(layout, doc, shape);
        if (shape->kind == SVG_KIND_ARROW) {
            add_heads(layout, shape);
        }
    } else if (!is_backdrop(layout, shape)) {
        g_array_append_val(layout->taken, shape->box);
    }
}

FairyLayout *fairy_layout_new(SvgDocument *doc, const FairyGraph *graph, double gap)
{
    FairyLayout *layout = g_new0(FairyLayout, 1);
    g_autoptr(GHashTable) holders = g_hash_table_new(g_direct_hash, g_direct_equal);
    layout->page = svg_document_page(doc);
    layout->taken = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    layout->stretches = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
    layout->gap = gap;
    for (guint i = 0; i < graph->nodes->len; i++) {
        const FairyNode *node = fairy_graph_node(graph, (int)i);
        if (node->n_held > 0) {
            g_hash_table_add(holders, (gpointer)node->shape);
        }
    }
    for (guint i = 0; i < graph->shapes->len; i++) {
        const SvgShape *shape = graph->shapes->pdata[i];
        add_shape(layout, doc, shape, g_hash_table_contains(holders, shape));
    }
    return layout;
}

void fairy_layout_free(FairyLayout *layout)
{
    if (layout) {
        g_array_unref(layout->taken);
        g_array_unref(layout->stretches);
        g_free(layout);
    }
}

/* --- what is free ----------------------------------------------------------------------------- */

/* What of the stretch from t[0] to t[1] is within two limits, in one direction. */
static gboolean clip(double from, double way, double low, double high, double t[2])
{
    if (way == 0) {
        return from >= low && from <= high;
    }
    double a = (low - from) / way, b = (high - from) / way;
    t[0] = MAX(t[0], MIN(a, b));
    t[1] = MIN(t[1], MAX(a, b));
    return t[0] <= t[1];
}

static gboolean crosses(SvgPoint a, SvgPoint b, SvgBox box)
{
    double t[2] = {0, 1};
    return clip(a.x, b.x - a.x, box.x, box.x + box.w, t) &&
           clip(a.y, b.y - a.y, box.y, box.y + box.h, t);
}

gboolean fairy_layout_is_free(const FairyLayout *layout, SvgBox box)
{
    SvgBox around = svg_box_grown(box, layout->gap, layout->gap);
    SvgBox inked = svg_box_grown(box, EDGE * layout->gap, EDGE * layout->gap);
    if (!svg_box_contains(layout->page, inked)) {
        return FALSE;
    }
    for (guint i = 0; i < layout->taken->len; i++) {
        if (svg_box_touches(around, g_array_index(layout->taken, SvgBox, i))) {
            return FALSE;
        }
    }
    for (guint i = 0; i + 1 < layout->stretches->len; i += 2) {
        const SvgPoint *ends = &g_array_index(layout->stretches, SvgPoint, i);
        if (crosses(ends[0], ends[1], around)) {
            return FALSE;
        }
    }
    return TRUE;
}

void fairy_layout_take(FairyLayout *layout, SvgBox box)
{
    g_array_append_val(layout->taken, box);
}

/* --- a place ---------------------------------------------------------------------------------- */

/* Step `i` from a corner: from the right and the bottom, unless `left`, `top`. */
static SvgBox place_at(const FairyLayout *layout, SvgBox size, guint i, guint k, gboolean left,
                       gboolean top)
{
    SvgBox page = svg_box_grown(layout->page, -layout->gap, -layout->gap);
    double dx = (page.w - size.w) * i / GRID, dy = (page.h - size.h) * k / GRID;
    return (SvgBox){left ? page.x + dx : page.x + page.w - size.w - dx,
                    top ? page.y + dy : page.y + page.h - size.h - dy, size.w, size.h};
}

gboolean fairy_layout_find(const FairyLayout *layout, double w, double h, SvgBox *place)
{
    const SvgBox size = {0, 0, w, h};
    if (w > layout->page.w - 2 * layout->gap || h > layout->page.h - 2 * layout->gap) {
        return FALSE;
    }
    for (guint away = 0; away <= 2 * GRID; away++) {
        for (guint corner = 0; corner < 4; corner++) {
            for (guint i = away > GRID ? away - GRID : 0; i <= MIN(away, GRID); i++) {
                *place = place_at(layout, size, i, away - i, (corner & 1) != 0, (corner & 2) != 0);
                if (fairy_layout_is_free(layout, *place)) {
                    return TRUE;
                }
            }
        }
    }
    return FALSE;
}
