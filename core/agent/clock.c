/* The machine's clocks. */
#include <fairy/clock.h>

gint64 fairy_clock_machine(gpointer data)
{
    (void)data;
    return g_get_monotonic_time();
}

gint64 fairy_clock_date(gpointer data)
{
    (void)data;
    return g_get_real_time();
}
