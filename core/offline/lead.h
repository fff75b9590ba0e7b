/* A fairy that leads others: it divides what the person asked for, sends each to a piece, waits,
 * and says at the end who did what. What it knows is in the projects, so that another can go on
 * with it. Private to core/. */
#pragma once

#include "offline/share.h"

#include <fairy/project.h>

typedef struct {
    FairyScenery at;
    const FairyProjects *projects;
    const char *fairy;        /* who leads */
    const char *const *names; /* an id and a name of each, NULL-terminated; may be NULL */
} FairyLeadFacts;

typedef struct _FairyLead FairyLead;

FairyLead *fairy_lead_new(void);
void fairy_lead_free(FairyLead *lead);
/* Whether the fairy leads a project that isn't over, and is at no task of it. */
gboolean fairy_lead_is_due(const FairyProjects *projects, const char *fairy);
/* Returns what a fairy at the task does: the task's words, if they are a command; else what the
 * person asked for, with these words or without them. The caller's. */
char *fairy_lead_task_words(const FairyScenery *at, const FairyProjects *projects,
                            const FairyTask *task);
/* Returns its next reply, {"actions":[…]}, all of it; the caller's. */
char *fairy_lead_reply(FairyLead *lead, const FairyLeadFacts *facts);
