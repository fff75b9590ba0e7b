/* The plan of the plain-command reader: the shapes as they will be, and the actions that get them
 * there. */
#include "model/offline.h"

#include <math.h>
#include <string.h>

#define MAX_SHOWN_TITLES 6
#define MAX_GAP_SAMPLES  400

static const char *const side_names[] = {"top", "bottom", "left", "right"};
static const char *const direction_names[] = {"horizontal", "vertical"};
static const char *const alignment_names[] = {
    "top", "bottom", "left", "right", "center-horizontal", "center-vertical",
};

static GPtrArray *copy_array(const GPtrArray *shapes)
{
    GPtrArray *copy = g_ptr_array_new();
    for (guint i = 0; i < shapes->len; i++) {
        g_ptr_array_add(copy, shapes->pdata[i]);
    }
    return copy;
}

/* --- making and unmaking -------------------------------------------------------------------- */

static void index_name(FairyPlan *plan, const char *name)
{
    if (name && *name) {
        g_hash_table_add(plan->names, fairy_fold(name, -1));
    }
}

static void index_shape(FairyPlan *plan, SvgShape *shape)
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
    gboolean around = largest && largest->box.w >= bounds.w - slack && largest->box.h >= bounds.h - slack;
    return around && others > 2 ? largest : NULL;
}

FairyPlan *fairy_plan_new(GPtrArray *shapes, SvgDocument *doc, SvgBox page, SvgPoint origin, double step,
                          const char *const *selection)
{
    FairyPlan *plan = g_new0(FairyPlan, 1);
    plan->doc = doc;
    plan->page = page;
    plan->origin = origin;
    plan->step = step > 0 ? step : 1;
    plan->selection = selection;
    plan->shapes = shapes;
    plan->gone = g_ptr_array_new_with_free_func((GDestroyNotify)svg_shape_free);
    plan->ids = g_hash_table_new(g_str_hash, g_str_equal);
    plan->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    plan->last = g_ptr_array_new();
    plan->made = g_ptr_array_new();
    plan->actions = cJSON_CreateArray();
    plan->said = g_string_new(NULL);
    for (guint i = 0; i < shapes->len; i++) {
        index_shape(plan, shapes->pdata[i]);
    }
    for (guint i = 0; selection && selection[i]; i++) {
        SvgShape *shape = g_hash_table_lookup(plan->ids, selection[i]);
        if (shape) {
            g_ptr_array_add(plan->last, shape);
        }
    }
    plan->selected = plan->last->len > 0;
    plan->background = find_background(plan);
    return plan;
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
    g_free(plan->problem);
    g_free(plan);
}

char *fairy_plan_reply(FairyPlan *plan)
{
    g_autofree char *text = g_strstrip(g_strdup(plan->said->str));
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "_type", "message");
    cJSON_AddStringToObject(message, "text", *text ? text : "There was nothing to do.");
    cJSON_AddItemToArray(plan->actions, message);
    char *actions = cJSON_PrintUnformatted(plan->actions);
    char *reply = g_strdup_printf("{\"actions\":%s}", actions);
    cJSON_free(actions);
    return reply;
}

void fairy_plan_remember(FairyPlan *plan, const GPtrArray *shapes)
{
    g_autoptr(GPtrArray) now = copy_array(shapes); /* `shapes` may be `last` itself */
    g_ptr_array_set_size(plan->last, 0);
    g_ptr_array_extend(plan->last, now, NULL, NULL);
    plan->selected = FALSE;
}

