/* What was done is merged into what another program saved meanwhile. */
#include "host/job_priv.h"

#include <fairy/limits.h>
#include <svg/error.h>

enum {
    MOST_AGAIN = 5,
    AGAIN_MS = 20, /* twice as long each time */
};

gboolean fairy_job_is_outdated(const FairyJob *job)
{
    gboolean file = job->file && !job->options.bytes && job->read.regular;
    if (!file || !(job->own.doc || fairy_job_is_changed(job))) {
        return FALSE;
    }
    SvgFileState now =
        job->goes_on && job->claim ? *fairy_claim_state(job->claim) : svg_file_state(job->file);
    return !svg_file_state_equal(&now, &job->read);
}

gboolean fairy_job_may_merge_again(FairyJob *job, const GError *error, guint *ms)
{
    gboolean changed = !error || g_error_matches(error, SVG_ERROR, SVG_ERROR_CHANGED);
    *ms = AGAIN_MS << job->n_again;
    return job->goes_on && job->doc && changed && job->n_again++ < MOST_AGAIN;
}

/* --- merging ---------------------------------------------------------------------------------- */

SvgDocument *fairy_job_own_doc(const FairyJob *job)
{
    return job->own.doc ? job->own.doc : job->doc;
}

static GBytes *base_text(const FairyJob *job)
{
    return job->base ? g_bytes_ref(job->base) : svg_document_as_read(fairy_job_own_doc(job));
}

/* Of several fairies the log names none. */
static FairyOutcome outcome_of(const SvgMerge *merge, char *detail, cJSON *action)
{
    return (FairyOutcome){.type = (char *)"merge",
                          .status = merge->n_lost ? FAIRY_ADJUSTED : FAIRY_OK,
                          .detail = detail,
                          .action = action,
                          .wrote = TRUE};
}

/* The document has the merge as its only commit. */
static FairyJournalWriter *record_of(const FairyJob *job, SvgMerge *merge)
{
    FairyJournalWriter *record = fairy_journal_writer_new(&(FairyJournalWriterInfo){
        .command = job->options.command, .model = job->model, .words = job->words});
    gboolean undone = svg_document_undo(merge->doc);
    fairy_journal_writer_begin(record, merge->doc);
    fairy_journal_writer_end(record, fairy_job_word(job->ending.end));
    if (undone) {
        g_autofree char *detail = g_strdup_printf(
            "all of this run, merged with what another program saved: %u kept, %u lost",
            merge->n_kept, merge->n_lost);
        cJSON *action = fairy_job_merge_json(merge);
        FairyOutcome outcome = outcome_of(merge, detail, action);
        svg_document_redo(merge->doc);
        fairy_journal_writer_add(record, &outcome);
        cJSON_Delete(action);
    }
    return record;
}

static void drop(FairyJob *job)
{
    if (job->own.doc) {
        g_clear_pointer(&job->record, fairy_journal_writer_free);
        g_clear_pointer(&job->merge, svg_merge_free); /* with job->doc */
        job->doc = job->own.doc;
        job->record = job->own.record;
        job->own = (FairyJobOwn){0};
    }
}

static void take(FairyJob *job, SvgMerge *merge)
{
    job->own = (FairyJobOwn){job->doc, job->record};
    job->merge = merge;
    job->doc = merge->doc;
    job->record = job->own.record ? record_of(job, merge) : NULL;
}

void fairy_job_forget_merge(FairyJob *job)
{
    if (job->own.doc) {
        job->doc = g_steal_pointer(&job->own.doc);
        g_clear_pointer(&job->own.record, fairy_journal_writer_free);
    }
    g_clear_pointer(&job->merge, svg_merge_free);
    g_clear_pointer(&job->base, g_bytes_unref);
}

/* Where it was only touched, or is as it was again, there is nothing to merge. */
gboolean fairy_job_merge(FairyJob *job, GError **error)
{
    drop(job);
    g_autoptr(SvgDocument) theirs = svg_document_load(job->file, error);
    g_autoptr(GBytes) was = base_text(job);
    g_autoptr(GBytes) is = theirs ? svg_document_as_read(theirs) : NULL;
    if (!theirs || g_bytes_equal(was, is)) {
        return theirs != NULL;
    }
    g_autoptr(SvgDocument) base = svg_document_with_text(job->doc, was, error);
    SvgMerge *merge = base ? svg_merge(base, job->doc, theirs, "fairy", error) : NULL;
    if (merge) {
        take(job, merge);
    }
    return merge != NULL;
}

GError *fairy_job_save_aside(FairyJob *job, GError *error)
{
    g_autofree char *path = fairy_job_beside(job->file);
    SvgFileState there = svg_file_state(path);
    GError *failed = NULL;
    if (there.exists) {
        failed = g_error_new(SVG_ERROR, SVG_ERROR_CHANGED, "%s is there already", path);
    } else {
        svg_document_save_over(fairy_job_own_doc(job), path, TRUE, &there, &failed);
    }
    GError *told = g_error_new(
        SVG_ERROR, SVG_ERROR_CHANGED,
        "%s: something else changed it in the meantime, and what is there now can't be merged"
        " (%s); what was finished %s%s",
        job->file, error->message, failed ? "isn't written, as " : "is in ",
        failed ? failed->message : path);
    g_error_free(error);
    g_clear_error(&failed);
    return told;
}

/* --- telling ---------------------------------------------------------------------------------- */

static cJSON *item_json(const SvgMergeItem *item)
{
    cJSON *json = cJSON_CreateObject();
    g_autofree char *text = svg_merge_item_text(item);
    cJSON_AddStringToObject(json, "shapeId", item->id);
    cJSON_AddStringToObject(json, "fate", svg_merge_fate_name(item->fate));
    if (item->what) {
        cJSON_AddStringToObject(json, "what", item->what);
    }
    cJSON_AddStringToObject(json, "detail", text);
    return json;
}

cJSON *fairy_job_merge_json(const SvgMerge *merge)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "kept", merge->n_kept);
    cJSON_AddNumberToObject(json, "lost", merge->n_lost);
    cJSON *list = cJSON_AddArrayToObject(json, "conflicts");
    for (guint i = 0; i < merge->items->len; i++) {
        const SvgMergeItem *item = merge->items->pdata[i];
        if (item->fate != SVG_MERGE_KEPT) {
            cJSON_AddItemToArray(list, item_json(item));
        }
    }
    return json;
}

static void tell_item(const FairyJob *job, const SvgMergeItem *item)
{
    g_autofree char *text = svg_merge_item_text(item);
    fairy_job_warn(job, "%s: %s", job->file, text);
}

void fairy_job_tell_merge(const FairyJob *job)
{
    const SvgMerge *merge = job->merge;
    guint n = 0;
    fairy_job_warn(
        job,
        "%s: another program saved it in the meantime; what was done is merged into that:"
        " %u kept, %u lost",
        job->file, merge->n_kept, merge->n_lost);
    for (guint i = 0; i < merge->items->len; i++) {
        const SvgMergeItem *item = merge->items->pdata[i];
        if (item->fate != SVG_MERGE_KEPT && n++ < FAIRY_MAX_CONFLICTS_TOLD) {
            tell_item(job, item);
        }
    }
    if (n > FAIRY_MAX_CONFLICTS_TOLD) {
        fairy_job_warn(job, "%s: and %u more like these", job->file, n - FAIRY_MAX_CONFLICTS_TOLD);
    }
    if (job->options.funcs.merged) {
        job->options.funcs.merged(merge, job->options.data);
    }
}
