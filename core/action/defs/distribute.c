/* Equal gaps. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of three or more shapes"),
    {.name = "direction",
     .type = FAIRY_ENUM,
     .choices = fairy_direction_names,
     .doc = "the way the shapes lie"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 3, error);
    if (!ids) {
        return FALSE;
    }
    guint direction = fairy_args_choice(args, "direction", fairy_direction_names, 0);
    return svg_edit_distribute(fairy_executor_edit(executor), ids, (SvgDirection)direction, error);
}

const FairyAction fairy_action_distribute = {
    .name = "distribute",
    .family = FAIRY_FAMILY_MANY,
    .summary = "Make the gaps between shapes equal",
    .manual = "Needs three or more shapes. The two outermost stay; the others move between "
              "them until all gaps are equal. To set the gap itself, use stack.",
    .hint = "Make the gaps between three or more equal; the two outermost stay",
    .example = "{\"_type\":\"distribute\",\"shapeIds\":[\"a\",\"b\",\"c\"],"
               "\"direction\":\"horizontal\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Distributing",
    .done = "Distributed",
};
