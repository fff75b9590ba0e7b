/* Teams of whose members one fails or has no tokens left, or that are interrupted before they ask:
 * what others are told of it is the same when the recording is replayed. */
#include "agent/agent_priv.h"
#include "common/fake_model.h"
#include "common/recordings.h"
#include "common/team_life.h"

#include <svg/journal.h>

#include <string.h>

#define BOXES                                                           \
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300'>" \
    "<rect id='a' x='20' y='20' width='100' height='40'/>"              \
    "<rect id='b' x='200' y='30' width='100' height='40'/></svg>"
#define PLAN                                                                                      \
    "{\"actions\":[{\"_type\":\"start-project\",\"projectName\":\"Boxes\","                       \
    "\"projectDescription\":\"d\",\"projectColor\":\"red\",\"projectPlan\":\"p\"},"               \
    "{\"_type\":\"create-project-task\",\"taskId\":\"t\",\"title\":\"T\",\"text\":\"Do it.\","    \
    "\"assignedTo\":\"fairy-2\",\"x\":0,\"y\":0,\"w\":160,\"h\":300},"                            \
    "{\"_type\":\"direct-to-start-project-task\",\"otherFairyId\":\"fairy-2\",\"taskId\":\"t\"}," \
    "{\"_type\":\"await-tasks-completion\",\"taskIds\":[\"t\"],\"until\":\"all\"}]}"
#define AGAIN                                                                                 \
    "{\"actions\":[{\"_type\":\"direct-to-start-project-task\",\"otherFairyId\":\"fairy-2\"," \
    "\"taskId\":\"t\"},{\"_type\":\"await-tasks-completion\",\"taskIds\":[\"t\"],"            \
    "\"until\":\"all\"}]}"
#define END  "{\"actions\":[{\"_type\":\"end-project\"}]}"
#define WORK "{\"actions\":[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":30,\"y\":30}]}"

typedef struct {
    const char *name;
    FairyApiErrorKind fault; /* of who does the task */
    gint64 tokens;           /* of the budget; -1 = no limit */
    const char *told;        /* is in what happens */
    guint turns;             /* of the main loop until all are interrupted; 0 = they aren't */
} Case;

static const Case cases[] = {
    {"failing", FAIRY_API_ERROR_KEY, -1, "ollama/fake: the test has it so", 0},
    {"early", FAIRY_API_ERROR_NONE, -1, "\"error\":\"interrupted\"", 1},
    {"spent", FAIRY_API_ERROR_NONE, 24000, "is too small for another request", 0},
};

typedef struct {
    const Case *of;
    TestTeamLife *life;
    SvgDocument *doc;
    gboolean rested;
    volatile int interrupted;
} Scene;

/* As long as the task can be done again, it is. */
static const char *lead(const FairyProjects *projects)
{
    const GPtrArray *tasks = fairy_projects_tasks(projects);
    return !tasks->len ? PLAN : fairy_task_has_ended(tasks->pdata[0]) ? END : AGAIN;
}

static TestAnswer answer(const FairyRequest *request, gpointer data)
{
    const Scene *scene = data;
    gboolean leads = g_str_equal(request->fairy, "fairy");
    return (TestAnswer){.text = g_strdup(leads ? lead(request->projects) : WORK),
                        .piece = 40,
                        .fault = leads ? FAIRY_API_ERROR_NONE : scene->of->fault};
}

static void on_event(const FairyEvent *event, gpointer data)
{
    const Scene *scene = data;
    test_team_life_note(scene->life, event, scene->doc);
}

static void on_rest(const GError *error, gpointer data)
{
    (void)error;
    ((Scene *)data)->rested = TRUE;
}

static FairyTeam *begin(Scene *scene, FairyBudget *budget, GRand *rand)
{
    g_autoptr(GError) error = NULL;
    FairyTeamOptions options = {
        .agent = {.context = {.course = scene->life->course, .recording = scene->life->recording},
                  .budget = budget,
                  .view = SVG_BOX_EMPTY,
                  .interrupted = &scene->interrupted},
        .n = scene->life->n,
        .on_event = on_event,
        .on_rest = on_rest,
        .data = scene};
    FairyTeam *team = fairy_team_new(scene->doc, &options, &error);
    g_assert_no_error(error);
    test_team_life_play(scene->life, team,
                        &(TestFakeModel){.func = answer, .data = scene, .rand = rand});
    return team;
}

static void live(Scene *scene)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    g_autoptr(FairyBudget) budget = fairy_budget_new(&scene->life->limits, NULL, NULL);
    g_autoptr(FairyTeam) team = begin(scene, budget, rand);
    g_assert_true(fairy_team_ask(team, scene->life->words));
    for (guint i = 1; !scene->rested; i++) {
        g_main_context_iteration(NULL, TRUE);
        scene->interrupted = i == scene->of->turns || scene->interrupted;
    }
}

static gboolean was_told(const TestTeamLife *life, const char *words)
{
    for (guint i = 0; i < life->way->len; i++) {
        if (strstr(life->way->pdata[i], words)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void test_case(gconstpointer data)
{
    Scene scene = {.of = data};
    FairyBudgetLimits limits = {-1, scene.of->tokens, -1, -1};
    scene.life = test_team_life_new(
        &(TestTeamLife){.drawing = (char *)BOXES, .words = "move", .n = 2, .limits = limits}, TRUE);
    scene.doc = svg_document_parse(BOXES, strlen(BOXES), "test.svg", NULL);
    live(&scene);
    test_team_life_close(scene.life);
    g_autofree char *differs = test_team_life_again(scene.life, TRUE);
    g_assert_cmpstr(differs, ==, NULL);
    g_assert_true(was_told(scene.life, scene.of->told));
    test_team_life_free(scene.life);
    svg_document_free(scene.doc);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    test_recordings_begin();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/team-replay/", cases[i].name, NULL);
        g_test_add_data_func(path, &cases[i], test_case);
    }
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
