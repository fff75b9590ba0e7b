/* The course of a run: moments are recorded when they come, and a recording is played, a line at a
 * time, from a source of its own. */
#include "model/course.h"

#include "model/course_limits.h"
#include "model/recording.h"
#include "model/replay_name.h"

#include <fairy/fence.h>

enum { LOOK_AGAIN_MS = 20 }; /* at what comes by itself */

struct _FairyCourse {
    FairyRecording *recording;      /* NULL = it isn't recorded */
    FairyRecordingReader *recorded; /* NULL = none is followed */
    gboolean strict, timed;
    gboolean leads;     /* what comes is what the recording has next */
    guint at;           /* what that is */
    gint64 ms;          /* when the last one came, in the recording */
    GPtrArray *steps;   /* Step: those that wait; ours with them those that were called off */
    GPtrArray *players; /* FairyPlayer */
    GArray *limits;     /* FairyMoment: limits that were seen at a look; NULL = none is followed */
    GSource *next;
    gint64 now; /* of the last moment, µs since 1970; 0 = none was yet */
    char *mark; /* of the prompt whose moment it was last; NULL = it has none */
    char *strayed;
    FairyCourseFuncs funcs;
    gpointer data;
};

/* --- steps ------------------------------------------------------------------------------------ */

typedef struct {
    GSource source;
    FairyCourse *course;
    FairyMomentKind kind;
    char *fairy;
    GSourceFunc func;
    gpointer data;
} Step;

static void note(FairyCourse *course, const FairyMoment *moment)
{
    if (course) {
        fairy_recording_moment(course->recording, moment);
    }
}

/* Takes `mark`. Who called it off, or is called, may have given up all that is told of it. */
static void take_step(Step *step, gint64 time, char *mark)
{
    FairyCourse *course = step->course;
    GSource *source = g_source_ref(&step->source);
    g_ptr_array_remove(course->steps, source);
    course->now = time;
    g_free(course->mark);
    course->mark = mark;
    note(course,
         &(FairyMoment){.kind = step->kind, .fairy = step->fairy, .time = time, .mark = mark});
    step->func(step->data);
    g_source_destroy(source);
    g_source_unref(source);
}

static gint64 time_now(const FairyCourse *course)
{
    FairyClockFunc clock = course && course->funcs.clock ? course->funcs.clock : fairy_clock_real;
    return clock(course ? course->data : NULL);
}

static gboolean on_step(GSource *source, G_GNUC_UNUSED GSourceFunc func,
                        G_GNUC_UNUSED gpointer data)
{
    Step *step = (Step *)source;
    gboolean marked = step->kind == FAIRY_MOMENT_PROMPT && !step->course->recorded;
    take_step(step, time_now(step->course), marked ? fairy_fence_mark() : NULL);
    return G_SOURCE_REMOVE;
}

static void finalize_step(GSource *source)
{
    g_free(((Step *)source)->fairy);
}

static void forget_destroyed(FairyCourse *course)
{
    for (guint i = course->steps->len; i > 0; i--) {
        if (g_source_is_destroyed(course->steps->pdata[i - 1])) {
            g_ptr_array_remove_index(course->steps, i - 1);
        }
    }
}

static Step *find_step(const FairyCourse *course, const FairyMoment *moment)
{
    for (guint i = 0; i < course->steps->len; i++) {
        Step *step = course->steps->pdata[i];
        if (step->kind == moment->kind && g_strcmp0(step->fairy, moment->fairy) == 0 &&
            !g_source_is_destroyed(&step->source)) {
            return step;
        }
    }
    return NULL;
}

static gint64 ready_time(guint wait_ms)
{
    return wait_ms ? g_get_monotonic_time() + (gint64)wait_ms * G_TIME_SPAN_MILLISECOND : 0;
}

