/* The domain of what can go wrong in the canvas layer. */
#include <svg/error.h>

/* GLib's macro for this isn't made for several threads. */
GQuark svg_error_quark(void)
{
    static gsize quark;
    if (g_once_init_enter(&quark)) {
        g_once_init_leave(&quark, g_quark_from_static_string("svg-error-quark"));
    }
    return (GQuark)quark;
}
