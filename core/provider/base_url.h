/* Base URLs of providers' APIs. Private to core/. */
#pragma once

#include <fairy/provider.h>

/* Returns the base URL of the provider: `set` (from fairy_settings_get()), or with NULL that of its
 * row. A URL without a path gets the usual one; it has no slash at its end. Free with g_free().
 * Returns NULL with FAIRY_ERROR_USAGE if there is none, if it isn't a URL, or if it has a password
 * in it. */
char *fairy_base_url(const FairyProvider *provider, const char *set, GError **error);
/* Returns whether the URL's host is a loopback address of this machine. */
gboolean fairy_url_is_loopback(const char *address);
/* Returns the URL with `path` appended before its query; a version that both have ("/v1") stands
 * once. Free with g_free(). */
char *fairy_base_url_join(const char *address, const char *path);
