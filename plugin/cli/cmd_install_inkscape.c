/* fairy install-inkscape: puts the extension where Inkscape looks for it, and takes it away. */
#include "commands.h"
#include "print.h"
#include "profiles.h"
#include "shortcut.h"

#include <svg/installed.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include <errno.h>

static const struct {
    const char *name;
    int mode;
} files[] = {
    {"fairies-inkscape", 0755},      {"fairies-ask.inx", 0644},
    {"fairies-courier.inx", 0644},   {"fairies-menu-apply.inx", 0644},
    {"fairies-menu-ask.inx", 0644},  {"fairies-menu-continue.inx", 0644},
    {"fairies-menu-lint.inx", 0644}, {"fairies-menu-stop.inx", 0644},
    {"fairies-menu-tidy.inx", 0644}, {"fairies-menu-undo.inx", 0644},
};

static char *folder_in(const char *profile)
{
    return g_build_filename(profile, "extensions", "fairies", NULL);
}

/* --- putting it there ------------------------------------------------------------------------- */

/* By another name first: an Inkscape that is at work may be running what is there. */
static gboolean copy(const char *name, int mode, const char *folder, GError **error)
{
    g_autofree char *from = svg_installed_file(name);
    g_autofree char *to = g_build_filename(folder, name, NULL), *text = NULL;
    gsize len = 0;
    if (from == NULL) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                    "%s isn't installed with this fairy; run install.sh again", name);
        return FALSE;
    }
    return g_file_get_contents(from, &text, &len, error) &&
           g_file_set_contents_full(to, text, (gssize)len, G_FILE_SET_CONTENTS_CONSISTENT, mode,
                                    error) &&
           (g_chmod(to, (mode_t)mode) == 0 ||
            (g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(errno),
                         "%s can't be made a program", to),
             FALSE));
}

static gboolean put_files(const char *profile, GError **error)
{
    g_autofree char *folder = folder_in(profile);
    gboolean done = g_mkdir_with_parents(folder, 0755) == 0;
    if (!done) {
        int why = errno;
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why), "%s can't be made: %s",
                    folder, g_strerror(why));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(files) && done; i++) {
        done = copy(files[i].name, files[i].mode, folder, error);
    }
    return done;
}

static const char *const shortcut_words[] = {
    [CLI_SHORTCUT_SET] = "; " CLI_SHORTCUT " asks a fairy",
    [CLI_SHORTCUT_OWN] = "; the key for it stays the one that you chose",
    [CLI_SHORTCUT_TAKEN] = "; " CLI_SHORTCUT " is for something else, and stays so",
};

static gboolean put(const char *of, const char *profile, GError **error)
{
    CliShortcut shortcut = CLI_SHORTCUT_SET;
    g_autofree char *folder = folder_in(profile);
    if (!put_files(profile, error) || !cli_shortcut_set(profile, &shortcut, error)) {
        return FALSE;
    }
    cli_print_line(stdout, "%s (%s)%s", folder, of, shortcut_words[shortcut]);
    return TRUE;
}

/* --- taking it away --------------------------------------------------------------------------- */

/* The program alone, as Inkscape makes no file in there; what others put there stays. */
static gboolean take(const char *of, const char *profile, GError **error)
{
    g_autofree char *folder = folder_in(profile);
    guint n = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, files[i].name, NULL);
        if (g_unlink(path) == 0) {
            n++;
        } else if (errno != ENOENT && errno != ENOTDIR) {
            int why = errno;
            g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why),
                        "%s can't be removed: %s", path, g_strerror(why));
            return FALSE;
        }
    }
    g_rmdir(folder);
    if (!cli_shortcut_unset(profile, error)) {
        return FALSE;
    }
    cli_print_line(stdout, "%s (%s)%s", folder, of, n > 0 ? " removed" : " wasn't there");
    return TRUE;
}

/* --- the command ------------------------------------------------------------------------------ */

int cli_install_inkscape(const CliOptions *options)
{
    gboolean (*func)(const char *, const char *, GError **) = options->uninstall ? take : put;
    g_autoptr(GPtrArray) profiles = options->profile == NULL ? cli_profiles() : NULL;
    int code = CLI_EXIT_DONE;
    if (options->profile != NULL) {
        g_autoptr(GError) error = NULL;
        g_autofree char *folder = g_canonicalize_filename(options->profile, NULL);
        return func("--profile", folder, &error) ? code : cli_print_error(error);
    }
    for (guint i = 0; i < profiles->len; i++) {
        const CliProfile *profile = profiles->pdata[i];
        g_autoptr(GError) error = NULL;
        if (!func(profile->of, profile->folder, &error)) {
            code = cli_print_error(error);
        }
    }
    if (profiles->len == 0) {
        return cli_print_failure(
            CLI_EXIT_INPUT, "there is no Inkscape in PATH, nor one of Flatpak's or Snap's; "
                            "--profile names the folder that \"inkscape --user-data-directory\" "
                            "prints");
    }
    return code;
}
