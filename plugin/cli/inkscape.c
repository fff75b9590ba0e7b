/* Asks Inkscape and the extension who they are. */
#include "inkscape.h"

#include "profiles.h"

#include <svg/installed.h>

#define PROGRAM   "fairies-inkscape"
#define MENU      "Extensions > Fairies"
#define REINSTALL "run \"fairy install-inkscape\""

static void say(SvgHealthFunc func, gpointer data, SvgHealth health, char *found, const char *fix)
{
    SvgHealthItem item = {health, "Inkscape", found, fix};
    func(&item, data);
    g_free(found);
}

/* --- the extension ---------------------------------------------------------------------------- */

/* FALSE when it isn't in that folder of Inkscape's. */
static gboolean check_folder(const char *folder, SvgHealthFunc func, gpointer data)
{
    g_autofree char *path = g_build_filename(folder, "extensions", "fairies", PROGRAM, NULL);
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        return FALSE;
    }
    g_autofree char *version = cli_ask_program(path, "--version");
    gboolean same = g_strcmp0(version, PROGRAM " " FAIRIES_VERSION) == 0;
    say(func, data, same ? SVG_HEALTH_GOOD : SVG_HEALTH_WARNING,
        same ? g_strdup_printf("the extension is %s", path)
             : g_strdup_printf("the extension %s is of another version, or can't be run", path),
        same ? NULL : REINSTALL);
    return TRUE;
}

/* `inkscape`: the one in PATH, or NULL. */
static void check_extension(const char *inkscape, const GPtrArray *profiles, SvgHealthFunc func,
                            gpointer data)
{
    g_autofree char *system =
        inkscape != NULL ? cli_ask_program(inkscape, "--system-data-directory") : NULL;
    gboolean everywhere = system != NULL && check_folder(system, func, data);
    for (guint i = 0; i < profiles->len; i++) {
        const CliProfile *profile = profiles->pdata[i];
        if (!check_folder(profile->folder, func, data) && !everywhere) {
            say(func, data, SVG_HEALTH_WARNING,
                g_strdup_printf("the extension isn't in %s (%s), so there is no " MENU,
                                profile->folder, profile->of),
                REINSTALL);
        }
    }
}

/* What the extension's entries need. */
static void check_beside(SvgHealthFunc func, gpointer data)
{
    static const char *const programs[] = {"fairies-worker", "fairies-window"};
    for (gsize i = 0; i < G_N_ELEMENTS(programs); i++) {
        g_autofree char *path = svg_installed_file(programs[i]);
        if (path == NULL) {
            say(func, data, SVG_HEALTH_WARNING,
                g_strdup_printf("%s isn't installed; of " MENU
                                " only \"Ask a fairy (offline)\" works without",
                                programs[i]),
                "run install.sh again");
        }
    }
}

void cli_inkscape_health(SvgHealthFunc func, gpointer data)
{
    g_autoptr(GPtrArray) profiles = cli_profiles();
    g_autofree char *inkscape = g_find_program_in_path("inkscape");
    g_autofree char *version = inkscape != NULL ? cli_ask_program(inkscape, "--version") : NULL;
    if (version != NULL) {
        say(func, data, SVG_HEALTH_GOOD, g_strdup(version), NULL);
    } else if (inkscape != NULL || profiles->len == 0) {
        say(func, data, SVG_HEALTH_WARNING,
            g_strdup(inkscape != NULL ? "it doesn't say which version it is"
                                      : "isn't installed; only " MENU " needs it"),
            "install Inkscape (Debian: inkscape), if you want fairies in its menus");
    }
    check_extension(inkscape, profiles, func, data);
    if (profiles->len > 0) {
        check_beside(func, data);
    }
}