/* --- saying --------------------------------------------------------------------------------- */

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
        {SVG_KIND_RECTANGLE, "box"}, {SVG_KIND_DRAW, "path"}, {SVG_KIND_UNKNOWN, "shape"},
        {SVG_KIND_PARALLELOGRAM_LEFT, "parallelogram"}, {SVG_KIND_PARALLELOGRAM_RIGHT, "parallelogram"},
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
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < shapes->len && i < MAX_SHOWN_TITLES; i++) {
        g_autofree char *title = fairy_shape_title(shapes->pdata[i]);
        const char *join = i == 0 ? "" : i + 1 == shapes->len ? " and " : ", ";
        g_string_append_printf(out, "%s%s", join, title);
    }
    if (shapes->len > MAX_SHOWN_TITLES) {
        g_string_append_printf(out, " and %u more", shapes->len - MAX_SHOWN_TITLES);
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

/* --- geometry ------------------------------------------------------------------------------- */

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

GPtrArray *fairy_shapes_reading_order(const GPtrArray *shapes)
{
    g_autoptr(GPtrArray) rows = fairy_shapes_sorted(shapes, SVG_DIRECTION_VERTICAL);
    GPtrArray *order = g_ptr_array_new();
    for (guint i = 0; i < rows->len;) {
        SvgBox first = ((const SvgShape *)rows->pdata[i])->box;
        g_autoptr(GPtrArray) row = g_ptr_array_new();
        while (i < rows->len) {
            SvgShape *shape = rows->pdata[i];
            if (row->len && svg_box_center(shape->box).y > first.y + first.h) {
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

gboolean fairy_plan_is_inside(const FairyPlan *plan, const SvgShape *shape, const SvgShape *ancestor)
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
    double high = horizontal ? MIN(from.y + from.h, to.y + to.h) : MIN(from.x + from.w, to.x + to.w);
    double gap = horizontal ? to.x - from.x - from.w : to.y - from.y - from.h;
    return low < high ? gap : -1;
}

/* The middle one of the gaps between facing neighbours; 0 when there is none to see. */
static double usual_gap(const FairyPlan *plan)
{
    g_autoptr(GPtrArray) closed = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len && closed->len < MAX_GAP_SAMPLES; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (svg_kind_flags(shape->kind) & SVG_KIND_GEO && shape != plan->background) {
            g_ptr_array_add(closed, shape);
        }
    }
    g_autoptr(GArray) gaps = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < closed->len * 2; i++) {
        double nearest = HUGE_VAL;
        for (guint k = 0; k < closed->len; k++) {
            double gap = facing_gap(((SvgShape *)closed->pdata[i / 2])->box, ((SvgShape *)closed->pdata[k])->box, i % 2);
            nearest = gap > 0 && k != i / 2 ? MIN(nearest, gap) : nearest;
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

double fairy_plan_gap(const FairyPlan *plan, SvgBox size)
{
    double usual = usual_gap(plan), side = MAX(size.w, size.h);
    return usual > 0 ? MIN(usual, 0.6 * side) : side / 3;
}

/* --- actions -------------------------------------------------------------------------------- */

/* Four decimals say more than any screen shows, and keep 0.1 + 0.2 out of the reply. */
static double tidy(double value)
{
    double scaled = value * 1e4;
    return fabs(scaled) < 1e15 ? floor(scaled + 0.5) / 1e4 : value;
}

static void add_length(const FairyPlan *plan, cJSON *object, const char *name, double length)
{
    cJSON_AddNumberToObject(object, name, tidy(length / plan->step));
}

static void add_point(const FairyPlan *plan, cJSON *object, const char *x, const char *y, SvgPoint p)
{
    add_length(plan, object, x, p.x - plan->origin.x);
    add_length(plan, object, y, p.y - plan->origin.y);
}

static cJSON *add_action(FairyPlan *plan, const char *type)
{
    cJSON *action = cJSON_CreateObject();
    cJSON_AddStringToObject(action, "_type", type);
    cJSON_AddItemToArray(plan->actions, action);
    return action;
}

static void add_ids(cJSON *action, const GPtrArray *shapes)
{
    cJSON *ids = cJSON_AddArrayToObject(action, "shapeIds");
    for (guint i = 0; i < shapes->len; i++) {
        cJSON_AddItemToArray(ids, cJSON_CreateString(((const SvgShape *)shapes->pdata[i])->id));
    }
}

/* Shifts a shape and what is in it. */
static void shift(FairyPlan *plan, SvgShape *shape, double dx, double dy)
{
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *at = plan->shapes->pdata[i];
        if (at == shape || (shape->n_children && fairy_plan_is_inside(plan, at, shape))) {
            at->box = svg_box_offset(at->box, dx, dy);
            at->start = (SvgPoint){at->start.x + dx, at->start.y + dy};
            at->end = (SvgPoint){at->end.x + dx, at->end.y + dy};
        }
        if (!shape->n_children && at == shape) {
            break;
        }
    }
}

static void shift_to(FairyPlan *plan, SvgShape *shape, double x, double y)
{
    shift(plan, shape, x - shape->box.x, y - shape->box.y);
}

void fairy_plan_offset(FairyPlan *plan, const GPtrArray *shapes, double dx, double dy)
{
    cJSON *action = add_action(plan, "offset");
    add_ids(action, shapes);
    add_length(plan, action, "offsetX", dx);
    add_length(plan, action, "offsetY", dy);
    for (guint i = 0; i < shapes->len; i++) {
        shift(plan, shapes->pdata[i], dx, dy);
    }
}

void fairy_plan_move(FairyPlan *plan, SvgShape *shape, SvgPoint corner)
{
    cJSON *action = add_action(plan, "move");
    cJSON_AddStringToObject(action, "shapeId", shape->id);
    cJSON_AddStringToObject(action, "anchor", "top-left");
    add_point(plan, action, "x", "y", corner);
    shift_to(plan, shape, corner.x, corner.y);
}

void fairy_plan_place(FairyPlan *plan, SvgShape *shape, const SvgShape *reference, SvgSide side, double gap)
{
    cJSON *action = add_action(plan, "place");
    cJSON_AddStringToObject(action, "shapeId", shape->id);
    cJSON_AddStringToObject(action, "referenceShapeId", reference->id);
    cJSON_AddStringToObject(action, "side", side_names[side]);
    add_length(plan, action, "sideOffset", gap);
    cJSON_AddStringToObject(action, "align", "center");
    cJSON_AddNumberToObject(action, "alignOffset", 0);
    SvgBox a = shape->box, r = reference->box;
    double x = r.x + (r.w - a.w) / 2, y = r.y + (r.h - a.h) / 2;
    if (side == SVG_SIDE_LEFT || side == SVG_SIDE_RIGHT) {
        x = side == SVG_SIDE_LEFT ? r.x - a.w - gap : r.x + r.w + gap;
    } else {
        y = side == SVG_SIDE_TOP ? r.y - a.h - gap : r.y + r.h + gap;
    }
    shift_to(plan, shape, x, y);
}

void fairy_plan_align(FairyPlan *plan, const GPtrArray *shapes, SvgAlignment alignment)
{
    cJSON *action = add_action(plan, "align");
    cJSON_AddStringToObject(action, "alignment", alignment_names[alignment]);
    add_ids(action, shapes);
    SvgBox c = fairy_shapes_bounds(shapes);
    for (guint i = 0; i < shapes->len; i++) {
        SvgBox b = ((SvgShape *)shapes->pdata[i])->box;
        double dx = 0, dy = 0;
        if (alignment == SVG_ALIGN_LEFT || alignment == SVG_ALIGN_RIGHT) {
            dx = alignment == SVG_ALIGN_LEFT ? c.x - b.x : c.x + c.w - b.x - b.w;
        } else if (alignment == SVG_ALIGN_TOP || alignment == SVG_ALIGN_BOTTOM) {
            dy = alignment == SVG_ALIGN_TOP ? c.y - b.y : c.y + c.h - b.y - b.h;
        } else if (alignment == SVG_ALIGN_CENTER_HORIZONTAL) {
            dx = svg_box_center(c).x - svg_box_center(b).x;
        } else {
            dy = svg_box_center(c).y - svg_box_center(b).y;
        }
        shift(plan, shapes->pdata[i], dx, dy);
    }
}

static void shift_along(FairyPlan *plan, SvgShape *shape, SvgDirection direction, double to)
{
    gboolean horizontal = direction == SVG_DIRECTION_HORIZONTAL;
    shift_to(plan, shape, horizontal ? to : shape->box.x, horizontal ? shape->box.y : to);
}

static double low_of(const SvgShape *shape, SvgDirection direction)
{
    return direction == SVG_DIRECTION_HORIZONTAL ? shape->box.x : shape->box.y;
}

static double size_of(const SvgShape *shape, SvgDirection direction)
{
    return direction == SVG_DIRECTION_HORIZONTAL ? shape->box.w : shape->box.h;
}

void fairy_plan_distribute(FairyPlan *plan, const GPtrArray *shapes, SvgDirection direction)
{
    cJSON *action = add_action(plan, "distribute");
    cJSON_AddStringToObject(action, "direction", direction_names[direction]);
    add_ids(action, shapes);
    g_autoptr(GPtrArray) sorted = fairy_shapes_sorted(shapes, direction);
    SvgBox bounds = fairy_shapes_bounds(shapes);
    double room = direction == SVG_DIRECTION_HORIZONTAL ? bounds.w : bounds.h;
    for (guint i = 0; i < sorted->len; i++) {
        room -= size_of(sorted->pdata[i], direction);
    }
    double at = low_of(sorted->pdata[0], direction);
    for (guint i = 0; i < sorted->len; i++) {
        shift_along(plan, sorted->pdata[i], direction, at);
        at += size_of(sorted->pdata[i], direction) + room / MAX(1, sorted->len - 1);
    }
}

void fairy_plan_stack(FairyPlan *plan, const GPtrArray *shapes, SvgDirection direction, double gap)
{
    cJSON *action = add_action(plan, "stack");
    cJSON_AddStringToObject(action, "direction", direction_names[direction]);
    add_length(plan, action, "gap", gap);
    add_ids(action, shapes);
    double at = low_of(shapes->pdata[0], direction);
    for (guint i = 0; i < shapes->len; i++) {
        shift_along(plan, shapes->pdata[i], direction, at);
        at += size_of(shapes->pdata[i], direction) + gap;
    }
}

void fairy_plan_resize(FairyPlan *plan, const GPtrArray *shapes, double sx, double sy, SvgPoint origin)
{
    cJSON *action = add_action(plan, "resize");
    add_ids(action, shapes);
    cJSON_AddNumberToObject(action, "scaleX", sx);
    cJSON_AddNumberToObject(action, "scaleY", sy);
    add_point(plan, action, "originX", "originY", origin);
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *shape = shapes->pdata[i];
        SvgBox b = shape->box;
        double x1 = origin.x + (b.x - origin.x) * sx, x2 = origin.x + (b.x + b.w - origin.x) * sx;
        double y1 = origin.y + (b.y - origin.y) * sy, y2 = origin.y + (b.y + b.h - origin.y) * sy;
        shape->box = (SvgBox){MIN(x1, x2), MIN(y1, y2), fabs(x2 - x1), fabs(y2 - y1)};
    }
}

void fairy_plan_rotate(FairyPlan *plan, const GPtrArray *shapes, double degrees, SvgPoint origin)
{
    cJSON *action = add_action(plan, "rotate");
    add_ids(action, shapes);
    cJSON_AddNumberToObject(action, "degrees", degrees);
    add_point(plan, action, "originX", "originY", origin);
    double turn = degrees * G_PI / 180, c = fabs(cos(turn)), s = fabs(sin(turn));
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *shape = shapes->pdata[i];
        SvgPoint p = svg_box_center(shape->box);
        double x = p.x - origin.x, y = p.y - origin.y;
        SvgPoint to = {origin.x + x * cos(turn) - y * sin(turn), origin.y + x * sin(turn) + y * cos(turn)};
        double w = shape->box.w * c + shape->box.h * s, h = shape->box.w * s + shape->box.h * c;
        shape->box = (SvgBox){to.x - w / 2, to.y - h / 2, w, h};
    }
}

void fairy_plan_front(FairyPlan *plan, const GPtrArray *shapes, gboolean front)
{
    add_ids(add_action(plan, front ? "bring-to-front" : "send-to-back"), shapes);
}

void fairy_plan_delete(FairyPlan *plan, SvgShape *shape)
{
    cJSON_AddStringToObject(add_action(plan, "delete"), "shapeId", shape->id);
    for (guint i = plan->shapes->len; i-- > 0;) {
        SvgShape *at = plan->shapes->pdata[i];
        if (at == shape || (shape->n_children && fairy_plan_is_inside(plan, at, shape))) {
            g_ptr_array_remove(plan->last, at);
            g_ptr_array_remove(plan->made, at);
            /* kept until the end: other arrays of this clause may still point to it */
            g_ptr_array_add(plan->gone, g_ptr_array_steal_index(plan->shapes, i));
            plan->background = plan->background == at ? NULL : plan->background;
        }
    }
}

void fairy_plan_label(FairyPlan *plan, SvgShape *shape, const char *text)
{
    cJSON *action = add_action(plan, "label");
    cJSON_AddStringToObject(action, "shapeId", shape->id);
    cJSON_AddStringToObject(action, "text", text);
    char *label = *text ? g_strdup(text) : NULL;
    g_free(shape->text);
    shape->text = label;
    index_name(plan, shape->text);
}

static cJSON *add_update(FairyPlan *plan, const SvgShape *shape)
{
    cJSON *update = cJSON_AddObjectToObject(add_action(plan, "update"), "update");
    cJSON_AddStringToObject(update, "shapeId", shape->id);
    return update;
}

void fairy_plan_color(FairyPlan *plan, SvgShape *shape, const char *color, const char *fill)
{
    cJSON *update = add_update(plan, shape);
    if (color) {
        cJSON_AddStringToObject(update, "color", color);
        const char *name = color[0] == '#' ? svg_palette_nearest(color) : NULL;
        for (guint i = 0; !name && svg_palette_names()[i]; i++) {
            name = g_str_equal(svg_palette_names()[i], color) ? svg_palette_names()[i] : NULL;
        }
        shape->color = name ? name : shape->color;
    }
    if (fill) {
        cJSON_AddStringToObject(update, "fill", fill);
    }
}

static void add_id(cJSON *object, const char *name, const char *id)
{
    cJSON_AddItemToObject(object, name, id ? cJSON_CreateString(id) : cJSON_CreateNull());
}

void fairy_plan_reverse(FairyPlan *plan, SvgShape *arrow)
{
    char *from = arrow->from_id;
    arrow->from_id = arrow->to_id;
    arrow->to_id = from;
    SvgPoint start = arrow->start;
    arrow->start = arrow->end;
    arrow->end = start;
    /* first the tail comes off, so that no moment has both ends on one shape */
    cJSON *update = add_update(plan, arrow);
    cJSON_AddNullToObject(update, "fromId");
    add_id(update, "toId", arrow->to_id);
    add_point(plan, update, "x1", "y1", arrow->start);
    add_point(plan, update, "x2", "y2", arrow->end);
    if (arrow->from_id) {
        add_id(add_update(plan, arrow), "fromId", arrow->from_id);
    }
}

void fairy_plan_kind(FairyPlan *plan, SvgShape *shape, SvgKind kind)
{
    cJSON_AddStringToObject(add_update(plan, shape), "_type", svg_kind_name(kind));
    shape->kind = kind;
}

/* An id no shape has: the letters and digits of `stem`, numbered when taken. */
static char *free_id(const FairyPlan *plan, const char *stem)
{
    GString *slug = g_string_new(NULL);
    for (const char *p = stem; *p && slug->len < 40; p++) {
        if (g_ascii_isalnum(*p)) {
            g_string_append_c(slug, g_ascii_tolower(*p));
        } else if (slug->len && slug->str[slug->len - 1] != '-') {
            g_string_append_c(slug, '-');
        }
    }
    while (slug->len && slug->str[slug->len - 1] == '-') {
        g_string_truncate(slug, slug->len - 1);
    }
    g_autofree char *base = g_string_free(slug, FALSE);
    char *id = g_strdup(base);
    for (guint n = 2; g_hash_table_contains(plan->ids, id) || (plan->doc && svg_document_has_id(plan->doc, id)); n++) {
        g_free(id);
        id = g_strdup_printf("%s-%u", base, n);
    }
    return id;
}

static void write_make(const FairyPlan *plan, cJSON *shape, const FairyMake *make)
{
    if (make->kind == SVG_KIND_ARROW || make->kind == SVG_KIND_LINE) {
        if (make->kind == SVG_KIND_ARROW && make->from && make->to) {
            cJSON_AddStringToObject(shape, "fromId", make->from->id);
            cJSON_AddStringToObject(shape, "toId", make->to->id);
        }
        add_point(plan, shape, "x1", "y1", make->start);
        add_point(plan, shape, "x2", "y2", make->end);
    } else {
        add_point(plan, shape, "x", "y", (SvgPoint){make->box.x, make->box.y});
    }
    if (make->kind == SVG_KIND_TEXT) {
        cJSON_AddStringToObject(shape, "anchor", "top-left");
        if (make->font_size > 0) {
            add_length(plan, shape, "fontSize", make->font_size);
        }
    }
    if (svg_kind_flags(make->kind) & SVG_KIND_GEO) {
        add_length(plan, shape, "w", make->box.w);
        add_length(plan, shape, "h", make->box.h);
        cJSON_AddStringToObject(shape, "fill", make->fill ? make->fill : "none");
    }
    cJSON_AddStringToObject(shape, "color", make->color ? make->color : "black");
    if (make->text && *make->text) {
        cJSON_AddStringToObject(shape, "text", make->text);
    }
}

SvgShape *fairy_plan_make(FairyPlan *plan, const FairyMake *make, const char *stem)
{
    SvgShape *made = g_new0(SvgShape, 1);
    made->id = free_id(plan, stem);
    made->kind = make->kind;
    made->box = make->box;
    made->start = make->start;
    made->end = make->end;
    made->text = make->text && *make->text ? g_strdup(make->text) : NULL;
    made->from_id = make->from ? g_strdup(make->from->id) : NULL;
    made->to_id = make->to ? g_strdup(make->to->id) : NULL;
    for (guint i = 0; make->color && svg_palette_names()[i]; i++) {
        if (g_str_equal(svg_palette_names()[i], make->color)) {
            made->color = svg_palette_names()[i];
        }
    }
    g_ptr_array_add(plan->shapes, made);
    index_shape(plan, made);
    cJSON *shape = cJSON_AddObjectToObject(add_action(plan, "create"), "shape");
    cJSON_AddStringToObject(shape, "_type", svg_kind_name(make->kind));
    cJSON_AddStringToObject(shape, "shapeId", made->id);
    write_make(plan, shape, make);
    g_ptr_array_add(plan->made, made);
    return made;
}
