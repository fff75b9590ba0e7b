/* What a run may cost: set aside before a request, counted while it is answered, settled after. */
#include <fairy/budget.h>
#include <fairy/limits.h>

#include <math.h>

struct _FairyBudget {
    FairyBudgetLimits limits;
    FairyClockFunc clock;
    gpointer data;
    gint64 start;
    guint requests, under_way, sharers;
    GQueue waiting; /* Waiter *, in the order in which they came */
    FairyUsage usage;
    FairyCost cost;
    /* Set aside for requests under way. */
    guint64 tokens;
    double usd;
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
    budget->sharers = 1;
    return budget;
}

void fairy_budget_free(FairyBudget *budget)
{
    if (budget) {
        g_queue_clear_full(&budget->waiting, g_free);
        g_free(budget);
    }
}

void fairy_budget_set_sharers(FairyBudget *budget, guint n)
{
    budget->sharers = MAX(n, 1);
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

/* --- what still fits -------------------------------------------------------------------------- */

/* What a message about a sum adds when a part of it isn't spent yet. */
static const char *others(const FairyBudget *budget)
{
    return budget->under_way ? ", or kept for requests under way" : "";
}

static gboolean requests_fit(const FairyBudget *budget, GError **error)
{
    if (budget->limits.requests < 0 || budget->requests < budget->limits.requests) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                "the budget of %" G_GINT64_FORMAT " request%s is used up; --max-requests raises it",
                budget->limits.requests, budget->limits.requests == 1 ? "" : "s");
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
static gboolean refuse_tokens(const FairyBudget *budget, guint64 used, guint64 needed,
                              GError **error)
{
    g_autofree char *limit = fairy_count_text((guint64)budget->limits.tokens);
    g_autofree char *have = fairy_count_text(used);
    g_autofree char *want = fairy_count_text(needed);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                "the budget of %s tokens is too small for another request: %s are used%s, and it "
                "needs about %s; --max-tokens raises it",
                limit, have, others(budget), want);
    return FALSE;
}

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

/* Of `left`, without what all others who have nothing yet may want. */
static double share_of(const FairyBudget *budget, double left)
{
    guint others = budget->sharers > budget->under_way ? budget->sharers - budget->under_way : 1;
    return left / others;
}

static gboolean fit_tokens(const FairyBudget *budget, guint64 input, guint *output, GError **error)
{
    if (budget->limits.tokens < 0) {
        return TRUE;
    }
    guint64 limit = (guint64)budget->limits.tokens;
    guint64 used = tokens_used(budget);
    guint least = MIN(*output, FAIRY_MIN_OUTPUT_TOKENS);
    if (used > limit || input > limit - used || limit - used - input < least) {
        return refuse_tokens(budget, used, MIN(input, G_MAXINT64) + least, error);
    }
    double share = share_of(budget, (double)(limit - used)) - (double)input;
    *output = (guint)CLAMP(share, least, MIN(*output, limit - used - input));
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

static gboolean refuse_usd(const FairyBudget *budget, double used, double needed, GError **error)
{
    g_autofree char *limit = fairy_usd_text(budget->limits.usd);
    g_autofree char *have = fairy_usd_text(used);
    g_autofree char *want = fairy_usd_text(needed);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                "the budget of %s is too small for another request: about %s is spent%s, and it "
                "may cost %s; --max-cost raises it",
                limit, have, others(budget), want);
    return FALSE;
}

static gboolean fit_usd(const FairyBudget *budget, guint64 input, guint *output,
                        const FairyPrice *price, GError **error)
{
    if (budget->limits.usd < 0) {
        return TRUE;
    }
    guint least = MIN(*output, FAIRY_MIN_OUTPUT_TOKENS);
    double used = usd_used(budget);
    double left = budget->limits.usd - used;
    double needed = highest_cost(price, input, least);
    if (needed > 0 && needed > left) {
        return refuse_usd(budget, used, needed, error);
    }
    double each = (highest_cost(price, input, 1000000) - highest_cost(price, input, 0)) / 1e6;
    double share = share_of(budget, left) - highest_cost(price, input, 0);
    double fits = each > 0 ? floor(share / each) : *output;
    *output = (guint)CLAMP(fits, least, *output);
    return TRUE;
}

