/* A new shape. */
#include "action/action_list.h"
#include "action/shape_spec.h"

static const char *const aliases[] = {"add", NULL};

static const FairyField fields[] = {
    {.name = "shape",
     .type = FAIRY_OBJECT,
     .fields = fairy_new_shape_fields,
     .doc = "what to make: an object with \"_type\" and what that kind needs"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const cJSON *shape = cJSON_GetObjectItemCaseSensitive(args, "shape");
    g_autofree char *wish = fairy_executor_new_id(executor, fairy_args_string(shape, "shapeId"));
    SvgSpec spec;
    fairy_shape_spec(executor, shape, NULL, &spec);
    spec.id = wish;
    const char *id = svg_edit_create(fairy_executor_edit(executor), &spec, error);
    if (id) {
        fairy_executor_touch(executor, id);
        fairy_tell_line(executor, &spec, id, TRUE);
    }
    return id != NULL;
}

const FairyAction fairy_action_create = {
    .name = "create",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Make a new shape",
    .manual =
        "On top of the others in the current layer, or where parent, above or below say. "
        "Shapes such as rectangle need x and y, and take w and h, or the size of their "
        "neighbours with room for their text. Lines and arrows need x1, y1, x2, y2; an "
        "arrow's end may be a shape's id instead (fromId, toId), and follows that shape; what an "
        "end that is given by numbers is bound to is told. "
        "Texts and notes need x, y and text. What isn't said is taken from the drawing: "
        "its fonts, strokes and colours. A label that doesn't fit is set smaller; that is "
        "told. When the id is taken, another is given, and told.",
    .example = "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"login\","
               "\"x\":20,\"y\":20,\"w\":120,\"h\":60,\"text\":\"Log in\",\"color\":\"blue\","
               "\"fill\":\"tint\"}}",
    .fields = fields,
    .other = &fairy_action_set_style,
    .apply = apply,
    .ghost = "shape",
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Creating",
    .done = "Created",
};
