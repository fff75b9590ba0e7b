/* What a fairy that works alone does when something happens to it: the transitions of the runtime
 * reference, §2.1, a row each. What a change of mode does besides is in mode.c. */
#include "common/scene.h"

#include <string.h>

#define LOOK "{\"_type\":\"set-view\",\"x\":40,\"y\":10,\"w\":60,\"h\":50}"
#define OUTSIDE                                                                        \
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"text\",\"shapeId\":\"e\",\"x\":380," \
    "\"y\":200,\"text\":\"Hello there\"}}"
/* In a corner of its own. */
#define PLAN_CORNER                                                                               \
    "{\"_type\":\"create-task\",\"taskId\":\"t\",\"title\":\"T\",\"text\":\"Move b.\",\"x\":200," \
    "\"y\":0,\"w\":150,\"h\":150}"

typedef struct {
    const char *event; /* the row's name */
    FairyModeId from;
    gboolean plans;
    const char *words;      /* that the person says; NULL = nothing */
    const char *replies[5]; /* ended by NULL */
    /* When this is told for the nth time, `then` is done. */
    FairyEventKind when;
    guint nth;
    void (*then)(TestScene *scene);
    const char *way;
    void (*check)(TestScene *scene); /* may be NULL */
} Row;

static guint open_todos(TestScene *scene)
{
    return fairy_todos_left(fairy_agent_todos(scene->agent));
}

/* --- what happens ----------------------------------------------------------------------------- */

static void wake_up(TestScene *scene)
{
    fairy_agent_interrupt(scene->agent, FAIRY_MODE_IDLING, NULL);
}

static void put_away(TestScene *scene)
{
    fairy_agent_interrupt(scene->agent, FAIRY_MODE_SLEEPING, NULL);
}

static void stop(TestScene *scene)
{
    fairy_agent_stop(scene->agent);
}

static void say_other(TestScene *scene)
{
    fairy_agent_interrupt(scene->agent, FAIRY_MODE_NONE,
                          &(FairyInput){.text = "the other", .view = SVG_BOX_EMPTY});
}

/* --- what is then so -------------------------------------------------------------------------- */

static void list_is_kept(TestScene *scene)
{
    g_assert_cmpuint(open_todos(scene), ==, 1);
}

/* Said after the stop: the list is there, the model sees it, and it is gone when all is done. */
static void goes_on_with_list(TestScene *scene)
{
    list_is_kept(scene);
    g_string_truncate(scene->way, 0);
    test_ask(scene, "go on");
    g_assert_cmpstr(scene->way->str, ==, "one-shotting request update-todo:ok idling rest ");
    g_assert_true(test_was_told(scene, 1, "{\"id\":\"x\",\"status\":\"todo\""));
    g_assert_cmpuint(fairy_todos_items(fairy_agent_todos(scene->agent))->len, ==, 0);
}

static void other_is_told(TestScene *scene)
{
    g_assert_true(test_was_told(scene, 1, "the other"));
    g_assert_cmpfloat(test_x(scene, "a"), ==, 50);
}

static void list_is_reminded(TestScene *scene)
{
    g_assert_true(test_was_told(scene, 1, "1 of your list of things to do is open"));
}

static void fault_is_told(TestScene *scene)
{
    g_assert_true(test_was_told(scene, 1, "may have a fault"));
}

static void tasks_are_kept(TestScene *scene)
{
    g_string_truncate(scene->way, 0);
    test_ask(scene, "go on");
    g_assert_true(g_str_has_prefix(scene->way->str, "soloing request "));
    g_assert_true(test_was_told(scene, test_server_requests(scene->server) - 1, "\nt ready "));
}

static void task_is_shown(TestScene *scene)
{
    g_assert_true(test_was_told(scene, 1, "your task: t 200,0,150,150 \"T\": \"Move b.\""));
    g_assert_true(test_was_told(scene, 1, "your view: 125,0,275,225\n"));
    g_assert_false(test_was_asked(scene, 1, "go there"));
}

/* Still at it: told so, and looking where it looked. */
static void task_goes_on(TestScene *scene)
{
    task_is_shown(scene);
    g_assert_true(test_was_told(scene, 2, "You are at a task. Go on with it"));
    g_assert_true(test_was_told(scene, 2, "your view: 125,0,275,225\n"));
}

