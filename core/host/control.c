/* The control socket, as its protocol and its limits have it. */
#include "host/control.h"

#include "host/request.h"

#include <fairy/escape.h>
#include <fairy/limits.h>
#include <fairy/lines.h>

#include <glib-unix.h>
#include <glib/gstdio.h>
#include <sys/socket.h>

#include <string.h>
#include <unistd.h>

enum { LAST_MS = 100, PAUSE_MS = 1000, SECOND_US = 1000000 };

/* How many in this second. */
typedef struct {
    gint64 since;
    guint n;
} Rate;

struct _FairyControl {
    FairyControlFuncs funcs;
    gpointer data;
    int fd;
    char *path;           /* NULL = the socket isn't there any more */
    GSource *listens;     /* NULL = too many came in this second */
    GSource *pause;       /* until that is over; NULL = it needn't */
    Rate rate;            /* of connections */
    GPtrArray *connected; /* Connection */
};

typedef struct {
    FairyControl *control;
    FairyLines *lines;
    GSource *idle; /* ends it; NULL = it watches */
    Rate rate;     /* of requests */
    gboolean watches;
    gboolean ending; /* nothing more is read or sent */
} Connection;

static gboolean is_too_fast(Rate *rate, guint most)
{
    gint64 now = g_get_monotonic_time();
    if (now - rate->since >= SECOND_US) {
        *rate = (Rate){.since = now};
    }
    return ++rate->n > most;
}

static void drop(GSource **source)
{
    if (*source) {
        g_source_destroy(*source);
        g_clear_pointer(source, g_source_unref);
    }
}

static GSource *attach(GSource *source, GSourceFunc func, gpointer data)
{
    g_source_set_callback(source, func, data, NULL);
    g_source_attach(source, g_main_context_get_thread_default());
    return source;
}

/* --- a connection ----------------------------------------------------------------------------- */

static void free_connection(gpointer data)
{
    Connection *connection = data;
    drop(&connection->idle);
    fairy_lines_free(connection->lines);
    g_free(connection);
}

static void leave(Connection *connection)
{
    g_ptr_array_remove(connection->control->connected, connection);
}

static gboolean on_idle(gpointer connection)
{
    leave(connection);
    return G_SOURCE_REMOVE;
}

/* Who has time to send or to read has it from now on. */
static void wait_again(Connection *connection)
{
    drop(&connection->idle);
    connection->idle = attach(g_timeout_source_new(FAIRY_CONNECTION_IDLE_MS), on_idle, connection);
}

static void end(Connection *connection)
{
    connection->ending = TRUE;
    connection->watches = FALSE;
    wait_again(connection);
    fairy_lines_end(connection->lines);
}

static void put_line(Connection *connection, const char *line)
{
    if (connection->ending || fairy_lines_put(connection->lines, line)) {
        return;
    }
    fairy_lines_forget(connection->lines);
    fairy_lines_put(connection->lines,
                    "{\"error\":\"you read too slowly; what happened since isn't "
                    "told, watch again\"}");
    end(connection);
}

/* Takes `json`. */
static void put(Connection *connection, cJSON *json)
{
    g_autofree char *line = fairy_json_print(json);
    cJSON_Delete(json);
    put_line(connection, line);
}

static cJSON *error_json(const char *why)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "error", why);
    return json;
}

static void refuse(Connection *connection, const char *why)
{
    put(connection, error_json(why));
    if (!connection->ending) {
        end(connection);
    }
}

/* --- what is asked ---------------------------------------------------------------------------- */

static gboolean fail(GError **error, const char *why)
{
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL, why);
    return FALSE;
}

static gboolean tell(Connection *connection, const FairyRequestLine *request, cJSON *answer,
                     GError **error)
{
    const FairyControl *control = connection->control;
    g_autofree char *words = g_strstrip(g_strdup(request->words));
    if (!*words) {
        return fail(error, "the words are empty; say what should change");
    }
    if (strlen(words) > FAIRY_MAX_TOLD_BYTES) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                    "the words have %zu bytes; a fairy is told %u at a time", strlen(words),
                    FAIRY_MAX_TOLD_BYTES);
        return FALSE;
    }
    return control->funcs.tell(request->fairy, words, answer, control->data, error);
}

