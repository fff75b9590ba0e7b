/* A shape away. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const aliases[] = {"remove", NULL};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPE("id of the shape"),
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "shapeId");
    fairy_executor_touch(executor, id);
    return svg_edit_delete(fairy_executor_edit(executor), id, error);
}

const FairyAction fairy_action_delete = {
    .name = "delete",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SHAPE,
    .summary = "Delete a shape",
    .manual = "The shape goes with its label and whatever is in it. Arrows that were bound to "
              "it stay, unbound.",
    .hint = "With its label and what is in it. Arrows at it stay, unbound",
    .example = "{\"_type\":\"delete\",\"shapeId\":\"a\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_TRASH,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Deleting",
    .done = "Deleted",
};
