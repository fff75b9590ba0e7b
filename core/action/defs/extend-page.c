/* A larger page. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    {.name = "right",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "how much wider the page gets, on its right"},
    {.name = "bottom",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "how much higher it gets, at its bottom"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    double right = fairy_args_length(executor, args, "right", 0);
    double bottom = fairy_args_length(executor, args, "bottom", 0);
    return svg_edit_extend_page(fairy_executor_edit(executor), right, bottom, error);
}

const FairyAction fairy_action_extend_page = {
    .name = "extend-page",
    .family = FAIRY_FAMILY_ANNOTATION,
    .summary = "Make the page larger",
    .manual = "Room for a legend or notes, on the right or at the bottom. What is drawn keeps its "
              "place and its size. Not of a drawing with pages of Inkscape's.",
    .example = "{\"_type\":\"extend-page\",\"bottom\":80}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_NOTE,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Making the page larger",
    .done = "Made the page larger",
};
