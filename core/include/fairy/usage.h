/* What answers cost: tokens, and money. */
#pragma once

#include <fairy/error.h>
#include <fairy/settings.h>

#include <cjson/cJSON.h>

/* --- tokens */

/* Tokens as a provider counts them. */
typedef struct {
    guint64 input;       /* read, but for those below */
    guint64 cache_read;  /* read from the provider's cache */
    guint64 cache_write; /* read, and put into it */
    guint64 output;      /* written, thinking included */
    guint64 thinking;    /* of `output` */
    gboolean estimated;  /* the provider didn't say all: counted by fairy_tokens() */
} FairyUsage;

/* Sums stop at G_MAXUINT64. */
void fairy_usage_add(FairyUsage *total, const FairyUsage *more);
/* All of them. */
guint64 fairy_usage_tokens(const FairyUsage *usage);
/* For an answer that was cut off, or whose provider didn't say: where `usage` has nothing read it
 * becomes `input`, and at least `output` were written. Thinking that nobody saw isn't in it. */
void fairy_usage_estimate(FairyUsage *usage, guint64 input, guint64 output);
/* {"input":…,"cacheRead":…,"cacheWrite":…,"output":…,"thinking":…,"estimated":…}; the caller's. */
cJSON *fairy_usage_json(const FairyUsage *usage);

/* --- money */

typedef struct {
    gboolean known;                 /* FALSE: nobody knows it, and the rest is the dearest known */
    double input, output;           /* USD per million tokens */
    double cache_read, cache_write; /* as `input`, where a list says nothing */
    /* A request that reads more `tokens` costs so many times as much to read and to write; 0 =
     * never. */
    struct {
        guint64 tokens;
        double read, write;
    } above;
    const char *as_of; /* month of the list: "2026-09"; NULL when no list said it. Static */
} FairyPrice;

/* Of `model` at `provider` ("claude-sonnet-4-6", "anthropic"); nothing (known) without a provider
 * and for a server on this machine.
 * `set` is what a person has set as fairy_price_setting(), else NULL. An unknown price is no error:
 * it is the dearest that is known of the provider, or of all where none of its own is, so that no
 * limit in money is without effect. FALSE with FAIRY_ERROR_USAGE when `set` can't be read. */
gboolean fairy_price_find(const char *provider, const char *model, const char *set,
                          FairyPrice *price, GError **error);
/* The same with what is set in `settings`, which may be NULL. */
gboolean fairy_price_look(const FairySettings *settings, const char *provider, const char *model,
                          FairyPrice *price, GError **error);
/* {"input":…,"output":…,"cacheRead":…,"cacheWrite":…,"known":…[,"asOf":"2026-09"]}; the caller's.
 */
cJSON *fairy_price_json(const FairyPrice *price);
/* "PROVIDER.price.MODEL", whose value is "INPUT,OUTPUT", "INPUT,OUTPUT,CACHE-READ" or
 * "INPUT,OUTPUT,CACHE-READ,CACHE-WRITE" in USD per million tokens; the caller's. */
char *fairy_price_setting(const char *provider, const char *model);

typedef struct {
    double usd;
    gboolean unknown; /* some of it has no known price, and is counted at the dearest */
} FairyCost;

/* Of one answer; not of a sum of several, which `above` isn't for. */
FairyCost fairy_price_cost(const FairyPrice *price, const FairyUsage *usage);
void fairy_cost_add(FairyCost *total, FairyCost more);
/* "$0.04", "$1.20", "$0.0031"; the caller's. */
char *fairy_usd_text(double usd);
/* "$3.00 read, $15.00 written per million tokens"; the caller's. */
char *fairy_price_text(const FairyPrice *price);
/* "12,310"; the caller's. */
char *fairy_count_text(guint64 count);
/* "12,310 tokens, about $0.04", "12,310 tokens, $0.92 at the dearest price known"; the caller's. */
char *fairy_usage_text(const FairyUsage *usage, FairyCost cost);