/* What was done at it is a summary, where it is looked at is the task's place. */
static void task_is_summed_up(TestScene *scene)
{
    g_assert_true(test_was_asked(scene, 2, "go there"));
    g_assert_true(test_was_told(
        scene, 2, "This task is over: it is done.\n<data>\ntask \"t\": \"T\"\n</data>"));
    g_assert_true(test_was_told(scene, 2, "your view: 125,0,275,225\n"));
    g_assert_false(test_was_asked(scene, 2, "\\\"shapeId\\\":\\\"b\\\",\\\"x\\\":230"));
}

static void others_task_is_refused(TestScene *scene)
{
    g_assert_true(test_was_told(scene, 1, "\"theirs\" is for \"other\"; begin one of your own"));
}

static void tasks_are_reminded(TestScene *scene)
{
    g_assert_true(test_was_told(scene, 1, "1 of your tasks is open. Start one"));
}

static void looks_there(TestScene *scene)
{
    g_assert_true(test_was_told(scene, 1, "your view: 40,10,60,50\n"));
    g_assert_true(test_was_told(scene, 1, "x 40, y 10, w 60, h 50"));
}

static void is_asleep(TestScene *scene)
{
    test_say(scene, "hello");
    g_assert_false(fairy_agent_is_running(scene->agent));
    g_assert_cmpuint(fairy_agent_n_inputs(scene->agent), ==, 1);
    g_assert_cmpfloat(test_x(scene, "a"), ==, 50);
}

#define WORK "soloing request create-task:ok start-task:ok working-solo request "

