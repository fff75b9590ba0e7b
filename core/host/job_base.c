/* What every file of a job stands on: its steps, its lines, what an end means, names. */
#include "host/job_priv.h"

#include <glib-unix.h>

#include <stdarg.h>
#include <string.h>

/* --- how it ends ------------------------------------------------------------------------------ */

static const FairyJobEnd error_ends[] = {
    [FAIRY_ERROR_REPLY] = FAIRY_JOB_MODEL,           [FAIRY_ERROR_ACTION] = FAIRY_JOB_REFUSED,
    [FAIRY_ERROR_MODEL] = FAIRY_JOB_MODEL,           [FAIRY_ERROR_BUDGET] = FAIRY_JOB_BUDGET,
    [FAIRY_ERROR_CANCELLED] = FAIRY_JOB_INTERRUPTED, [FAIRY_ERROR_USAGE] = FAIRY_JOB_USAGE,
    [FAIRY_ERROR_JOURNAL] = FAIRY_JOB_BAD_INPUT,     [FAIRY_ERROR_BUSY] = FAIRY_JOB_BAD_INPUT,
    [FAIRY_ERROR_SETTINGS] = FAIRY_JOB_BAD_INPUT,    [FAIRY_ERROR_RECORDING] = FAIRY_JOB_BAD_INPUT,
    [FAIRY_ERROR_CONTROL] = FAIRY_JOB_BAD_INPUT,
};

/* What follows from an end. */
static const struct {
    const char *name;
    const char *word; /* why it isn't done */
    gboolean writes;  /* what was finished */
} job_ends[] = {
    [FAIRY_JOB_DONE] = {"done", NULL, TRUE},
    [FAIRY_JOB_REFUSED] = {"refused", NULL, TRUE},
    [FAIRY_JOB_BAD_INPUT] = {"bad-input", "failed", FALSE},
    [FAIRY_JOB_USAGE] = {"usage", "failed", FALSE},
    [FAIRY_JOB_MODEL] = {"model", "failed", FALSE},
    [FAIRY_JOB_BUDGET] = {"budget", "budget", TRUE},
    [FAIRY_JOB_INTERRUPTED] = {"interrupted", "interrupted", FALSE},
};

FairyJobEnd fairy_job_end_of(const GError *error)
{
    if (!error) {
        return FAIRY_JOB_DONE;
    }
    gboolean known = error->domain == FAIRY_ERROR && (guint)error->code < G_N_ELEMENTS(error_ends);
    return known ? error_ends[error->code] : FAIRY_JOB_BAD_INPUT;
}

const char *fairy_job_end_name(FairyJobEnd end)
{
    return job_ends[end].name;
}

const char *fairy_job_word(FairyJobEnd end)
{
    return job_ends[end].word;
}

gboolean fairy_job_writes_at(FairyJobEnd end)
{
    return job_ends[end].writes;
}

/* --- one thing after the other ---------------------------------------------------------------- */

typedef struct {
    FairyJob *job;
    void (*step)(FairyJob *job);
} Next;

/* A context goes round for the most urgent only: steps of several jobs, each a few ms long, don't
 * come in one round, and what is heard from servers comes before all of them. */
static int priority_of(const FairyJob *job)
{
    guint n = G_PRIORITY_DEFAULT_IDLE - G_PRIORITY_DEFAULT - 1;
    return G_PRIORITY_DEFAULT + 1 + (int)(job->file ? g_str_hash(job->file) % n : 0);
}

static gboolean on_next(gpointer data)
{
    const Next *next = data;
    FairyJob *job = next->job;
    void (*step)(FairyJob *) = next->step;
    g_clear_pointer(&job->next, g_source_unref); /* the context frees `next` after this */
    step(job);
    return G_SOURCE_REMOVE;
}

void fairy_job_next(FairyJob *job, void (*step)(FairyJob *job))
{
    fairy_job_next_in(job, 0, step);
}

void fairy_job_next_in(FairyJob *job, guint ms, void (*step)(FairyJob *job))
{
    Next *next = g_new(Next, 1);
    *next = (Next){job, step};
    job->next = ms ? g_timeout_source_new(ms) : g_idle_source_new();
    g_source_set_priority(job->next, priority_of(job));
    g_source_set_callback(job->next, on_next, next, g_free);
    g_source_attach(job->next, job->context);
}

static void on_stored(const GError *error, gpointer data)
{
    FairyJob *job = data;
    job->attempt = NULL;
    job->stored(job, error);
}

void fairy_job_store(FairyJob *job, FairyJournalAttemptFunc store,
                     void (*stored)(FairyJob *job, const GError *error))
{
    job->stored = stored;
    job->attempt = fairy_journal_attempt_start(store, on_stored, job, priority_of(job));
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
    return job->options.interrupted && g_atomic_int_get(job->options.interrupted);
}

static gboolean on_interrupt(G_GNUC_UNUSED gint fd, G_GNUC_UNUSED GIOCondition condition,
                             gpointer data)
{
    FairyJob *job = data;
    void (*step)(FairyJob *) = job->on_interrupt;
    fairy_job_watch_interrupt(job, NULL);
    step(job);
    return G_SOURCE_REMOVE;
}

void fairy_job_watch_interrupt(FairyJob *job, void (*step)(FairyJob *job))
{
    if (job->interrupt) {
        g_source_destroy(job->interrupt);
        g_clear_pointer(&job->interrupt, g_source_unref);
    }
    if (step && job->options.interrupt_fd > 0) {
        job->on_interrupt = step;
        job->interrupt = g_unix_fd_source_new(job->options.interrupt_fd, G_IO_IN);
        g_source_set_callback(job->interrupt, G_SOURCE_FUNC(on_interrupt), job, NULL);
        g_source_attach(job->interrupt, job->context);
    }
}

GError *fairy_job_interruption(void)
{
    return g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "interrupted");
}

gboolean fairy_job_is_changed(const FairyJob *job)
{
    return job->doc && (job->redone || svg_document_is_changed(job->doc));
}

/* --- names ------------------------------------------------------------------------------------ */

gboolean fairy_job_is_edited(const FairyJobOptions *options)
{
    return options->bytes && options->to == FAIRY_JOB_HANDED;
}

static const char *const endings[] = {".svg", ".svgz", ".svg.gz", NULL};

char *fairy_job_beside(const char *path)
{
    gsize len = strlen(path);
    for (const char *const *ending = endings; *ending; ending++) {
        gsize n = strlen(*ending);
        if (len > n && path[len - n - 1] != '/' &&
            g_ascii_strcasecmp(path + len - n, *ending) == 0) {
            return g_strdup_printf("%.*s.fairy%s", (int)(len - n), path, path + len - n);
        }
    }
    return g_strconcat(path, ".fairy.svg", NULL);
}
