/* What a fairy remembers: what it was told, what it did, what became of that. Items are only added,
 * never changed and never taken out; what a model is shown of them is chosen by whose they are, and
 * how long it may be. */
#pragma once

#include <fairy/clock.h>
#include <fairy/executor.h>
#include <fairy/mode.h>
#include <fairy/project.h>
#include <fairy/prompt.h>

/* Whose an item is: the fairy's, or of one project or task. */
typedef struct {
    FairyLevel level;
    const char *id; /* of the project or task; NULL at fairy level */
} FairyScope;

typedef enum {
    FAIRY_MEMORY_PROMPT,     /* what it was told */
    FAIRY_MEMORY_ACTION,     /* what it did; whole, never one that was cut off */
    FAIRY_MEMORY_TEXT,       /* an answer that had no actions, as it came */
    FAIRY_MEMORY_TRANSITION, /* says what isn't shown any more */
    FAIRY_MEMORY_SUMMARY,    /* what came of it */
    FAIRY_MEMORY_KIND_COUNT,
} FairyMemoryKind;

typedef enum {
    FAIRY_SOURCE_USER,  /* the person */
    FAIRY_SOURCE_SELF,  /* the program, on the fairy's behalf: "go on" */
    FAIRY_SOURCE_OTHER, /* another fairy */
} FairySource;

/* "prompt", "action", …; "user", "self", "other". In the enumerations' order, ended by NULL. */
extern const char *const fairy_memory_kind_names[];
extern const char *const fairy_source_names[];

typedef struct {
    guint number; /* larger than those before; no two items have the same */
    gint64 time;  /* of the memory's clock */
    FairyMemoryKind kind;
    FairyScope scope;
    char *text; /* for the model; NULL for an action */
    char *
        quoted; /* lines of what others wrote that `text` speaks of, told in a fence; NULL = none */
    char *words; /* for the person; NULL: nothing to show them */
    /* Of a prompt: */
    FairySource source;
    char *from; /* id of the other fairy; else NULL */
    /* Of an action: */
    char *type;    /* its name, or what stood there */
    cJSON *action; /* as it came; its name alone when its text was longer than
                      FAIRY_MAX_KEPT_ACTION; NULL when it couldn't be read */
    FairyStatus status;
    char *detail; /* adjusted: how; refused: why; NULL = nothing */
    cJSON *data;  /* what it answered; NULL = nothing */
    char **made;  /* ids of shapes that it made, NULL-terminated; NULL = none */
    /* Of a summary: */
    guint until; /* stands for all items of its scope up to this number; 0: of a task or project */
    cJSON *sums; /* then: what the next such summary counts on with; else NULL */
} FairyMemoryItem;

typedef struct _FairyMemory FairyMemory;

/* At fairy level. `clock` may be NULL: fairy_clock_date(). */
FairyMemory *fairy_memory_new(FairyClockFunc clock, gpointer data);
/* Takes NULL. */
void fairy_memory_free(FairyMemory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyMemory, fairy_memory_free)

/* --- what happens ----------------------------------------------------------------------------- */

/* Whose what is added from now on is, and what is shown. An action belongs to the scope that the
 * fairy was in before it was done. */
void fairy_memory_set_scope(FairyMemory *memory, FairyScope scope);
FairyScope fairy_memory_scope(const FairyMemory *memory);

/* New words to answer: `text` for the model, with what it quotes in `quoted` (may be NULL), `words`
 * for the person (may be NULL), `from` the id of the other fairy (else NULL); of more than
 * FAIRY_MAX_STRING_BYTES the beginning. An answer under way is over, as fairy_memory_end() with
 * FALSE. */
void fairy_memory_add_prompt(FairyMemory *memory, FairySource source, const char *from,
                             const char *text, const char *quoted, const char *words);
/* An action of the answer that is being given. */
void fairy_memory_add(FairyMemory *memory, const FairyOutcome *outcome);
/* Text of the answer; counts only if it turns out to have no actions. */
void fairy_memory_add_text(FairyMemory *memory, const char *text, gsize len);
/* How many actions this answer has. */
guint fairy_memory_actions(const FairyMemory *memory);
/* The answer is over. If it was `whole` and had no actions its text is kept; of one that failed or
 * was stopped its finished actions alone. */
