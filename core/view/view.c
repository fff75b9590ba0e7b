/* What a model sees of a drawing: shapes near, clusters far, all in model space. */
#include "view/clusters.h"
#include "view/json.h"

#include <fairy/view.h>

#include <math.h>

typedef struct {
    GString *out;
    FairyCoords *coords;
    SvgBox view;
    FairyDetail detail;
    GArray *far; /* SvgBox */
    guint omitted;
} View;

static void add_box(GString *out, FairyBox box)
{
    fairy_json_add_number(out, "x", box.x);
    fairy_json_add_number(out, "y", box.y);
    fairy_json_add_number(out, "w", box.w);
    fairy_json_add_number(out, "h", box.h);
}

/* A box that is no shape's: rounded alike, but there is nothing to remember. */
static void add_plain_box(GString *out, const char *name, const FairyCoords *coords, SvgBox box)
{
    FairyBox shown = {fairy_coords_round(coords, "x", box.x),
                      fairy_coords_round(coords, "y", box.y),
                      fairy_coords_round(coords, "w", MAX(box.w, 0)),
                      fairy_coords_round(coords, "h", MAX(box.h, 0))};
    fairy_json_name(out, name);
    g_string_append_c(out, '{');
    add_box(out, shown);
    g_string_append_c(out, '}');
}

/* --- shapes ----------------------------------------------------------------------------------- */

static void add_details(GString *out, FairyCoords *coords, const SvgShape *shape)
{
    fairy_json_add_string(out, "color", shape->color);
    fairy_json_add_string(out, "fill", shape->fill);
    fairy_json_add_string(out, "stroke", shape->stroke);
    if (shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE) {
        const struct {
            const char *name;
            double value;
        } ends[] = {{"x1", shape->start.x},
                    {"y1", shape->start.y},
                    {"x2", shape->end.x},
                    {"y2", shape->end.y}};
        for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
            double shown = fairy_coords_show(coords, shape->id, ends[i].name, ends[i].value);
            fairy_json_add_number(out, ends[i].name, shown);
        }
    }
}

static void add_shape(View *view, const SvgShape *shape)
{
    GString *out = view->out;
    if (out->str[out->len - 1] == '}') {
        g_string_append_c(out, ',');
    }
    g_string_append_c(out, '{');
    fairy_json_add_string(out, "shapeId", shape->id);
    fairy_json_add_string(out, "type", svg_kind_name(shape->kind));
    fairy_json_add_string(out, "name", shape->name);
    add_box(out, fairy_coords_show_box(view->coords, shape->id, shape->box));
    fairy_json_add_string(out, "text", shape->text);
    fairy_json_add_string(out, "fromId", shape->from_id);
    fairy_json_add_string(out, "toId", shape->to_id);
    if (shape->kind == SVG_KIND_GROUP) {
        fairy_json_add_number(out, "children", shape->n_children);
    }
    if (shape->locked) {
        fairy_json_name(out, "locked");
        g_string_append(out, "true");
    }
    if (view->detail == FAIRY_DETAIL_SIMPLE) {
        add_details(out, view->coords, shape);
    }
    g_string_append_c(out, '}');
}

/* Far away, the children of a group count, not the group. */
static void see_shape(const SvgShape *shape, gpointer data)
{
    View *view = data;
    if (svg_box_touches(shape->box, view->view)) {
        add_shape(view, shape);
    } else if (svg_box_is_empty(shape->box)) {
        view->omitted++;
    } else if (shape->n_children == 0) {
        g_array_append_val(view->far, shape->box);
    }
}

/* --- clusters --------------------------------------------------------------------------------- */

/* "east" is where x grows, "south" where y does. */
static const char *direction(SvgPoint from, SvgPoint to)
{
    static const char *const names[] = {"east", "southeast", "south", "southwest",
                                        "west", "northwest", "north", "northeast"};
    double eighths = atan2(to.y - from.y, to.x - from.x) / (G_PI / 4);
    return isfinite(eighths) ? names[(int)floor(eighths + 8.5) % 8] : names[0];
}

