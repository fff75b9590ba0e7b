/* What every file of a job stands on: its steps, its lines, what an end means, names. */
#include "host/job_priv.h"

#include <stdarg.h>
#include <string.h>

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

gboolean fairy_job_writes_at(FairyJobEnd end)
{
    return job_ends[end].writes;
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

/* --- names ------------------------------------------------------------------------------------ */

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
