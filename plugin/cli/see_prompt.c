/* What a fairy would be sent. */
#include "see_prompt.h"

#include "edit.h"
#include "print.h"

#include <string.h>

static FairyProjects *read_projects(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, error)) {
        return NULL;
    }
    cJSON *json = cJSON_Parse(text);
    FairyProjects *projects = fairy_projects_from_json(json, NULL, NULL, error);
    cJSON_Delete(json);
    if (projects == NULL) {
        g_prefix_error(error, "%s: ", path);
    }
    return projects;
}

/* Here is one fairy, which has just come to the drawing. */
static void say_what_lacks(const FairyMode *mode)
{
    static const char *const parts[][2] = {
        {"project", "a project"},
        {"project-brief", "a project"},
        {"solo-tasks", "tasks"},
        {"task", "a task"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (g_strv_contains(mode->parts, parts[i][0])) {
            cli_print_failure(CLI_EXIT_DONE,
                              "in the mode %s there would be %s, too; --projects FILE has it",
                              mode->name, parts[i][1]);
            return;
        }
    }
}

static void on_warning(const char *line, gpointer data)
{
    (void)data;
    cli_print_failure(CLI_EXIT_DONE, "%s", line);
}

static FairyPrompt *look(SvgDocument *doc, const CliOptions *options, FairyProjects *projects,
                         GError **error)
{
    FairyJobOptions job;
    g_autoptr(FairyRoster) roster = fairy_roster_load(error);
    if (roster == NULL || !cli_job_options(&job, options, "ask", error)) {
        return NULL;
    }
    job.roster = roster;
    job.words = options->operands[1];
    job.funcs.warn = on_warning;
    return fairy_job_prompt(&job, doc, projects, options->max_tokens, error);
}

gboolean cli_see_prompt(SvgDocument *doc, const CliOptions *options, GError **error)
{
    g_autoptr(FairyProjects) projects =
        options->projects != NULL ? read_projects(options->projects, error) : NULL;
    if (options->projects != NULL && projects == NULL) {
        return FALSE;
    }
    g_autoptr(FairyPrompt) prompt = look(doc, options, projects, error);
    if (prompt == NULL) {
        return FALSE;
    }
    if (projects == NULL) {
        say_what_lacks(
            fairy_mode(options->mode != FAIRY_MODE_NONE ? options->mode : FAIRY_MODE_ONE_SHOTTING));
    }
    g_autofree char *text = fairy_prompt_show(prompt);
    cli_print_text(stdout, text, -1);
    return cli_flush(error);
}
