/* Repeated actions: those with which the response to a retry begins, and which were carried out
 * already. Private to core/action. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

typedef struct {
    GArray *prints; /* guint64: one for each action since the reply began that may be repeated */
    guint n_again;  /* how many of them have been repeated; more than there are = no action can be
                       any more */
} FairyRepeats;

void fairy_repeats_init(FairyRepeats *repeats);
void fairy_repeats_clear(FairyRepeats *repeats);
/* Says that another reply begins. With `may` it may begin with the actions so far, in their order;
 * without, these are forgotten. */
void fairy_repeats_begin(FairyRepeats *repeats, gboolean may);
/* Takes the next action of the reply, and returns whether it is a repetition of one that was
 * carried out. */
gboolean fairy_repeats_has(FairyRepeats *repeats, const cJSON *action);
