/* A turn: what the person asks of a drawing once, and what fairies do about it. It is a job
 * (<fairy/job.h>) whose drawing goes back to the editor. */
#pragma once

#include "drawing.h"

/* What is asked. All of it is borrowed for the call. */
typedef struct {
    const char *words; /* NULL = the run that was interrupted goes on */
    const char *model, *session;
    Scope scope;
    guint fairies;
    double max_cost; /* US dollars; negative = as the settings say */
} TurnAsk;

/* Begins a turn at the drawing, whose `bytes` are what it starts from. Called when it is over:
 * `over` (may be NULL). Free with turn_free(). NULL with an error if it can't begin. */
Turn *turn_new(Drawing *drawing, const TurnAsk *ask, void (*over)(Drawing *drawing, gpointer data),
               gpointer data, GError **error);
/* Drops what is at work. Takes NULL. */
void turn_free(Turn *turn);
/* NULL is at rest. */
gboolean turn_is_at_work(const Turn *turn);
/* Stops it: what is finished stays. */
void turn_stop(Turn *turn);
/* Tells a fairy (NULL = who leads) something while it is at work. FALSE with FAIRY_ERROR_CONTROL.
 */
gboolean turn_tell(Turn *turn, const char *fairy, const char *words, GError **error);
