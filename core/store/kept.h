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
} FairyKept;

void fairy_kept_clear(FairyKept *entry);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyKept, fairy_kept_clear)

/* The caller's. */
cJSON *fairy_kept_json(const FairyKept *entry);
/* FALSE with FAIRY_ERROR_JOURNAL when it isn't one. */
gboolean fairy_kept_read(const cJSON *json, FairyKept *entry, GError **error);
