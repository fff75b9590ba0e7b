/* A team that goes on where another was cut off: who is asked, by how its tasks were (runtime.md
 * §3.9), and what it has back: tasks, claims, waits, mailbox. */
#include "common/team_scene.h"

#include <string.h>

enum { MOST_FAIRIES = 3, MOST_TASKS = 2 };

typedef struct {
    FairyTaskState state; /* READY, IN_PROGRESS or DONE */
    guint fairy;          /* whose it is, from 0 */
} Task;

typedef struct {
    const char *name;
    guint n_fairies;
    guint n_tasks;
    Task tasks[MOST_TASKS];
    gboolean leading;  /* it was cut off while its leader was asked */
    const char *asked; /* who is asked, in which mode */
} Row;

/* 1: all are done; 5: all are to do; 2: some are under way; 3: some done, some to do; 4: none. */
static const Row rows[] = {
    {"1 team", 3, 2, {{FAIRY_TASK_DONE, 1}, {FAIRY_TASK_DONE, 2}}, 0, "fairy:orchestrating-active"},
    {"1 asked",
     3,
     2,
     {{FAIRY_TASK_DONE, 1}, {FAIRY_TASK_DONE, 2}},
     1,
     "fairy:orchestrating-active"},
    {"5 team",
     3,
     2,
     {{FAIRY_TASK_READY, 1}, {FAIRY_TASK_READY, 2}},
     0,
     "fairy:orchestrating-active"},
    {"5 asked",
     3,
     2,
     {{FAIRY_TASK_READY, 1}, {FAIRY_TASK_READY, 2}},
     1,
     "fairy:orchestrating-active"},
    {"2 both",
     3,
     2,
     {{FAIRY_TASK_IN_PROGRESS, 1}, {FAIRY_TASK_IN_PROGRESS, 2}},
     0,
     "fairy-2:working-drone fairy-3:working-drone"},
    {"2 one",
     3,
     2,
     {{FAIRY_TASK_DONE, 1}, {FAIRY_TASK_IN_PROGRESS, 2}},
     0,
     "fairy-3:working-drone"},
    {"3 team",
     3,
     2,
     {{FAIRY_TASK_DONE, 1}, {FAIRY_TASK_READY, 2}},
     0,
     "fairy:orchestrating-active"},
    {"4 team", 3, 0, {{0}}, 0, "fairy:orchestrating-active"},
    {"4 asked", 3, 0, {{0}}, 1, "fairy:orchestrating-active"},
    {"1 duo", 2, 1, {{FAIRY_TASK_DONE, 1}}, 0, "fairy:duo-orchestrating-active"},
    {"5 duo", 2, 1, {{FAIRY_TASK_READY, 1}}, 0, "fairy:duo-orchestrating-active"},
    {"2 duo, the other's", 2, 1, {{FAIRY_TASK_IN_PROGRESS, 1}}, 0, "fairy-2:working-drone"},
    {"2 duo, its own", 2, 1, {{FAIRY_TASK_IN_PROGRESS, 0}}, 0, "fairy:working-orchestrator"},
    {"2 duo, each one's",
     2,
     2,
     {{FAIRY_TASK_IN_PROGRESS, 0}, {FAIRY_TASK_IN_PROGRESS, 1}},
     0,
     "fairy-2:working-drone fairy:working-orchestrator"},
    {"3 duo",
     2,
     2,
     {{FAIRY_TASK_DONE, 1}, {FAIRY_TASK_READY, 1}},
     0,
     "fairy:duo-orchestrating-active"},
    {"4 duo", 2, 0, {{0}}, 0, "fairy:duo-orchestrating-active"},
};

static const char *const ids[] = {"fairy", "fairy-2", "fairy-3", NULL};
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
    for (guint i = 0; i < row->n_tasks; i++) {
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
    for (guint i = 0; i < row->n_tasks; i++) {
        bring_to(projects, i, &row->tasks[i]);
    }
    add_waits(projects, row);
    return projects;
}

