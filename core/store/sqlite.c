/* Finds SQLite's functions. The library is never closed. */
#include "store/sqlite.h"

#include <dlfcn.h>
#include <stddef.h>

static FairySqlite sqlite;

static gboolean find_functions(void *library)
{
    static const struct {
        const char *name;
        gsize offset;
    } functions[] = {
#define F(name) {#name, offsetof(FairySqlite, name)},
        FAIRY_SQLITE_FUNCTIONS(F)
#undef F
    };
    for (gsize i = 0; i < G_N_ELEMENTS(functions); i++) {
        void *function = dlsym(library, functions[i].name);
        if (!function) {
            return FALSE;
        }
        G_STRUCT_MEMBER(void *, &sqlite, functions[i].offset) = function;
    }
    return TRUE;
}

const FairySqlite *fairy_sqlite_load(GError **error)
{
    static gsize state;
    enum { LOADED = 1, MISSING };
    if (g_once_init_enter(&state)) {
        void *library = dlopen(FAIRIES_SQLITE, FAIRIES_LOAD);
        g_once_init_leave(&state, library && find_functions(library) ? LOADED : MISSING);
    }
    if (state == LOADED) {
        return &sqlite;
    }
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                        FAIRIES_SQLITE " can't be loaded: install SQLite");
    return NULL;
}
