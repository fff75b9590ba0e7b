/* The sockets by which runs that are at work can be reached, in the runtime folder. Private to
 * core/host.
 *
 * A socket's name is "SOURCE-OUTPUT-REST": digests of the canonical paths of what is read and of
 * what is written, so that a run is found by either, whatever they are called and however long they
 * are. */
#pragma once

#include <fairy/runtime.h>

#define FAIRY_NO_DIGEST "0000000000000000" /* of what is no file */

/* Which drawing a run is about: digests, each 16 letters. */
typedef struct {
    char source[17], output[17];
} FairyRunPlace;

/* Returns the place of a run; `source` and `output` are paths, or NULL for what is no file. */
FairyRunPlace fairy_run_place(const char *source, const char *output);
/* Returns whether there is a file by which the run can be found. */
gboolean fairy_run_place_is_known(const FairyRunPlace *place);

/* As fairy_runtime_listen(), to a socket of this place; `rest` is the name's rest. */
int fairy_run_listen(const FairyRunPlace *place, const char *rest, char **path, GError **error);

typedef struct {
    FairyRunPlace place;
    char *path; /* of the socket */
} FairyRunSocket;

/* Returns the sockets (FairyRunSocket) for which `fits` returns TRUE; none if there is no folder,
 * or if it isn't ours alone. Free with g_ptr_array_unref(). */
GPtrArray *fairy_runtime_sockets(gboolean (*fits)(const FairyRunPlace *place, gconstpointer data),
                                 gconstpointer data);
