/* A fairy's memory: the inputs it got, the actions it took, and their outcomes. Items are only
 * added, never changed or removed. Which of them a model is shown depends on their scope, and on a
 * budget of tokens. */
#pragma once

#include <fairy/clock.h>
#include <fairy/executor.h>
#include <fairy/mode.h>
#include <fairy/project.h>
#include <fairy/prompt.h>

/* The scope of an item: the fairy itself, or one project or task. */
typedef struct {
    FairyLevel level;
    const char *id; /* of the project or task; NULL at fairy level */
} FairyScope;

typedef enum {
    FAIRY_MEMORY_PROMPT,     /* an input that was read */
    FAIRY_MEMORY_ACTION,     /* a complete action of the fairy, with its outcome */
    FAIRY_MEMORY_TEXT,       /* a reply without actions, as it came */
    FAIRY_MEMORY_TRANSITION, /* a sentence that says which items aren't shown any more */
    FAIRY_MEMORY_SUMMARY,    /* a summary of such items */
    FAIRY_MEMORY_KIND_COUNT,
} FairyMemoryKind;

typedef enum {
    FAIRY_SOURCE_USER,  /* the person */
    FAIRY_SOURCE_SELF,  /* the program, on the fairy's behalf: "go on" */
    FAIRY_SOURCE_OTHER, /* another fairy */
} FairySource;

/* "prompt", "action", …; "user", "self", "other": in the enumerations' order, NULL-terminated. */
extern const char *const fairy_memory_kind_names[];
extern const char *const fairy_source_names[];

typedef struct {
    guint number; /* unique, and larger than those of all items before */
    gint64 time;  /* of the memory's clock, in µs since 1970 */
    FairyMemoryKind kind;
    FairyScope scope;
    char *text;   /* the text for the model; NULL for an action */
    char *quoted; /* lines of untrusted text that `text` speaks of, shown in a fence; NULL = none */
    char *words;  /* the text for the person; NULL = none */
    /* PROMPT: */
    FairySource source;
    char *from; /* id of the other fairy; else NULL */
    /* ACTION: */
    char *type;    /* the action's name, or what stood in its place */
    cJSON *action; /* as it came; without its fields if it was longer than FAIRY_MAX_KEPT_ACTION as
                      text; NULL if it couldn't be read */
    FairyStatus status;
    char *detail; /* how it was adjusted, or why it was refused; else NULL */
    cJSON *data;  /* the data that it returned; NULL = none */
    char **made;  /* ids of shapes that it created, NULL-terminated; NULL = none */
    /* SUMMARY: */
    guint until; /* it stands for all items of its scope up to this number; 0 = it is the summary
                    of a task or project */
    cJSON *sums; /* if `until` isn't 0: counts from which the next one goes on; else NULL */
} FairyMemoryItem;

typedef struct _FairyMemory FairyMemory;

/* Makes an empty memory, at fairy level. `clock` gives µs since 1970; NULL = fairy_clock_real().
 * Free with fairy_memory_free(). */
FairyMemory *fairy_memory_new(FairyClockFunc clock, gpointer data);
/* Frees the memory and its items. Accepts NULL. */
void fairy_memory_free(FairyMemory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyMemory, fairy_memory_free)

/* --- adding ----------------------------------------------------------------------------------- */

/* Sets the scope of the items that are added from now on, and of what is shown. (An action belongs
 * to the scope that held before it was carried out.) The id is copied. */
void fairy_memory_set_scope(FairyMemory *memory, FairyScope scope);
/* Returns the present scope. Its id is borrowed from the memory. */
FairyScope fairy_memory_scope(const FairyMemory *memory);

/* Adds an input that the next request answers: `text` for the model, `quoted` the untrusted text
 * that it speaks of (may be NULL), `words` for the person (may be NULL), `from` the id of the other
 * fairy (else NULL). Texts longer than FAIRY_MAX_STRING_BYTES are cut. A reply under way ends as by
 * fairy_memory_end_reply() with FALSE. If the history exceeds its budget its oldest items are
 * summarised. */
void fairy_memory_add_prompt(FairyMemory *memory, FairySource source, const char *from,
                             const char *text, const char *quoted, const char *words);
/* Adds an action of the reply under way. What it needs of `outcome` is copied. */
void fairy_memory_add_action(FairyMemory *memory, const FairyOutcome *outcome);
/* Adds text of the reply under way. It is kept only if the reply turns out to have no actions. */
void fairy_memory_add_text(FairyMemory *memory, const char *text, gsize len);
/* Returns how many actions the reply under way has so far. */
guint fairy_memory_n_actions(const FairyMemory *memory);
/* Says that the reply is over. If it is `whole` and has no actions, its text is kept as an item. Of
 * a reply that failed or was stopped only the finished actions are kept. */
