/* fairy sessions: what was said about drawings. */
#include "commands.h"
#include "print.h"

#include <fairy/session.h>

#include <string.h>

static const char *name_of(const CliOptions *options)
{
    return options->session != NULL ? options->session : FAIRY_SESSION_DEFAULT;
}

static char *time_text(gint64 time)
{
    g_autoptr(GDateTime) date = g_date_time_new_from_unix_local(time / G_USEC_PER_SEC);
    return date != NULL ? g_date_time_format(date, "%Y-%m-%d %H:%M") : g_strdup("");
}

/* ", offline, 12,310 tokens, about $0.04"; the caller's. */
static char *means_of(const FairySession *session)
{
    const char *model = session->model != NULL ? session->model : "";
    g_autofree char *spent = fairy_usage_tokens(&session->usage) > 0
                                 ? fairy_usage_text(&session->usage, session->cost)
                                 : g_strdup("");
    return g_strconcat(*model != '\0' ? ", " : "", model, *spent != '\0' ? ", " : "", spent, NULL);
}

static void print_session(const FairySession *session)
{
    g_autofree char *used = time_text(session->used), *means = means_of(session);
    cli_print_line(stdout, "%s: %s, %u run%s, %u item%s, %s%s", session->document, session->name,
                   session->n_runs, session->n_runs == 1 ? "" : "s", session->n_items,
                   session->n_items == 1 ? "" : "s", used, means);
}

static int list(const CliOptions *options, const char *file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) all = fairy_sessions_list(file, &error);
    if (all == NULL) {
        return cli_print_error(error);
    }
    if (all->len == 0 && file != NULL && !g_file_test(file, G_FILE_TEST_EXISTS)) {
        return cli_print_failure(CLI_EXIT_INPUT,
                                 "there is no file \"%s\", and no session of one; a word is list, "
                                 "unfinished, show, export or delete",
                                 file);
    }
    for (guint i = 0; i < all->len; i++) {
        const FairySession *session = all->pdata[i];
        if (options->session != NULL && strcmp(options->session, session->name) != 0) {
            continue;
        }
        if (options->json) {
            cli_print_json(stdout, fairy_session_json(session));
        } else {
            print_session(session);
        }
    }
    return CLI_EXIT_DONE;
}

/* --- unfinished ------------------------------------------------------------------------------- */

static const char *text_of(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    return text != NULL ? text : "";
}

static const cJSON *fairy_of(const cJSON *json, const char *id)
{
    const cJSON *fairy;
    cJSON_ArrayForEach(fairy, cJSON_GetObjectItemCaseSensitive(json, "fairies"))
    {
        if (strcmp(text_of(fairy, "id"), id) == 0) {
            return fairy;
        }
    }
    return NULL;
}

/* Several fairies and the tasks, a line each. */
static void print_members(const cJSON *json)
{
    const cJSON *fairies = cJSON_GetObjectItemCaseSensitive(json, "fairies"), *item;
    cJSON_ArrayForEach(item, fairies)
    {
        if (cJSON_GetArraySize(fairies) > 1) {
            cli_print_line(stdout, "  %s (%s): %s", text_of(item, "name"), text_of(item, "id"),
                           text_of(item, "mode"));
        }
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "tasks"))
    {
        const char *name = text_of(fairy_of(json, text_of(item, "fairy")), "name");
        cli_print_line(stdout, "  task %s%s%s: %s (%s)", text_of(item, "id"),
                       *name != '\0' ? " of " : "", name, text_of(item, "title"),
                       text_of(item, "state"));
    }
}

static void print_run(const FairyCheckpoint *run, const cJSON *json)
{
    g_autofree char *how = fairy_checkpoint_how(run);
    guint n = fairy_checkpoint_n_done(run);
    cli_print_line(stdout, "%s: %s, %s, writes %s, %u action%s not written: %s", run->reads,
                   run->session, how, run->writes, n, n == 1 ? "" : "s",
                   run->words != NULL ? run->words : "");
    print_members(json);
}

