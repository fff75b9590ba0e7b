/* Modes: what a fairy is doing, and so whether it may send requests, what a prompt contains, which
 * actions are allowed, what it remembers, and which mode comes next. Modes are rows of a table, on
 * which the agent acts. */
#pragma once

#include <fairy/action.h>
#include <fairy/project.h>

typedef enum {
    FAIRY_MODE_NONE, /* no mode; in a row: "stays in its mode", or "never" */
    FAIRY_MODE_SLEEPING,
    FAIRY_MODE_IDLING,               /* waits for the person */
    FAIRY_MODE_ONE_SHOTTING,         /* does at once what was asked */
    FAIRY_MODE_ONE_SHOTTING_PAUSING, /* was stopped while one-shotting */
    FAIRY_MODE_SOLOING,              /* plans tasks for itself */
    FAIRY_MODE_WORKING_SOLO,         /* works at one of them */
    FAIRY_MODE_STANDING_BY, /* from here on, modes of a project's members: is in a project, without
                               a task */
    FAIRY_MODE_WORKING_DRONE,        /* works at a task that its leader gave it */
    FAIRY_MODE_ORCHESTRATING_ACTIVE, /* leads two or more fairies */
    FAIRY_MODE_ORCHESTRATING_WAITING,
    FAIRY_MODE_DUO_ORCHESTRATING_ACTIVE, /* leads one fairy */
    FAIRY_MODE_DUO_ORCHESTRATING_WAITING,
    FAIRY_MODE_WORKING_ORCHESTRATOR, /* leads one fairy, and works at a task itself */
    FAIRY_MODE_COUNT,
} FairyModeId;

/* The level at which a memory item is kept and shown: the fairy's whole life, a project, or a
 * task. */
typedef enum {
    FAIRY_LEVEL_FAIRY,
    FAIRY_LEVEL_PROJECT,
    FAIRY_LEVEL_TASK,
    FAIRY_LEVEL_COUNT,
} FairyLevel;

/* Returns "fairy", "project" or "task"; static. */
const char *fairy_level_name(FairyLevel level);

/* Side effects of a change of mode. */
enum {
    FAIRY_EFFECT_APPEAR = 1 << 0,           /* the avatar appears near what the person looks at */
    FAIRY_EFFECT_STOP_WAITING = 1 << 1,     /* the fairy's waits for tasks of others end */
    FAIRY_EFFECT_CLEAR_TODOS = 1 << 2,      /* its to-do list is emptied */
    FAIRY_EFFECT_DROP_DONE = 1 << 3,        /* done items leave its to-do list */
    FAIRY_EFFECT_FORGET_EDITS = 1 << 4,     /* changes made by others so far aren't shown to it */
    FAIRY_EFFECT_FORGET_REMINDERS = 1 << 6, /* inputs that lapse are dropped */
    FAIRY_EFFECT_FORGET_CREATED = 1 << 5,   /* the shapes that it created, and the lints that it was
                                               shown of them, are forgotten */
};

/* What the agent checks when a response is complete and no input has arrived meanwhile. */
typedef enum {
    FAIRY_END_NOTHING,
    FAIRY_END_ONE_SHOT, /* the to-do list, then lints of what it created; else it goes idle */
    FAIRY_END_SOLO,     /* its own tasks; else it goes idle */
    FAIRY_END_WORK,     /* it goes on until it says that its task is done */
    FAIRY_END_LEAD,     /* its waits, then the tasks of the project that it leads */
} FairyModeEnd;

typedef struct {
    const char *name; /* "one-shotting" */
    FairyLevel level;
    gboolean active;            /* the fairy may send requests to its model */
    FairyPose pose;             /* of the avatar, on entry and with each request */
    guint families;             /* 1 << FairyFamily: all actions of these families are allowed */
    const char *const *actions; /* further allowed actions, NULL-terminated; NULL = none */
    const char *const *parts;   /* names of the prompt's parts, in order, NULL-terminated; NULL
                                   unless active */
    guint enter, exit;          /* FAIRY_EFFECT_* of every entry, of every exit */
    struct {
        FairyModeId mode;
        guint effects;
    } enter_from,        /* further effects of an entry from this mode */
        exit_unless;     /* further effects of an exit to any mode but this */
    FairyModeId asked;   /* the mode in which a request begins; NONE = it stays, if it is active */
    guint asked_by_user; /* FAIRY_EFFECT_* when an input of the person is read */
    FairyModeId told;    /* the mode in which it answers the person; NONE = it stays */
    FairyModeEnd end;
    FairyModeId stopped;               /* the mode after the person stops it; NONE = it stays */
    FairyModeId task_begun, task_over; /* the mode when a task of its own begins, and when it is
                                          over; NONE = it stays */
    FairyModeId waiting; /* a leader's mode while others work; NONE = it leads nobody */
} FairyMode;

/* Returns the static row of a mode; NULL for FAIRY_MODE_NONE. */
const FairyMode *fairy_mode(FairyModeId id);
/* Stores the mode of that name in *id. Returns FALSE if there is none. */
gboolean fairy_mode_find(const char *name, FairyModeId *id);
/* Returns the FAIRY_EFFECT_* of a change of mode. A mode that is entered from itself has none: a
 * drone that gets another task goes through standing-by. */
guint fairy_mode_effects(FairyModeId from, FairyModeId to);
/* Returns the actions that the mode allows, sorted by name, NULL-terminated; static. The list is
 * empty unless the mode is active. */
const FairyAction *const *fairy_mode_actions(FairyModeId id);
/* Returns whether the mode allows the action. */
gboolean fairy_mode_allows(FairyModeId id, const FairyAction *action);

/* Returns the mode of a fairy that is in a project, by its role and whether it works at a task. */
FairyModeId fairy_mode_of_member(const FairyProjects *projects, const FairyMember *member);
/* Returns whether it is a mode of a project's members. */
gboolean fairy_mode_is_team(FairyModeId id);
/* Returns the id of a fairy that is in that mode, in a project that isn't over or at tasks of its
 * own; borrowed from the projects. NULL if none is. */
const char *fairy_mode_find_fairy(const FairyProjects *projects, FairyModeId mode);