void fairy_memory_end_reply(FairyMemory *memory, gboolean whole);
/* Says that the reply is complete and another request follows: fairy_memory_end_reply() with TRUE,
 * and a prompt of the program with the text `why`. */
void fairy_memory_continue(FairyMemory *memory, const char *why);

/* Say that a task or project has ended for this fairy. Its items aren't shown outside of it; a
 * transition and a summary are added to the scope around it, which is that of the project or of the
 * fairy. A fairy without a part in the project (it did no task of it and doesn't lead it) gets them
 * only if the project was aborted or cancelled. */
void fairy_memory_end_task(FairyMemory *memory, const FairyTask *task);
void fairy_memory_end_project(FairyMemory *memory, const FairyProjects *projects,
                              const FairyProject *project, const char *fairy);

/* --- what a model is shown -------------------------------------------------------------------- */

/* Sets the budget of what is shown, in tokens by fairy_tokens(); FAIRY_HISTORY_TOKENS by default.
 * If it is exceeded when a prompt is added, the oldest items are replaced by one summary, down to
 * half the budget. The person's latest words, and all items since, always stay. */
void fairy_memory_set_budget(FairyMemory *memory, gsize tokens);
/* Returns the items (FairyMemoryItem) of a scope that are shown, in order; before them the summary
 * of those that aren't, if there is one. Free the array with g_ptr_array_unref(); the items are
 * borrowed from the memory. */
GPtrArray *fairy_memory_shown(const FairyMemory *memory, FairyScope scope);
/* Adds what `from` shows of that scope, at the end, as its own, but for what was taken over before.
 * What `from` has summed up is taken as that summary. */
void fairy_memory_take_over(FairyMemory *memory, const FairyMemory *from, FairyScope scope);
/* Returns the history of the present scope as FairyMessage, user and assistant alternating, without
 * the last words and without the reply under way. The messages of one request are the first
 * messages of the next, until items are summarised or the scope changes. Borrowed from the memory
 * until something is added. */
const GPtrArray *fairy_memory_messages(FairyMemory *memory);
/* Returns the words of the next request: the outcomes of the actions before that weren't plainly
 * ok, or say more, and the inputs since. What isn't from the person begins with
 * FAIRY_MEMORY_AUTOMATIC; what it quotes stands in fences without a mark. "" before the first
 * input. Borrowed likewise. */
const char *fairy_memory_request_text(FairyMemory *memory);
/* Returns the data that the actions before those words returned, a list of
 * {"action":2,"type":"count","answer":…}; in later requests it stands in the history behind the
 * words. NULL if there is none. Borrowed likewise. */
const cJSON *fairy_memory_request_data(FairyMemory *memory);
#define FAIRY_MEMORY_AUTOMATIC "(automatic) "

/* Returns what a person is shown of an item that isn't an action: its `words`, else its text and
 * what that quotes. Free with g_free(). */
char *fairy_memory_item_text(const FairyMemoryItem *item);
/* Returns what a person is shown of any item as one line: the same, or what a chat shows of the
 * action ("Aligned 3 shapes"). Free with g_free(). */
char *fairy_memory_item_text_line(const FairyMemoryItem *item);

/* --- storing ---------------------------------------------------------------------------------- */

/* Returns all items (FairyMemoryItem), the oldest first. Borrowed from the memory. */
const GPtrArray *fairy_memory_items(const FairyMemory *memory);
/* Returns an item as {"number":…,"time":"2026-…Z","kind":"action","level":"task","id":…,…} with the
 * members above; the action and its data are JSON. Members without a value are left out, as are
 * `words` that are the same as the text. Free with cJSON_Delete(). */
cJSON *fairy_memory_item_json(const FairyMemoryItem *item);
/* Returns a list of all items in that form. Free with cJSON_Delete(). */
cJSON *fairy_memory_json(const FairyMemory *memory);
/* Adds one stored item behind all others. Returns FALSE with FAIRY_ERROR_JOURNAL, adding nothing,
 * if it isn't one, or if its number isn't larger than theirs. */
gboolean fairy_memory_read(FairyMemory *memory, const cJSON *json, GError **error);
/* Adds `by` to the numbers of items from number `from` on, and to the `until` of summaries that
 * reach so far: other items were stored before them meanwhile. */
void fairy_memory_shift(FairyMemory *memory, guint from, guint by);
/* Makes a memory of a list of stored items. Free with fairy_memory_free(). Returns NULL with
 * FAIRY_ERROR_JOURNAL. */
FairyMemory *fairy_memory_from_json(const cJSON *json, FairyClockFunc clock, gpointer data,
                                    GError **error);
