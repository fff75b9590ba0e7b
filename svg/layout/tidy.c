/* Shapes that nearly stand in a row or column do. */
#include "layout/plan.h"

#define REACH 0.4 /* of their size */

typedef struct {
    guint item;
    double at; /* its middle, across the row */
} Place;

static gint by_at(gconstpointer a, gconstpointer b)
{
    double x = ((const Place *)a)->at, y = ((const Place *)b)->at;
    return (x > y) - (x < y);
}

static GArray *places_of(const SvgPlan *plan, int frame, gboolean rows)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        SvgPoint middle = svg_item_middle(item);
        Place place = {i, rows ? middle.y : middle.x};
        if (item->role == SVG_ROLE_NODE && item->in == frame) {
            g_array_append_val(places, place);
        }
    }
    g_array_sort(places, by_at);
    return places;
}

/* Where the row is: at what stays in it, else in the middle of all. */
static double line_of(const SvgPlan *plan, const Place *places, guint n)
{
    double sum = 0, pinned = 0;
    guint n_pinned = 0;
    for (guint i = 0; i < n; i++) {
        gboolean stays = svg_plan_item(plan, places[i].item)->pinned;
        sum += places[i].at;
        pinned += stays ? places[i].at : 0;
        n_pinned += stays;
    }
    return n_pinned ? pinned / n_pinned : sum / n;
}

static void line_up(SvgPlan *plan, const Place *places, guint n, gboolean rows)
{
    double line = line_of(plan, places, n);
    for (guint i = 0; i < n; i++) {
        SvgItem *item = svg_plan_item(plan, places[i].item);
        double by = item->pinned ? 0 : line - places[i].at;
        item->to = svg_box_offset(item->to, rows ? 0 : by, rows ? by : 0);
    }
}

/* Those of a row, or column, are that near to its first. */
static double reach_of(const SvgPlan *plan, const GArray *places, gboolean rows)
{
    double sum = 0;
    for (guint i = 0; i < places->len; i++) {
        const SvgItem *item = svg_plan_item(plan, g_array_index(places, Place, i).item);
        sum += rows ? item->box.h : item->box.w;
    }
    return places->len ? sum / places->len * REACH : 0;
}

static void line_up_all(SvgPlan *plan, int frame, gboolean rows)
{
    g_autoptr(GArray) places = places_of(plan, frame, rows);
    const Place *place = (const Place *)places->data;
    double reach = reach_of(plan, places, rows);
    for (guint first = 0, next; first < places->len; first = next) {
        for (next = first + 1; next < places->len && place[next].at - place[first].at < reach;
             next++) {
        }
        line_up(plan, place + first, next - first, rows);
    }
}

void svg_plan_tidy(SvgPlan *plan)
{
    for (int frame = -1; frame < (int)plan->items->len; frame++) {
        if (frame < 0 || svg_plan_item(plan, (guint)frame)->role == SVG_ROLE_FRAME) {
            line_up_all(plan, frame, TRUE);
            line_up_all(plan, frame, FALSE);
        }
    }
}