static GSource *step_new(FairyCourse *course, FairyMomentKind kind, const char *fairy,
                         guint wait_ms, GSourceFunc func, gpointer data)
{
    static GSourceFuncs funcs = {.dispatch = on_step, .finalize = finalize_step};
    GSource *source = g_source_new(&funcs, sizeof(Step));
    Step *step = (Step *)source;
    step->course = course;
    step->kind = kind;
    step->fairy = g_strdup(fairy);
    step->func = func;
    step->data = data;
    g_source_set_ready_time(source, course->leads ? -1 : ready_time(wait_ms));
    forget_destroyed(course);
    g_ptr_array_add(course->steps, g_source_ref(source));
    fairy_course_wake(course);
    return source;
}

static GSource *plain_new(guint wait_ms, GSourceFunc func, gpointer data)
{
    GSource *source = wait_ms ? g_timeout_source_new(wait_ms) : g_idle_source_new();
    g_source_set_callback(source, func, data, NULL);
    return source;
}

GSource *fairy_course_wait(FairyCourse *course, FairyMomentKind kind, const char *fairy,
                           guint wait_ms, GSourceFunc func, gpointer data)
{
    GSource *source = course ? step_new(course, kind, fairy, wait_ms, func, data)
                             : plain_new(wait_ms, func, data);
    g_source_set_priority(source, wait_ms ? G_PRIORITY_DEFAULT : G_PRIORITY_DEFAULT_IDLE);
    g_source_attach(source, g_main_context_get_thread_default());
    return source;
}

/* --- going on without it ---------------------------------------------------------------------- */

static void drop_next(FairyCourse *course)
{
    if (course->next) {
        g_source_destroy(course->next);
        g_clear_pointer(&course->next, g_source_unref);
    }
}

/* From now on it goes as it goes. */
static void release(FairyCourse *course)
{
    course->leads = FALSE;
    drop_next(course);
    for (guint i = 0; i < course->steps->len; i++) {
        g_source_set_ready_time(course->steps->pdata[i], 0);
    }
    g_autoptr(GPtrArray) players = g_ptr_array_copy(course->players, NULL, NULL);
    for (guint i = 0; i < players->len; i++) {
        FairyPlayer *player = players->pdata[i];
        if (g_ptr_array_find(course->players, player, NULL) && player->running) {
            player->release(player->model);
        }
    }
}

void fairy_course_leave(FairyCourse *course, const char *why)
{
    course->strayed = g_strdup(why);
    release(course);
}

static void stray(FairyCourse *course, guint line)
{
    g_autofree char *message = g_strdup_printf(
        "%s:%u: the run isn't as it was recorded: here something else comes; the drawing, the "
        "words or the settings are others",
        fairy_recording_reader_name(course->recorded), line);
    if (course->strict) {
        fairy_course_leave(course, message);
        return;
    }
    if (course->funcs.warn) {
        course->funcs.warn(message, course->data);
    }
    release(course);
}

/* --- playing ---------------------------------------------------------------------------------- */

/* One that waits to be asked has the number 0. */
static FairyPlayer *find_player(const FairyCourse *course, const char *fairy, guint number)
{
    for (guint i = 0; i < course->players->len; i++) {
        FairyPlayer *player = course->players->pdata[i];
        gboolean its = number || !fairy || !player->fairy || g_str_equal(player->fairy, fairy);
        if (player->running && player->number == number && its) {
            return player;
        }
    }
    return NULL;
}

static gboolean play_request(FairyCourse *course, const FairyRecordedPlace *place)
{
    const FairyRecordingReaderRequest *request =
        fairy_recording_reader_request(course->recorded, place->request);
    FairyPlayer *player = find_player(course, request->fairy, 0);
    if (player) {
        course->at++;
        player->ask(player->model, place->request);
    }
    return player != NULL;
}

/* Nobody reads what comes of a request that was left. */
static gboolean play_answer(FairyCourse *course, const FairyRecordedPlace *place)
{
    FairyPlayer *player = find_player(course, NULL, place->request);
    course->at++;
    if (player) {
        player->tell(player->model);
    }
    return TRUE;
}

static gboolean play_step(FairyCourse *course, const FairyMoment *moment)
{
    Step *step = find_step(course, moment);
    if (step) {
        course->at++;
        take_step(step, moment->time, g_strdup(moment->mark));
    }
    return step != NULL;
}

