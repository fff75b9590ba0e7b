/* The desk. What one does at it keeps nobody else: a seat that floods it or reads too slowly is
 * told so, and left. */
#include "desk.h"

#include <fairy/escape.h>
#include <fairy/limits.h>
#include <fairy/lines.h>
#include <fairy/runtime.h>

#include <glib-unix.h>
#include <glib/gstdio.h>
#include <sys/socket.h>

#include <string.h>
#include <unistd.h>

enum { LAST_MS = 100, PAUSE_MS = 1000, SECOND_US = 1000000 };

struct _Desk {
    DeskFuncs funcs;
    gpointer data;
    int fd;
    char *path;
    guint listens, pause; /* sources; 0 = none */
    GPtrArray *seats;     /* Seat */
};

struct _Seat {
    Desk *desk;
    FairyLines *lines;
    guint idle;   /* source that ends it; 0 = it is attached */
    gint64 since; /* µs, monotonic: begin of the second in which `n` requests came */
    guint n;
    gboolean attached;
    gboolean ending; /* nothing more is read or sent */
};

/* --- a seat ----------------------------------------------------------------------------------- */

static void free_seat(gpointer data)
{
    Seat *seat = data;
    g_clear_handle_id(&seat->idle, g_source_remove);
    fairy_lines_free(seat->lines);
    g_free(seat);
}

static void leave(Seat *seat)
{
    g_ptr_array_remove(seat->desk->seats, seat);
}

static gboolean on_idle(gpointer data)
{
    Seat *seat = data;
    seat->idle = 0;
    leave(seat);
    return G_SOURCE_REMOVE;
}

static void wait_again(Seat *seat)
{
    g_clear_handle_id(&seat->idle, g_source_remove);
    seat->idle = g_timeout_add(FAIRY_CONNECTION_IDLE_MS, on_idle, seat);
}

static void end(Seat *seat)
{
    seat->ending = TRUE;
    seat->attached = FALSE;
    wait_again(seat);
    fairy_lines_end(seat->lines);
}

static void put_line(Seat *seat, const char *line)
{
    if (seat->ending || fairy_lines_put(seat->lines, line)) {
        return;
    }
    fairy_lines_forget(seat->lines);
    fairy_lines_put(seat->lines, "{\"error\":\"you read too slowly; attach again\"}");
    end(seat);
}

void seat_show(Seat *seat, cJSON *event)
{
    g_autofree char *line = fairy_json_print(event);
    cJSON_Delete(event);
    put_line(seat, line);
}

static void answer(Seat *seat, const cJSON *id, const GError *error)
{
    cJSON *json = cJSON_CreateObject();
    if (error != NULL) {
        cJSON_AddStringToObject(json, "error", error->message);
    } else {
        cJSON_AddTrueToObject(json, "ok");
    }
    if (cJSON_IsNumber(id)) {
        cJSON_AddItemToObject(json, "id", cJSON_Duplicate(id, FALSE));
    }
    seat_show(seat, json);
}

static void refuse(Seat *seat, const char *why)
{
    g_autoptr(GError) error = g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_CONTROL, why);
    answer(seat, NULL, error);
    if (!seat->ending) {
        end(seat);
    }
}

/* --- what is asked ---------------------------------------------------------------------------- */

static void attach(Seat *seat, const cJSON *id)
{
    seat->attached = TRUE;
    g_clear_handle_id(&seat->idle, g_source_remove);
    answer(seat, id, NULL);
    seat->desk->funcs.attached(seat, seat->desk->data);
}

static void serve(Seat *seat, const char *what, const cJSON *request)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(request, "id");
    g_autoptr(GError) error = NULL;
    if (!seat->attached) {
        wait_again(seat);
    }
    if (strcmp(what, "attach") == 0) {
        attach(seat, id);
    } else {
        seat->desk->funcs.ask(seat, what, request, seat->desk->data, &error);
        answer(seat, id, error);
    }
}

static gboolean is_too_fast(Seat *seat)
{
    gint64 now = g_get_monotonic_time();
    if (now - seat->since >= SECOND_US) {
        seat->since = now;
        seat->n = 0;
    }
    return ++seat->n > FAIRY_MAX_REQUESTS_S;
}

