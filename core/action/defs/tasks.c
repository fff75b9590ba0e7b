/* Tasks and projects: their names and fields. A fairy that works alone on a drawing has neither,
 * and is told so. */
#include "action/action_list.h"
#include "action/args.h"

static gboolean apply(FairyTurn *turn, const cJSON *args, GError **error)
{
    (void)args;
    const FairyAction *action = fairy_action_find(fairy_turn_action(turn));
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s %s", action->name,
                fairy_family_info(action->family)->needs);
    return FALSE;
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define DEFINE(id_, family_, ...)            \
    const FairyAction fairy_action_##id_ = { \
        .family = FAIRY_FAMILY_##family_, .apply = apply, .alone = TRUE, __VA_ARGS__};

/* --- fields ----------------------------------------------------------------------------------- */

#define TEXT(name_, doc_)                                    \
    {                                                        \
        .name = (name_), .type = FAIRY_STRING, .doc = (doc_) \
    }
#define KEY(name_, doc_)                                  \
    {                                                     \
        .name = (name_), .type = FAIRY_KEY, .doc = (doc_) \
    }
#define NEW_TASK                                                      \
    KEY("taskId", "a new one, short, with hyphens: \"draw-legend\""), \
        TEXT("title", "in a few words"), TEXT("text", "what is to be done")
#define END          \
    {                \
        .name = NULL \
    }

static const char *const colors[] = {"red",  "light-red",    "orange", "yellow", "green",
                                     "blue", "light-violet", "violet", NULL};

static const FairyField no_fields[] = {END};
static const FairyField task_fields[] = {KEY("taskId", "of the task"), END};
static const FairyField new_task_fields[] = {NEW_TASK, FAIRY_FIELDS_AREA, END};
static const FairyField given_task_fields[] = {
    NEW_TASK, KEY("assignedTo", "id of the fairy that is to do it"), FAIRY_FIELDS_AREA, END};
static const FairyField dropped_task_fields[] = {KEY("taskId", "of the task"),
                                                 TEXT("reason", "why it isn't needed"), END};
static const FairyField directed_fields[] = {KEY("otherFairyId", "of the fairy that is to begin"),
                                             KEY("taskId", "of the task"), END};
static const FairyField awaited_fields[] = {
    {.name = "taskIds", .type = FAIRY_KEYS, .doc = "of the tasks"}, END};
static const FairyField project_fields[] = {
    TEXT("projectName", "in a few words"),
    TEXT("projectDescription", "what it is about, for everybody in it"),
    {.name = "projectColor",
     .type = FAIRY_ENUM,
     .choices = colors,
     .doc = "that no other project has"},
    TEXT("projectPlan", "the steps, and who does which"),
    END};
static const FairyField abort_fields[] = {TEXT("reason", "why it can't be begun"), END};

/* --- tasks of one's own ----------------------------------------------------------------------- */

DEFINE(create_task, TASK, .name = "create-task", .fields = new_task_fields,
       .summary = "Plan a task of your own",
       .manual = "One step of a longer piece of work, in an area of the drawing. It isn't begun by "
                 "this: see start-task.",
       .example = "{\"_type\":\"create-task\",\"taskId\":\"draw-legend\",\"title\":\"Legend\","
                  "\"text\":\"Explain the colours\",\"x\":0,\"y\":0,\"w\":200,\"h\":100}",
       .icon = FAIRY_ICON_NOTE, .pose = FAIRY_POSE_WRITING, .doing = "Planning a task",
       .done = "Planned a task")

DEFINE(start_task, TASK, .name = "start-task", .aliases = NAMES("start-duo-task"),
       .fields = task_fields, .summary = "Begin a task of your own",
       .manual = "From the next request on the fairy sees the task's area and can change what is "
                 "in it.",
       .example = "{\"_type\":\"start-task\",\"taskId\":\"draw-legend\"}", .icon = FAIRY_ICON_NOTE,
       .pose = FAIRY_POSE_READING, .doing = "Starting a task", .done = "Started a task")

DEFINE(mark_task_done, TASK, .name = "mark-task-done",
       .aliases = NAMES("mark-my-task-done", "mark-duo-task-done"), .fields = no_fields,
       .summary = "Say that the task you are at is done",
       .manual = "Ends the task that was started. Only this ends it.",
       .example = "{\"_type\":\"mark-task-done\"}", .icon = FAIRY_ICON_NOTE,
       .pose = FAIRY_POSE_WRITING, .doing = "Completing the task", .done = "Completed the task")

