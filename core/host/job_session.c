/* What was said before goes on, and what is said now is kept. */
#include "talk.h"

#include "resume.h"

#include <stdlib.h>
#include <string.h>

static const char changed[] =
    "Since you saw it last, something else has changed the drawing: what you made may be another "
    "now, or gone. It is as shown below.";

/* These answer by the last words alone, or as they did once. */
static gboolean listens(const char *model)
{
    return strcmp(model, "offline") != 0 && !g_str_has_prefix(model, "replay:") &&
           !g_str_has_prefix(model, "replay+");
}

/* The drawing was left in another state than it is in now. */
static gboolean is_another(const CliEdit *edit)
{
    g_autofree char *digest = svg_document_digest(edit->doc);
    return !edit->as_left && edit->session->digest != NULL &&
           strcmp(edit->session->digest, digest) != 0;
}

static void go_on(CliEdit *edit, FairyAgentOptions *options)
{
    FairySession *session = edit->session;
    if (edit->options->has_origin || session->step <= 0) {
        session->origin = options->origin;
        session->step = fairy_coords_step_for(svg_document_page(edit->doc));
    }
    options->origin = session->origin;
    options->step = session->step;
    fairy_todos_clear(session->todos, TRUE);
    options->todos = session->todos;
    if (session->mode == FAIRY_MODE_ONE_SHOTTING_PAUSING) {
        options->mode = session->mode;
    }
    if (fairy_memory_items(session->memory)->len > 0 && is_another(edit)) {
        fairy_memory_add_prompt(session->memory, FAIRY_SOURCE_SELF, NULL, changed, NULL, NULL);
    }
}

/* The session of what is read; where that has none, of what an earlier run made of it. */
static FairySession *open_session(const CliEdit *edit, gboolean remember, GError **error)
{
    const char *name = edit->options->session;
    const char *file = strcmp(edit->file, "-") == 0 ? NULL : edit->file;
    name = name != NULL ? name : FAIRY_SESSION_DEFAULT;
    g_autoptr(FairySession) session = fairy_session_open(file, name, remember, error);
    if (session == NULL || session->document == NULL || session->begun != 0 || !remember) {
        return g_steal_pointer(&session);
    }
    g_autoptr(FairySession) other = fairy_session_open(edit->output, name, TRUE, NULL);
    gboolean goes_on = other != NULL && g_strcmp0(other->from, session->document) == 0;
    return goes_on ? g_steal_pointer(&other) : g_steal_pointer(&session);
}

/* What another run needs to go on with this one. */
static void expect(CliEdit *edit, const char *model)
{
    const FairyCheckpoint *resumed = edit->resumed;
    gboolean looks = edit->info == NULL; /* at what would be asked */
    if (looks || strcmp(edit->output, "-") == 0 || strcmp(edit->file, "-") == 0) {
        return;
    }
    edit->left = fairy_checkpoint_new();
    *edit->left = (FairyCheckpoint){
        .asked = g_strdup(resumed != NULL ? resumed->asked : edit->file),
        .reads = g_strdup(edit->file),
        .writes = g_strdup(edit->output),
        .session = g_strdup(edit->session->name),
        .words = g_strdup(edit->info->words),
        .model = g_strdup(model),
        .options = cli_resume_options(edit->options),
    };
}

/* What was said and done in the run that is gone on with. */
static void remember_run(CliEdit *edit, FairyAgentOptions *options)
{
    const FairyCheckpoint *run = edit->resumed;
    g_autoptr(GError) error = NULL;
    if (run == NULL || edit->anew) {
        return;
    }
    if (run->step > 0) {
        options->origin = edit->session->origin = run->origin;
        options->step = edit->session->step = run->step;
    }
    options->kept = run->life;
    if (!fairy_session_add(edit->session, run->chat, &error)) {
        cli_print_failure(CLI_EXIT_DONE, "the fairy doesn't know all that was said before: %s",
                          error->message);
    }
}

void cli_talk_begin(CliEdit *edit, const char *model, FairyAgentOptions *options)
{
    g_autoptr(GError) error = NULL;
    gboolean remember = listens(model) && !edit->options->no_session;
    FairySession *session = open_session(edit, remember, &error);
    options->seed = session != NULL ? session->seed : 0;
    if (edit->options->no_session) {
        fairy_session_free(session);
        return;
    }
    edit->session = session;
    if (session == NULL) {
        /* Without the journal the end of the run tells why; here what that means for it. */
        if (remember) {
            cli_print_failure(CLI_EXIT_DONE, "the fairy doesn't know what was said before: %s",
                              error->message);
        }
        return;
    }
    options->memory = edit->session->memory;
    if (remember) {
        go_on(edit, options);
        remember_run(edit, options);
        expect(edit, model);
    }
}

