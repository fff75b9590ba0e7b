/* Seats, and who is let in. */
#include <fairy/escape.h>
#include <fairy/limits.h>
#include <fairy/lines.h>
#include <fairy/runtime.h>
#include <fairy/server.h>

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

struct _FairyServer {
    const FairyServerFuncs *funcs;
    gpointer data;
    int fd;
    char *path;       /* NULL = the socket isn't there any more */
    GSource *listens; /* NULL = too many came in this second */
    GSource *pause;   /* until that is over; NULL = it needn't */
    Rate rate;        /* of connections */
    GPtrArray *seats; /* FairySeat */
};

struct _FairySeat {
    FairyServer *server;
    FairyLines *lines;
    GSource *idle; /* ends it; NULL = it watches */
    Rate rate;     /* of requests */
    gboolean watches;
    gboolean ending; /* nothing more is read or sent */
};

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

/* --- a seat ----------------------------------------------------------------------------------- */

static void free_seat(gpointer data)
{
    FairySeat *seat = data;
    drop(&seat->idle);
    fairy_lines_free(seat->lines);
    g_free(seat);
}

static void leave(FairySeat *seat)
{
    g_ptr_array_remove(seat->server->seats, seat);
}

static gboolean on_idle(gpointer seat)
{
    leave(seat);
    return G_SOURCE_REMOVE;
}

/* Who has time to send or to read has it from now on. */
static void wait_again(FairySeat *seat)
{
    drop(&seat->idle);
    seat->idle = attach(g_timeout_source_new(FAIRY_CONNECTION_IDLE_MS), on_idle, seat);
}

static void end(FairySeat *seat)
{
    seat->ending = TRUE;
    seat->watches = FALSE;
    wait_again(seat);
    fairy_lines_end(seat->lines);
}

static cJSON *error_json(const char *why)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "error", why);
    return json;
}

/* Instead of what waits: why it isn't told. */
static void end_slow(FairySeat *seat)
{
    g_autofree char *why = g_strdup_printf(
        "you read too slowly; what happened since isn't told, %s", seat->server->funcs->again);
    cJSON *json = error_json(why);
    g_autofree char *line = fairy_json_print(json);
    cJSON_Delete(json);
    fairy_lines_forget(seat->lines);
    fairy_lines_put(seat->lines, line);
    end(seat);
}

static void put_line(FairySeat *seat, const char *line)
{
    if (!seat->ending && !fairy_lines_put(seat->lines, line)) {
        end_slow(seat);
    }
}

void fairy_seat_put(FairySeat *seat, cJSON *json)
{
    g_autofree char *line = fairy_json_print(json);
    cJSON_Delete(json);
    put_line(seat, line);
}

void fairy_seat_answer(FairySeat *seat, const cJSON *id, cJSON *more, const GError *error)
{
    cJSON *json = error ? error_json(error->message) : cJSON_CreateObject();
    if (!error) {
        cJSON_AddTrueToObject(json, "ok");
    }
    while (!error && more && more->child) {
        cJSON *item = cJSON_DetachItemViaPointer(more, more->child);
        cJSON_AddItemToObject(json, item->string, item);
    }
    cJSON_Delete(more);
    if (cJSON_IsNumber(id)) {
        cJSON_AddItemToObject(json, "id", cJSON_Duplicate(id, FALSE));
    }
    fairy_seat_put(seat, json);
}

void fairy_seat_refuse(FairySeat *seat, const char *why)
{
    fairy_seat_put(seat, error_json(why));
    if (!seat->ending) {
        end(seat);
    }
}

guint fairy_server_n_watchers(const FairyServer *server)
{
    guint n = 0;
    for (guint i = 0; i < server->seats->len; i++) {
        n += ((const FairySeat *)server->seats->pdata[i])->watches;
    }
    return n;
}

gboolean fairy_seat_watch(FairySeat *seat, GError **error)
{
    if (!seat->watches && fairy_server_n_watchers(seat->server) >= FAIRY_MAX_WATCHERS) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                    "%u watch %s already, which is as many as can", FAIRY_MAX_WATCHERS,
                    seat->server->funcs->name);
        return FALSE;
    }
    seat->watches = TRUE;
    drop(&seat->idle);
    return TRUE;
}

/* --- what is asked ---------------------------------------------------------------------------- */

static gboolean on_line(FairyLines *lines, const char *line, gpointer data)
{
    FairySeat *seat = data;
    const FairyServer *server = seat->server;
    if (server->funcs->heard && fairy_lines_is_left(lines)) {
        leave(seat);
        return FALSE;
    }
    if (is_too_fast(&seat->rate, FAIRY_MAX_REQUESTS_S)) {
        fairy_seat_refuse(seat, "too many requests in one second");
        return FALSE;
    }
    if (!seat->watches) {
        wait_again(seat);
    }
    server->funcs->ask(seat, line, server->data);
    return !seat->ending;
}