/* --- projects --------------------------------------------------------------------------------- */

DEFINE(start_project, PROJECT, .name = "start-project", .aliases = NAMES("start-duo-project"),
       .fields = project_fields, .summary = "Begin the project that you lead",
       .manual = "Names the project and lays down its plan. Tasks come after it, by "
                 "create-project-task.",
       .example = "{\"_type\":\"start-project\",\"projectName\":\"Order flow\","
                  "\"projectDescription\":\"From cart to parcel\",\"projectColor\":\"blue\","
                  "\"projectPlan\":\"Boxes first, then arrows\"}",
       .icon = FAIRY_ICON_FLAG, .pose = FAIRY_POSE_READING, .doing = "Planning a project",
       .done = "Planned a project")

DEFINE(create_project_task, PROJECT, .name = "create-project-task",
       .aliases = NAMES("create-duo-task"), .fields = given_task_fields,
       .summary = "Plan a task for a fairy of your project",
       .manual = "One step of the project, in an area of the drawing. It isn't begun by this: see "
                 "direct-to-start-project-task.",
       .example = "{\"_type\":\"create-project-task\",\"taskId\":\"draw-arrows\","
                  "\"title\":\"Arrows\",\"text\":\"Connect the steps\",\"assignedTo\":\"fairy-2\","
                  "\"x\":0,\"y\":0,\"w\":400,\"h\":300}",
       .icon = FAIRY_ICON_NOTE, .pose = FAIRY_POSE_WRITING, .doing = "Planning a task",
       .done = "Planned a task")

DEFINE(delete_project_task, PROJECT, .name = "delete-project-task", .fields = dropped_task_fields,
       .summary = "Drop a task of your project",
       .manual = "For a task that the user calls off, or that turned out not to be needed.",
       .example = "{\"_type\":\"delete-project-task\",\"taskId\":\"draw-arrows\","
                  "\"reason\":\"There are arrows\"}",
       .icon = FAIRY_ICON_TRASH, .pose = FAIRY_POSE_WRITING, .doing = "Removing a task",
       .done = "Removed a task")

DEFINE(direct_to_start_project_task, PROJECT, .name = "direct-to-start-project-task",
       .aliases = NAMES("direct-to-start-duo-task"), .fields = directed_fields,
       .summary = "Have another fairy begin a task",
       .manual = "When everything that the task needs is there. To know when it is done, await it.",
       .example = "{\"_type\":\"direct-to-start-project-task\",\"otherFairyId\":\"fairy-2\","
                  "\"taskId\":\"draw-arrows\"}",
       .icon = FAIRY_ICON_COMMENT, .pose = FAIRY_POSE_REVIEWING, .doing = "Asking another fairy",
       .done = "Asked another fairy")

DEFINE(await_tasks_completion, PROJECT, .name = "await-tasks-completion",
       .aliases = NAMES("await-duo-tasks-completion"), .fields = awaited_fields,
       .summary = "Wait until tasks are done",
       .manual = "The leader rests, and is told of each task as it ends.",
       .example = "{\"_type\":\"await-tasks-completion\",\"taskIds\":[\"draw-arrows\"]}",
       .icon = FAIRY_ICON_REFRESH, .pose = FAIRY_POSE_REVIEWING, .doing = "Beginning to wait",
       .done = "Began to wait")

DEFINE(end_project, PROJECT, .name = "end-project", .aliases = NAMES("end-duo-project"),
       .fields = no_fields, .summary = "End the project that you lead",
       .manual = "When all of its tasks are done.", .example = "{\"_type\":\"end-project\"}",
       .icon = FAIRY_ICON_FLAG, .pose = FAIRY_POSE_REVIEWING, .doing = "Ending the project",
       .done = "Ended the project")

DEFINE(abort_project, PROJECT, .name = "abort-project", .aliases = NAMES("abort-duo-project"),
       .fields = abort_fields, .summary = "Give up a project before it begins",
       .manual = "When what the user wants isn't clear enough to make a plan of it.",
       .example = "{\"_type\":\"abort-project\",\"reason\":\"Which drawing is meant?\"}",
       .icon = FAIRY_ICON_FLAG, .pose = FAIRY_POSE_REVIEWING, .doing = "Giving up the project",
       .done = "Gave up the project")
