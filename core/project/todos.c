/* A list of things to do. Short by its limit, so that looking one up is looking through it. */
#include <fairy/limits.h>
#include <fairy/todos.h>

#include <string.h>

struct _FairyTodos {
    GPtrArray *items; /* of FairyTodo * */
    guint version;
};

const char *const fairy_todo_status_names[] = {
    [FAIRY_TODO_OPEN] = "todo",
    [FAIRY_TODO_IN_PROGRESS] = "in-progress",
    [FAIRY_TODO_DONE] = "done",
    NULL,
};

static void free_item(gpointer data)
{
    FairyTodo *item = data;
    g_free(item->id);
    g_free(item->text);
    g_free(item);
}

FairyTodos *fairy_todos_new(void)
{
    FairyTodos *todos = g_new0(FairyTodos, 1);
    todos->items = g_ptr_array_new_with_free_func(free_item);
    return todos;
}

void fairy_todos_free(FairyTodos *todos)
{
    if (todos) {
        g_ptr_array_unref(todos->items);
        g_free(todos);
    }
}

const GPtrArray *fairy_todos_items(const FairyTodos *todos)
{
    return todos->items;
}

static FairyTodo *find(const FairyTodos *todos, const char *id, guint *index)
{
    for (guint i = 0; i < todos->items->len; i++) {
        FairyTodo *item = todos->items->pdata[i];
        if (g_str_equal(item->id, id)) {
            *index = i;
            return item;
        }
    }
    return NULL;
}

const FairyTodo *fairy_todos_find(const FairyTodos *todos, const char *id)
{
    guint index;
    return find(todos, id, &index);
}

static gboolean check_new(const FairyTodos *todos, const char *text, GError **error)
{
    if (!text || !*text) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                            "a new item of the list needs \"text\": what is to be done");
        return FALSE;
    }
    if (todos->items->len >= FAIRY_MAX_TODOS) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "the list holds at most %d items; delete what is done", FAIRY_MAX_TODOS);
        return FALSE;
    }
    return TRUE;
}

static gboolean check_size(const char *id, const char *text, GError **error)
{
    if (strlen(id) > FAIRY_MAX_TODO_BYTES || (text && strlen(text) > FAIRY_MAX_TODO_BYTES)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "an item of the list has at most %d bytes; say it shorter",
                    FAIRY_MAX_TODO_BYTES);
        return FALSE;
    }
    return TRUE;
}

gboolean fairy_todos_set(FairyTodos *todos, const char *id, const FairyTodoStatus *status,
                         const char *text, GError **error)
{
    guint index;
    FairyTodo *item = find(todos, id, &index);
    if (!check_size(id, text, error) || (!item && !check_new(todos, text, error))) {
        return FALSE;
    }
    todos->version++;
    if (!item) {
        item = g_new0(FairyTodo, 1);
        item->id = g_strdup(id);
        g_ptr_array_add(todos->items, item);
    }
    if (status) {
        item->status = *status;
    }
    if (text && *text) {
        g_free(item->text);
        item->text = g_strdup(text);
    }
    return TRUE;
}

gboolean fairy_todos_remove(FairyTodos *todos, const char *id)
{
    guint index;
    if (!find(todos, id, &index)) {
        return FALSE;
    }
    g_ptr_array_remove_index(todos->items, index);
    todos->version++;
    return TRUE;
}

void fairy_todos_clear(FairyTodos *todos, gboolean done_only)
{
    for (guint i = todos->items->len; i > 0; i--) {
        const FairyTodo *item = todos->items->pdata[i - 1];
        if (!done_only || item->status == FAIRY_TODO_DONE) {
            g_ptr_array_remove_index(todos->items, i - 1);
            todos->version++;
        }
    }
}

guint fairy_todos_version(const FairyTodos *todos)
{
    return todos->version;
}

guint fairy_todos_left(const FairyTodos *todos)
{
    guint left = 0;
    for (guint i = 0; i < todos->items->len; i++) {
        left += ((const FairyTodo *)todos->items->pdata[i])->status != FAIRY_TODO_DONE;
    }
    return left;
}

cJSON *fairy_todo_json(const FairyTodo *todo)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "id", todo->id);
    cJSON_AddStringToObject(json, "status", fairy_todo_status_names[todo->status]);
    cJSON_AddStringToObject(json, "text", todo->text);
    return json;
}

cJSON *fairy_todos_json(const FairyTodos *todos)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < todos->items->len; i++) {
        cJSON_AddItemToArray(list, fairy_todo_json(todos->items->pdata[i]));
    }
    return list;
}

void fairy_todos_read(FairyTodos *todos, const cJSON *list)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "id"));
        const char *status = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "status"));
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "text"));
        FairyTodoStatus known = FAIRY_TODO_OPEN;
        for (guint i = 0; status && fairy_todo_status_names[i]; i++) {
            known = g_str_equal(fairy_todo_status_names[i], status) ? (FairyTodoStatus)i : known;
        }
        if (id && text) {
            fairy_todos_set(todos, id, &known, text, NULL);
        }
    }
}
