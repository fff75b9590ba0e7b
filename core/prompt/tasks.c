/* Tasks in lines. */
#include "prompt/tasks.h"

#include "base/json.h"
#include "view/form.h"

#include <svg/survey.h>

#include <string.h>

#define MAX_TEXT 400 /* bytes of what is to be done, for who needn't do it */

/* Beyond the pages there is mostly nothing, and the picture would be the smaller for it. */
SvgBox fairy_prompt_task_view(SvgDocument *doc, SvgBox area)
{
    g_autoptr(GPtrArray) pages = svg_document_pages(doc);
    SvgBox drawing = svg_box_union(area, svg_document_page(doc));
    for (guint i = 0; i < pages->len; i++) {
        drawing = svg_box_union(drawing, ((const SvgPage *)pages->pdata[i])->box);
    }
    return svg_box_intersection(svg_box_grown(area, area.w / 2, area.h / 2), drawing);
}

const FairyTask *fairy_part_current_task(const FairyWriting *writing)
{
    const FairyComposeOptions *options = writing->options;
    return options->projects && options->fairy
               ? fairy_projects_task_of(options->projects, options->fairy)
               : NULL;
}

/* What it waits for: " after boxes legend", and what of that keeps it from ever beginning. */
static void add_after(GString *line, const FairyProjects *projects, const FairyTask *task)
{
    const char *sep = " after ";
    for (guint i = 0; task->state == FAIRY_TASK_TODO && i < task->after->len; i++) {
        const FairyTask *before = fairy_projects_task(projects, task->after->pdata[i]);
        if (before && before->state != FAIRY_TASK_DONE) {
            g_string_append(line, sep);
            fairy_form_lines.id(line, before->id);
            sep = " ";
        }
    }
    if (fairy_projects_is_stuck(projects, task)) {
        g_string_append(line, " (can't begin)");
    }
}

/* Its head, with `state` where that is told; its words, as much of them as `most` bytes. */
static char *task_line(const FairyWriting *writing, const FairyTask *task, gboolean state,
                       gboolean words, gsize most)
{
    g_autofree char *box = fairy_part_box(writing, task->box);
    GString *line = g_string_new(NULL);
    fairy_form_lines.id(line, task->id);
    if (state) {
        g_string_append_printf(line, " %s ", fairy_task_state_names[task->state]);
        fairy_form_lines.id(line, task->fairy);
    }
    g_string_append_printf(line, " %s", box);
    add_after(line, writing->options->projects, task);
    g_string_append_c(line, ' ');
    fairy_json_string(line, task->title);
    if (words && *task->text && !fairy_task_has_ended(task)) {
        g_string_append(line, ": ");
        fairy_json_text(line, task->text, most);
    }
    if (task->reason && *task->reason) {
        g_string_append(line, ", because ");
        fairy_json_text(line, task->reason, MAX_TEXT);
    }
    return g_string_free(line, FALSE);
}

char *fairy_part_task_line(const FairyWriting *writing, const FairyTask *task)
{
    return task_line(writing, task, FALSE, TRUE, 0);
}

/* Whether it belongs to what is told: of a project, or the fairy's own. */
static gboolean belongs(const FairyTask *task, const char *project, const char *fairy)
{
    return project ? g_strcmp0(task->project, project) == 0
                   : !task->project && g_strcmp0(task->fairy, fairy) == 0;
}

void fairy_part_tasks(const FairyWriting *writing, FairyPartLines *lines, const char *project,
                      const FairyTask *except, FairyTasksDetail detail)
{
    const FairyComposeOptions *options = writing->options;
    if (!options->projects || !options->fairy) {
        return;
    }
    const GPtrArray *tasks = fairy_projects_tasks(options->projects);
    for (guint ended = 0; ended < (detail == FAIRY_TASKS_SHORT ? 1 : 2); ended++) {
        for (guint i = 0; i < tasks->len; i++) {
            const FairyTask *task = tasks->pdata[i];
            if (task != except && belongs(task, project, options->fairy) &&
                fairy_task_has_ended(task) == (ended == 1)) {
                fairy_part_line(
                    lines, task_line(writing, task, TRUE, detail == FAIRY_TASKS_FULL, MAX_TEXT));
            }
        }
    }
}
