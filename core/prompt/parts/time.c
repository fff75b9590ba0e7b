/* The time where the person is, for words that it may have to do with. */
#include "prompt/part.h"

#define HEADING "time"
#define ASKED                                                                                        \
    "times?\\b|date|day|today|tomorrow|yesterday|now\\b|hour|minute|clock|week|month|year|quarter|"  \
    "calendar|schedule|deadline|monday|tuesday|wednesday|thursday|friday|saturday|sunday|januar|"    \
    "februar|march\\b|april|june\\b|july\\b|august|septemb|octob|novemb|decemb|zeit|datum|tage?\\b|" \
    "heut|morgen|gestern|uhr|stunde|woche|monat|jahr|kalender|heure|jours?\\b|aujourd|semaine|"      \
    "année|fecha|hoy\\b|horas?\\b|días?\\b|semana|años?\\b|oggi|giorn|anno\\b"

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
