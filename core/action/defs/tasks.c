/* Tasks and projects: their names and fields. A fairy that works alone on a drawing has neither,
 * and is told so. */
#include "action/action_list.h"
#include "action/args.h"

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
#define ROWS(...) ((const FairyField[]){__VA_ARGS__{.name = NULL}})

static const char *const colors[] = {"red",  "light-red",    "orange", "yellow", "green",
                                     "blue", "light-violet", "violet", NULL};

#define TEXT(name_, doc_) {.name = (name_), .type = FAIRY_STRING, .doc = (doc_)},
#define KEY(name_, doc_)  {.name = (name_), .type = FAIRY_KEY, .doc = (doc_)},
#define TASK_ID           KEY("taskId", "of the task")
#define NEW_TASK                                                     \
    KEY("taskId", "a new one, short, with hyphens: \"draw-legend\"") \
    TEXT("title", "in a few words") TEXT("text", "what is to be done")

static gboolean apply(FairyTurn *turn, const cJSON *args, GError **error)
{
    (void)args;
    const FairyAction *action = fairy_action_find(fairy_turn_action(turn));
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s %s", action->name,
                fairy_family_info(action->family)->needs);
    return FALSE;
}

#define DEFINE(id_, family_, name_, aliases_, fields_, summary_, manual_, example_)             \
    const FairyAction fairy_action_##id_ = {.name = (name_),                                    \
                                            .aliases = aliases_,                                \
                                            .family = FAIRY_FAMILY_##family_,                   \
                                            .summary = (summary_),                              \
                                            .manual = (manual_),                                \
                                            .example = "{\"_type\":\"" name_ "\"" example_ "}", \
                                            .fields = fields_,                                  \
                                            .apply = apply};

DEFINE(create_task, TASK, "create-task", NULL, ROWS(NEW_TASK FAIRY_FIELDS_AREA, ),
       "Plan a task of your own",
       "One step of a longer piece of work, in an area of the drawing. It isn't begun by this: "
       "see start-task.",
       ",\"taskId\":\"draw-legend\",\"title\":\"Legend\",\"text\":\"Explain the colours\","
       "\"x\":0,\"y\":0,\"w\":200,\"h\":100")

DEFINE(start_task, TASK, "start-task", LIST("start-duo-task"), ROWS(TASK_ID),
       "Begin a task of your own",
       "From the next request on the fairy sees the task's area and can change what is in it.",
       ",\"taskId\":\"draw-legend\"")

DEFINE(mark_task_done, TASK, "mark-task-done", LIST("mark-my-task-done", "mark-duo-task-done"),
       ROWS(), "Say that the task you are at is done",
       "Ends the task that was started. Only this ends it.", "")

DEFINE(start_project, PROJECT, "start-project", LIST("start-duo-project"),
       ROWS(TEXT("projectName", "in a few words")
                TEXT("projectDescription",
                     "what it is about, for everybody in it"){.name = "projectColor",
                                                              .type = FAIRY_ENUM,
                                                              .choices = colors,
                                                              .doc = "that no other project has"},
            TEXT("projectPlan", "the steps, and who does which")),
       "Begin the project that you lead",
       "Names the project and lays down its plan. Tasks come after it, by create-project-task.",
       ",\"projectName\":\"Order flow\",\"projectDescription\":\"From cart to parcel\","
       "\"projectColor\":\"blue\",\"projectPlan\":\"Boxes first, then arrows\"")

DEFINE(create_project_task, PROJECT, "create-project-task", LIST("create-duo-task"),
       ROWS(NEW_TASK KEY("assignedTo", "id of the fairy that is to do it") FAIRY_FIELDS_AREA, ),
       "Plan a task for a fairy of your project",
       "One step of the project, in an area of the drawing. It isn't begun by this: see "
       "direct-to-start-project-task.",
       ",\"taskId\":\"draw-arrows\",\"title\":\"Arrows\",\"text\":\"Connect the steps\","
       "\"assignedTo\":\"fairy-2\",\"x\":0,\"y\":0,\"w\":400,\"h\":300")

DEFINE(delete_project_task, PROJECT, "delete-project-task", NULL,
       ROWS(TASK_ID TEXT("reason", "why it isn't needed")), "Drop a task of your project",
       "For a task that the user calls off, or that turned out not to be needed.",
       ",\"taskId\":\"draw-arrows\",\"reason\":\"There are arrows\"")

DEFINE(direct_to_start_project_task, PROJECT, "direct-to-start-project-task",
       LIST("direct-to-start-duo-task"),
       ROWS(KEY("otherFairyId", "of the fairy that is to begin") TASK_ID),
       "Have another fairy begin a task",
       "When everything that the task needs is there. To know when it is done, await it.",
       ",\"otherFairyId\":\"fairy-2\",\"taskId\":\"draw-arrows\"")

DEFINE(await_tasks_completion, PROJECT, "await-tasks-completion",
       LIST("await-duo-tasks-completion"),
       ROWS({.name = "taskIds", .type = FAIRY_KEYS, .doc = "of the tasks"}, ),
       "Wait until tasks are done", "The leader rests, and is told of each task as it ends.",
       ",\"taskIds\":[\"draw-arrows\"]")

DEFINE(end_project, PROJECT, "end-project", LIST("end-duo-project"), ROWS(),
       "End the project that you lead", "When all of its tasks are done.", "")

DEFINE(abort_project, PROJECT, "abort-project", LIST("abort-duo-project"),
       ROWS(TEXT("reason", "why it can't be begun")), "Give up a project before it begins",
       "When what the user wants isn't clear enough to make a plan of it.",
       ",\"reason\":\"Which drawing is meant?\"")
