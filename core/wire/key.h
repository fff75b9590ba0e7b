/* The key to a provider: found, and how it goes there. Private to core/. */
#pragma once

#include "wire/profile.h"

/* How a key gets to an address. */
typedef enum {
    FAIRY_WAY_SAFE,    /* https */
    FAIRY_WAY_HERE,    /* plain http, to this machine */
    FAIRY_WAY_PLAIN,   /* plain http to another machine, as PROVIDER.allow-plain says */
    FAIRY_WAY_REFUSED, /* the same, and nobody said so: it isn't sent */
} FairyKeyWay;

/* To `address`, which fairy_address_of() gave. `settings` may be NULL. */
FairyKeyWay fairy_key_way(const FairyProvider *provider, const FairySettings *settings,
                          const char *address);
/* What the user is to know of it, in a line; NULL = nothing. The caller's. */
char *fairy_key_way_told(const FairyProvider *provider, FairyKeyWay way, const char *address);

typedef struct {
    char *text;         /* NULL = none is wanted */
    char *header;       /* that carries it */
    gboolean only_here; /* over plain http, it goes to this machine alone */
    char *warning;      /* a line for the user, each time it is used; or NULL */
} FairyKey;

/* For requests to the profile's address, from whose answers it is kept out then: profile->secrets.
 * May run PROVIDER.key-command, until *interrupted (may be NULL). FALSE with FAIRY_ERROR_MODEL
 * when there is none and the provider wants one, the command fails, or it mustn't go there;
 * FAIRY_ERROR_CANCELLED. `settings` may be NULL. */
gboolean fairy_key_find(FairyKey *key, FairyProfile *profile, const FairySettings *settings,
                        volatile const int *interrupted, GError **error);
/* Wipes it. */
void fairy_key_clear(FairyKey *key);
