/* Starting the window: in a session of its own, without what Inkscape sets for its own children. */
#include "panel.h"

#include <svg/installed.h>

#include <fcntl.h>
#include <unistd.h>

struct _Panel {
    GPid pid;         /* 0 = it doesn't run */
    gboolean awaited; /* it hasn't come to the desk yet */
    guint watch;
};

Panel *panel_new(void)
{
    return g_new0(Panel, 1);
}

void panel_free(Panel *panel)
{
    if (panel != NULL) {
        g_clear_handle_id(&panel->watch, g_source_remove);
        g_free(panel);
    }
}

/* One that ends well without having come leaves it to a window that was there before this worker,
 * and is about to find it. */
static void on_ended(GPid pid, int status, gpointer data)
{
    Panel *panel = data;
    g_spawn_close_pid(pid);
    panel->pid = 0;
    panel->watch = 0;
    panel->awaited = panel->awaited && g_spawn_check_wait_status(status, NULL);
}

/* In the child. */
static void leave_session(G_GNUC_UNUSED gpointer data)
{
    setsid();
}

static char *find_program(void)
{
    const char *given = g_getenv("FAIRIES_WINDOW");
    return given != NULL ? g_strdup(given) : svg_installed_file("fairies-window");
}

static gboolean start(Panel *panel, const char *program, const char *display, GError **error)
{
    char *argv[] = {(char *)program, NULL};
    g_auto(GStrv) environment = g_get_environ();
    if (display != NULL) {
        environment = g_environ_setenv(environment, "DISPLAY", display, TRUE);
    }
    if (!g_spawn_async(NULL, argv, environment,
                       G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, leave_session, NULL,
                       &panel->pid, error)) {
        return FALSE;
    }
    panel->watch = g_child_watch_add(panel->pid, on_ended, panel);
    panel->awaited = TRUE;
    return TRUE;
}

gboolean panel_open(Panel *panel, const char *display, GError **error)
{
    if (panel->pid != 0) {
        return TRUE;
    }
    g_autofree char *program = find_program();
    if (program == NULL) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                            "the window's program, fairies-window, isn't installed; \"Ask a fairy "
                            "(offline)\" in the same menu needs none");
        return FALSE;
    }
    if (display == NULL && g_getenv("DISPLAY") == NULL && g_getenv("WAYLAND_DISPLAY") == NULL) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                            "no window can open, as there is no display; \"Ask a fairy (offline)\" "
                            "in the same menu needs none");
        return FALSE;
    }
    return start(panel, program, display, error);
}

gboolean panel_attached(Panel *panel)
{
    gboolean awaited = panel->awaited;
    panel->awaited = FALSE;
    return awaited;
}
