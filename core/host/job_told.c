/* A run is at work on the same drawing already: its fairy is told the words, and nothing else is
 * done. */
#include "host/job_priv.h"

enum { LOOK_MS = 100 };

/* What can't be told is done by a run of its own. */
static gboolean can_be_told(const FairyJob *job)
{
    const FairyJobOptions *options = &job->options;
    gboolean points =
        (options->select && *options->select) || (options->context && *options->context);
    return options->control && options->words && job->output && job->file && !options->resume &&
           !options->forgets && !options->record && !options->frames && !points;
}

static void go_on(FairyJob *job)
{
    void (*untold)(FairyJob *) = job->untold;
    job->untold = NULL;
    if (untold) {
        untold(job);
    }
}

static void on_done(const FairyReachRun *run, const GError *error, gpointer data)
{
    FairyJob *job = data;
    if (!error) {
        g_autofree char *name = g_strdup(run->fairy ? run->fairy : "a fairy");
        fairy_job_stop_claiming(job);
        fairy_job_stop_looking(job, NULL);
        fairy_job_warn(job, "%s is at work on %s already, and was told", name, job->output);
        fairy_job_told(job, name);
    }
    g_clear_pointer(&job->reach, fairy_reach_free);
    if (error) {
        go_on(job);
    }
}

static FairyReachOptions reach_options(FairyJob *job)
{
    return (FairyReachOptions){.what = FAIRY_REACH_TELL,
                               .path = job->file,
                               .output = job->output,
                               .session = fairy_job_session_name(job),
                               .words = job->options.words,
                               .done = on_done,
                               .done_data = job};
}

void fairy_job_tell_other(FairyJob *job, void (*untold)(FairyJob *job))
{
    const FairyReachOptions options = reach_options(job);
    job->untold = untold;
    if (can_be_told(job) && !job->reach && fairy_reach_may_be(&options)) {
        job->reach = fairy_reach_start(&options);
    } else if (!job->reach) {
        go_on(job);
    }
}

/* --- while the claim is waited for ------------------------------------------------------------ */

static gboolean on_time(gpointer data)
{
    fairy_job_tell_other(data, NULL);
    return G_SOURCE_CONTINUE;
}

void fairy_job_look_for_other(FairyJob *job)
{
    if (can_be_told(job)) {
        job->looking = g_timeout_source_new(LOOK_MS);
        g_source_set_callback(job->looking, on_time, job, NULL);
        g_source_attach(job->looking, job->context);
    }
}

void fairy_job_stop_looking(FairyJob *job, void (*step)(FairyJob *job))
{
    if (job->looking) {
        g_source_destroy(job->looking);
        g_clear_pointer(&job->looking, g_source_unref);
    }
    if (job->reach && step && fairy_reach_has_asked(job->reach)) {
        job->untold = step;
    } else if (step) {
        g_clear_pointer(&job->reach, fairy_reach_free);
        step(job);
    }
}
