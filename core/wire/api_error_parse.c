/* Reading what a server says is wrong. There are many ways to say it: by status, by a name that
 * stands in any of several members, or in a sentence alone. */
#include "wire/api_error.h"
#include "wire/dialect_row.h"

#include <math.h>
#include <string.h>

#define MAX_WAIT_MS 86400000.0 /* a server that says more means "not today" */

/* --- what is said ----------------------------------------------------------------------------- */

typedef struct {
    const char *names[8]; /* "rate_limit_error", "RESOURCE_EXHAUSTED", …: in no order */
    guint n_names;
    int code; /* a status in the error; 0 = none */
    const char *param;
    char *message; /* NULL when there is none */
    char *lower;   /* the same in lower case, never NULL */
    double delay;  /* seconds to wait; negative = not said */
    gboolean daily;
} Said;

static void said_clear(Said *said)
{
    g_free(said->message);
    g_free(said->lower);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Said, said_clear)

static void add_name(Said *said, const cJSON *value)
{
    const char *name = cJSON_GetStringValue(value);
    if (name && said->n_names < G_N_ELEMENTS(said->names)) {
        said->names[said->n_names++] = name;
    }
}

/* Google's: {"@type":…, "reason":…}, {…, "retryDelay":"23s"}, {…, "violations":[{"quotaId":…}]}. */
static void read_detail(Said *said, const cJSON *detail)
{
    const char *delay = fairy_item_text(detail, "retryDelay");
    const cJSON *violation = NULL;
    add_name(said, fairy_item(detail, "reason"));
    said->delay = delay ? g_ascii_strtod(delay, NULL) : said->delay;
    cJSON_ArrayForEach(violation, fairy_item(detail, "violations"))
    {
        const char *id = fairy_item_text(violation, "quotaId");
        said->daily = said->daily || (id && strstr(id, "PerDay") != NULL);
    }
}

/* What stands where the sentence stands with others: {"detail":"…"}, {"detail":[{"msg":"…"}]}. */
static const char *message_of(const cJSON *error)
{
    static const char *const names[] = {"message", "detail", "msg", "error"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const cJSON *value = fairy_item(error, names[i]);
        const char *text = cJSON_GetStringValue(value);
        text = text ? text : fairy_item_text(cJSON_GetArrayItem(value, 0), "msg");
        if (text && *text) {
            return text;
        }
    }
    return cJSON_GetStringValue(error);
}

/* The last of {"detail":[{"loc":["body","stream_options"], …}]}; NULL when there is none. */
static const char *place_of(const cJSON *error)
{
    const cJSON *place = fairy_item(cJSON_GetArrayItem(fairy_item(error, "detail"), 0), "loc");
    return cJSON_GetStringValue(cJSON_GetArrayItem(place, cJSON_GetArraySize(place) - 1));
}

static void read_said(Said *said, const cJSON *error)
{
    const cJSON *inner = fairy_item(error, "error");
    error = cJSON_IsObject(inner) ? inner : error;
    const cJSON *details = fairy_item(error, "details"), *code = fairy_item(error, "code");
    const cJSON *detail = NULL;
    const char *raw = fairy_item_text(fairy_item(error, "metadata"), "raw");
    const char *message = message_of(error);
    add_name(said, fairy_item(error, "type"));
    add_name(said, fairy_item(error, "status"));
    add_name(said, fairy_item(details, "error_code"));
    add_name(said, code);
    said->code = cJSON_IsNumber(code) ? code->valueint : 0;
    said->param = place_of(error) ? place_of(error) : fairy_item_text(error, "param");
    cJSON_ArrayForEach(detail, details)
    {
        read_detail(said, detail);
    }
    if (message) {
        said->message = g_strdup_printf("%s%s%s", message, raw ? " " : "", raw ? raw : "");
    }
}

/* --- what it means ---------------------------------------------------------------------------- */

typedef struct {
    const char *word;
    FairyApiErrorKind kind;
} Word;

