/* The table of dialects: a request is written, and an answer is read, by a row of it. */
#include "provider/base_url.h"
#include "wire/dialect_row.h"

#include <string.h>

const FairyDialect *fairy_dialect(FairyDialectKind kind)
{
    static const FairyDialect *const dialects[FAIRY_DIALECT_COUNT] = {
        [FAIRY_DIALECT_ANTHROPIC] = &fairy_dialect_anthropic,
        [FAIRY_DIALECT_OPENAI] = &fairy_dialect_openai,
        [FAIRY_DIALECT_GEMINI] = &fairy_dialect_gemini,
        [FAIRY_DIALECT_OLLAMA] = &fairy_dialect_ollama,
    };
    return dialects[kind];
}

/* --- a request -------------------------------------------------------------------------------- */

static char *url_of(const FairyDialect *dialect, const FairyProfile *profile)
{
    if (!dialect->named) {
        return fairy_base_url_join(profile->base, dialect->path);
    }
    const char *model = profile->model;
    model += g_str_has_prefix(model, "models/") ? strlen("models/") : 0;
    g_autofree char *name = g_uri_escape_string(model, NULL, FALSE);
    g_auto(GStrv) around = g_strsplit(dialect->path, "%s", 2);
    g_autofree char *path = g_strconcat(around[0], name, around[1], NULL);
    return fairy_base_url_join(profile->base, path);
}

static char **headers_of(const FairyDialect *dialect)
{
    g_autoptr(GStrvBuilder) headers = g_strv_builder_new();
    g_autofree char *accept = g_strconcat("accept: ", dialect->accept, NULL);
    g_strv_builder_add(headers, "content-type: application/json");
    g_strv_builder_add(headers, accept);
    if (dialect->headers) {
        g_strv_builder_addv(headers, (const char **)dialect->headers);
    }
    return g_strv_builder_end(headers);
}

static guint least(guint a, guint b)
{
    return a && b ? MIN(a, b) : a | b;
}

FairyDialectRequest *fairy_dialect_request(const FairyProfile *profile, const FairyPrompt *prompt,
                                           guint max_output)
{
    const FairyDialect *dialect = fairy_dialect(profile->provider->dialect);
    FairyDialectRequest *request = g_new0(FairyDialectRequest, 1);
    cJSON *body = cJSON_CreateObject();
    dialect->write(body, profile, prompt, least(max_output, profile->max_output));
    char *text = cJSON_PrintUnformatted(body);
    request->url = url_of(dialect, profile);
    request->headers = headers_of(dialect);
    request->body = g_strdup(text);
    cJSON_free(text);
    cJSON_Delete(body);
    return request;
}

/* --- an answer -------------------------------------------------------------------------------- */

FairyAnswer *fairy_answer_new(const FairyProfile *profile, const FairyAnswerFuncs *funcs,
                              gpointer data)
{
    return fairy_answer_new_in(fairy_dialect(profile->provider->dialect), profile, funcs, data);
}
