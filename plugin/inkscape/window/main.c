/* fairies-window [SOCKET]: the window beside Inkscape. The worker starts it, and says by its socket
 * what there is to show; SOCKET is "worker.sock" in the runtime folder. A second one for the same
 * socket ends at once, with 0: the first finds the worker by itself. */
#include "theme.h"
#include "window.h"

#include <fairy/runtime.h>

#include <glib/gstdio.h>
#include <sys/file.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

enum { TRIES = 20, TRY_US = 50000 }; /* the first may be about to end */

typedef struct {
    char *socket;
    WinWindow *window;
} Program;

static void on_activate(GtkApplication *app, gpointer data)
{
    Program *program = data;
    win_theme_install();
    program->window = win_window_new(app, program->socket);
}

static char *find_socket(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = fairy_runtime_folder(&error);
    if (!folder) {
        fprintf(stderr, "fairies-window: %s\n", error->message);
        return NULL;
    }
    return g_build_filename(folder, "worker.sock", NULL);
}

/* By a lock that goes with the process. Where nothing can be locked, it counts as the first. */
static gboolean is_first(const char *socket)
{
    g_autofree char *path = g_strconcat(socket, ".window", NULL);
    int fd = g_open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    for (guint i = 0; fd >= 0 && i < TRIES; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
            return TRUE;
        }
        g_usleep(TRY_US);
    }
    return fd < 0;
}

int main(int argc, char **argv)
{
    if (argc > 2) {
        fprintf(stderr, "usage: fairies-window [SOCKET]\n");
        return 2;
    }
    Program program = {.socket = argc == 2 ? g_strdup(argv[1]) : find_socket()};
    if (!program.socket) {
        return 1;
    }
    if (!is_first(program.socket)) {
        g_free(program.socket);
        return 0;
    }
    g_set_prgname("fairies-window");
    g_set_application_name("Fairies");
    g_autoptr(GtkApplication) app =
        gtk_application_new("org.fairies.window", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(app, "activate", G_CALLBACK(on_activate), &program);
    int status = g_application_run(G_APPLICATION(app), 0, NULL);
    win_window_free(program.window);
    g_free(program.socket);
    return status;
}