static int unfinished(const CliOptions *options, const char *file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) all = fairy_checkpoints_list(file, options->session, &error);
    if (all == NULL) {
        return cli_print_error(error);
    }
    for (guint i = 0; i < all->len; i++) {
        cJSON *json = fairy_checkpoint_json(all->pdata[i]);
        if (options->json) {
            cli_print_json(stdout, json);
        } else {
            print_run(all->pdata[i], json);
            cJSON_Delete(json);
        }
    }
    return CLI_EXIT_DONE;
}

/* --- one of them ------------------------------------------------------------------------------ */

static const char *who_says(const FairyMemoryItem *item)
{
    gboolean fairy = item->kind == FAIRY_MEMORY_ACTION || item->kind == FAIRY_MEMORY_TEXT;
    gboolean user = item->kind == FAIRY_MEMORY_PROMPT && item->source == FAIRY_SOURCE_USER;
    return fairy ? "fairy" : user ? "you" : item->from != NULL ? item->from : "automatic";
}

static void print_item(const FairyMemoryItem *item)
{
    g_autofree char *when = time_text(item->time), *said = fairy_memory_item_text_line(item);
    g_autofree char *outcome =
        item->status != FAIRY_OK
            ? g_strdup_printf(" (%s, %s: %s)", item->type, fairy_status_name(item->status),
                              item->detail != NULL ? item->detail : "")
            : g_strdup("");
    cli_print_line(stdout, "%s  %s: %s%s", when, who_says(item), said, outcome);
}

static void print_chat(const FairySession *session)
{
    const GPtrArray *todos = fairy_todos_items(session->todos);
    const GPtrArray *items = fairy_memory_items(session->memory);
    print_session(session);
    for (guint i = 0; i < todos->len; i++) {
        const FairyTodo *todo = todos->pdata[i];
        cli_print_line(stdout, "to do: %s (%s)", todo->text, fairy_todo_status_names[todo->status]);
    }
    if (session->n_dropped > 0) {
        cli_print_line(stdout, "%u older items aren't kept any more", session->n_dropped);
    }
    for (guint i = 0; i < items->len; i++) {
        print_item(items->pdata[i]);
    }
}

static int print_whole(const CliOptions *options, const char *file, gboolean markdown)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySession) session = fairy_session_read(file, name_of(options), &error);
    if (session == NULL) {
        return cli_print_error(error);
    }
    if (options->json) {
        cli_print_json(stdout, fairy_session_json(session));
    } else if (markdown) {
        g_autofree char *text = fairy_session_markdown(session);
        cli_print_text(stdout, text, -1);
    } else {
        print_chat(session);
    }
    return CLI_EXIT_DONE;
}

static int show(const CliOptions *options, const char *file)
{
    return print_whole(options, file, FALSE);
}

static int export(const CliOptions *options, const char *file)
{
    return print_whole(options, file, TRUE);
}

static int delete (const CliOptions *options, const char *file)
{
    g_autoptr(GError) error = NULL;
    if (!fairy_session_delete(file, name_of(options), &error)) {
        return cli_print_error(error);
    }
    return CLI_EXIT_DONE;
}

/* --- the words -------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    gboolean needs_file;
    int (*run)(const CliOptions *options, const char *file);
} verbs[] = {
    {"list", FALSE, list},    {"unfinished", FALSE, unfinished}, {"show", TRUE, show},
    {"export", TRUE, export}, {"delete", TRUE, delete},
};

int cli_sessions(const CliOptions *options)
{
    char **names = options->operands;
    for (gsize i = 0; names[0] != NULL && i < G_N_ELEMENTS(verbs); i++) {
        if (strcmp(verbs[i].word, names[0]) != 0) {
            continue;
        }
        if (names[1] != NULL || !verbs[i].needs_file) {
            return verbs[i].run(options, names[1]);
        }
        return cli_print_failure(CLI_EXIT_USAGE,
                                 "sessions %s takes a FILE; \"fairy sessions --help\" tells how",
                                 names[0]);
    }
    if (names[0] != NULL && names[1] != NULL) {
        return cli_print_failure(
            CLI_EXIT_USAGE,
            "sessions can't \"%s\"; it can list, show, export and delete, and tell the unfinished",
            names[0]);
    }
    return list(options, names[0]);
}
