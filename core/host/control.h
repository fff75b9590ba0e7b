/* The control socket of a run: other processes tell its fairies something, change who they are,
 * stop it and watch it. core/host/README.md has the protocol. Private to core/host.
 *
 * It is a server of lines (<fairy/server.h>), by which nobody who floods it keeps the run. */
#pragma once

#include "host/request.h"
#include "host/runtime.h"

#include <cjson/cJSON.h>

typedef struct _FairyControl FairyControl;

typedef struct {
    /* Returns the line with which a connection is greeted. The caller frees it. */
    cJSON *(*greeting)(gpointer data);
    /* Puts the words into the mailbox of that fairy (NULL = whoever is there). What is to be said
     * beside {"ok":true} it adds to `answer`. Returns FALSE with an error if they won't be read. */
    gboolean (*tell)(const char *fairy, const char *words, cJSON *answer, gpointer data,
                     GError **error);
    /* Has a fairy join (ADD), leave (REMOVE) or lead. Likewise. */
    gboolean (*change)(FairyAsked what, const char *fairy, cJSON *answer, gpointer data,
                       GError **error);
    /* Stops that fairy, or the run. Returns FALSE with an error if that can't be. */
    gboolean (*stop)(const char *fairy, gpointer data, GError **error);
    /* Returns the lines (a JSON list) that say how things are, for who begins to watch. The caller
     * frees it. */
    cJSON *(*state)(gpointer data);
} FairyControlFuncs;

/* Listens, in the thread-default main context, to a socket of this place (fairy_runtime_listen()).
 * `funcs` and `data` are borrowed. Free with fairy_control_free(). Returns NULL with an error. */
FairyControl *fairy_control_new(const FairyRunPlace *place, const char *rest,
                                const FairyControlFuncs *funcs, gpointer data, GError **error);
/* Returns whether anybody watches. */
gboolean fairy_control_is_watched(const FairyControl *control);
/* Sends a line to all who watch. Takes `json`. */
void fairy_control_show(FairyControl *control, cJSON *json);
/* Takes the socket away, so that nobody finds it any more; who is connected stays. */
void fairy_control_hide(FairyControl *control);
/* Sends what waits, where that takes no time, and ends all connections. Accepts NULL. */
void fairy_control_free(FairyControl *control);
