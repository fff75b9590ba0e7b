/* Where a drawing comes from and goes to, and who may write there. */
#include "host/job_priv.h"

#include <stdlib.h>
#include <string.h>

static gboolean is_same_file(const char *a, const char *b)
{
    g_autofree char *left = realpath(a, NULL), *right = realpath(b, NULL);
    return left && right && strcmp(left, right) == 0;
}

static char *output_of(const FairyJobOptions *options)
{
    switch (options->to) {
    case FAIRY_JOB_BESIDE:
        return fairy_job_beside(options->path);
    case FAIRY_JOB_IN_PLACE:
        return g_strdup(options->path);
    case FAIRY_JOB_NAMED:
        return g_strdup(options->output);
    case FAIRY_JOB_HANDED:
        break;
    }
    return NULL;
}

void fairy_job_find_places(FairyJob *job)
{
    const FairyJobOptions *options = &job->options;
    job->file = options->path;
    job->output = output_of(options);
    job->keeps = job->output ? job->output : fairy_job_is_edited(options) ? job->file : NULL;
    job->goes_on = job->output && job->file && is_same_file(job->file, job->output);
}

/* --- before anything is asked ----------------------------------------------------------------- */

static gboolean fail_to_replace(const FairyJob *job, GError **error)
{
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                "%s is there, and isn't as a fairy left it; --force replaces it, and -o names "
                "another file",
                job->output);
    return FALSE;
}

gboolean fairy_job_check_result(FairyJob *job, guint *n_done, GError **error)
{
    job->was = svg_file_state(job->output);
    *n_done = 0;
    return !job->was.exists || fairy_journal_is_result(job->output, n_done) || job->options.force ||
           fail_to_replace(job, error);
}

static gboolean check_beside(FairyJob *job, GError **error)
{
    guint n_done;
    if (!fairy_job_check_result(job, &n_done, error)) {
        return FALSE;
    }
    if (n_done > 0 && !job->options.has_reply && !job->resumed && job->options.funcs.hint) {
        g_autofree char *line = g_strdup_printf(
            "%s has what was done before; what is done now starts from %s and replaces it; \"fairy "
            "ask %s …\" goes on from there",
            job->output, job->file, job->output);
        job->options.funcs.hint(line, job->options.data);
    }
    return TRUE;
}

gboolean fairy_job_check_output(FairyJob *job, GError **error)
{
    if (!job->output || strcmp(job->output, "-") == 0) {
        return TRUE;
    }
    return svg_file_check_writable(job->output, error) &&
           (job->options.to != FAIRY_JOB_BESIDE || check_beside(job, error));
}

/* --- one at a time ---------------------------------------------------------------------------- */

void fairy_job_stop_claiming(FairyJob *job)
{
    fairy_job_watch_interrupt(job, NULL);
    g_clear_pointer(&job->claiming, fairy_claiming_free);
}

static void go_on(FairyJob *job)
{
    GError *error = g_steal_pointer(&job->unclaimed);
    if (error) {
        fairy_job_fail(job, error);
    } else {
        job->claimed(job);
    }
}

static void on_claim(FairyClaim *claim, const GError *error, gpointer data)
{
    FairyJob *job = data;
    job->claiming = NULL;
    fairy_job_stop_claiming(job);
    job->claim = claim;
    job->unclaimed = claim ? NULL : g_error_copy(error);
    fairy_job_stop_looking(job, go_on);
}

static void give_up(FairyJob *job)
{
    fairy_job_stop_claiming(job);
    job->unclaimed = fairy_job_interruption();
    fairy_job_stop_looking(job, go_on);
}

void fairy_job_claim(FairyJob *job, void (*claimed)(FairyJob *job))
{
    if (job->claim) {
        claimed(job);
        return;
    }
    job->claimed = claimed;
    job->claiming = fairy_claim_start(job->output, on_claim, job);
    if (!job->doc) { /* later, what was done is worth waiting for */
        fairy_job_watch_interrupt(job, give_up);
        fairy_job_look_for_other(job);
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

void fairy_job_note(const FairyJob *job, const char *what, const char *path, gint64 since)
{
    if (!job->options.funcs.note) {
        return;
    }
    SvgBox page = svg_document_page(job->doc);
    g_autofree char *line = g_strdup_printf("%s %s, page %g x %g, version %u, %.1f ms", what, path,
                                            page.w, page.h, svg_document_version(job->doc),
                                            (double)(g_get_monotonic_time() - since) / 1000);
    job->options.funcs.note(line, job->options.data);
}

gboolean fairy_job_load(FairyJob *job, GError **error)
{
    gint64 start = g_get_monotonic_time();
    const FairyJobOptions *options = &job->options;
    const char *name = options->name ? options->name : job->file;
    if (!options->bytes) {
        job->read = job->claim ? *fairy_claim_state(job->claim) : svg_file_state(job->file);
    }
    if (options->bytes) {
        gsize len;
        const char *text = g_bytes_get_data(options->bytes, &len);
        job->doc = svg_document_parse(text, len, name ? name : "drawing", error);
    } else {
        job->doc = svg_document_load(job->file, error);
    }
    if (job->doc) {
        fairy_job_note(job, "read", name ? name : "a drawing", start);
    }
    return job->doc != NULL;
}