static gboolean on_line(FairyLines *lines, const char *line, gpointer data)
{
    Seat *seat = data;
    cJSON *request = cJSON_ParseWithOpts(line, NULL, TRUE);
    const char *what = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "do"));
    if (is_too_fast(seat)) {
        refuse(seat, "too many requests in one second");
    } else if (what == NULL) {
        refuse(seat, "a request is a line with one JSON object, such as {\"do\":\"attach\"}");
    } else {
        serve(seat, what, request);
    }
    cJSON_Delete(request);
    (void)lines;
    return !seat->ending;
}

static void on_broken(G_GNUC_UNUSED FairyLines *lines, const char *why, gpointer data)
{
    if (why != NULL) {
        refuse(data, why);
    } else {
        leave(data);
    }
}

static void on_ended(G_GNUC_UNUSED FairyLines *lines, gpointer seat)
{
    leave(seat);
}

/* --- who comes -------------------------------------------------------------------------------- */

static void take_seat(Desk *desk, int fd)
{
    static const FairyLinesFuncs funcs = {FAIRY_MAX_REQUEST_BYTES, on_line, on_broken, on_ended};
    Seat *seat = g_new0(Seat, 1);
    seat->desk = desk;
    seat->lines = fairy_lines_new(fd, &funcs, seat);
    g_ptr_array_add(desk->seats, seat);
    wait_again(seat);
}

static void turn_away(int fd)
{
    static const char line[] = "{\"error\":\"too many are connected to the worker\"}\n";
    G_GNUC_UNUSED gssize n = send(fd, line, sizeof line - 1, MSG_NOSIGNAL);
    close(fd);
}

static void listen_again(Desk *desk);

static gboolean on_pause_over(gpointer data)
{
    Desk *desk = data;
    desk->pause = 0;
    listen_again(desk);
    return G_SOURCE_REMOVE;
}

/* No descriptor is left, perhaps: others wait where the system has them wait. */
static gboolean take_pause(Desk *desk)
{
    desk->listens = 0;
    desk->pause = g_timeout_add(PAUSE_MS, on_pause_over, desk);
    return G_SOURCE_REMOVE;
}

static gboolean on_connection(gint listening, G_GNUC_UNUSED GIOCondition condition, gpointer data)
{
    Desk *desk = data;
    int fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) {
        return take_pause(desk);
    }
    if (!fairy_runtime_check_peer(fd)) {
        close(fd);
    } else if (desk->seats->len >= FAIRY_MAX_CONNECTIONS) {
        turn_away(fd);
    } else {
        take_seat(desk, fd);
    }
    return G_SOURCE_CONTINUE;
}

static void listen_again(Desk *desk)
{
    desk->listens = g_unix_fd_add(desk->fd, G_IO_IN, on_connection, desk);
}

Desk *desk_new(const DeskFuncs *funcs, gpointer data, GError **error)
{
    char *path = NULL;
    int fd = fairy_runtime_listen(DESK_SOCKET, &path, error);
    if (fd < 0) {
        return NULL;
    }
    Desk *desk = g_new0(Desk, 1);
    *desk = (Desk){.funcs = *funcs,
                   .data = data,
                   .fd = fd,
                   .path = path,
                   .seats = g_ptr_array_new_with_free_func(free_seat)};
    listen_again(desk);
    return desk;
}

/* The socket is taken away while it still listens: afterwards the name may be another worker's. */
void desk_free(Desk *desk)
{
    if (desk == NULL) {
        return;
    }
    g_unlink(desk->path);
    g_clear_handle_id(&desk->listens, g_source_remove);
    g_clear_handle_id(&desk->pause, g_source_remove);
    for (guint i = 0; i < desk->seats->len; i++) {
        fairy_lines_flush(((const Seat *)desk->seats->pdata[i])->lines, i == 0 ? LAST_MS : 0);
    }
    g_ptr_array_unref(desk->seats);
    close(desk->fd);
    g_free(desk->path);
    g_free(desk);
}

/* --- what is shown ---------------------------------------------------------------------------- */

void desk_show(Desk *desk, cJSON *event)
{
    g_autofree char *line = fairy_json_print(event);
    cJSON_Delete(event);
    for (guint i = 0; i < desk->seats->len; i++) {
        Seat *seat = desk->seats->pdata[i];
        if (seat->attached) {
            put_line(seat, line);
        }
    }
}

guint desk_n_attached(const Desk *desk)
{
    guint n = 0;
    for (guint i = 0; i < desk->seats->len; i++) {
        n += ((const Seat *)desk->seats->pdata[i])->attached;
    }
    return n;
}
