/* The actions of a plan: each is written for the reply, and done on the plan's shapes. */
#include "offline/offline.h"

#include <math.h>
#include <string.h>

static const char *const side_names[] = {"top", "bottom", "left", "right"};
static const char *const direction_names[] = {"horizontal", "vertical"};
static const char *const alignment_names[] = {
    "top", "bottom", "left", "right", "center-horizontal", "center-vertical",
};

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

static void add_point(const FairyPlan *plan, cJSON *object, const char *x, const char *y,
                      SvgPoint p)
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

cJSON *fairy_plan_action(FairyPlan *plan, const char *type)
{
    plan->unforeseen = TRUE;
    return add_action(plan, type);
}

void fairy_plan_add_ids(cJSON *action, const GPtrArray *shapes)
{
    cJSON *ids = cJSON_AddArrayToObject(action, "shapeIds");
    for (guint i = 0; i < shapes->len; i++) {
        cJSON_AddItemToArray(ids, cJSON_CreateString(((const SvgShape *)shapes->pdata[i])->id));
    }
}

static void shift_one(SvgShape *shape, double dx, double dy)
{
    shape->box = svg_box_offset(shape->box, dx, dy);
    shape->start = (SvgPoint){shape->start.x + dx, shape->start.y + dy};
    shape->end = (SvgPoint){shape->end.x + dx, shape->end.y + dy};
}

/* Shifts a shape and what is in it. */
static void shift(FairyPlan *plan, SvgShape *shape, double dx, double dy)
{
    shift_one(shape, dx, dy);
    for (guint i = 0; shape->n_children && i < plan->shapes->len; i++) {
        if (fairy_plan_is_inside(plan, plan->shapes->pdata[i], shape)) {
            shift_one(plan->shapes->pdata[i], dx, dy);
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
    fairy_plan_add_ids(action, shapes);
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

void fairy_plan_place(FairyPlan *plan, SvgShape *shape, const SvgShape *reference, SvgSide side,
                      double gap)
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
    fairy_plan_add_ids(action, shapes);
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
    fairy_plan_add_ids(action, shapes);
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
    fairy_plan_add_ids(action, shapes);
    double at = low_of(shapes->pdata[0], direction);
    for (guint i = 0; i < shapes->len; i++) {
        shift_along(plan, shapes->pdata[i], direction, at);
        at += size_of(shapes->pdata[i], direction) + gap;
    }
}

void fairy_plan_grid(FairyPlan *plan, const GPtrArray *shapes, guint columns, double gap)
{
    cJSON *action = add_action(plan, "grid");
    fairy_plan_add_ids(action, shapes);
    cJSON_AddNumberToObject(action, "columns", columns);
    add_length(plan, action, "gap", gap);
    cJSON_AddTrueToObject(action, "equal");
    SvgBox bounds = fairy_shapes_bounds(shapes);
    double w = 0, h = 0;
    for (guint i = 0; i < shapes->len; i++) {
        w = MAX(w, ((SvgShape *)shapes->pdata[i])->box.w);
        h = MAX(h, ((SvgShape *)shapes->pdata[i])->box.h);
    }
    for (guint i = 0; i < shapes->len; i++) {
        SvgBox b = ((SvgShape *)shapes->pdata[i])->box;
        guint row = i / columns, column = i % columns;
        shift_to(plan, shapes->pdata[i], bounds.x + column * (w + gap) + (w - b.w) / 2,
                 bounds.y + row * (h + gap) + (h - b.h) / 2);
    }
}

void fairy_plan_resize(FairyPlan *plan, const GPtrArray *shapes, double sx, double sy,
                       SvgPoint origin)
{
    cJSON *action = add_action(plan, "resize");
    fairy_plan_add_ids(action, shapes);
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
    fairy_plan_add_ids(action, shapes);
    cJSON_AddNumberToObject(action, "degrees", degrees);
    add_point(plan, action, "originX", "originY", origin);
    double turn = degrees * G_PI / 180, c = fabs(cos(turn)), s = fabs(sin(turn));
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *shape = shapes->pdata[i];
        SvgPoint p = svg_box_center(shape->box);
        double x = p.x - origin.x, y = p.y - origin.y;
        SvgPoint to = {origin.x + x * cos(turn) - y * sin(turn),
                       origin.y + x * sin(turn) + y * cos(turn)};
        double w = shape->box.w * c + shape->box.h * s, h = shape->box.w * s + shape->box.h * c;
        shape->box = (SvgBox){to.x - w / 2, to.y - h / 2, w, h};
    }
}

void fairy_plan_front(FairyPlan *plan, const GPtrArray *shapes, gboolean front)
{
    fairy_plan_add_ids(add_action(plan, front ? "bring-to-front" : "send-to-back"), shapes);
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
    fairy_plan_index(plan, shape);
}

static cJSON *add_update(FairyPlan *plan, const SvgShape *shape)
{
    cJSON *update = cJSON_AddObjectToObject(add_action(plan, "update"), "update");
    cJSON_AddStringToObject(update, "shapeId", shape->id);
    return update;
}

static const char *palette_name(const char *color)
{
    const char *const *names = svg_palette_names();
    for (guint i = 0; names[i]; i++) {
        if (g_str_equal(names[i], color)) {
            return names[i];
        }
    }
    return svg_palette_nearest(color);
}

void fairy_plan_color(FairyPlan *plan, SvgShape *shape, const char *color, const char *fill)
{
    cJSON *update = add_update(plan, shape);
    if (color) {
        cJSON_AddStringToObject(update, "color", color);
        const char *name = palette_name(color);
        shape->color = name ? name : shape->color;
    }
    if (fill) {
        cJSON_AddStringToObject(update, "fill", fill);
    }
}

static cJSON *add_style(FairyPlan *plan, char *const *ids, const FairyStyle *style)
{
    cJSON *action = add_action(plan, "set-style");
    cJSON *shapes = cJSON_AddArrayToObject(action, "shapeIds");
    for (; *ids; ids++) {
        cJSON_AddItemToArray(shapes, cJSON_CreateString(*ids));
    }
    const struct {
        const char *name, *value;
    } words[] = {{"stroke", style->stroke}, {"fill", style->fill}, {"dash", style->dash}};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (words[i].value) {
            cJSON_AddStringToObject(action, words[i].name, words[i].value);
        }
    }
    if (!isnan(style->width)) {
        add_length(plan, action, "strokeWidth", style->width);
    }
    if (!isnan(style->opacity)) {
        cJSON_AddNumberToObject(action, "opacity", style->opacity);
    }
    if (style->bold) {
        cJSON_AddBoolToObject(action, "bold", style->bold > 0);
    }
    if (style->italic) {
        cJSON_AddBoolToObject(action, "italic", style->italic > 0);
    }
    return action;
}

