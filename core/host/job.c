/* A job's life: made, begun, and waited for. job_end.c has its end. */
#include "host/job_priv.h"

#include <string.h>

/* Before the drawing is read: both take their time. */
static void begin_record(FairyJob *job)
{
    const FairyJobOptions *options = &job->options;
    if (!options->forgets && job->keeps) {
        job->record = fairy_journal_writer_new(&(FairyJournalWriterInfo){
            .command = options->command, .model = job->model, .words = job->words});
    }
}

static void record_drawing(FairyJob *job)
{
    if (!job->record) {
        return;
    }
    fairy_journal_writer_begin(job->record, job->doc);
    if (job->resumed && job->redone) {
        fairy_journal_writer_prepend(job->record, job->resumed->done);
    }
}

static void answer(FairyJob *job)
{
    const FairyJobFuncs *funcs = &job->options.funcs;
    GError *error = NULL;
    g_autoptr(GBytes) reply =
        funcs->reply ? funcs->reply(job->doc, job->options.data, &error) : NULL;
    if (error) {
        fairy_job_fail(job, error);
    } else if (reply) {
        fairy_job_carry_out(job, reply);
    } else if (job->options.has_reply) {
        fairy_job_reply(job);
    } else {
        fairy_job_ask(job);
    }
}

static void read_drawing(FairyJob *job)
{
    GError *error = NULL;
    begin_record(job);
    if (!fairy_job_load(job, &error)) {
        fairy_job_fail(job, error);
        return;
    }
    if (job->resumed) {
        fairy_job_take_up(job);
    }
    record_drawing(job);
    if (job->options.funcs.begin) {
        job->options.funcs.begin(job->options.data);
    }
    answer(job);
}

/* A file that is written back is claimed before it is read. */
static void begin_alone(FairyJob *job)
{
    GError *error = NULL;
    if (!fairy_job_check_output(job, &error)) {
        fairy_job_fail(job, error);
    } else if (job->goes_on) {
        fairy_job_claim(job, read_drawing);
    } else {
        read_drawing(job);
    }
}

static void begin(FairyJob *job)
{
    fairy_job_tell_other(job, begin_alone);
}

static gboolean prepare(FairyJob *job, GError **error)
{
    const FairyJobOptions *options = &job->options;
    if (options->session && !fairy_session_check_name(options->session, error)) {
        return FALSE;
    }
    if (options->resume && !fairy_job_find_run(job, error)) {
        return FALSE;
    }
    fairy_job_find_places(job);
    if (!options->has_reply) {
        fairy_job_find_means(job);
        if (!fairy_job_find_course(job, error)) {
            return FALSE;
        }
    }
    if (!job->words) {
        job->words = g_strdup(options->words);
    }
    return TRUE;
}

FairyJob *fairy_job_new(const FairyJobOptions *options, GError **error)
{
    FairyJob *job = g_new0(FairyJob, 1);
    job->options = *options;
    job->context = g_main_context_ref_thread_default();
    if (!job->options.interrupted) {
        job->options.interrupted = &job->stopped;
    }
    if (prepare(job, error)) {
        return job;
    }
    fairy_job_free(job);
    return NULL;
}

void fairy_job_start(FairyJob *job, FairyJobFunc finished, gpointer data)
{
    job->finished = finished;
    job->finished_data = data;
    fairy_job_next(job, begin);
}

void fairy_job_free(FairyJob *job)
{
    if (!job) {
        return;
    }
    if (job->next) {
        g_source_destroy(job->next);
        g_source_unref(job->next);
    }
    fairy_claiming_free(job->claiming);
    fairy_job_stop_looking(job, NULL);
    fairy_reach_free(job->reach);
    fairy_control_free(job->control);
    g_queue_clear_full(&job->unshown, (GDestroyNotify)cJSON_Delete);
    fairy_journal_attempt_free(job->attempt);
    fairy_job_watch_interrupt(job, NULL);
    fairy_job_stop_reading(job);
    svg_saving_free(job->saving);
    fairy_job_stop_keeping(job);
    fairy_team_free(job->team);
    fairy_executor_free(job->executor);
    fairy_frames_free(job->frames);
    fairy_recording_close(job->recording, NULL);
    fairy_course_free(job->course);
    fairy_budget_free(job->budget);
    fairy_session_free(job->session);
    fairy_checkpoint_free(job->left);
    fairy_checkpoint_free(job->resumed);
    fairy_journal_writer_free(job->record);
    fairy_job_forget_merge(job);
    fairy_claim_free(job->claim);
    svg_document_free(job->doc);
    g_clear_pointer(&job->pointed, g_array_unref);
    g_clear_pointer(&job->chosen, g_ptr_array_unref);
    g_strfreev(job->select);
    g_strfreev(job->areas);
    g_clear_pointer(&job->makers, g_hash_table_unref);
    g_strfreev(job->contexts);
    g_clear_error(&job->error);
    g_free(job->output);
    g_free(job->told);
    g_free(job->words);
    g_free(job->model);
    g_main_context_unref(job->context);
    g_free(job);
}

/* --- for a door that waits -------------------------------------------------------------------- */

static void on_finished(FairyJob *job, const FairyJobEnding *ending, gpointer data)
{
    (void)job, (void)ending;
    g_main_loop_quit(data);
}

const FairyJobEnding *fairy_job_wait(FairyJob *job)
{
    GMainLoop *loop = g_main_loop_new(job->context, FALSE);
    fairy_job_start(job, on_finished, loop);
    g_main_loop_run(loop);
    g_main_loop_unref(loop);
    return &job->ending;
}

/* --- what there is ---------------------------------------------------------------------------- */

const char *fairy_job_reads(const FairyJob *job)
{
    return job->file;
}

const char *fairy_job_writes(const FairyJob *job)
{
    return job->output;
}

const char *fairy_job_model(const FairyJob *job)
{
    return job->model;
}
