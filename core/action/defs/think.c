/* Words of the fairy to itself. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    {.name = "text", .type = FAIRY_STRING, .doc = "what to think"},
    {.name = NULL},
};

static gboolean apply(FairyTurn *turn, const cJSON *args, GError **error)
{
    (void)error;
    fairy_turn_say(turn, fairy_args_string(args, "text"));
    return TRUE;
}

const FairyAction fairy_action_think = {
    .name = "think",
    .summary = "Think before acting",
    .manual = "Reasoning that the user needn't read. Changes nothing in the drawing.",
    .example = "{\"_type\":\"think\","
               "\"text\":\"The arrow ends inside the box; I should move it first.\"}",
    .fields = fields,
    .apply = apply,
};
