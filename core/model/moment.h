/* Moments of a course as lines of a recording. Private to core/model. */
#pragma once

#include <fairy/api_error.h>
#include <fairy/course.h>

#include <cjson/cJSON.h>

/* What isn't told of its kind is 0. The strings of one that was read are its own. */
typedef struct {
    FairyMomentKind kind;
    const char *fairy;       /* id; NULL = the supervisor */
    gint64 time;             /* READ, PROMPT, SUPERVISE, DUE: µs since 1970 */
    const char *mark;        /* PROMPT: of its fences; NULL = untold */
    const char *words;       /* TOLD: what; LIMIT: why, a sentence */
    gboolean late;           /* LIMIT: the time allowed is over; else the person interrupts */
    guint run, look;         /* LIMIT: as in fairy_course_note_limit() */
    FairyApiError api_error; /* WAIT */
} FairyMoment;

/* Adds the members of such a line. */
void fairy_moment_to_json(const FairyMoment *moment, cJSON *json);
/* Reads them; clear `moment` with fairy_moment_clear(). Returns FALSE if a member is missing or
 * can't be: *wanted (static) then says what would be right. */
gboolean fairy_moment_from_json(const cJSON *json, FairyMoment *moment, const char **wanted);
void fairy_moment_clear(FairyMoment *moment);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyMoment, fairy_moment_clear)
