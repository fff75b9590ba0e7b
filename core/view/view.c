/* What a model sees of a drawing: shapes near, clusters far, all in model space. */
#include "view/clusters.h"

#include <fairy/view.h>

#include <math.h>

static void add_number(cJSON *object, const char *name, double value)
{
    cJSON_AddNumberToObject(object, name, value);
}

static void add_box(cJSON *object, FairyBox box)
{
    add_number(object, "x", box.x);
    add_number(object, "y", box.y);
    add_number(object, "w", box.w);
    add_number(object, "h", box.h);
}

/* A box that is no shape's: rounded alike, but there is nothing to remember. */
static void add_plain_box(cJSON *object, const char *name, const FairyCoords *coords, SvgBox box)
{
    FairyBox shown = {fairy_coords_round(coords, "x", box.x),
                      fairy_coords_round(coords, "y", box.y),
                      fairy_coords_round(coords, "w", MAX(box.w, 0)),
                      fairy_coords_round(coords, "h", MAX(box.h, 0))};
    add_box(cJSON_AddObjectToObject(object, name), shown);
}

static void add_string(cJSON *object, const char *name, const char *value)
{
    if (value) {
        cJSON_AddStringToObject(object, name, value);
    }
}

static void add_details(cJSON *object, FairyCoords *coords, const SvgShape *shape)
{
    add_string(object, "color", shape->color);
    add_string(object, "fill", shape->fill);
    add_string(object, "stroke", shape->stroke);
    if (shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE) {
        add_number(object, "x1", fairy_coords_show(coords, shape->id, "x1", shape->start.x));
        add_number(object, "y1", fairy_coords_show(coords, shape->id, "y1", shape->start.y));
        add_number(object, "x2", fairy_coords_show(coords, shape->id, "x2", shape->end.x));
        add_number(object, "y2", fairy_coords_show(coords, shape->id, "y2", shape->end.y));
    }
}

static cJSON *shape_json(FairyCoords *coords, const SvgShape *shape, FairyDetail detail)
{
    cJSON *object = cJSON_CreateObject();
    add_string(object, "shapeId", shape->id);
    add_string(object, "type", svg_kind_name(shape->kind));
    add_string(object, "name", shape->name);
    add_box(object, fairy_coords_show_box(coords, shape->id, shape->box));
    add_string(object, "text", shape->text);
    add_string(object, "fromId", shape->from_id);
    add_string(object, "toId", shape->to_id);
    if (shape->kind == SVG_KIND_GROUP) {
        add_number(object, "children", shape->n_children);
    }
    if (shape->locked) {
        cJSON_AddTrueToObject(object, "locked");
    }
    if (detail == FAIRY_DETAIL_SIMPLE) {
        add_details(object, coords, shape);
    }
    return object;
}

/* "east" is where x grows, "south" where y does. */
static const char *direction(SvgPoint from, SvgPoint to)
{
    static const char *const names[] = {"east", "southeast", "south", "southwest",
                                        "west", "northwest", "north", "northeast"};
    double eighths = atan2(to.y - from.y, to.x - from.x) / (G_PI / 4);
    return isfinite(eighths) ? names[(int)floor(eighths + 8.5) % 8] : names[0];
}

static void add_clusters(cJSON *json, const FairyCoords *coords, const GArray *boxes, SvgPoint eye)
{
    cJSON *list = cJSON_AddArrayToObject(json, "clusters");
    double distance = fairy_coords_length_to_document(coords, FAIRY_CLUSTER_DISTANCE);
    g_autoptr(GArray) clusters = fairy_clusters(boxes, distance, eye);
    for (guint i = 0; i < clusters->len; i++) {
        const FairyCluster *cluster = &g_array_index(clusters, FairyCluster, i);
        SvgPoint middle = svg_box_center(cluster->bounds);
        cJSON *object = cJSON_CreateObject();
        add_plain_box(object, "bounds", coords, cluster->bounds);
        add_number(object, "numberOfShapes", cluster->count);
        add_string(object, "direction", direction(eye, middle));
        add_number(object, "distance",
                   fairy_coords_round(coords, "w", hypot(middle.x - eye.x, middle.y - eye.y)));
        cJSON_AddItemToArray(list, object);
    }
}

/* The ids of groups whose children are in the list: those count, not the group. */
static GHashTable *opened_groups(const GPtrArray *shapes)
{
    GHashTable *opened = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        if (shape->parent) {
            g_hash_table_add(opened, shape->parent);
        }
    }
    return opened;
}

static void add_shapes(cJSON *json, FairyCoords *coords, const GPtrArray *shapes, SvgBox view,
                       FairyDetail detail)
{
    cJSON *list = cJSON_AddArrayToObject(json, "shapes");
    g_autoptr(GHashTable) opened = opened_groups(shapes);
    g_autoptr(GArray) far = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    guint omitted = 0;
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        if (svg_box_touches(shape->box, view)) {
            cJSON_AddItemToArray(list, shape_json(coords, shape, detail));
        } else if (g_hash_table_contains(opened, shape->id)) {
            continue;
        } else if (svg_box_is_empty(shape->box)) {
            omitted++;
        } else {
            g_array_append_val(far, shape->box);
        }
    }
    add_clusters(json, coords, far, svg_box_center(view));
    add_number(cJSON_AddObjectToObject(json, "omitted"), "shapes", omitted);
}

static gboolean add_selected(cJSON *json, SvgDocument *doc, const char *const *selection,
                             GError **error)
{
    cJSON *list = cJSON_AddArrayToObject(json, "selected");
    for (guint i = 0; selection && selection[i]; i++) {
        if (!svg_document_has_id(doc, selection[i])) {
            g_autoptr(SvgShape) shape = svg_document_shape(doc, selection[i], error);
            if (!shape) {
                return FALSE;
            }
        }
        cJSON_AddItemToArray(list, cJSON_CreateString(selection[i]));
    }
    return TRUE;
}

cJSON *fairy_view(SvgDocument *doc, FairyCoords *coords, const FairyViewOptions *options,
                  GError **error)
{
    SvgBox page = svg_document_page(doc);
    SvgBox view = svg_box_is_empty(options->view) ? page : options->view;
    SvgPoint origin = fairy_coords_to_document(coords, (FairyPoint){0, 0});
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    cJSON *json = cJSON_CreateObject();
    add_string(json, "file", svg_document_name(doc));
    add_plain_box(json, "page", coords, page);
    add_plain_box(json, "view", coords, view);
    cJSON *at = cJSON_AddObjectToObject(json, "origin");
    add_number(at, "x", origin.x);
    add_number(at, "y", origin.y);
    add_shapes(json, coords, shapes, view, options->detail);
    cJSON *omitted = cJSON_DetachItemFromObjectCaseSensitive(json, "omitted"); /* comes last */
    gboolean known = add_selected(json, doc, options->selection, error);
    cJSON_AddItemToObject(json, "omitted", omitted);
    if (!known) {
        g_clear_pointer(&json, cJSON_Delete);
    }
    return json;
}