/* --- setting aside, settling ------------------------------------------------------------------ */

FairyReservation *fairy_budget_reserve(FairyBudget *budget, guint64 input, guint *max_output,
                                       const FairyPrice *price, GError **error)
{
    guint output = *max_output ? *max_output : FAIRY_DEFAULT_OUTPUT_TOKENS;
    if (!time_fits(budget, error) || !requests_fit(budget, error) ||
        !fit_tokens(budget, input, &output, error) ||
        !fit_usd(budget, input, &output, price, error)) {
        return NULL;
    }
    FairyReservation *reservation = g_new(FairyReservation, 1);
    *reservation = (FairyReservation){.budget = budget,
                                      .price = *price,
                                      .tokens = MIN(input, G_MAXINT64) + output,
                                      .usd = highest_cost(price, input, output)};
    budget->requests++;
    budget->under_way++;
    budget->tokens += reservation->tokens;
    budget->usd += reservation->usd;
    *max_output = output;
    return reservation;
}

gboolean fairy_budget_await(FairyBudget *budget, FairyBudgetFunc func, gpointer data)
{
    if (budget->under_way == 0 || !requests_fit(budget, NULL) || !time_fits(budget, NULL)) {
        return FALSE;
    }
    Waiter *waiter = g_new(Waiter, 1);
    *waiter = (Waiter){func, data};
    g_queue_push_tail(&budget->waiting, waiter);
    return TRUE;
}

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

static void set_spent(const char *limit, const char *option, GError **error)
{
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET,
                "the budget of %s is used up, and the answer was stopped; %s raises it", limit,
                option);
}

static gboolean count_tokens(FairyReservation *reservation, guint64 tokens, GError **error)
{
    FairyBudget *budget = reservation->budget;
    if (tokens <= reservation->tokens) {
        return TRUE;
    }
    guint64 limit = (guint64)budget->limits.tokens, more = tokens - reservation->tokens;
    guint64 used = tokens_used(budget);
    if (budget->limits.tokens >= 0 && (used > limit || more > limit - used)) {
        g_autofree char *count = fairy_count_text(limit);
        g_autofree char *words = g_strconcat(count, " tokens", NULL);
        set_spent(words, "--max-tokens", error);
        return FALSE;
    }
    reservation->tokens = tokens;
    budget->tokens += more;
    return TRUE;
}

static gboolean count_usd(FairyReservation *reservation, double usd, GError **error)
{
    FairyBudget *budget = reservation->budget;
    double more = usd - reservation->usd;
    if (more <= 0) {
        return TRUE;
    }
    if (budget->limits.usd >= 0 && usd_used(budget) + more > budget->limits.usd) {
        g_autofree char *limit = fairy_usd_text(budget->limits.usd);
        set_spent(limit, "--max-cost", error);
        return FALSE;
    }
    reservation->usd = usd;
    budget->usd += more;
    return TRUE;
}

gboolean fairy_reservation_count(FairyReservation *reservation, const FairyUsage *so_far,
                                 GError **error)
{
    return count_tokens(reservation, fairy_usage_tokens(so_far), error) &&
           count_usd(reservation, fairy_price_cost(&reservation->price, so_far).usd, error);
}

void fairy_reservation_settle(FairyReservation *reservation, const FairyUsage *usage)
{
    FairyBudget *budget = reservation->budget;
    budget->under_way--;
    budget->tokens -= reservation->tokens;
    /* No rest of rounding stays behind. */
    budget->usd = budget->under_way ? budget->usd - reservation->usd : 0;
    if (usage) {
        fairy_usage_add(&budget->usage, usage);
        fairy_cost_add(&budget->cost, fairy_price_cost(&reservation->price, usage));
    } else {
        budget->requests--;
    }
    g_free(reservation);
    call_waiters(budget);
}
