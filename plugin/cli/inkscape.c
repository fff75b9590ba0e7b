/* Asks Inkscape and the extension who they are. */
#include "inkscape.h"

#include <fairy/provider.h>

#include <string.h>
#include <unistd.h>

#define PROGRAM   "fairies-inkscape"
#define MENU      "Extensions > Fairies"
#define SECONDS   10
#define REINSTALL "run install.sh of fairies " FAIRIES_VERSION " again"

static void say(SvgHealthFunc func, gpointer data, SvgHealth health, char *found, const char *fix)
{
    SvgHealthItem item = {health, "Inkscape", found, fix};
    func(&item, data);
    g_free(found);
}

/* --- asking programs -------------------------------------------------------------------------- */

/* In the child, before it becomes the program. */
static void limit_time(G_GNUC_UNUSED gpointer data)
{
    alarm(SECONDS);
}

static char **environment_without_keys(void)
{
    const FairyProvider *provider;
    char **environment = g_get_environ();
    for (guint i = 0; (provider = fairy_provider_info(i)) != NULL; i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(provider->key_envs) && provider->key_envs[k]; k++) {
            environment = g_environ_unsetenv(environment, provider->key_envs[k]);
        }
    }
    return environment;
}

/* The last line that PROGRAM OPTION prints; NULL when it fails. */
static char *ask(const char *program, const char *option)
{
    char *argv[] = {(char *)program, (char *)option, NULL};
    g_auto(GStrv) environment = environment_without_keys();
    g_autofree char *out = NULL;
    int status = 0;
    if (!g_spawn_sync(NULL, argv, environment, G_SPAWN_STDERR_TO_DEV_NULL, limit_time, NULL, &out,
                      NULL, &status, NULL) ||
        !g_spawn_check_wait_status(status, NULL)) {
        return NULL;
    }
    const char *line = strrchr(g_strchomp(out), '\n');
    return *out != '\0' ? g_strdup(line != NULL ? line + 1 : out) : NULL;
}

/* --- the extension ---------------------------------------------------------------------------- */

/* FALSE when it isn't in that folder of Inkscape's. */
static gboolean check_folder(const char *folder, SvgHealthFunc func, gpointer data)
{
    g_autofree char *path = g_build_filename(folder, "extensions", "fairies", PROGRAM, NULL);
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        return FALSE;
    }
    g_autofree char *version = ask(path, "--version");
    gboolean same = g_strcmp0(version, PROGRAM " " FAIRIES_VERSION) == 0;
    say(func, data, same ? SVG_HEALTH_GOOD : SVG_HEALTH_WARNING,
        same ? g_strdup_printf("the extension is %s", path)
             : g_strdup_printf("the extension %s is of another version, or can't be run", path),
        same ? NULL : REINSTALL);
    return TRUE;
}

static void check_extension(const char *inkscape, SvgHealthFunc func, gpointer data)
{
    static const char *const options[] = {"--user-data-directory", "--system-data-directory"};
    gboolean found = FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(options); i++) {
        g_autofree char *folder = ask(inkscape, options[i]);
        found |= folder != NULL && check_folder(folder, func, data);
    }
    if (!found) {
        say(func, data, SVG_HEALTH_WARNING,
            g_strdup("the extension isn't installed, so there is no " MENU), REINSTALL);
    }
}

void cli_inkscape_health(SvgHealthFunc func, gpointer data)
{
    g_autofree char *inkscape = g_find_program_in_path("inkscape");
    g_autofree char *version = inkscape != NULL ? ask(inkscape, "--version") : NULL;
    if (version == NULL) {
        say(func, data, SVG_HEALTH_WARNING,
            g_strdup(inkscape != NULL ? "it doesn't say which version it is"
                                      : "isn't installed; only " MENU " needs it"),
            "install Inkscape (Debian: inkscape), if you want fairies in its menus");
        return;
    }
    say(func, data, SVG_HEALTH_GOOD, g_strdup(version), NULL);
    check_extension(inkscape, func, data);
}
