/* The machine's clocks. */
#include <fairy/clock.h>

#include <string.h>

gint64 fairy_clock_monotonic(gpointer data)
{
    (void)data;
    return g_get_monotonic_time();
}

gint64 fairy_clock_real(gpointer data)
{
    (void)data;
    return g_get_real_time();
}

char *fairy_date_format(gint64 time)
{
    g_autoptr(GDateTime) seconds = g_date_time_new_from_unix_utc(time / G_USEC_PER_SEC);
    g_autoptr(GDateTime) whole = seconds ? g_date_time_add(seconds, time % G_USEC_PER_SEC) : NULL;
    return whole ? g_date_time_format_iso8601(whole) : g_strdup("");
}

/* The fraction digit by digit: GLib takes it as a double, and cuts it off. */
gboolean fairy_date_parse(const char *text, gint64 *time)
{
    g_autoptr(GDateTime) date = g_date_time_new_from_iso8601(text, NULL);
    const char *digits = strchr(text, '.');
    if (!date) {
        return FALSE;
    }
    *time = g_date_time_to_unix(date) * G_USEC_PER_SEC;
    for (gint64 unit = G_USEC_PER_SEC / 10; digits && g_ascii_isdigit(digits[1]); unit /= 10) {
        *time += unit * g_ascii_digit_value(*++digits);
    }
    return TRUE;
}
