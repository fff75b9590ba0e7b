/* Looking somewhere else. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const aliases[] = {"set-my-view", "fly-to-bounds", "move-camera", NULL};

static const FairyField fields[] = {
    FAIRY_FIELDS_AREA,
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    SvgBox area;
    if (!fairy_args_area(executor, args, &area, error)) {
        return FALSE;
    }
    g_autofree char *where = fairy_area_words(executor, area);
    char *message = g_strdup_printf("You asked to look at the area %s. It is what you see now; "
                                    "go on from there.",
                                    where);
    return fairy_executor_ask_follow_up(executor, FAIRY_FOLLOW_VIEW, area, message,
                                        fairy_quoted_words(args, "intent"), error);
}

const FairyAction fairy_action_set_view = {
    .name = "set-view",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SEE,
    .summary = "Look at another part of the drawing",
    .manual = "Asks for another request that shows this area: its picture, and the shapes in it. "
              "Of several views in one reply the last one counts.",
    .hint = "Another request shows you this part",
    .example = "{\"_type\":\"set-view\",\"x\":900,\"y\":0,"
               "\"w\":400,\"h\":300}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_EYE,
    .pose = FAIRY_POSE_ACTIVE,
    .doing = "Looking elsewhere",
    .done = "Looked elsewhere",
};
