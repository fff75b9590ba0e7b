/* fairies-worker: does the fairies' work beside Inkscape. One for each person's session; Inkscape's
 * menu starts it, and it ends by itself when nobody has needed it for some minutes. */
#include "../streams.h"
#include "office.h"

#include <fairy/limits.h>
#include <fairy/lines.h>
#include <fairy/runtime.h>
#include <svg/document.h>

#include <glib-unix.h>
#include <glib/gstdio.h>

#include <stdio.h>
#include <string.h>

enum { IDLE_S = 300, FLUSH_MS = 2000 };

static int idle_s = IDLE_S;
static char *menu;
static gboolean version;

static const GOptionEntry entries[] = {
    {"idle", 0, 0, G_OPTION_ARG_INT, &idle_s, "End after so many seconds in which nobody came",
     "SECONDS"},
    {"menu", 0, 0, G_OPTION_ARG_FILENAME, &menu, "Do the request in this file, and delete it",
     "FILE"},
    {"version", 0, 0, G_OPTION_ARG_NONE, &version, "Tell the version", NULL},
    G_OPTION_ENTRY_NULL,
};

static void on_gone(gpointer loop)
{
    g_main_loop_quit(loop);
}

static gboolean on_signal(gpointer office)
{
    office_close(office);
    return G_SOURCE_CONTINUE;
}

/* The caller's; NULL if there is none. */
static char *take_request(void)
{
    char *line = NULL;
    if (menu == NULL || !g_file_get_contents(menu, &line, NULL, NULL)) {
        return NULL;
    }
    g_unlink(menu);
    return g_strdelimit(g_strchomp(line), "\n", ' ');
}

static gboolean on_line(G_GNUC_UNUSED FairyLines *lines, G_GNUC_UNUSED const char *line,
                        G_GNUC_UNUSED gpointer data)
{
    return TRUE;
}

static void on_broken(G_GNUC_UNUSED FairyLines *lines, G_GNUC_UNUSED const char *why,
                      G_GNUC_UNUSED gpointer data)
{
}

static void on_ended(G_GNUC_UNUSED FairyLines *lines, G_GNUC_UNUSED gpointer data)
{
}

/* Another worker is there, which may have come in the same moment. */
static void hand_over(const char *request)
{
    static const FairyLinesFuncs funcs = {FAIRY_MAX_REQUEST_BYTES, on_line, on_broken, on_ended};
    g_autofree char *folder = fairy_runtime_folder(NULL);
    g_autofree char *path = folder != NULL ? g_build_filename(folder, "worker.sock", NULL) : NULL;
    int fd = path != NULL ? fairy_runtime_connect(path) : -1;
    if (fd >= 0) {
        g_autoptr(FairyLines) lines = fairy_lines_new(fd, &funcs, NULL);
        fairy_lines_put(lines, request);
        fairy_lines_flush(lines, FLUSH_MS);
    }
}

static void do_request(Office *office, const char *request)
{
    g_autoptr(GError) error = NULL;
    cJSON *json = cJSON_Parse(request);
    if (!office_do(office, json, &error)) {
        streams_log("worker: %s", error->message);
    }
    cJSON_Delete(json);
}

static int work(void)
{
    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
    g_autoptr(GError) error = NULL;
    g_autofree char *request = take_request();
    g_autoptr(Office) office = office_new((guint)MAX(idle_s, 1), on_gone, loop, &error);
    if (office == NULL && g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_BUSY)) {
        if (request != NULL) {
            hand_over(request);
        }
        return 0;
    }
    if (office == NULL) {
        streams_log("worker: %s", error->message);
        return 1;
    }
    g_unix_signal_add(SIGTERM, on_signal, office);
    g_unix_signal_add(SIGINT, on_signal, office);
    if (request != NULL) {
        do_request(office, request);
    }
    g_main_loop_run(loop);
    return 0;
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GOptionContext) options =
        g_option_context_new("- does the fairies' work beside Inkscape");
    g_option_context_add_main_entries(options, entries, NULL);
    if (!g_option_context_parse(options, &argc, &argv, &error)) {
        fprintf(stderr, "fairies-worker: %s\n", error->message);
        return 2;
    }
    if (version) {
        puts("fairies-worker " FAIRIES_VERSION);
        return 0;
    }
    streams_capture();
    int code = work();
    g_free(menu);
    svg_cleanup();
    return code;
}
