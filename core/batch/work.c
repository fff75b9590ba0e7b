/* One drawing: a job from its beginning to its result, in whichever thread. */
#include "batch/batch_priv.h"
#include "offline/offline.h"

#include <string.h>

typedef struct {
    FairyBatchResult *result;
    FairyNetwork *network;
    FairyBatchDoneFunc done;
    gpointer data;
    FairyJob *job;
    GBytes *drawing;    /* what was handed over */
    GHashTable *before; /* what a job's checks need of it as it was; NULL = nothing */
    char *detail;       /* why an action was refused, the first */
    guint n_amiss;      /* that were refused for what isn't in the drawing */
    guint n_unchanged;  /* as what they ask for is so already */
} Work;

void fairy_batch_result_free(gpointer data)
{
    FairyBatchResult *result = data;
    g_clear_pointer(&result->warnings, g_ptr_array_unref);
    g_clear_pointer(&result->findings, g_ptr_array_unref);
    g_clear_error(&result->fatal);
    g_free(result->reason);
    g_free(result->after);
    g_free(result->boxes);
    g_free(result);
}

static void end_work(Work *work)
{
    FairyBatchResult *result = work->result;
    FairyBatchDoneFunc done = work->done;
    gpointer data = work->data;
    fairy_job_free(work->job);
    g_clear_pointer(&work->drawing, g_bytes_unref);
    g_clear_pointer(&work->before, g_hash_table_unref);
    g_free(work->detail);
    g_free(work);
    done(result, data);
}

static void set_failed(FairyBatchResult *result, const char *reason)
{
    result->state = FAIRY_BATCH_FAILED;
    g_free(result->reason);
    result->reason = g_strdup(reason);
}

/* --- what is heard ---------------------------------------------------------------------------- */

typedef struct {
    FairyBatch *batch;
    char *why;
    gint64 ms;
} Wait;

static void wait_free(gpointer data)
{
    g_free(((Wait *)data)->why);
    g_free(data);
}

static gboolean on_wait(gpointer data)
{
    const Wait *wait = data;
    fairy_batch_note_wait(wait->batch, wait->why, wait->ms);
    return G_SOURCE_REMOVE;
}

/* Before the result of this drawing is, so that the batch is still there. */
static void tell_wait(FairyBatch *batch, const FairyEvent *event)
{
    Wait *wait = g_new0(Wait, 1);
    *wait = (Wait){batch, g_strdup(event->api_error->message), event->wait_ms};
    fairy_batch_call(batch->context, on_wait, wait, wait_free);
}

static void on_event(const FairyEvent *event, gpointer data)
{
    Work *work = data;
    const FairyOutcome *outcome = event->outcome;
    if (event->kind == FAIRY_EVENT_WAIT && fairy_api_error_is_wait(event->api_error)) {
        tell_wait(work->result->batch, event);
    }
    if (event->kind != FAIRY_EVENT_ACTION) {
        return;
    }
    if (outcome->status != FAIRY_REFUSED) {
        work->result->actions++;
        return;
    }
    if (outcome->unchanged) {
        work->n_unchanged++;
        return;
    }
    work->n_amiss += fairy_offline_means_nothing(outcome->detail);
    if (work->result->refused++ == 0) {
        work->detail = g_strdup(outcome->detail);
    }
}

static void on_warning(const char *line, gpointer data)
{
    FairyBatchResult *result = ((Work *)data)->result;
    result->warnings = result->warnings ? result->warnings : g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(result->warnings, g_strdup_printf("%s: %s", result->item->path, line));
}

static GBytes *on_read(SvgDocument *doc, gpointer data, GError **error)
{
    Work *work = data;
    return fairy_batch_answer(work->result->batch, work->result->item, doc, &work->before, error);
}

static gboolean on_drawing(SvgDocument *doc, gpointer data, GError **error)
{
    Work *work = data;
    if (work->result->batch->options.to != FAIRY_BATCH_OUT) {
        return TRUE;
    }
    work->drawing = svg_document_print(doc, error);
    return work->drawing != NULL;
}

/* --- what it came to -------------------------------------------------------------------------- */

