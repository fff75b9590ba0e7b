/* fairy models: who can be asked. */
#include "commands.h"
#include "report.h"

#include <fairy/discovery.h>
#include <fairy/model.h>
#include <fairy/usage.h>

#include <string.h>

#define OFFLINE "offline"

typedef struct {
    const CliOptions *options;
    const FairySettings *settings;
    char *chosen; /* the model that answers by default */
} Models;

/* Whether the model that answers by default is one of the provider's. */
static gboolean is_chosen(const Models *models, const char *provider)
{
    gsize len = strlen(provider);
    return strncmp(models->chosen, provider, len) == 0 &&
           (models->chosen[len] == '/' || models->chosen[len] == '\0');
}

static const char *mark(gboolean chosen)
{
    return chosen ? "*" : " ";
}

static FairyPrice price_of(const Models *models, const FairyDiscovery *found, const char *name)
{
    FairyPrice price;
    fairy_price_look(models->settings, found->provider->name, name, &price, NULL);
    return price;
}

/* --- for people ------------------------------------------------------------------------------- */

/* NULL when it costs nothing. The caller's. */
static char *describe_price(const FairyPrice *price)
{
    g_autofree char *text = fairy_price_text(price);
    if (!price->known) {
        return g_strconcat("price unknown, counted as ", text, NULL);
    }
    return price->output > 0 ? g_steal_pointer(&text) : NULL;
}

/* The caller's. */
static char *describe_example(const Models *models, const FairyDiscovery *found, const char *key)
{
    const FairyProvider *provider = found->provider;
    FairyPrice price = price_of(models, found, provider->example);
    g_autofree char *cost = describe_price(&price);
    return g_strdup_printf("%s; for example %s/%s%s%s%s", key, provider->name, provider->example,
                           cost != NULL ? " (" : "", cost != NULL ? cost : "",
                           cost != NULL ? ")" : "");
}

/* The caller's. */
static char *describe(const Models *models, const FairyDiscovery *found)
{
    const FairyProvider *provider = found->provider;
    guint n = found->models != NULL ? g_strv_length(found->models) : 0;
    if (found->problem != NULL) {
        return g_strdup(found->problem);
    }
    if (found->state == FAIRY_DISCOVERY_ANSWERED) {
        return g_strdup_printf("answers at %s: %u model%s", found->base, n, n == 1 ? "" : "s");
    }
    if (found->state == FAIRY_DISCOVERY_NOTHING) {
        return g_strdup_printf("isn't running at %s", found->base);
    }
    const char *key = !found->key       ? "no key needed"
                      : found->command  ? "key from its command"
                      : found->variable ? found->variable
                                        : "key set";
    return provider->example != NULL ? describe_example(models, found, key)
                                     : g_strdup_printf("%s; at %s", key, found->base);
}

static void print_names(const Models *models, const FairyDiscovery *found)
{
    for (char **name = found->models; name != NULL && *name != NULL; name++) {
        g_autofree char *whole = g_strconcat(found->provider->name, "/", *name, NULL);
        FairyPrice price = price_of(models, found, *name);
        g_autofree char *cost = describe_price(&price);
        cli_print_line(stdout, "%s     %s%s%s", mark(strcmp(models->chosen, whole) == 0), whole,
                       cost != NULL ? "  " : "", cost != NULL ? cost : "");
    }
}

static void print_found(const Models *models, const FairyDiscovery *found)
{
    g_autofree char *text = describe(models, found);
    const char *schema = fairy_provider_takes_schema(found->provider) ? "" : "; is sent no schema";
    cli_print_line(stdout, "%s %-14s  %s%s", mark(is_chosen(models, found->provider->name)),
                   found->provider->name, text, schema);
    print_names(models, found);
}

static void print_offline(const Models *models)
{
    const FairyModelInfo *info;
    for (guint i = 0; (info = fairy_model_info(i)) != NULL; i++) {
        if (strcmp(info->name, OFFLINE) == 0) {
            cli_print_line(stdout, "%s %-14s  %s", mark(is_chosen(models, OFFLINE)), OFFLINE,
                           info->summary);
        }
    }
}

/* --- for programs ----------------------------------------------------------------------------- */

