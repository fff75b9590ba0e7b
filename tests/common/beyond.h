/* Whether a fairy at a task changed something beyond its area: told from the bytes before and
 * after alone, read by libxml2; boxes are those of the drawings read anew. */
#pragma once

#include <svg/geometry.h>

typedef struct {
    SvgBox area;
    GHashTable *own;          /* set of ids: what was made for the task */
    GHashTable *others;       /* likewise, for other tasks that are in progress */
    const char *const *named; /* ids that the action says it made or changed; NULL-terminated */
} TestTaskArea;

/* Returns a sentence about the first thing that it mustn't have changed; NULL: there is none. What
 * has no id is looked at as a part of the shape that it is in, or not at all. The caller's. */
char *test_beyond(const char *before, const char *after, const TestTaskArea *task);
/* Returns why this isn't a drawing that others can read: it is no XML, or an id is there twice;
 * NULL: it is one. The caller's. */
char *test_unreadable(const char *bytes);