static const Word names[] = {
    {"insufficient_quota", FAIRY_API_ERROR_QUOTA},
    {"credit_balance_exhausted", FAIRY_API_ERROR_QUOTA},
    {"billing_hard_limit_reached", FAIRY_API_ERROR_QUOTA},
    {"billing_not_active", FAIRY_API_ERROR_QUOTA},
    {"billing_error", FAIRY_API_ERROR_QUOTA},
    {"API_KEY_INVALID", FAIRY_API_ERROR_KEY},
    {"API_KEY_EXPIRED", FAIRY_API_ERROR_KEY},
    {"invalid_api_key", FAIRY_API_ERROR_KEY},
    {"authentication_error", FAIRY_API_ERROR_KEY},
    {"UNAUTHENTICATED", FAIRY_API_ERROR_KEY},
    {"permission_error", FAIRY_API_ERROR_DENIED},
    {"PERMISSION_DENIED", FAIRY_API_ERROR_DENIED},
    {"FAILED_PRECONDITION", FAIRY_API_ERROR_DENIED},
    {"unsupported_country_region_territory", FAIRY_API_ERROR_DENIED},
    {"model_not_found", FAIRY_API_ERROR_MODEL},
    {"invalid_model", FAIRY_API_ERROR_MODEL},
    {"DeploymentNotFound", FAIRY_API_ERROR_MODEL},
    {"context_length_exceeded", FAIRY_API_ERROR_TOO_LARGE},
    {"exceed_context_size_error", FAIRY_API_ERROR_TOO_LARGE},
    {"request_too_large", FAIRY_API_ERROR_TOO_LARGE},
    {"image_dimensions_too_large", FAIRY_API_ERROR_TOO_LARGE},
    {"content_filter", FAIRY_API_ERROR_FILTERED},
    {"content_policy_violation", FAIRY_API_ERROR_FILTERED},
    {"rate_limit_error", FAIRY_API_ERROR_RATE_LIMIT},
    {"rate_limit_exceeded", FAIRY_API_ERROR_RATE_LIMIT},
    {"RESOURCE_EXHAUSTED", FAIRY_API_ERROR_RATE_LIMIT},
    {"overloaded_error", FAIRY_API_ERROR_OVERLOADED},
    {"server_is_overloaded", FAIRY_API_ERROR_OVERLOADED},
    {"slow_down", FAIRY_API_ERROR_OVERLOADED},
    {"unavailable_error", FAIRY_API_ERROR_OVERLOADED},
    {"UNAVAILABLE", FAIRY_API_ERROR_OVERLOADED},
    {"api_error", FAIRY_API_ERROR_SERVER},
    {"server_error", FAIRY_API_ERROR_SERVER},
    {"timeout_error", FAIRY_API_ERROR_SERVER},
    {"INTERNAL", FAIRY_API_ERROR_SERVER},
    {"DEADLINE_EXCEEDED", FAIRY_API_ERROR_SERVER},
    {"invalid_request_error", FAIRY_API_ERROR_REQUEST},
    {"INVALID_ARGUMENT", FAIRY_API_ERROR_REQUEST},
    {NULL, FAIRY_API_ERROR_NONE},
};

/* Parts of sentences, in lower case, of those that are nothing but a wrong request by their name.
 */
static const Word phrases[] = {
    {"credit balance", FAIRY_API_ERROR_QUOTA},
    {"api key not valid", FAIRY_API_ERROR_KEY},
    {"prompt is too long", FAIRY_API_ERROR_TOO_LARGE},
    {"context length", FAIRY_API_ERROR_TOO_LARGE},
    {"context window", FAIRY_API_ERROR_TOO_LARGE},
    {"context size", FAIRY_API_ERROR_TOO_LARGE},
    {"model not exist", FAIRY_API_ERROR_MODEL},
    {"not a valid model", FAIRY_API_ERROR_MODEL},
    {"invalid model", FAIRY_API_ERROR_MODEL},
    {NULL, FAIRY_API_ERROR_NONE},
};