static gboolean stop(Connection *connection, const FairyRequestLine *request, cJSON *answer,
                     GError **error)
{
    (void)answer;
    return connection->control->funcs.stop(request->fairy, connection->control->data, error);
}

static gboolean change(Connection *connection, const FairyRequestLine *request, cJSON *answer,
                       GError **error)
{
    const FairyControl *control = connection->control;
    return control->funcs.change(request->what, request->fairy, answer, control->data, error);
}

static guint n_watchers(const FairyControl *control)
{
    guint n = 0;
    for (guint i = 0; i < control->connected->len; i++) {
        n += ((const Connection *)control->connected->pdata[i])->watches;
    }
    return n;
}

static gboolean watch(Connection *connection, G_GNUC_UNUSED const FairyRequestLine *request,
                      G_GNUC_UNUSED cJSON *answer, GError **error)
{
    if (!connection->watches && n_watchers(connection->control) >= FAIRY_MAX_WATCHERS) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                    "%u watch this run already, which is as many as can", FAIRY_MAX_WATCHERS);
        return FALSE;
    }
    connection->watches = TRUE;
    drop(&connection->idle);
    return TRUE;
}

static gboolean (*const deeds[FAIRY_ASKED_COUNT])(Connection *, const FairyRequestLine *, cJSON *,
                                                  GError **) = {
    [FAIRY_ASKED_TELL] = tell,  [FAIRY_ASKED_STOP] = stop,     [FAIRY_ASKED_WATCH] = watch,
    [FAIRY_ASKED_ADD] = change, [FAIRY_ASKED_REMOVE] = change, [FAIRY_ASKED_LEAD] = change,
};

/* How things are, behind the answer. */
static void show_state(Connection *connection)
{
    cJSON *list = connection->control->funcs.state(connection->control->data);
    while (list->child && !connection->ending) {
        put(connection, cJSON_DetachItemViaPointer(list, list->child));
    }
    cJSON_Delete(list);
}

static void serve(Connection *connection, const FairyRequestLine *request)
{
    g_autoptr(GError) error = NULL;
    cJSON *answer = cJSON_CreateObject();
    cJSON_AddTrueToObject(answer, "ok");
    gboolean done = deeds[request->what](connection, request, answer, &error);
    if (!done) {
        cJSON_Delete(answer);
        answer = error_json(error->message);
    }
    if (request->id) {
        cJSON_AddItemToObject(answer, "id", cJSON_Duplicate(request->id, FALSE));
    }
    put(connection, answer);
    if (done && request->what == FAIRY_ASKED_WATCH) {
        show_state(connection);
    }
}

static gboolean on_line(FairyLines *lines, const char *line, gpointer data)
{
    Connection *connection = data;
    g_auto(FairyRequestLine) request = {0};
    g_autoptr(GError) error = NULL;
    if (fairy_lines_is_left(lines)) {
        leave(connection); /* nobody would hear that it was done */
        return FALSE;
    }
    if (is_too_fast(&connection->rate, FAIRY_MAX_REQUESTS_S)) {
        refuse(connection, "too many requests in one second");
    } else if (!fairy_request_line_read(line, &request, &error)) {
        refuse(connection, error->message);
    } else {
        if (!connection->watches) {
            wait_again(connection);
        }
        serve(connection, &request);
    }
    return !connection->ending;
}

static void on_broken(G_GNUC_UNUSED FairyLines *lines, const char *why, gpointer data)
{
    if (why) {
        refuse(data, why);
    } else {
        leave(data);
    }
}

static void on_ended(G_GNUC_UNUSED FairyLines *lines, gpointer connection)
{
    leave(connection);
}

/* --- who comes -------------------------------------------------------------------------------- */

