/* What is told of a task or project that has ended, in the scope around it. */
#include "base/quote.h"
#include "chat/counts.h"
#include "chat/memory_priv.h"

#include <fairy/limits.h>

#include <string.h>

/* What isn't shown any more, of a task or a project, and what came of it, which is made one line.
 * Takes `words`. */
static void end_scope(FairyMemory *memory, FairyScope outer, const char *what, const char *id,
                      const char *text, char *words)
{
    FairyMemoryItem *item = fairy_memory_item_new(memory, FAIRY_MEMORY_TRANSITION, outer);
    item->text = g_strdup_printf("What you did for this %s is left out here, for brevity:", what);
    item->quoted = fairy_one_line(id);
    fairy_memory_append(memory, item);
    item = fairy_memory_item_new(memory, FAIRY_MEMORY_SUMMARY, outer);
    item->text = g_strdup("What came of it:");
    item->quoted = fairy_one_line(text);
    item->words = words;
    fairy_memory_append(memory, item);
}

static FairyScope task_scope(const FairyTask *task)
{
    return (FairyScope){FAIRY_LEVEL_TASK, task->id};
}

static void count_scope(FairyActionCounts *tally, const FairyMemory *memory, FairyScope scope)
{
    for (guint i = 0; i < memory->items->len; i++) {
        const FairyMemoryItem *item = memory->items->pdata[i];
        if (fairy_scope_equal(item->scope, scope)) {
            fairy_action_counts_add(tally, item);
        }
    }
}

void fairy_memory_end_task(FairyMemory *memory, const FairyTask *task)
{
    static const char *const ends[FAIRY_TASK_STATE_COUNT] = {
        [FAIRY_TASK_TODO] = "put back",          [FAIRY_TASK_READY] = "put back",
        [FAIRY_TASK_IN_PROGRESS] = "broken off", [FAIRY_TASK_DONE] = "done",
        [FAIRY_TASK_FAILED] = "failed",          [FAIRY_TASK_CANCELLED] = "cancelled",
        [FAIRY_TASK_DELETED] = "dropped",        [FAIRY_TASK_LOST] = "lost",
    };
    FairyScope outer = {task->project ? FAIRY_LEVEL_PROJECT : FAIRY_LEVEL_FAIRY, task->project};
    g_auto(FairyActionCounts) tally;
    fairy_action_counts_init(&tally);
    count_scope(&tally, memory, task_scope(task));
    g_autofree char *done = fairy_action_counts_text(&tally, FALSE, FAIRY_MAX_SUMMARY_BYTES);
    gboolean because = task->reason && *task->reason;
    gboolean about = task->text && *task->text;
    g_autofree char *text = g_strdup_printf(
        "Your task %s, \"%s\", is %s%s%s. What it was: %s What you did: %s", task->id, task->title,
        ends[task->state], because ? ": " : "", because ? task->reason : "",
        about ? task->text : "no more was said.", done);
    end_scope(memory, outer, "task", task->id, text, NULL);
}

/* What is told of a project's end: to the model, who led it or did some of it; to the person. */
static const struct {
    const char *end;               /* of "the project … " */
    const char *led_words, *words; /* to the person; a title follows; NULL = nothing */
    gboolean told_anyway;          /* also to who had no part in it */
} project_ends[] = {
    [FAIRY_PROJECT_NEW] = {"was broken off", NULL, NULL, FALSE},
    [FAIRY_PROJECT_OPEN] = {"was broken off", NULL, NULL, FALSE},
    [FAIRY_PROJECT_ENDED] = {"is completed", "I led a project that is completed",
                             "I worked on a project that is completed", FALSE},
    [FAIRY_PROJECT_ABORTED] = {"was given up before it began", "I gave the project up",
                               "The project was given up", TRUE},
    [FAIRY_PROJECT_CANCELLED] = {"was cancelled", "The project that I led was cancelled",
                                 "The project was cancelled", TRUE},
};

/* "fairy-2, fairy-3" */
static char *others_of(const FairyProject *project, const char *fairy)
{
    g_autoptr(GPtrArray) others = g_ptr_array_new();
    for (guint i = 0; i < project->members->len; i++) {
        const FairyMember *member = project->members->pdata[i];
        if (!g_str_equal(member->fairy, fairy)) {
            g_ptr_array_add(others, member->fairy);
        }
    }
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < others->len; i++) {
        g_string_append_printf(out, "%s%s", i ? ", " : "", (char *)others->pdata[i]);
    }
    return g_string_free(out, FALSE);
}

/* Sums the project and the fairy's tasks of it up; how many of these are done. */
static guint count_project(FairyActionCounts *tally, const FairyMemory *memory,
                           const FairyProjects *projects, const FairyProject *project,
                           const char *fairy)
{
    const GPtrArray *tasks = fairy_projects_tasks(projects);
    guint n_done = 0;
    count_scope(tally, memory, (FairyScope){FAIRY_LEVEL_PROJECT, project->id});
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        if (g_strcmp0(task->project, project->id) == 0 && g_str_equal(task->fairy, fairy)) {
            count_scope(tally, memory, task_scope(task));
            n_done += task->state == FAIRY_TASK_DONE;
        }
    }
    return n_done;
}

static char *project_text(const FairyProject *project, gboolean leads, guint n_done,
                          const char *fairy, const char *done)
{
    g_autofree char *others = others_of(project, fairy);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "The project \"%s\", that you %s together with %s, %s%s%s.",
                           *project->title ? project->title : project->id,
                           leads ? "led" : "worked on", others, project_ends[project->state].end,
                           project->reason ? ": " : "", project->reason ? project->reason : "");
    if (*project->description) {
        g_string_append_printf(out, " What it was: %s", project->description);
    }
    if (n_done) {
        g_string_append_printf(out, " You completed %u task%s of it.", n_done,
                               n_done == 1 ? "" : "s");
    }
    g_string_append_printf(out, " What you did: %s", done);
    return g_string_free(out, FALSE);
}

void fairy_memory_end_project(FairyMemory *memory, const FairyProjects *projects,
                              const FairyProject *project, const char *fairy)
{
    g_auto(FairyActionCounts) tally;
    fairy_action_counts_init(&tally);
    guint n_done = count_project(&tally, memory, projects, project, fairy);
    gboolean leads = g_str_equal(fairy_project_leader(project), fairy);
    if (!leads && n_done == 0 && !project_ends[project->state].told_anyway) {
        return;
    }
    g_autofree char *done = fairy_action_counts_text(&tally, FALSE, FAIRY_MAX_SUMMARY_BYTES);
    const char *words =
        leads ? project_ends[project->state].led_words : project_ends[project->state].words;
    const char *end = project->reason ? project->reason : project->title;
    g_autofree char *text = project_text(project, leads, n_done, fairy, done);
    end_scope(memory, (FairyScope){FAIRY_LEVEL_FAIRY, NULL}, "project", project->id, text,
              words ? g_strdup_printf("%s: %s", words, end) : NULL);
}
