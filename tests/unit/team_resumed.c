/* A team that goes on where another was cut off: who is asked, by how its tasks were (runtime
 * reference, §3.9, where no waits and no areas come back), and what it has again: tasks, claims,
 * waits, mailbox. */
#include "common/team_scene.h"

#include <string.h>

enum { MOST_FAIRIES = 3, MOST_TASKS = 2 };

typedef struct {
    FairyTaskState state; /* READY, IN_PROGRESS or DONE */
    guint fairy;          /* whose it is, from 0 */
} Task;

typedef struct {
    const char *name; /* the number of the state in the reference, and its words */
    guint n_fairies;
    Task tasks[MOST_TASKS]; /* up to the first without a state */
    gboolean leading;       /* it was cut off while its leader was asked */
    const char *asked; /* who is asked, in which mode, sorted; NULL = nobody: the project is over */
    const char *gone;  /* ids of those who aren't there any more; NULL = all are */
    const char *stale; /* "ID MODE": who was kept in a mode that it can't be in; NULL = nobody */
} Row;

#define READY(fairy)            \
    {                           \
        FAIRY_TASK_READY, fairy \
    }
#define AT(fairy)                     \
    {                                 \
        FAIRY_TASK_IN_PROGRESS, fairy \
    }
#define DONE(fairy)            \
    {                          \
        FAIRY_TASK_DONE, fairy \
    }
#define LEAD     "fairy:orchestrating-active"
#define DUO_LEAD "fairy:duo-orchestrating-active"

/* What isn't a state of the reference is from 6 on: members that are missing, and modes. */
static const Row rows[] = {
    {"01-all-done", 3, {DONE(1), DONE(2)}, FALSE, LEAD, NULL, NULL},
    {"01-all-done-while-it-was-asked", 3, {DONE(1), DONE(2)}, TRUE, LEAD, NULL, NULL},
    {"01-all-done-of-a-pair", 2, {DONE(1)}, FALSE, DUO_LEAD, NULL, NULL},
    {"02-both-under-way",
     3,
     {AT(1), AT(2)},
     FALSE,
     "fairy-2:working-drone fairy-3:working-drone",
     NULL,
     NULL},
    {"02-both-under-way-while-it-was-asked",
     3,
     {AT(1), AT(2)},
     TRUE,
     "fairy-2:working-drone fairy-3:working-drone " LEAD,
     NULL,
     NULL},
    {"02-one-under-way", 3, {DONE(1), AT(2)}, FALSE, "fairy-3:working-drone", NULL, NULL},
    {"02-one-under-way-one-to-do",
     3,
     {READY(1), AT(2)},
     FALSE,
     "fairy-3:working-drone",
     NULL,
     NULL},
    {"02-the-other-of-a-pair", 2, {AT(1)}, FALSE, "fairy-2:working-drone", NULL, NULL},
    {"02-who-leads-a-pair", 2, {AT(0)}, FALSE, "fairy:working-orchestrator", NULL, NULL},
    {"02-both-of-a-pair",
     2,
     {AT(0), AT(1)},
     FALSE,
     "fairy-2:working-drone fairy:working-orchestrator",
     NULL,
     NULL},
    {"03-some-left", 3, {DONE(1), READY(2)}, FALSE, LEAD, NULL, NULL},
    {"03-some-left-while-it-was-asked", 3, {DONE(1), READY(2)}, TRUE, LEAD, NULL, NULL},
    {"03-some-left-of-a-pair", 2, {DONE(1), READY(1)}, FALSE, DUO_LEAD, NULL, NULL},
    {"04-none-planned", 3, {{0}}, FALSE, LEAD, NULL, NULL},
    {"04-none-planned-while-it-was-asked", 3, {{0}}, TRUE, LEAD, NULL, NULL},
    {"04-none-planned-of-a-pair", 2, {{0}}, FALSE, DUO_LEAD, NULL, NULL},
    {"05-all-to-do", 3, {READY(1), READY(2)}, FALSE, LEAD, NULL, NULL},
    {"05-all-to-do-while-it-was-asked", 3, {READY(1), READY(2)}, TRUE, LEAD, NULL, NULL},
    {"05-all-to-do-of-a-pair", 2, {READY(1)}, FALSE, DUO_LEAD, NULL, NULL},
    {"06-one-missing", 3, {AT(1), READY(2)}, FALSE, LEAD, "fairy-2", NULL},
    {"06-one-missing-another-at-work",
     3,
     {AT(1), AT(2)},
     FALSE,
     "fairy-3:working-drone " LEAD,
     "fairy-2",
     NULL},
    {"07-who-leads-missing", 3, {AT(1), READY(2)}, FALSE, NULL, "fairy", NULL},
    {"07-who-leads-a-pair-missing", 2, {AT(1)}, FALSE, NULL, "fairy", NULL},
    {"08-the-others-missing", 3, {AT(1), AT(2)}, FALSE, NULL, "fairy-2 fairy-3", NULL},
    {"08-the-other-of-a-pair-missing", 2, {AT(1), READY(0)}, FALSE, NULL, "fairy-2", NULL},
    {"09-at-no-task", 3, {READY(1), READY(2)}, FALSE, LEAD, NULL, "fairy-2 working-drone"},
    {"09-at-a-task-that-is-done",
     3,
     {DONE(1), AT(2)},
     FALSE,
     "fairy-3:working-drone",
     NULL,
     "fairy-2 working-drone"},
    {"09-who-leads-a-pair-at-no-task",
     2,
     {READY(0)},
     FALSE,
     DUO_LEAD,
     NULL,
     "fairy working-orchestrator"},
    {"09-asleep", 3, {READY(1), READY(2)}, FALSE, LEAD, NULL, "fairy-2 sleeping"},
};