static void greet(FairyControl *control, int fd)
{
    static const FairyLinesFuncs funcs = {FAIRY_MAX_REQUEST_BYTES, on_line, on_broken, on_ended};
    Connection *connection = g_new0(Connection, 1);
    connection->control = control;
    connection->lines = fairy_lines_new(fd, &funcs, connection);
    g_ptr_array_add(control->connected, connection);
    wait_again(connection);
    put(connection, control->funcs.greeting(control->data));
}

static void turn_away(int fd)
{
    static const char line[] = "{\"error\":\"too many are connected to this run\"}\n";
    G_GNUC_UNUSED gssize n = send(fd, line, sizeof line - 1, MSG_NOSIGNAL);
    close(fd);
}

static void listen_again(FairyControl *control);

static gboolean on_pause_over(gpointer data)
{
    FairyControl *control = data;
    g_clear_pointer(&control->pause, g_source_unref);
    listen_again(control);
    return G_SOURCE_REMOVE;
}

/* Others wait where the system has them wait. */
static void take_pause(FairyControl *control)
{
    drop(&control->listens);
    control->pause = attach(g_timeout_source_new(PAUSE_MS), on_pause_over, control);
}

static gboolean on_connection(gint listening, G_GNUC_UNUSED GIOCondition condition, gpointer data)
{
    FairyControl *control = data;
    int fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    gboolean pause = is_too_fast(&control->rate, FAIRY_MAX_CONNECTIONS_S);
    if (fd >= 0 && !fairy_runtime_check_peer(fd)) {
        close(fd);
    } else if (fd >= 0 && control->connected->len >= FAIRY_MAX_CONNECTIONS) {
        turn_away(fd);
    } else if (fd >= 0) {
        greet(control, fd);
    }
    if (pause || fd < 0) {
        take_pause(control);
    }
    return G_SOURCE_CONTINUE;
}

static void listen_again(FairyControl *control)
{
    control->listens = g_unix_fd_source_new(control->fd, G_IO_IN);
    attach(control->listens, G_SOURCE_FUNC(on_connection), control);
}

FairyControl *fairy_control_new(const FairyRunPlace *place, const char *rest,
                                const FairyControlFuncs *funcs, gpointer data, GError **error)
{
    char *path = NULL;
    int fd = fairy_run_listen(place, rest, &path, error);
    if (fd < 0) {
        return NULL;
    }
    FairyControl *control = g_new0(FairyControl, 1);
    *control = (FairyControl){.funcs = *funcs,
                              .data = data,
                              .fd = fd,
                              .path = path,
                              .connected = g_ptr_array_new_with_free_func(free_connection)};
    listen_again(control);
    return control;
}

gboolean fairy_control_is_watched(const FairyControl *control)
{
    return n_watchers(control) > 0;
}

void fairy_control_show(FairyControl *control, cJSON *json)
{
    g_autofree char *line = fairy_json_print(json);
    cJSON_Delete(json);
    for (guint i = 0; i < control->connected->len; i++) {
        Connection *connection = control->connected->pdata[i];
        if (connection->watches) {
            put_line(connection, line);
        }
    }
}

/* --- its end ---------------------------------------------------------------------------------- */

/* While it still listens: afterwards the name may be another run's. */
void fairy_control_hide(FairyControl *control)
{
    if (control->path) {
        g_unlink(control->path);
        g_clear_pointer(&control->path, g_free);
    }
}

static void flush(const FairyControl *control)
{
    gint64 last = g_get_monotonic_time() / 1000 + LAST_MS;
    for (guint i = 0; i < control->connected->len; i++) {
        gint64 left = last - g_get_monotonic_time() / 1000;
        fairy_lines_flush(((const Connection *)control->connected->pdata[i])->lines,
                          (guint)MAX(left, 0));
    }
}

void fairy_control_free(FairyControl *control)
{
    if (!control) {
        return;
    }
    fairy_control_hide(control);
    drop(&control->listens);
    drop(&control->pause);
    flush(control);
    g_ptr_array_unref(control->connected);
    close(control->fd);
    g_free(control);
}
