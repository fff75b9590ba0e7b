/* The course of a run: the order in which the steps of its fairies, the answers to them, and what
 * came from outside took effect. A recording keeps it, and a replay follows it, so that a run of
 * several fairies, which were told something and stopped meanwhile, ends with the same bytes.
 *
 * A fairy answers at once to what it hears; what it does later (reading its mailbox, composing a
 * prompt once the picture is there) is a moment, and so is what the supervisor does. While a
 * recording is followed a moment comes when all that came before it in the recording has come. */
#pragma once

#include <fairy/clock.h>
#include <fairy/model.h>

typedef enum {
    FAIRY_MOMENT_READ,      /* a fairy reads what was said, and begins a request */
    FAIRY_MOMENT_PROMPT,    /* its picture is there, and the prompt is composed */
    FAIRY_MOMENT_SUPERVISE, /* the supervisor looks at what has happened */
    FAIRY_MOMENT_DUE,       /* likewise, as the time of a wait is over */
    FAIRY_MOMENT_TOLD,      /* the person tells a fairy something */
    FAIRY_MOMENT_STOPPED,   /* the person stops a fairy */
    FAIRY_MOMENT_LIMIT,     /* an interruption, or the time allowed, ends the run of a fairy */
    FAIRY_MOMENT_WAIT,      /* a fairy hears that the server wants it to wait before it asks */
    FAIRY_MOMENT_COUNT,
} FairyMomentKind;

/* What a recording has that came from outside, for whoever runs the fairies. */
typedef struct {
    /* Returns whether something is awaited that comes by itself: a picture, a look-up. */
    gboolean (*is_awaiting)(gpointer data);
    /* The words were told to that fairy, it was stopped, or its run ended early. */
    void (*told)(const char *fairy, const char *words, gpointer data);
    void (*stopped)(const char *fairy, gpointer data);
    void (*limited)(const char *fairy, const GError *why, gpointer data);
    /* A line for the person. */
    void (*warn)(const char *message, gpointer data);
    /* A clock, in µs since 1970; NULL = fairy_clock_real(). */
    FairyClockFunc clock;
} FairyCourseFuncs;

/* Makes the course of a run that asks the model of this name: that of a recording, if it is a
 * replay of one; else one that goes as it goes. `funcs` is copied. Free with fairy_course_free(),
 * after the models that were made with it. Returns NULL with FAIRY_ERROR_RECORDING or
 * FAIRY_ERROR_USAGE if there is no such recording, or if it is damaged. */
FairyCourse *fairy_course_new(const char *model, const FairyCourseFuncs *funcs, gpointer data,
                              GError **error);
/* Accepts NULL. */
void fairy_course_free(FairyCourse *course);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyCourse, fairy_course_free)
/* Returns how many fairies the recording is of; 0 = there is none. */
guint fairy_course_n_fairies(const FairyCourse *course);
/* Returns the name that the fairy with that id has in the recording which is followed, borrowed;
 * NULL if there is none. Accepts NULL as the course. */
const char *fairy_course_called(const FairyCourse *course, const char *fairy);
/* Records the course from now on. `recording` is borrowed; NULL = not any more. */
void fairy_course_record(FairyCourse *course, FairyRecording *recording);

/* --- for who takes part. All accept NULL as the course: nothing is recorded, nothing is followed.
 */

/* Calls `func` from the thread-default main context, after `wait_ms` or, where a recording is
 * followed, at its moment there. `fairy` is an id; NULL = the supervisor. `func` is called once,
 * and returns G_SOURCE_REMOVE. Returns the source, attached; destroying it is calling it off. */
GSource *fairy_course_wait(FairyCourse *course, FairyMomentKind kind, const char *fairy,
                           guint wait_ms, GSourceFunc func, gpointer data);
/* Returns the time of the last moment, in µs since 1970, which is that of the recording where one
 * is followed; without a moment, the time now. */
gint64 fairy_course_now(const FairyCourse *course);
/* Returns the mark for the fences of the prompt whose moment it is, borrowed: that of the
 * recording where one is followed. NULL = none is known. */
const char *fairy_course_mark(const FairyCourse *course);
/* Record that a fairy is told something, or stopped, just now. */
void fairy_course_note_told(FairyCourse *course, const char *fairy, const char *words);
void fairy_course_note_stopped(FairyCourse *course, const char *fairy);
/* Records that run number `run` of the fairy ends early, and why. It saw that when it looked for
 * the `look`th time in this run; 0 = it was told between two looks. */
void fairy_course_note_limit(FairyCourse *course, const char *fairy, guint run, guint look,
                             const GError *why);
/* Returns why a run that is followed ended early at that look. Free with g_error_free(). NULL = it
 * didn't. */
GError *fairy_course_limit(const FairyCourse *course, const char *fairy, guint run, guint look);