static guint n_tasks(const Row *row)
{
    guint n = 0;
    while (n < MOST_TASKS && row->tasks[n].state != FAIRY_TASK_TODO) {
        n++;
    }
    return n;
}

static const char *const ids[] = {"fairy", "fairy-2", "fairy-3", NULL};
static const char *const marks[] = {"fairy:", "fairy-2:", "fairy-3:"};
static const char *const task_ids[] = {"left", "right"};

/* --- what was kept ---------------------------------------------------------------------------- */

static void on_nothing(const FairyProjectEvent *told, gpointer data)
{
    (void)told, (void)data;
}

static void bring_to(FairyProjects *projects, guint i, const Task *task)
{
    g_autoptr(GError) error = NULL;
    const char *fairy = ids[task->fairy];
    double x = 200.0 * i;
    const FairyTaskPlan plan = {
        .id = task_ids[i], .title = task_ids[i], .text = "Do it.", .box = {x, 0, 200, 300}};
    fairy_projects_add_task(projects, "fairy", fairy, &plan, &error);
    g_assert_no_error(error);
    if (task->state == FAIRY_TASK_READY) {
        return;
    }
    if (task->fairy == 0) {
        fairy_projects_start_task(projects, fairy, task_ids[i], &error);
    } else {
        fairy_projects_start_task_of(projects, "fairy", fairy, task_ids[i], NULL, &error);
    }
    g_assert_no_error(error);
    fairy_projects_claim(projects, fairy, (const char *const[]){i ? "b" : "a", NULL});
    if (task->state == FAIRY_TASK_DONE) {
        fairy_projects_finish_task(projects, fairy, &error);
        g_assert_no_error(error);
    }
}

/* The leader waits for what is under way, and isn't its own. */
static void add_waits(FairyProjects *projects, const Row *row)
{
    for (guint i = 0; i < n_tasks(row); i++) {
        if (row->tasks[i].state == FAIRY_TASK_IN_PROGRESS && row->tasks[i].fairy > 0) {
            const char *const awaited[] = {task_ids[i], NULL};
            g_assert_true(fairy_projects_await(projects, "fairy", awaited, FAIRY_WAIT_ALL,
                                               g_get_real_time() + G_TIME_SPAN_HOUR, NULL, NULL));
        }
    }
}

static FairyProjects *projects_of(const Row *row)
{
    FairyProjects *projects = fairy_projects_new(on_nothing, NULL);
    g_autoptr(GError) error = NULL;
    const char *members[MOST_FAIRIES + 1] = {NULL};
    memcpy(members, ids, row->n_fairies * sizeof *members);
    g_assert_true(fairy_projects_add(projects, "project", members, &error));
    g_assert_true(fairy_projects_begin(
        projects, "fairy", &(FairyProjectPlan){"Boxes", "d", fairy_project_colors[0], "The plan."},
        &error));
    for (guint i = 0; i < n_tasks(row); i++) {
        bring_to(projects, i, &row->tasks[i]);
    }
    add_waits(projects, row);
    return projects;
}

