/* Usage and cost of requests: tokens, prices, and US dollars. */
#pragma once

#include <fairy/error.h>
#include <fairy/settings.h>

#include <cjson/cJSON.h>

/* --- tokens */

/* Tokens of one or more responses, as the provider counts them. */
typedef struct {
    guint64 input;       /* input tokens that no cache was involved in */
    guint64 cache_read;  /* input tokens read from the provider's prompt cache */
    guint64 cache_write; /* input tokens written to it */
    guint64 output;      /* output tokens, thinking included */
    guint64 thinking;    /* the part of `output` that was thinking */
    gboolean estimated;  /* some of it is our estimate, as the provider didn't say it */
} FairyUsage;

/* Adds `more` to `total`. Sums stop at G_MAXUINT64. */
void fairy_usage_add(FairyUsage *total, const FairyUsage *more);
/* Returns input, cached and output tokens together. */
guint64 fairy_usage_tokens(const FairyUsage *usage);
/* Completes the usage of a response that was cut off, or whose provider said nothing: if no input
 * was counted it becomes `input`, and the output becomes at least `output`. Thinking that wasn't
 * streamed is missing in it. */
void fairy_usage_estimate(FairyUsage *usage, guint64 input, guint64 output);
/* Returns {"input":…,"cacheRead":…,"cacheWrite":…,"output":…,"thinking":…,"estimated":…}. Free with
 * cJSON_Delete(). */
cJSON *fairy_usage_json(const FairyUsage *usage);

/* --- money */

typedef struct {
    gboolean known;                 /* FALSE = no price list has it, and these are the highest
                                       prices known */
    double input, output;           /* US dollars per million tokens */
    double cache_read, cache_write; /* likewise; as `input` where the list doesn't say */
    /* If a request reads more than `tokens`, input costs `read` times and output `write` times as
     * much. 0 tokens = never. */
    struct {
        guint64 tokens;
        double read, write;
    } above;
    const char *as_of; /* month of the price list: "2026-09"; static; NULL if no list was used */
} FairyPrice;

/* Stores the price of `model` at `provider` ("claude-sonnet-4-6", "anthropic") in *price. `set` is
 * the person's own price, in the form of fairy_price_setting(), or NULL. The price is 0 and known
 * if `provider` is NULL, or is a server on this machine for which no price is set. An unknown price
 * is no error: it is the highest known one of the provider or, if the provider has none, of all, so
 * that a limit in dollars always holds. Returns FALSE with FAIRY_ERROR_USAGE if `set` isn't a
 * price. */
gboolean fairy_price_find(const char *provider, const char *model, const char *set,
                          FairyPrice *price, GError **error);
/* Does the same with the person's price from `settings`, which may be NULL. */
gboolean fairy_price_look(const FairySettings *settings, const char *provider, const char *model,
                          FairyPrice *price, GError **error);
/* Returns {"input":…,"output":…,"cacheRead":…,"cacheWrite":…,"known":…[,"asOf":"2026-09"]}. Free
 * with cJSON_Delete(). */
cJSON *fairy_price_json(const FairyPrice *price);
/* Returns the name of the setting for the person's own price, "PROVIDER.price.MODEL". Its value is
 * "INPUT,OUTPUT", "INPUT,OUTPUT,CACHE-READ" or "INPUT,OUTPUT,CACHE-READ,CACHE-WRITE", in US dollars
 * per million tokens. Free with g_free(). */
char *fairy_price_setting(const char *provider, const char *model);

typedef struct {
    double usd;       /* US dollars */
    gboolean unknown; /* some of it has no known price, and is counted at the highest one */
} FairyCost;

/* Returns the cost of one response. The usage must not be a sum of several, for which
 * FairyPrice.above would be wrong. */
FairyCost fairy_price_cost(const FairyPrice *price, const FairyUsage *usage);
/* Adds `more` to `total`. */
void fairy_cost_add(FairyCost *total, FairyCost more);
/* Formats an amount: "$0.04", "$1.20", "$0.0031". Free with g_free(). */
char *fairy_usd_text(double usd);
/* Formats a price: "$3.00 read, $15.00 written per million tokens". Free with g_free(). */
char *fairy_price_text(const FairyPrice *price);
/* Formats a number with commas: "12,310". Free with g_free(). */
char *fairy_count_text(guint64 count);
/* Formats both: "12,310 tokens, about $0.04", "12,310 tokens, $0.92 at the dearest price known".
 * Free with g_free(). */
char *fairy_usage_text(const FairyUsage *usage, FairyCost cost);
