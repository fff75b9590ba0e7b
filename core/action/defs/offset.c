/* Shapes by a distance. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const x_aliases[] = {"dx", NULL};
static const char *const y_aliases[] = {"dy", NULL};
static const char *const aliases[] = {"move-by", "nudge", "translate", NULL};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of the shapes"),
    {.name = "offsetX", .type = FAIRY_LENGTH, .doc = "how far to the right", .aliases = x_aliases},
    {.name = "offsetY", .type = FAIRY_LENGTH, .doc = "how far down", .aliases = y_aliases},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 1, error);
    if (!ids) {
        return FALSE;
    }
    double dx = fairy_args_length(executor, args, "offsetX", 0);
    double dy = fairy_args_length(executor, args, "offsetY", 0);
    return svg_edit_offset(fairy_executor_edit(executor), ids, dx, dy, error);
}

const FairyAction fairy_action_offset = {
    .name = "offset",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Move shapes by a distance",
    .manual = "All the shapes move by the same amount: right for a positive offsetX, down for "
              "a positive offsetY. To bring one shape to a known place, use move.",
    .hint = "Move shapes by a distance, to the right and down",
    .example = "{\"_type\":\"offset\",\"shapeIds\":[\"a\",\"b\"],\"offsetX\":40,\"offsetY\":0}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Moving",
    .done = "Moved",
};