/* It was cut off at a task. */
static gboolean is_at_work(const Row *row, guint i)
{
    for (guint at = 0; at < n_tasks(row); at++) {
        if (row->tasks[at].fairy == i && row->tasks[at].state == FAIRY_TASK_IN_PROGRESS) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_gone(const Row *row, guint i)
{
    g_auto(GStrv) gone = g_strsplit(row->gone ? row->gone : "", " ", -1);
    return g_strv_contains((const char *const *)gone, ids[i]);
}

/* NULL = it was kept in its own. */
static const char *stale_mode(const Row *row, guint i)
{
    gsize len = strlen(ids[i]);
    gboolean its = row->stale && strncmp(row->stale, ids[i], len) == 0 && row->stale[len] == ' ';
    return its ? row->stale + len + 1 : NULL;
}

/* As it was kept. */
static const char *mode_of(const Row *row, guint i)
{
    gboolean duo = row->n_fairies == 2;
    return stale_mode(row, i)    ? stale_mode(row, i)
           : is_at_work(row, i)  ? (i > 0 ? "working-drone" : "working-orchestrator")
           : i > 0               ? "standing-by"
           : row->leading && duo ? "duo-orchestrating-active"
           : row->leading        ? "orchestrating-active"
           : duo                 ? "duo-orchestrating-waiting"
                                 : "orchestrating-waiting";
}

static gboolean was_asked(const Row *row, guint i)
{
    return is_at_work(row, i) || (i == 0 && row->leading);
}

static gboolean was_cut(const Row *row, guint i)
{
    FairyModeId mode;
    return was_asked(row, i) || (stale_mode(row, i) && fairy_mode_find(stale_mode(row, i), &mode) &&
                                 fairy_mode(mode)->active);
}

static void add_mail(cJSON *kept)
{
    cJSON *list = cJSON_AddArrayToObject(kept, "mailbox"), *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "text", "said before it was cut off");
    cJSON_AddStringToObject(item, "words", "said before it was cut off");
    cJSON_AddStringToObject(item, "source", "self");
    cJSON_AddTrueToObject(item, "lapses");
    cJSON_AddItemToArray(list, item);
}

static cJSON *member_json(const Row *row, guint i)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "id", ids[i]);
    if (is_gone(row, i)) {
        return json;
    }
    cJSON *kept = cJSON_AddObjectToObject(json, "kept");
    cJSON_AddStringToObject(kept, "mode", mode_of(row, i));
    cJSON_AddBoolToObject(kept, "running", was_cut(row, i));
    if (was_asked(row, i)) {
        add_mail(kept);
    }
    return json;
}

static cJSON *kept_of(const Row *row)
{
    FairyProjects *projects = projects_of(row);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "projects", fairy_projects_json(projects));
    cJSON *list = cJSON_AddArrayToObject(json, "fairies");
    for (guint i = 0; i < row->n_fairies; i++) {
        cJSON_AddItemToArray(list, member_json(row, i));
    }
    fairy_projects_free(projects);
    return json;
}

/* --- going on --------------------------------------------------------------------------------- */

static int compare(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each once, however often: it isn't told which of them is quicker. */
static char *all_asked(const TestTeam *scene)
{
    g_auto(GStrv) names = g_strsplit(g_strchomp(scene->asked->str), " ", -1);
    g_autoptr(GHashTable) set = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; names[i]; i++) {
        g_hash_table_add(set, names[i]);
    }
    guint n;
    g_autofree char **once = (char **)g_hash_table_get_keys_as_array(set, &n);
    qsort(once, n, sizeof *once, compare);
    return g_strjoinv(" ", once);
}

/* Those of who is gone are lost; where the project is over all have ended. */
static gboolean is_as_it_was(const Row *row, guint i)
{
    return row->asked && !is_gone(row, row->tasks[i].fairy);
}

/* With its area, what was made for it, and a wait that has an end. */
static void assert_restored(const FairyProjects *projects, const Row *row)
{
    guint n_waits = 0;
    for (guint i = 0; i < n_tasks(row); i++) {
        const FairyTask *task = fairy_projects_task(projects, task_ids[i]);
        const FairyTask *claimant = fairy_projects_claimant(projects, i ? "b" : "a");
        gboolean under_way = row->tasks[i].state == FAIRY_TASK_IN_PROGRESS;
        if (is_as_it_was(row, i)) {
            g_assert_cmpint(task->state, ==, row->tasks[i].state);
            g_assert_cmpfloat(task->box.x, ==, 200.0 * i);
            g_assert_true(claimant == (under_way ? task : NULL));
            n_waits += under_way && row->tasks[i].fairy > 0;
        } else {
            g_assert_true(fairy_task_has_ended(task));
        }
    }
    const GPtrArray *waits = fairy_projects_waits(projects);
    g_assert_cmpuint(waits->len, ==, n_waits);
    for (guint i = 0; i < waits->len; i++) {
        g_assert_cmpint(((const FairyWait *)waits->pdata[i])->deadline, >, g_get_real_time());
    }
}

static const char *area_of(const Row *row, guint fairy)
{
    for (guint i = 0; i < n_tasks(row); i++) {
        if (row->tasks[i].fairy == fairy && row->tasks[i].state == FAIRY_TASK_IN_PROGRESS) {
            return i ? "your task: right 200,0,200,300 " : "your task: left 0,0,200,300 ";
        }
    }
    return "";
}

