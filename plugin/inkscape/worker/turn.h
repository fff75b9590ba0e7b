/* A turn: what the person asks of a drawing once, and what fairies do about it. It is a job
 * (<fairy/job.h>) whose drawing goes back to the editor. */
#pragma once

#include "drawing.h"

/* What is asked, besides what the drawing has: session, scope, selection. All of it is borrowed for
 * the call. */
typedef struct {
    const char *words; /* NULL = the run that was interrupted goes on */
    const char *model; /* NULL = as the settings, or the run, say */
    guint fairies;
    double max_cost; /* US dollars; negative = as the settings say */
} TurnAsk;

/* Begins a turn at the drawing, in place of the one that it had, which is over. How it goes on is
 * shown. FALSE with an error if it can't begin. */
gboolean turn_start(Drawing *drawing, const TurnAsk *ask, GError **error);
/* Drops what is at work. Takes NULL. */
void turn_free(Turn *turn);
/* NULL is at rest. */
gboolean turn_is_at_work(const Turn *turn);
/* Stops it: what is finished stays. */
void turn_stop(Turn *turn);
/* Brings what is held back into the open document, as soon as that destroys nothing. */
void turn_show_now(Turn *turn);
/* Tells a fairy (NULL = who leads) something while it is at work. FALSE with FAIRY_ERROR_CONTROL.
 */
gboolean turn_tell(Turn *turn, const char *fairy, const char *words, GError **error);
/* Takes back what an action did (-1: what all of them did, the last first); what others did since
 * stays. FALSE with FAIRY_ERROR_CONTROL if that isn't possible, because later work rests on it. */
gboolean turn_reject(Turn *turn, int action, GError **error);
/* Says that an action (-1: all) is as it should be. */
gboolean turn_accept(Turn *turn, int action, GError **error);
/* Puts what is finished where the menu's program takes it from, for an Inkscape that can't be
 * reached. FALSE with an error if there is nothing. */
gboolean turn_hand(Turn *turn, GError **error);
