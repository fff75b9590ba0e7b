/* libcurl, loaded when something is first looked up: with it come TLS and much else that `fairy
 * --version` has no use for. Private to core/net. */
#pragma once

#define CURL_DISABLE_TYPECHECK /* its macros hide the functions */
#include <curl/curl.h>

#include <glib.h>

/* The functions of it that we call. */
#define FAIRY_CURL_FUNCTIONS(F) \
    F(curl_easy_cleanup)        \
    F(curl_easy_getinfo)        \
    F(curl_easy_init)           \
    F(curl_easy_setopt)         \
    F(curl_easy_strerror)       \
    F(curl_global_init)         \
    F(curl_multi_add_handle)    \
    F(curl_multi_assign)        \
    F(curl_multi_cleanup)       \
    F(curl_multi_info_read)     \
    F(curl_multi_init)          \
    F(curl_multi_remove_handle) \
    F(curl_multi_setopt)        \
    F(curl_multi_socket_action) \
    F(curl_slist_append)        \
    F(curl_slist_free_all)      \
    F(curl_version_info)

typedef struct {
#define F(name) __typeof__(name) *(name);
    FAIRY_CURL_FUNCTIONS(F)
#undef F
} FairyCurl;

/* Static. NULL with FAIRY_ERROR_MODEL when it can't be loaded. */
const FairyCurl *fairy_curl_load(GError **error);
