/* Tasks as lines, for the parts that show them. Private to core/prompt. */
#pragma once

#include "prompt/part.h"

typedef enum {
    FAIRY_TASKS_FULL,  /* id, state, fairy, box, what it waits for, title, and the beginning of the
                          text */
    FAIRY_TASKS_SHORT, /* without the text, and only open tasks */
} FairyTasksDetail;

/* Returns the task that the fairy works at, borrowed; NULL = none. */
const FairyTask *fairy_part_current_task(const FairyWriting *writing);
/* Returns a task as a line, `draw-legend fairy-2 0,300,200,100 "Legend": "Explain the colours"`.
 * Free with g_free(). */
char *fairy_part_task_line(const FairyWriting *writing, const FairyTask *task);
/* Adds a line for each task of the project (NULL = the fairy's own) except `except` (may be NULL),
 * open tasks first. */
void fairy_part_tasks(const FairyWriting *writing, FairyPartLines *lines, const char *project,
                      const FairyTask *except, FairyTasksDetail detail);
