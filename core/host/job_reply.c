/* A reply is carried out while it is read. */
#include "host/job_priv.h"

#include <fairy/limits.h>

#include <glib-unix.h>

#include <errno.h>
#include <unistd.h>

enum {
    CHUNK = 64 * 1024,
    FOLD_EVERY = 1000, /* actions */
};

/* A reply that breaks off counts as a refusal when an action of it was read, else as bad input. */
static FairyJobEnd end_of(const FairyJob *job, const GError *error)
{
    if (!error) {
        return fairy_executor_has_refusals(job->executor) ? FAIRY_JOB_REFUSED : FAIRY_JOB_DONE;
    }
    if (!g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_REPLY)) {
        return fairy_job_end_of(error);
    }
    return fairy_executor_n_outcomes(job->executor) > 0 ? FAIRY_JOB_REFUSED : FAIRY_JOB_BAD_INPUT;
}

static void end_reply(FairyJob *job)
{
    GError *error = g_steal_pointer(&job->error);
    FairyJobEnd end = end_of(job, error);
    if (g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_REPLY)) {
        g_prefix_error(&error, "%s: ", job->options.reply_name);
    }
    fairy_job_watch_interrupt(job, NULL);
    fairy_job_over(job, end, error);
}

void fairy_job_stop_reading(FairyJob *job)
{
    if (job->reading) {
        g_source_destroy(job->reading);
        g_clear_pointer(&job->reading, g_source_unref);
    }
    g_clear_pointer(&job->chunk, g_free);
}

/* Also of a reply that breaks off, what was asked outside is waited for. Takes `error`. */
static void end_reading(FairyJob *job, GError *error)
{
    fairy_job_stop_reading(job);
    job->error = error;
    if (fairy_executor_n_pending(job->executor) == 0) {
        end_reply(job);
    }
}

/* It isn't called from what the executor does. */
static void on_all_told(gpointer data)
{
    FairyJob *job = data;
    if (!job->reading) {
        end_reply(job);
    }
}

static void interrupt(FairyJob *job)
{
    fairy_job_stop_reading(job);
    g_clear_pointer(&job->executor, fairy_executor_free); /* with what it still waits for */
    g_clear_error(&job->error);
    job->error = fairy_job_interruption();
    end_reply(job);
}

static GError *fail_to_read(const FairyJob *job, int code)
{
    return g_error_new(G_FILE_ERROR, (gint)g_file_error_from_errno(code),
                       "can't read the actions in %s: %s", job->options.reply_name,
                       g_strerror(code));
}

/* TRUE when there may be more. */
static gboolean feed(FairyJob *job, const char *text, gsize len, GError **error)
{
    job->n_read += len;
    if (len == 0) {
        fairy_executor_end(job->executor, error);
        return FALSE;
    }
    if (job->n_read > FAIRY_MAX_REPLY_BYTES) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_REPLY, "a reply has at most %u bytes; split it",
                    FAIRY_MAX_REPLY_BYTES);
        return FALSE;
    }
    return fairy_executor_feed(job->executor, text, len, error);
}

static gboolean on_readable(G_GNUC_UNUSED gint fd, G_GNUC_UNUSED GIOCondition condition,
                            gpointer data)
{
    FairyJob *job = data;
    GError *error = NULL;
    gssize n = read(job->options.reply, job->chunk, CHUNK);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) {
        return G_SOURCE_CONTINUE;
    }
    if (fairy_job_is_interrupted(job)) {
        interrupt(job);
        return G_SOURCE_REMOVE;
    }
    if (n < 0) {
        error = fail_to_read(job, errno);
    } else if (feed(job, job->chunk, (gsize)n, &error)) {
        return G_SOURCE_CONTINUE;
    }
    end_reading(job, error);
    return G_SOURCE_REMOVE;
}

static void on_outcome(const FairyOutcome *outcome, gpointer data)
{
    FairyJob *job = data;
    const FairyEvent event = {.kind = FAIRY_EVENT_ACTION, .outcome = outcome};
    if (job->options.funcs.event) {
        job->options.funcs.event(&event, job->options.data);
    }
    if (job->record) {
        fairy_journal_writer_add(job->record, outcome);
    }
    if (outcome->index % FOLD_EVERY != FOLD_EVERY - 1) {
        return;
    }
    /* Nobody will undo a part of what was done so far in this process. */
    if (job->record) {
        fairy_journal_writer_fold(job->record);
    } else {
        svg_document_fold(job->doc, 0);
    }
}

static void make_executor(FairyJob *job)
{
    static const FairyWeb sites = {0};
    const FairyExecutorOptions options = {
        .origin = job->options.origin,
        .on_outcome = on_outcome,
        .on_all_told = on_all_told,
        .data = job,
        .web = job->options.no_web ? NULL : &sites,
    };
    job->executor = fairy_executor_new(job->doc, fairy_actions(), &options);
    fairy_job_watch_interrupt(job, interrupt);
}

void fairy_job_reply(FairyJob *job)
{
    make_executor(job);
    job->chunk = g_malloc(CHUNK);
    job->reading = g_unix_fd_source_new(job->options.reply, G_IO_IN | G_IO_HUP | G_IO_ERR);
    g_source_set_callback(job->reading, G_SOURCE_FUNC(on_readable), job, NULL);
    g_source_attach(job->reading, job->context);
}

void fairy_job_carry_out(FairyJob *job, GBytes *reply)
{
    gsize len, n = 0;
    const char *text = g_bytes_get_data(reply, &len);
    GError *error = NULL;
    make_executor(job);
    for (gsize at = 0; at <= len; at += MAX(n, 1)) {
        n = MIN(len - at, CHUNK);
        if (fairy_job_is_interrupted(job)) {
            interrupt(job);
            return;
        }
        if (!feed(job, text + at, n, &error)) {
            break;
        }
    }
    end_reading(job, error);
}
