/* A fairy's list of what it means to do, kept across turns by whoever runs them. */
#pragma once

#include <fairy/error.h>

#include <cjson/cJSON.h>

typedef enum { FAIRY_TODO_OPEN, FAIRY_TODO_IN_PROGRESS, FAIRY_TODO_DONE } FairyTodoStatus;

/* "todo", "in-progress", "done", in the enumeration's order; NULL ends the list. */
extern const char *const fairy_todo_status_names[];

typedef struct {
    char *id; /* chosen by the fairy */
    FairyTodoStatus status;
    char *text;
} FairyTodo;

typedef struct _FairyTodos FairyTodos;

FairyTodos *fairy_todos_new(void);
/* Takes NULL. */
void fairy_todos_free(FairyTodos *todos);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyTodos, fairy_todos_free)

/* FairyTodo, in the order they were added; the list's. */
const GPtrArray *fairy_todos_items(const FairyTodos *todos);
/* NULL if there is none with that id. */
const FairyTodo *fairy_todos_find(const FairyTodos *todos, const char *id);
/* Adds an item, or changes the one with that id. `status` and `text` may be NULL: as it was, and of
 * a new item open. FALSE with FAIRY_ERROR_ACTION, changing nothing, when a new one has no text, or
 * beyond FAIRY_MAX_TODOS and FAIRY_MAX_TODO_BYTES. */
gboolean fairy_todos_set(FairyTodos *todos, const char *id, const FairyTodoStatus *status,
                         const char *text, GError **error);
/* FALSE if there is none with that id. */
gboolean fairy_todos_remove(FairyTodos *todos, const char *id);
/* All of them, or those that are done. */
void fairy_todos_clear(FairyTodos *todos, gboolean done_only);
/* Another number after each change. */
guint fairy_todos_version(const FairyTodos *todos);
/* How many aren't done: while there are any, a run goes on. */
guint fairy_todos_left(const FairyTodos *todos);

/* {"id":…,"status":…,"text":…}; the caller's. */
cJSON *fairy_todo_json(const FairyTodo *todo);
/* A list of them; the caller's. */
cJSON *fairy_todos_json(const FairyTodos *todos);
/* Adds what such a list has; what is no item of one is left out. */
void fairy_todos_read(FairyTodos *todos, const cJSON *list);
