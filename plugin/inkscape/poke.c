/* The menu's side of the worker's desk. Inkscape stands still as long as this takes. */
#include "poke.h"

#include "tell.h"

#include <fairy/escape.h>
#include <fairy/runtime.h>
#include <svg/installed.h>

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SELECTED_BYTES = 100 * 1024, ANSWER_MS = 1500 };

/* --- the request ------------------------------------------------------------------------------ */

static gboolean fail(GError **error, const char *what)
{
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno), "%s: %s", what,
                g_strerror(errno));
    return FALSE;
}

/* A file of ours alone with the ending; the caller's path. NULL with an error. */
static char *put_file(const char *folder, const char *ending, const char *text, gsize len,
                      GError **error)
{
    g_autofree char *name = g_strconcat("menu-XXXXXX", ending, NULL);
    char *path = g_build_filename(folder, name, NULL);
    int fd = g_mkstemp_full(path, O_RDWR | O_CLOEXEC, 0600);
    gboolean good = fd >= 0;
    for (gsize at = 0; good && at < len;) {
        gssize n = write(fd, text + at, len - at);
        good = n >= 0 || errno == EINTR;
        at += n > 0 ? (gsize)n : 0;
    }
    if (!good) {
        fail(error, path);
        g_unlink(path);
        g_clear_pointer(&path, g_free);
    }
    if (fd >= 0) {
        close(fd);
    }
    return path;
}

static char *copy_document(const char *folder, const char *file, GError **error)
{
    g_autofree char *text = NULL;
    gsize len = 0;
    return g_file_get_contents(file, &text, &len, error)
               ? put_file(folder, ".svg", text, len, error)
               : NULL;
}

static void add_variable(cJSON *json, const char *name, const char *variable)
{
    const char *value = g_getenv(variable);
    if (value != NULL && *value != '\0' && g_utf8_validate(value, -1, NULL)) {
        cJSON_AddStringToObject(json, name, value);
    }
}

/* Of very many the first: a request has a longest line. */
static void add_selected(cJSON *json, int argc, char **argv)
{
    cJSON *selected = cJSON_AddArrayToObject(json, "selected");
    gsize bytes = 0;
    for (int i = 1; i < argc - 1; i++) {
        if (g_str_has_prefix(argv[i], "--id=") && g_utf8_validate(argv[i], -1, NULL) &&
            (bytes += strlen(argv[i])) < MAX_SELECTED_BYTES) {
            cJSON_AddItemToArray(selected, cJSON_CreateString(argv[i] + strlen("--id=")));
        }
    }
}

/* The caller's. */
static char *request_line(const char *verb, int argc, char **argv, const char *copy)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "do", "menu");
    cJSON_AddStringToObject(json, "verb", verb);
    cJSON *editor = cJSON_AddObjectToObject(json, "editor");
    cJSON_AddNumberToObject(editor, "pgid", getpgid(0));
    add_variable(editor, "bus", "DBUS_SESSION_BUS_ADDRESS");
    add_variable(editor, "display", "DISPLAY");
    add_variable(json, "path", "DOCUMENT_PATH");
    cJSON_AddStringToObject(json, "file", copy);
    add_selected(json, argc, argv);
    char *line = fairy_json_print(json);
    cJSON_Delete(json);
    return line;
}

/* --- one that isn't --------------------------------------------------------------------------- */

static void leave_session(G_GNUC_UNUSED gpointer data)
{
    setsid();
}

/* Without what Inkscape sets for its extensions. */
static char **worker_environment(void)
{
    static const char *const strange[] = {"DOCUMENT_PATH",           "PYTHONPATH",
                                          "PYTHONIOENCODING",        "INKEX_GETTEXT_DOMAIN",
                                          "INKEX_GETTEXT_DIRECTORY", "SELF_CALL"};
    char **environment = g_get_environ();
    for (gsize i = 0; i < G_N_ELEMENTS(strange); i++) {
        environment = g_environ_unsetenv(environment, strange[i]);
    }
    return environment;
}

static char *find_worker(void)
{
    const char *given = g_getenv("FAIRIES_WORKER");
    return given != NULL ? g_strdup(given) : svg_installed_file("fairies-worker");
}

/* It gets the request in a file, so that nobody waits until it listens. */
static gboolean start_worker(const char *folder, const char *line, GError **error)
{
    g_autofree char *program = find_worker();
    g_auto(GStrv) environment = worker_environment();
    if (program == NULL) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                            "fairies-worker isn't installed; \"Ask a fairy (offline)\" in the same "
                            "menu does without");
        return FALSE;
    }
    g_autofree char *file = put_file(folder, ".json", line, strlen(line), error);
    char *argv[] = {program, (char *)"--menu", file, NULL};
    gboolean started = file != NULL && g_spawn_async("/", argv, environment, G_SPAWN_DEFAULT,
                                                     leave_session, NULL, NULL, error);
    if (!started && file != NULL) {
        g_unlink(file);
    }
    return started;
}

/* --- both ------------------------------------------------------------------------------------- */

/* The descriptor by which the worker was told; -1 where it wasn't, with an error where it couldn't
 * be started either. The worker takes the copy away. */
static int poke(const char *verb, int argc, char **argv, gboolean start, GError **error)
{
    g_autofree char *folder = fairy_runtime_folder(error);
    g_autofree char *copy = folder != NULL ? copy_document(folder, argv[argc - 1], error) : NULL;
    if (copy == NULL) {
        return -1;
    }
    g_autofree char *line = request_line(verb, argc, argv, copy);
    int fd = tell_worker(folder, line);
    if (fd < 0 && !(start && start_worker(folder, line, error))) {
        g_unlink(copy);
    }
    return fd;
}

gboolean poke_worker(const char *verb, int argc, char **argv, GError **error)
{
    g_autoptr(GError) problem = NULL;
    int fd = poke(verb, argc, argv, TRUE, &problem);
    if (fd >= 0) {
        close(fd);
    }
    if (problem != NULL) {
        g_propagate_error(error, g_steal_pointer(&problem));
        return FALSE;
    }
    return TRUE;
}

gboolean poke_and_wait(const char *verb, int argc, char **argv, GError **error)
{
    int fd = poke(verb, argc, argv, FALSE, error);
    g_autofree char *answer = tell_answer(fd, ANSWER_MS);
    return answer != NULL && strstr(answer, "\"ok\"") != NULL;
}
