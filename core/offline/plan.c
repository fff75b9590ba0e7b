/* The plan of the plain-command reader: the shapes as they will be, and what is said about them. */
#include "offline/offline.h"

#include <math.h>
#include <string.h>

#define MAX_SHOWN_TITLES 6
#define MAX_GAP_SAMPLES  400

static GPtrArray *copy_array(const GPtrArray *shapes)
{
    GPtrArray *copy = g_ptr_array_new();
    for (guint i = 0; i < shapes->len; i++) {
        g_ptr_array_add(copy, shapes->pdata[i]);
    }
    return copy;
}

/* --- making and unmaking ---------------------------------------------------------------------- */

static void index_name(FairyPlan *plan, const char *name)
{
    if (name && *name) {
        g_hash_table_add(plan->names, fairy_fold(name, -1));
    }
}

void fairy_plan_index(FairyPlan *plan, SvgShape *shape)
{
    g_hash_table_insert(plan->ids, shape->id, shape);
    index_name(plan, shape->id);
    index_name(plan, shape->text);
    index_name(plan, shape->name);
}

static gboolean is_frame_kind(const SvgShape *shape)
{
    return !shape->layer && shape->kind != SVG_KIND_GROUP && shape->kind != SVG_KIND_ARROW &&
           shape->kind != SVG_KIND_LINE && shape->kind != SVG_KIND_TEXT;
}

/* Many drawings start with a rectangle as large as the page; nobody means it by "the boxes". */
static SvgShape *find_background(const FairyPlan *plan)
{
    SvgShape *largest = NULL;
    guint others = 0;
    SvgBox bounds = SVG_BOX_EMPTY;
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (shape->layer || shape->kind == SVG_KIND_GROUP) {
            continue;
        }
        others++;
        bounds = svg_box_union(bounds, shape->box);
        gboolean larger = !largest || shape->box.w * shape->box.h > largest->box.w * largest->box.h;
        if (is_frame_kind(shape) && !shape->text && larger && shape->box.w > 0) {
            largest = shape;
        }
    }
    double slack = largest ? 0.02 * MAX(bounds.w, bounds.h) : 0;
    gboolean around =
        largest && largest->box.w >= bounds.w - slack && largest->box.h >= bounds.h - slack;
    return around && others > 2 ? largest : NULL;
}

static void take_shapes(FairyPlan *plan, GPtrArray *shapes)
{
    plan->shapes = shapes;
    for (guint i = 0; i < shapes->len; i++) {
        fairy_plan_index(plan, shapes->pdata[i]);
    }
    plan->background = find_background(plan);
}

static void clear_claim(gpointer data)
{
    FairyStatement *claim = data;
    g_free(claim->text);
    g_free(claim->clause);
}

FairyPlan *fairy_plan_new(GPtrArray *shapes, SvgDocument *doc, SvgBox page, SvgPoint origin,
                          double step, const char *const *selection)
{
    FairyPlan *plan = g_new0(FairyPlan, 1);
    plan->doc = doc;
    plan->page = page;
    plan->origin = origin;
    plan->step = step > 0 ? step : 1;
    plan->selection = selection;
    plan->area = SVG_BOX_EMPTY;
    plan->gone = g_ptr_array_new_with_free_func((GDestroyNotify)svg_shape_free);
    plan->ids = g_hash_table_new(g_str_hash, g_str_equal);
    plan->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    plan->last = g_ptr_array_new();
    plan->made = g_ptr_array_new();
    plan->actions = cJSON_CreateArray();
    plan->said = g_string_new(NULL);
    plan->claims = g_array_new(FALSE, TRUE, sizeof(FairyStatement));
    g_array_set_clear_func(plan->claims, clear_claim);
    plan->done = g_ptr_array_new_with_free_func(g_free);
    plan->refused = g_ptr_array_new_with_free_func(g_free);
    take_shapes(plan, shapes);
    for (guint i = 0; selection && selection[i]; i++) {
        SvgShape *shape = g_hash_table_lookup(plan->ids, selection[i]);
        if (shape) {
            g_ptr_array_add(plan->last, shape);
        }
    }
    plan->selected = plan->last->len > 0;
    return plan;
}

