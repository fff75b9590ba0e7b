/* A job's course: recorded, or that of a recording which is followed. */
#include "host/job_priv.h"

/* --- what a recording has from outside -------------------------------------------------------- */

static FairyAgent *fairy_of(const FairyJob *job, const char *id)
{
    return job->team ? fairy_team_find(job->team, id) : NULL;
}

static gboolean is_awaiting(gpointer data)
{
    const FairyJob *job = data;
    return job->team && fairy_team_is_awaiting(job->team);
}

static void on_told(const char *fairy, const char *words, gpointer data)
{
    FairyJob *job = data;
    FairyAgent *agent = fairy_of(job, fairy);
    if (agent) {
        fairy_job_tell(job, agent, words);
    }
}

static void on_stopped(const char *fairy, gpointer data)
{
    const FairyJob *job = data;
    FairyAgent *agent = fairy_of(job, fairy);
    if (agent) {
        fairy_team_stop(job->team, agent);
    }
}

static void on_limited(const char *fairy, const GError *why, gpointer data)
{
    FairyAgent *agent = fairy_of(data, fairy);
    if (agent) {
        fairy_agent_limit(agent, why);
    }
}

static void on_warning(const char *message, gpointer job)
{
    fairy_job_warn(job, "%s", message);
}

/* --- who takes part --------------------------------------------------------------------------- */

/* As many as the recording has. */
static gboolean fit_fairies(FairyJob *job, guint recorded, GError **error)
{
    FairyJobOptions *options = &job->options;
    guint n = options->fairies;
    if (n > 1 && n != recorded) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "%s is a recording of %u fair%s, and not of %u; say --fairies %u, or leave out "
                    "--fairies, --mode and --area",
                    job->model, recorded, recorded == 1 ? "y" : "ies", n, recorded);
        return FALSE;
    }
    options->fairies = recorded > 1 ? recorded : n;
    return TRUE;
}

gboolean fairy_job_find_course(FairyJob *job, GError **error)
{
    static const FairyCourseFuncs funcs = {.is_awaiting = is_awaiting,
                                           .told = on_told,
                                           .stopped = on_stopped,
                                           .limited = on_limited,
                                           .warn = on_warning};
    g_autoptr(FairyCourse) course = fairy_course_new(job->model, &funcs, job, error);
    guint recorded = course ? fairy_course_n_fairies(course) : 0;
    if (!course || (recorded && !fit_fairies(job, recorded, error))) {
        return FALSE;
    }
    job->course = recorded || job->options.record ? g_steal_pointer(&course) : NULL;
    return TRUE;
}

/* --- recorded --------------------------------------------------------------------------------- */

static void on_unrecorded(const char *message, gpointer job)
{
    fairy_job_warn(job, "%s", message);
}

/* FairyRecordingFairy, as a team makes them; the ids are `ids`'s. */
static GArray *fairies_of(const FairyJob *job, guint64 seed, GPtrArray *ids)
{
    GArray *fairies = g_array_new(FALSE, FALSE, sizeof(FairyRecordingFairy));
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < MAX(job->options.fairies, 1); i++) {
        char *id = fairy_team_id(i);
        g_ptr_array_add(ids, id);
        g_ptr_array_add(names, NULL);
        FairyCharacter character = fairy_roster_character(job->options.roster, seed, id,
                                                          (const char *const *)names->pdata);
        const char *called = fairy_course_called(job->course, id);
        character.name = called ? called : character.name;
        FairyRecordingFairy fairy = {id, character.name};
        names->pdata[i] = (gpointer)character.name;
        g_array_append_val(fairies, fairy);
    }
    return fairies;
}

/* A replay that is recorded has the fairies of the recording. */
gboolean fairy_job_begin_recording(FairyJob *job, guint64 seed, GError **error)
{
    FairyRecordingOptions options = {
        .pictures = job->options.record_pictures, .failed = on_unrecorded, .data = job};
    if (!job->options.record) {
        return TRUE;
    }
    options.seed = fairy_replay_seed(job->model, &options.seed) ? options.seed : seed;
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) fairies = fairies_of(job, options.seed, ids);
    options.fairies = (const FairyRecordingFairy *)(gpointer)fairies->data;
    options.n_fairies = fairies->len;
    job->recording = fairy_recording_new(job->options.record, &options, error);
    if (job->recording) {
        fairy_course_record(job->course, job->recording);
    }
    return job->recording != NULL;
}

void fairy_job_end_recording(FairyJob *job)
{
    if (job->recording) {
        fairy_recording_total(job->recording, fairy_budget_usage(job->budget),
                              fairy_budget_cost(job->budget));
        fairy_course_record(job->course, NULL);
        /* What went wrong was told when it did. */
        fairy_recording_close(g_steal_pointer(&job->recording), NULL);
    }
}
