/* How what was done gets into its file, or to the editor, and into the journal. */
#include "base/claim.h"
#include "host/job_priv.h"

#include <svg/survey.h>

static gboolean report(FairyJob *job, GError **error)
{
    const FairyJobFuncs *funcs = &job->options.funcs;
    gboolean again = job->reported;
    job->reported = TRUE;
    return again || !funcs->report || funcs->report(job->options.data, error);
}

/* --- where it goes ---------------------------------------------------------------------------- */

static gboolean commit(gpointer data, GError **error)
{
    FairyJob *job = data;
    return svg_saving_commit(job->saving, error);
}

static gboolean deliver(gpointer data, GError **error)
{
    const FairyJob *job = data;
    return job->options.funcs.deliver(job->doc, job->options.data, error);
}

static gboolean put(FairyJob *job, GError **error)
{
    return job->output ? commit(job, error) : deliver(job, error);
}

static gboolean intend(FairyJob *job, GError **error)
{
    const FairyJobFuncs *funcs = &job->options.funcs;
    g_autofree char *digest = funcs->intend ? svg_saving_digest(job->saving) : NULL;
    if (!digest) {
        return TRUE;
    }
    fairy_job_note_ending(job);
    return funcs->intend(&job->ending, digest, job->options.data, error);
}

/* The drawing is on its way to the disk while all is told, and the journal is. */
static gboolean begin_file(FairyJob *job, GError **error)
{
    gboolean by_name = job->options.to != FAIRY_JOB_IN_PLACE;
    guint n_done;
    if (!fairy_claim_check(job->claim, error)) {
        return FALSE;
    }
    const SvgFileState *now = fairy_claim_state(job->claim);
    if (job->options.to == FAIRY_JOB_BESIDE && !svg_file_state_equal(now, &job->was) &&
        !fairy_job_check_result(job, &n_done, error)) {
        return FALSE;
    }
    job->saving = svg_document_save_begin(job->doc, job->output, by_name, now, error);
    return job->saving && report(job, error) && intend(job, error);
}

/* --- the journal ------------------------------------------------------------------------------ */

static void warn_of_journal(FairyJob *job, const GError *error)
{
    job->warned = TRUE;
    fairy_job_warn(job, "this can't be undone later: %s", error->message);
}

/* Whoever opens it in the program that made it sees it without what was done. */
static void warn_of_source(const FairyJob *job)
{
    SvgSource source;
    if (fairy_job_is_changed(job) && svg_document_source(job->doc, &source) && source.carried) {
        fairy_job_warn(job,
                       "the drawing was made by %s and carries its source %s, which doesn't have "
                       "these edits: they are lost when it is made again; \"fairy batch --job "
                       "drop-source\" takes it out",
                       source.program, source.carried);
    }
}

/* What took the place of the claimed file is locked by its saving, to the end of the job. */
static void end_writing(FairyJob *job, GError *error)
{
    if (error) {
        g_clear_pointer(&job->saving, svg_saving_free);
    }
    job->ending.written = !error;
    if (!error) {
        warn_of_source(job);
        job->ending.path = job->output;
        fairy_job_note(job, "wrote", job->output ? job->output : "the drawing", job->writing);
    }
    job->written(job, error);
}

/* One try: nothing is done while another process writes to the journal. */
static gboolean save(gpointer data, GError **error)
{
    FairyJob *job = data;
    gboolean goes_on = !job->output || job->goes_on;
    g_autoptr(GError) unkept = NULL;
    gboolean good = fairy_journal_writer_save(job->record, job->keeps, goes_on,
                                              job->output ? commit : deliver, job, &unkept, error);
    if (unkept) {
        warn_of_journal(job, unkept);
    }
    return good;
}

/* Another process is at the journal for too long: the drawing is worth more. */
static void on_saved(FairyJob *job, const GError *error)
{
    GError *failed = NULL;
    if (g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_BUSY)) {
        warn_of_journal(job, error);
        put(job, &failed);
    } else if (error) {
        failed = g_error_copy(error);
    }
    end_writing(job, failed);
}

/* Of a drawing that is open in an editor, the journal keeps what is handed over. */
static gboolean may_keep_handed(FairyJob *job)
{
    g_autoptr(GError) error = NULL;
    job->claim = job->claim ? job->claim : fairy_claim_within(job->keeps, 0, &error);
    if (!job->claim) {
        warn_of_journal(job, error);
    }
    return job->claim != NULL;
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Who named a place for it gets all of it. */
gboolean fairy_job_will_write(const FairyJob *job)
{
    FairyJobOutput to = job->options.to;
    gboolean always = (to == FAIRY_JOB_NAMED || to == FAIRY_JOB_HANDED) && !job->settled;
    return always || fairy_job_is_changed(job);
}

void fairy_job_write(FairyJob *job, void (*written)(FairyJob *job, GError *error))
{
    GError *error = NULL;
    job->written = written;
    job->writing = g_get_monotonic_time();
    if (!fairy_job_will_write(job)) {
        job->ending.written = job->settled;
        job->ending.path = job->settled ? job->output : NULL;
        report(job, &error);
        written(job, error);
    } else if (!(job->output ? begin_file(job, &error) : report(job, &error))) {
        end_writing(job, error);
    } else if (job->record && (job->output || may_keep_handed(job))) {
        fairy_job_store(job, save, on_saved);
    } else {
        put(job, &error);
        end_writing(job, error);
    }
}