/* Those of the same ids; what is gone is left out. */
static void find_again(const FairyPlan *plan, GPtrArray *shapes, const GPtrArray *known)
{
    g_ptr_array_set_size(shapes, 0);
    for (guint i = 0; i < known->len; i++) {
        SvgShape *shape = g_hash_table_lookup(plan->ids, ((SvgShape *)known->pdata[i])->id);
        if (shape) {
            g_ptr_array_add(shapes, shape);
        }
    }
}

void fairy_plan_renew(FairyPlan *plan, GPtrArray *shapes)
{
    GPtrArray *old = plan->shapes; /* `last` and `made` point into it */
    g_autoptr(GPtrArray) last = copy_array(plan->last), made = copy_array(plan->made);
    g_hash_table_remove_all(plan->ids);
    g_hash_table_remove_all(plan->names);
    take_shapes(plan, shapes);
    find_again(plan, plan->last, last);
    find_again(plan, plan->made, made);
    g_ptr_array_set_size(plan->gone, 0);
    g_ptr_array_unref(old);
}

void fairy_plan_free(FairyPlan *plan)
{
    if (!plan) {
        return;
    }
    g_ptr_array_unref(plan->last);
    g_ptr_array_unref(plan->made);
    g_hash_table_unref(plan->names);
    g_hash_table_unref(plan->ids);
    g_ptr_array_unref(plan->shapes);
    g_ptr_array_unref(plan->gone);
    cJSON_Delete(plan->actions);
    g_string_free(plan->said, TRUE);
    g_array_unref(plan->claims);
    g_clear_pointer(&plan->tokens, g_array_unref);
    g_free(plan->prompt);
    g_ptr_array_unref(plan->done);
    g_ptr_array_unref(plan->refused);
    g_free(plan->problem);
    g_free(plan);
}

void fairy_plan_remember(FairyPlan *plan, const GPtrArray *shapes)
{
    g_autoptr(GPtrArray) now = copy_array(shapes); /* `shapes` may be `last` itself */
    g_ptr_array_set_size(plan->last, 0);
    g_ptr_array_extend(plan->last, now, NULL, NULL);
    plan->selected = FALSE;
}

gboolean fairy_plan_has(const FairyPlan *plan, const SvgShape *shape)
{
    return (!plan->within || g_hash_table_contains(plan->within, shape)) &&
           (svg_box_is_empty(plan->area) || svg_box_contains(plan->area, shape->box));
}

/* --- saying ----------------------------------------------------------------------------------- */

gboolean fairy_plan_fail(FairyPlan *plan, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *problem = g_strdup_vprintf(format, args);
    va_end(args);
    if (plan->problem) {
        g_free(problem);
    } else {
        plan->problem = problem;
    }
    return FALSE;
}

void fairy_plan_say(FairyPlan *plan, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (plan->said->len) {
        g_string_append_c(plan->said, ' ');
    }
    g_string_append_vprintf(plan->said, format, args);
    va_end(args);
}

static const char *kind_word(const SvgShape *shape)
{
    static const struct {
        SvgKind kind;
        const char *word;
    } words[] = {
        {SVG_KIND_RECTANGLE, "box"},
        {SVG_KIND_DRAW, "path"},
        {SVG_KIND_UNKNOWN, "shape"},
        {SVG_KIND_PARALLELOGRAM_LEFT, "parallelogram"},
        {SVG_KIND_PARALLELOGRAM_RIGHT, "parallelogram"},
    };
    if (shape->layer) {
        return "layer";
    }
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (words[i].kind == shape->kind) {
            return words[i].word;
        }
    }
    return svg_kind_name(shape->kind);
}

char *fairy_shape_title(const SvgShape *shape)
{
    const char *text = shape->text && *shape->text ? shape->text : shape->name;
    if (!text || !*text) {
        return g_strdup_printf("#%s", shape->id);
    }
    g_autofree char *line = g_strdelimit(g_strdup(text), "\n\r\t", ' ');
    if (g_utf8_strlen(line, -1) > 40) {
        g_autofree char *start = g_utf8_substring(line, 0, 38);
        return g_strdup_printf("\"%s…\"", start);
    }
    return g_strdup_printf("\"%s\"", line);
}

