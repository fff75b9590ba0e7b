/* Shapes turned. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of the shapes"),
    {.name = "degrees", .type = FAIRY_NUMBER, .doc = "the angle; positive is clockwise"},
    {.name = "originX", .type = FAIRY_COORDINATE, .doc = "x of the point that stays"},
    {.name = "originY", .type = FAIRY_COORDINATE, .doc = "y of the point that stays"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 1, error);
    if (!ids) {
        return FALSE;
    }
    SvgPoint origin = fairy_args_point(executor, args, "originX", "originY");
    double degrees = fairy_args_number(args, "degrees", 0);
    return svg_edit_rotate(fairy_executor_edit(executor), ids, degrees, origin, error);
}

const FairyAction fairy_action_rotate = {
    .name = "rotate",
    .family = FAIRY_FAMILY_MANY,
    .summary = "Turn shapes about a point",
    .manual = "To turn a shape in place, give "
              "its centre.",
    .words = "rotat|tilt|(?<!right )angle|degree|upside|slant|clockwise|"
             "turn(ed)? (it|them)?.*(left|right|by)|dreh|kipp|winkel|grad\\b|tourn|inclin|pivot|"
             "gira\\b|girar",
    .example = "{\"_type\":\"rotate\",\"shapeIds\":[\"a\"],\"degrees\":45,\"originX\":50,"
               "\"originY\":30}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Rotating",
    .done = "Rotated",
};
