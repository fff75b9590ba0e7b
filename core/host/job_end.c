/* A job's end: what was done is written, where it is, and what was said is kept. */
#include "host/job_priv.h"

#include <svg/compare.h>
#include <svg/lint.h>

/* A fairy that is interrupted leaves what it has finished; a reply is carried out or it isn't. */
static gboolean counts(const FairyJob *job)
{
    FairyJobEnd end = job->ending.end;
    return fairy_job_writes_at(end) ||
           (end == FAIRY_JOB_INTERRUPTED && !job->options.has_reply && fairy_job_is_changed(job));
}

void fairy_job_note_ending(FairyJob *job)
{
    FairyJobEnding *ending = &job->ending;
    ending->error = job->error;
    ending->changed = fairy_job_is_changed(job);
    ending->n_open = job->n_open;
    ending->budget = job->spent.requests > 0 ? job->budget : NULL;
    ending->short_of_purse = job->budget && fairy_budget_is_short_of_purse(job->budget);
}

static void end(FairyJob *job)
{
    FairyJobEnding *ending = &job->ending;
    gboolean left = job->kept && fairy_job_word(ending->end);
    fairy_job_release_told(job);
    fairy_job_end_recording(job);
    g_clear_pointer(&job->saving, svg_saving_free);
    g_clear_pointer(&job->claim, fairy_claim_free);
    fairy_job_note_ending(job);
    ending->resume = left ? (ending->path ? ending->path : job->file) : NULL;
    ending->told = job->told;
    fairy_job_close_control(job);
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
    fairy_job_keep_after(job, job->ending.end, end);
}

static void hold(const FairyJob *job, gboolean held)
{
    if (job->options.funcs.hold) {
        job->options.funcs.hold(held, job->options.data);
    }
}

static void claim_and_write(FairyJob *job);

/* Another program is at the drawing, too: what it saves is merged. */
static gboolean try_again(FairyJob *job, const GError *error)
{
    guint ms;
    gboolean again = fairy_job_may_merge_again(job, error, &ms);
    if (again) {
        g_clear_pointer(&job->claim, fairy_claim_free);
        fairy_job_next_in(job, ms, claim_and_write);
    }
    return again;
}

static void on_written(FairyJob *job, GError *error)
{
    hold(job, FALSE);
    if (error && try_again(job, error)) {
        g_error_free(error);
        return;
    }
    job->counts = !error;
    if (error) {
        fail(job, error);
    } else if (job->merge) {
        fairy_job_tell_merge(job);
        fairy_job_remember_merge(job);
        gboolean done = job->ending.end == FAIRY_JOB_DONE && !job->merge->n_lost;
        job->ending.end =
            job->ending.end == FAIRY_JOB_DONE && !done ? FAIRY_JOB_REFUSED : job->ending.end;
    }
    keep_and_end(job);
}

static void write_all(FairyJob *job)
{
    hold(job, TRUE);
    fairy_job_write(job, on_written);
}

/* Nothing that was done is lost, also where it can't be merged. */
static void on_unmerged(FairyJob *job, GError *error)
{
    if (!job->goes_on) {
        fairy_job_warn(job,
                       "%s: another program has changed it since it was read, and what is there now"
                       " can't be merged (%s); what is written goes on from what was read",
                       job->file, error->message);
        g_error_free(error);
        write_all(job);
    } else if (try_again(job, NULL)) {
        g_error_free(error);
    } else {
        fail(job, fairy_job_save_aside(job, error));
        keep_and_end(job);
    }
}

static void merge_and_write(FairyJob *job)
{
    GError *error = NULL;
    if (fairy_job_is_outdated(job) && !fairy_job_merge(job, &error)) {
        on_unmerged(job, error);
    } else {
        write_all(job);
    }
}

static void claim_and_write(FairyJob *job)
{
    fairy_job_release_told(job);
    if (fairy_job_will_write(job) && job->output) {
        fairy_job_claim(job, merge_and_write);
    } else {
        merge_and_write(job);
    }
}

/* --- what nobody asked for -------------------------------------------------------------------- */

enum { MOST_WORSE = 5, MOST_READ = 100 };

typedef struct {
    const FairyJob *job;
    void (*tell)(const char *line, gpointer data);
    GHashTable *named; /* set of ids: of shapes that something was told of */
    guint n;
} Worse;

static void tell(Worse *worse, const char *line, const char *const *ids)
{
    gboolean known = FALSE;
    for (guint i = 0; ids[i]; i++) {
        known = g_hash_table_contains(worse->named, ids[i]) || known;
    }
    if (!known && worse->n++ < MOST_WORSE) {
        worse->tell(line, worse->job->options.data);
    }
    for (guint i = 0; ids[i] && !known; i++) {
        g_hash_table_add(worse->named, g_strdup(ids[i]));
    }
}

static void tell_places(Worse *worse)
{
    g_autoptr(GPtrArray) list = svg_document_worse(worse->job->doc, 0, MOST_READ);
    for (guint i = 0; i < list->len; i++) {
        const SvgWorse *one = list->pdata[i];
        g_autofree char *line =
            g_strjoin(" ", "note:", one->first, svg_worse_says(one->kind), one->second, NULL);
        if (svg_worse_is_grave(one->kind) && !svg_worse_is_told(one->kind)) {
            tell(worse, line, (const char *const[]){one->first, one->second, NULL});
        }
    }
}

static void tell_lints(Worse *worse)
{
    g_autoptr(GPtrArray) lints = svg_document_new_lints(worse->job->doc, 0);
    for (guint i = 0; i < lints->len; i++) {
        const SvgLint *lint = lints->pdata[i];
        g_autofree char *ids = g_strjoinv(", #", lint->ids);
        g_autofree char *line = g_strconcat("note: ", lint->message, " (#", ids, ")", NULL);
        tell(worse, line, (const char *const *)lint->ids);
    }
}

/* Faults that weren't there before, one of a shape. A model that goes by the drawing itself has
 * seen to it. That takes longer than most replies do: of these in a verbose mode. */
static void tell_worse(const FairyJob *job)
{
    const FairyJobFuncs *funcs = &job->options.funcs;
    gboolean asked = job->model && !g_str_equal(job->model, "offline");
    g_autoptr(GHashTable) named = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Worse worse = {job,
                   job->options.has_reply ? funcs->note
                   : asked                ? funcs->hint
                                          : NULL,
                   named, 0};
    if (!worse.tell || !job->doc || !svg_document_is_changed(job->doc)) {
        return;
    }
    tell_places(&worse);
    tell_lints(&worse);
    if (worse.n > MOST_WORSE) {
        g_autofree char *line =
            g_strdup_printf("note: and %u more; \"fairy lint\" tells them", worse.n - MOST_WORSE);
        worse.tell(line, job->options.data);
    }
}

static void end_run(FairyJob *job)
{
    tell_worse(job);
    fairy_job_hide_control(job);
    fairy_job_stop_keeping(job);
    fairy_job_end_frames(job);
    g_clear_pointer(&job->team, fairy_team_free);
    if (counts(job)) {
        fairy_job_keep_before(job, job->ending.end, claim_and_write);
    } else {
        keep_and_end(job);
    }
}

void fairy_job_over(FairyJob *job, FairyJobEnd way, GError *error)
{
    job->ending.end = way;
    job->error = error;
    fairy_job_next(job, end_run);
}

void fairy_job_fail(FairyJob *job, GError *error)
{
    fail(job, error);
    fairy_job_next(job, keep_and_end);
}

void fairy_job_told(FairyJob *job, const char *fairy)
{
    job->told = g_strdup(fairy);
    fairy_job_next(job, end);
}
