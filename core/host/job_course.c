/* A job's course: as it goes, or that of a recording which is followed. */
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
