/* Words of the fairy to itself. */
#include "action/action_list.h"
#include "action/args.h"

static const FairyField fields[] = {
    {.name = "text", .type = FAIRY_STRING, .doc = "what to think"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    (void)error;
    fairy_executor_say(executor, fairy_args_string(args, "text"));
    return TRUE;
}

static char *how_long(guint elapsed_ms)
{
    guint seconds = elapsed_ms / 1000;
    return seconds == 0
               ? g_strdup("Thought for less than a second")
               : g_strdup_printf("Thought for %u second%s", seconds, seconds > 1 ? "s" : "");
}

static char *describe(const cJSON *args, gboolean complete, guint elapsed_ms, char **summary)
{
    const char *text = fairy_args_string(args, "text");
    if (complete) {
        *summary = how_long(elapsed_ms);
    }
    if (text && *text) {
        return g_strdup(text);
    }
    return complete ? NULL : g_strdup("Thinking");
}

const FairyAction fairy_action_think = {
    .name = "think",
    .family = FAIRY_FAMILY_TALK,
    .summary = "Think before acting",
    .manual = "Reasoning that the person needn't read. Changes nothing in the drawing.",
    .hint = "Reasoning that the person needn't read",
    .example = "{\"_type\":\"think\","
               "\"text\":\"The arrow ends inside the box; I should move it first.\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_BRAIN,
    .pose = FAIRY_POSE_THINKING,
    .doing = "Thinking",
    .done = "Thought",
    .describe = describe,
};
