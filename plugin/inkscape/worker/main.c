/* fairies-worker: does the fairies' work beside Inkscape. One for each person's session; Inkscape's
 * menu starts it, and it ends by itself when nobody has needed it for some minutes. */
#include "../streams.h"
#include "../tell.h"
#include "office.h"

#include <fairy/runtime.h>
#include <svg/document.h>

#include <glib-unix.h>
#include <glib/gstdio.h>

#include <stdio.h>

#define NOTHING "{}" /* refused, which tells that somebody is there */

enum { IDLE_S = 300, ANSWER_MS = 2000, MAX_TRIES = 40, RETRY_US = 50 * 1000 };

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

/* Another worker is there, which may have come in the same moment. FALSE if it leaves before it
 * answers: one that was killed while it started a program seems to listen until that program runs.
 */
static gboolean hand_over(const char *request)
{
    g_autofree char *folder = fairy_runtime_folder(NULL);
    g_autofree char *answer =
        folder != NULL ? tell_answer(tell_worker(folder, request), ANSWER_MS) : NULL;
    return answer != NULL;
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

/* The caller's. NULL without an error where another worker is there, and has what this one was
 * started for. */
static Office *open_office(GMainLoop *loop, const char *request, GError **error)
{
    for (int i = 0;; i++) {
        g_autoptr(GError) problem = NULL;
        Office *office = office_new((guint)MAX(idle_s, 1), on_gone, loop, &problem);
        if (office != NULL) {
            return office;
        }
        if (!g_error_matches(problem, FAIRY_ERROR, FAIRY_ERROR_BUSY) || i == MAX_TRIES) {
            g_propagate_error(error, g_steal_pointer(&problem));
            return NULL;
        }
        if (hand_over(request != NULL ? request : NOTHING)) {
            return NULL;
        }
        g_usleep(RETRY_US);
    }
}

static int work(void)
{
    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
    g_autoptr(GError) error = NULL;
    g_autofree char *request = take_request();
    g_autoptr(Office) office = open_office(loop, request, &error);
    if (error != NULL) {
        streams_log("worker: %s", error->message);
        return 1;
    }
    if (office == NULL) {
        return 0;
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
