/* What was said before goes on, and what is said now is kept. */
#include "host/job_priv.h"

#include <stdlib.h>
#include <string.h>

gboolean fairy_job_listens(const char *model)
{
    return strcmp(model, "offline") != 0 && !g_str_has_prefix(model, "replay:") &&
           !g_str_has_prefix(model, "replay+");
}

const char *fairy_job_session_name(const FairyJob *job)
{
    const char *name = job->options.session ? job->options.session : FAIRY_SESSION_DEFAULT;
    return job->options.forgets || job->options.no_session ? NULL : name;
}

static void go_on(FairyJob *job, FairyAgentOptions *options)
{
    FairySession *session = job->session;
    if (job->options.has_origin || session->step <= 0) {
        session->origin = options->origin;
        session->step = fairy_coords_step_of(job->doc);
    }
    options->origin = session->origin;
    options->step = session->step;
    fairy_todos_clear(session->todos, TRUE);
    options->todos = session->todos;
    if (session->mode == FAIRY_MODE_ONE_SHOTTING_PAUSING) {
        options->mode = session->mode;
    }
    fairy_job_tell_others(job);
}

/* NULL for standard input, which is no file. */
static const char *file_of(const FairyJob *job)
{
    return g_strcmp0(job->file, "-") == 0 ? NULL : job->file;
}

/* The session of what is read, or of what an earlier run made of it: whichever was used last. */
static FairySession *open_session(const FairyJob *job, gboolean remember, GError **error)
{
    const char *name = job->options.session ? job->options.session : FAIRY_SESSION_DEFAULT;
    g_autoptr(FairySession) session = fairy_session_open(file_of(job), name, remember, error);
    if (!session || !session->document || !remember || !job->output || job->goes_on) {
        return g_steal_pointer(&session);
    }
    g_autoptr(FairySession) other = fairy_session_open(job->output, name, TRUE, NULL);
    gboolean goes_on =
        other && g_strcmp0(other->from, session->document) == 0 && other->used > session->used;
    return goes_on ? g_steal_pointer(&other) : g_steal_pointer(&session);
}

/* What another run needs to go on with this one. */
static void expect(FairyJob *job, const char *model)
{
    if (job->looks || !job->keeps || !file_of(job)) {
        return;
    }
    job->left = fairy_checkpoint_new();
    *job->left = (FairyCheckpoint){
        .asked = g_strdup(job->resumed ? job->resumed->asked : job->file),
        .reads = g_strdup(job->file),
        .writes = g_strdup(job->keeps),
        .session = g_strdup(job->session->name),
        .words = g_strdup(job->words),
        .model = g_strdup(model),
        .options = fairy_job_options_json(job),
    };
}

/* What was said and done in the run that is gone on with. */
static void remember_run(FairyJob *job, FairyAgentOptions *options)
{
    const FairyCheckpoint *run = job->resumed;
    g_autoptr(GError) error = NULL;
    if (!run || job->anew) {
        return;
    }
    if (run->step > 0) {
        options->origin = job->session->origin = run->origin;
        options->step = job->session->step = run->step;
    }
    options->kept = run->life;
    if (!fairy_session_add_items(job->session, run->chat, &error)) {
        fairy_job_warn(job, "the fairy doesn't know all that was said before: %s", error->message);
    }
}

void fairy_job_begin_session(FairyJob *job, const char *model, FairyAgentOptions *options)
{
    g_autoptr(GError) error = NULL;
    gboolean forgets = job->options.forgets, remember = fairy_job_listens(model) && !forgets;
    if (job->options.no_session) {
        return; /* and the journal isn't even opened for one */
    }
    FairySession *session = open_session(job, remember, &error);
    options->seed = session ? session->seed : 0;
    if (forgets) {
        fairy_session_free(session);
        return;
    }
    job->session = session;
    if (!session) {
        /* Without the journal the end of the run tells why; here what that means for it. */
        if (remember) {
            fairy_job_warn(job, "the fairy doesn't know what was said before: %s", error->message);
        }
        return;
    }
    options->memory = job->session->memory;
    if (remember) {
        go_on(job, options);
        remember_run(job, options);
        expect(job, model);
    }
}

