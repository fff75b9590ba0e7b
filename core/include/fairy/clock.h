/* Time, as it is given to what must run the same again. */
#pragma once

#include <glib.h>

/* Monotonic, µs. */
typedef gint64 (*FairyClockFunc)(gpointer data);

/* g_get_monotonic_time(). */
gint64 fairy_clock_machine(gpointer data);