/* Words of the offline model for what this drawing doesn't have, or all is as it is asked for. */
static gboolean is_all_there(const Work *work, const FairyJobEnding *ending)
{
    const FairyBatch *batch = work->result->batch;
    gboolean amiss = g_strcmp0(batch->model, "offline") == 0 && work->result->actions == 0;
    return ending->n_open == 0 && work->n_amiss == work->result->refused &&
           (amiss || work->n_unchanged > 0);
}

static FairyBatchState state_of(const Work *work, const FairyJobEnding *ending)
{
    switch (ending->end) {
    case FAIRY_JOB_DONE:
        return ending->changed ? FAIRY_BATCH_DONE : FAIRY_BATCH_UNCHANGED;
    case FAIRY_JOB_REFUSED:
        return !is_all_there(work, ending) ? FAIRY_BATCH_PARTLY
               : ending->changed           ? FAIRY_BATCH_DONE
                                           : FAIRY_BATCH_UNCHANGED;
    case FAIRY_JOB_BUDGET:
        return ending->changed ? FAIRY_BATCH_PARTLY : FAIRY_BATCH_FAILED;
    case FAIRY_JOB_INTERRUPTED:
        return FAIRY_BATCH_WAITING;
    default:
        return FAIRY_BATCH_FAILED;
    }
}

static void on_written(const char *digest, const GError *error, gpointer data)
{
    Work *work = data;
    if (error) {
        set_failed(work->result, error->message);
    } else {
        work->result->after = g_strdup(digest);
        work->result->boxes = fairy_batch_boxes(fairy_job_document(work->job));
    }
    end_work(work);
}

static gboolean is_to_be_written(const Work *work)
{
    return work->drawing && work->result->state != FAIRY_BATCH_WAITING &&
           work->result->state != FAIRY_BATCH_FAILED;
}

/* The drawing is named beside it: "PATH:1: …" becomes "line 1: …". */
static char *without_path(const char *message, const char *path)
{
    gboolean named = message && g_str_has_prefix(message, path) && message[strlen(path)] == ':';
    const char *rest = named ? message + strlen(path) + 1 : message;
    return named && g_ascii_isdigit(*rest) ? g_strconcat("line ", rest, NULL)
           : named                         ? g_strdup(rest + strspn(rest, " "))
                                           : g_strdup(message);
}

static const char *reason_of(const Work *work, const FairyJobEnding *ending)
{
    FairyBatchState state = work->result->state;
    gboolean told = state == FAIRY_BATCH_PARTLY || state == FAIRY_BATCH_UNCHANGED;
    return ending->error                 ? ending->error->message
           : told && work->detail        ? work->detail
           : state == FAIRY_BATCH_PARTLY ? "something that was to do is left"
                                         : NULL;
}

static void note_cost(FairyBatchResult *result, const FairyBudget *budget)
{
    if (budget) {
        result->tokens = fairy_usage_tokens(fairy_budget_usage(budget));
        result->usd = fairy_budget_cost(budget).usd;
    }
}

/* Lints are those of the file as it is, where it would be changed, too. */
static void note_findings(FairyBatchResult *result, SvgDocument *doc)
{
    if (result->batch->options.to != FAIRY_BATCH_NOWHERE || !doc) {
        return;
    }
    FairyFinding *change = fairy_finding_of_change(doc, result->actions);
    g_autoptr(SvgDocument) was = change ? svg_document_load(result->item->absolute, NULL) : NULL;
    result->findings = change && !was ? g_ptr_array_new_with_free_func(fairy_finding_free)
                                      : fairy_findings(change ? was : doc, NULL);
    if (change) {
        g_ptr_array_insert(result->findings, 0, change);
    }
}

static void note_ending(const Work *work, const FairyJobEnding *ending)
{
    FairyBatchResult *result = work->result;
    gboolean in_place = result->batch->options.to == FAIRY_BATCH_IN_PLACE;
    note_cost(result, ending->budget);
    result->state = state_of(work, ending);
    g_free(result->reason);
    result->reason = without_path(reason_of(work, ending), result->item->absolute);
    if (in_place && ending->end == FAIRY_JOB_INTERRUPTED && ending->written) {
        result->state = FAIRY_BATCH_PARTLY;
    }
    if (ending->short_of_purse && !(in_place && ending->written)) {
        result->state = FAIRY_BATCH_WAITING;
        result->short_of_purse = TRUE;
    } else if (ending->end == FAIRY_JOB_USAGE) {
        result->state = FAIRY_BATCH_WAITING;
        result->fatal = g_error_copy(ending->error);
    }
    fairy_batch_judge(result, fairy_job_document(work->job), work->before);
}

