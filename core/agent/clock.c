/* The machine's clock. */
#include <fairy/clock.h>

gint64 fairy_clock_machine(gpointer data)
{
    (void)data;
    return g_get_monotonic_time();
}
