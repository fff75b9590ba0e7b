/* The source that a drawing carries. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, G_GNUC_UNUSED const cJSON *args, GError **error)
{
    return svg_edit_drop_source(fairy_executor_edit(executor), error);
}

const FairyAction fairy_action_drop_source = {
    .name = "drop-source",
    .family = FAIRY_FAMILY_ANNOTATION,
    .summary = "Take out the source that a drawing was made from",
    .manual =
        "What draw.io, Excalidraw, PlantUML and nomnoml put into their drawings, to make them "
        "again from: it doesn't have what was changed since, and by it changes are lost. The "
        "drawing looks as it did. The job drop-source of \"fairy batch\" is made of this.",
    .example = "{\"_type\":\"drop-source\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_TRASH,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Taking out the source",
    .done = "Took out the source",
};
