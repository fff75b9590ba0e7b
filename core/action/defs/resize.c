/* Shapes larger or smaller. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const aliases[] = {"scale", NULL};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of the shapes"),
    {.name = "scaleX",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_NOT_ZERO,
     .doc = "factor for widths"},
    {.name = "scaleY",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_NOT_ZERO,
     .doc = "factor for heights"},
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
    double sx = fairy_args_number(args, "scaleX", 1);
    double sy = fairy_args_number(args, "scaleY", 1);
    return svg_edit_resize(fairy_executor_edit(executor), ids, sx, sy, origin, error);
}

const FairyAction fairy_action_resize = {
    .name = "resize",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Scale shapes about a point",
    .manual =
        "All points move away from the origin by the factors; a negative one flips. Lines get thicker and round corners rounder with it; to give a shape a known width or height, use update, which keeps both.",
    .words =
        "\\bscal(e|ing)\\b|\\bresiz(e|ing)\\b|enlarg|larger|smaller|bigger|doubl|half|halv|twice|times|flip|mirror|shrink|"
        "vergröß|verklein|größer|kleiner|spiegel|doppel|agrand|rédui|plus grand|plus petit|"
        "miroir|más grande|más pequeñ|refle|reduc",
    .example = "{\"_type\":\"resize\",\"shapeIds\":[\"a\"],\"scaleX\":2,\"scaleY\":2,"
               "\"originX\":0,\"originY\":0}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Resizing",
    .done = "Resized",
};