static gboolean is_empty_style(const FairyStyle *style)
{
    return !style->stroke && !style->fill && !style->dash && isnan(style->width) &&
           isnan(style->opacity) && !style->bold && !style->italic;
}

void fairy_plan_style(FairyPlan *plan, SvgShape *shape, const FairyStyle *style)
{
    if (is_empty_style(style)) {
        return;
    }
    add_style(plan, (char *const[]){shape->id, NULL}, style);
    if (style->fill) {
        g_free(shape->fill);
        shape->fill = svg_palette_css(style->fill, FALSE);
    }
    const char *color = style->fill ? style->fill : style->stroke;
    const char *name = color ? palette_name(color) : NULL;
    shape->color = name ? name : shape->color;
    shape->dashed = style->dash ? !g_str_equal(style->dash, "solid") : shape->dashed;
    shape->stroke_width = isnan(style->width) ? shape->stroke_width : style->width;
}

void fairy_plan_style_words(FairyPlan *plan, SvgShape *shape, const FairyStyle *style)
{
    if (!is_empty_style(style)) {
        char *own[] = {shape->label_id ? shape->label_id : shape->id, NULL};
        g_auto(GStrv) texts =
            plan->doc && shape->label_id ? svg_document_labels(plan->doc, shape->id) : NULL;
        add_style(plan, texts && *texts ? texts : own, style);
    }
}

void fairy_plan_group(FairyPlan *plan, const GPtrArray *shapes, const char *name)
{
    cJSON *action = add_action(plan, "group");
    fairy_plan_add_ids(action, shapes);
    if (name) {
        cJSON_AddStringToObject(action, "label", name);
    }
}

void fairy_plan_group_as(FairyPlan *plan, const GPtrArray *shapes, const char *id)
{
    cJSON *action = add_action(plan, "group");
    fairy_plan_add_ids(action, shapes);
    cJSON_AddStringToObject(action, "shapeId", id);
}

void fairy_plan_ungroup(FairyPlan *plan, SvgShape *group)
{
    cJSON_AddStringToObject(add_action(plan, "ungroup"), "shapeId", group->id);
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

char *fairy_plan_free_id(const FairyPlan *plan, const char *stem)
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
    for (guint n = 2;
         g_hash_table_contains(plan->ids, id) || (plan->doc && svg_document_has_id(plan->doc, id));
         n++) {
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
    }
    if (make->fill) {
        cJSON_AddStringToObject(shape, "fill", make->fill);
    }
    if (make->color) {
        cJSON_AddStringToObject(shape, "color", make->color);
    }
    if (make->text && *make->text) {
        cJSON_AddStringToObject(shape, "text", make->text);
    }
}

SvgShape *fairy_plan_make(FairyPlan *plan, const FairyMake *make, const char *stem)
{
    SvgShape *made = g_new0(SvgShape, 1);
    made->id = fairy_plan_free_id(plan, stem);
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
    fairy_plan_index(plan, made);
    cJSON *shape = cJSON_AddObjectToObject(add_action(plan, "create"), "shape");
    cJSON_AddStringToObject(shape, "_type", svg_kind_name(make->kind));
    cJSON_AddStringToObject(shape, "shapeId", made->id);
    write_make(plan, shape, make);
    g_ptr_array_add(plan->made, made);
    return made;
}