static void on_broken(G_GNUC_UNUSED FairyLines *lines, const char *why, gpointer seat)
{
    if (why) {
        fairy_seat_refuse(seat, why);
    } else {
        leave(seat);
    }
}

static void on_ended(G_GNUC_UNUSED FairyLines *lines, gpointer seat)
{
    leave(seat);
}

/* --- who comes -------------------------------------------------------------------------------- */

static void greet(FairyServer *server, int fd)
{
    static const FairyLinesFuncs funcs = {FAIRY_MAX_REQUEST_BYTES, on_line, on_broken, on_ended};
    FairySeat *seat = g_new0(FairySeat, 1);
    seat->server = server;
    seat->lines = fairy_lines_new(fd, &funcs, seat);
    g_ptr_array_add(server->seats, seat);
    wait_again(seat);
    if (server->funcs->greeting) {
        fairy_seat_put(seat, server->funcs->greeting(server->data));
    }
}

static void turn_away(const FairyServer *server, int fd)
{
    g_autofree char *line =
        g_strdup_printf("{\"error\":\"too many are connected to %s\"}\n", server->funcs->name);
    G_GNUC_UNUSED gssize n = send(fd, line, strlen(line), MSG_NOSIGNAL);
    close(fd);
}

static void listen_again(FairyServer *server);

static gboolean on_pause_over(gpointer data)
{
    FairyServer *server = data;
    g_clear_pointer(&server->pause, g_source_unref);
    listen_again(server);
    return G_SOURCE_REMOVE;
}

/* Others wait where the system has them wait. */
static void take_pause(FairyServer *server)
{
    drop(&server->listens);
    server->pause = attach(g_timeout_source_new(PAUSE_MS), on_pause_over, server);
}

static gboolean on_connection(gint listening, G_GNUC_UNUSED GIOCondition condition, gpointer data)
{
    FairyServer *server = data;
    int fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    gboolean pause = is_too_fast(&server->rate, FAIRY_MAX_CONNECTIONS_S);
    if (fd >= 0 && !fairy_runtime_check_peer(fd)) {
        close(fd);
    } else if (fd >= 0 && server->seats->len >= FAIRY_MAX_CONNECTIONS) {
        turn_away(server, fd);
    } else if (fd >= 0) {
        greet(server, fd);
    }
    if (pause || fd < 0) {
        take_pause(server);
    }
    return G_SOURCE_CONTINUE;
}

static void listen_again(FairyServer *server)
{
    server->listens = g_unix_fd_source_new(server->fd, G_IO_IN);
    attach(server->listens, G_SOURCE_FUNC(on_connection), server);
}

FairyServer *fairy_server_new(int fd, char *path, const FairyServerFuncs *funcs, gpointer data)
{
    FairyServer *server = g_new0(FairyServer, 1);
    *server = (FairyServer){.funcs = funcs,
                            .data = data,
                            .fd = fd,
                            .path = path,
                            .seats = g_ptr_array_new_with_free_func(free_seat)};
    listen_again(server);
    return server;
}

void fairy_server_show(FairyServer *server, cJSON *json)
{
    g_autofree char *line = fairy_json_print(json);
    cJSON_Delete(json);
    for (guint i = 0; i < server->seats->len; i++) {
        FairySeat *seat = server->seats->pdata[i];
        if (seat->watches) {
            put_line(seat, line);
        }
    }
}

/* --- its end ---------------------------------------------------------------------------------- */

/* While it still listens: afterwards the name may be another's. */
void fairy_server_hide(FairyServer *server)
{
    if (server->path) {
        g_unlink(server->path);
        g_clear_pointer(&server->path, g_free);
    }
}

static void flush(const FairyServer *server)
{
    gint64 last = g_get_monotonic_time() / 1000 + LAST_MS;
    for (guint i = 0; i < server->seats->len; i++) {
        gint64 left = last - g_get_monotonic_time() / 1000;
        fairy_lines_flush(((const FairySeat *)server->seats->pdata[i])->lines, (guint)MAX(left, 0));
    }
}

void fairy_server_free(FairyServer *server)
{
    if (!server) {
        return;
    }
    fairy_server_hide(server);
    drop(&server->listens);
    drop(&server->pause);
    flush(server);
    g_ptr_array_unref(server->seats);
    close(server->fd);
    g_free(server);
}
