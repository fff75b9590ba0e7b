/* Never closed, as what OpenSSL keeps can't be given back. */
#include "net/curl.h"

#include <fairy/error.h>

#include <dlfcn.h>

static FairyCurl curl;

static gboolean find_functions(void *library)
{
    static const struct {
        const char *name;
        gsize offset;
    } functions[] = {
#define F(name) {#name, offsetof(FairyCurl, name)},
        FAIRY_CURL_FUNCTIONS(F)
#undef F
    };
    for (gsize i = 0; i < G_N_ELEMENTS(functions); i++) {
        void *function = dlsym(library, functions[i].name);
        if (!function) {
            return FALSE;
        }
        G_STRUCT_MEMBER(void *, &curl, functions[i].offset) = function;
    }
    return TRUE;
}

/* Whether it is there; once. */
static gboolean load(void)
{
    static gsize state;
    enum { LOADED = 1, MISSING };
    if (g_once_init_enter(&state)) {
        void *library = dlopen(FAIRIES_LIBCURL, RTLD_LAZY | RTLD_LOCAL);
        gboolean good = library && find_functions(library) &&
                        curl.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
        g_once_init_leave(&state, good ? LOADED : MISSING);
    }
    return state == LOADED;
}

const FairyCurl *fairy_curl_load(GError **error)
{
    if (load()) {
        return &curl;
    }
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_MODEL,
                        FAIRIES_LIBCURL " can't be loaded: install libcurl");
    return NULL;
}
