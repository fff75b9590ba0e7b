/* A stroke of a pen. */
#include "action/action_list.h"
#include "action/shape_spec.h"

static const char *const aliases[] = {"draw", NULL};
static const char *const id_aliases[] = {"id", NULL};
static const char *const color_aliases[] = {"colour", NULL};
static const char *const styles[] = {"smooth", "straight", NULL};

static const FairyField fields[] = {
    {.name = "shapeId",
     .type = FAIRY_NEW_ID,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "a new id; one is made when it is left out",
     .aliases = id_aliases},
    {.name = "color",
     .type = FAIRY_COLOR,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "of the stroke and the fill",
     .aliases = color_aliases},
    {.name = "style",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_HINT,
     .choices = styles,
     .doc =
         "a curve through all points (as when it is left out), or straight from one to the next; "
         "for points that don't say corner"},
    {.name = "closed",
     .type = FAIRY_BOOLEAN,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "whether it goes back to the first point; false when it is left out"},
    {.name = "fill",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_HINT,
     .choices = fairy_fill_names,
     .doc = "how it is filled; none when it is left out"},
    FAIRY_FIELDS_PLACE,
    {.name = "points",
     .type = FAIRY_POINTS,
     .doc = "where it goes through, in order; every point is kept"},
    {.name = NULL},
};

static GByteArray *read_turns(const cJSON *args)
{
    GByteArray *turns = g_byte_array_new();
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(args, "points"))
    {
        const cJSON *corner = cJSON_GetObjectItemCaseSensitive(item, "corner");
        guint8 turn = !corner                ? SVG_PEN_AS_SAID
                      : cJSON_IsTrue(corner) ? SVG_PEN_CORNER
                                             : SVG_PEN_SMOOTH;
        g_byte_array_append(turns, &turn, 1);
    }
    return turns;
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree char *wish = fairy_executor_new_id(executor, fairy_args_string(args, "shapeId"));
    g_autoptr(GArray) points = fairy_args_points(executor, args, "points");
    g_autoptr(GByteArray) turns = read_turns(args);
    SvgSpec spec;
    fairy_shape_spec(executor, args, NULL, &spec);
    spec.id = wish;
    SvgPen pen = {
        .points = &g_array_index(points, SvgPoint, 0),
        .n = points->len,
        .closed = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "closed")),
        .smooth = fairy_args_choice(args, "style", styles, 0) == 0,
        .turns = turns->data,
    };
    const char *id = svg_edit_pen(fairy_executor_edit(executor), &spec, &pen, error);
    if (id) {
        fairy_executor_touch(executor, id);
    }
    return id != NULL;
}

const FairyAction fairy_action_pen = {
    .name = "pen",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Draw a freehand stroke",
    .manual =
        "For what no other shape says. A smooth stroke is a curve through all its points, a "
        "straight one has a corner at each; a point with \"corner\" says so for itself, so that curves "
        "and corners mix. Closed, it can be filled. On top of the other "
        "shapes, or where parent, above or below say.",
    .hint = "For what no other shape says: a curve through all points "
            "{\"x\":…,\"y\":…}, or straight from one to the next; corner:true|false of "
            "a point says otherwise",
    .example = "{\"_type\":\"pen\",\"shapeId\":\"wave\",\"color\":\"blue\",\"style\":\"smooth\","
               "\"points\":[{\"x\":0,\"y\":50},{\"x\":40,\"y\":20},{\"x\":80,\"y\":50}]}",
    .fields = fields,
    .apply = apply,
    .ghost = "",
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Drawing",
    .done = "Drew",
};
