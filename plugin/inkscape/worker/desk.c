/* The desk. */
#include "desk.h"

#include <fairy/runtime.h>

#include <string.h>

struct _Desk {
    DeskFuncs funcs;
    gpointer data;
    FairyServer *server;
};

static void attach(Desk *desk, FairySeat *seat, const cJSON *id)
{
    g_autoptr(GError) error = NULL;
    gboolean attached = fairy_seat_watch(seat, &error);
    fairy_seat_answer(seat, id, NULL, error);
    if (attached) {
        desk->funcs.attached(seat, desk->data);
    }
}

static void serve(Desk *desk, FairySeat *seat, const char *what, const cJSON *request)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(request, "id");
    g_autoptr(GError) error = NULL;
    if (strcmp(what, "attach") == 0) {
        attach(desk, seat, id);
    } else {
        desk->funcs.ask(request, desk->data, &error);
        fairy_seat_answer(seat, id, NULL, error);
    }
}

static void ask(FairySeat *seat, const char *line, gpointer data)
{
    cJSON *request = cJSON_ParseWithOpts(line, NULL, TRUE);
    const char *what = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "do"));
    if (what == NULL) {
        fairy_seat_refuse(seat,
                          "a request is a line with one JSON object, such as {\"do\":\"attach\"}");
    } else {
        serve(data, seat, what, request);
    }
    cJSON_Delete(request);
}

Desk *desk_new(const DeskFuncs *funcs, gpointer data, GError **error)
{
    static const FairyServerFuncs served = {
        .name = "the worker", .again = "attach again", .ask = ask};
    char *path = NULL;
    int fd = fairy_runtime_listen(DESK_SOCKET, &path, error);
    if (fd < 0) {
        return NULL;
    }
    Desk *desk = g_new(Desk, 1);
    *desk = (Desk){.funcs = *funcs, .data = data};
    desk->server = fairy_server_new(fd, path, &served, desk);
    return desk;
}

void desk_free(Desk *desk)
{
    if (desk != NULL) {
        fairy_server_free(desk->server);
        g_free(desk);
    }
}

void desk_show(Desk *desk, cJSON *event)
{
    fairy_server_show(desk->server, event);
}

guint desk_n_attached(const Desk *desk)
{
    return fairy_server_n_watchers(desk->server);
}
