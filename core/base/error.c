/* The error domain of the agent layer. */
#include <fairy/error.h>

/* GLib's macro for this isn't made for several threads. */
GQuark fairy_error_quark(void)
{
    static gsize quark;
    if (g_once_init_enter(&quark)) {
        g_once_init_leave(&quark, g_quark_from_static_string("fairy-error-quark"));
    }
    return (GQuark)quark;
}
