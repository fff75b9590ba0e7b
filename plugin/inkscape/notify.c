/* Desktop notifications over D-Bus. */
#include "notify.h"

#include <fairy/escape.h>

#include <gio/gio.h>

enum { DEADLINE_MS = 300, SHOWN_MS = 10000 };

/* The address of a bus that runs already; GLib's own look-up may start one. The caller's. */
static char *bus_address(void)
{
    const char *given = g_getenv("DBUS_SESSION_BUS_ADDRESS");
    return given != NULL && g_str_has_prefix(given, "unix:") ? g_strdup(given) : NULL;
}

typedef struct {
    GMainLoop *loop;
    const char *text;
} Notice;

static void on_flushed(GObject *source, GAsyncResult *result, gpointer data)
{
    Notice *notice = data;
    g_dbus_connection_flush_finish(G_DBUS_CONNECTION(source), result, NULL);
    g_main_loop_quit(notice->loop);
}

static void send_notice(GDBusConnection *bus, const char *text)
{
    GVariantBuilder actions, hints;
    g_variant_builder_init(&actions, G_VARIANT_TYPE("as"));
    g_variant_builder_init(&hints, G_VARIANT_TYPE("a{sv}"));
    g_autofree char *shown = fairy_escape(text, -1);
    g_autofree char *body = g_markup_escape_text(shown, -1);
    g_dbus_connection_call(bus, "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
                           "org.freedesktop.Notifications", "Notify",
                           g_variant_new("(susssasa{sv}i)", "Fairies", 0, "org.inkscape.Inkscape",
                                         "Fairies", body, &actions, &hints, SHOWN_MS),
                           NULL, G_DBUS_CALL_FLAGS_NONE, DEADLINE_MS, NULL, NULL, NULL);
}

static void on_connected(G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
    Notice *notice = data;
    g_autoptr(GDBusConnection) bus = g_dbus_connection_new_for_address_finish(result, NULL);
    if (bus == NULL) {
        g_main_loop_quit(notice->loop);
        return;
    }
    g_dbus_connection_set_exit_on_close(bus, FALSE);
    send_notice(bus, notice->text);
    g_dbus_connection_flush(bus, NULL, on_flushed, notice);
}

static gboolean on_deadline(gpointer data)
{
    g_main_loop_quit(data);
    return G_SOURCE_REMOVE;
}

/* After the deadline nothing runs the main context any more, so no callback comes late. */
void notify_show(const char *text)
{
    g_autofree char *address = bus_address();
    if (address == NULL) {
        return;
    }
    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
    Notice notice = {loop, text};
    g_dbus_connection_new_for_address(address,
                                      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                          G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                      NULL, NULL, on_connected, &notice);
    g_timeout_add(DEADLINE_MS, on_deadline, loop);
    g_main_loop_run(loop);
}
