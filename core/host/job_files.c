/* Where a drawing comes from and goes to. */
#include "base/claim.h"
#include "host/job_priv.h"

#include <fairy/limits.h>

#include <stdlib.h>
#include <string.h>

enum { CLAIM_POLL_MS = 20 };

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
    gboolean edited = options->bytes && options->to == FAIRY_JOB_HANDED;
    job->file = options->path;
    job->output = output_of(options);
    job->keeps = job->output ? job->output : edited ? job->file : NULL;
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

/* Replaced is only what the journal has written there last. `n_done` is how much that was. */
static gboolean check_result(FairyJob *job, guint *n_done, GError **error)
{
    job->was = svg_file_state(job->output);
    *n_done = 0;
    return !job->was.exists || fairy_journal_is_result(job->output, n_done) || job->options.force ||
           fail_to_replace(job, error);
}

static gboolean check_beside(FairyJob *job, GError **error)
{
    guint n_done;
    if (!check_result(job, &n_done, error)) {
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

/* Before the drawing is read it may be interrupted; what was done is worth waiting for. */
static gboolean is_given_up(const FairyJob *job)
{
    return g_get_monotonic_time() >= job->claim_until ||
           (!job->doc && fairy_job_is_interrupted(job));
}

static void claim(FairyJob *job)
{
    GError *error = NULL;
    job->claim = fairy_claim_within(job->output, 0, &error);
    gboolean busy = g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_BUSY);
    if (job->claim) {
        job->claimed(job);
    } else if (busy && !is_given_up(job)) {
        g_clear_error(&error);
        fairy_job_next(job, claim, CLAIM_POLL_MS);
    } else if (!job->doc && fairy_job_is_interrupted(job)) {
        g_clear_error(&error);
        fairy_job_fail(job, fairy_job_interruption());
    } else {
        fairy_job_fail(job, error);
    }
}

void fairy_job_claim(FairyJob *job, void (*claimed)(FairyJob *job))
{
    job->claimed = claimed;
    job->claim_until = g_get_monotonic_time() + (gint64)FAIRY_MAX_WAIT_MS * 1000;
    if (job->claim) {
        claimed(job);
    } else {
        claim(job);
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

static void note(const FairyJob *job, const char *what, const char *path, gint64 since)
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
    if (options->bytes) {
        gsize len;
        const char *text = g_bytes_get_data(options->bytes, &len);
        job->doc = svg_document_parse(text, len, name ? name : "drawing", error);
    } else {
        job->doc = svg_document_load(job->file, error);
    }
    if (job->doc) {
        note(job, "read", name ? name : "a drawing", start);
    }
    return job->doc != NULL;
}

/* --- writing ---------------------------------------------------------------------------------- */

static gboolean report(const FairyJob *job, GError **error)
{
    const FairyJobFuncs *funcs = &job->options.funcs;
    return !funcs->report || funcs->report(job->options.data, error);
}

static gboolean commit(gpointer saving, GError **error)
{
    return svg_saving_commit(saving, error);
}

/* What was said of the journal where it couldn't be kept. */
static void note_kept(FairyJob *job, char *warning)
{
    job->warned = warning != NULL;
    if (warning) {
        fairy_job_warn(job, "%s", warning);
    }
    g_free(warning);
}

/* The drawing is on its way to the disk while all is told, and the journal is. */
static gboolean write_file(FairyJob *job, GError **error)
{
    gboolean by_name = job->options.to != FAIRY_JOB_IN_PLACE;
    guint n_done;
    char *warning = NULL;
    if (!fairy_claim_check(job->claim, error)) {
        return FALSE;
    }
    SvgFileState now = *fairy_claim_state(job->claim);
    if (job->options.to == FAIRY_JOB_BESIDE && !svg_file_state_equal(&now, &job->was) &&
        !check_result(job, &n_done, error)) {
        return FALSE;
    }
    g_autoptr(SvgSaving) saving = svg_document_save_begin(job->doc, job->output, by_name,
                                                          fairy_claim_state(job->claim), error);
    if (!saving || !report(job, error)) {
        return FALSE;
    }
    if (!job->record) {
        return commit(saving, error);
    }
    gboolean good = fairy_journal_writer_save(job->record, job->output, job->goes_on, commit,
                                              saving, &warning, error);
    note_kept(job, warning);
    return good;
}

static gboolean deliver(gpointer data, GError **error)
{
    const FairyJob *job = data;
    return job->options.funcs.deliver(job->doc, job->options.data, error);
}

/* Of a drawing that is open in an editor, the journal keeps what is handed over. */
static gboolean hand_over(FairyJob *job, GError **error)
{
    char *warning = NULL;
    if (!report(job, error)) {
        return FALSE;
    }
    if (!job->record) {
        return deliver(job, error);
    }
    g_autoptr(GError) busy = NULL;
    g_autoptr(FairyClaim) claim = fairy_claim_within(job->keeps, 0, &busy);
    if (!claim) {
        fairy_job_warn(job, "this can't be undone later: %s", busy->message);
        job->warned = TRUE;
        return deliver(job, error);
    }
    gboolean good =
        fairy_journal_writer_save(job->record, job->keeps, TRUE, deliver, job, &warning, error);
    note_kept(job, warning);
    return good;
}

/* Who named a place for it gets all of it. */
gboolean fairy_job_will_write(const FairyJob *job)
{
    FairyJobOutput to = job->options.to;
    gboolean always = (to == FAIRY_JOB_NAMED || to == FAIRY_JOB_HANDED) && !job->settled;
    return always || fairy_job_is_changed(job);
}

gboolean fairy_job_write(FairyJob *job, GError **error)
{
    gint64 start = g_get_monotonic_time();
    if (!fairy_job_will_write(job)) {
        job->ending.written = job->settled;
        job->ending.path = job->settled ? job->output : NULL;
        return report(job, error);
    }
    job->ending.written = job->output ? write_file(job, error) : hand_over(job, error);
    if (!job->ending.written) {
        return FALSE;
    }
    job->ending.path = job->output;
    note(job, "wrote", job->output ? job->output : "the drawing", start);
    return TRUE;
}
