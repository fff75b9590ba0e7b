/* What was said before goes on, and what is said now is kept. */
#include "talk.h"

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
    return edit->session->digest != NULL && strcmp(edit->session->digest, digest) != 0;
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
        fairy_memory_add_prompt(session->memory, FAIRY_SOURCE_SELF, NULL, changed, NULL);
    }
}

void cli_talk_begin(CliEdit *edit, const char *model, FairyAgentOptions *options)
{
    g_autoptr(GError) error = NULL;
    const char *name = edit->options->session;
    gboolean remember = listens(model) && !edit->options->no_session;
    FairySession *session =
        fairy_session_open(strcmp(edit->file, "-") == 0 ? NULL : edit->file,
                           name != NULL ? name : FAIRY_SESSION_DEFAULT, remember, &error);
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
    edit->spent = (FairySpent){.requests = fairy_budget_requests(budget),
                               .usage = *fairy_budget_usage(budget),
                               .cost = fairy_budget_cost(budget)};
    g_free(session->model);
    session->model = g_strdup(model);
    session->view = edit->options->view;
    cJSON_Delete(session->contexts);
    session->contexts = contexts_of(edit->options->context);
}

void cli_talk_end(CliEdit *edit, gboolean written)
{
    g_autoptr(GError) error = NULL;
    FairySession *session = edit->session;
    if (session == NULL || strcmp(edit->output, "-") == 0) {
        return;
    }
    if (written) {
        g_free(session->digest);
        session->digest = svg_document_digest(edit->doc);
        fairy_session_save(session, edit->output, &edit->spent, &error);
    } else {
        fairy_session_spend(session, &edit->spent, &error);
    }
    if (error != NULL && !edit->warned) {
        cli_print_failure(CLI_EXIT_DONE, "what was said isn't kept: %s", error->message);
    }
}
