/* fairies-window SOCKET: the window beside Inkscape. The worker starts it, once, and says by its
 * socket what there is to show. */
#include "theme.h"
#include "window.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const char *socket;
    WinWindow *window;
} Program;

static void on_activate(GtkApplication *app, gpointer data)
{
    Program *program = data;
    win_theme_install();
    program->window = win_window_new(app, program->socket);
}

int main(int argc, char **argv)
{
    Program program = {.socket = argc > 1 ? argv[1] : NULL};
    if (argc != 2) {
        fprintf(stderr, "usage: fairies-window SOCKET\n");
        return 2;
    }
    g_set_prgname("fairies-window");
    g_set_application_name("Fairies");
    g_autoptr(GtkApplication) app =
        gtk_application_new("org.fairies.window", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(app, "activate", G_CALLBACK(on_activate), &program);
    int status = g_application_run(G_APPLICATION(app), 0, NULL);
    win_window_free(program.window);
    return status;
}
