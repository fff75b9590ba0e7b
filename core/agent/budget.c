/* What a run may cost: set aside before a request, counted while it is answered, settled after. */
#include "agent/budget_parts.h"

#include <fairy/budget.h>
#include <fairy/limits.h>

#include <math.h>

struct _FairyBudget {
    FairyBudgetLimits limits;
    FairyClockFunc clock;
    gpointer data;
    gint64 start;
    guint requests, under_way, runs;
    GQueue waiting; /* Waiter *, in the order in which they came */
    FairyBudgetParts *parts;
    FairyUsage usage;
    FairyCost cost;
    /* Set aside for requests under way. */
    guint64 tokens;
    double usd;
    FairyPurse *purse; /* NULL = it shares its money with no other budget */
    gboolean short_of; /* the purse had too little */
};

typedef struct {
    FairyBudgetFunc func;
    gpointer data;
} Waiter;

struct _FairyReservation {
    FairyBudget *budget;
    FairyPrice price;
    guint64 tokens;
    double usd;
    char *part;      /* id; NULL = what belongs to none */
    FairySums taken; /* of that part */
};

const FairyBudgetLimits fairy_budget_defaults = {
    .requests = FAIRY_DEFAULT_REQUESTS,
    .tokens = FAIRY_DEFAULT_TOKENS,
    .usd = FAIRY_DEFAULT_USD,
    .time_ms = (gint64)1000 * FAIRY_DEFAULT_TIME_S,
};

FairyBudget *fairy_budget_new(const FairyBudgetLimits *limits, FairyClockFunc clock, gpointer data)
{
    FairyBudget *budget = g_new0(FairyBudget, 1);
    budget->limits = *limits;
    budget->clock = clock ? clock : fairy_clock_monotonic;
    budget->data = data;
    budget->start = budget->clock(data);
    budget->parts = fairy_budget_parts_new();
    return budget;
}

void fairy_budget_free(FairyBudget *budget)
{
    if (budget) {
        g_queue_clear_full(&budget->waiting, g_free);
        fairy_budget_parts_free(budget->parts);
        g_free(budget);
    }
}

void fairy_budget_set_purse(FairyBudget *budget, FairyPurse *purse)
{
    budget->purse = purse;
}

gboolean fairy_budget_is_short_of_purse(const FairyBudget *budget)
{
    return budget->short_of;
}

guint fairy_budget_requests(const FairyBudget *budget)
{
    return budget->requests;
}

guint fairy_budget_under_way(const FairyBudget *budget)
{
    return budget->under_way;
}

const FairyUsage *fairy_budget_usage(const FairyBudget *budget)
{
    return &budget->usage;
}

FairyCost fairy_budget_cost(const FairyBudget *budget)
{
    return budget->cost;
}

gint64 fairy_budget_time_left(const FairyBudget *budget)
{
    if (budget->limits.time_ms < 0) {
        return -1;
    }
    gint64 passed = (budget->clock(budget->data) - budget->start) / 1000;
    return MAX(0, budget->limits.time_ms - passed);
}

/* --- who waits -------------------------------------------------------------------------------- */

void fairy_budget_forget(FairyBudget *budget, gpointer data)
{
    for (GList *at = budget->waiting.head, *next; at; at = next) {
        next = at->next;
        if (((Waiter *)at->data)->data == data) {
            g_free(at->data);
            g_queue_delete_link(&budget->waiting, at);
        }
    }
}

/* All that wait now: who doesn't fit still waits again. */
static void call_waiters(FairyBudget *budget)
{
    for (guint n = g_queue_get_length(&budget->waiting); n > 0; n--) {
        g_autofree Waiter *waiter = g_queue_pop_head(&budget->waiting);
        if (waiter) {
            waiter->func(waiter->data);
        }
    }
}

void fairy_budget_begin_run(FairyBudget *budget)
{
    budget->runs++;
}

void fairy_budget_end_run(FairyBudget *budget)
{
    budget->runs--;
    call_waiters(budget);
}

/* --- what is used ----------------------------------------------------------------------------- */

/* Spent, or set aside. */
static guint64 tokens_used(const FairyBudget *budget)
{
    guint64 used = fairy_usage_tokens(&budget->usage);
    return used > G_MAXUINT64 - budget->tokens ? G_MAXUINT64 : used + budget->tokens;
}

