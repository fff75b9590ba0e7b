/* A recording of what a job's models are asked and answer. */
#include "host/job_priv.h"

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
