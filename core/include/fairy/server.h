/* A server of lines: a socket in the runtime folder at which others of the same user come and ask.
 * What comes is read a chunk at a time, and every thing that can grow has a limit
 * (<fairy/limits.h>): who sends garbage or floods, or watches and doesn't read, is answered with
 * one line and left, and nobody else is kept by it. */
#pragma once

#include <fairy/error.h>

#include <cjson/cJSON.h>

typedef struct _FairyServer FairyServer;
typedef struct _FairySeat FairySeat; /* one who is connected */

typedef struct {
    const char *name;  /* "this run", for sentences */
    const char *again; /* what who read too slowly is to do: "watch again" */
    gboolean heard;    /* what somebody asks and leaves isn't done: nobody would hear of it */
    /* Returns the line with which a seat is greeted; the server's. NULL = none is. */
    cJSON *(*greeting)(gpointer data);
    /* A line came, which is UTF-8. It is answered, or refused. */
    void (*ask)(FairySeat *seat, const char *line, gpointer data);
} FairyServerFuncs;

/* Serves, in the thread-default main context, who comes to `fd`, which listens (as
 * fairy_runtime_listen() has it), and becomes the server's, as `path` does. `funcs` and `data` are
 * borrowed. Free with fairy_server_free(). */
FairyServer *fairy_server_new(int fd, char *path, const FairyServerFuncs *funcs, gpointer data);
/* Takes the socket away, so that nobody finds it any more; who is connected stays. */
void fairy_server_hide(FairyServer *server);
/* Sends what waits, for at most 100 ms, and leaves all. Takes NULL. */
void fairy_server_free(FairyServer *server);
/* Sends a line to all who watch. Takes `json`. */
void fairy_server_show(FairyServer *server, cJSON *json);
guint fairy_server_n_watchers(const FairyServer *server);

/* From now on it is shown all, and stays without asking anything. FALSE with an error if as many
 * watch as can. */
gboolean fairy_seat_watch(FairySeat *seat, GError **error);
/* Sends a line. Takes `json`. Nothing happens where the seat was told that it is left. */
void fairy_seat_put(FairySeat *seat, cJSON *json);
/* Sends what came of a request: {"ok":true} and what is in `more`, or, with `error`, that. It
 * repeats `id`, if that is a number. Takes `more`; both may be NULL. */
void fairy_seat_answer(FairySeat *seat, const cJSON *id, cJSON *more, const GError *error);
/* Says why, and leaves it. */
void fairy_seat_refuse(FairySeat *seat, const char *why);