static gboolean play_told(FairyCourse *course, const FairyMoment *moment)
{
    course->at++;
    if (course->funcs.told) {
        course->funcs.told(moment->fairy, moment->words, course->data);
    }
    return TRUE;
}

static gboolean play_stopped(FairyCourse *course, const FairyMoment *moment)
{
    course->at++;
    if (course->funcs.stopped) {
        course->funcs.stopped(moment->fairy, course->data);
    }
    return TRUE;
}

/* Who saw it at a look asks for it there. */
static gboolean play_limit(FairyCourse *course, const FairyMoment *moment)
{
    g_autoptr(GError) why = fairy_course_limit_error(moment);
    course->at++;
    if (!moment->look && course->funcs.limited) {
        course->funcs.limited(moment->fairy, why, course->data);
    }
    return TRUE;
}

static gboolean play_wait(FairyCourse *course, const FairyMoment *moment)
{
    FairyPlayer *player = find_player(course, moment->fairy, 0);
    course->at++;
    note(course, moment);
    if (player) {
        player->wait(player->model, &moment->api_error);
    }
    return TRUE;
}

/* Of a file that was changed meanwhile nothing more is played. */
static gboolean play_moment(FairyCourse *course, const FairyRecordedPlace *place)
{
    static gboolean (*const plays[FAIRY_MOMENT_COUNT])(FairyCourse *, const FairyMoment *) = {
        [FAIRY_MOMENT_READ] = play_step,      [FAIRY_MOMENT_PROMPT] = play_step,
        [FAIRY_MOMENT_SUPERVISE] = play_step, [FAIRY_MOMENT_DUE] = play_step,
        [FAIRY_MOMENT_TOLD] = play_told,      [FAIRY_MOMENT_STOPPED] = play_stopped,
        [FAIRY_MOMENT_LIMIT] = play_limit,    [FAIRY_MOMENT_WAIT] = play_wait,
    };
    g_auto(FairyMoment) moment = {0};
    return fairy_recording_reader_moment(course->recorded, place, &moment, NULL) &&
           plays[moment.kind](course, &moment);
}

static gboolean is_awaiting(const FairyCourse *course)
{
    return course->funcs.is_awaiting && course->funcs.is_awaiting(course->data);
}

/* Before the run and after it nobody waits for anything. */
static gboolean is_stuck(FairyCourse *course)
{
    gboolean waits = FALSE;
    forget_destroyed(course);
    for (guint i = 0; i < course->players->len; i++) {
        waits = waits || ((const FairyPlayer *)course->players->pdata[i])->running;
    }
    return waits || course->steps->len > 0;
}

static void wake_in(FairyCourse *course, guint ms);

static void play(FairyCourse *course)
{
    static gboolean (*const plays[FAIRY_LINE_COUNT])(FairyCourse *, const FairyRecordedPlace *) = {
        [FAIRY_LINE_REQUEST] = play_request, [FAIRY_LINE_ANSWER] = play_answer,
        [FAIRY_LINE_BYTES] = play_answer,    [FAIRY_LINE_END] = play_answer,
        [FAIRY_LINE_MOMENT] = play_moment,
    };
    const FairyRecordedPlace *place = fairy_recording_reader_place(course->recorded, course->at);
    if (!place) {
        release(course);
        return;
    }
    course->ms = MAX(course->ms, place->at);
    if (plays[place->type](course, place)) {
        fairy_course_wake(course);
    } else if (is_awaiting(course)) {
        wake_in(course, LOOK_AGAIN_MS);
    } else if (is_stuck(course)) {
        stray(course, place->line.number);
    }
}

static gboolean on_next(gpointer data)
{
    FairyCourse *course = data;
    g_clear_pointer(&course->next, g_source_unref);
    play(course);
    return G_SOURCE_REMOVE;
}

static void wake_in(FairyCourse *course, guint ms)
{
    drop_next(course);
    course->next = plain_new(ms, on_next, course);
    g_source_attach(course->next, g_main_context_get_thread_default());
}

