/* What a run may cost: requests, tokens, money, time. A request is let through only when all that
 * it may come to fits, together with those under way; while it is answered what has come of it is
 * counted, and afterwards what it really came to. So several fairies that share a budget can't
 * exceed it together, nor can a server that writes more than it is asked for. */
#pragma once

#include <fairy/clock.h>
#include <fairy/error.h>
#include <fairy/model.h>
#include <fairy/usage.h>

/* Negative: no limit. 0 allows nothing (`usd`: nothing that costs). */
typedef struct {
    gint64 requests; /* sent, whatever came of them */
    gint64 tokens;   /* read and written */
    double usd;
    gint64 time_ms; /* from fairy_budget_new() on */
} FairyBudgetLimits;

/* Those of <fairy/limits.h>: what somebody who set nothing can't be hurt by. */
extern const FairyBudgetLimits fairy_budget_defaults;

typedef struct _FairyBudget FairyBudget;
typedef struct _FairyReservation FairyReservation;

/* `clock` may be NULL: the machine's. */
FairyBudget *fairy_budget_new(const FairyBudgetLimits *limits, FairyClockFunc clock, gpointer data);
/* Only when all reservations are settled. Takes NULL. */
void fairy_budget_free(FairyBudget *budget);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyBudget, fairy_budget_free)

/* Sets aside what a request may come to: `input` tokens (fairy_prompt_tokens()) and `*max_output`
 * (0 = FAIRY_USUAL_OUTPUT). When only a part of these fits they are made less, down to
 * FAIRY_MIN_OUTPUT: the request must then be sent with the new limit. NULL with FAIRY_ERROR_BUDGET,
 * which says the limit, what is used, and the option that raises it. When others are under way
 * (fairy_budget_under_way()), what they give back may be enough later. */
FairyReservation *fairy_budget_reserve(FairyBudget *budget, guint64 input, guint *max_output,
                                       const FairyPrice *price, GError **error);
/* What it has come to so far, at any time: what goes beyond that which was set aside is set aside,
 * too. FALSE with FAIRY_ERROR_BUDGET when the budget hasn't so much: the request is to be ended. */
gboolean fairy_reservation_count(FairyReservation *reservation, const FairyUsage *so_far,
                                 GError **error);
/* What it came to, however it ended; NULL: it was never sent. Frees the reservation. */
void fairy_reservation_settle(FairyReservation *reservation, const FairyUsage *usage);

/* --- so far: what is settled, and requests under way */

guint fairy_budget_requests(const FairyBudget *budget);
guint fairy_budget_under_way(const FairyBudget *budget);
const FairyUsage *fairy_budget_usage(const FairyBudget *budget);
FairyCost fairy_budget_cost(const FairyBudget *budget);
/* ms; 0 when there is none, -1 without a limit. */
gint64 fairy_budget_time_left(const FairyBudget *budget);

/* About how many tokens a model reads with the prompt: its texts, its pictures as large as `needs`
 * says that they are looked at, and the schema of the reply. */
guint64 fairy_prompt_tokens(const FairyPrompt *prompt, const FairyCapabilities *capabilities);
