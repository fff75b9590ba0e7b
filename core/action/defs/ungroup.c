/* A group taken apart. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPE("id of the group"),
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autoptr(GPtrArray) ids =
        svg_edit_ungroup(fairy_executor_edit(executor), fairy_args_string(args, "shapeId"), error);
    for (guint i = 0; ids && i < ids->len; i++) {
        fairy_executor_touch(executor, ids->pdata[i]);
    }
    return ids != NULL;
}

const FairyAction fairy_action_ungroup = {
    .name = "ungroup",
    .family = FAIRY_FAMILY_MANY,
    .summary = "Take a group apart",
    .manual = "What was in the group stays where it is and looks as it did: the group's transform "
              "and style are worked into it. Refused where that can't be, as when a clip path, a "
              "mask, a filter or an opacity is for several shapes together.",
    .words = "group|grupp|split|apart|regroup|desagrup|dégroup|aufteil|zerleg",
    .example = "{\"_type\":\"ungroup\",\"shapeId\":\"card\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Ungrouping",
    .done = "Ungrouped",
};
