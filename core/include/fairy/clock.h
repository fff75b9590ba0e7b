/* Time, as it is given to what must run the same again. */
#pragma once

#include <glib.h>

/* µs: monotonic, or since 1970 in UTC where dates are wanted. */
typedef gint64 (*FairyClockFunc)(gpointer data);

/* g_get_monotonic_time(). */
gint64 fairy_clock_machine(gpointer data);
/* g_get_real_time(). */
gint64 fairy_clock_date(gpointer data);
/* "2026-11-22T18:30:25.123456Z" of that many µs since 1970; "" beyond the calendar. The caller's.
 */
char *fairy_date_text(gint64 time);
/* The same back; FALSE for what isn't such a text. */
gboolean fairy_date_read(const char *text, gint64 *time);
