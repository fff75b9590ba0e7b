/* Tasks and projects: what is planned, begun, awaited and ended. They change no drawing, and what
 * is allowed is told by <fairy/project.h>. A fairy that works alone is told that it does. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

#include <svg/survey.h>

typedef gboolean (*Act)(FairyExecutor *executor, const FairyProjectContext *at, const cJSON *args,
                        GError **error);

static gboolean act(FairyExecutor *executor, const cJSON *args, Act what, GError **error)
{
    const FairyAction *action = fairy_executor_action(executor);
    const FairyProjectContext *at = fairy_executor_project(executor);
    gboolean alone =
        action->family == FAIRY_FAMILY_PROJECT && at && !fairy_projects_of(at->projects, at->fairy);
    if (!at || alone) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s %s", action->name,
                    fairy_family_info(action->family)->needs);
        return FALSE;
    }
    return what(executor, at, args, error);
}

static gboolean named(FairyExecutor *executor, gboolean done, GError **error)
{
    if (!done) {
        g_prefix_error(error, "%s: ", fairy_executor_action(executor)->name);
    }
    return done;
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define DEFINE(id_, family_, ...)                                                           \
    static gboolean apply_##id_(FairyExecutor *executor, const cJSON *args, GError **error) \
    {                                                                                       \
        return act(executor, args, id_, error);                                             \
    }                                                                                       \
    const FairyAction fairy_action_##id_ = {                                                \
        .family = FAIRY_FAMILY_##family_, .apply = apply_##id_, .alone = TRUE, __VA_ARGS__};

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
#define AFTER(doc_)                                                                       \
    {                                                                                     \
        .name = "after", .type = FAIRY_KEYS, .flags = FAIRY_FIELD_OPTIONAL, .doc = (doc_) \
    }
#define END          \
    {                \
        .name = NULL \
    }

static const FairyField no_fields[] = {END};
static const FairyField task_fields[] = {KEY("taskId", "of the task"), END};
static const FairyField new_task_fields[] = {NEW_TASK, FAIRY_FIELDS_AREA, END};
static const FairyField given_task_fields[] = {
    NEW_TASK, KEY("assignedTo", "id of the fairy that is to do it"), FAIRY_FIELDS_AREA,
    AFTER("of tasks that have to be done before it"), END};
static const FairyField changed_task_fields[] = {
    KEY("taskId", "of the task"),
    AFTER("of all tasks that have to be done before it; left out: of none"), END};
static const FairyField dropped_task_fields[] = {KEY("taskId", "of the task"),
                                                 TEXT("reason", "why it isn't needed"), END};
static const FairyField directed_fields[] = {KEY("otherFairyId", "of the fairy that is to begin"),
                                             KEY("taskId", "of the task"), END};
static const FairyField awaited_fields[] = {
    {.name = "taskIds", .type = FAIRY_KEYS, .doc = "of the tasks"},
    {.name = "until",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = fairy_wait_until_names,
     .doc = "when you are told: as each ends (as when left out), at the first, when all have "
            "ended, or no more"},
    END};
static const FairyField project_fields[] = {
    TEXT("projectName", "in a few words"),
    TEXT("projectDescription", "what it is about, for everybody in it"),
    {.name = "projectColor",
     .type = FAIRY_ENUM,
     .choices = fairy_project_colors,
     .doc = "that no other project has"},
    TEXT("projectPlan", "the steps, and who does which"),
    END};
static const FairyField abort_fields[] = {TEXT("reason", "why it can't be begun"), END};

/* --- what they do ----------------------------------------------------------------------------- */

/* The page that the middle of the area is on; NULL where there are none. */
static char *page_at(FairyExecutor *executor, SvgBox area)
{
    g_autoptr(GPtrArray) pages = svg_document_pages(fairy_executor_document(executor));
    double x = area.x + area.w / 2, y = area.y + area.h / 2;
    for (guint i = 0; i < pages->len; i++) {
        const SvgPage *page = pages->pdata[i];
        SvgBox box = page->box;
        if (x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h) {
            return g_strdup(page->id);
        }
    }
    return NULL;
}