/* --- keeping ---------------------------------------------------------------------------------- */

/* As all is now. Of what is too much to keep, the words alone. */
static void look(FairyJob *job)
{
    FairyCheckpoint *left = job->left;
    cJSON_Delete(left->done);
    cJSON_Delete(left->chat);
    cJSON_Delete(left->life);
    left->done = fairy_journal_writer_json(job->record);
    left->chat = left->done ? fairy_session_new_items(job->session) : NULL;
    left->life = left->done ? fairy_team_snapshot(job->team) : NULL;
    g_free(left->before);
    left->before =
        g_strdup(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(left->done, "before")));
    left->origin = job->session->origin;
    left->step = job->session->step;
}

static gboolean save_checkpoint(gpointer data, GError **error)
{
    const FairyJob *job = data;
    return fairy_checkpoint_save(job->left, error);
}

enum {
    KEEP_SHARE = 10,          /* what keeping takes is a tenth of the time at most */
    KEEP_LATEST_US = 1000000, /* but it isn't put off for longer */
    KEEP_AGAIN_US = 5000,     /* where another process is at it */
};

void fairy_job_stop_keeping(FairyJob *job)
{
    if (job->keeping) {
        g_source_destroy(job->keeping);
        g_clear_pointer(&job->keeping, g_source_unref);
    }
}

void fairy_job_release_told(FairyJob *job)
{
    if (job->unkept && job->options.funcs.kept) {
        job->options.funcs.kept(TRUE, job->options.data);
    }
    job->unkept = 0;
    for (cJSON *json; (json = g_queue_pop_head(&job->unshown));) {
        fairy_job_show_kept(job, json);
    }
}

void fairy_job_show_kept(FairyJob *job, cJSON *json)
{
    if (job->unkept) {
        g_queue_push_tail(&job->unshown, json);
    } else if (job->control) {
        fairy_control_show(job->control, json);
    } else {
        cJSON_Delete(json);
    }
}

/* A kill would lose it: until it is kept it isn't told. */
static void hold_told(FairyJob *job)
{
    if (!job->unkept && job->options.funcs.kept) {
        job->options.funcs.kept(FALSE, job->options.data);
    }
    job->unkept = job->unkept ? job->unkept : g_get_monotonic_time();
}

static void keep_later(FairyJob *job);

/* Nothing is said of what fails: the end of the run tells the same. Nothing waits for it for long,
 * either. */
static void keep(FairyJob *job)
{
    g_autoptr(GError) error = NULL;
    gint64 begun = g_get_monotonic_time();
    fairy_job_stop_keeping(job);
    look(job);
    gboolean kept = fairy_journal_try(save_checkpoint, job, &error);
    gint64 now = g_get_monotonic_time();
    job->kept = job->kept || kept;
    job->keep_next = now + MIN((now - begun) * KEEP_SHARE, KEEP_LATEST_US);
    if (job->unkept && g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_BUSY) &&
        now - job->unkept < KEEP_LATEST_US) {
        job->keep_next = now + KEEP_AGAIN_US;
        keep_later(job);
    } else {
        fairy_job_release_told(job);
    }
}

static gboolean on_keep(gpointer data)
{
    FairyJob *job = data;
    if (job->team && !job->next) {
        keep(job);
    } else {
        fairy_job_stop_keeping(job);
    }
    return G_SOURCE_REMOVE;
}

static void keep_later(FairyJob *job)
{
    gint64 left = MAX(job->keep_next - g_get_monotonic_time(), 0);
    if (!job->keeping) {
        job->keeping = g_timeout_source_new((guint)(left / G_TIME_SPAN_MILLISECOND) + 1);
        g_source_set_callback(job->keeping, on_keep, job, NULL);
        g_source_attach(job->keeping, job->context);
    }
}

