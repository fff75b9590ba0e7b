/* The manuals of actions, for who may need one. */
#include "action/action_list.h"
#include "action/args.h"
#include "action/known.h"

static const char *const aliases[] = {"explain-action", "manual", NULL};
static const char *const name_aliases[] = {"action", "name", NULL};

static const FairyField fields[] = {
    {.name = "names", .type = FAIRY_KEYS, .doc = "names of actions", .aliases = name_aliases},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    cJSON *manuals = cJSON_CreateObject();
    const cJSON *name;
    cJSON_ArrayForEach(name, cJSON_GetObjectItemCaseSensitive(args, "names"))
    {
        const FairyAction *action =
            fairy_action_find_known(fairy_executor_usable(executor), name->valuestring, error);
        if (!action) {
            g_prefix_error(error, "%s: ", fairy_executor_action(executor)->name);
            cJSON_Delete(manuals);
            return FALSE;
        }
        g_autofree char *text = fairy_action_prompt_text(action);
        if (!cJSON_GetObjectItemCaseSensitive(manuals, action->name)) {
            cJSON_AddStringToObject(manuals, action->name, text);
        }
    }
    return fairy_executor_return_data(executor, manuals, error);
}

const FairyAction fairy_action_help = {
    .name = "help",
    .aliases = aliases,
    .family = FAIRY_FAMILY_SEE,
    .summary = "Read the manual of actions",
    .manual = "Asks for another request, which has their fields and all there is to know of them.",
    .hint = "Another request tells these in full",
    .example = "{\"_type\":\"help\",\"names\":[\"rotate\"]}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_SEARCH,
    .pose = FAIRY_POSE_READING,
    .doing = "Reading the manual",
    .done = "Read the manual",
};
