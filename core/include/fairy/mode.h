/* Modes: what a fairy is at, and so whether it may ask its model, what that is shown, what it may
 * do, what it remembers, and what becomes of it. Rows of a table; who runs the fairy acts on them.
 */
#pragma once

#include <fairy/action.h>
#include <fairy/project.h>

typedef enum {
    FAIRY_MODE_NONE, /* of no fairy: "it stays", "never" */
    FAIRY_MODE_SLEEPING,
    FAIRY_MODE_IDLING,               /* waits for the person */
    FAIRY_MODE_ONE_SHOTTING,         /* does at once what was asked */
    FAIRY_MODE_ONE_SHOTTING_PAUSING, /* was stopped at it */
    FAIRY_MODE_SOLOING,              /* plans tasks for itself */
    FAIRY_MODE_WORKING_SOLO,         /* is at one of them */
    FAIRY_MODE_STANDING_BY,          /* in a project, without a task */
    FAIRY_MODE_WORKING_DRONE,        /* at a task that its leader gave it */
    FAIRY_MODE_ORCHESTRATING_ACTIVE, /* leads two or more */
    FAIRY_MODE_ORCHESTRATING_WAITING,
    FAIRY_MODE_DUO_ORCHESTRATING_ACTIVE, /* leads one */
    FAIRY_MODE_DUO_ORCHESTRATING_WAITING,
    FAIRY_MODE_WORKING_ORCHESTRATOR, /* leads one, and is at a task itself */
    FAIRY_MODE_COUNT,
} FairyModeId;

/* Whose what is said and done is, from the fairy's whole life to one task. */
typedef enum {
    FAIRY_LEVEL_FAIRY,
    FAIRY_LEVEL_PROJECT,
    FAIRY_LEVEL_TASK,
    FAIRY_LEVEL_COUNT,
} FairyLevel;

/* "fairy", "project", "task" */
const char *fairy_level_name(FairyLevel level);

/* What a change of mode does besides. */
enum {
    FAIRY_EFFECT_APPEAR = 1 << 0,         /* comes to a free place near what the person looks at */
    FAIRY_EFFECT_STOP_WAITING = 1 << 1,   /* for tasks of others */
    FAIRY_EFFECT_CLEAR_TODOS = 1 << 2,    /* its list is emptied */
    FAIRY_EFFECT_DROP_DONE = 1 << 3,      /* of its list what is done */
    FAIRY_EFFECT_FORGET_EDITS = 1 << 4,   /* what others changed so far isn't told it any more */
    FAIRY_EFFECT_FORGET_CREATED = 1 << 5, /* which shapes it made, and which faults it was told */
};

/* What is looked at when an answer is over and nothing was asked for meanwhile. */
typedef enum {
    FAIRY_END_NOTHING,
    FAIRY_END_ONE_SHOT, /* its list, then faults of what it made; else it is idle */
    FAIRY_END_SOLO,     /* its tasks; else it is idle */
    FAIRY_END_WORK,     /* it goes on until it says that the task is done */
    FAIRY_END_LEAD,     /* its waits, then the project's tasks */
} FairyModeEnd;

typedef struct {
    const char *name; /* "one-shotting" */
    FairyLevel level;
    gboolean active;            /* may ask its model */
    FairyPose pose;             /* on entry */
    guint families;             /* 1 << FairyFamily: all their actions are allowed */
    const char *const *actions; /* and these; NULL = none */
    const char *const *parts;   /* of the prompt, in order; NULL unless active */
    guint enter, exit;          /* FAIRY_EFFECT_*, always */
    struct {
        FairyModeId mode;
        guint effects;
    } enter_from,        /* besides, coming from that mode */
        exit_unless;     /* besides, except going to that mode */
    FairyModeId asked;   /* what it is in when a request begins; NONE: it stays, if it is active */
    guint asked_by_user; /* FAIRY_EFFECT_* when the person asks */
    FairyModeId told;    /* what it answers the person in; NONE: it stays */
    FairyModeEnd end;
    FairyModeId stopped;               /* what it is in when the person stops it; NONE: it stays */
    FairyModeId task_begun, task_over; /* what it is in when a task of its own is; NONE: it stays */
    FairyModeId waiting; /* what a leader is in while others work; NONE: it leads nobody */
} FairyMode;

/* Static; NULL for FAIRY_MODE_NONE. */
const FairyMode *fairy_mode(FairyModeId id);
/* FALSE if there is none of that name. */
gboolean fairy_mode_find(const char *name, FairyModeId *id);
/* What changing from one to another does: FAIRY_EFFECT_*. To itself nothing: who is sent to a
 * second task goes through standing by. */
guint fairy_mode_effects(FairyModeId from, FairyModeId to);
/* What a fairy in this mode may do, alphabetical, NULL-terminated; static. Empty unless active. */
const FairyAction *const *fairy_mode_actions(FairyModeId id);
gboolean fairy_mode_allows(FairyModeId id, const FairyAction *action);

/* The mode of a fairy that is in a project, by its role and whether it is at a task. */
FairyModeId fairy_mode_of_member(const FairyProjects *projects, const FairyMember *member);
/* The id of a fairy that is in that mode: in a project that isn't over, or at tasks of its own;
 * NULL when nobody is. The projects'. */
const char *fairy_mode_find_fairy(const FairyProjects *projects, FairyModeId mode);