void fairy_course_wake(FairyCourse *course)
{
    const FairyRecordedPlace *place =
        course->leads ? fairy_recording_reader_place(course->recorded, course->at) : NULL;
    gint64 ms = course->timed && place ? place->at - course->ms : 0;
    if (course->leads && !course->next) {
        wake_in(course, (guint)CLAMP(ms, 0, G_MAXINT));
    }
}

/* --- made and freed --------------------------------------------------------------------------- */

static gboolean read_recording(FairyCourse *course, const char *model, GError **error)
{
    FairyReplayName name;
    course->recorded = fairy_replay_open(model, &name, error);
    if (!course->recorded) {
        return FALSE;
    }
    course->strict = name.strict;
    course->timed = name.timed;
    course->leads = fairy_recording_reader_place(course->recorded, 0) != NULL;
    course->limits = fairy_course_limits_read(course->recorded, error);
    return course->limits != NULL;
}

FairyCourse *fairy_course_new(const char *model, const FairyCourseFuncs *funcs, gpointer data,
                              GError **error)
{
    FairyCourse *course = g_new0(FairyCourse, 1);
    course->steps = g_ptr_array_new_with_free_func((GDestroyNotify)g_source_unref);
    course->players = g_ptr_array_new();
    course->funcs = *funcs;
    course->data = data;
    if (fairy_is_replay(model) && !read_recording(course, model, error)) {
        g_clear_pointer(&course, fairy_course_free);
    }
    return course;
}

void fairy_course_free(FairyCourse *course)
{
    if (course) {
        drop_next(course);
        g_clear_pointer(&course->recorded, fairy_recording_reader_free);
        g_ptr_array_unref(course->steps);
        g_ptr_array_unref(course->players);
        g_clear_pointer(&course->limits, g_array_unref);
        g_free(course->mark);
        g_free(course->strayed);
        g_free(course);
    }
}

guint fairy_course_n_fairies(const FairyCourse *course)
{
    return course->recorded ? fairy_recording_reader_fairies(course->recorded) : 0;
}

const char *fairy_course_called(const FairyCourse *course, const char *fairy)
{
    return course && course->recorded ? fairy_recording_reader_called(course->recorded, fairy)
                                      : NULL;
}

void fairy_course_record(FairyCourse *course, FairyRecording *recording)
{
    course->recording = recording;
}

/* --- who takes part --------------------------------------------------------------------------- */

gint64 fairy_course_now(const FairyCourse *course)
{
    return course && course->now ? course->now : time_now(course);
}

const char *fairy_course_mark(const FairyCourse *course)
{
    return course ? course->mark : NULL;
}

void fairy_course_note_told(FairyCourse *course, const char *fairy, const char *words)
{
    note(course, &(FairyMoment){.kind = FAIRY_MOMENT_TOLD, .fairy = fairy, .words = words});
}

void fairy_course_note_stopped(FairyCourse *course, const char *fairy)
{
    note(course, &(FairyMoment){.kind = FAIRY_MOMENT_STOPPED, .fairy = fairy});
}

void fairy_course_note_limit(FairyCourse *course, const char *fairy, guint run, guint look,
                             const GError *why)
{
    note(course, &(FairyMoment){.kind = FAIRY_MOMENT_LIMIT,
                                .fairy = fairy,
                                .words = why->message,
                                .late = why->code == FAIRY_ERROR_BUDGET,
                                .run = run,
                                .look = look});
}

GError *fairy_course_limit(const FairyCourse *course, const char *fairy, guint run, guint look)
{
    return course && course->leads ? fairy_course_limits_find(course->limits, fairy, run, look)
                                   : NULL;
}

/* --- players ---------------------------------------------------------------------------------- */

FairyRecordingReader *fairy_course_recorded(const FairyCourse *course)
{
    return course ? course->recorded : NULL;
}

gboolean fairy_course_leads(const FairyCourse *course)
{
    return course && course->leads;
}

const char *fairy_course_strayed(const FairyCourse *course)
{
    return course ? course->strayed : NULL;
}

void fairy_course_add_player(FairyCourse *course, FairyPlayer *player)
{
    g_ptr_array_add(course->players, player);
}

void fairy_course_remove_player(FairyCourse *course, FairyPlayer *player)
{
    g_ptr_array_remove(course->players, player);
}
