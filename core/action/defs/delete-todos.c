/* Items off the fairy's own list. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

static const char *const aliases[] = {"delete-personal-todo-items", "delete-todo", NULL};
static const char *const ids_aliases[] = {"id", "todoIds", NULL};

static const FairyField fields[] = {
    {.name = "ids", .type = FAIRY_KEYS, .doc = "of the items", .aliases = ids_aliases},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    FairyTodos *todos = fairy_executor_todos(executor);
    const cJSON *id, *unknown = NULL;
    guint n = 0, missing = 0;
    cJSON_ArrayForEach(id, cJSON_GetObjectItemCaseSensitive(args, "ids"))
    {
        if (fairy_todos_remove(todos, id->valuestring)) {
            n++;
        } else {
            unknown = missing++ ? unknown : id;
        }
    }
    g_autofree char *first = unknown ? fairy_quote(unknown->valuestring) : NULL;
    if (n == 0) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s: there is no item %s on the list",
                    fairy_executor_action(executor)->name, first);
        return FALSE;
    }
    if (missing) {
        fairy_executor_note(executor, "%u weren't on the list, first %s", missing, first);
    }
    return TRUE;
}

const FairyAction fairy_action_delete_todos = {
    .name = "delete-todos",
    .aliases = aliases,
    .family = FAIRY_FAMILY_TALK,
    .summary = "Take items off your own list of things to do",
    .manual = "For what turned out not to be needed. What is done can stay on the list, marked as "
              "done; see update-todo.",
    .hint = "Take items off your list that turned out not to be needed",
    .example = "{\"_type\":\"delete-todos\",\"ids\":[\"arrows\",\"legend\"]}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_TRASH,
    .pose = FAIRY_POSE_WRITING,
    .doing = "Shortening the list",
    .done = "Shortened the list",
};
