/* No action at all. */
#include "action/action_list.h"
#include "action/args.h"
#include "action/executor_priv.h"

#include <fairy/error.h>

#include <string.h>

#define LEAST_REASON 10 /* bytes: less says nothing to anybody */

static const FairyField fields[] = {
    {.name = "why",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "what of the request can't be done, and why not: a sentence for the person"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    const char *why = fairy_args_string(args, "why");
    if (why && strlen(why) > LEAST_REASON) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, why);
        return FALSE;
    }
    fairy_executor_say(executor, "nothing was asked for, and nothing was done");
    return TRUE;
}

const FairyAction fairy_action_unknown = {
    .name = "unknown",
    .family = FAIRY_FAMILY_INTERNAL,
    .summary = "Do nothing",
    .manual =
        "What a model writes that has no action in mind. It is recorded, so that the model "
        "sees that nothing came of it. With why, it is refused for that reason. A type that doesn't exist is refused, with the names "
        "that are near.",
    .example = "{\"_type\":\"unknown\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_NOTE,
    .pose = FAIRY_POSE_IDLE,
    .doing = "Doing nothing",
    .done = "Did nothing",
};