/* At once, or when it is time for it again. */
static void keep_soon(FairyJob *job)
{
    if (job->keep_next <= g_get_monotonic_time()) {
        keep(job);
    } else {
        keep_later(job);
    }
}

void fairy_job_keep_event(FairyJob *job, const FairyEvent *event)
{
    if (!job->session) {
        return;
    }
    job->session->mode = event->mode;
    if (!job->left) {
        return;
    }
    gboolean over = event->kind == FAIRY_EVENT_REST;
    if (event->kind == FAIRY_EVENT_REQUEST) {
        keep(job);
    } else if (event->kind == FAIRY_EVENT_ACTION) {
        hold_told(job);
        keep_soon(job);
    } else if (!job->kept && !over) {
        keep_soon(job);
    } else if (over && job->kept) {
        look(job);
    }
}

void fairy_job_keep_told(FairyJob *job)
{
    if (job->left) {
        keep_soon(job);
    }
}

/* As it was given; NULL for nothing. */
static cJSON *contexts_of(const char *const *words)
{
    return words ? cJSON_CreateStringArray(words, (int)g_strv_length((char **)words)) : NULL;
}

void fairy_job_note_spent(FairyJob *job)
{
    FairySession *session = job->session;
    job->spent = (FairyRunCost){.requests = fairy_budget_requests(job->budget),
                                .usage = *fairy_budget_usage(job->budget),
                                .cost = fairy_budget_cost(job->budget)};
    if (!session) {
        return;
    }
    g_free(session->model);
    session->model = g_strdup(job->model);
    session->view = job->options.view;
    cJSON_Delete(session->contexts);
    session->contexts = contexts_of(job->options.context);
}

static void on_kept_before(FairyJob *job, const GError *error)
{
    job->kept = job->kept || !error;
    job->next_step(job);
}

void fairy_job_keep_before(FairyJob *job, FairyJobEnd end, void (*next)(FairyJob *job))
{
    if (job->left && (job->kept || job->redone)) {
        job->left->over = !fairy_job_word(end);
        job->next_step = next;
        fairy_job_store(job, save_checkpoint, on_kept_before);
    } else {
        next(job);
    }
}

/* Of a run that isn't done, with the drawing that has what was done; where nothing was written,
 * with the one it was said of. */
static void prepare_all(FairyJob *job, FairyJobEnd end)
{
    FairySession *session = job->session;
    g_free(session->from);
    fairy_job_keep_former(job);
    session->from = file_of(job) ? realpath(job->file, NULL) : NULL;
    job->unfinished = job->left && job->kept && fairy_job_word(end);
    if (job->unfinished) {
        g_clear_pointer(&job->left->done, cJSON_Delete);
        g_clear_pointer(&job->left->chat, cJSON_Delete);
        g_free(job->left->before);
        job->left->before = svg_document_digest(job->doc);
    }
}

static gboolean save_all(gpointer data, GError **error)
{
    FairyJob *job = data;
    FairySession *session = job->session;
    g_autofree char *path =
        g_strdup(job->ending.written || !session->document ? job->keeps : session->document);
    return fairy_session_save(session, path, &job->spent, job->kept ? job->left : NULL, error);
}

static gboolean save_cost(gpointer data, GError **error)
{
    FairyJob *job = data;
    return (!job->kept || fairy_checkpoint_save(job->left, error)) &&
           fairy_session_save_cost(job->session, &job->spent, error);
}

static void on_kept_after(FairyJob *job, const GError *error)
{
    if (error && !job->warned) {
        fairy_job_warn(job, "what was said isn't kept: %s", error->message);
    }
    job->next_step(job);
}

void fairy_job_keep_after(FairyJob *job, FairyJobEnd end, void (*next)(FairyJob *job))
{
    if (!job->session || !job->keeps) {
        next(job);
        return;
    }
    if (job->left && job->kept) {
        job->left->why = g_strdup(fairy_job_word(end));
    }
    if (job->counts) {
        prepare_all(job, end);
    }
    job->next_step = next;
    fairy_job_store(job, job->counts ? save_all : save_cost, on_kept_after);
}
