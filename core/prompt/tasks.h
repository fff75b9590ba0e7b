/* Tasks in lines, for the parts that tell of them. Private to core/prompt. */
#pragma once

#include "prompt/part.h"

typedef enum {
    FAIRY_TASKS_FULL,  /* id, state, whose, box, title, the beginning of what is to be done */
    FAIRY_TASKS_SHORT, /* without what is to be done, and only those that haven't ended */
} FairyTasksDetail;

/* The one that the fairy is at; NULL: none. */
const FairyTask *fairy_part_current_task(const FairyWriting *writing);
/* `draw-legend fairy-2 0,300,200,100 "Legend": "Explain the colours"`; the caller's. */
char *fairy_part_task_line(const FairyWriting *writing, const FairyTask *task);
/* A line for each task of the project (NULL: of the fairy's own) but `except` (may be NULL): those
 * that haven't ended first. */
void fairy_part_tasks(const FairyWriting *writing, FairyPartLines *lines, const char *project,
                      const FairyTask *except, FairyTasksDetail detail);
