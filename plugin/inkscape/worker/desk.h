/* The desk: the socket "worker.sock" in the runtime folder, at which Inkscape's menu and windows
 * come to the worker. Lines of JSON go both ways (plugin/inkscape/README.md). */
#pragma once

#include <fairy/server.h>

#define DESK_SOCKET "worker.sock"

typedef struct _Desk Desk;

/* In the main context; `data` is that of desk_new(). */
typedef struct {
    /* {"do":…} came. Returns FALSE with an error if it isn't done; the message is the answer. */
    gboolean (*ask)(const cJSON *request, gpointer data, GError **error);
    /* A seat is attached: it is to be shown how things are. */
    void (*attached)(FairySeat *seat, gpointer data);
} DeskFuncs;

/* Listens, in the thread-default main context. Free with desk_free(). NULL with FAIRY_ERROR_BUSY if
 * another worker does, or with another error. */
Desk *desk_new(const DeskFuncs *funcs, gpointer data, GError **error);
/* Leaves all, for at most 100 ms of what waits to be sent. Takes NULL. */
void desk_free(Desk *desk);
/* Shows an event, which it takes, to all that are attached. */
void desk_show(Desk *desk, cJSON *event);
/* How many are attached: windows. */
guint desk_n_attached(const Desk *desk);