void fairy_memory_end(FairyMemory *memory, gboolean whole);
/* The answer is over, and another is asked for: fairy_memory_end() with TRUE, and a prompt of the
 * fairy's own, `why`. */
void fairy_memory_next(FairyMemory *memory, const char *why);

/* The task or project has ended, for this fairy: what is of it isn't shown outside any more, but a
 * summary is, in the project's scope or the fairy's. Whose part in a project was nothing (`fairy`
 * did no task of it and doesn't lead it) remembers only that it was aborted or cancelled. */
void fairy_memory_end_task(FairyMemory *memory, const FairyTask *task);
void fairy_memory_end_project(FairyMemory *memory, const FairyProjects *projects,
                              const FairyProject *project, const char *fairy);

/* --- what a model is shown -------------------------------------------------------------------- */

/* By fairy_tokens(); when what is shown is longer, and new words are added, its oldest items are
 * replaced by one summary, down to half as much. The person's latest words, and all since, stay.
 * At first FAIRY_HISTORY_TOKENS. */
void fairy_memory_set_budget(FairyMemory *memory, gsize tokens);
/* FairyMemoryItem of that scope which are shown: a summary of what is left out first, if any is;
 * then in order. The items are the memory's, the array the caller's. */
GPtrArray *fairy_memory_shown(const FairyMemory *memory, FairyScope scope);
/* FairyMessage of the present scope, all but the last words: the user's and the assistant's by
 * turns. Those of an earlier request stay the same in later ones, until items are summarised or the
 * scope changes. Of the answer that is under way nothing. The memory's, until something is added.
 */
const GPtrArray *fairy_memory_messages(FairyMemory *memory);
/* Those of the next request: what became of the actions before, and what it was told since. What
 * isn't the person's begins with FAIRY_MEMORY_AUTOMATIC, and what it quotes stands in fences
 * without a mark. The memory's likewise;
 * "" before anything was told. */
const char *fairy_memory_words(FairyMemory *memory);
/* What the actions before them answered, a list of {"action":2,"type":"count","answer":…}; later it
 * stands behind these words. The memory's likewise; NULL = nothing. */
const cJSON *fairy_memory_answers(FairyMemory *memory);
#define FAIRY_MEMORY_AUTOMATIC "(automatic) "

/* What a person is shown of what the fairy was told: the words, or what the model was told. The
 * caller's. */
char *fairy_memory_item_display(const FairyMemoryItem *item);
/* What a person is shown of an item: words, or what a chat shows of the action ("Aligned 3
 * shapes"), in one line. The caller's. */
char *fairy_memory_item_line(const FairyMemoryItem *item);

/* --- keeping ---------------------------------------------------------------------------------- */

/* FairyMemoryItem, all of them, oldest first; the memory's. */
const GPtrArray *fairy_memory_items(const FairyMemory *memory);
/* {"number":…,"time":"2026-…Z","kind":"action","level":"task","id":…,…}: fields as above, what
 * there is none of is left out, and `words` of the person when the model was told the same; the
 * action and its data as JSON. The caller's. */
cJSON *fairy_memory_item_json(const FairyMemoryItem *item);
/* A list of all. The caller's. */
cJSON *fairy_memory_json(const FairyMemory *memory);
/* Adds an item that was kept, after those that are there. FALSE with FAIRY_ERROR_JOURNAL, adding
 * nothing, when it isn't one, or its number isn't larger than theirs. */
gboolean fairy_memory_read(FairyMemory *memory, const cJSON *json, GError **error);
/* Items from that number on, and what stands for some of them, get larger numbers, by so much:
 * where they are kept, somebody else put others before them. */
void fairy_memory_shift(FairyMemory *memory, guint from, guint by);
/* A memory of the items of such a list. NULL with FAIRY_ERROR_JOURNAL. */
FairyMemory *fairy_memory_from_json(const cJSON *json, FairyClockFunc clock, gpointer data,
                                    GError **error);
