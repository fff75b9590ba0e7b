/* The line that a user reads about what went wrong with a provider. */
#include "base/api_error_kind.h"
#include "base/foreign.h"
#include "provider/provider_row.h"
#include "wire/api_error.h"

#include <fairy/limits.h>

#include <string.h>

#define LEAST_HIDDEN 6 /* bytes of a key's beginning */

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
    g_autofree char *when = when_advice(api_error), *model = fairy_foreign_line(profile->model);
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
    const char *message =
        missing ? "{title} needs a key: {key}" : fairy_api_error_template(api_error->kind);
    g_autofree char *said = g_strdup(words);
    if (said) { /* before it is cut, and a part is left */
        fairy_secrets_cover(profile->secrets, said, strlen(said));
    }
    g_autofree char *clean = fairy_foreign_line(said);
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

/* --- keys ------------------------------------------------------------------------------------- */

void fairy_api_error_hide(FairyApiError *api_error, const char *key)
{
    if (!api_error->message || strlen(key) < FAIRY_MIN_SECRET_BYTES) {
        return;
    }
    GString *out = g_string_new(NULL);
    for (const char *c = api_error->message; *c;) {
        gsize n = 0;
        while (c[n] && c[n] == key[n]) {
            n++;
        }
        g_string_append_len(out, n >= LEAST_HIDDEN ? FAIRY_HIDDEN_KEY : c,
                            n >= LEAST_HIDDEN ? (gssize)strlen(FAIRY_HIDDEN_KEY) : 1);
        c += n >= LEAST_HIDDEN ? n : 1;
    }
    g_free(api_error->message);
    api_error->message = g_string_free(out, FALSE);
}
