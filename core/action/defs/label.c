/* Words on a shape. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPE("id of the shape"),
    {.name = "text", .type = FAIRY_STRING, .doc = "the label; \"\" removes it, \\n starts a line"},
    {.name = NULL},
};

static gboolean apply(FairyTurn *turn, const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "shapeId");
    fairy_turn_touch(turn, id);
    return svg_edit_label(fairy_turn_edit(turn), id, fairy_args_string(args, "text"), error);
}

const FairyAction fairy_action_label = {
    .name = "label",
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Write on a shape",
    .manual = "Replaces the label that is there, keeping its style, or adds one. Works on "
              "shapes, arrows and lines; of a text it replaces the content.",
    .example = "{\"_type\":\"label\",\"shapeId\":\"a\",\"text\":\"Log in\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_PENCIL,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Labelling",
    .done = "Labelled",
};
