/* The key of a provider: finding it, and deciding whether it may be sent to a URL. Private to
 * core/. */
#pragma once

#include "wire/profile.h"

/* How a key would be sent to a URL. */
typedef enum {
    FAIRY_WAY_SAFE,    /* https */
    FAIRY_WAY_HERE,    /* plain http to this machine */
    FAIRY_WAY_PLAIN,   /* plain http to another machine, which PROVIDER.allow-plain permits */
    FAIRY_WAY_REFUSED, /* the same without that permission: it isn't sent */
} FairyKeyWay;

/* Returns how a key would be sent to `address`, which fairy_base_url() returned. `settings` may
 * be NULL. */
FairyKeyWay fairy_key_way(const FairyProvider *provider, const FairySettings *settings,
                          const char *address);
/* Returns what the person should know about it, one line, or NULL for nothing. Free with g_free().
 */
char *fairy_key_way_told(const FairyProvider *provider, FairyKeyWay way, const char *address);

typedef struct {
    char *text;         /* NULL = the provider wants none */
    char *header;       /* the header that carries it */
    gboolean only_here; /* plain http: it may be sent to this machine only */
    char *warning;      /* one line for the person, each time the key is used; or NULL */
} FairyKey;

/* Finds the key for requests to the profile's URL, and adds it to profile->secrets, so that it is
 * covered in responses. May run PROVIDER.key-command, until *interrupted (may be NULL) becomes
 * non-zero. `settings` may be NULL. Clear with fairy_key_clear(). Returns FALSE with
 * FAIRY_ERROR_MODEL if there is none and the provider wants one, if the command fails, or if the
 * key mustn't be sent there; or with FAIRY_ERROR_CANCELLED. */
gboolean fairy_key_find(FairyKey *key, FairyProfile *profile, const FairySettings *settings,
                        volatile const int *interrupted, GError **error);
/* Wipes and frees what `key` owns. */
void fairy_key_clear(FairyKey *key);