/* Ids, ended by NULL, whose strings are the arguments'. */
static GPtrArray *ids_of(const cJSON *args, const char *name)
{
    GPtrArray *ids = g_ptr_array_new();
    const cJSON *id;
    cJSON_ArrayForEach(id, cJSON_GetObjectItemCaseSensitive(args, name))
    {
        g_ptr_array_add(ids, id->valuestring);
    }
    g_ptr_array_add(ids, NULL);
    return ids;
}

static gboolean plan_for(FairyExecutor *executor, const FairyProjectContext *at, const cJSON *args,
                         const char *fairy, GError **error)
{
    g_autoptr(GPtrArray) after = ids_of(args, "after");
    FairyTaskPlan plan = {
        .id = fairy_args_string(args, "taskId"),
        .title = fairy_args_string(args, "title"),
        .text = fairy_args_string(args, "text"),
        .after = (const char *const *)after->pdata,
    };
    if (!fairy_args_area(executor, args, &plan.box, error)) {
        return FALSE;
    }
    g_autofree char *page = page_at(executor, plan.box);
    plan.page = page;
    gboolean done = fairy ? fairy_projects_add_task(at->projects, at->fairy, fairy, &plan, error)
                          : fairy_projects_add_own_task(at->projects, at->fairy, &plan, error);
    return named(executor, done, error);
}

static gboolean create_task(FairyExecutor *executor, const FairyProjectContext *at,
                            const cJSON *args, GError **error)
{
    return plan_for(executor, at, args, NULL, error);
}

static gboolean create_project_task(FairyExecutor *executor, const FairyProjectContext *at,
                                    const cJSON *args, GError **error)
{
    return plan_for(executor, at, args, fairy_args_string(args, "assignedTo"), error);
}

/* Who begins a task by itself sees from then on what it is about. */
static gboolean start_task(FairyExecutor *executor, const FairyProjectContext *at,
                           const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "taskId");
    if (!fairy_executor_may_follow_up(executor, error) ||
        !named(executor, fairy_projects_start_task(at->projects, at->fairy, id, error), error)) {
        return FALSE;
    }
    const FairyTask *task = fairy_projects_task(at->projects, id);
    g_autofree char *where = fairy_area_words(executor, task->box);
    char *message = g_strdup_printf("You are at a task that you began, in the area %s. When it is "
                                    "done, say so by mark-task-done. What is to be done:",
                                    where);
    return fairy_executor_ask_follow_up(executor, FAIRY_FOLLOW_VIEW, task->box, message,
                                        fairy_task_quoted(task), error);
}

static gboolean mark_task_done(FairyExecutor *executor, const FairyProjectContext *at,
                               const cJSON *args, GError **error)
{
    (void)args;
    gboolean doubted = at->may_end && fairy_projects_task_of(at->projects, at->fairy) &&
                       !at->may_end(at->data, error);
    return named(executor, !doubted && fairy_projects_finish_task(at->projects, at->fairy, error),
                 error);
}

static gboolean start_project(FairyExecutor *executor, const FairyProjectContext *at,
                              const cJSON *args, GError **error)
{
    FairyProjectPlan plan = {
        .title = fairy_args_string(args, "projectName"),
        .description = fairy_args_string(args, "projectDescription"),
        .color = fairy_args_string(args, "projectColor"),
        .plan = fairy_args_string(args, "projectPlan"),
    };
    return named(executor, fairy_projects_begin(at->projects, at->fairy, &plan, error), error);
}

static gboolean update_project_task(FairyExecutor *executor, const FairyProjectContext *at,
                                    const cJSON *args, GError **error)
{
    g_autoptr(GPtrArray) after = ids_of(args, "after");
    return named(executor,
                 fairy_projects_set_after(at->projects, at->fairy,
                                          fairy_args_string(args, "taskId"),
                                          (const char *const *)after->pdata, error),
                 error);
}

static void note_stuck(FairyExecutor *executor, const FairyProjects *projects, const char *dropped)
{
    const FairyTask *task = fairy_projects_task(projects, dropped);
    g_auto(GStrv) stuck = task ? fairy_projects_stuck_by(projects, task) : NULL;
    if (stuck) {
        g_autofree char *names = g_strjoinv("\", \"", stuck);
        fairy_executor_note(executor,
                            "what comes after it can't begin now: \"%s\"; update-project-task "
                            "takes that away, delete-project-task drops it",
                            names);
    }
}

