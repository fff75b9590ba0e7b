/* Actions that a server says again at the beginning of an answer to a request that was made once
 * more: they aren't done twice. Private to core/. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

typedef struct {
    GArray *prints; /* of guint64: one for each action since the reply began that may be repeated */
    guint n_again;  /* how many of them have come again; beyond their number: none may any more */
} FairyRepeats;

void fairy_repeats_init(FairyRepeats *repeats);
void fairy_repeats_clear(FairyRepeats *repeats);
/* Another answer begins. It may begin with the actions so far, in their order; else, with `may` not
 * set, these are forgotten. */
void fairy_repeats_begin(FairyRepeats *repeats, gboolean may);
/* The next action of the answer. TRUE: it was done before, and has come again. */
gboolean fairy_repeats_has(FairyRepeats *repeats, const cJSON *action);
