/* The project, for the fairy that leads it. */
#include "prompt/tasks.h"

#define PROJECT "your project"
#define PLAN    "its plan"
#define MEMBERS "its members"
#define TASKS   "its tasks"

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
}

const FairyPart fairy_part_project = {
    .name = "project",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {PROJECT, PLAN, MEMBERS, TASKS},
    .write = write_part,
};
