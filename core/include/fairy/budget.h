/* Budgets: what runs may cost in requests, tokens, US dollars and time. A request is sent only if
 * the most that it can cost fits beside all requests under way. What it costs is counted while the
 * response arrives, and settled when it is over. So several fairies that share a budget can't
 * exceed it together, nor can a server that writes more than it was asked for. */
#pragma once

#include <fairy/clock.h>
#include <fairy/error.h>
#include <fairy/model.h>
#include <fairy/purse.h>
#include <fairy/usage.h>

/* A negative limit is no limit. 0 allows nothing; with a `usd` of 0, only what costs nothing. */
typedef struct {
    gint64 requests; /* sent, whatever came of them */
    gint64 tokens;   /* input and output */
    double usd;      /* US dollars */
    gint64 time_ms;  /* ms, from fairy_budget_new() on */
} FairyBudgetLimits;

/* The defaults of <fairy/limits.h>, for a person who set no limits. */
extern const FairyBudgetLimits fairy_budget_defaults;

typedef struct _FairyBudget FairyBudget;
typedef struct _FairyReservation FairyReservation;

/* Makes a budget with a copy of `limits`. `clock` is a monotonic clock; NULL =
 * fairy_clock_monotonic(). Free with fairy_budget_free(). */
FairyBudget *fairy_budget_new(const FairyBudgetLimits *limits, FairyClockFunc clock, gpointer data);
/* Frees the budget, all of whose reservations must be settled. Accepts NULL. */
void fairy_budget_free(FairyBudget *budget);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyBudget, fairy_budget_free)

/* Has the budget spend of `purse`, too, which is borrowed: what one of both doesn't have isn't
 * spent. Before anything is reserved. */
void fairy_budget_set_purse(FairyBudget *budget, FairyPurse *purse);
/* Returns whether something wasn't reserved because the purse had too little. */
gboolean fairy_budget_is_short_of_purse(const FairyBudget *budget);
/* Deals what is left, neither spent nor reserved, in `n` equal parts: one for each of `tasks` (ids,
 * NULL-terminated; may be NULL), one for what belongs to none of them; the others are kept for
 * tasks to come. Until it is dealt again a reservation takes of its own part and of what isn't
 * dealt. The first of a task may take the least that it needs of the others' parts, so that many
 * tasks beside a small budget don't starve each other. */
void fairy_budget_deal(FairyBudget *budget, const char *const *tasks, guint n);
/* Say that a run that spends of the budget begins, and that it is over: fairy_budget_await() has to
 * know who may still give something back. */
void fairy_budget_begin_run(FairyBudget *budget);
void fairy_budget_end_run(FairyBudget *budget);

/* Reserves what a request for that task (NULL = none) may cost at most: `input` tokens (see
 * fairy_prompt_tokens()) and *max_output tokens (0 = FAIRY_DEFAULT_OUTPUT_TOKENS). If fewer output
 * tokens fit, *max_output is lowered, down to FAIRY_MIN_OUTPUT_TOKENS, and the request must be sent
 * with that limit. The reservation must be settled before the budget is freed. Returns NULL with
 * FAIRY_ERROR_BUDGET, whose message names the limit, what is used, and the option that raises it;
 * what others give back may be enough later: fairy_budget_await(). */
FairyReservation *fairy_budget_reserve(FairyBudget *budget, const char *task, guint64 input,
                                       guint *max_output, const FairyPrice *price, GError **error);
/* Called once, from the main context of who settles a reservation, deals or ends a run, and after
 * that; it may reserve. */
typedef void (*FairyBudgetFunc)(gpointer data);
/* Has `func` called when a reservation of another is settled, a run of another ends, or the budget
 * is dealt anew. Returns FALSE, without doing so, if that can't help: all other runs wait, too, or
 * requests or time are used up. The caller's own run has begun. */
gboolean fairy_budget_await(FairyBudget *budget, FairyBudgetFunc func, gpointer data);
/* Ends the waiting with that `data`, if there is any. */
void fairy_budget_forget(FairyBudget *budget, gpointer data);
/* Counts what the request has cost so far; it may be called as often as its usage grows. What
 * exceeds the reservation is reserved in addition. Returns FALSE with FAIRY_ERROR_BUDGET if the
 * budget doesn't have that much: the caller must end the request. */
gboolean fairy_reservation_count(FairyReservation *reservation, const FairyUsage *so_far,
                                 GError **error);
/* Books what the request cost in the end, whole or not, and frees the reservation. A NULL `usage`
 * means that it was never sent, so that it doesn't count as a request. */
void fairy_reservation_settle(FairyReservation *reservation, const FairyUsage *usage);

/* --- what is used so far */

/* Returns how many requests were sent or are reserved. */
guint fairy_budget_requests(const FairyBudget *budget);
/* Returns how many reservations aren't settled yet. */
guint fairy_budget_under_way(const FairyBudget *budget);
/* Returns the sum of the settled usage. Borrowed from the budget. */
const FairyUsage *fairy_budget_usage(const FairyBudget *budget);
/* Returns the sum of the settled cost. */
FairyCost fairy_budget_cost(const FairyBudget *budget);
/* Returns the time left in ms: 0 if there is none, -1 without a limit. */
gint64 fairy_budget_time_left(const FairyBudget *budget);

/* Estimates how many input tokens the prompt has for a model with these capabilities: its texts,
 * its pictures scaled down as the model's server does, and the schema of the reply. */
guint64 fairy_prompt_tokens(const FairyPrompt *prompt, const FairyCapabilities *capabilities);
