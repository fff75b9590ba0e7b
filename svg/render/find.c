/* Where the helper is, and what it is told of the environment. */
#include "render/client.h"

#include <svg/error.h>
#include <svg/installed.h>
#include <svg/render.h>

#include <string.h>

#define HELPER          "fairy-render"
#define HELPER_VARIABLE "FAIRIES_RENDER"

static GMutex helper_mutex;
static char *helper_given;

void svg_render_set_helper(const char *path)
{
    g_mutex_lock(&helper_mutex);
    g_free(helper_given);
    helper_given = g_strdup(path);
    g_mutex_unlock(&helper_mutex);
}

/* The path someone asked for, which is then the only one. */
static char *named_helper(void)
{
    g_mutex_lock(&helper_mutex);
    char *path = g_strdup(helper_given);
    g_mutex_unlock(&helper_mutex);
    const char *variable = g_getenv(HELPER_VARIABLE);
    return path || !variable || !*variable ? path : g_strdup(variable);
}

static void set_not_found(const char *looked_in, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                "the picture helper " HELPER
                " wasn't found (looked in %s): reinstall, or set " HELPER_VARIABLE " to its path",
                looked_in);
}

static gboolean is_program(const char *path)
{
    return g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
           g_file_test(path, G_FILE_TEST_IS_EXECUTABLE);
}

char *svg_render_find_helper(GError **error)
{
    g_autofree char *named = named_helper();
    if (named && is_program(named)) {
        return g_steal_pointer(&named);
    }
    if (named) {
        set_not_found(named, error);
        return NULL;
    }
    g_autofree char *path = svg_installed_file(HELPER);
    if (path && is_program(path)) {
        return g_steal_pointer(&path);
    }
    g_autoptr(GPtrArray) folders = svg_installed_folders();
    g_ptr_array_add(folders, NULL);
    g_autofree char *looked_in = g_strjoinv(", ", (char **)folders->pdata);
    set_not_found(looked_in, error);
    return NULL;
}

gboolean svg_render_is_able(GError **error)
{
    g_autofree char *path = svg_render_find_helper(error);
    return path != NULL;
}

/* --- its environment -------------------------------------------------------------------------- */

/* What librsvg, fontconfig and the loader may want to know. Nothing else is handed on: a program
 * that reads other people's drawings has no business with our keys. */
char **svg_render_environment(void)
{
    static const char *const wanted[] = {
        "HOME",   "PATH",         "TMPDIR", "LANG",       "LANGUAGE", "LC_*",
        "XDG_*",  "FONTCONFIG_*", "FC_*",   "FREETYPE_*", "GDK_*",    "LD_*",
        "ASAN_*", "UBSAN_*",      "LSAN_*", "MALLOC_*",   "GCOV_*",
    };
    g_auto(GStrv) all = g_get_environ();
    g_autoptr(GStrvBuilder) kept = g_strv_builder_new();
    for (char **entry = all; *entry; entry++) {
        g_autofree char *name = g_strndup(*entry, strcspn(*entry, "="));
        for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++) {
            if (g_pattern_match_simple(wanted[i], name)) {
                g_strv_builder_add(kept, *entry);
                break;
            }
        }
    }
    return g_strv_builder_end(kept);
}