/* As if it were written already. */
static gboolean on_intend(const FairyJobEnding *ending, const char *digest, gpointer data,
                          GError **error)
{
    Work *work = data;
    FairyBatchResult *result = work->result;
    FairyJobEnding then = *ending;
    then.written = TRUE;
    note_ending(work, &then);
    const FairyBatchItem item = {.id = result->item->id,
                                 .intended = result->state,
                                 .reason = result->reason,
                                 .actions = result->actions,
                                 .refused = result->refused,
                                 .tokens = result->item->tokens + result->tokens,
                                 .usd = result->item->usd + result->usd,
                                 .after = (char *)digest};
    return fairy_progress_intend(result->batch->progress, &item, error);
}

static void on_finished(FairyJob *job, const FairyJobEnding *ending, gpointer data)
{
    Work *work = data;
    FairyBatchResult *result = work->result;
    gboolean in_place = result->batch->options.to == FAIRY_BATCH_IN_PLACE;
    note_ending(work, ending);
    note_findings(result, fairy_job_document(job));
    if (in_place && ending->written) {
        result->after = fairy_batch_digest(result->item->absolute, NULL);
    }
    if (is_to_be_written(work)) {
        const FairyBatchWrite write = {.path = result->item->output,
                                       .bytes = work->drawing,
                                       .digest = ending->changed ? NULL : result->item->before,
                                       .done = on_written,
                                       .data = work};
        fairy_batch_write(result->batch, &write);
    } else {
        end_work(work);
    }
}

/* --- begun ------------------------------------------------------------------------------------ */

static const char *name_of_reply(const FairyBatch *batch)
{
    const FairyBatchOptions *options = &batch->options;
    return options->annotation ? fairy_annotation_name(options->annotation) : options->reply_name;
}

static FairyJobOptions options_of(Work *work)
{
    FairyBatch *batch = work->result->batch;
    gboolean in_place = batch->options.to == FAIRY_BATCH_IN_PLACE;
    FairyJobOptions options = batch->options.job;
    options.command = "batch";
    options.path = work->result->item->absolute;
    options.to = in_place ? FAIRY_JOB_IN_PLACE : FAIRY_JOB_HANDED;
    options.forgets = !in_place;
    options.patient = TRUE;
    options.network = work->network;
    options.no_session = TRUE;
    options.model = batch->model;
    options.purse = batch->purse;
    options.max_cost = -1;
    options.has_reply = batch->model == NULL;
    options.reply = -1;
    options.reply_name = name_of_reply(batch);
    options.funcs = (FairyJobFuncs){.event = on_event,
                                    .warn = on_warning,
                                    .reply = on_read,
                                    .deliver = on_drawing,
                                    .intend = in_place ? on_intend : NULL};
    options.data = work;
    return options;
}

static gboolean on_idle(gpointer data)
{
    end_work(data);
    return G_SOURCE_REMOVE;
}

static gboolean on_estimate(gpointer data)
{
    fairy_batch_estimate(((Work *)data)->result);
    end_work(data);
    return G_SOURCE_REMOVE;
}

static void call_later(Work *work, GSourceFunc func)
{
    GSource *source = g_idle_source_new();
    g_source_set_callback(source, func, work, NULL);
    g_source_attach(source, g_main_context_get_thread_default());
    g_source_unref(source);
}

static void begin(Work *work)
{
    GError *error = NULL;
    FairyJobOptions options = options_of(work);
    work->job = fairy_job_new(&options, &error);
    if (work->job) {
        fairy_job_start(work->job, on_finished, work);
    } else {
        work->result->fatal = error;
        call_later(work, on_idle);
    }
}

void fairy_batch_work(FairyBatch *batch, FairyBatchItem *item, FairyNetwork *network,
                      FairyBatchDoneFunc done, gpointer data)
{
    Work *work = g_new0(Work, 1);
    *work = (Work){.network = network, .done = done, .data = data};
    work->result = g_new0(FairyBatchResult, 1);
    work->result->batch = batch;
    work->result->item = item;
    if (batch->options.dry) {
        call_later(work, on_estimate);
    } else {
        begin(work);
    }
}
