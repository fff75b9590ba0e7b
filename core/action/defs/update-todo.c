/* An item of the fairy's own list. */
#include "action/action_list.h"
#include "action/args.h"

static const char *const aliases[] = {"update-todo-list", "upsert-personal-todo-item",
                                      "update-personal-todo-list", NULL};
static const char *const id_aliases[] = {"todoId", "todoItemId", NULL};

static const FairyField fields[] = {
    {.name = "id",
     .type = FAIRY_KEY,
     .doc = "of the item; a new one adds it",
     .aliases = id_aliases},
    {.name = "status",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = fairy_todo_status_names,
     .doc = "how far it is; as before when left out, and of a new item todo"},
    {.name = "text",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "what is to be done; a new item needs it"},
    {.name = NULL},
};

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    FairyTodos *todos = fairy_executor_todos(executor);
    const char *id = fairy_args_string(args, "id");
    gboolean given = fairy_args_has(args, "status");
    FairyTodoStatus status =
        (FairyTodoStatus)fairy_args_choice(args, "status", fairy_todo_status_names, 0);
    if (!fairy_todos_set(todos, id, given ? &status : NULL, fairy_args_string(args, "text"),
                         error)) {
        g_prefix_error(error, "%s: ", fairy_executor_action(executor)->name);
        return FALSE;
    }
    if (!fairy_executor_shows(executor)) {
        fairy_executor_set_data(executor, fairy_todo_json(fairy_todos_find(todos, id)));
    }
    return TRUE;
}

const FairyAction fairy_action_update_todo = {
    .name = "update-todo",
    .aliases = aliases,
    .family = FAIRY_FAMILY_TALK,
    .summary = "Add to your own list of things to do, or tick off",
    .manual = "Kept from request to request. While something isn't done, you are asked to go on.",
    .hint = "Add to your own list, or say how far an item is: while one is open you "
            "are asked to go on",
    .example = "{\"_type\":\"update-todo\",\"id\":\"arrows\",\"status\":\"in-progress\","
               "\"text\":\"Connect the steps\"}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_NOTE,
    .pose = FAIRY_POSE_WRITING,
    .doing = "Updating the list",
    .done = "Updated the list",
};
