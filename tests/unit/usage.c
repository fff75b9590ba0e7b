/* What answers cost: sums of tokens, prices, and how both are told. */
#include <fairy/provider.h>
#include <fairy/usage.h>

#include <locale.h>
#include <math.h>
#include <string.h>

static FairyPrice price_of(const char *provider, const char *model, const char *set)
{
    g_autoptr(GError) error = NULL;
    FairyPrice price;
    g_assert_true(fairy_price_find(provider, model, set, &price, &error));
    g_assert_no_error(error);
    return price;
}

static void test_sums(void)
{
    FairyUsage sum = {
        .input = 10, .cache_read = 20, .cache_write = 30, .output = 40, .thinking = 5};
    fairy_usage_add(&sum, &(FairyUsage){.input = 1, .output = 2, .thinking = 2});
    g_assert_cmpuint(sum.input, ==, 11);
    g_assert_cmpuint(sum.thinking, ==, 7);
    g_assert_false(sum.estimated);
    /* Thinking is part of what is written. */
    g_assert_cmpuint(fairy_usage_tokens(&sum), ==, 11 + 20 + 30 + 42);
    fairy_usage_add(&sum, &(FairyUsage){.estimated = TRUE});
    g_assert_true(sum.estimated);
    /* A server can say anything. */
    fairy_usage_add(&sum, &(FairyUsage){.input = G_MAXUINT64, .output = G_MAXUINT64});
    g_assert_cmpuint(sum.input, ==, G_MAXUINT64);
    g_assert_cmpuint(fairy_usage_tokens(&sum), ==, G_MAXUINT64);
}

static void test_estimates(void)
{
    FairyUsage silent = {0};
    fairy_usage_estimate(&silent, 900, 70);
    g_assert_cmpuint(silent.input, ==, 900);
    g_assert_cmpuint(silent.output, ==, 70);
    g_assert_true(silent.estimated);
    /* What was read is said at the start of a stream; what was written, at an end it never had. */
    FairyUsage cut = {.cache_read = 800, .output = 2};
    fairy_usage_estimate(&cut, 900, 70);
    g_assert_cmpuint(cut.input, ==, 0);
    g_assert_cmpuint(cut.output, ==, 70);
    g_assert_true(cut.estimated);
    FairyUsage whole = {.input = 850, .output = 75};
    fairy_usage_estimate(&whole, 900, 70);
    g_assert_cmpuint(whole.input, ==, 850);
    g_assert_cmpuint(whole.output, ==, 75);
    g_assert_false(whole.estimated);
}

static void test_json(void)
{
    FairyUsage usage = {1, 2, 3, 4, 5, TRUE};
    cJSON *json = fairy_usage_json(&usage);
    char *text = cJSON_PrintUnformatted(json);
    g_assert_cmpstr(text, ==,
                    "{\"input\":1,\"cacheRead\":2,\"cacheWrite\":3,\"output\":4,\"thinking\":5,"
                    "\"estimated\":true}");
    cJSON_free(text);
    cJSON_Delete(json);
}

/* --- prices ----------------------------------------------------------------------------------- */