/* --- keeping ---------------------------------------------------------------------------------- */

/* As all is now. Of what is too much to keep, the words alone. */
static void look(CliEdit *edit, const FairyAgent *agent)
{
    FairyCheckpoint *left = edit->left;
    cJSON_Delete(left->done);
    cJSON_Delete(left->chat);
    cJSON_Delete(left->life);
    left->done = fairy_journal_writer_json(edit->record);
    left->chat = left->done != NULL ? fairy_session_news(edit->session) : NULL;
    left->life = left->done != NULL ? fairy_agent_snapshot(agent) : NULL;
    g_free(left->before);
    left->before =
        g_strdup(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(left->done, "before")));
    left->origin = edit->session->origin;
    left->step = edit->session->step;
}

/* Once is said why it can't be: the end of the run tells the same. */
static void keep(CliEdit *edit)
{
    edit->kept = fairy_checkpoint_save(edit->left, NULL) ? g_get_monotonic_time() : 0;
}

void cli_talk_event(CliEdit *edit, const FairyEvent *event)
{
    if (edit->session == NULL) {
        return;
    }
    edit->session->mode = event->mode;
    if (edit->left == NULL) {
        return;
    }
    gint64 now = g_get_monotonic_time();
    gboolean over = event->kind == FAIRY_EVENT_REST;
    gboolean due = (edit->kept == 0 && !over) || event->kind == FAIRY_EVENT_REQUEST ||
                   (event->kind == FAIRY_EVENT_ACTION && now - edit->kept >= G_USEC_PER_SEC);
    if (due || (over && edit->kept != 0)) {
        look(edit, event->agent);
    }
    if (due) {
        keep(edit);
    }
}

/* As it was given; NULL for nothing. */
static cJSON *contexts_of(char *const *words)
{
    return words != NULL ? cJSON_CreateStringArray((const char *const *)words,
                                                   (int)g_strv_length((char **)words))
                         : NULL;
}

void cli_talk_note(CliEdit *edit, const char *model, const FairyBudget *budget)
{
    FairySession *session = edit->session;
    if (session == NULL) {
        return;
    }
    edit->spent = (FairyRunCost){.requests = fairy_budget_requests(budget),
                                 .usage = *fairy_budget_usage(budget),
                                 .cost = fairy_budget_cost(budget)};
    g_free(session->model);
    session->model = g_strdup(model);
    session->view = edit->options->view;
    cJSON_Delete(session->contexts);
    session->contexts = contexts_of(edit->options->context);
}

void cli_talk_write(CliEdit *edit, int code)
{
    if (edit->left != NULL && (edit->kept != 0 || edit->redone)) {
        edit->left->over = cli_exit_word(code) == NULL;
        keep(edit);
    }
}

/* The drawing has all that was done. */
static const FairyCheckpoint *rest_of(CliEdit *edit, int code)
{
    FairyCheckpoint *left = edit->left;
    if (left == NULL || edit->kept == 0 || cli_exit_word(code) == NULL) {
        return NULL;
    }
    left->why = g_strdup(cli_exit_word(code));
    g_clear_pointer(&left->done, cJSON_Delete);
    g_clear_pointer(&left->chat, cJSON_Delete);
    g_free(left->before);
    left->before = g_strdup(edit->session->digest);
    return left;
}

static void save_all(CliEdit *edit, int code, GError **error)
{
    FairySession *session = edit->session;
    g_free(session->digest);
    g_free(session->from);
    session->digest = svg_document_digest(edit->doc);
    session->from = strcmp(edit->file, "-") == 0 ? NULL : realpath(edit->file, NULL);
    fairy_session_save(session, edit->output, &edit->spent, rest_of(edit, code), error);
}

void cli_talk_end(CliEdit *edit, int code)
{
    g_autoptr(GError) error = NULL;
    if (edit->session == NULL || strcmp(edit->output, "-") == 0) {
        return;
    }
    if (edit->written) {
        save_all(edit, code, &error);
    } else {
        if (edit->kept != 0) {
            edit->left->why = g_strdup(cli_exit_word(code));
            keep(edit);
        }
        fairy_session_spend(edit->session, &edit->spent, &error);
    }
    if (error != NULL && !edit->warned) {
        cli_print_failure(CLI_EXIT_DONE, "what was said isn't kept: %s", error->message);
    }
}