static void add_cluster(const View *view, const FairyCluster *cluster, SvgPoint eye)
{
    SvgPoint middle = svg_box_center(cluster->bounds);
    double distance = hypot(middle.x - eye.x, middle.y - eye.y);
    g_string_append_c(view->out, '{');
    add_plain_box(view->out, "bounds", view->coords, cluster->bounds);
    fairy_json_add_number(view->out, "numberOfShapes", cluster->count);
    fairy_json_add_string(view->out, "direction", direction(eye, middle));
    fairy_json_add_number(view->out, "distance", fairy_coords_round(view->coords, "w", distance));
    g_string_append_c(view->out, '}');
}

static void add_clusters(const View *view)
{
    double distance = fairy_coords_length_to_document(view->coords, FAIRY_CLUSTER_DISTANCE);
    SvgPoint eye = svg_box_center(view->view);
    g_autoptr(GArray) clusters = fairy_clusters(view->far, distance, eye);
    fairy_json_name(view->out, "clusters");
    g_string_append_c(view->out, '[');
    for (guint i = 0; i < clusters->len; i++) {
        if (i) {
            g_string_append_c(view->out, ',');
        }
        add_cluster(view, &g_array_index(clusters, FairyCluster, i), eye);
    }
    g_string_append_c(view->out, ']');
}

/* --- all of it -------------------------------------------------------------------------------- */

static void add_shapes(View *view, SvgDocument *doc)
{
    fairy_json_name(view->out, "shapes");
    g_string_append_c(view->out, '[');
    svg_document_each_shape(doc, view->view, view->detail == FAIRY_DETAIL_SIMPLE, see_shape, view);
    g_string_append_c(view->out, ']');
}

static gboolean check_selection(SvgDocument *doc, const char *const *selection, GError **error)
{
    for (guint i = 0; selection && selection[i]; i++) {
        if (!svg_document_has_id(doc, selection[i])) {
            /* Asked for the message, which names ids that look alike. */
            svg_shape_free(svg_document_shape(doc, selection[i], error));
            return FALSE;
        }
    }
    return TRUE;
}

static void add_selected(GString *out, const char *const *selection)
{
    fairy_json_name(out, "selected");
    g_string_append_c(out, '[');
    for (guint i = 0; selection && selection[i]; i++) {
        if (i) {
            g_string_append_c(out, ',');
        }
        fairy_json_string(out, selection[i]);
    }
    g_string_append_c(out, ']');
}

char *fairy_view(SvgDocument *doc, FairyCoords *coords, const FairyViewOptions *options,
                 GError **error)
{
    if (!check_selection(doc, options->selection, error)) {
        return NULL;
    }
    SvgBox page = svg_document_page(doc);
    SvgPoint origin = fairy_coords_to_document(coords, (FairyPoint){0, 0});
    g_autoptr(GArray) far = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    View view = {.out = g_string_new("{"),
                 .coords = coords,
                 .view = svg_box_is_empty(options->view) ? page : options->view,
                 .detail = options->detail,
                 .far = far};
    fairy_json_add_string(view.out, "file", svg_document_name(doc));
    add_plain_box(view.out, "page", coords, page);
    add_plain_box(view.out, "view", coords, view.view);
    g_string_append(view.out, ",\"origin\":{");
    fairy_json_add_number(view.out, "x", origin.x);
    fairy_json_add_number(view.out, "y", origin.y);
    g_string_append_c(view.out, '}');
    add_shapes(&view, doc);
    add_clusters(&view);
    add_selected(view.out, options->selection);
    g_string_append(view.out, ",\"omitted\":{");
    fairy_json_add_number(view.out, "shapes", view.omitted);
    g_string_append(view.out, "}}");
    return g_string_free(view.out, FALSE);
}