static void test_models(void)
{
    static const struct {
        const char *provider, *model;
        double input; /* < 0 = not known, counted as that */
    } cases[] = {
        {"anthropic", "claude-haiku-4-5", 1},
        {"anthropic", "claude-haiku-4-5-20251001", 1},
        {"anthropic", "claude-haiku-4-5@20251001", 1},
        {"anthropic", "claude-opus-5", 5},
        {"anthropic", "claude-opus-5-5", 4},
        {"anthropic", "claude-opus-5-6", -15}, /* another model, not a date */
        {"anthropic", "claude-sonnet-5-5", 2},
        {"anthropic", "claude-haiku-5-5", 0.1},
        {"anthropic", "claude-opus-50", -15},
        {"anthropic", "claude", -15},
        {"anthropic", "", -15},
        {"openai", "gpt-4o-2024-11-20", 2.5},
        {"openai", "gpt-4o-2024-05-13", 5}, /* a row of its own */
        {"openai", "gpt-4o-mini-2024-07-18", 0.15},
        {"openai", "gpt-4o-audio-preview", -10},
        {"openai", "gpt-5-pro", -10},
        {"openai", "gpt-5.10", -10},
        {"openai", "gpt-6.1-terra", 1},
        {"openai", "gpt-6.1-sol-2026-09-29", 2},
        {"openai", "gpt-6.2-astra", 8},
        {"openai", "gpt-6.2-sol", 2},
        {"openai", "claude-haiku-4-5", -10},
        {"gemini", "gemini-3-pro-preview", 2},
        {"gemini", "gemini-2.5-flash-preview-09-2025", 0.3},
        {"gemini", "gemini-2.5-flash-lite", 0.1},
        {"gemini", "gemini-3.8-flash", 0.75},
        {"gemini", "gemini-4-argon", -2},
        {"deepseek", "deepseek-flash", 0.3},
        /* Who sells others' models asks what their makers ask. */
        {"gemini-openai", "gemini-3.8-flash", 0.75},
        {"azure", "gpt-6-luna", 0.1},
        {"azure", "our-deployment", -10},
        {"openrouter", "anthropic/claude-haiku-4.5", 1},
        {"openrouter", "anthropic/claude-haiku-4-5", 1},
        {"openrouter", "anthropic/claude-sonnet-9", -15},
        {"openrouter", "google/gemini-3.8-flash", 0.75},
        {"openrouter", "somebody/something", -15},
        /* Nothing is known of the provider: the dearest of all. */
        {"custom", "mine", -15},
        {NULL, NULL, 0}, /* built in, or on this machine */
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        FairyPrice price = price_of(cases[i].provider, cases[i].model, NULL);
        g_test_message("%s/%s", cases[i].provider, cases[i].model);
        g_assert_cmpint(price.known, ==, cases[i].input >= 0);
        g_assert_cmpfloat(price.input, ==, fabs(cases[i].input));
    }
}

typedef struct {
    const char *provider, *model;
    FairyPrice price;
} Row;

static const Row rows[] = {
#define PRICE(provider, model, month, input, output, cache_read, cache_write, above) \
    {provider, model, {TRUE, input, output, cache_read, cache_write, above, month}},
#define SOLD(provider, prefix, maker)
#include "wire/prices.def"
#undef PRICE
#undef SOLD
};

/* A slip in the table would be money: what every list has in common. */
static void test_rows(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        const FairyPrice *price = &rows[i].price;
        g_test_message("row %u", i);
        g_assert_nonnull(fairy_provider_find(rows[i].provider));
        g_assert_cmpfloat(price->input, >, 0);
        g_assert_cmpfloat(price->output, >, price->input);
        g_assert_cmpfloat(price->cache_read, <=, price->input);
        g_assert_cmpfloat(price->cache_write, >=, price->input);
        g_assert_cmpfloat(price->cache_write, <=, 2 * price->input);
        g_assert_cmpfloat(price->above.read, >=, 1);
        g_assert_cmpfloat(price->above.write, >=, 1);
        g_assert_true(g_regex_match_simple("^20[0-9][0-9]-[01][0-9]$", price->as_of, 0, 0));
    }
}

static void assert_dearest(const char *provider, const char *asked)
{
    FairyPrice most = price_of(asked, "nobody-knows", NULL);
    g_assert_false(most.known);
    g_assert_null(most.as_of);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        const FairyPrice *price = &rows[i].price;
        if (!provider || g_str_equal(rows[i].provider, provider)) {
            g_test_message("%s against %s", asked, rows[i].model);
            g_assert_cmpfloat(price->input, <=, most.input);
            g_assert_cmpfloat(price->output, <=, most.output);
            g_assert_cmpfloat(price->cache_read, <=, most.cache_read);
            g_assert_cmpfloat(price->cache_write, <=, most.cache_write);
        }
    }
}

/* No model of a provider that has a row costs more than one that has none. */
static void test_dearest(void)
{
    static const char *const sellers[][2] = {
        {"azure", "openai"}, {"gemini-openai", "gemini"}, {"openrouter", NULL}, {"custom", NULL}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_dearest(rows[i].provider, rows[i].provider);
    }
    for (guint i = 0; i < G_N_ELEMENTS(sellers); i++) {
        assert_dearest(sellers[i][1], sellers[i][0]);
    }
}

