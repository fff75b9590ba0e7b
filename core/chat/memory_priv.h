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
};

/* Not yet added; its scope's id is the memory's. */
FairyMemoryItem *fairy_memory_item_new(FairyMemory *memory, FairyMemoryKind kind, FairyScope scope);
void fairy_memory_item_free(FairyMemoryItem *item);
/* At the end; takes it. */
void fairy_memory_append(FairyMemory *memory, FairyMemoryItem *item);

gboolean fairy_scope_equal(FairyScope a, FairyScope b);
/* Whether it is told to the model, in the user's turn. */
gboolean fairy_memory_is_told(const FairyMemoryItem *item);
/* Whether it stands for the oldest items, which were too long. */
gboolean fairy_memory_is_digest(const FairyMemoryItem *item);
/* As JSON: what the model sees again of an action. The item's, or static. */
const char *fairy_memory_action_text(const FairyMemoryItem *item);

/* --- summaries (summary.c) */

/* What was asked for and done in a scope, in a few sentences. */
typedef struct _FairyTally FairyTally;
FairyTally *fairy_tally_new(void);
void fairy_tally_free(FairyTally *tally);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyTally, fairy_tally_free)
/* Counts the items of the scope up to that number. They must outlive it. */
void fairy_tally_add(FairyTally *tally, const FairyMemory *memory, FairyScope scope, guint until);
/* "87 actions (create 40, move 47), 3 of them refused. Shapes made: …". With `asked` also what the
 * person said and what ended. At most about `most` bytes; the caller's. */
char *fairy_tally_text(const FairyTally *tally, gboolean asked, gsize most);

/* --- the budget (digest.c) */

/* Adds a summary of the oldest items that are shown, when these are too long. */
void fairy_memory_fit(FairyMemory *memory);