static gboolean delete_project_task(FairyExecutor *executor, const FairyProjectContext *at,
                                    const cJSON *args, GError **error)
{
    const char *id = fairy_args_string(args, "taskId"), *why = fairy_args_string(args, "reason");
    gboolean done = fairy_projects_delete_task(at->projects, at->fairy, id, why, error);
    if (done) {
        note_stuck(executor, at->projects, id);
    }
    return named(executor, done, error);
}

static void pass_on(FairyExecutor *executor, const GPtrArray *notes)
{
    for (guint i = 0; i < notes->len; i++) {
        fairy_executor_note(executor, "%s", (const char *)notes->pdata[i]);
    }
}

static gboolean direct_to_start_project_task(FairyExecutor *executor, const FairyProjectContext *at,
                                             const cJSON *args, GError **error)
{
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    gboolean done = fairy_projects_start_task_of(at->projects, at->fairy,
                                                 fairy_args_string(args, "otherFairyId"),
                                                 fairy_args_string(args, "taskId"), notes, error);
    pass_on(executor, notes);
    return named(executor, done, error);
}

static gboolean await_tasks_completion(FairyExecutor *executor, const FairyProjectContext *at,
                                       const cJSON *args, GError **error)
{
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) ids = ids_of(args, "taskIds");
    FairyWaitUntil until =
        (FairyWaitUntil)fairy_args_choice(args, "until", fairy_wait_until_names, FAIRY_WAIT_EACH);
    gboolean done = fairy_projects_await(at->projects, at->fairy, (const char *const *)ids->pdata,
                                         until, at->deadline, notes, error);
    pass_on(executor, notes);
    return named(executor, done, error);
}

static gboolean end_project(FairyExecutor *executor, const FairyProjectContext *at,
                            const cJSON *args, GError **error)
{
    (void)args;
    return named(executor, fairy_projects_end(at->projects, at->fairy, error), error);
}

static gboolean abort_project(FairyExecutor *executor, const FairyProjectContext *at,
                              const cJSON *args, GError **error)
{
    const char *why = fairy_args_string(args, "reason");
    return named(executor, fairy_projects_abort(at->projects, at->fairy, why, error), error);
}

/* --- what a chat shows ------------------------------------------------------------------------ */

/* "Planned: Arrows", or as long as the name hasn't come, "Planning"; below it the text named `more`
 * (may be NULL), while it is written. */
static char *told(const cJSON *args, gboolean complete, const char *doing, const char *done,
                  const char *name, const char *more)
{
    const char *words = fairy_args_string(args, name);
    const char *text = more ? fairy_args_string(args, more) : NULL;
    gboolean has = words && *words;
    return g_strconcat(complete ? done : doing, has ? ": " : "", has ? words : "",
                       text && *text ? "\n\n" : "", text && *text ? text : "", NULL);
}

#define DESCRIBE(id_, doing_, done_, name_, more_)                                      \
    static char *describe_##id_(const cJSON *args, gboolean complete, guint elapsed_ms, \
                                char **summary)                                         \
    {                                                                                   \
        (void)elapsed_ms, (void)summary;                                                \
        return told(args, complete, doing_, done_, name_, more_);                       \
    }

DESCRIBE(create_task, "Planning a task", "Planned a task", "title", complete ? NULL : "text")
DESCRIBE(start_task, "Starting a task", "Started a task", "taskId", NULL)
DESCRIBE(start_project, "Planning a project", "Planned a project", "projectName",
         complete ? NULL : "projectPlan")
DESCRIBE(update_project_task, "Changing the order", "Changed the order", "taskId", NULL)
DESCRIBE(delete_project_task, "Removing a task", "Removed a task", "taskId", "reason")
DESCRIBE(abort_project, "Giving up the project", "Gave up the project", "reason", NULL)

