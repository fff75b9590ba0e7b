/* The project, for the fairy that leads it. */
#include "prompt/tasks.h"
#include "view/form.h"

#define PROJECT "your project"
#define PLAN    "its plan"
#define MEMBERS "its members"
#define TASKS   "its tasks"
#define WAITS   "you wait until"

static void add_words(GString *out, const char *heading, const char *words)
{
    g_autofree char *quoted = fairy_part_quoted(words);
    fairy_part_value(out, heading, *words ? quoted : NULL);
}

static void add_members(GString *out, const FairyProject *project)
{
    FairyPartLines lines = {.out = out, .heading = MEMBERS};
    for (guint i = 0; i < project->members->len; i++) {
        const FairyMember *member = project->members->pdata[i];
        fairy_part_line(
            &lines, g_strdup_printf("%s %s", member->fairy, fairy_member_role_names[member->role]));
    }
    fairy_part_lines_end(&lines);
}

/* "all of draft, arrows have ended". */
static char *wait_line(const FairyWait *wait)
{
    GString *line = g_string_new(NULL);
    gboolean one = wait->tasks->len == 1;
    g_string_append(line, one ? "" : wait->until == FAIRY_WAIT_ANY ? "one of " : "all of ");
    for (guint i = 0; i < wait->tasks->len; i++) {
        g_string_append(line, i ? ", " : "");
        fairy_form_lines.id(line, wait->tasks->pdata[i]);
    }
    g_string_append(line, one || wait->until == FAIRY_WAIT_ANY ? " has ended" : " have ended");
    return g_string_free(line, FALSE);
}

static void add_waits(GString *out, const FairyComposeOptions *options)
{
    FairyPartLines lines = {.out = out, .heading = WAITS};
    const GPtrArray *waits = fairy_projects_waits(options->projects);
    for (guint i = 0; i < waits->len; i++) {
        const FairyWait *wait = waits->pdata[i];
        if (g_str_equal(wait->fairy, options->fairy)) {
            fairy_part_line(&lines, wait_line(wait));
        }
    }
    fairy_part_lines_end(&lines);
}

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyComposeOptions *options = writing->options;
    const FairyProject *project = options->projects && options->fairy
                                      ? fairy_projects_of(options->projects, options->fairy)
                                      : NULL;
    if (!project) {
        return;
    }
    FairyPartLines tasks = {.out = out, .heading = TASKS};
    g_autofree char *title = fairy_part_quoted(project->title);
    fairy_part_value(out, PROJECT, *project->title ? title : "not started yet");
    add_words(out, "what all are told", project->description);
    add_words(out, PLAN, project->plan);
    add_members(out, project);
    fairy_part_tasks(writing, &tasks, project->id, NULL, FAIRY_TASKS_FULL);
    fairy_part_lines_end(&tasks);
    add_waits(out, options);
}

const FairyPart fairy_part_project = {
    .name = "project",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {PROJECT, PLAN, MEMBERS, TASKS, WAITS},
    .write = write_part,
};
