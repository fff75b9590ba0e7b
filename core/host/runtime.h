/* The runtime folder: where the sockets are by which runs that are at work can be reached. Private
 * to core/host.
 *
 * A socket's name is "SOURCE-OUTPUT-REST": digests of the canonical paths of what is read and of
 * what is written, so that a run is found by either, whatever they are called and however long they
 * are. Whoever binds a socket or takes one away holds a lock on the folder, so that a socket that
 * nobody listens to is one whose process was killed. */
#pragma once

#include <fairy/error.h>

#define FAIRY_NO_DIGEST "0000000000000000" /* of what is no file */

/* Which drawing a run is about: digests, each 16 letters. */
typedef struct {
    char source[17], output[17];
} FairyRunPlace;

/* Returns the place of a run; `source` and `output` are paths, or NULL for what is no file. */
FairyRunPlace fairy_run_place(const char *source, const char *output);
/* Returns whether there is a file by which the run can be found. */
gboolean fairy_run_place_is_known(const FairyRunPlace *place);

/* Returns the folder, which exists afterwards: "fairies" in $XDG_RUNTIME_DIR or, where there is
 * none of ours, "fairies-UID" in the folder for temporary files. Free with g_free(). Returns NULL
 * with an error if it isn't ours alone. */
char *fairy_runtime_folder(GError **error);

/* Listens to a socket of this place, and stores its path, which is the caller's to unlink while it
 * still listens, and to free with g_free(). `rest` is the name's rest. Returns the descriptor,
 * which doesn't block; or -1 with FAIRY_ERROR_BUSY if a run that is at work has this name, or with
 * another error. */
int fairy_runtime_listen(const FairyRunPlace *place, const char *rest, char **path, GError **error);

typedef struct {
    FairyRunPlace place;
    char *path; /* of the socket */
} FairyRunSocket;

/* Returns the sockets (FairyRunSocket) for which `fits` returns TRUE; none if there is no folder,
 * or if it isn't ours alone. Free with g_ptr_array_unref(). */
GPtrArray *fairy_runtime_sockets(gboolean (*fits)(const FairyRunPlace *place, gconstpointer data),
                                 gconstpointer data);
/* Connects to a socket, and checks who listens. Returns the descriptor, which doesn't block; -1 if
 * nobody does any more, and then a socket that a killed process left is taken away. */
int fairy_runtime_connect(const char *path);
/* Returns whether the process at the other end belongs to the same user. */
gboolean fairy_runtime_check_peer(int fd);
