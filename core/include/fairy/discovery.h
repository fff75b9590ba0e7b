/* Discovery: which models can be asked, of the providers that are set up and of servers that run on
 * this machine. */
#pragma once

#include <fairy/settings.h>

typedef enum {
    FAIRY_DISCOVERY_UNASKED,  /* no server was contacted */
    FAIRY_DISCOVERY_NOTHING,  /* no server runs at the address on this machine */
    FAIRY_DISCOVERY_ANSWERED, /* the server listed its models: `models` */
    FAIRY_DISCOVERY_FAILED,   /* something went wrong: `problem` */
} FairyDiscoveryState;

typedef struct {
    const FairyProvider *provider;
    char *base;           /* the base URL, from the settings or the provider's row; NULL = none */
    gboolean key;         /* there is a key, or a command that gets one */
    gboolean command;     /* PROVIDER.key-command will get it when it is needed */
    const char *variable; /* the environment variable that holds the key; NULL = none does */
    FairyDiscoveryState state;
    gboolean ready; /* as far as known it can be used: it answered, or what it needs is set */
    char *problem;  /* one line: what is missing or wrong, and what to do, without the key; or
                       NULL */
    char *warning;  /* one line: that the key goes over plain http, as PROVIDER.allow-plain
                       permits; or NULL */
    char **models;  /* the models' names, sorted, NULL-terminated; NULL = unknown */
} FairyDiscovery;

/* Looks at providers (NULL-terminated names; NULL or empty = all), and returns FairyDiscovery in
 * the order of the providers' rows; free with g_ptr_array_unref(). Servers on this machine are
 * asked for their models, all at once, for at most FAIRY_LOCAL_MS, without a key; nothing else is
 * contacted. With `check` the providers that aren't set up are left out unless they are named, and
 * each of the others is asked for its models with its key, for which PROVIDER.key-command may run.
 * The call blocks until all have answered. Returns NULL with FAIRY_ERROR_USAGE for an unknown name,
 * or with FAIRY_ERROR_MODEL if nobody can be asked because libcurl can't be loaded. */
GPtrArray *fairy_discover(const FairySettings *settings, const char *const *providers,
                          gboolean check, GError **error);
