/* No action at all. */
#include "action/action_list.h"
#include "action/turn_priv.h"

static const FairyField fields[] = {
    {.name = NULL},
};

static gboolean apply(FairyTurn *turn, const cJSON *args, GError **error)
{
    (void)args;
    (void)error;
    fairy_turn_say(turn, "nothing was asked for, and nothing was done");
    return TRUE;
}

const FairyAction fairy_action_unknown = {
    .name = "unknown",
    .family = FAIRY_FAMILY_INTERNAL,
    .summary = "Do nothing",
    .manual = "What a model writes that has no action in mind. It is recorded, so that the model "
              "sees that nothing came of it. A type that doesn't exist is refused, with the names "
              "that are near.",
    .example = "{\"_type\":\"unknown\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_NOTE,
    .pose = FAIRY_POSE_IDLE,
    .doing = "Doing nothing",
    .done = "Did nothing",
};
