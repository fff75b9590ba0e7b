/* Pictures of a job's run, where it is to have some. */
#include "host/job_priv.h"

gboolean fairy_job_begin_frames(FairyJob *job, GError **error)
{
    const FairyJobOptions *options = &job->options;
    if (options->frames) {
        job->frames = fairy_frames_new(options->frames, options->frames_side, error);
    }
    return !options->frames || job->frames;
}

static void add_frame(FairyJob *job)
{
    const GPtrArray *agents = job->team ? fairy_team_agents(job->team) : NULL;
    fairy_frames_add(job->frames, job->doc, job->options.view, agents);
}

void fairy_job_show_frame(FairyJob *job, const FairyEvent *event)
{
    if (job->frames && event->kind == FAIRY_EVENT_ACTION && event->outcome->change) {
        add_frame(job);
    }
}

void fairy_job_end_frames(FairyJob *job)
{
    g_autoptr(GError) error = NULL;
    if (!job->frames) {
        return;
    }
    add_frame(job);
    if (!fairy_frames_finish(job->frames, &error)) {
        fairy_job_warn(job, "%s", error->message);
    }
}
