/* What the journal has of one action, outside of it: of a run that isn't written yet. Private to
 * core/store. */
#pragma once

#include "store/patch.h"

#include <fairy/journal.h>

typedef struct {
    char *author, *type, *outcome;
    char *detail, *action; /* may be NULL */
    char *changes;         /* JSON */
    GBytes *patch;
} FairyStoredEntry;

void fairy_stored_entry_clear(FairyStoredEntry *entry);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyStoredEntry, fairy_stored_entry_clear)

/* The caller's. */
cJSON *fairy_stored_entry_json(const FairyStoredEntry *entry);
/* FALSE with FAIRY_ERROR_JOURNAL when it isn't one. */
gboolean fairy_stored_entry_read(const cJSON *json, FairyStoredEntry *entry, GError **error);