static char *describe_direct(const cJSON *args, gboolean complete, guint elapsed_ms, char **summary)
{
    (void)elapsed_ms, (void)summary;
    const char *fairy = fairy_args_string(args, "otherFairyId");
    g_autofree char *asked = g_strconcat(complete ? "Asked " : "Asking ",
                                         fairy && *fairy ? fairy : "another fairy", NULL);
    return told(args, complete, asked, asked, "taskId", NULL);
}

static char *describe_await(const cJSON *args, gboolean complete, guint elapsed_ms, char **summary)
{
    (void)elapsed_ms, (void)summary;
    int n = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(args, "taskIds"));
    if (!complete || n == 0) {
        return g_strdup("Waiting");
    }
    return g_strdup_printf("Waiting for %d task%s", n, n == 1 ? "" : "s");
}

/* --- tasks of one's own ----------------------------------------------------------------------- */

DEFINE(create_task, TASK, .name = "create-task", .fields = new_task_fields,
       .summary = "Plan a task of your own",
       .manual =
           "One step of a longer piece of work, in an area of the drawing, for a fairy that is "
           "in no project. Its id must be new. It isn't begun by this: see start-task.",
       .example = "{\"_type\":\"create-task\",\"taskId\":\"draw-legend\",\"title\":\"Legend\","
                  "\"text\":\"Explain the colours\",\"x\":0,\"y\":0,\"w\":200,\"h\":100}",
       .describe = describe_create_task, .icon = FAIRY_ICON_NOTE, .pose = FAIRY_POSE_WRITING,
       .doing = "Planning a task", .done = "Planned a task")

DEFINE(start_task, TASK, .name = "start-task", .aliases = NAMES("start-duo-task"),
       .fields = task_fields, .summary = "Begin a task of your own",
       .manual = "From the next request on the fairy sees the task's area and can change what is "
                 "in it. One at a time, and only what is its own: one that it planned for itself, "
                 "or as the leader of a pair, gave itself.",
       .example = "{\"_type\":\"start-task\",\"taskId\":\"draw-legend\"}",
       .describe = describe_start_task, .icon = FAIRY_ICON_NOTE, .pose = FAIRY_POSE_READING,
       .doing = "Starting a task", .done = "Started a task")

DEFINE(mark_task_done, TASK, .name = "mark-task-done",
       .aliases = NAMES("mark-my-task-done", "mark-duo-task-done"), .fields = no_fields,
       .summary = "Say that the task you are at is done",
       .manual = "Ends the task that the fairy is at. Who waits for it is told.",
       .example = "{\"_type\":\"mark-task-done\"}", .icon = FAIRY_ICON_NOTE,
       .pose = FAIRY_POSE_WRITING, .doing = "Completing the task", .done = "Completed the task")

/* --- projects --------------------------------------------------------------------------------- */

DEFINE(start_project, PROJECT, .name = "start-project", .aliases = NAMES("start-duo-project"),
       .fields = project_fields, .summary = "Begin the project that you lead",
       .manual = "Names the project and lays down its plan. Its colour is one that no other "
                 "project has. Tasks come after it, by create-project-task.",
       .example = "{\"_type\":\"start-project\",\"projectName\":\"Order flow\","
                  "\"projectDescription\":\"From cart to parcel\",\"projectColor\":\"blue\","
                  "\"projectPlan\":\"Boxes first, then arrows\"}",
       .describe = describe_start_project, .icon = FAIRY_ICON_FLAG, .pose = FAIRY_POSE_READING,
       .doing = "Planning a project", .done = "Planned a project")

DEFINE(create_project_task, PROJECT, .name = "create-project-task",
       .aliases = NAMES("create-duo-task"), .fields = given_task_fields,
       .summary = "Plan a task for a fairy of your project",
       .manual = "One step of the project, in an area of the drawing. Its id must be new. It isn't "
                 "begun by this: see direct-to-start-project-task. One that comes after others is "
                 "todo until they are done, and then ready, which the leader is told; when one of "
                 "them ends otherwise it can't begin: see update-project-task.",
       .example = "{\"_type\":\"create-project-task\",\"taskId\":\"draw-arrows\","
                  "\"title\":\"Arrows\",\"text\":\"Connect the steps\",\"assignedTo\":\"fairy-2\","
                  "\"x\":0,\"y\":0,\"w\":400,\"h\":300}",
       .describe = describe_create_task, .icon = FAIRY_ICON_NOTE, .pose = FAIRY_POSE_WRITING,
       .doing = "Planning a task", .done = "Planned a task")

