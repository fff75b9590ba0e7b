/* The table of modes, and what is read off it. */
#include <fairy/mode.h>

#include <string.h>

/* What a model is shown, by mode: the names of prompt/parts/, which have their places in a prompt;
 * within its place a part stands where it is read best: what is data (the drawing, other fairies)
 * first, what the fairy is to do last. */
#define SIGHT   "screenshot", "pages", "layers", "style", "own-view", "blurry", "peripheral", "lints"
#define PERSON  "selected", "context-items"
#define WHO     "user-changes", "other-fairies", "sign"
#define REQUEST "data", "manuals", "messages"

static const char *const one_shot_parts[] = {"standing", "history", SIGHT,       "simple",
                                             PERSON,     WHO,       "user-view", "time",
                                             "todos",    "source",  REQUEST,     NULL};
static const char *const solo_parts[] = {"standing",   "history", SIGHT,       "simple",
                                         PERSON,       WHO,       "user-view", "time",
                                         "solo-tasks", "source",  REQUEST,     NULL};
static const char *const work_parts[] = {"standing", "history", SIGHT,   "usual-boxes", "simple",
                                         WHO,        "task",    "todos", REQUEST,       NULL};
static const char *const drone_parts[] = {"project-brief", "standing", "history", SIGHT,
                                          "usual-boxes",   "simple",   WHO,       "task",
                                          "todos",         REQUEST,    NULL};
static const char *const lead_parts[] = {"standing", "history", SIGHT,       "simple",
                                         PERSON,     WHO,       "user-view", "time",
                                         "project",  "source",  REQUEST,     NULL};

#define FAMILY(name) (1u << FAIRY_FAMILY_##name)
#define CANVAS       (FAMILY(SHAPE) | FAMILY(MANY))

static const char *const solo_actions[] = {"message", "think", "create-task", "start-task", NULL};
static const char *const work_actions[] = {
    "think", "review",      "update-todo", "delete-todos", "mark-task-done",
    "count", "look-closer", "source",      "help",         NULL};
static const char *const lead_actions[] = {"message", "think", NULL};
static const char *const duo_actions[] = {"message", "think", "start-task", NULL};

static const FairyMode modes[FAIRY_MODE_COUNT] = {
    [FAIRY_MODE_SLEEPING] = {.name = "sleeping",
                             .pose = FAIRY_POSE_SLEEPING,
                             .task_begun = FAIRY_MODE_WORKING_DRONE},
    [FAIRY_MODE_IDLING] = {.name = "idling",
                           .pose = FAIRY_POSE_IDLE,
                           .enter = FAIRY_EFFECT_STOP_WAITING | FAIRY_EFFECT_CLEAR_TODOS |
                                    FAIRY_EFFECT_FORGET_REMINDERS,
                           .enter_from = {FAIRY_MODE_SLEEPING, FAIRY_EFFECT_APPEAR},
                           .asked = FAIRY_MODE_ONE_SHOTTING},
    [FAIRY_MODE_ONE_SHOTTING] = {.name = "one-shotting",
                                 .active = TRUE,
                                 .pose = FAIRY_POSE_ACTIVE,
                                 .parts = one_shot_parts,
                                 .families = CANVAS | FAMILY(PAGE) | FAMILY(TALK) | FAMILY(SEE) |
                                             FAMILY(DATA),
                                 .enter_from = {FAIRY_MODE_IDLING, FAIRY_EFFECT_FORGET_CREATED},
                                 .exit_unless = {FAIRY_MODE_ONE_SHOTTING_PAUSING,
                                                 FAIRY_EFFECT_CLEAR_TODOS},
                                 .asked_by_user = FAIRY_EFFECT_FORGET_CREATED,
                                 .end = FAIRY_END_ONE_SHOT,
                                 .stopped = FAIRY_MODE_ONE_SHOTTING_PAUSING},
    [FAIRY_MODE_ONE_SHOTTING_PAUSING] = {.name = "one-shotting-pausing",
                                         .pose = FAIRY_POSE_IDLE,
                                         .asked = FAIRY_MODE_ONE_SHOTTING},
    [FAIRY_MODE_SOLOING] = {.name = "soloing",
                            .active = TRUE,
                            .pose = FAIRY_POSE_ACTIVE,
                            .parts = solo_parts,
                            .families = FAMILY(SEE),
                            .actions = solo_actions,
                            .end = FAIRY_END_SOLO,
                            .stopped = FAIRY_MODE_IDLING,
                            .task_begun = FAIRY_MODE_WORKING_SOLO},
    [FAIRY_MODE_WORKING_SOLO] = {.name = "working-solo",
                                 .level = FAIRY_LEVEL_TASK,
                                 .active = TRUE,
                                 .pose = FAIRY_POSE_ACTIVE,
                                 .parts = work_parts,
                                 .families = CANVAS,
                                 .actions = work_actions,
                                 .enter = FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_DROP_DONE,
                                 .exit = FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_DROP_DONE,
                                 .told = FAIRY_MODE_SOLOING,
                                 .end = FAIRY_END_WORK,
                                 .stopped = FAIRY_MODE_IDLING,
                                 .task_over = FAIRY_MODE_SOLOING},
    [FAIRY_MODE_STANDING_BY] = {.name = "standing-by",
                                .level = FAIRY_LEVEL_PROJECT,
                                .pose = FAIRY_POSE_ACTIVE,
                                .enter = FAIRY_EFFECT_FORGET_REMINDERS,
                                .task_begun = FAIRY_MODE_WORKING_DRONE},
    [FAIRY_MODE_WORKING_DRONE] = {.name = "working-drone",
                                  .level = FAIRY_LEVEL_TASK,
                                  .active = TRUE,
                                  .pose = FAIRY_POSE_ACTIVE,
                                  .parts = drone_parts,
                                  .families = CANVAS,
                                  .actions = work_actions,
                                  .enter = FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_CLEAR_TODOS,
                                  .exit = FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_CLEAR_TODOS,
                                  .end = FAIRY_END_WORK,
                                  .stopped = FAIRY_MODE_STANDING_BY,
                                  .task_over = FAIRY_MODE_STANDING_BY},
    [FAIRY_MODE_ORCHESTRATING_ACTIVE] = {.name = "orchestrating-active",
                                         .level = FAIRY_LEVEL_PROJECT,
                                         .active = TRUE,
                                         .pose = FAIRY_POSE_ACTIVE,
                                         .parts = lead_parts,
                                         .families = FAMILY(SEE) | FAMILY(PROJECT),
                                         .actions = lead_actions,
                                         .end = FAIRY_END_LEAD,
                                         .stopped = FAIRY_MODE_ORCHESTRATING_WAITING,
                                         .waiting = FAIRY_MODE_ORCHESTRATING_WAITING},
    [FAIRY_MODE_ORCHESTRATING_WAITING] = {.name = "orchestrating-waiting",
                                          .level = FAIRY_LEVEL_PROJECT,
                                          .pose = FAIRY_POSE_WAITING,
                                          .asked = FAIRY_MODE_ORCHESTRATING_ACTIVE},
    [FAIRY_MODE_DUO_ORCHESTRATING_ACTIVE] = {.name = "duo-orchestrating-active",
                                             .level = FAIRY_LEVEL_PROJECT,
                                             .active = TRUE,
                                             .pose = FAIRY_POSE_ACTIVE,
                                             .parts = lead_parts,
                                             .families = FAMILY(SEE) | FAMILY(PROJECT),
                                             .actions = duo_actions,
                                             .end = FAIRY_END_LEAD,
                                             .stopped = FAIRY_MODE_DUO_ORCHESTRATING_WAITING,
                                             .waiting = FAIRY_MODE_DUO_ORCHESTRATING_WAITING,
                                             .task_begun = FAIRY_MODE_WORKING_ORCHESTRATOR},
    [FAIRY_MODE_DUO_ORCHESTRATING_WAITING] = {.name = "duo-orchestrating-waiting",
                                              .level = FAIRY_LEVEL_PROJECT,
                                              .pose = FAIRY_POSE_WAITING,
                                              .asked = FAIRY_MODE_DUO_ORCHESTRATING_ACTIVE},
    [FAIRY_MODE_WORKING_ORCHESTRATOR] = {.name = "working-orchestrator",
                                         .level = FAIRY_LEVEL_TASK,
                                         .active = TRUE,
                                         .pose = FAIRY_POSE_ACTIVE,
                                         .parts = drone_parts,
                                         .families = CANVAS,
                                         .actions = work_actions,
                                         .enter =
                                             FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_CLEAR_TODOS,
                                         .exit =
                                             FAIRY_EFFECT_FORGET_EDITS | FAIRY_EFFECT_CLEAR_TODOS,
                                         .told = FAIRY_MODE_DUO_ORCHESTRATING_ACTIVE,
                                         .end = FAIRY_END_WORK,
                                         .stopped = FAIRY_MODE_DUO_ORCHESTRATING_WAITING,
                                         .task_over = FAIRY_MODE_DUO_ORCHESTRATING_ACTIVE},
};

