/* The task that the fairy is at, and those that it leaves to others or to later. */
#include "prompt/tasks.h"

#define TASK   "your task"
#define OTHERS "other tasks"

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyTask *task = fairy_part_current_task(writing);
    if (!task) {
        return;
    }
    FairyPartLines others = {.out = out, .heading = OTHERS};
    g_autofree char *line = fairy_part_task_line(writing, task);
    fairy_part_tasks(writing, &others, task->project, task, FAIRY_TASKS_SHORT);
    fairy_part_lines_end(&others);
    fairy_part_value(out, TASK, line);
}

const FairyPart fairy_part_task = {
    .name = "task",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {TASK, OTHERS},
    .write = write_part,
};
