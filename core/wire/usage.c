/* Tokens, and what they cost: the prices of lists or of a person; where there is none, the dearest
 * of a list. */
#include <fairy/provider.h>
#include <fairy/usage.h>

#include <math.h>
#include <string.h>

/* --- tokens ----------------------------------------------------------------------------------- */

static guint64 sum(guint64 a, guint64 b)
{
    return a > G_MAXUINT64 - b ? G_MAXUINT64 : a + b;
}

static guint64 tokens_read(const FairyUsage *usage)
{
    return sum(sum(usage->input, usage->cache_read), usage->cache_write);
}

void fairy_usage_add(FairyUsage *total, const FairyUsage *more)
{
    total->input = sum(total->input, more->input);
    total->cache_read = sum(total->cache_read, more->cache_read);
    total->cache_write = sum(total->cache_write, more->cache_write);
    total->output = sum(total->output, more->output);
    total->thinking = sum(total->thinking, more->thinking);
    total->estimated = total->estimated || more->estimated;
}

guint64 fairy_usage_tokens(const FairyUsage *usage)
{
    return sum(tokens_read(usage), usage->output);
}

void fairy_usage_estimate(FairyUsage *usage, guint64 input, guint64 output)
{
    if (tokens_read(usage) == 0 && input > 0) {
        usage->input = input;
        usage->estimated = TRUE;
    }
    if (usage->output < output) {
        usage->output = output;
        usage->estimated = TRUE;
    }
}

cJSON *fairy_usage_json(const FairyUsage *usage)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "input", (double)usage->input);
    cJSON_AddNumberToObject(json, "cacheRead", (double)usage->cache_read);
    cJSON_AddNumberToObject(json, "cacheWrite", (double)usage->cache_write);
    cJSON_AddNumberToObject(json, "output", (double)usage->output);
    cJSON_AddNumberToObject(json, "thinking", (double)usage->thinking);
    cJSON_AddBoolToObject(json, "estimated", usage->estimated);
    return json;
}

/* --- prices ----------------------------------------------------------------------------------- */

typedef struct {
    const char *provider, *model;
    FairyPrice price;
} Row;

typedef struct {
    const char *provider, *prefix, *maker;
} Sold;

static const Row rows[] = {
#define PRICE(provider, model, month, input, output, cache_read, cache_write, above) \
    {provider, model, {TRUE, input, output, cache_read, cache_write, above, month}},
#define SOLD(provider, prefix, maker)
#include "wire/prices.def"
#undef PRICE
#undef SOLD
};

static const Sold sold[] = {
#define PRICE(provider, model, month, input, output, cache_read, cache_write, above)
#define SOLD(provider, prefix, maker) {provider, prefix, maker},
#include "wire/prices.def"
#undef PRICE
#undef SOLD
};

/* What may stand behind a model's name without making it another model: dates, and names for the
 * newest. One digit is a version: "-5". */
static gboolean is_stamp(const char *word)
{
    gsize digits = strspn(word, "0123456789");
    return (digits > 1 && word[digits] == '\0') || g_str_equal(word, "latest") ||
           g_str_equal(word, "preview") || g_str_equal(word, "exp");
}

/* Who sells another's model may write "5.5" where its maker has "5-5". */
static gboolean begins_with(const char *model, const char *name)
{
    while (*name && (*model == *name || (*model == '.' && *name == '-'))) {
        model++;
        name++;
    }
    return *name == '\0';
}

static gboolean is_model(const Row *row, const char *model)
{
    if (!begins_with(model, row->model)) {
        return FALSE;
    }
    const char *rest = model + strlen(row->model);
    if (*rest && !strchr("-@", *rest)) {
        return FALSE;
    }
    g_auto(GStrv) words = g_strsplit_set(*rest ? rest + 1 : "", "-@", -1);
    for (char **word = words; *word; word++) {
        if (!is_stamp(*word)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void find_maker(const char **provider, const char **model)
{
    for (gsize i = 0; i < G_N_ELEMENTS(sold); i++) {
        if (g_str_equal(sold[i].provider, *provider) && g_str_has_prefix(*model, sold[i].prefix)) {
            *provider = sold[i].maker;
            *model += strlen(sold[i].prefix);
            return;
        }
    }
}

static const Row *find_row(const char *provider, const char *model)
{
    const Row *best = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (g_str_equal(rows[i].provider, provider) && is_model(&rows[i], model) &&
            (!best || strlen(rows[i].model) > strlen(best->model))) {
            best = &rows[i];
        }
    }
    return best;
}

/* Of all where `provider` is NULL; NULL when it has no row. */
static const Row *find_dearest(const char *provider)
{
    const Row *best = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if ((!provider || g_str_equal(rows[i].provider, provider)) &&
            (!best || rows[i].price.output > best->price.output)) {
            best = &rows[i];
        }
    }
    return best;
}

static FairyPrice listed_price(const char *provider, const char *model)
{
    find_maker(&provider, &model);
    const Row *row = find_row(provider, model);
    if (row) {
        return row->price;
    }
    row = find_dearest(provider);
    FairyPrice price = row ? row->price : find_dearest(NULL)->price;
    price.known = FALSE;
    price.cache_read = price.input;
    price.as_of = NULL;
    return price;
}

/* A price of 0 is one. */
static gboolean read_number(const char *text, double *number)
{
    char *end;
    g_autofree char *word = g_strstrip(g_strdup(text));
    *number = g_ascii_strtod(word, &end);
    return *word && !*end && isfinite(*number) && *number >= 0;
}

static gboolean read_price(const char *set, FairyPrice *price)
{
    double numbers[4];
    g_auto(GStrv) words = g_strsplit(set, ",", -1);
    guint n = g_strv_length(words);
    if (n < 2 || n > G_N_ELEMENTS(numbers)) {
        return FALSE;
    }
    for (guint i = 0; i < n; i++) {
        if (!read_number(words[i], &numbers[i])) {
            return FALSE;
        }
    }
    *price = (FairyPrice){.known = TRUE,
                          .input = numbers[0],
                          .output = numbers[1],
                          .cache_read = numbers[n > 2 ? 2 : 0],
                          .cache_write = numbers[n > 3 ? 3 : 0]};
    return TRUE;
}

gboolean fairy_price_find(const char *provider, const char *model, const char *set,
                          FairyPrice *price, GError **error)
{
    const FairyProvider *row_of = provider ? fairy_provider_find(provider) : NULL;
    *price = (FairyPrice){.known = !provider || (!set && row_of && row_of->local)};
    if (price->known) {
        return TRUE;
    }
    if (set) {
        if (read_price(set, price)) {
            return TRUE;
        }
        g_autofree char *name = fairy_price_setting(provider, model);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "%s isn't a price; right would be \"INPUT,OUTPUT\" or "
                    "\"INPUT,OUTPUT,CACHE-READ,CACHE-WRITE\" in USD per million tokens, "
                    "as \"3,15\"",
                    name);
        return FALSE;
    }
    *price = listed_price(provider, model);
    return TRUE;
}

