/* Sums of what was asked for and done. Private to core/chat. */
#pragma once

#include <fairy/memory.h>

/* Texts, of which the last are kept. */
typedef struct {
    GPtrArray *last; /* char * */
    guint n;
} FairyLast;

typedef struct {
    GHashTable *types; /* names of actions → count */
    guint n_requests, n_actions, n_refused;
    FairyLast asked; /* the person's words, quoted and shortened */
    FairyLast ended; /* what was told of tasks and projects that ended, likewise */
    FairyLast made;  /* ids of shapes */
} FairyTally;

void fairy_tally_init(FairyTally *tally);
void fairy_tally_clear(FairyTally *tally);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyTally, fairy_tally_clear)

void fairy_tally_add(FairyTally *tally, const FairyMemoryItem *item);
/* "87 actions (create 40, move 47), 3 of them refused. Shapes made: …". With `asked` also what the
 * person said and what ended. At most about `most` bytes; the caller's. */
char *fairy_tally_text(const FairyTally *tally, gboolean asked, gsize most);

/* All of it; the caller's. */
cJSON *fairy_tally_json(const FairyTally *tally);
/* Adds what fairy_tally_json() gave; what isn't that is left out. */
void fairy_tally_add_json(FairyTally *tally, const cJSON *json);