static FairyApiErrorKind by_name(const Said *said)
{
    for (const Word *word = names; word->word; word++) {
        for (guint i = 0; i < said->n_names; i++) {
            if (g_ascii_strcasecmp(said->names[i], word->word) == 0) {
                return word->kind;
            }
        }
    }
    return FAIRY_API_ERROR_NONE;
}

static FairyApiErrorKind by_phrase(const Said *said)
{
    for (const Word *word = phrases; word->word; word++) {
        if (strstr(said->lower, word->word)) {
            return word->kind;
        }
    }
    return FAIRY_API_ERROR_NONE;
}

/* Nothing is said in a sentence of the API's when what is missing is the API. */
static FairyApiErrorKind by_status(int status, const Said *said)
{
    static const struct {
        int from, to;
        FairyApiErrorKind kind;
    } table[] = {
        {401, 401, FAIRY_API_ERROR_KEY},        {402, 402, FAIRY_API_ERROR_QUOTA},
        {403, 403, FAIRY_API_ERROR_DENIED},     {408, 409, FAIRY_API_ERROR_SERVER},
        {413, 413, FAIRY_API_ERROR_TOO_LARGE},  {425, 425, FAIRY_API_ERROR_SERVER},
        {429, 429, FAIRY_API_ERROR_RATE_LIMIT}, {451, 451, FAIRY_API_ERROR_DENIED},
        {503, 503, FAIRY_API_ERROR_OVERLOADED}, {529, 529, FAIRY_API_ERROR_OVERLOADED},
        {500, 599, FAIRY_API_ERROR_SERVER},
    };
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        if (status >= table[i].from && status <= table[i].to) {
            return table[i].kind;
        }
    }
    gboolean names_model = strstr(said->lower, "model") || strstr(said->lower, "deployment") ||
                           strstr(said->lower, "endpoints");
    if (status == 404 && names_model) {
        return FAIRY_API_ERROR_MODEL;
    }
    return said->message && status != 404 && status != 405 ? FAIRY_API_ERROR_REQUEST
                                                           : FAIRY_API_ERROR_NOT_API;
}

/* --- what can be left out --------------------------------------------------------------------- */

/* `strict`: only where it is said, too, that there is no such thing; sizes and limits are told of
 * the same names. */
static const struct {
    const char *word;
    guint drop;
    gboolean strict;
} parameters[] = {
    {"stream_options", FAIRY_DROP_STREAM_OPTIONS, FALSE},
    {"include_usage", FAIRY_DROP_STREAM_OPTIONS, FALSE},
    {"response_format", FAIRY_DROP_FORMAT, FALSE},
    {"output_config.format", FAIRY_DROP_FORMAT, FALSE},
    {"response_json_schema", FAIRY_DROP_FORMAT, FALSE},
    {"responsejsonschema", FAIRY_DROP_FORMAT, FALSE},
    {"response_mime_type", FAIRY_DROP_FORMAT, FALSE},
    {"responsemimetype", FAIRY_DROP_FORMAT, FALSE},
    {"structured output", FAIRY_DROP_FORMAT, FALSE},
    {"json mode", FAIRY_DROP_FORMAT, FALSE},
    {"json_object", FAIRY_DROP_FORMAT, FALSE},
    {"schema", FAIRY_DROP_FORMAT, FALSE},
    {"grammar", FAIRY_DROP_FORMAT, FALSE},
    {"effort", FAIRY_DROP_EFFORT, FALSE},
    {"think", FAIRY_DROP_THINKING, FALSE},
    {"budget", FAIRY_DROP_THINKING, TRUE},
    {"cache_control", FAIRY_DROP_CACHE, FALSE},
    {"max_tokens", FAIRY_DROP_MAX_TOKENS_NAME, TRUE},
    {"max_completion_tokens", FAIRY_DROP_MAX_TOKENS_NAME, TRUE},
    {"image", FAIRY_DROP_IMAGES, TRUE},
    {"multimodal", FAIRY_DROP_IMAGES, TRUE},
    {"vision", FAIRY_DROP_IMAGES, TRUE},
    {"content must be a string", FAIRY_DROP_IMAGES, FALSE},
};