/* What we tell people to ask costs what is known. */
static void test_examples(void)
{
    const FairyProvider *provider;
    for (guint i = 0; (provider = fairy_provider_info(i)); i++) {
        if (provider->example) {
            g_test_message("%s/%s", provider->name, provider->example);
            g_assert_true(price_of(provider->name, provider->example, NULL).known);
        }
    }
}

/* Of a long prompt every token costs more. */
static void test_long_prompts(void)
{
    static const struct {
        const char *provider, *model;
        guint64 tokens;
        double up_to, above; /* with 1,000 tokens of an answer */
    } cases[] = {
        {"anthropic", "claude-haiku-5-5", 100000, 0.01 + 0.0005, 0.0500005 + 0.0025},
        {"anthropic", "claude-sonnet-5-5", 100000, 0.2 + 0.01, 0.200002 + 0.01},
        {"openai", "gpt-6.1-terra", 272000, 0.272 + 0.005, 0.544002 + 0.0075},
        {"openai", "gpt-6.2-sol", 272000, 0.544 + 0.01, 1.088004 + 0.015},
        {"gemini", "gemini-3-pro", 200000, 0.4 + 0.012, 0.800004 + 0.018},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        FairyPrice price = price_of(cases[i].provider, cases[i].model, NULL);
        FairyUsage usage = {.input = cases[i].tokens, .output = 1000};
        g_test_message("%s", cases[i].model);
        g_assert_cmpfloat_with_epsilon(fairy_price_cost(&price, &usage).usd, cases[i].up_to, 1e-9);
        usage.input++;
        g_assert_cmpfloat_with_epsilon(fairy_price_cost(&price, &usage).usd, cases[i].above, 1e-9);
    }
}

/* Of what was read before. */
static void test_cache(void)
{
    static const struct {
        const char *provider, *model;
        double share, write; /* of the price for reading */
    } cases[] = {
        {"anthropic", "claude-opus-5-5", 0.05, 1.25},
        {"anthropic", "claude-sonnet-5-5", 0.05, 1.25},
        {"anthropic", "claude-fable-5-1", 0.025, 1.25},
        {"anthropic", "claude-haiku-5-5", 0.1, 1.25},
        {"openai", "gpt-6.1-terra", 0.05, 1.25},
        {"openai", "gpt-6.2-sol", 0.05, 1.25},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        FairyPrice price = price_of(cases[i].provider, cases[i].model, NULL);
        g_test_message("%s", cases[i].model);
        g_assert_cmpfloat_with_epsilon(price.cache_read, cases[i].share * price.input, 1e-9);
        g_assert_cmpfloat_with_epsilon(price.cache_write, cases[i].write * price.input, 1e-9);
    }
}

static void test_set(void)
{
    FairyPrice price = price_of("openai", "gpt-5", "3, 15");
    g_assert_cmpfloat(price.input, ==, 3);
    g_assert_cmpfloat(price.output, ==, 15);
    g_assert_cmpfloat(price.cache_read, ==, 3);
    g_assert_cmpfloat(price.cache_write, ==, 3);
    g_assert_null(price.as_of);
    price = price_of("mine", "new", "3,15,0.3,3.75");
    g_assert_cmpfloat(price.cache_read, ==, 0.3);
    g_assert_cmpfloat(price.cache_write, ==, 3.75);
    /* 0 is a price. */
    price = price_of("mine", "new", "0,0");
    g_assert_true(price.known);
    g_assert_cmpfloat(price.output, ==, 0);
    static const char *const wrong[] = {"",      "3",         "3,",       ",3",
                                        "a,b",   "3,-1",      "3;15",     "nan,1",
                                        "1,inf", "1,2,3,4,5", "3 USD,15", "1e999,1"};
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GError) error = NULL;
        g_test_message("%s", wrong[i]);
        g_assert_false(fairy_price_find("openai", "gpt-5", wrong[i], &price, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
        g_assert_nonnull(strstr(error->message, "openai.price.gpt-5"));
        g_assert_false(price.known);
    }
}

