/* The memory's own state, shared by the files of core/chat. Private to core/chat. */
#pragma once

#include <fairy/memory.h>

struct _FairyMemory {
    FairyClockFunc clock;
    gpointer data;
    GPtrArray *items;  /* of FairyMemoryItem * */
    GStringChunk *ids; /* ids of scopes, each once */
    FairyScope scope;
    gsize budget;
    GString *text; /* text of the reply under way */
    guint n_actions;
    FairyPrompt *said; /* the messages; NULL = they have to be rendered */
    char *words;
    cJSON *answers; /* data that the last actions returned; NULL = none */
};

/* Makes an item that isn't added yet. The id of its scope is borrowed from the memory. */
FairyMemoryItem *fairy_memory_item_new(FairyMemory *memory, FairyMemoryKind kind, FairyScope scope);
void fairy_memory_item_free(FairyMemoryItem *item);
/* Adds an item at the end, and takes ownership of it. */
void fairy_memory_append(FairyMemory *memory, FairyMemoryItem *item);

gboolean fairy_scope_equal(FairyScope a, FairyScope b);
/* Returns whether the item is part of the user's messages, not of the assistant's. */
gboolean fairy_memory_is_user_role(const FairyMemoryItem *item);
/* Returns the latest such summary of the scope, borrowed; NULL if there is none. */
const FairyMemoryItem *fairy_memory_digest(const FairyMemory *memory, FairyScope scope);
/* Returns whether the item is a summary that stands for the oldest items of its scope. */
gboolean fairy_memory_is_digest(const FairyMemoryItem *item);
/* Returns whether a line tells what became of the action: it isn't plainly done, or more is said of
 * it. */
gboolean fairy_memory_has_result(const FairyMemoryItem *item);
/* Returns the action as JSON, as the model is shown it again. Free with g_free(). */
char *fairy_memory_action_text(const FairyMemoryItem *item);

/* --- the budget (digest.c) */

/* Adds a summary of the oldest items that are shown, if what is shown exceeds the budget. */
void fairy_memory_fit(FairyMemory *memory);
