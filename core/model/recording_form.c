/* Profiles and faults as JSON, there and back. */
#include "model/recording_form.h"

#include "provider/provider_row.h"

#include <math.h>
#include <string.h>

const char *const fairy_line_names[FAIRY_LINE_COUNT] = {
    [FAIRY_LINE_RECORDING] = "recording",
    [FAIRY_LINE_REQUEST] = "request",
    [FAIRY_LINE_ANSWER] = "answer",
    [FAIRY_LINE_BYTES] = "bytes",
    [FAIRY_LINE_END] = "end",
    [FAIRY_LINE_MOMENT] = "moment",
    [FAIRY_LINE_RUN] = "run",
};

const char *const fairy_wire_names[FAIRY_DIALECT_COUNT + 1] = {
    [FAIRY_DIALECT_ANTHROPIC] = "anthropic", [FAIRY_DIALECT_OPENAI] = "openai",
    [FAIRY_DIALECT_GEMINI] = "gemini",       [FAIRY_DIALECT_OLLAMA] = "ollama",
    [FAIRY_DIALECT_COUNT] = "text",
};

/* --- members of a line ------------------------------------------------------------------------ */

const char *fairy_line_text(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
}

gint64 fairy_line_number(const cJSON *json, const char *name, double most)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, name);
    double number = cJSON_IsNumber(value) ? value->valuedouble : -1;
    return number >= 0 && number <= most && number == (double)(gint64)number ? (gint64)number : -1;
}

/* --- profiles --------------------------------------------------------------------------------- */

typedef enum { FLAG, COUNT, WORD, JSON_MODE, DROPPED } Kind;

static const struct {
    const char *name;
    Kind kind;
    gsize offset;
} fields[] = {
    {"maxOutput", COUNT, G_STRUCT_OFFSET(FairyProfile, max_output)},
    {"images", FLAG, G_STRUCT_OFFSET(FairyProfile, images)},
    {"imageEdge", COUNT, G_STRUCT_OFFSET(FairyProfile, image_edge)},
    {"imageTokens", COUNT, G_STRUCT_OFFSET(FairyProfile, image_tokens)},
    {"prefill", FLAG, G_STRUCT_OFFSET(FairyProfile, prefill)},
    {"cache", FLAG, G_STRUCT_OFFSET(FairyProfile, cache)},
    {"thinking", WORD, G_STRUCT_OFFSET(FairyProfile, thinking)},
    {"budget", FLAG, G_STRUCT_OFFSET(FairyProfile, budget)},
    {"effort", WORD, G_STRUCT_OFFSET(FairyProfile, effort)},
    {"json", JSON_MODE, G_STRUCT_OFFSET(FairyProfile, json)},
    {"dropped", DROPPED, G_STRUCT_OFFSET(FairyProfile, dropped)},
};

static const char *const json_modes[] = {
    [FAIRY_JSON_SCHEMA] = "schema",
    [FAIRY_JSON_OBJECT] = "object",
    [FAIRY_JSON_PROMPT] = "prompt",
};

static const struct {
    guint bit;
    const char *name;
} drops[] = {
    {FAIRY_DROP_THINKING, "thinking"},
    {FAIRY_DROP_EFFORT, "effort"},
    {FAIRY_DROP_FORMAT, "format"},
    {FAIRY_DROP_STREAM_OPTIONS, "stream-options"},
    {FAIRY_DROP_MAX_TOKENS_NAME, "max-tokens-name"},
    {FAIRY_DROP_CACHE, "cache"},
    {FAIRY_DROP_IMAGES, "images"},
};

static cJSON *dropped_json(guint dropped)
{
    cJSON *list = cJSON_CreateArray();
    for (gsize i = 0; i < G_N_ELEMENTS(drops); i++) {
        if (dropped & drops[i].bit) {
            cJSON_AddItemToArray(list, cJSON_CreateString(drops[i].name));
        }
    }
    return list;
}

/* NULL for a word that isn't there. */
static cJSON *field_json(Kind kind, gconstpointer at)
{
    const char *word = NULL;
    switch (kind) {
    case FLAG:
        return cJSON_CreateBool(*(const gboolean *)at);
    case COUNT:
        return cJSON_CreateNumber(*(const guint *)at);
    case WORD:
        word = *(const char *const *)at;
        return word ? cJSON_CreateString(word) : NULL;
    case JSON_MODE:
        return cJSON_CreateString(json_modes[*(const FairyJsonMode *)at]);
    case DROPPED:
        return dropped_json(*(const guint *)at);
    }
    return NULL;
}

cJSON *fairy_profile_json(const FairyProfile *profile)
{
    cJSON *json = cJSON_CreateObject();
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++) {
        cJSON *value = field_json(fields[i].kind, G_STRUCT_MEMBER_P(profile, fields[i].offset));
        if (value) {
            cJSON_AddItemToObject(json, fields[i].name, value);
        }
    }
    return json;
}

