/* Shapes in a row or column. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of two or more shapes, in order"),
    {.name = "direction",
     .type = FAIRY_ENUM,
     .choices = fairy_direction_names,
     .doc = "the way they follow each other"},
    {.name = "gap",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "how far apart; 0 when left out"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autofree const char **ids = fairy_args_shapes(executor, args, 2, error);
    if (!ids) {
        return FALSE;
    }
    guint direction = fairy_args_choice(args, "direction", fairy_direction_names, 0);
    double gap = fairy_args_length(executor, args, "gap", 0);
    return svg_edit_stack(fairy_executor_edit(executor), ids, (SvgDirection)direction, gap, error);
}

const FairyAction fairy_action_stack = {
    .name = "stack",
    .family = FAIRY_FAMILY_MANY,
    .summary = "Put shapes one after the other with a given gap",
    .manual = "Needs two or more shapes, in the order they are to have: the first stays, each "
              "next one comes behind the one before it. Only the given direction changes; "
              "align does the other one. A gap of 0 makes them touch, a negative one overlap.",
    .hint = "One after the other in the order given; the first stays. A gap below 0 "
            "makes them overlap",
    .example = "{\"_type\":\"stack\",\"shapeIds\":[\"a\",\"b\",\"c\"],"
               "\"direction\":\"vertical\",\"gap\":20}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Stacking",
    .done = "Stacked",
};
