/* A job's life: begun, at work, over. */
#include "host/job_priv.h"

#include <stdarg.h>

/* --- how it ends ------------------------------------------------------------------------------ */

static const FairyJobEnd error_ends[] = {
    [FAIRY_ERROR_REPLY] = FAIRY_JOB_MODEL,           [FAIRY_ERROR_ACTION] = FAIRY_JOB_REFUSED,
    [FAIRY_ERROR_MODEL] = FAIRY_JOB_MODEL,           [FAIRY_ERROR_BUDGET] = FAIRY_JOB_BUDGET,
    [FAIRY_ERROR_CANCELLED] = FAIRY_JOB_INTERRUPTED, [FAIRY_ERROR_USAGE] = FAIRY_JOB_USAGE,
    [FAIRY_ERROR_JOURNAL] = FAIRY_JOB_BAD_INPUT,     [FAIRY_ERROR_BUSY] = FAIRY_JOB_BAD_INPUT,
    [FAIRY_ERROR_SETTINGS] = FAIRY_JOB_BAD_INPUT,    [FAIRY_ERROR_RECORDING] = FAIRY_JOB_BAD_INPUT,
};

/* What follows from an end. */
static const struct {
    const char *word; /* why it isn't done */
    gboolean writes;  /* what was finished */
} job_ends[] = {
    [FAIRY_JOB_DONE] = {NULL, TRUE},
    [FAIRY_JOB_REFUSED] = {NULL, TRUE},
    [FAIRY_JOB_BAD_INPUT] = {"failed", FALSE},
    [FAIRY_JOB_USAGE] = {"failed", FALSE},
    [FAIRY_JOB_MODEL] = {"failed", FALSE},
    [FAIRY_JOB_BUDGET] = {"budget", TRUE},
    [FAIRY_JOB_INTERRUPTED] = {"interrupted", FALSE},
};

FairyJobEnd fairy_job_end_of(const GError *error)
{
    if (!error) {
        return FAIRY_JOB_DONE;
    }
    gboolean known = error->domain == FAIRY_ERROR && (guint)error->code < G_N_ELEMENTS(error_ends);
    return known ? error_ends[error->code] : FAIRY_JOB_BAD_INPUT;
}

const char *fairy_job_word(FairyJobEnd end)
{
    return job_ends[end].word;
}

/* A fairy that is interrupted leaves what it has finished; a reply is carried out or it isn't. */
static gboolean counts(const FairyJob *job)
{
    FairyJobEnd end = job->ending.end;
    return job_ends[end].writes ||
           (end == FAIRY_JOB_INTERRUPTED && !job->options.has_reply && fairy_job_is_changed(job));
}

/* --- one thing after the other ---------------------------------------------------------------- */

typedef struct {
    FairyJob *job;
    void (*step)(FairyJob *job);
} Next;

static gboolean on_next(gpointer data)
{
    const Next *next = data;
    FairyJob *job = next->job;
    void (*step)(FairyJob *) = next->step;
    g_clear_pointer(&job->next, g_source_unref); /* the context frees `next` after this */
    step(job);
    return G_SOURCE_REMOVE;
}

void fairy_job_next(FairyJob *job, void (*step)(FairyJob *job), guint after_ms)
{
    Next *next = g_new(Next, 1);
    *next = (Next){job, step};
    job->next = after_ms > 0 ? g_timeout_source_new(after_ms) : g_idle_source_new();
    g_source_set_priority(job->next, G_PRIORITY_DEFAULT);
    g_source_set_callback(job->next, on_next, next, g_free);
    g_source_attach(job->next, job->context);
}

void fairy_job_warn(const FairyJob *job, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    if (job->options.funcs.warn) {
        job->options.funcs.warn(line, job->options.data);
    }
}

gboolean fairy_job_is_interrupted(const FairyJob *job)
{
    return job->options.interrupted && *job->options.interrupted;
}

GError *fairy_job_interruption(void)
{
    return g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "interrupted");
}

gboolean fairy_job_is_changed(const FairyJob *job)
{
    return job->doc && (job->redone || svg_document_is_changed(job->doc));
}

