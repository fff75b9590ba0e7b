/* What editor.c and find.c share. */
#pragma once

#include "editor.h"

struct _Editor {
    int refs;
    GDBusConnection *bus;
    char *owner, *root, *display; /* root: the object path of the application */
    int pid;
};

/* The numbers of the windows (guint) that are open, in an answer of Introspect about
 * "ROOT/window". The caller's. */
GArray *editor_read_windows(GVariant *answer);
/* g_dbus_connection_call_finish(), with errors as the other end said them. */
GVariant *editor_finish(GObject *source, GAsyncResult *result, GError **error);