char *fairy_plan_titles(const GPtrArray *shapes)
{
    return fairy_plan_some_titles(shapes, MAX_SHOWN_TITLES);
}

char *fairy_plan_some_titles(const GPtrArray *shapes, guint most)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < shapes->len && i < most; i++) {
        g_autofree char *title = fairy_shape_title(shapes->pdata[i]);
        const char *join = i == 0 ? "" : i + 1 == shapes->len ? " and " : ", ";
        g_string_append_printf(out, "%s%s", join, title);
    }
    if (shapes->len > most) {
        g_string_append_printf(out, " and %u more", shapes->len - most);
    }
    return g_string_free(out, FALSE);
}

char *fairy_plan_count(const GPtrArray *shapes)
{
    const char *word = shapes->len ? kind_word(shapes->pdata[0]) : "shape";
    for (guint i = 1; i < shapes->len; i++) {
        if (!g_str_equal(kind_word(shapes->pdata[i]), word)) {
            word = "shape";
        }
    }
    if (shapes->len == 1) {
        g_autofree char *title = fairy_shape_title(shapes->pdata[0]);
        return g_strdup_printf("the %s %s", word, title);
    }
    return g_strdup_printf("%u %s%s", shapes->len, word, g_str_has_suffix(word, "x") ? "es" : "s");
}

/* --- what is known of it ---------------------------------------------------------------------- */

GHashTable *fairy_plan_words(const FairyPlan *plan)
{
    GHashTable *words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GHashTableIter iter;
    gpointer name = NULL;
    g_hash_table_iter_init(&iter, plan->names);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        g_autoptr(GArray) tokens = fairy_lex(name);
        for (guint i = 0; i < tokens->len; i++) {
            g_hash_table_add(words, g_strdup(g_array_index(tokens, FairyToken, i).text));
        }
    }
    return words;
}

GPtrArray *fairy_plan_links(const FairyPlan *plan, const GPtrArray *shapes)
{
    g_autoptr(GHashTable) ids = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *links = g_ptr_array_new();
    for (guint i = 0; i < shapes->len; i++) {
        g_hash_table_add(ids, ((SvgShape *)shapes->pdata[i])->id);
    }
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        gboolean at = (shape->from_id && g_hash_table_contains(ids, shape->from_id)) ||
                      (shape->to_id && g_hash_table_contains(ids, shape->to_id));
        if (at && !g_hash_table_contains(ids, shape->id)) {
            g_ptr_array_add(links, shape);
        }
    }
    return links;
}

/* --- geometry --------------------------------------------------------------------------------- */

