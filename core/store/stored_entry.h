/* An entry that isn't in the journal yet, as the run's drawing isn't written yet. Private to
 * core/store. */
#pragma once

#include "store/patch.h"
#include "store/spool.h"

#include <fairy/journal.h>

typedef struct {
    char *author, *type, *outcome;
    char *detail, *action; /* may be NULL */
    char *name, *task;     /* of the fairy, and id; may be NULL */
    char *changes;         /* JSON */
    GBytes *patch;
} FairyStoredEntry;

void fairy_stored_entry_clear(FairyStoredEntry *entry);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyStoredEntry, fairy_stored_entry_clear)

/* Writes the entry to a spool. */
void fairy_stored_entry_put(const FairyStoredEntry *entry, FairySpool *spool);
/* Reads the next one from it; clear it in any case. Returns FALSE if it can't be read. */
gboolean fairy_stored_entry_take(FairyStoredEntry *entry, FairySpool *spool);
/* Returns the entry as JSON. Free with cJSON_Delete(). */
cJSON *fairy_stored_entry_json(const FairyStoredEntry *entry);
/* Reads such JSON into `entry`; clear it with fairy_stored_entry_clear(). Returns FALSE with
 * FAIRY_ERROR_JOURNAL if it isn't an entry. */
gboolean fairy_stored_entry_read(const cJSON *json, FairyStoredEntry *entry, GError **error);