static gboolean says_no_such_thing(const char *lower)
{
    static const char *const words[] = {
        "unsupported",   "not support",   "n't support", "unknown",      "unrecognized",
        "unexpected",    "not permitted", "not allowed", "instead",      "forbidden",
        "that support ", "not a ",        "extra input", "missing data", "expected `text`"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strstr(lower, words[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What is named first is what is meant: the rest of the sentence may tell of others. */
static guint what_to_drop(const FairyProfile *profile, int status, const Said *said)
{
    static const int statuses[] = {400, 404, 422, 500, 501};
    guint sent = fairy_profile_droppable(profile), drop = 0;
    gboolean fits = FALSE, is_no = says_no_such_thing(said->lower);
    g_autofree char *param = said->param ? g_ascii_strdown(said->param, -1) : NULL;
    const char *in = param ? param : said->lower, *first = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(statuses); i++) {
        fits = fits || status == statuses[i];
    }
    for (guint i = 0; fits && i < G_N_ELEMENTS(parameters); i++) {
        const char *at = strstr(in, parameters[i].word);
        gboolean enough = is_no || (!parameters[i].strict && status < 500);
        if (at && enough && (parameters[i].drop & sent) && (!first || at < first)) {
            first = at;
            drop = parameters[i].drop;
        }
    }
    return drop;
}

static FairyApiErrorKind classify(const FairyProfile *profile, int status, const Said *said,
                                  guint *drop)
{
    FairyApiErrorKind kind = said->daily ? FAIRY_API_ERROR_QUOTA : by_name(said);
    gboolean vague = kind == FAIRY_API_ERROR_NONE || kind == FAIRY_API_ERROR_REQUEST ||
                     (kind == FAIRY_API_ERROR_SERVER && status >= 500);
    FairyApiErrorKind phrase = vague && status < 500 ? by_phrase(said) : FAIRY_API_ERROR_NONE;
    if (phrase != FAIRY_API_ERROR_NONE) {
        return phrase;
    }
    *drop = vague ? what_to_drop(profile, status, said) : 0;
    if (*drop) {
        return FAIRY_API_ERROR_PARAMETER;
    }
    if (kind == FAIRY_API_ERROR_NONE || (kind == FAIRY_API_ERROR_REQUEST && status)) {
        return status ? by_status(status, said) : FAIRY_API_ERROR_SERVER;
    }
    return kind;
}

/* --- waiting ---------------------------------------------------------------------------------- */

const char *fairy_header(const char *const *headers, const char *name)
{
    gsize len = strlen(name);
    for (; headers && *headers; headers++) {
        if (g_ascii_strncasecmp(*headers, name, len) == 0 && (*headers)[len] == ':') {
            return *headers + len + 1 + strspn(*headers + len + 1, " \t");
        }
    }
    return NULL;
}

static gboolean read_part(const char *text, guint64 most, int *number)
{
    guint64 value;
    gboolean ok = g_ascii_string_to_unsigned(text, 10, 0, most, &value, NULL);
    *number = ok ? (int)value : 0;
    return ok;
}

/* "Wed, 21 Oct 2026 07:28:00 GMT" in seconds since 1970; -1 for anything else. */
static gint64 http_date(const char *text)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    g_auto(GStrv) parts = g_strsplit_set(text ? text : "", " :", 9);
    int day, year, hour, minute, second;
    if (g_strv_length(parts) != 8 || strlen(parts[2]) != 3 || !strstr(months, parts[2]) ||
        !read_part(parts[1], 31, &day) || !read_part(parts[3], 9999, &year) ||
        !read_part(parts[4], 23, &hour) || !read_part(parts[5], 59, &minute) ||
        !read_part(parts[6], 59, &second)) {
        return -1;
    }
    int month = (int)(strstr(months, parts[2]) - months) / 3 + 1;
    g_autoptr(GDateTime) date = g_date_time_new_utc(year, month, day, hour, minute, second);
    return date ? g_date_time_to_unix(date) : -1;
}

/* A date counts from the server's own, so that our clock doesn't matter. */
static gboolean seconds_until(const char *value, const char *server_date, double *seconds)
{
    char *end;
    *seconds = g_ascii_strtod(value, &end);
    if (end > value && isfinite(*seconds)) {
        return TRUE;
    }
    gint64 then = http_date(value), now = http_date(server_date);
    *seconds = (double)(then - now);
    return then >= 0 && now >= 0;
}

static gint64 wait_of(const char *const *headers, const Said *said)
{
    const char *ms = fairy_header(headers, "retry-after-ms");
    const char *after = fairy_header(headers, "retry-after");
    double wait = -1, seconds;
    if (ms && g_ascii_isdigit(*ms)) {
        wait = g_ascii_strtod(ms, NULL);
    } else if (after && seconds_until(after, fairy_header(headers, "date"), &seconds)) {
        wait = MAX(seconds, 0) * 1000;
    } else if (said->delay >= 0) {
        wait = said->delay * 1000;
    }
    return isfinite(wait) && wait >= 0 ? (gint64)MIN(wait, MAX_WAIT_MS) : -1;
}

gboolean fairy_api_error_may_be_wait(int status, const char *const *headers)
{
    static const Said nothing = {.delay = -1};
    return status >= 400 && wait_of(headers, &nothing) > 0;
}

static int again_of(const char *const *headers)
{
    const char *should = fairy_header(headers, "x-should-retry");
    return !should ? 0 : g_ascii_strncasecmp(should, "true", 4) == 0 ? 1 : -1;
}

/* --- all together ----------------------------------------------------------------------------- */

static void judge(FairyApiError *api_error, const FairyProfile *profile, int status,
                  const char *const *headers, Said *said)
{
    fairy_api_error_clear(api_error);
    said->lower = g_ascii_strdown(said->message ? said->message : "", -1);
    api_error->kind = classify(profile, status, said, &api_error->drop);
    api_error->wait_ms = wait_of(headers, said);
    api_error->again = again_of(headers);
}

void fairy_api_error_of_error(FairyApiError *api_error, const FairyProfile *profile,
                              const char *const *headers, const cJSON *error)
{
    g_auto(Said) said = {.delay = -1};
    read_said(&said, error);
    judge(api_error, profile, said.code >= 400 && said.code < 600 ? said.code : 0, headers, &said);
    fairy_api_error_describe(api_error, profile, said.message ? said.message : "");
}

/* Google wraps some errors in an array. */
static cJSON *parse_error(const char *body, gsize len)
{
    cJSON *json = cJSON_ParseWithLength(body, len);
    if (cJSON_IsArray(json)) {
        cJSON *first = cJSON_DetachItemFromArray(json, 0);
        cJSON_Delete(json);
        json = first;
    }
    return json;
}

void fairy_api_error_parse(FairyApiError *api_error, const FairyProfile *profile, int status,
                           const char *const *headers, const char *body, gsize len)
{
    g_auto(Said) said = {.delay = -1};
    cJSON *json = parse_error(body, len);
    const char *type = fairy_header(headers, "content-type");
    if (cJSON_IsObject(json)) {
        read_said(&said, json);
    }
    judge(api_error, profile, status, headers, &said);
    g_autofree char *plain = NULL;
    if (!json && type && g_ascii_strncasecmp(type, "text/plain", 10) == 0) {
        plain = g_strndup(body, len);
    }
    api_error->status = status;
    fairy_api_error_describe(api_error, profile, said.message ? said.message : plain);
    cJSON_Delete(json);
}
