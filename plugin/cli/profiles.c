/* Finds Inkscapes by where they keep things; none is started but the one in PATH. */
#include "profiles.h"

#include <fairy/provider.h>

#include <string.h>
#include <unistd.h>

#define SECONDS 10

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

char *cli_ask_program(const char *program, const char *option)
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

/* --- the folders ------------------------------------------------------------------------------ */

/* Of those that are installed for sandboxes, which have a folder in the person's own. */
static const struct {
    const char *of, *sign, *profile; /* under the home folder */
} sandboxes[] = {
    {"flatpak", ".var/app/org.inkscape.Inkscape", ".var/app/org.inkscape.Inkscape/config/inkscape"},
    {"snap", "snap/inkscape", "snap/inkscape/current/.config/inkscape"},
};

static void free_profile(gpointer data)
{
    CliProfile *profile = data;
    g_free(profile->folder);
    g_free(profile);
}

/* Takes `folder`. */
static void add(GPtrArray *profiles, const char *of, char *folder)
{
    for (guint i = 0; i < profiles->len; i++) {
        if (g_str_equal(((const CliProfile *)profiles->pdata[i])->folder, folder)) {
            g_free(folder);
            return;
        }
    }
    CliProfile *profile = g_new0(CliProfile, 1);
    profile->of = of;
    profile->folder = folder;
    g_ptr_array_add(profiles, profile);
}

GPtrArray *cli_profiles(void)
{
    GPtrArray *profiles = g_ptr_array_new_with_free_func(free_profile);
    const char *moved = g_getenv("INKSCAPE_PROFILE_DIR");
    g_autofree char *inkscape = g_find_program_in_path("inkscape");
    g_autofree char *own =
        inkscape != NULL ? cli_ask_program(inkscape, "--user-data-directory") : NULL;
    if (moved != NULL && *moved != '\0') {
        add(profiles, "INKSCAPE_PROFILE_DIR", g_canonicalize_filename(moved, NULL));
    }
    if (own != NULL && g_path_is_absolute(own)) {
        add(profiles, "package", g_canonicalize_filename(own, NULL));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(sandboxes); i++) {
        g_autofree char *sign = g_build_filename(g_get_home_dir(), sandboxes[i].sign, NULL);
        if (g_file_test(sign, G_FILE_TEST_IS_DIR)) {
            add(profiles, sandboxes[i].of,
                g_build_filename(g_get_home_dir(), sandboxes[i].profile, NULL));
        }
    }
    return profiles;
}