static double usd_used(const FairyBudget *budget)
{
    return budget->cost.usd + budget->usd;
}

void fairy_budget_deal(FairyBudget *budget, const char *const *tasks, guint n)
{
    FairySums left = {{(double)budget->limits.requests - budget->requests,
                       (double)budget->limits.tokens - (double)tokens_used(budget),
                       budget->limits.usd - usd_used(budget)}};
    fairy_budget_parts_deal(budget->parts, &left, tasks, MAX(n, 1));
    call_waiters(budget);
}

static double kept(const FairyBudget *budget, const char *part, FairySumKind kind)
{
    return fairy_budget_parts_kept(budget->parts, part, kind);
}

/* So that nobody starves beside many: the first request may take of what others have. */
static gboolean is_first(const FairyBudget *budget, const char *part)
{
    return fairy_budget_parts_is_whole(budget->parts, part);
}

/* --- what still fits -------------------------------------------------------------------------- */

/* What a message about a sum adds when a part of it isn't spent yet. */
static const char *others(const FairyBudget *budget, double kept)
{
    return kept >= 0.005       ? ", or kept for other tasks and requests under way"
           : budget->under_way ? ", or kept for requests under way"
                               : "";
}

static gboolean requests_fit(const FairyBudget *budget, const char *part, GError **error)
{
    gint64 limit = budget->limits.requests, left = limit - budget->requests;
    gboolean own =
        is_first(budget, part) || (double)left - kept(budget, part, FAIRY_SUM_REQUESTS) >= 1;
    if (limit < 0 || (left > 0 && own)) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                left > 0 ? "the part of the budget of %" G_GINT64_FORMAT
                           " request%s that this task has is used up; --max-requests raises it"
                         : "the budget of %" G_GINT64_FORMAT
                           " request%s is used up; --max-requests raises it",
                limit, limit == 1 ? "" : "s");
    return FALSE;
}

static gboolean time_fits(const FairyBudget *budget, GError **error)
{
    if (fairy_budget_time_left(budget) != 0) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                "the time allowed (%.3g s) is over; --timeout raises it",
                (double)budget->limits.time_ms / 1000);
    return FALSE;
}

/* `needed` is the least that would do. */
static gboolean refuse_tokens(const FairyBudget *budget, guint64 used, double kept, guint64 needed,
                              GError **error)
{
    g_autofree char *limit = fairy_count_text((guint64)budget->limits.tokens);
    g_autofree char *have = fairy_count_text(used + (guint64)kept);
    g_autofree char *want = fairy_count_text(needed);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                "the budget of %s tokens is too small for another request: %s are used%s, and it "
                "needs about %s; --max-tokens raises it",
                limit, have, others(budget, kept), want);
    return FALSE;
}

static gboolean fit_tokens(const FairyBudget *budget, const char *part, guint64 input,
                           guint *output, GError **error)
{
    if (budget->limits.tokens < 0) {
        return TRUE;
    }
    guint64 limit = (guint64)budget->limits.tokens, used = tokens_used(budget);
    double others = kept(budget, part, FAIRY_SUM_TOKENS);
    guint64 all = limit - MIN(limit, used), own = all - MIN(all, (guint64)others);
    guint least = MIN(*output, FAIRY_MIN_OUTPUT_TOKENS);
    guint64 most = is_first(budget, part) ? all : own;
    if (used > limit || input > most || most - input < least) {
        return refuse_tokens(budget, used, most == own ? others : 0, MIN(input, G_MAXINT64) + least,
                             error);
    }
    *output = (guint)CLAMP((double)own - (double)input, least, *output);
    return TRUE;
}

/* The dearest that `input` and `output` tokens can be. */
static double highest_cost(const FairyPrice *price, guint64 input, guint64 output)
{
    gboolean kept = price->cache_write > price->input;
    FairyUsage usage = {
        .input = kept ? 0 : input, .cache_write = kept ? input : 0, .output = output};
    return fairy_price_cost(price, &usage).usd;
}

