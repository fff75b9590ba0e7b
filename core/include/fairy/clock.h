/* Time, as it is given to what must run the same again. */
#pragma once

#include <glib.h>

/* µs: monotonic, or since 1970 in UTC where dates are wanted. */
typedef gint64 (*FairyClockFunc)(gpointer data);

/* g_get_monotonic_time(). */
gint64 fairy_clock_machine(gpointer data);
/* g_get_real_time(). */
gint64 fairy_clock_date(gpointer data);