const char *fairy_level_name(FairyLevel level)
{
    static const char *const names[] = {
        [FAIRY_LEVEL_FAIRY] = "fairy",
        [FAIRY_LEVEL_PROJECT] = "project",
        [FAIRY_LEVEL_TASK] = "task",
    };
    return names[level];
}

const FairyMode *fairy_mode(FairyModeId id)
{
    return id == FAIRY_MODE_NONE ? NULL : &modes[id];
}

gboolean fairy_mode_find(const char *name, FairyModeId *id)
{
    for (guint i = FAIRY_MODE_NONE + 1; i < FAIRY_MODE_COUNT; i++) {
        if (g_str_equal(modes[i].name, name)) {
            *id = (FairyModeId)i;
            return TRUE;
        }
    }
    return FALSE;
}

guint fairy_mode_effects(FairyModeId from, FairyModeId to)
{
    const FairyMode *old = &modes[from], *new = &modes[to];
    if (from == to) {
        return 0;
    }
    guint effects = old->exit | new->enter;
    effects |= new->enter_from.mode == from ? new->enter_from.effects : 0;
    effects |= old->exit_unless.mode != to ? old->exit_unless.effects : 0;
    return effects;
}

gboolean fairy_mode_allows(FairyModeId id, const FairyAction *action)
{
    const FairyMode *mode = &modes[id];
    return (mode->families & 1u << action->family) ||
           (mode->actions && g_strv_contains(mode->actions, action->name));
}

const FairyAction *const *fairy_mode_actions(FairyModeId id)
{
    static const FairyAction **lists[FAIRY_MODE_COUNT];
    if (g_once_init_enter(&lists[id])) {
        const FairyAction *const *all = fairy_actions();
        g_autoptr(GPtrArray) allowed = g_ptr_array_new();
        for (guint i = 0; all[i]; i++) {
            if (fairy_mode_allows(id, all[i])) {
                g_ptr_array_add(allowed, (gpointer)all[i]);
            }
        }
        g_ptr_array_add(allowed, NULL);
        g_once_init_leave(&lists[id], (const FairyAction **)g_ptr_array_steal(allowed, NULL));
    }
    return lists[id];
}
