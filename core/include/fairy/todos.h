/* A fairy's to-do list: what it means to do in this and later requests. */
#pragma once

#include <fairy/error.h>

#include <cjson/cJSON.h>

typedef enum { FAIRY_TODO_OPEN, FAIRY_TODO_IN_PROGRESS, FAIRY_TODO_DONE } FairyTodoStatus;

/* "todo", "in-progress" and "done", in the enumeration's order; NULL-terminated. */
extern const char *const fairy_todo_status_names[];

typedef struct {
    char *id; /* chosen by the fairy */
    FairyTodoStatus status;
    char *text;
} FairyTodo;

typedef struct _FairyTodos FairyTodos;

/* Makes an empty list. Free with fairy_todos_free(). */
FairyTodos *fairy_todos_new(void);
/* Frees the list and its items. Accepts NULL. */
void fairy_todos_free(FairyTodos *todos);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyTodos, fairy_todos_free)

/* Returns the items (FairyTodo) in the order in which they were added. Borrowed from the list. */
const GPtrArray *fairy_todos_items(const FairyTodos *todos);
/* Returns the item with that id, borrowed from the list until it changes. NULL if there is none. */
const FairyTodo *fairy_todos_find(const FairyTodos *todos, const char *id);
/* Changes the item with that id, or adds one. A NULL `status` or a NULL or empty `text` leaves that
 * value as it is; a new item is open by default. Returns FALSE with FAIRY_ERROR_ACTION, changing
 * nothing, if a new item has no text, or beyond FAIRY_MAX_TODOS and FAIRY_MAX_TODO_BYTES. */
gboolean fairy_todos_set(FairyTodos *todos, const char *id, const FairyTodoStatus *status,
                         const char *text, GError **error);
/* Removes the item with that id. Returns FALSE if there is none. */
gboolean fairy_todos_remove(FairyTodos *todos, const char *id);
/* Removes all items or, with `done_only`, those that are done. */
void fairy_todos_clear(FairyTodos *todos, gboolean done_only);
/* Returns a number that is another one after each change. */
guint fairy_todos_version(const FairyTodos *todos);
/* Returns how many items aren't done. While there are any, a run goes on. */
guint fairy_todos_left(const FairyTodos *todos);

/* Returns {"id":…,"status":…,"text":…}. Free with cJSON_Delete(). */
cJSON *fairy_todo_json(const FairyTodo *todo);
/* Returns the list of all items in that form. Free with cJSON_Delete(). */
cJSON *fairy_todos_json(const FairyTodos *todos);
/* Adds the items of such a list, or changes those with the same ids. Elements that aren't items are
 * skipped; an unknown status counts as open. */
void fairy_todos_read(FairyTodos *todos, const cJSON *list);
