/* Runs an editor on a copy that nobody else can read. */
#include "editor.h"

#include "interrupt.h"

#include <fairy/error.h>

#include <glib/gstdio.h>

#include <errno.h>

static const char *chosen_editor(void)
{
    static const char *const variables[] = {"VISUAL", "EDITOR"};
    for (gsize i = 0; i < G_N_ELEMENTS(variables); i++) {
        const char *editor = g_getenv(variables[i]);
        if (editor && *editor) {
            return editor;
        }
    }
    return "vi";
}

/* The variable's value is a command of the shell: it may have options. */
static gboolean run_editor(const char *path, GError **error)
{
    const char *editor = chosen_editor();
    g_autofree char *command = g_strconcat(editor, " \"$@\"", NULL);
    char *argv[] = {(char *)"/bin/sh", (char *)"-c", command, (char *)editor, (char *)path, NULL};
    g_autoptr(GError) local = NULL;
    int status = 0;
    cli_interrupt_watch(); /* Ctrl-C is the editor's */
    if (g_spawn_sync(NULL, argv, NULL, G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, NULL, NULL,
                     &status, &local) &&
        g_spawn_check_wait_status(status, &local)) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "the editor \"%s\" failed (%s), so nothing was changed; set VISUAL or EDITOR to "
                "another one",
                editor, local->message);
    return FALSE;
}

/* The editor may have left copies of its own. */
static void remove_folder(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_clear_pointer(&dir, g_dir_close);
    g_rmdir(folder);
}

char *cli_editor_run(const char *text, const char *folder, const char *name, GError **error)
{
    g_autofree char *own = g_build_filename(folder, "edit-XXXXXX", NULL);
    if (!g_mkdtemp_full(own, 0700)) {
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(errno),
                    "%s can't be made: %s", own, g_strerror(errno));
        return NULL;
    }
    g_autofree char *path = g_build_filename(own, name, NULL);
    char *edited = NULL;
    gboolean good =
        g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, error) &&
        run_editor(path, error) && g_file_get_contents(path, &edited, NULL, error);
    remove_folder(own);
    return good ? edited : NULL;
}