static gboolean refuse_usd(const FairyBudget *budget, double used, double kept, double needed,
                           GError **error)
{
    g_autofree char *limit = fairy_usd_text(budget->limits.usd);
    g_autofree char *have = fairy_usd_text(used + kept);
    g_autofree char *want = fairy_usd_text(needed);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                "the budget of %s is too small for another request: about %s is spent%s, and it "
                "may cost %s; --max-cost raises it",
                limit, have, others(budget, kept), want);
    return FALSE;
}

/* To what `usd` can pay for, but for `least` in any case. */
static void lower_output(double usd, guint least, guint64 input, guint *output,
                         const FairyPrice *price)
{
    double reading = highest_cost(price, input, 0);
    double each = (highest_cost(price, input, 1000000) - reading) / 1e6;
    double fits = each > 0 ? floor((usd - reading) / each) : *output;
    *output = (guint)CLAMP(fits, least, *output);
}

static gboolean fit_usd(const FairyBudget *budget, const char *part, guint64 input, guint *output,
                        const FairyPrice *price, GError **error)
{
    if (budget->limits.usd < 0) {
        return TRUE;
    }
    guint least = MIN(*output, FAIRY_MIN_OUTPUT_TOKENS);
    double used = usd_used(budget), others = kept(budget, part, FAIRY_SUM_USD);
    double own = budget->limits.usd - used - others;
    double most = is_first(budget, part) ? own + others : own;
    double needed = highest_cost(price, input, least);
    if (needed > 0 && needed > most) {
        return refuse_usd(budget, used, most == own ? others : 0, needed, error);
    }
    lower_output(own, least, input, output, price);
    return TRUE;
}

static void fit_purse(const FairyBudget *budget, guint64 input, guint *output,
                      const FairyPrice *price)
{
    if (budget->purse) {
        lower_output(fairy_purse_left(budget->purse), MIN(*output, FAIRY_MIN_OUTPUT_TOKENS), input,
                     output, price);
    }
}

/* Takes it out of the purse that others spend of, too. */
static gboolean take_from_purse(FairyBudget *budget, double usd, GError **error)
{
    if (!budget->purse || fairy_purse_take(budget->purse, usd)) {
        return TRUE;
    }
    g_autofree char *limit = fairy_usd_text(fairy_purse_limit(budget->purse));
    budget->short_of = TRUE;
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                "the budget of %s for all drawings is used up, or kept for requests under way; "
                "--max-cost raises it",
                limit);
    return FALSE;
}

/* --- setting aside, settling ------------------------------------------------------------------ */

/* What was set aside in addition, out of the part that it is of. */
static void take(FairyReservation *reservation, const FairySums *sums)
{
    FairySums taken;
    fairy_budget_parts_take(reservation->budget->parts, reservation->part, sums, &taken);
    for (guint kind = 0; kind < FAIRY_SUM_COUNT; kind++) {
        reservation->taken.of[kind] += taken.of[kind];
    }
}

FairyReservation *fairy_budget_reserve(FairyBudget *budget, const char *task, guint64 input,
                                       guint *max_output, const FairyPrice *price, GError **error)
{
    guint output = *max_output ? *max_output : FAIRY_DEFAULT_OUTPUT_TOKENS;
    if (!time_fits(budget, error) || !requests_fit(budget, task, error) ||
        !fit_tokens(budget, task, input, &output, error) ||
        !fit_usd(budget, task, input, &output, price, error)) {
        return NULL;
    }
    fit_purse(budget, input, &output, price);
    if (!take_from_purse(budget, highest_cost(price, input, output), error)) {
        return NULL;
    }
    FairyReservation *reservation = g_new(FairyReservation, 1);
    *reservation = (FairyReservation){.budget = budget,
                                      .price = *price,
                                      .tokens = MIN(input, G_MAXINT64) + output,
                                      .usd = highest_cost(price, input, output),
                                      .part = g_strdup(task)};
    take(reservation, &(FairySums){{1, (double)reservation->tokens, reservation->usd}});
    budget->requests++;
    budget->under_way++;
    budget->tokens += reservation->tokens;
    budget->usd += reservation->usd;
    *max_output = output;
    return reservation;
}