gboolean fairy_price_look(const FairySettings *settings, const char *provider, const char *model,
                          FairyPrice *price, GError **error)
{
    g_autofree char *name = provider ? fairy_price_setting(provider, model) : NULL;
    g_autofree char *set = settings && name ? fairy_settings_get(settings, name) : NULL;
    return fairy_price_find(provider, model, set, price, error);
}

cJSON *fairy_price_json(const FairyPrice *price)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "input", price->input);
    cJSON_AddNumberToObject(json, "output", price->output);
    cJSON_AddNumberToObject(json, "cacheRead", price->cache_read);
    cJSON_AddNumberToObject(json, "cacheWrite", price->cache_write);
    cJSON_AddBoolToObject(json, "known", price->known);
    if (price->as_of) {
        cJSON_AddStringToObject(json, "asOf", price->as_of);
    }
    return json;
}

char *fairy_price_setting(const char *provider, const char *model)
{
    return g_strdup_printf("%s.price.%s", provider, model);
}

FairyCost fairy_price_cost(const FairyPrice *price, const FairyUsage *usage)
{
    gboolean large = price->above.tokens && tokens_read(usage) > price->above.tokens;
    double read = (double)usage->input * price->input +
                  (double)usage->cache_read * price->cache_read +
                  (double)usage->cache_write * price->cache_write;
    double written = (double)usage->output * price->output;
    return (FairyCost){.usd = (read * (large ? price->above.read : 1) +
                               written * (large ? price->above.write : 1)) /
                              1e6,
                       .unknown = !price->known && fairy_usage_tokens(usage) > 0};
}

void fairy_cost_add(FairyCost *total, FairyCost more)
{
    total->usd += more.usd;
    total->unknown = total->unknown || more.unknown;
}

/* --- words ------------------------------------------------------------------------------------ */

char *fairy_usd_text(double usd)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    /* Cents, and below one cent two digits that count. */
    int places = usd <= 0 || usd >= 0.01 ? 2 : MIN(6, 1 - (int)floor(log10(usd)));
    g_autofree char *format = g_strdup_printf("%%.%df", places);
    g_ascii_formatd(number, sizeof number, format, MIN(usd, 1e12));
    return g_strconcat("$", number, NULL);
}

char *fairy_count_text(guint64 count)
{
    g_autofree char *digits = g_strdup_printf("%" G_GUINT64_FORMAT, count);
    GString *text = g_string_new(NULL);
    for (gsize i = 0, n = strlen(digits); i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0) {
            g_string_append_c(text, ',');
        }
        g_string_append_c(text, digits[i]);
    }
    return g_string_free(text, FALSE);
}

char *fairy_price_text(const FairyPrice *price)
{
    g_autofree char *input = fairy_usd_text(price->input);
    g_autofree char *output = fairy_usd_text(price->output);
    return g_strdup_printf("%s read, %s written per million tokens", input, output);
}

static char *cost_text(FairyCost cost)
{
    if (cost.usd <= 0) {
        return g_strdup("no cost");
    }
    g_autofree char *usd = fairy_usd_text(cost.usd);
    return cost.unknown ? g_strconcat(usd, " at the dearest price known", NULL)
                        : g_strconcat("about ", usd, NULL);
}

char *fairy_usage_text(const FairyUsage *usage, FairyCost cost)
{
    guint64 tokens = fairy_usage_tokens(usage);
    if (tokens == 0) {
        return g_strdup("no tokens");
    }
    g_autofree char *count = fairy_count_text(tokens);
    g_autofree char *money = cost_text(cost);
    return g_strdup_printf("%s%s token%s, %s", usage->estimated ? "about " : "", count,
                           tokens == 1 ? "" : "s", money);
}
