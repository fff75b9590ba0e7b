/* Which of the programs on a bus is the Inkscape that is meant. */
#include "editor_priv.h"
#include "input.h"

#include <string.h>
#include <unistd.h>

#define NAME     "org.inkscape.Inkscape"
#define BUS      "org.freedesktop.DBus"
#define BUS_PATH "/org/freedesktop/DBus"

enum { FIND_MS = 5000 };

typedef struct {
    Editor *editor; /* as far as it is known */
    int pgid;
    char **names, **next; /* that may be it */
    guint window;
    EditorFoundFunc found;
    gpointer data;
} Search;

static void search_end(Search *search, const GError *error)
{
    search->found(error == NULL ? search->editor : NULL, search->window, error, search->data);
    editor_unref(search->editor);
    g_strfreev(search->names);
    g_free(search);
}

static void search_fail(Search *search, const char *text)
{
    g_autoptr(GError) error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_NOT_FOUND, text);
    search_end(search, error);
}

static void on_search_windows(GObject *source, GAsyncResult *result, gpointer data)
{
    Search *search = data;
    guint last = 0;
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) answer = editor_finish(source, result, &error);
    if (answer == NULL) {
        search_end(search, error);
        return;
    }
    g_autoptr(GArray) windows = editor_read_windows(answer);
    search->window =
        windows->len > 1 ? input_focus_once(search->editor->display, search->editor->owner) : 0;
    for (guint i = 0; search->window == 0 && i < windows->len; i++) {
        last = MAX(last, g_array_index(windows, guint, i));
    }
    search->window = search->window > 0 ? search->window : last;
    search_end(search, NULL);
}

static void on_search_pid(GObject *source, GAsyncResult *result, gpointer data);

static void ask_next(Search *search)
{
    Editor *editor = search->editor;
    if (*search->next == NULL) {
        search_fail(search, "no Inkscape that runs here can be reached over D-Bus");
        return;
    }
    g_dbus_connection_call(editor->bus, BUS, BUS_PATH, BUS, "GetConnectionUnixProcessID",
                           g_variant_new("(s)", *search->next), NULL, G_DBUS_CALL_FLAGS_NONE,
                           FIND_MS, NULL, on_search_pid, search);
}

static void on_search_owner(GObject *source, GAsyncResult *result, gpointer data)
{
    Search *search = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) answer = editor_finish(source, result, &error);
    if (answer == NULL) {
        search_end(search, error);
        return;
    }
    g_variant_get(answer, "(s)", &search->editor->owner);
    g_autofree char *path = g_strconcat(search->editor->root, "/window", NULL);
    g_dbus_connection_call(search->editor->bus, search->editor->owner, path,
                           "org.freedesktop.DBus.Introspectable", "Introspect", NULL, NULL,
                           G_DBUS_CALL_FLAGS_NONE, FIND_MS, NULL, on_search_windows, search);
}

/* The name "org.inkscape.Inkscape.tag" has its objects at "/org/inkscape/Inkscape/tag". */
static void on_search_pid(GObject *source, GAsyncResult *result, gpointer data)
{
    Search *search = data;
    Editor *editor = search->editor;
    guint32 pid = 0;
    g_autoptr(GVariant) answer = editor_finish(source, result, NULL);
    if (answer != NULL) {
        g_variant_get(answer, "(u)", &pid);
    }
    if (pid == 0 || getpgid((pid_t)pid) != search->pgid) {
        search->next++;
        ask_next(search);
        return;
    }
    editor->pid = (int)pid;
    editor->root = g_strdelimit(g_strconcat("/", *search->next, NULL), ".", '/');
    g_dbus_connection_call(editor->bus, BUS, BUS_PATH, BUS, "GetNameOwner",
                           g_variant_new("(s)", *search->next), NULL, G_DBUS_CALL_FLAGS_NONE,
                           FIND_MS, NULL, on_search_owner, search);
}

static void on_search_names(GObject *source, GAsyncResult *result, gpointer data)
{
    Search *search = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(GVariant) answer = editor_finish(source, result, &error);
    if (answer == NULL) {
        search_end(search, error);
        return;
    }
    g_autofree const char **all = NULL;
    g_variant_get(answer, "(^a&s)", &all);
    g_autoptr(GStrvBuilder) names = g_strv_builder_new();
    for (guint i = 0; all[i] != NULL; i++) {
        if (strcmp(all[i], NAME) == 0 || g_str_has_prefix(all[i], NAME ".")) {
            g_strv_builder_add(names, all[i]);
        }
    }
    search->next = search->names = g_strv_builder_end(names);
    ask_next(search);
}

static void on_connected(G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
    Search *search = data;
    g_autoptr(GError) error = NULL;
    search->editor->bus = g_dbus_connection_new_for_address_finish(result, &error);
    if (search->editor->bus == NULL) {
        search_end(search, error);
        return;
    }
    g_dbus_connection_set_exit_on_close(search->editor->bus, FALSE);
    g_dbus_connection_call(search->editor->bus, BUS, BUS_PATH, BUS, "ListNames", NULL, NULL,
                           G_DBUS_CALL_FLAGS_NONE, FIND_MS, NULL, on_search_names, search);
}

void editor_find(const char *bus, const char *display, int pgid, EditorFoundFunc found,
                 gpointer data)
{
    Search *search = g_new0(Search, 1);
    search->editor = g_new0(Editor, 1);
    search->editor->refs = 1;
    search->editor->display = g_strdup(display);
    search->pgid = pgid;
    search->found = found;
    search->data = data;
    g_dbus_connection_new_for_address(bus,
                                      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                          G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                      NULL, NULL, on_connected, search);
}
