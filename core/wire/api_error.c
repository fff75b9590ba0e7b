/* Kinds of faults: their names, whether they pass, and the line a user reads. */
#include "wire/api_error.h"

#include "provider/provider_row.h"

#include <string.h>

typedef struct {
    const char *name;
    gboolean passes;     /* asking again may help */
    const char *message; /* {…} as in fill() */
} Kind;

static const Kind kinds[FAIRY_API_ERROR_COUNT] = {
    [FAIRY_API_ERROR_NONE] = {"none", FALSE, ""},
    [FAIRY_API_ERROR_KEY] = {"key", FALSE, "{title} doesn't take the key: {key}"},
    [FAIRY_API_ERROR_DENIED] =
        {"denied", FALSE, "{title} doesn't allow this: see there what the key may be used for"},
    [FAIRY_API_ERROR_MODEL] =
        {"model", FALSE,
         "{title} has no model \"{model}\": \"fairy models --check\" lists what "
         "it has{get}"},
    [FAIRY_API_ERROR_QUOTA] = {"quota", FALSE,
                               "the credit at {title} is used up: add to it there, or take another "
                               "model with --model"},
    [FAIRY_API_ERROR_PARAMETER] =
        {"parameter", FALSE, "{title} doesn't take a part of the request that can be left out"},
    [FAIRY_API_ERROR_REQUEST] = {"request", FALSE, "{title} can't do anything with the request"},
    [FAIRY_API_ERROR_TOO_LARGE] = {"too-large", FALSE,
                                   "the request is too large for \"{model}\": show it less of the "
                                   "drawing with --view"},
    [FAIRY_API_ERROR_RATE_LIMIT] = {"rate", TRUE, "{title} was asked too often: try again {when}"},
    [FAIRY_API_ERROR_OVERLOADED] = {"overloaded", TRUE,
                                    "{title} has too much to do: try again {when}"},
    [FAIRY_API_ERROR_SERVER] = {"server", TRUE,
                                "{title} has a problem of its own: try again {when}"},
    [FAIRY_API_ERROR_UNREACHABLE] = {"unreached", TRUE, "{title} isn't reached at {base}: {reach}"},
    [FAIRY_API_ERROR_UNTRUSTED] =
        {"untrusted", FALSE,
         "what answers at {base} can't prove that it is {title}: is there a "
         "proxy between?"},
    [FAIRY_API_ERROR_TRUNCATED] = {"cut", TRUE, "{title} broke off its answer: try again"},
    [FAIRY_API_ERROR_STALLED] = {"stalled", TRUE, "{title} fell silent: try again"},
    [FAIRY_API_ERROR_NOT_API] =
        {"not-api", FALSE,
         "what answers at {base} doesn't speak as {title} does: see \"fairy "
         "config get {name}.base-url\""},
    [FAIRY_API_ERROR_LARGE] = {"large", FALSE, "the answer of {title} is larger than what we take"},
    [FAIRY_API_ERROR_REFUSED] =
        {"refused", FALSE,
         "\"{model}\" won't do this: say it in another way, or take another "
         "model with --model"},
    [FAIRY_API_ERROR_FILTERED] =
        {"filtered", FALSE,
         "a filter of {title} stopped the answer: say it in another way, or "
         "take another model with --model"},
    [FAIRY_API_ERROR_LENGTH] = {"length", FALSE,
                                "the answer is longer than it may be: ask for less at once, or run "
                                "\"fairy config set {name}.max-output\" with more tokens"},
    [FAIRY_API_ERROR_EMPTY] = {"empty", TRUE, "\"{model}\" answered nothing: try again"},
};

void fairy_api_error_clear(FairyApiError *api_error)
{
    g_clear_pointer(&api_error->message, g_free);
    *api_error = (FairyApiError){.wait_ms = -1};
}

gboolean fairy_api_error_may_pass(const FairyApiError *api_error)
{
    return api_error->again ? api_error->again > 0 : kinds[api_error->kind].passes;
}

gboolean fairy_api_error_is_wait(const FairyApiError *api_error)
{
    gboolean busy = api_error->kind == FAIRY_API_ERROR_RATE_LIMIT ||
                    api_error->kind == FAIRY_API_ERROR_OVERLOADED;
    return busy && api_error->status >= 400 && api_error->wait_ms > 0 &&
           fairy_api_error_may_pass(api_error);
}

const char *fairy_api_error_name(FairyApiErrorKind kind)
{
    return kind < FAIRY_API_ERROR_COUNT ? kinds[kind].name : NULL;
}

/* --- the message ------------------------------------------------------------------------------ */

static char *key_advice(const FairyProvider *provider)
{
    const char *env = provider->key_envs[0];
    return g_strdup_printf("%s%s%srun \"fairy config set %s.key\"", env ? "set " : "",
                           env ? env : "", env ? " or " : "", provider->name);
}

static char *get_advice(const FairyProfile *profile)
{
    const char *get = fairy_provider_row(profile->provider)->get;
    return get ? g_strdup_printf(", \"%s %s\" gets it", get, profile->model) : g_strdup("");
}

static char *when_advice(const FairyApiError *api_error)
{
    gint64 seconds = MAX((api_error->wait_ms + 999) / 1000, 1);
    return api_error->wait_ms >= 0 ? g_strdup_printf("in %" G_GINT64_FORMAT " s", seconds)
                                   : g_strdup("later");
}

static char *fill(const char *message, const FairyApiError *api_error, const FairyProfile *profile)
{
    const FairyProvider *provider = profile->provider;
    g_autofree char *key = key_advice(provider), *get = get_advice(profile);
    g_autofree char *when = when_advice(api_error), *model = fairy_api_error_text(profile->model);
    g_autofree char *base = g_strndup(profile->base, strcspn(profile->base, "?"));
    const char *reach = provider->local ? "is it running?" : "is there a network?";
    const char *const pairs[][2] = {
        {"{title}", provider->title},
        {"{name}", provider->name},
        {"{key}", key},
        {"{get}", get},
        {"{when}", when},
        {"{base}", base},
        {"{reach}", reach},
        {"{model}", model ? model : ""},
    };
    GString *out = g_string_new(message);
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_string_replace(out, pairs[i][0], pairs[i][1], 0);
    }
    return g_string_free(out, FALSE);
}

static char *message_of(const FairyApiError *api_error, const FairyProfile *profile,
                        const char *words)
{
    gboolean missing = api_error->kind == FAIRY_API_ERROR_KEY && api_error->status == 0 && !words;
    const char *message = missing ? "{title} needs a key: {key}" : kinds[api_error->kind].message;
    g_autofree char *said = g_strdup(words);
    if (said) { /* before it is cut, and a part is left */
        fairy_secrets_cover(profile->secrets, said, strlen(said));
    }
    g_autofree char *clean = fairy_api_error_text(said);
    g_autofree char *line = fill(message, api_error, profile);
    if (clean) {
        return g_strdup_printf("%s (it says: %s)", line, clean);
    }
    return api_error->status ? g_strdup_printf("%s (status %d)", line, api_error->status)
                             : g_steal_pointer(&line);
}

void fairy_api_error_describe(FairyApiError *api_error, const FairyProfile *profile,
                              const char *words)
{
    char *old = api_error->message;
    api_error->message = message_of(api_error, profile, words);
    g_free(old);
}

void fairy_api_error_set(FairyApiError *api_error, const FairyProfile *profile,
                         FairyApiErrorKind kind, const char *words)
{
    fairy_api_error_clear(api_error);
    api_error->kind = kind;
    api_error->message =
        kind == FAIRY_API_ERROR_NONE ? NULL : message_of(api_error, profile, words);
}
