/* Shapes above the others. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of the shapes"),
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 1, error);
    if (!ids) {
        return FALSE;
    }
    return svg_edit_bring_to_front(fairy_executor_edit(executor), ids, error);
}

const FairyAction fairy_action_bring_to_front = {
    .name = "bring-to-front",
    .family = FAIRY_FAMILY_MANY,
    .summary = "Put shapes above all others",
    .manual = "Above all siblings in the same group or layer. The shapes keep their order "
              "among themselves.",
    .hint = "Above all others of their group or layer",
    .example = "{\"_type\":\"bring-to-front\",\"shapeIds\":[\"a\"]}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Raising",
    .done = "Raised",
};
