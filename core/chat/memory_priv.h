/* What the files of core/chat share. */
#pragma once

#include <fairy/memory.h>

struct _FairyMemory {
    FairyClockFunc clock;
    gpointer data;
    GPtrArray *items;  /* of FairyMemoryItem * */
    GStringChunk *ids; /* of scopes, each once */
    FairyScope scope;
    gsize budget;
    GString *text; /* of the answer under way */
    guint n_actions;
    FairyPrompt *said; /* what was rendered; NULL = it has to be */
    char *words;
    cJSON *answers; /* to the last actions; NULL = none */
};

/* Not yet added; its scope's id is the memory's. */
FairyMemoryItem *fairy_memory_item_new(FairyMemory *memory, FairyMemoryKind kind, FairyScope scope);
void fairy_memory_item_free(FairyMemoryItem *item);
/* At the end; takes it. */
void fairy_memory_append(FairyMemory *memory, FairyMemoryItem *item);

gboolean fairy_scope_equal(FairyScope a, FairyScope b);
/* Whether it is told to the model, in the user's turn. */
gboolean fairy_memory_is_told(const FairyMemoryItem *item);
/* The latest of the scope that does; NULL if there is none. */
const FairyMemoryItem *fairy_memory_digest(const FairyMemory *memory, FairyScope scope);
/* Whether it stands for the oldest items, which were too long. */
gboolean fairy_memory_is_digest(const FairyMemoryItem *item);
/* As JSON: what the model sees again of an action. The caller's. */
char *fairy_memory_action_text(const FairyMemoryItem *item);

/* --- the budget (digest.c) */

/* Adds a summary of the oldest items that are shown, when these are too long. */
void fairy_memory_fit(FairyMemory *memory);
