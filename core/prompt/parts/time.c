/* The time where the person is. */
#include "prompt/part.h"

#define HEADING "time"

static const char *const days[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                   "Friday", "Saturday", "Sunday"};

static void write_part(const FairyWriting *writing, GString *out)
{
    GDateTime *time = writing->options->time;
    if (time) {
        g_autofree char *when = g_date_time_format(time, "%Y-%m-%d %H:%M UTC%:z");
        g_string_append_printf(out, HEADING ": %s, %s\n",
                               days[g_date_time_get_day_of_week(time) - 1], when);
    }
}

const FairyPart fairy_part_time = {
    .name = "time",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
