/* Counts of what was asked for and done, for summaries. Private to core/chat. */
#pragma once

#include <fairy/memory.h>

/* A count of texts, of which the last few are kept. */
typedef struct {
    GPtrArray *last; /* char * */
    guint n;
} FairyLast;

typedef struct {
    GHashTable *types; /* names of actions → count */
    guint n_requests, n_actions, n_refused;
    FairyLast asked; /* the person's words, quoted and shortened */
    FairyLast ended; /* summaries of tasks and projects that ended, likewise */
    FairyLast made;  /* ids of shapes */
} FairyActionCounts;

void fairy_action_counts_init(FairyActionCounts *tally);
void fairy_action_counts_clear(FairyActionCounts *tally);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyActionCounts, fairy_action_counts_clear)

/* Counts one item of a memory. */
void fairy_action_counts_add(FairyActionCounts *tally, const FairyMemoryItem *item);
/* Returns the counts as text: "87 actions (create 40, move 47), 3 of them refused. Shapes made: …";
 * with `asked` also what the person said and what ended. About `most` bytes at most. Free with
 * g_free(). */
char *fairy_action_counts_text(const FairyActionCounts *tally, gboolean asked, gsize most);

/* Returns all counts as JSON. Free with cJSON_Delete(). */
cJSON *fairy_action_counts_json(const FairyActionCounts *tally);
/* Adds counts from such JSON; members of another form are skipped. */
void fairy_action_counts_add_json(FairyActionCounts *tally, const cJSON *json);
