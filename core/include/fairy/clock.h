/* Clocks. Code that must run the same way again (a replay, a test) is handed one of these functions
 * instead of asking the machine. */
#pragma once

#include <glib.h>

/* Returns a time in µs: monotonic, or since 1970-01-01 UTC where the caller needs dates. */
typedef gint64 (*FairyClockFunc)(gpointer data);

/* Returns g_get_monotonic_time(). `data` is ignored. */
gint64 fairy_clock_monotonic(gpointer data);
/* Returns g_get_real_time(). `data` is ignored. */
gint64 fairy_clock_real(gpointer data);
/* Formats a time in µs since 1970 as ISO 8601 in UTC: "2026-11-22T18:30:25.123456Z". Returns "" for
 * a year outside 1 to 9999. Free with g_free(). */
char *fairy_date_format(gint64 time);
/* Parses what fairy_date_format() wrote, and stores it in *time. Returns FALSE, leaving *time as it
 * was, if `text` isn't an ISO 8601 date with a time zone. */
gboolean fairy_date_parse(const char *text, gint64 *time);