/* --- the end ---------------------------------------------------------------------------------- */

static void end(FairyJob *job)
{
    FairyJobEnding *ending = &job->ending;
    gboolean left = job->kept != 0 && fairy_job_word(ending->end);
    if (job->recording) {
        fairy_recording_total(job->recording, fairy_budget_usage(job->budget),
                              fairy_budget_cost(job->budget));
        /* What went wrong was told when it did. */
        fairy_recording_close(g_steal_pointer(&job->recording), NULL);
    }
    g_clear_pointer(&job->claim, fairy_claim_free);
    ending->error = job->error;
    ending->changed = fairy_job_is_changed(job);
    ending->resume = left ? (ending->path ? ending->path : job->file) : NULL;
    ending->budget = job->spent.requests > 0 ? job->budget : NULL;
    job->finished(job, ending, job->finished_data);
}

static void fail(FairyJob *job, GError *error)
{
    g_clear_error(&job->error);
    job->error = error;
    job->ending.end = fairy_job_end_of(error);
}

static void keep_and_end(FairyJob *job)
{
    fairy_job_keep_after(job, job->ending.end);
    end(job);
}

static void write_all(FairyJob *job)
{
    const FairyJobFuncs *funcs = &job->options.funcs;
    GError *error = NULL;
    if (funcs->hold) {
        funcs->hold(TRUE, job->options.data);
    }
    job->counts = fairy_job_write(job, &error);
    if (funcs->hold) {
        funcs->hold(FALSE, job->options.data);
    }
    if (!job->counts) {
        fail(job, error);
    }
    keep_and_end(job);
}

static void end_run(FairyJob *job)
{
    g_clear_pointer(&job->agent, fairy_agent_free);
    if (!counts(job)) {
        keep_and_end(job);
        return;
    }
    fairy_job_keep_before(job, job->ending.end);
    if (fairy_job_will_write(job) && job->output) {
        fairy_job_claim(job, write_all);
    } else {
        write_all(job);
    }
}

void fairy_job_over(FairyJob *job, FairyJobEnd way, GError *error)
{
    job->ending.end = way;
    job->error = error;
    fairy_job_next(job, end_run, 0);
}

void fairy_job_fail(FairyJob *job, GError *error)
{
    fail(job, error);
    fairy_job_next(job, keep_and_end, 0);
}

/* --- the beginning ---------------------------------------------------------------------------- */

static void begin_record(FairyJob *job)
{
    const FairyJobOptions *options = &job->options;
    if (options->forgets || !job->keeps) {
        return;
    }
    const FairyJournalWriterInfo info = {
        .command = options->command, .model = job->model, .words = job->words};
    job->record = fairy_journal_writer_new(job->doc, &info);
    if (job->resumed && job->redone) {
        fairy_journal_writer_go_on(job->record, job->resumed->done);
    }
}

static void read_drawing(FairyJob *job)
{
    GError *error = NULL;
    if (!fairy_job_load(job, &error)) {
        fairy_job_fail(job, error);
        return;
    }
    if (job->resumed) {
        fairy_job_take_up(job);
    }
    begin_record(job);
    if (job->options.funcs.begin) {
        job->options.funcs.begin(job->options.data);
    }
    if (job->options.has_reply) {
        fairy_job_reply(job);
    } else {
        fairy_job_ask(job);
    }
}

/* A file that is written back is claimed before it is read. */
static void begin(FairyJob *job)
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
    fairy_job_next(job, begin, 0);
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
    fairy_job_stop_reading(job);
    fairy_agent_free(job->agent);
    fairy_executor_free(job->executor);
    fairy_recording_close(job->recording, NULL);
    fairy_budget_free(job->budget);
    fairy_session_free(job->session);
    fairy_checkpoint_free(job->left);
    fairy_checkpoint_free(job->resumed);
    fairy_journal_writer_free(job->record);
    fairy_claim_free(job->claim);
    svg_document_free(job->doc);
    g_clear_pointer(&job->pointed, g_array_unref);
    g_clear_pointer(&job->chosen, g_ptr_array_unref);
    g_strfreev(job->select);
    g_clear_error(&job->error);
    g_free(job->output);
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