static const char *const states[] = {
    [FAIRY_DISCOVERY_UNASKED] = "unasked",
    [FAIRY_DISCOVERY_NOTHING] = "nothing",
    [FAIRY_DISCOVERY_ANSWERED] = "answered",
    [FAIRY_DISCOVERY_FAILED] = "fault",
};

static cJSON *new_json(const Models *models, const char *provider, gboolean ready)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "provider", provider);
    cJSON_AddBoolToObject(json, "ready", ready);
    if (is_chosen(models, provider)) {
        cJSON_AddStringToObject(json, "default", models->chosen);
    }
    return json;
}

/* Of the models it has, or of the one that we would name. */
static void add_prices(cJSON *json, const Models *models, const FairyDiscovery *found)
{
    const char *const example[] = {found->provider->example, NULL};
    const char *const *names = found->models != NULL ? (const char *const *)found->models : example;
    cJSON *prices = cJSON_AddObjectToObject(json, "prices");
    for (; *names != NULL; names++) {
        FairyPrice price = price_of(models, found, *names);
        cJSON_AddItemToObject(prices, *names, fairy_price_json(&price));
    }
}

static void print_found_json(const Models *models, const FairyDiscovery *found)
{
    cJSON *json = new_json(models, found->provider->name, found->ready);
    cJSON_AddStringToObject(json, "title", found->provider->title);
    cJSON_AddStringToObject(json, "state", states[found->state]);
    cJSON_AddBoolToObject(json, "local", found->provider->local);
    cJSON_AddBoolToObject(json, "key", found->key);
    cJSON_AddBoolToObject(json, "schema", fairy_provider_takes_schema(found->provider));
    if (found->command) {
        cJSON_AddTrueToObject(json, "keyCommand");
    }
    if (found->variable != NULL) {
        cJSON_AddStringToObject(json, "variable", found->variable);
    }
    if (found->base != NULL) {
        cJSON_AddStringToObject(json, "base", found->base);
    }
    if (found->problem != NULL) {
        cJSON_AddStringToObject(json, "problem", found->problem);
    }
    if (found->warning != NULL) {
        cJSON_AddStringToObject(json, "warning", found->warning);
    }
    if (found->models != NULL) {
        int n = (int)g_strv_length(found->models);
        cJSON_AddItemToObject(json, "models",
                              cJSON_CreateStringArray((const char *const *)found->models, n));
    }
    add_prices(json, models, found);
    cli_print_json(stdout, json);
}

/* --- the command ------------------------------------------------------------------------------ */

static void tell(const Models *models, const GPtrArray *all)
{
    gboolean offline = !models->options->check && models->options->operands[0] == NULL;
    if (offline && models->options->json) {
        cli_print_json(stdout, new_json(models, OFFLINE, TRUE));
    } else if (offline) {
        print_offline(models);
    }
    for (guint i = 0; i < all->len; i++) {
        const FairyDiscovery *found = all->pdata[i];
        if (models->options->json) {
            print_found_json(models, found);
        } else {
            print_found(models, found);
        }
        if (found->warning != NULL) {
            cli_print_failure(CLI_EXIT_DONE, "%s", found->warning);
        }
    }
}

/* Without --check nothing is wrong with a provider that isn't used. */
static int exit_of(const CliOptions *options, const GPtrArray *all)
{
    for (guint i = 0; options->check && i < all->len; i++) {
        if (((const FairyDiscovery *)all->pdata[i])->state == FAIRY_DISCOVERY_FAILED) {
            return CLI_EXIT_MODEL;
        }
    }
    if (options->check && all->len == 0) {
        cli_print_failure(CLI_EXIT_DONE, "no provider is set up, and no server runs on this "
                                         "machine; \"fairy models\" tells what is missing");
    }
    return CLI_EXIT_DONE;
}

int cli_models(const CliOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    g_autoptr(GPtrArray) all =
        settings != NULL ? fairy_discover(settings, (const char *const *)options->operands,
                                          options->check, &error)
                         : NULL;
    if (all == NULL) {
        return cli_print_error(error);
    }
    Models models = {options, settings, fairy_settings_get(settings, "model")};
    tell(&models, all);
    g_free(models.chosen);
    return exit_of(options, all);
}
