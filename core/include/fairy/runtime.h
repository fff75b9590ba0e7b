/* The runtime folder: where processes of the person's that are at work find each other, by sockets
 * in a folder that is theirs alone. Whoever binds a socket there or takes one away holds a lock on
 * the folder, so that a socket that nobody listens to is one whose process was killed. */
#pragma once

#include <fairy/error.h>

/* Returns the folder, which exists afterwards: "fairies" in $XDG_RUNTIME_DIR or, where there is
 * none of ours, "fairies-UID" in the folder for temporary files. Free with g_free(). Returns NULL
 * with FAIRY_ERROR_CONTROL if it isn't ours alone. */
char *fairy_runtime_folder(GError **error);

/* Listens to the socket `name` in the folder, and stores its path, which is the caller's to unlink
 * while it still listens, and to free with g_free(). One that a killed process left is replaced.
 * Returns the descriptor, which doesn't block; or -1 with FAIRY_ERROR_BUSY if another process
 * listens to it, or with another error. */
int fairy_runtime_listen(const char *name, char **path, GError **error);
/* Connects to a socket, and checks who listens. Returns the descriptor, which doesn't block; -1 if
 * nobody does any more, and then a socket that a killed process left is taken away. */
int fairy_runtime_connect(const char *path);
/* Returns whether the process at the other end belongs to the same user. */
gboolean fairy_runtime_check_peer(int fd);