static const Row rows[] = {
    {"woken",
     FAIRY_MODE_SLEEPING,
     FALSE,
     NULL,
     {TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     "idling ",
     NULL},
    {"asked-while-idle",
     FAIRY_MODE_IDLING,
     FALSE,
     "go",
     {TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     "one-shotting request message:ok idling rest ",
     NULL},
    {"asked-while-idle-to-plan",
     FAIRY_MODE_IDLING,
     TRUE,
     "go",
     {TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     "soloing request message:ok idling rest ",
     NULL},
    {"asked-while-it-draws",
     FAIRY_MODE_IDLING,
     FALSE,
     "go",
     {TEST_REPLY(TEST_MOVE("a", 50) "," TEST_MOVE("a", 60)), TEST_REPLY(TEST_MESSAGE)},
     FAIRY_EVENT_ACTION,
     1,
     say_other,
     "one-shotting request move:ok request message:ok idling rest ",
     other_is_told},
    {"stopped",
     FAIRY_MODE_IDLING,
     FALSE,
     "go",
     {TEST_REPLY(TEST_TODO("x", "todo") "," TEST_MOVE("a", 60))},
     FAIRY_EVENT_TODOS,
     1,
     stop,
     "one-shotting request update-todo:ok one-shotting-pausing rest ",
     list_is_kept},
    {"asked-after-a-stop",
     FAIRY_MODE_IDLING,
     FALSE,
     "go",
     {TEST_REPLY(TEST_TODO("x", "todo") "," TEST_MOVE("a", 60)),
      TEST_REPLY(TEST_TODO("x", "done"))},
     FAIRY_EVENT_TODOS,
     1,
     stop,
     "one-shotting request update-todo:ok one-shotting-pausing rest ",
     goes_on_with_list},
    {"ended-with-an-open-list",
     FAIRY_MODE_IDLING,
     FALSE,
     "go",
     {TEST_REPLY(TEST_TODO("x", "todo")), TEST_REPLY(TEST_TODO("x", "done"))},
     0,
     0,
     NULL,
     "one-shotting request update-todo:ok request update-todo:ok idling rest ",
     list_is_reminded},
    {"ended-with-faults",
     FAIRY_MODE_IDLING,
     FALSE,
     "go",
     {TEST_REPLY(OUTSIDE), TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     "one-shotting request create:adjusted request message:ok idling rest ",
     fault_is_told},
    {"ended",
     FAIRY_MODE_IDLING,
     FALSE,
     "go",
     {TEST_REPLY(TEST_MOVE("a", 60))},
     0,
     0,
     NULL,
     "one-shotting request move:ok idling rest ",
     NULL},
    {"stopped-while-it-plans",
     FAIRY_MODE_IDLING,
     TRUE,
     "go",
     {TEST_REPLY(PLAN_CORNER "," TEST_MESSAGE), TEST_REPLY(TEST_MESSAGE)},
     FAIRY_EVENT_ACTION,
     1,
     stop,
     "soloing request create-task:ok idling rest ",
     tasks_are_kept},
    {"stopped-at-a-task",
     FAIRY_MODE_IDLING,
     TRUE,
     "go",
     {TEST_REPLY(PLAN_CORNER "," TEST_START("t")), TEST_REPLY(TEST_MOVE("b", 230) "," TEST_DONE),
      TEST_REPLY(TEST_MESSAGE)},
     FAIRY_EVENT_ACTION,
     3,
     stop,
     WORK "move:ok idling rest ",
     tasks_are_kept},
    {"task-planned",
     FAIRY_MODE_IDLING,
     TRUE,
     "go",
     {TEST_REPLY(PLAN_CORNER), TEST_REPLY(TEST_START("t")),
      TEST_REPLY(TEST_MOVE("b", 230) "," TEST_DONE), TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     "soloing request create-task:ok request start-task:ok working-solo request move:ok "
     "mark-task-done:ok soloing request message:ok idling rest ",
     tasks_are_reminded},
    {"task-begun",
     FAIRY_MODE_IDLING,
     TRUE,
     "go there",
     {TEST_REPLY(PLAN_CORNER "," TEST_START("t")), TEST_REPLY(TEST_MOVE("b", 230) "," TEST_DONE),
      TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     WORK "move:ok mark-task-done:ok soloing request message:ok idling rest ",
     task_is_shown},
    {"task-of-another-begun",
     FAIRY_MODE_IDLING,
     TRUE,
     "go",
     {TEST_REPLY(TEST_START("theirs")), TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     "soloing request start-task:refused request message:ok idling rest ",
     others_task_is_refused},
    {"ended-at-a-task",
     FAIRY_MODE_IDLING,
     TRUE,
     "go there",
     {TEST_REPLY(PLAN_CORNER "," TEST_START("t")), TEST_REPLY(TEST_MOVE("b", 230)),
      TEST_REPLY(TEST_DONE), TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     WORK "move:ok request mark-task-done:ok soloing request message:ok idling rest ",
     task_goes_on},
    {"task-done",
     FAIRY_MODE_IDLING,
     TRUE,
     "go there",
     {TEST_REPLY(PLAN_CORNER "," TEST_START("t")), TEST_REPLY(TEST_MOVE("b", 230) "," TEST_DONE),
      TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     WORK "move:ok mark-task-done:ok soloing request message:ok idling rest ",
     task_is_summed_up},
    {"task-done-at-none",
     FAIRY_MODE_IDLING,
     TRUE,
     "go",
     {TEST_REPLY(TEST_DONE), TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     "soloing request mark-task-done:refused request message:ok idling rest ",
     NULL},
    {"looked-elsewhere",
     FAIRY_MODE_IDLING,
     FALSE,
     "go",
     {TEST_REPLY(LOOK "," TEST_MOVE("a", 60)), TEST_REPLY(TEST_MESSAGE)},
     0,
     0,
     NULL,
     "one-shotting request set-view:ok move:ok request message:ok idling rest ",
     looks_there},
    {"put-away",
     FAIRY_MODE_IDLING,
     FALSE,
     "go",
     {TEST_REPLY(TEST_MOVE("a", 50) "," TEST_MOVE("a", 60))},
     FAIRY_EVENT_ACTION,
     1,
     put_away,
     "one-shotting request move:ok sleeping rest ",
     is_asleep},
};

static void on_told(const FairyProjectEvent *told, gpointer data)
{
    TestScene *scene = data;
    if (scene->agent) {
        fairy_agent_project_event(scene->agent, told);
    }
}

static void test_row(gconstpointer data)
{
    const Row *row = data;
    g_auto(TestScene) scene = {.when = row->when, .nth = row->nth, .then = row->then};
    FairyProjects *projects = fairy_projects_new(on_told, &scene);
    FairyTaskPlan theirs = {"theirs", "T", "Do.", {0, 0, 10, 10}, NULL, NULL};
    g_assert_true(fairy_projects_add_own_task(projects, "other", &theirs, NULL));
    g_autoptr(GString) script = g_string_new(NULL);
    for (guint i = 0; row->replies[i]; i++) {
        test_answer_add(script, row->replies[i], "");
    }
    test_scene_open(
        &scene, script->str,
        (FairyAgentOptions){
            .mode = row->from, .plans = row->plans, .projects = projects, .first_retry_ms = 1});
    if (row->words) {
        test_ask(&scene, row->words);
    } else {
        wake_up(&scene);
    }
    g_assert_cmpstr(scene.way->str, ==, row->way);
    if (row->check) {
        row->check(&scene);
    }
    g_clear_pointer(&scene.agent, fairy_agent_free);
    fairy_projects_free(projects);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = g_strconcat("/transitions/", rows[i].event, NULL);
        g_test_add_data_func(path, &rows[i], test_row);
    }
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
