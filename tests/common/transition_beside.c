/* The rows of the runtime reference's §2.2 in which there is another project. A team has one at a
 * time, so here is its leader alone, in a project that others share. */
#include "common/transitions.h"

#include <string.h>

typedef struct {
    const char *name, *replies[2], *told, *outcome;
} Beside;

static const Beside beside[] = {
    {"03-start-project-in-a-colour-that-is-taken",
     {TEST_REPLY(TEST_BEGIN_IN("green")), TEST_REPLY(TEST_ABORT)},
     "another project has the colour \"green\"; choose \"red\"",
     "start-project:refused "},
    {"05-create-project-task-for-a-member-of-another",
     {TEST_REPLY(TEST_BEGIN "," TEST_TASK("t1", "other-2", 0, 0, 9, 9)), TEST_REPLY(TEST_END)},
     "\"other-2\" isn't in the project",
     "create-project-task:refused "},
    {"08-direct-to-the-task-of-another",
     {TEST_REPLY(TEST_BEGIN "," TEST_DIRECT("theirs", "fairy-2")), TEST_REPLY(TEST_END)},
     "there is no task \"theirs\" in the project",
     "direct-to-start-project-task:refused "},
    {"10-await-the-task-of-another",
     {TEST_REPLY(TEST_BEGIN "," TEST_AWAIT("\"theirs\"")), TEST_REPLY(TEST_END)},
     "there is no task \"theirs\" in the project",
     "await-tasks-completion:refused "},
    /* Who leads a team begins none at all. */
    {"2.3-03-start-the-task-of-another",
     {TEST_REPLY(TEST_BEGIN "," TEST_START("theirs")), TEST_REPLY(TEST_END)},
     "start-task",
     "start-task:refused "},
};

typedef struct {
    guint n_fairies;
    const Beside *row;
} Case;

static void pass_on(const FairyProjectEvent *told, gpointer data)
{
    const TestScene *scene = data;
    if (scene->agent) {
        fairy_agent_project_event(scene->agent, told);
    }
}

static FairyProjects *two_projects(guint n, TestScene *scene)
{
    const char *theirs[] = {"other", "other-2", "other-3", NULL};
    const char *ours[] = {"fairy", "fairy-2", "fairy-3", NULL};
    FairyProjects *projects = fairy_projects_new(pass_on, scene);
    theirs[n] = ours[n] = NULL;
    g_assert_true(fairy_projects_add(projects, "other", theirs, NULL));
    g_assert_true(fairy_projects_begin(projects, "other",
                                       &(FairyProjectPlan){"Others", "", "green", ""}, NULL));
    const FairyTaskPlan plan = {.id = "theirs", .title = "Theirs", .box = {0, 0, 9, 9}};
    g_assert_true(fairy_projects_add_task(projects, "other", "other-2", &plan, NULL));
    g_assert_true(fairy_projects_add(projects, "project", ours, NULL));
    return projects;
}

/* It is told so, leads on, and the other project is as it was. */
static void play_beside(gconstpointer data)
{
    const Case *this = data;
    g_auto(TestScene) scene = {0};
    g_autoptr(FairyProjects) projects = two_projects(this->n_fairies, &scene);
    FairyModeId mode = this->n_fairies == 2 ? FAIRY_MODE_DUO_ORCHESTRATING_ACTIVE
                                            : FAIRY_MODE_ORCHESTRATING_ACTIVE;
    test_scene_begin(&scene, (FairyAgentOptions){.mode = mode, .projects = projects},
                     this->row->replies[0], this->row->replies[1], NULL);
    test_ask(&scene, "move both boxes");
    g_assert_nonnull(strstr(scene.way->str, this->row->outcome));
    g_assert_true(test_was_told(&scene, 1, this->row->told));
    g_assert_cmpuint(test_server_requests(scene.server), ==, 2);
    const FairyTask *task = fairy_projects_task(projects, "theirs");
    g_assert_cmpint(task->state, ==, FAIRY_TASK_READY);
    g_assert_cmpstr(task->fairy, ==, "other-2");
    g_assert_cmpuint(fairy_projects_waits(projects)->len, ==, 0);
    g_clear_pointer(&scene.agent, fairy_agent_free); /* before the projects */
}

static void add(const char *prefix, guint n_fairies, const Beside *row)
{
    Case *this = g_new0(Case, 1);
    *this = (Case){n_fairies, row};
    g_autofree char *path = g_strdup_printf("/%s/%s", prefix, row->name);
    g_test_add_data_func_full(path, this, play_beside, g_free);
}

void test_transitions_add_beside(const char *prefix, guint n_fairies)
{
    for (guint i = 0; i < G_N_ELEMENTS(beside); i++) {
        add(prefix, n_fairies, &beside[i]);
    }
}
