/* The tasks that the fairy planned for itself. */
#include "prompt/tasks.h"

#define HEADING "your tasks"

static void write_part(const FairyWriting *writing, GString *out)
{
    FairyPartLines lines = {.out = out, .heading = HEADING};
    fairy_part_tasks(writing, &lines, NULL, NULL, FAIRY_TASKS_FULL);
    fairy_part_lines_end(&lines);
}

const FairyPart fairy_part_solo_tasks = {
    .name = "solo-tasks",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
