/* The time where the person is, for words that it may have to do with. */
#include "prompt/part.h"

#define HEADING "time"
#define ASKED                                                                                        \
    "tim|date|day|today|tomorrow|yesterday|now|hour|minute|clock|week|month|year|quarter|calendar|"  \
    "schedule|deadline|current|ago|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"        \
    "januar|februar|march|april|june|july|august|septemb|octob|novemb|decemb|zeit|datum|tag|heute|"  \
    "morgen|gestern|uhr|stunde|woche|monat|jahr|kalender|heure|jour|aujourd|semaine|mois|an|année|" \
    "fecha|hoy|hora|día|semana|mes|año|oggi|data|ora|giorno|anno"

static const char *const days[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                   "Friday", "Saturday", "Sunday"};

static void write_part(const FairyWriting *writing, GString *out)
{
    GDateTime *time = writing->options->time;
    if (time && fairy_part_may_want(writing, ASKED)) {
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