gboolean fairy_budget_await(FairyBudget *budget, FairyBudgetFunc func, gpointer data)
{
    guint waiting = g_queue_get_length(&budget->waiting);
    gint64 limit = budget->limits.requests;
    gboolean none_left = limit >= 0 && budget->requests >= limit;
    if (waiting + 1 >= budget->runs || none_left || !time_fits(budget, NULL)) {
        return FALSE;
    }
    Waiter *waiter = g_new(Waiter, 1);
    *waiter = (Waiter){func, data};
    g_queue_push_tail(&budget->waiting, waiter);
    return TRUE;
}

/* `kept`: there is more, which is for others. */
static void set_spent(const char *limit, gboolean kept, const char *option, GError **error)
{
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                kept ? "the part of the budget of %s that this task has is used up, and the answer "
                       "was stopped; %s raises it"
                     : "the budget of %s is used up, and the answer was stopped; %s raises it",
                limit, option);
}

static gboolean count_tokens(FairyReservation *reservation, guint64 tokens, GError **error)
{
    FairyBudget *budget = reservation->budget;
    if (tokens <= reservation->tokens) {
        return TRUE;
    }
    guint64 limit = (guint64)budget->limits.tokens, more = tokens - reservation->tokens;
    guint64 left = limit - MIN(limit, tokens_used(budget));
    guint64 others = (guint64)kept(budget, reservation->part, FAIRY_SUM_TOKENS);
    if (budget->limits.tokens >= 0 && more > left - MIN(left, others)) {
        g_autofree char *count = fairy_count_text(limit);
        g_autofree char *words = g_strconcat(count, " tokens", NULL);
        set_spent(words, more <= left, "--max-tokens", error);
        return FALSE;
    }
    reservation->tokens = tokens;
    budget->tokens += more;
    take(reservation, &(FairySums){.of = {[FAIRY_SUM_TOKENS] = (double)more}});
    return TRUE;
}

static gboolean count_usd(FairyReservation *reservation, double usd, GError **error)
{
    FairyBudget *budget = reservation->budget;
    double more = usd - reservation->usd;
    if (more <= 0) {
        return TRUE;
    }
    double left = budget->limits.usd - usd_used(budget);
    if (budget->limits.usd >= 0 && more > left - kept(budget, reservation->part, FAIRY_SUM_USD)) {
        g_autofree char *limit = fairy_usd_text(budget->limits.usd);
        set_spent(limit, more <= left, "--max-cost", error);
        return FALSE;
    }
    if (!take_from_purse(budget, more, error)) {
        return FALSE;
    }
    reservation->usd = usd;
    budget->usd += more;
    take(reservation, &(FairySums){.of = {[FAIRY_SUM_USD] = more}});
    return TRUE;
}

gboolean fairy_reservation_count(FairyReservation *reservation, const FairyUsage *so_far,
                                 GError **error)
{
    return count_tokens(reservation, fairy_usage_tokens(so_far), error) &&
           count_usd(reservation, fairy_price_cost(&reservation->price, so_far).usd, error);
}

/* What wasn't needed is there again for the task that it was set aside for. */
static void put_back(FairyReservation *reservation, const FairySums *needed)
{
    FairySums *taken = &reservation->taken;
    for (guint kind = 0; kind < FAIRY_SUM_COUNT; kind++) {
        taken->of[kind] = MAX(taken->of[kind] - needed->of[kind], 0);
    }
    fairy_budget_parts_put_back(reservation->budget->parts, reservation->part, taken);
}

void fairy_reservation_settle(FairyReservation *reservation, const FairyUsage *usage)
{
    FairyBudget *budget = reservation->budget;
    FairyCost cost = {0};
    budget->under_way--;
    budget->tokens -= reservation->tokens;
    /* No rest of rounding stays behind. */
    budget->usd = budget->under_way ? budget->usd - reservation->usd : 0;
    if (usage) {
        cost = fairy_price_cost(&reservation->price, usage);
        fairy_usage_add(&budget->usage, usage);
        fairy_cost_add(&budget->cost, cost);
        put_back(reservation, &(FairySums){{1, (double)fairy_usage_tokens(usage), cost.usd}});
    } else {
        budget->requests--;
        put_back(reservation, &(FairySums){{0, 0, 0}});
    }
    if (budget->purse) {
        fairy_purse_settle(budget->purse, reservation->usd, cost.usd);
    }
    g_free(reservation->part);
    g_free(reservation);
    call_waiters(budget);
}