DEFINE(update_project_task, PROJECT, .name = "update-project-task",
       .aliases = NAMES("update-duo-task"), .fields = changed_task_fields,
       .summary = "Change which tasks a task comes after",
       .manual = "For a task that hasn't begun: it waits for those named here, and for no others. "
                 "So one can begin although a task before it failed or was dropped, or come after "
                 "the one that is done in its place.",
       .example = "{\"_type\":\"update-project-task\",\"taskId\":\"draw-arrows\","
                  "\"after\":[\"draw-boxes\"]}",
       .describe = describe_update_project_task, .icon = FAIRY_ICON_NOTE,
       .pose = FAIRY_POSE_WRITING, .doing = "Changing the order", .done = "Changed the order")

DEFINE(delete_project_task, PROJECT, .name = "delete-project-task", .fields = dropped_task_fields,
       .summary = "Drop a task of your project",
       .manual = "For an open task that the person calls off, or that turned out not to be needed. "
                 "A fairy that is at it stops; what it drew stays.",
       .example = "{\"_type\":\"delete-project-task\",\"taskId\":\"draw-arrows\","
                  "\"reason\":\"There are arrows\"}",
       .describe = describe_delete_project_task, .icon = FAIRY_ICON_TRASH,
       .pose = FAIRY_POSE_WRITING, .doing = "Removing a task", .done = "Removed a task")

DEFINE(direct_to_start_project_task, PROJECT, .name = "direct-to-start-project-task",
       .aliases = NAMES("direct-to-start-duo-task"), .fields = directed_fields,
       .summary = "Have another fairy begin a task",
       .manual =
           "When the task is ready. It is the other fairy's from then on; one that that fairy "
           "was at is to do again. Not while another is at a task whose area lies in this "
           "one's, or round it. To know when it is done, await it.",
       .example = "{\"_type\":\"direct-to-start-project-task\",\"otherFairyId\":\"fairy-2\","
                  "\"taskId\":\"draw-arrows\"}",
       .describe = describe_direct, .icon = FAIRY_ICON_COMMENT, .pose = FAIRY_POSE_REVIEWING,
       .doing = "Asking another fairy", .done = "Asked another fairy")

DEFINE(await_tasks_completion, PROJECT, .name = "await-tasks-completion",
       .aliases = NAMES("await-duo-tasks-completion"), .fields = awaited_fields,
       .summary = "Wait until tasks are done",
       .manual = "The leader rests, and is told of each task as it ends: done, failed, dropped or "
                 "lost; what it asked to see it sees then. Those that have ended already are left "
                 "out. Of what is said of the same task twice the last counts.",
       .example = "{\"_type\":\"await-tasks-completion\",\"taskIds\":[\"draw-arrows\"]}",
       .describe = describe_await, .icon = FAIRY_ICON_REFRESH, .pose = FAIRY_POSE_REVIEWING,
       .doing = "Beginning to wait", .done = "Began to wait")

DEFINE(end_project, PROJECT, .name = "end-project", .aliases = NAMES("end-duo-project"),
       .fields = no_fields, .summary = "End the project that you lead",
       .manual = "When none of its tasks is open any more.",
       .example = "{\"_type\":\"end-project\"}", .icon = FAIRY_ICON_FLAG,
       .pose = FAIRY_POSE_REVIEWING, .doing = "Ending the project", .done = "Ended the project")

DEFINE(abort_project, PROJECT, .name = "abort-project", .aliases = NAMES("abort-duo-project"),
       .fields = abort_fields, .summary = "Give up a project before it begins",
       .manual =
           "When what the person wants isn't clear enough to make a plan of it. A project that "
           "has begun is ended by end-project.",
       .example = "{\"_type\":\"abort-project\",\"reason\":\"Which drawing is meant?\"}",
       .describe = describe_abort_project, .icon = FAIRY_ICON_FLAG, .pose = FAIRY_POSE_REVIEWING,
       .doing = "Giving up the project", .done = "Gave up the project")
