/* Addresses of providers' servers. Private to core/. */
#pragma once

#include <fairy/provider.h>

/* Of the provider's API: `set`, as fairy_settings_get() gives it, or NULL for its row's. What has
 * no path gets the usual one; no stroke is at its end. NULL with FAIRY_ERROR_USAGE for none, for
 * what is no address, or has a password in it. The caller's. */
char *fairy_address_of(const FairyProvider *provider, const char *set, GError **error);
/* Whether it is a loopback address of this machine. */
gboolean fairy_address_is_here(const char *address);
/* `path` behind it, before its query; a version that both have ("/v1") stands once. The caller's.
 */
char *fairy_address_join(const char *address, const char *path);