/* Who was cut off is told so, and of its area; who leads else, why it is asked. */
static void assert_told(const TestTeam *scene, const Row *row)
{
    static const char *const yous[] = {TEST_LEADER, TEST_SECOND, TEST_THIRD};
    for (guint i = 0; i < row->n_fairies; i++) {
        gboolean asked = row->asked && strstr(scene->asked->str, marks[i]);
        const char *why = was_cut(row, i) ? "You were interrupted before this"
                          : row->gone     ? "What became of what you waited for"
                                          : "Nobody is at work";
        g_assert_cmpuint(test_team_times_told(scene, yous[i], why), ==, asked);
        g_assert_cmpuint(test_team_times_told(scene, yous[i], area_of(row, i)), ==, asked);
    }
}

static guint n_names(const char *asked)
{
    guint n = asked && *asked;
    for (; asked && *asked; asked++) {
        n += *asked == ' ';
    }
    return n;
}

/* Until as many were asked as are to be, and then as long as anything goes on by itself: the server
 * says nothing. */
static void run_until_asked(const TestTeam *scene, guint n)
{
    gint64 end = g_get_monotonic_time() + 120 * G_TIME_SPAN_SECOND;
    while (test_server_requests(scene->server) < n && g_get_monotonic_time() < end) {
        g_main_context_iteration(NULL, FALSE);
    }
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    g_assert_cmpuint(test_server_requests(scene->server), ==, n);
}

/* Before anybody is asked. */
static void assert_there(FairyTeam *team, const Row *row)
{
    for (guint i = 0; i < row->n_fairies; i++) {
        FairyAgent *agent = fairy_team_find(team, ids[i]);
        g_assert_cmpint(agent == NULL, ==, is_gone(row, i));
        if (agent) {
            const char *mode = fairy_mode(fairy_agent_mode(agent))->name;
            g_assert_cmpuint(fairy_agent_n_inputs(agent), ==, was_asked(row, i));
            g_assert_cmpstr(mode, !=, stale_mode(row, i));
        }
    }
}

static void test_row(gconstpointer data)
{
    const Row *row = data;
    cJSON *kept = kept_of(row);
    g_auto(TestTeam) scene = {.kept = kept};
    test_team_add(&scene, NULL, TEST_ANSWER_SILENCE);
    test_team_begin(&scene, row->n_fairies);
    assert_there(scene.team, row);
    fairy_team_ask(scene.team, NULL);
    run_until_asked(&scene, n_names(row->asked));
    g_autofree char *asked = all_asked(&scene);
    g_assert_cmpstr(asked, ==, row->asked ? row->asked : "");
    assert_told(&scene, row);
    assert_restored(fairy_team_projects(scene.team), row);
    g_assert_cmpint(test_team_project_state(&scene), ==,
                    row->asked ? FAIRY_PROJECT_OPEN : FAIRY_PROJECT_CANCELLED);
    g_assert_cmpint(fairy_team_is_at_work(scene.team), ==, row->asked != NULL);
    cJSON_Delete(kept);
}

/* --- to the end ------------------------------------------------------------------------------- */

/* Cut off as two were at work and one had changed something: those who go on do the rest, once, and
 * who leads is woken by what it waited for. */
static void test_to_the_end(void)
{
    g_auto(TestTeam) cut = {0};
    test_team_add(&cut, TEST_LEADER, TEST_REPLY(TEST_PLAN_TWO));
    test_team_add_part(&cut, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
    test_team_add(&cut, TEST_THIRD, TEST_ANSWER_SILENCE);
    test_team_begin(&cut, 3);
    test_team_say(&cut, "move both boxes");
    test_team_until(&cut, "fairy-2:offset:ok@t1 ");
    test_team_until_at_work(&cut);
    cJSON *kept = fairy_team_snapshot(cut.team);
    g_auto(TestTeam) scene = {.kept = kept};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_AWAIT("\"t1\",\"t2\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 3) "," TEST_DONE));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_begin(&scene, 3);
    test_team_say(&scene, NULL);
    test_team_rest(&scene);
    g_assert_no_error(scene.error);
    g_assert_true(test_team_went(&scene, "fairy-2:offset:ok@t1 "));
    g_assert_true(test_team_went(&scene, "fairy-3:offset:ok@t2 "));
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(&scene);
    cJSON_Delete(kept);
}

static void add_tests(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = g_strconcat("/team-resumed/", rows[i].name, NULL);
        g_test_add_data_func(path, &rows[i], test_row);
    }
    g_test_add_func("/runtime/6-goes-on", test_to_the_end);
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
