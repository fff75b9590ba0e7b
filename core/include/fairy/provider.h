/* Providers: the rows in which the PROVIDER of "PROVIDER/NAME" is looked up. */
#pragma once

#include <glib.h>

/* The API that a provider's server speaks. */
typedef enum {
    FAIRY_DIALECT_ANTHROPIC, /* Anthropic Messages API */
    FAIRY_DIALECT_OPENAI,    /* OpenAI Chat Completions API */
    FAIRY_DIALECT_GEMINI,    /* Gemini API, streamGenerateContent */
    FAIRY_DIALECT_OLLAMA,    /* Ollama API, /api/chat */
    FAIRY_DIALECT_COUNT,
} FairyDialectKind;

/* The HTTP header that carries the API key. */
typedef enum {
    FAIRY_AUTH_NONE,
    FAIRY_AUTH_BEARER,         /* authorization: Bearer (RFC 6750 §2.1) */
    FAIRY_AUTH_X_API_KEY,      /* x-api-key */
    FAIRY_AUTH_API_KEY,        /* api-key */
    FAIRY_AUTH_X_GOOG_API_KEY, /* x-goog-api-key */
} FairyAuth;

typedef struct {
    const char *name;  /* "anthropic": before the slash of a model's name; a group of settings */
    const char *title; /* "Anthropic" */
    FairyDialectKind dialect;
    const char *base;     /* base URL, "https://api.anthropic.com", to which the dialect appends its
                             path; NULL = only the person knows it: the setting "NAME.base-url" */
    const char *base_env; /* environment variable for the base URL; may be NULL */
    FairyAuth auth;
    const char *key_envs[3]; /* environment variables for the key; the first that is set counts */
    const char *example;     /* a model that it has, "claude-sonnet-5-5"; NULL for local servers,
                                which are asked for theirs */
    gboolean local;          /* a server on this machine: plain http, found by asking its port */
    gboolean keyless;        /* it answers without a key, too */
} FairyProvider;

/* Returns the provider at this index, from 0; static. NULL after the last. */
const FairyProvider *fairy_provider_info(guint index);
/* Returns the provider of that name; static. NULL if there is none. */
const FairyProvider *fairy_provider_find(const char *name);
/* Returns whether the provider holds a model to fairy_reply_schema_compact(), unless the setting
 * "NAME.json" says otherwise. Those that can't are sent none: the prompt alone says what an answer
 * is, and, where the provider knows that, that it is a JSON object. */
gboolean fairy_provider_takes_schema(const FairyProvider *provider);

/* Returns the URL of the provider's list of models, which is read by a GET with the headers of an
 * ordinary request. `base` is the setting "NAME.base-url"; NULL = the base URL of the row. Free
 * with g_free(). Returns NULL with FAIRY_ERROR_USAGE if the base isn't a URL. */
char *fairy_provider_models_url(const FairyProvider *provider, const char *base, GError **error);
/* Reads such a list. Returns the names of the models that write text, sorted and NULL-terminated;
 * free with g_strfreev(). Returns NULL if it isn't a list of models. */
char **fairy_provider_models_read(const char *json, gsize len);