SvgBox fairy_shapes_bounds(const GPtrArray *shapes)
{
    SvgBox bounds = SVG_BOX_EMPTY;
    for (guint i = 0; i < shapes->len; i++) {
        bounds = svg_box_union(bounds, ((const SvgShape *)shapes->pdata[i])->box);
    }
    return bounds;
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int by_x(gconstpointer a, gconstpointer b)
{
    const SvgShape *p = *(const SvgShape *const *)a, *q = *(const SvgShape *const *)b;
    int order = compare_numbers(svg_box_center(p->box).x, svg_box_center(q->box).x);
    order = order ? order : compare_numbers(svg_box_center(p->box).y, svg_box_center(q->box).y);
    return order ? order : strcmp(p->id, q->id);
}

static int by_y(gconstpointer a, gconstpointer b)
{
    const SvgShape *p = *(const SvgShape *const *)a, *q = *(const SvgShape *const *)b;
    int order = compare_numbers(svg_box_center(p->box).y, svg_box_center(q->box).y);
    return order ? order : by_x(a, b);
}

GPtrArray *fairy_shapes_sorted(const GPtrArray *shapes, SvgDirection direction)
{
    GPtrArray *sorted = copy_array(shapes);
    g_ptr_array_sort(sorted, direction == SVG_DIRECTION_HORIZONTAL ? by_x : by_y);
    return sorted;
}

/* A frame has no row with one of what is in it. */
static gboolean is_in_row(SvgBox first, SvgBox box)
{
    double off = svg_box_center(box).y - svg_box_center(first).y;
    return off <= MIN(first.h, box.h) / 2;
}

GPtrArray *fairy_shapes_reading_order(const GPtrArray *shapes)
{
    g_autoptr(GPtrArray) rows = fairy_shapes_sorted(shapes, SVG_DIRECTION_VERTICAL);
    GPtrArray *order = g_ptr_array_new();
    for (guint i = 0; i < rows->len;) {
        SvgBox first = ((const SvgShape *)rows->pdata[i])->box;
        g_autoptr(GPtrArray) row = g_ptr_array_new();
        while (i < rows->len) {
            SvgShape *shape = rows->pdata[i];
            if (row->len && !is_in_row(first, shape->box)) {
                break;
            }
            g_ptr_array_add(row, shape);
            i++;
        }
        g_ptr_array_sort(row, by_x);
        for (guint k = 0; k < row->len; k++) {
            g_ptr_array_add(order, row->pdata[k]);
        }
    }
    return order;
}

SvgDirection fairy_shapes_direction(const GPtrArray *shapes)
{
    SvgBox centers = SVG_BOX_EMPTY;
    for (guint i = 0; i < shapes->len; i++) {
        SvgPoint p = svg_box_center(((const SvgShape *)shapes->pdata[i])->box);
        centers = svg_box_union(centers, (SvgBox){p.x, p.y, 0, 0});
    }
    return centers.w >= centers.h ? SVG_DIRECTION_HORIZONTAL : SVG_DIRECTION_VERTICAL;
}

gboolean fairy_plan_is_inside(const FairyPlan *plan, const SvgShape *shape,
                              const SvgShape *ancestor)
{
    const SvgShape *at = shape;
    for (guint depth = 0; at && at->parent && depth < plan->shapes->len; depth++) {
        at = g_hash_table_lookup(plan->ids, at->parent);
        if (at == ancestor) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The distance from `from` to `to` on the axis, when they face each other; −1 otherwise. */
static double facing_gap(SvgBox from, SvgBox to, gboolean horizontal)
{
    double low = horizontal ? MAX(from.y, to.y) : MAX(from.x, to.x);
    double high =
        horizontal ? MIN(from.y + from.h, to.y + to.h) : MIN(from.x + from.w, to.x + to.w);
    double gap = horizontal ? to.x - from.x - from.w : to.y - from.y - from.h;
    return low < high ? gap : -1;
}

/* The middle one of the gaps between facing neighbours along an axis; 0 when there is none to see.
 */
static double usual_gap(const FairyPlan *plan, gboolean horizontal)
{
    g_autoptr(GPtrArray) closed = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len && closed->len < MAX_GAP_SAMPLES; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (svg_kind_flags(shape->kind) & SVG_KIND_GEO && shape != plan->background) {
            g_ptr_array_add(closed, shape);
        }
    }
    g_autoptr(GArray) gaps = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < closed->len; i++) {
        double nearest = HUGE_VAL;
        for (guint k = 0; k < closed->len; k++) {
            double gap = facing_gap(((SvgShape *)closed->pdata[i])->box,
                                    ((SvgShape *)closed->pdata[k])->box, horizontal);
            nearest = gap > 0 && k != i ? MIN(nearest, gap) : nearest;
        }
        if (isfinite(nearest)) {
            guint at = 0;
            while (at < gaps->len && g_array_index(gaps, double, at) < nearest) {
                at++;
            }
            g_array_insert_val(gaps, at, nearest);
        }
    }
    return gaps->len ? g_array_index(gaps, double, gaps->len / 2) : 0;
}

SvgDirection fairy_side_direction(SvgSide side)
{
    return side == SVG_SIDE_TOP || side == SVG_SIDE_BOTTOM ? SVG_DIRECTION_VERTICAL
                                                           : SVG_DIRECTION_HORIZONTAL;
}

double fairy_plan_gap(const FairyPlan *plan, SvgBox size, SvgDirection along)
{
    gboolean horizontal = along == SVG_DIRECTION_HORIZONTAL;
    double side = MAX(size.w, size.h), usual = usual_gap(plan, horizontal);
    usual = usual > 0 ? usual : usual_gap(plan, !horizontal);
    return usual > 0 ? MIN(usual, 0.6 * side) : side / 3;
}
