/* Words for the person. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const aliases[] = {"reply", "say", NULL};

static const FairyField fields[] = {
    {.name = "text", .type = FAIRY_STRING, .doc = "what to say"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    (void)error;
    fairy_executor_say(executor, fairy_args_string(args, "text"));
    return TRUE;
}

static char *describe(const cJSON *args, gboolean complete, guint elapsed_ms, char **summary)
{
    (void)complete, (void)elapsed_ms, (void)summary;
    return g_strdup(fairy_args_string(args, "text"));
}

const FairyAction fairy_action_message = {
    .name = "message",
    .aliases = aliases,
    .family = FAIRY_FAMILY_TALK,
    .summary = "Say something to the person",
    .manual = "Shown to the person as the fairy's reply. Changes nothing in the drawing.",
    .hint = "Said to the person",
    .example = "{\"_type\":\"message\",\"text\":\"Both boxes are aligned now.\"}",
    .fields = fields,
    .apply = apply,
    .pose = FAIRY_POSE_WAITING,
    .doing = "Saying",
    .done = "Said",
    .alone = TRUE,
    .describe = describe,
};
