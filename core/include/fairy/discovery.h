/* Which models can be asked: providers that are set up, and servers found on this machine. */
#pragma once

#include <fairy/settings.h>

typedef enum {
    FAIRY_DISCOVERY_UNASKED,  /* nobody was asked */
    FAIRY_DISCOVERY_NOTHING,  /* a local server doesn't run */
    FAIRY_DISCOVERY_ANSWERED, /* `models` are what it has */
    FAIRY_DISCOVERY_FAILED,   /* `problem` tells */
} FairyDiscoveryState;

typedef struct {
    const FairyProvider *provider;
    char *base;           /* where it is asked, as it was set or is known; NULL = nobody knows */
    gboolean key;         /* there is one */
    gboolean command;     /* PROVIDER.key-command gets it, when it is needed */
    const char *variable; /* of the environment that the key is in; NULL = the file, or no key */
    FairyDiscoveryState state;
    gboolean ready; /* as far as known, it can be used: it answered, or what it needs is set */
    char *problem;  /* a line: what is missing or wrong, and what to do; no key in it; or NULL */
    char *warning; /* a line: its key goes over plain http, as PROVIDER.allow-plain says; or NULL */
    char **models; /* their names, sorted; NULL = not known */
} FairyDiscovery;

/* What there is to `providers` (NULL-terminated names; NULL or empty = all), in the order of their
 * rows. Servers on this machine are asked whether they run, all at once, for FAIRY_LOCAL_MS at
 * most, and are told no key; nothing else is contacted. With `check`, those are left out that
 * aren't set up (unless they are named), and each of the others is asked for its models, with its
 * key, for which PROVIDER.key-command may run. Blocks until all have answered. NULL with
 * FAIRY_ERROR_USAGE for a name that isn't there, FAIRY_ERROR_MODEL when nobody can be asked. An
 * array of FairyDiscovery, the caller's. */
GPtrArray *fairy_discover(const FairySettings *settings, const char *const *providers,
                          gboolean check, GError **error);
