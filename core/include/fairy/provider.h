/* Providers: the rows that "provider/name" is looked up in. */
#pragma once

#include <glib.h>

/* How a provider's API is spoken. */
typedef enum {
    FAIRY_DIALECT_ANTHROPIC, /* Messages */
    FAIRY_DIALECT_OPENAI,    /* Chat Completions */
    FAIRY_DIALECT_GEMINI,    /* streamGenerateContent */
    FAIRY_DIALECT_OLLAMA,    /* /api/chat */
    FAIRY_DIALECT_COUNT,
} FairyDialectKind;

/* The header that carries the key. */
typedef enum {
    FAIRY_AUTH_NONE,
    FAIRY_AUTH_BEARER,         /* authorization: Bearer */
    FAIRY_AUTH_X_API_KEY,      /* x-api-key */
    FAIRY_AUTH_API_KEY,        /* api-key */
    FAIRY_AUTH_X_GOOG_API_KEY, /* x-goog-api-key */
} FairyAuth;

typedef struct {
    const char *name;  /* before the stroke of "provider/name"; a group of the settings */
    const char *title; /* "Anthropic" */
    FairyDialectKind dialect;
    const char *base;     /* "https://api.anthropic.com"; what the wire's path is put behind; NULL
                             where only the user knows it: the setting "NAME.base-url" */
    const char *base_env; /* names an environment variable for it; may be NULL */
    FairyAuth auth;
    const char *key_envs[3]; /* environment variables for the key, the first that is set counts */
    const char *example; /* a name that works: "claude-sonnet-5-5"; NULL for local servers, which
                            are asked */
    gboolean local;      /* a server on this machine: plain http, found by asking */
    gboolean keyless;    /* answers without a key, too */
} FairyProvider;

/* The providers there are, by index from 0; NULL after the last. Static. */
const FairyProvider *fairy_provider_info(guint index);
/* By name; NULL if there is none. */
const FairyProvider *fairy_provider_find(const char *name);

/* Where it lists its models: a GET with the headers of a request. `base` is the setting
 * "NAME.base-url", NULL = as the row has it. NULL with FAIRY_ERROR_USAGE for what is no address.
 * The caller's. */
char *fairy_provider_models_url(const FairyProvider *provider, const char *base, GError **error);
/* The names in such a list that can be asked, sorted, NULL-terminated; NULL when it isn't one. The
 * caller's (g_strfreev). */
char **fairy_provider_models_read(const char *json, gsize len);