static gboolean read_count(const cJSON *value, guint *count)
{
    if (!cJSON_IsNumber(value) || !(value->valuedouble >= 0) || value->valuedouble > G_MAXUINT) {
        return FALSE;
    }
    *count = (guint)value->valuedouble;
    return TRUE;
}

static gboolean read_json_mode(const cJSON *value, FairyJsonMode *mode)
{
    for (guint i = 0; cJSON_IsString(value) && i < G_N_ELEMENTS(json_modes); i++) {
        if (g_str_equal(value->valuestring, json_modes[i])) {
            *mode = (FairyJsonMode)i;
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean read_dropped(const cJSON *list, guint *dropped)
{
    const cJSON *name;
    cJSON_ArrayForEach(name, list)
    {
        gsize i = 0;
        while (i < G_N_ELEMENTS(drops) && cJSON_IsString(name) &&
               !g_str_equal(drops[i].name, name->valuestring)) {
            i++;
        }
        if (i == G_N_ELEMENTS(drops) || !cJSON_IsString(name)) {
            return FALSE;
        }
        *dropped |= drops[i].bit;
    }
    return cJSON_IsArray(list);
}

static gboolean read_field(Kind kind, const cJSON *value, gpointer at)
{
    switch (kind) {
    case FLAG:
        *(gboolean *)at = cJSON_IsTrue(value);
        return cJSON_IsBool(value);
    case COUNT:
        return read_count(value, at);
    case WORD:
        g_free(*(char **)at);
        *(char **)at = g_strdup(cJSON_GetStringValue(value));
        return cJSON_IsString(value);
    case JSON_MODE:
        return read_json_mode(value, at);
    case DROPPED:
        return read_dropped(value, at);
    }
    return FALSE;
}

FairyProfile *fairy_profile_from_json(const char *name, const cJSON *json)
{
    const char *stroke = strchr(name, '/');
    g_autofree char *provider_name = stroke ? g_strndup(name, (gsize)(stroke - name)) : NULL;
    const FairyProvider *provider = stroke ? fairy_provider_find(provider_name) : NULL;
    if (!provider || !cJSON_IsObject(json)) {
        return NULL;
    }
    g_autoptr(FairyProfile) profile = g_new0(FairyProfile, 1);
    profile->provider = provider;
    profile->model = g_strdup(stroke + 1);
    profile->base = g_strdup(provider->base ? provider->base : "http://localhost");
    profile->quirks = fairy_provider_row(provider)->quirks;
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, fields[i].name);
        if (value &&
            !read_field(fields[i].kind, value, G_STRUCT_MEMBER_P(profile, fields[i].offset))) {
            return NULL;
        }
    }
    return g_steal_pointer(&profile);
}

/* --- faults ----------------------------------------------------------------------------------- */

void fairy_api_error_to_json(const FairyApiError *api_error, cJSON *json)
{
    if (api_error->kind == FAIRY_API_ERROR_NONE) {
        return;
    }
    cJSON_AddStringToObject(json, "fault", fairy_api_error_name(api_error->kind));
    cJSON_AddNumberToObject(json, "status", api_error->status);
    cJSON_AddNumberToObject(json, "waitMs", (double)api_error->wait_ms);
    if (api_error->again) {
        cJSON_AddBoolToObject(json, "again", api_error->again > 0);
    }
    if (api_error->message) {
        g_autofree char *valid = g_utf8_make_valid(api_error->message, -1);
        cJSON_AddStringToObject(json, "message", valid);
    }
}

static double number_in(const cJSON *json, const char *name, double none)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsNumber(value) && isfinite(value->valuedouble) ? value->valuedouble : none;
}

gboolean fairy_api_error_from_json(const cJSON *json, FairyApiError *api_error)
{
    *api_error = (FairyApiError){.wait_ms = -1};
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "fault");
    if (!name) {
        return TRUE;
    }
    for (guint kind = FAIRY_API_ERROR_NONE + 1;
         cJSON_IsString(name) && kind < FAIRY_API_ERROR_COUNT; kind++) {
        if (!g_str_equal(fairy_api_error_name((FairyApiErrorKind)kind), name->valuestring)) {
            continue;
        }
        const cJSON *again = cJSON_GetObjectItemCaseSensitive(json, "again");
        const cJSON *message = cJSON_GetObjectItemCaseSensitive(json, "message");
        api_error->kind = (FairyApiErrorKind)kind;
        api_error->status = (int)CLAMP(number_in(json, "status", 0), 0, 999);
        api_error->wait_ms = (gint64)CLAMP(number_in(json, "waitMs", -1), -1, 1e12);
        api_error->again = cJSON_IsTrue(again) - cJSON_IsFalse(again);
        api_error->message = g_strdup(cJSON_IsString(message) ? message->valuestring : "");
        return TRUE;
    }
    return FALSE;
}
