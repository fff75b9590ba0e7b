/* The worker's other end: its events as they come, and what is asked of it, by a Unix socket with
 * a JSON object a line. In the default main context; no toolkit. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

#define WIN_MAX_LINE_BYTES (4u << 20) /* bytes of a line; a worker that sends more is left */

typedef struct _WinClient WinClient;

typedef struct {
    /* It is connected, and was asked for all events. */
    void (*connected)(gpointer data);
    /* An event, borrowed for the call. */
    void (*event)(const cJSON *event, gpointer data);
    /* What was asked as `tag` was refused; `why` is a sentence. */
    void (*refused)(guint tag, const char *why, gpointer data);
    /* The connection is lost, and is tried again until win_client_free(). `attempts` is how often
     * that has failed since it was there last; 0 = for the first time. */
    void (*lost)(guint attempts, gpointer data);
} WinClientFuncs;

/* Connects to the socket, now and again whenever the connection is lost. Free with
 * win_client_free(). */
WinClient *win_client_new(const char *path, const WinClientFuncs *funcs, gpointer data);
/* Ends the connection; no callback is called any more. Accepts NULL. */
void win_client_free(WinClient *client);
/* Sends a request, which it takes: {"do":…}. `tag` comes back with `refused`. Without a connection
 * it is refused at once. */
void win_client_ask(WinClient *client, cJSON *request, guint tag);
/* Waits until all that was asked is written, at most half a second. */
void win_client_flush(WinClient *client);