static void test_cost(void)
{
    FairyPrice price = price_of("m", "m", "3,15,0.3,3.75");
    FairyUsage usage = {
        .input = 1000000, .cache_read = 2000000, .cache_write = 100000, .output = 10000};
    FairyCost cost = fairy_price_cost(&price, &usage);
    g_assert_cmpfloat_with_epsilon(cost.usd, 3 + 0.6 + 0.375 + 0.15, 1e-9);
    g_assert_false(cost.unknown);
    /* The cache counts towards what makes a request a large one. */
    price.above.tokens = 200000;
    price.above.read = 2;
    price.above.write = 1.5;
    usage = (FairyUsage){.input = 1, .cache_read = 199999, .output = 1000};
    g_assert_cmpfloat_with_epsilon(fairy_price_cost(&price, &usage).usd, 3e-6 + 0.0599997 + 0.015,
                                   1e-9);
    usage.cache_write = 1;
    g_assert_cmpfloat_with_epsilon(fairy_price_cost(&price, &usage).usd,
                                   2 * (3e-6 + 0.0599997 + 3.75e-6) + 1.5 * 0.015, 1e-9);
    FairyPrice unknown = price_of("m", "m", NULL);
    FairyCost more = fairy_price_cost(&unknown, &(FairyUsage){.input = 100000, .output = 1000});
    g_assert_true(more.unknown);
    g_assert_false(fairy_price_cost(&unknown, &(FairyUsage){0}).unknown);
    fairy_cost_add(&cost, more);
    g_assert_true(cost.unknown);
    g_assert_cmpfloat_with_epsilon(cost.usd, 4.125 + 1.5 + 0.075, 1e-9);
}

/* --- words ------------------------------------------------------------------------------------ */

static void check_text(guint64 tokens, gboolean estimated, FairyCost cost, const char *expected)
{
    FairyUsage usage = {.output = tokens, .estimated = estimated};
    g_autofree char *text = fairy_usage_text(&usage, cost);
    g_assert_cmpstr(text, ==, expected);
}

static void test_text(void)
{
    check_text(12310, FALSE, (FairyCost){0.0412, FALSE}, "12,310 tokens, about $0.04");
    check_text(1000000, FALSE, (FairyCost){0.0412, TRUE},
               "1,000,000 tokens, $0.04 at the dearest price known");
    check_text(999, TRUE, (FairyCost){1.2, FALSE}, "about 999 tokens, about $1.20");
    check_text(1, FALSE, (FairyCost){0, FALSE}, "1 token, no cost");
    check_text(0, FALSE, (FairyCost){0, FALSE}, "no tokens");
}

static void check_usd(double usd, const char *expected)
{
    g_autofree char *text = fairy_usd_text(usd);
    g_assert_cmpstr(text, ==, expected);
}

static void test_usd(void)
{
    check_usd(0, "$0.00");
    check_usd(1, "$1.00");
    check_usd(0.01, "$0.01");
    check_usd(0.0031, "$0.0031");
    check_usd(0.00025, "$0.00025");
    check_usd(1e-9, "$0.000000");
    check_usd(1234.5, "$1234.50");
    /* Whatever decimal sign the person uses elsewhere. */
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        check_usd(1.5, "$1.50");
        setlocale(LC_NUMERIC, "C");
    }
}

/* A server on this machine costs nothing, unless somebody says what its power costs. */
static void test_local(void)
{
    FairyUsage usage = {.input = 1000000};
    FairyPrice price = price_of("ollama", "qwen3", NULL);
    g_assert_true(price.known);
    g_assert_cmpfloat(fairy_price_cost(&price, &usage).usd, ==, 0);
    price = price_of("ollama", "qwen3", "0.5,1");
    g_assert_cmpfloat(fairy_price_cost(&price, &usage).usd, ==, 0.5);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/usage/sums", test_sums);
    g_test_add_func("/usage/estimates", test_estimates);
    g_test_add_func("/usage/json", test_json);
    g_test_add_func("/usage/models", test_models);
    g_test_add_func("/usage/rows", test_rows);
    g_test_add_func("/usage/dearest", test_dearest);
    g_test_add_func("/usage/examples", test_examples);
    g_test_add_func("/usage/long-prompts", test_long_prompts);
    g_test_add_func("/usage/cache", test_cache);
    g_test_add_func("/usage/set", test_set);
    g_test_add_func("/usage/cost", test_cost);
    g_test_add_func("/usage/text", test_text);
    g_test_add_func("/usage/usd", test_usd);
    g_test_add_func("/usage/local", test_local);
    return g_test_run();
}