/* It was cut off at a task. */
static gboolean is_at_work(const Row *row, guint i)
{
    for (guint at = 0; at < row->n_tasks; at++) {
        if (row->tasks[at].fairy == i && row->tasks[at].state == FAIRY_TASK_IN_PROGRESS) {
            return TRUE;
        }
    }
    return FALSE;
}

static cJSON *member_json(const Row *row, guint i)
{
    gboolean duo = row->n_fairies == 2, at_task = is_at_work(row, i);
    gboolean at_work = at_task || (i == 0 && row->leading);
    const char *mode = at_task               ? (i > 0 ? "working-drone" : "working-orchestrator")
                       : i > 0               ? "standing-by"
                       : row->leading && duo ? "duo-orchestrating-active"
                       : row->leading        ? "orchestrating-active"
                       : duo                 ? "duo-orchestrating-waiting"
                                             : "orchestrating-waiting";
    cJSON *json = cJSON_CreateObject(), *kept = cJSON_AddObjectToObject(json, "kept");
    cJSON_AddStringToObject(json, "id", ids[i]);
    cJSON_AddStringToObject(kept, "mode", mode);
    cJSON_AddBoolToObject(kept, "running", at_work);
    cJSON *mail = cJSON_AddArrayToObject(kept, "mailbox"), *item = cJSON_CreateObject();
    if (at_work) {
        cJSON_AddStringToObject(item, "text", "said before it was cut off");
        cJSON_AddStringToObject(item, "words", "said before it was cut off");
        cJSON_AddStringToObject(item, "source", "self");
        cJSON_AddItemToArray(mail, item);
    } else {
        cJSON_Delete(item);
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

static void assert_restored(const FairyTeam *team, const Row *row)
{
    const FairyProjects *projects = fairy_team_projects(team);
    guint n_waits = 0;
    for (guint i = 0; i < row->n_tasks; i++) {
        const FairyTask *task = fairy_projects_task(projects, task_ids[i]);
        const FairyTask *claimant = fairy_projects_claimant(projects, i ? "b" : "a");
        gboolean under_way = row->tasks[i].state == FAIRY_TASK_IN_PROGRESS;
        g_assert_cmpint(task->state, ==, row->tasks[i].state);
        g_assert_cmpfloat(task->box.x, ==, 200.0 * i);
        g_assert_true(claimant == (under_way ? task : NULL));
        n_waits += under_way && row->tasks[i].fairy > 0;
    }
    g_assert_cmpuint(fairy_projects_waits(projects)->len, ==, n_waits);
}

/* Until as many were asked as are to be, and then as long as anything goes on by itself: the server
 * says nothing. */
static void run_until_asked(TestTeam *scene, const char *asked)
{
    gint64 end = g_get_monotonic_time() + 120 * G_TIME_SPAN_SECOND;
    while (scene->asked->len < strlen(asked) && g_get_monotonic_time() < end) {
        g_main_context_iteration(NULL, TRUE);
    }
    while (g_main_context_iteration(NULL, FALSE)) {
    }
}

static void test_row(gconstpointer data)
{
    const Row *row = data;
    cJSON *kept = kept_of(row);
    g_auto(TestTeam) scene = {.kept = kept};
    test_team_add(&scene, NULL, TEST_ANSWER_SILENCE);
    test_team_begin(&scene, row->n_fairies);
    assert_restored(scene.team, row);
    for (guint i = 0; i < row->n_fairies; i++) {
        guint n = fairy_agent_n_inputs(test_team_fairy(&scene, ids[i]));
        g_assert_cmpuint(n, ==, is_at_work(row, i) || (i == 0 && row->leading));
    }
    test_team_say(&scene, NULL);
    run_until_asked(&scene, row->asked);
    g_autofree char *asked = all_asked(&scene);
    g_assert_cmpstr(asked, ==, row->asked);
    assert_restored(scene.team, row);
    cJSON_Delete(kept);
}

static void add_tests(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = g_strdup_printf("/runtime/6-goes-on/%s", rows[i].name);
        g_test_add_data_func(path, &rows[i], test_row);
    }
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
