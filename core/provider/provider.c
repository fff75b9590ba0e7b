/* The list of providers, and reading the list of models that each of them gives. */
#include "provider/base_url.h"
#include "provider/provider_row.h"

#include <cjson/cJSON.h>

#include <string.h>

static const FairyProviderRow rows[] = {
#define FAIRY_PROVIDER(...) {__VA_ARGS__},
#include "provider/providers.def"
#undef FAIRY_PROVIDER
};

const FairyProvider *fairy_provider_info(guint index)
{
    return index < G_N_ELEMENTS(rows) ? &rows[index].info : NULL;
}

const FairyProvider *fairy_provider_find(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (g_str_equal(rows[i].info.name, name)) {
            return &rows[i].info;
        }
    }
    return NULL;
}

const FairyProviderRow *fairy_provider_row(const FairyProvider *provider)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (&rows[i].info == provider) {
            return &rows[i];
        }
    }
    return NULL;
}

gboolean fairy_provider_takes_schema(const FairyProvider *provider)
{
    return fairy_provider_row(provider)->json == FAIRY_JSON_SCHEMA;
}

/* --- the list of models ----------------------------------------------------------------------- */

char *fairy_provider_models_url(const FairyProvider *provider, const char *base, GError **error)
{
    static const char *const paths[FAIRY_DIALECT_COUNT] = {
        [FAIRY_DIALECT_ANTHROPIC] = "/v1/models?limit=1000",
        [FAIRY_DIALECT_OPENAI] = "/models",
        [FAIRY_DIALECT_GEMINI] = "/v1beta/models?pageSize=1000",
        [FAIRY_DIALECT_OLLAMA] = "/api/tags",
    };
    g_autofree char *address = fairy_base_url(provider, base, error);
    return address ? fairy_base_url_join(address, paths[provider->dialect]) : NULL;
}

static const cJSON *item(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* Google lists what makes pictures and numbers, too, and says of each what it can be asked. */
static gboolean can_write(const cJSON *model)
{
    const cJSON *methods = item(model, "supportedGenerationMethods");
    const cJSON *method = NULL;
    cJSON_ArrayForEach(method, methods)
    {
        if (g_strcmp0(cJSON_GetStringValue(method), "generateContent") == 0) {
            return TRUE;
        }
    }
    return !methods;
}

/* Without anything that steers a terminal. */
static gboolean is_plain(const char *name)
{
    const char *c = name;
    while (g_ascii_isgraph(*c)) {
        c++;
    }
    return c > name && !*c;
}

static const char *name_of(const cJSON *model)
{
    const cJSON *name = item(model, "id");
    const char *text = cJSON_GetStringValue(name ? name : item(model, "name"));
    if (text && g_str_has_prefix(text, "models/")) {
        text += strlen("models/");
    }
    return text && is_plain(text) && can_write(model) ? text : NULL;
}

static gint by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **fairy_provider_models_read(const char *json, gsize len)
{
    cJSON *answer = cJSON_ParseWithLength(json, len);
    const cJSON *list = cJSON_IsArray(answer)  ? answer
                        : item(answer, "data") ? item(answer, "data")
                                               : item(answer, "models");
    if (!cJSON_IsArray(list)) {
        cJSON_Delete(answer);
        return NULL;
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const cJSON *model = NULL;
    cJSON_ArrayForEach(model, list)
    {
        const char *name = name_of(model);
        if (name) {
            g_ptr_array_add(names, g_strdup(name));
        }
    }
    cJSON_Delete(answer);
    g_ptr_array_sort(names, by_name);
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_steal(names, NULL);
}
