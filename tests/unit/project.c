/* Projects, their tasks, and waiting for them: states as tables, and by number what was wrong in
 * the system whose runtime this is (runtime reference §10). */
#include "common/drawing.h"

#include <fairy/executor.h>
#include <fairy/limits.h>

#include <math.h>
#include <string.h>

/* fairy-1 leads; `log` has what was told. */
typedef struct {
    FairyProjects *all;
    GString *log;
    const char *on_end, *begin, *by; /* when the first has ended the other is begun by that fairy */
} Team;

static void on_told(const FairyProjectEvent *told, gpointer data)
{
    Team *team = data;
    if (told->kind == FAIRY_PROJECT_EVENT_PROJECT) {
        g_string_append_printf(team->log, "%s %s\n", told->project,
                               fairy_project_state_names[told->project_state]);
    } else if (told->kind == FAIRY_PROJECT_EVENT_TASK) {
        g_string_append_printf(team->log, "%s %s %s\n", told->task,
                               fairy_task_state_names[told->task_state], told->fairy);
    } else {
        static const char *const ends[] = {"met", "timed out", "left"};
        g_string_append_printf(team->log, "wait %s %s: %s\n", told->fairy, ends[told->wait_end],
                               told->message);
    }
    if (told->task && g_strcmp0(told->task, team->on_end) == 0 &&
        told->task_state >= FAIRY_TASK_DONE) {
        g_assert_true(
            fairy_projects_start_task_of(team->all, "fairy-1", team->by, team->begin, NULL, NULL));
        g_string_append(team->log, "(asked)\n");
    }
}

static void team_clear(Team *team)
{
    fairy_projects_free(team->all);
    g_string_free(team->log, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Team, team_clear)

static const FairyProjectPlan order_flow = {"Order flow", "From cart to parcel", "blue", "Boxes"};

static void team_new(Team *team, guint n)
{
    const char *fairies[] = {"fairy-1", "fairy-2", "fairy-3", NULL, NULL};
    fairies[n] = NULL;
    *team = (Team){.log = g_string_new(NULL)};
    team->all = fairy_projects_new(on_told, team);
    g_assert_true(fairy_projects_add(team->all, "p", fairies, NULL));
    g_string_truncate(team->log, 0);
}

/* One that `n` fairies, 2 or 3, have begun. */
static void team_of(Team *team, guint n)
{
    team_new(team, n);
    g_assert_true(fairy_projects_begin(team->all, "fairy-1", &order_flow, NULL));
    g_string_truncate(team->log, 0);
}

static gboolean plan(Team *team, const char *fairy, const char *id, GError **error)
{
    FairyTaskPlan task = {.id = id, .title = "Some task", .text = "Do it", .box = {0, 0, 100, 50}};
    task.box.x = 200 * fairy_projects_tasks(team->all)->len; /* each has its own area */
    return fairy_projects_add_task(team->all, "fairy-1", fairy, &task, error);
}

static void begun(Team *team, const char *fairy, const char *id)
{
    g_assert_true(plan(team, fairy, id, NULL));
    g_assert_true(fairy_projects_start_task_of(team->all, "fairy-1", fairy, id, NULL, NULL));
}

static gboolean await(Team *team, const char *ids, FairyWaitUntil until, GError **error)
{
    g_auto(GStrv) list = g_strsplit(ids, " ", -1);
    return fairy_projects_await(team->all, "fairy-1", (const char *const *)list, until, 0, NULL,
                                error);
}

/* What was told since the last time. */
static void expect(Team *team, const char *wanted)
{
    g_assert_cmpstr(team->log->str, ==, wanted);
    g_string_truncate(team->log, 0);
}

static void refused(gboolean done, GError **error, const char *why)
{
    g_assert_false(done);
    g_assert_error(*error, FAIRY_ERROR, FAIRY_ERROR_ACTION);
    g_assert_cmpstr((*error)->message, ==, why);
    g_clear_error(error);
}

/* --- projects --------------------------------------------------------------------------------- */

static void test_roles(void)
{
    g_auto(Team) pair = {0}, team = {0};
    team_of(&pair, 2);
    team_of(&team, 3);
    static const FairyMemberRole wanted[] = {FAIRY_MEMBER_DUO_ORCHESTRATOR, FAIRY_MEMBER_DRONE,
                                             FAIRY_MEMBER_ORCHESTRATOR, FAIRY_MEMBER_DRONE,
                                             FAIRY_MEMBER_DRONE};
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        g_autofree char *id = g_strdup_printf("fairy-%u", i < 2 ? i + 1 : i - 1);
        const FairyProject *project = fairy_projects_of(i < 2 ? pair.all : team.all, id);
        g_assert_cmpint(fairy_project_member(project, id)->role, ==, wanted[i]);
        g_assert_cmpstr(fairy_project_leader(project), ==, "fairy-1");
    }
    g_assert_null(fairy_projects_of(team.all, "fairy-4"));
}

static void test_add(void)
{
    static const struct {
        const char *id, *fairies, *why;
    } cases[] = {
        {"q", "fairy-4", "a project has 2 to 64 fairies, its leader first; these are 1"},
        {"q", "fairy-4 fairy-4", "\"fairy-4\" can be in a project once only"},
        {"q", "fairy-4 fairy-2", "\"fairy-2\" is in the project \"p\"; that has to end first"},
        {"q", "alone fairy-4", "\"alone\" is at its task \"own\"; that has to end first"},
        {"p", "fairy-4 fairy-5", "there is a project \"p\" already; choose another id"},
    };
    g_auto(Team) team = {0};
    team_of(&team, 3);
    FairyTaskPlan own = {.id = "own", .title = "Own", .box = {0, 0, 1, 1}};
    g_assert_true(fairy_projects_add_own_task(team.all, "alone", &own, NULL));
    g_assert_true(fairy_projects_start_task(team.all, "alone", "own", NULL));
    g_string_truncate(team.log, 0);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(GStrv) fairies = g_strsplit(cases[i].fairies, " ", -1);
        g_autoptr(GError) error = NULL;
        g_assert_false(
            fairy_projects_add(team.all, cases[i].id, (const char *const *)fairies, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
        g_assert_cmpstr(error->message, ==, cases[i].why);
    }
    expect(&team, "");
}

static const char *const newcomers[] = {"x", "y", NULL};

/* Those that are over go when there is a new one, with their tasks; those of other fairies stay. */
static void test_forgotten(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    FairyTaskPlan own = {.id = "own", .title = "Own", .box = {0, 0, 1, 1}};
    g_assert_true(fairy_projects_add_own_task(team.all, "alone", &own, NULL));
    begun(&team, "fairy-2", "a");
    g_assert_true(fairy_projects_finish_task(team.all, "fairy-2", NULL));
    g_assert_true(fairy_projects_end(team.all, "fairy-1", NULL));
    g_assert_nonnull(fairy_projects_find(team.all, "p"));
    g_assert_nonnull(fairy_projects_task(team.all, "a"));
    g_assert_null(fairy_projects_of(team.all, "fairy-1"));
    g_assert_true(fairy_projects_add(team.all, "p", newcomers, NULL));
    g_assert_cmpuint(fairy_projects_list(team.all)->len, ==, 1);
    g_assert_null(fairy_projects_task(team.all, "a"));
    g_assert_nonnull(fairy_projects_task(team.all, "own"));
}

enum { BEGIN, PLAN, END, ABORT, CANCEL, N_WAYS };

static gboolean go(Team *team, guint way)
{
    switch (way) {
    case BEGIN:
        return fairy_projects_begin(team->all, "fairy-1", &order_flow, NULL);
    case PLAN:
        return plan(team, "fairy-2", "t", NULL);
    case END:
        return fairy_projects_end(team->all, "fairy-1", NULL);
    case ABORT:
        return fairy_projects_abort(team->all, "fairy-1", "Why", NULL);
    default:
        return fairy_projects_cancel(team->all, "p", "Why");
    }
}

/* How each state is come to, and what can be done in it. */
static void test_project_states(void)
{
    static const struct {
        const char *ways;
        FairyProjectState state;
        gboolean can[N_WAYS];
    } cases[] = {
        {"", FAIRY_PROJECT_NEW, {[BEGIN] = TRUE, [ABORT] = TRUE, [CANCEL] = TRUE}},
        {"0", FAIRY_PROJECT_OPEN, {[BEGIN] = TRUE, [PLAN] = TRUE, [END] = TRUE, [CANCEL] = TRUE}},
        {"02", FAIRY_PROJECT_ENDED, {0}},
        {"3", FAIRY_PROJECT_ABORTED, {0}},
        {"4", FAIRY_PROJECT_CANCELLED, {0}},
        {"04", FAIRY_PROJECT_CANCELLED, {0}},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        for (guint way = 0; way < N_WAYS; way++) {
            g_auto(Team) team = {0};
            team_new(&team, 3);
            for (const char *p = cases[i].ways; *p; p++) {
                g_assert_true(go(&team, (guint)(*p - '0')));
            }
            g_assert_cmpint(fairy_projects_find(team.all, "p")->state, ==, cases[i].state);
            g_assert_cmpint(go(&team, way), ==, cases[i].can[way]);
        }
    }
}

/* There are as many colours as projects at a time. */
static void test_colors(void)
{
    g_autoptr(FairyProjects) all = fairy_projects_new(NULL, NULL);
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < FAIRY_MAX_PROJECTS; i++) {
        g_autofree char *a = g_strdup_printf("a%u", i), *b = g_strdup_printf("b%u", i);
        g_assert_true(fairy_projects_add(all, a, (const char *const[]){a, b, NULL}, NULL));
        FairyProjectPlan red = {"Name", "", "red", ""};
        FairyProjectPlan other = {"Name", "", fairy_project_colors[i], ""};
        g_assert_cmpint(fairy_projects_begin(all, a, &red, &error), ==, i == 0);
        g_assert_true(i == 0 || strstr(error->message, fairy_project_colors[i]));
        g_clear_error(&error);
        g_assert_true(fairy_projects_begin(all, a, &other, NULL)); /* the first anew */
    }
    g_assert_false(fairy_projects_add(all, "more", newcomers, &error));
    g_assert_cmpstr(error->message, ==,
                    "there are at most 8 projects at a time; one has to end first");
}

/* --- tasks ------------------------------------------------------------------------------------ */

/* To `state`, by whoever can. */
static void reach(Team *team, FairyTaskState state)
{
    g_assert_true(plan(team, "fairy-2", "t", NULL));
    if (state == FAIRY_TASK_TODO) {
        g_assert_true(plan(team, "fairy-2", "before", NULL));
        g_assert_true(fairy_projects_set_after(team->all, "fairy-1", "t",
                                               (const char *const[]){"before", NULL}, NULL));
    }
    if (state == FAIRY_TASK_IN_PROGRESS || state == FAIRY_TASK_FAILED || state == FAIRY_TASK_DONE) {
        g_assert_true(
            fairy_projects_start_task_of(team->all, "fairy-1", "fairy-2", "t", NULL, NULL));
    }
    if (state >= FAIRY_TASK_DONE) {
        g_assert_true(fairy_projects_set_state(team->all, "t", state, NULL));
    }
    g_string_truncate(team->log, 0);
}

/* From each state, a row; to: todo, ready, in-progress, done, failed, cancelled, deleted, lost.
 * From todo to ready and back only those before it lead. */
static void test_task_states(void)
{
    static const char *const rows[] = {".o...xxx", "o.x..xxx", ".x.xxxxx", "........",
                                       "........", "........", "........", "........"};
    G_STATIC_ASSERT(G_N_ELEMENTS(rows) == FAIRY_TASK_STATE_COUNT);
    for (int from = 0; from < FAIRY_TASK_STATE_COUNT; from++) {
        for (int to = 0; to < FAIRY_TASK_STATE_COUNT; to++) {
            gboolean wanted = rows[from][to] == 'x';
            g_assert_cmpint(fairy_task_can_become((FairyTaskState)from, (FairyTaskState)to), ==,
                            rows[from][to] != '.');
            g_auto(Team) team = {0};
            team_of(&team, 3);
            reach(&team, (FairyTaskState)from);
            gboolean did =
                to == FAIRY_TASK_IN_PROGRESS
                    ? fairy_projects_start_task_of(team.all, "fairy-1", "fairy-2", "t", NULL, NULL)
                    : fairy_projects_set_state(team.all, "t", (FairyTaskState)to, "Why");
            g_assert_cmpint(did, ==, wanted);
            const FairyTask *task = fairy_projects_task(team.all, "t");
            g_assert_cmpint(task->state, ==, wanted ? to : from);
            g_assert_cmpint(fairy_task_has_ended(task), ==, task->state >= FAIRY_TASK_DONE);
            g_assert_cmpint(team.log->len > 0, ==, wanted);
        }
    }
    g_auto(Team) team = {0};
    team_of(&team, 3);
    reach(&team, FAIRY_TASK_READY);
    g_assert_false(fairy_projects_set_state(team.all, "t", FAIRY_TASK_IN_PROGRESS, NULL));
    g_assert_false(fairy_projects_set_state(team.all, "nix", FAIRY_TASK_LOST, NULL));
}

/* What is begun again is no longer what its fairy is at; done is what it was sent to after that. */
static void test_newest(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    begun(&team, "fairy-2", "old");
    g_assert_true(fairy_projects_set_state(team.all, "old", FAIRY_TASK_READY, NULL));
    begun(&team, "fairy-2", "new");
    g_assert_cmpstr(fairy_projects_task_of(team.all, "fairy-2")->id, ==, "new");
    g_string_truncate(team.log, 0);
    g_assert_true(fairy_projects_finish_task(team.all, "fairy-2", NULL));
    expect(&team, "new done fairy-2\n");
    g_assert_null(fairy_projects_task_of(team.all, "fairy-2"));
    g_assert_true(fairy_projects_start_task_of(team.all, "fairy-1", "fairy-3", "old", NULL, NULL));
    expect(&team, "old in-progress fairy-3\n");
}

/* The numbers say what was planned when; the oldest that has ended goes, unless it is awaited. */
static void test_task_limits(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < FAIRY_MAX_TASKS; i++) {
        g_autofree char *id = g_strdup_printf("t%u", i);
        g_assert_true(plan(&team, "fairy-2", id, NULL));
    }
    refused(plan(&team, "fairy-2", "more", &error), &error,
            "there are 200 open tasks, which is the most; have some of them done first");
    g_assert_true(await(&team, "t3 t4", FAIRY_WAIT_ALL, NULL));
    g_assert_true(fairy_projects_set_state(team.all, "t3", FAIRY_TASK_CANCELLED, NULL));
    g_assert_false(plan(&team, "fairy-2", "more", NULL));
    g_assert_true(fairy_projects_set_state(team.all, "t7", FAIRY_TASK_CANCELLED, NULL));
    g_assert_true(plan(&team, "fairy-2", "more", NULL));
    g_assert_null(fairy_projects_task(team.all, "t7"));
    g_assert_nonnull(fairy_projects_task(team.all, "t3"));
    g_assert_cmpuint(fairy_projects_tasks(team.all)->len, ==, FAIRY_MAX_TASKS);
}

static void test_task_sizes(void)
{
    static const struct {
        gsize id, title, text;
        SvgBox box;
        gboolean good;
    } cases[] = {
        {FAIRY_MAX_TASK_ID, FAIRY_MAX_TITLE, FAIRY_MAX_PLAN_BYTES, {0, 0, 1, 1}, TRUE},
        {FAIRY_MAX_TASK_ID + 1, 1, 1, {0, 0, 1, 1}, FALSE},
        {1, FAIRY_MAX_TITLE + 1, 1, {0, 0, 1, 1}, FALSE},
        {1, 1, FAIRY_MAX_PLAN_BYTES + 1, {0, 0, 1, 1}, FALSE},
        {0, 1, 1, {0, 0, 1, 1}, FALSE},
        {1, 0, 1, {0, 0, 1, 1}, FALSE},
        {1, 1, 0, {-5, -5, 1, 1}, TRUE},
        {1, 1, 1, {0, 0, 0, 1}, FALSE},
        {1, 1, 1, {0, 0, 1, -1}, FALSE},
        {1, 1, 1, {2e9, 0, 1, 1}, FALSE},
        {1, 1, 1, {0, 0, INFINITY, 1}, FALSE},
        {1, 1, 1, {0, NAN, 1, 1}, FALSE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(FairyProjects) all = fairy_projects_new(NULL, NULL);
        g_autofree char *id = g_strnfill(cases[i].id, 'i'),
                        *title = g_strnfill(cases[i].title, 't'),
                        *text = g_strnfill(cases[i].text, 'x');
        FairyTaskPlan task = {id, title, text, cases[i].box, NULL, NULL};
        g_assert_cmpint(fairy_projects_add_own_task(all, "f", &task, NULL), ==, cases[i].good);
    }
}

/* An id as long as can be, of letters of two bytes: the one that is free can be used. */
static void test_free_id(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    GString *id = g_string_new(NULL);
    for (guint i = 0; i < FAIRY_MAX_TASK_ID / 2; i++) {
        g_string_append(id, "é");
    }
    g_assert_true(plan(&team, "fairy-2", id->str, NULL));
    for (guint n = 2; n < 13; n++) {
        g_autoptr(GError) error = NULL;
        g_assert_false(plan(&team, "fairy-2", id->str, &error));
        const char *free_id = strstr(error->message, "; \"") + 3;
        g_autofree char *other = g_strndup(free_id, (gsize)(strchr(free_id, '"') - free_id));
        g_autofree char *end = g_strdup_printf("é-%u", n);
        g_assert_true(g_str_has_suffix(other, end) && g_utf8_validate(other, -1, NULL));
        g_assert_true(plan(&team, "fairy-2", other, NULL));
    }
    g_string_free(id, TRUE);
}

/* --- what comes before what --------------------------------------------------------------------
 */

/* `after` are ids with spaces between. */
static gboolean plan_after(Team *team, const char *id, const char *after, GError **error)
{
    g_auto(GStrv) ids = g_strsplit(after, " ", -1);
    FairyTaskPlan task = {
        .id = id, .title = "Some task", .box = {0, 0, 100, 50}, .after = (const char *const *)ids};
    return fairy_projects_add_task(team->all, "fairy-1", "fairy-3", &task, error);
}

static gboolean change_after(Team *team, const char *id, const char *after, GError **error)
{
    g_auto(GStrv) ids = g_strsplit(after, " ", -1);
    return fairy_projects_set_after(team->all, "fairy-1", id, (const char *const *)ids, error);
}

static const char *state_of(const Team *team, const char *id)
{
    return fairy_task_state_names[fairy_projects_task(team->all, id)->state];
}

static gboolean direct(Team *team, const char *fairy, const char *id, GError **error)
{
    return fairy_projects_start_task_of(team->all, "fairy-1", fairy, id, NULL, error);
}

static void do_it(Team *team, const char *id)
{
    g_assert_true(direct(team, "fairy-2", id, NULL));
    g_assert_true(fairy_projects_finish_task(team->all, "fairy-2", NULL));
}

/* It is ready when the last of those before it is done, and not before; a task before it that is
 * done already is nothing to wait for. */
static void test_after(void)
{
    g_auto(Team) team = {0};
    g_autoptr(GError) error = NULL;
    team_of(&team, 3);
    g_assert_true(plan(&team, "fairy-2", "a", NULL) && plan(&team, "fairy-2", "b", NULL));
    g_assert_true(plan_after(&team, "c", "a b a", NULL));
    expect(&team, "a ready fairy-2\nb ready fairy-2\nc todo fairy-3\n");
    refused(direct(&team, "fairy-3", "c", &error), &error,
            "\"c\" waits for \"a\" and \"b\", which aren't done; you are told when it is ready");
    do_it(&team, "a");
    refused(direct(&team, "fairy-3", "c", &error), &error,
            "\"c\" waits for \"b\", which isn't done; you are told when it is ready");
    g_string_truncate(team.log, 0);
    do_it(&team, "b");
    expect(&team, "b in-progress fairy-2\nb done fairy-2\nc ready fairy-3\n");
    g_assert_true(plan_after(&team, "d", "a", NULL));
    expect(&team, "d ready fairy-3\n");
    g_assert_true(direct(&team, "fairy-3", "c", NULL));
}

/* Asked for what can't be, nothing is planned or changed. */
static void test_after_refused(void)
{
    static const struct {
        const char *id, *after, *why; /* an id that is there is changed, another is planned */
    } cases[] = {
        {"x", "nix",
         "there is no task \"nix\" in the project; those that are open are \"a\", \"b\", \"c\", "
         "\"next\" and \"last\""},
        {"x", "a x", "\"x\" can't come after itself; name other tasks, or none"},
        {"a", "a", "\"a\" can't come after itself; name other tasks, or none"},
        {"a", "b",
         "\"a\" can't come after \"b\", which comes after \"a\" itself; one of them has to be first"},
        {"a", "c",
         "\"a\" can't come after \"c\", which comes after \"a\" itself; one of them has to be first"},
        {"x", "failed",
         "\"failed\" failed, so that nothing can come after it; name the task that replaces it, or "
         "leave it out"},
        {"x", "next",
         "\"next\" can never begin, as it comes after \"failed\", and \"failed\" failed; "
         "update-project-task takes that away, delete-project-task drops it"},
        {"failed", "a", "\"failed\" failed; a task can be changed only until it begins"},
    };
    g_auto(Team) team = {0};
    team_of(&team, 3);
    g_assert_true(plan(&team, "fairy-2", "a", NULL) && plan_after(&team, "b", "a", NULL) &&
                  plan_after(&team, "c", "b", NULL));
    begun(&team, "fairy-2", "failed");
    g_assert_true(plan_after(&team, "next", "failed", NULL) &&
                  plan_after(&team, "last", "next", NULL));
    g_assert_true(fairy_projects_set_state(team.all, "failed", FAIRY_TASK_FAILED, NULL));
    g_string_truncate(team.log, 0);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        gboolean there = fairy_projects_task(team.all, cases[i].id) != NULL;
        refused((there ? change_after : plan_after)(&team, cases[i].id, cases[i].after, &error),
                &error, cases[i].why);
    }
    expect(&team, "");
    g_autoptr(GError) error = NULL;
    refused(direct(&team, "fairy-3", "last", &error), &error,
            "\"last\" can never begin, as it comes after \"next\", and \"next\" can't either; "
            "update-project-task takes that away, delete-project-task drops it");
    refused(await(&team, "next", FAIRY_WAIT_EACH, &error), &error,
            "\"next\" can never begin, as it comes after \"failed\", and \"failed\" failed; "
            "update-project-task takes that away, delete-project-task drops it");
}

static void on_stuck(const FairyProjectEvent *told, gpointer log)
{
    g_autofree char *stuck = told->stuck ? g_strjoinv(" ", told->stuck) : NULL;
    if (stuck) {
        g_string_append_printf(log, "%s:%s\n", told->task, stuck);
    }
}

/* What can't be ready any more is told with the first end that makes it so, whichever way there is
 * to it, and of several ends in one change. */
static void test_stuck(void)
{
    static const FairyTaskState ends[] = {FAIRY_TASK_FAILED, FAIRY_TASK_CANCELLED,
                                          FAIRY_TASK_DELETED, FAIRY_TASK_LOST};
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        g_auto(Team) team = {0};
        team_of(&team, 3);
        begun(&team, "fairy-2", "a");
        g_assert_true(plan(&team, "fairy-2", "b", NULL) && plan_after(&team, "c", "a b", NULL) &&
                      plan_after(&team, "d", "c", NULL) && plan_after(&team, "e", "b", NULL));
        cJSON *json = fairy_projects_json(team.all);
        fairy_projects_free(team.all);
        g_string_truncate(team.log, 0);
        team.all = fairy_projects_from_json(json, on_stuck, team.log, NULL);
        cJSON_Delete(json);
        g_assert_true(fairy_projects_set_state(team.all, "a", ends[i], NULL));
        expect(&team, "a:c d\n");
        g_assert_true(fairy_projects_set_state(team.all, "b", FAIRY_TASK_CANCELLED, NULL));
        expect(&team, "b:e\n");
        g_assert_true(fairy_projects_delete_task(team.all, "fairy-1", "c", NULL, NULL));
        expect(&team, "");
        g_assert_true(fairy_projects_is_stuck(team.all, fairy_projects_task(team.all, "d")));
        g_assert_true(fairy_projects_set_after(team.all, "fairy-1", "d", NULL, NULL));
        g_assert_cmpstr(state_of(&team, "d"), ==, "ready");
        g_assert_true(fairy_projects_delete_task(team.all, "fairy-1", "e", NULL, NULL));
        do_it(&team, "d");
        g_assert_true(fairy_projects_end(team.all, "fairy-1", NULL));
    }
    g_auto(Team) team = {0};
    team_of(&team, 3);
    g_assert_true(plan(&team, "fairy-2", "a", NULL) && plan(&team, "fairy-2", "b", NULL) &&
                  plan_after(&team, "c", "a b", NULL));
    cJSON *json = fairy_projects_json(team.all);
    fairy_projects_free(team.all);
    g_string_truncate(team.log, 0);
    team.all = fairy_projects_from_json(json, on_stuck, team.log, NULL);
    cJSON_Delete(json);
    fairy_projects_remove_fairy(team.all, "fairy-2", NULL);
    expect(&team, "a:c\n");
}

/* A chain as long as there can be tasks, with two ways at each step. */
static void test_long_chain(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    g_assert_true(plan(&team, "fairy-2", "t0", NULL) && plan_after(&team, "t1", "t0", NULL));
    for (guint i = 2; i < FAIRY_MAX_TASKS; i++) {
        g_autofree char *id = g_strdup_printf("t%u", i),
                        *after = g_strdup_printf("t%u t%u", i - 1, i - 2);
        g_assert_true(plan_after(&team, id, after, NULL));
    }
    g_autofree char *last = g_strdup_printf("t%u", FAIRY_MAX_TASKS - 1);
    g_assert_false(change_after(&team, "t0", last, NULL));
    do_it(&team, "t0");
    g_assert_cmpstr(state_of(&team, "t1"), ==, "ready");
    g_assert_true(fairy_projects_set_state(team.all, "t1", FAIRY_TASK_LOST, NULL));
    g_assert_true(fairy_projects_is_stuck(team.all, fairy_projects_task(team.all, last)));
    g_assert_false(plan(&team, "fairy-2", "more", NULL)); /* what is needed makes no room */
}

/* All that is given is changed, or nothing; who leads isn't given what it awaits. */
static void test_changed(void)
{
    g_auto(Team) pair = {0};
    g_autoptr(GError) error = NULL;
    team_of(&pair, 2);
    g_assert_true(plan(&pair, "fairy-2", "a", NULL) && plan(&pair, "fairy-2", "b", NULL));
    const FairyTask *task = fairy_projects_task(pair.all, "b");
    const SvgBox box = {5, 6, 7, 8};
    const char *const after[] = {"a", NULL}, *const nix[] = {"nix", NULL};
    FairyTaskChange change = {"Lines", "Thin", "fairy-1", &box, NULL, after};
    g_assert_true(fairy_projects_change_task(pair.all, "fairy-1", "b", &change, NULL));
    g_assert_cmpstr(task->title, ==, "Lines");
    g_assert_cmpstr(task->text, ==, "Thin");
    g_assert_cmpstr(task->fairy, ==, "fairy-1");
    g_assert_cmpfloat(task->box.w, ==, 7);
    g_assert_cmpint(task->state, ==, FAIRY_TASK_TODO);
    change = (FairyTaskChange){.title = "Other", .after = nix};
    g_assert_false(fairy_projects_change_task(pair.all, "fairy-1", "b", &change, NULL));
    g_assert_cmpstr(task->title, ==, "Lines");
    g_assert_true(await(&pair, "a", FAIRY_WAIT_EACH, NULL));
    change = (FairyTaskChange){.fairy = "fairy-1"};
    refused(fairy_projects_change_task(pair.all, "fairy-1", "a", &change, &error), &error,
            "you await \"a\"; to do it yourself, wait for it no more, by await-tasks-completion "
            "with \"until\" set to \"none\"");
}

/* --- waiting ---------------------------------------------------------------------------------- */

static void test_deadline(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    begun(&team, "fairy-2", "a");
    begun(&team, "fairy-3", "b");
    g_string_truncate(team.log, 0);
    const char *const ids[] = {"a", "b", NULL};
    g_assert_true(fairy_projects_await(team.all, "fairy-1", ids, FAIRY_WAIT_ALL, 100, NULL, NULL));
    g_assert_true(fairy_projects_finish_task(team.all, "fairy-3", NULL));
    fairy_projects_expire(team.all, 99);
    expect(&team, "b done fairy-3\n");
    fairy_projects_expire(team.all, 100);
    fairy_projects_expire(team.all, 101);
    expect(&team,
           "wait fairy-1 timed out: You waited for all of \"a\" and \"b\" to end, and the time for "
           "that is over. The task \"a\" is being done by \"fairy-2\" (\"Some task\"). Nothing is "
           "changed for it yet. The task \"b\" is done (\"Some task\").\n");
    g_assert_false(fairy_projects_is_waiting(team.all, "fairy-1"));
    g_assert_true(await(&team, "a", FAIRY_WAIT_EACH, NULL));
    g_assert_true(fairy_projects_finish_task(team.all, "fairy-2", NULL));
    expect(&team, "a done fairy-2\nwait fairy-1 met: The task \"a\" is done (\"Some task\").\n");
    g_assert_false(fairy_projects_is_waiting(team.all, "fairy-1"));
}

/* Who waited in vain hears how far the work is, and whether it went on meanwhile; also after a
 * restart. */
static void test_progress_told(void)
{
    static const char *const ids[] = {"a", NULL}, *const two[] = {"box", "line", NULL},
                             *const one[] = {"box", NULL};
    g_auto(Team) team = {0};
    team_of(&team, 3);
    begun(&team, "fairy-2", "a");
    fairy_projects_claim(team.all, "fairy-2", two);
    g_assert_true(fairy_projects_await(team.all, "fairy-1", ids, FAIRY_WAIT_ALL, 100, NULL, NULL));
    cJSON *json = fairy_projects_json(team.all);
    fairy_projects_free(team.all);
    team.all = fairy_projects_from_json(json, on_told, &team, NULL);
    cJSON_Delete(json);
    g_string_truncate(team.log, 0);
    fairy_projects_expire(team.all, 100);
#define IN_VAIN                                                                                \
    "wait fairy-1 timed out: You waited for \"a\" to end, and the time for that is over. The " \
    "task \"a\" is being done by \"fairy-2\" (\"Some task\"). 2 shapes are made or changed "   \
    "for it, "
    expect(&team, IN_VAIN "but none while you waited.\n");
    g_assert_true(fairy_projects_await(team.all, "fairy-1", ids, FAIRY_WAIT_ALL, 200, NULL, NULL));
    fairy_projects_claim(team.all, "fairy-2", one);
    fairy_projects_expire(team.all, 200);
    expect(&team, IN_VAIN "the last while you waited.\n");
}

static char *waits_of(const Team *team)
{
    const GPtrArray *waits = fairy_projects_waits(team->all);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < waits->len; i++) {
        const FairyWait *wait = waits->pdata[i];
        g_string_append_printf(out, "%s%s", i ? "; " : "", fairy_wait_until_names[wait->until]);
        for (guint k = 0; k < wait->tasks->len; k++) {
            g_string_append_printf(out, " %s", (const char *)wait->tasks->pdata[k]);
        }
    }
    return g_string_free(out, FALSE);
}

/* The same tasks once; one is waited for as was said last, and no more if that is said. */
static void test_same_wait(void)
{
    static const struct {
        const char *ids;
        FairyWaitUntil until;
        const char *waits, *note; /* then; NULL = nothing is said */
    } steps[] = {{"a b", FAIRY_WAIT_ALL, "all a b", NULL},
                 {"b a", FAIRY_WAIT_ALL, "all a b", NULL},
                 {"a b", FAIRY_WAIT_ANY, "any a b", "your wait for all of \"a\" and \"b\" is over"},
                 {"a", FAIRY_WAIT_ANY, "any b; any a",
                  "your wait for one of \"a\" and \"b\" goes on without this"},
                 {"a", FAIRY_WAIT_ALL, "any b; any a", NULL},
                 {"c", FAIRY_WAIT_NONE, "any b; any a", NULL},
                 {"a b c", FAIRY_WAIT_ALL, "all a b c", "your wait for \"b\" is over"},
                 {"b", FAIRY_WAIT_NONE, "all a c",
                  "your wait for all of \"a\", \"b\" and \"c\" goes on without this"},
                 {"a c", FAIRY_WAIT_EACH, "all c; all a",
                  "your wait for all of \"a\" and \"c\" goes on without this"},
                 {"c a", FAIRY_WAIT_NONE, "", "your wait for \"c\" is over"}};
    g_auto(Team) team = {0};
    team_of(&team, 3);
    g_assert_true(plan(&team, "fairy-2", "a", NULL) && plan(&team, "fairy-2", "b", NULL) &&
                  plan(&team, "fairy-2", "c", NULL));
    for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
        g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
        g_auto(GStrv) ids = g_strsplit(steps[i].ids, " ", -1);
        g_assert_true(fairy_projects_await(team.all, "fairy-1", (const char *const *)ids,
                                           steps[i].until, 0, notes, NULL));
        g_autofree char *waits = waits_of(&team);
        g_assert_cmpstr(waits, ==, steps[i].waits);
        g_assert_cmpstr(notes->len ? notes->pdata[0] : NULL, ==, steps[i].note);
    }
}

/* What is left of a wait is over when what was left has ended, or was already. */
static void test_left_wait(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    begun(&team, "fairy-2", "a");
    begun(&team, "fairy-3", "b");
    g_assert_true(await(&team, "a b", FAIRY_WAIT_ALL, NULL));
    g_assert_true(fairy_projects_finish_task(team.all, "fairy-2", NULL));
    g_string_truncate(team.log, 0);
    g_assert_true(await(&team, "b", FAIRY_WAIT_NONE, NULL));
    expect(&team, "wait fairy-1 left: You wait no more. The task \"a\" is done (\"Some task\"). "
                  "The task \"b\" is being done by \"fairy-3\" (\"Some task\").\n");
    g_assert_false(fairy_projects_is_waiting(team.all, "fairy-1"));
    g_autoptr(GError) error = NULL;
    refused(await(&team, "nix", FAIRY_WAIT_NONE, &error), &error,
            "there is no task \"nix\" in the project; the one that is open is \"b\"");
}

/* What has ended by the time that it is awaited is told at once, for who waits for others, too,
 * isn't asked again by itself. */
static void test_met_at_once(void)
{
    static const struct {
        const char *ids;
        FairyWaitUntil until;
        gboolean told;
    } steps[] = {{"b", FAIRY_WAIT_ALL, FALSE},  {"a", FAIRY_WAIT_EACH, TRUE},
                 {"a", FAIRY_WAIT_ALL, TRUE},   {"a b", FAIRY_WAIT_EACH, TRUE},
                 {"a b", FAIRY_WAIT_ANY, TRUE}, {"a b", FAIRY_WAIT_ALL, FALSE}};
    g_auto(Team) team = {0};
    team_of(&team, 3);
    begun(&team, "fairy-2", "a");
    begun(&team, "fairy-3", "b");
    g_assert_true(fairy_projects_finish_task(team.all, "fairy-2", NULL));
    for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
        g_string_truncate(team.log, 0);
        g_assert_true(await(&team, steps[i].ids, steps[i].until, NULL));
        g_autofree char *waits = waits_of(&team);
        g_assert_cmpstr(waits, ==, "all b");
        gboolean met = strstr(team.log->str, "wait fairy-1 met: ") != NULL;
        g_assert_cmpint(met, ==, steps[i].told);
    }
}

/* --- what was wrong elsewhere ----------------------------------------------------------------- */

/* After k of n have ended, exactly n − k waits are left; nobody hears of a task of the same name.
 */
static void test_fulfilled_is_gone(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    g_assert_true(plan(&team, "fairy-2", "a", NULL) && plan(&team, "fairy-2", "b", NULL) &&
                  plan(&team, "fairy-2", "c", NULL));
    g_assert_true(await(&team, "a b c", FAIRY_WAIT_EACH, NULL));
    static const char *const ids[] = {"b", "a", "c"};
    for (guint i = 0; i < 3; i++) {
        g_assert_cmpuint(fairy_projects_waits(team.all)->len, ==, 3 - i);
        g_assert_true(
            fairy_projects_start_task_of(team.all, "fairy-1", "fairy-2", ids[i], NULL, NULL) &&
            fairy_projects_finish_task(team.all, "fairy-2", NULL));
    }
    g_assert_false(fairy_projects_is_waiting(team.all, "fairy-1"));
    g_assert_false(plan(&team, "fairy-2", "a", NULL));
}

/* Each end there is wakes who waits, once. */
static void test_every_end_wakes(void)
{
    static const struct {
        FairyTaskState state;
        const char *words;
    } ends[] = {
        {FAIRY_TASK_DONE, "is done (\"Some task\")."},
        {FAIRY_TASK_FAILED, "failed (\"Some task\"): \"Why\"."},
        {FAIRY_TASK_CANCELLED, "was called off (\"Some task\"): \"Why\"."},
        {FAIRY_TASK_DELETED, "was dropped (\"Some task\"): \"Why\"."},
        {FAIRY_TASK_LOST, "is lost, as the fairy at it is gone (\"Some task\"): \"Why\"."},
    };
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        g_auto(Team) team = {0};
        team_of(&team, 3);
        begun(&team, "fairy-2", "t");
        g_assert_true(await(&team, "t", FAIRY_WAIT_EACH, NULL));
        g_string_truncate(team.log, 0);
        const char *why = ends[i].state == FAIRY_TASK_DONE ? NULL : "Why";
        g_assert_true(fairy_projects_set_state(team.all, "t", ends[i].state, why));
        g_assert_false(fairy_projects_set_state(team.all, "t", ends[i].state, why));
        g_autofree char *wanted =
            g_strdup_printf("t %s fairy-2\nwait fairy-1 met: The task \"t\" %s\n",
                            fairy_task_state_names[ends[i].state], ends[i].words);
        expect(&team, wanted);
        g_assert_cmpuint(fairy_projects_waits(team.all)->len, ==, 0);
    }
}

/* A leader that waits for what nobody has begun, when the last of the others is done. */
static void test_nobody_runs(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    g_assert_true(fairy_projects_is_stalled(team.all, "p"));
    begun(&team, "fairy-2", "a");
    g_assert_true(plan(&team, "fairy-3", "b", NULL) && await(&team, "b", FAIRY_WAIT_EACH, NULL));
    g_assert_false(fairy_projects_is_stalled(team.all, "p"));
    g_assert_true(fairy_projects_finish_task(team.all, "fairy-2", NULL));
    g_assert_true(fairy_projects_is_stalled(team.all, "p"));
    g_assert_true(fairy_projects_cancel(team.all, "p", NULL));
    g_assert_false(fairy_projects_is_stalled(team.all, "p"));
    g_assert_false(fairy_projects_is_stalled(team.all, "nix"));
}

/* What is told is whole, and what is done because of it is told after all of it. */
static void test_two_phases(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    begun(&team, "fairy-2", "a");
    g_assert_true(plan(&team, "fairy-3", "b", NULL) && await(&team, "a", FAIRY_WAIT_EACH, NULL));
    g_string_truncate(team.log, 0);
    team.on_end = "a", team.begin = "b", team.by = "fairy-2";
    g_assert_true(fairy_projects_finish_task(team.all, "fairy-2", NULL));
    expect(&team, "a done fairy-2\n(asked)\nwait fairy-1 met: The task \"a\" is done (\"Some "
                  "task\").\nb in-progress fairy-2\n");
}

/* Who is at a task that is dropped is free again, and can't say that it is done. */
static void test_dropped(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    begun(&team, "fairy-2", "a");
    g_assert_true(fairy_projects_delete_task(team.all, "fairy-1", "a", "Enough", NULL));
    g_assert_null(fairy_projects_task_of(team.all, "fairy-2"));
    g_autoptr(GError) error = NULL;
    refused(fairy_projects_finish_task(team.all, "fairy-2", &error), &error,
            "you are at no task, so there is nothing to end");
    begun(&team, "fairy-2", "b");
}

/* Who is sent to another task is at that one; what it was at is to do again, and no try of it. */
static void test_busy(void)
{
    g_auto(Team) team = {0};
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    team_of(&team, 3);
    begun(&team, "fairy-2", "a");
    g_assert_true(plan(&team, "fairy-2", "b", NULL));
    g_string_truncate(team.log, 0);
    g_assert_true(fairy_projects_start_task_of(team.all, "fairy-1", "fairy-2", "b", notes, NULL));
    expect(&team, "a ready fairy-2\nb in-progress fairy-2\n");
    g_assert_cmpuint(notes->len, ==, 1);
    g_assert_cmpstr(notes->pdata[0], ==, "\"fairy-2\" was at \"a\", which is to do again");
    g_assert_cmpstr(fairy_projects_task_of(team.all, "fairy-2")->id, ==, "b");
    g_assert_cmpuint(fairy_projects_task(team.all, "a")->n_begun, ==, 0);
    g_assert_true(plan_after(&team, "c", "a", NULL));
    g_autoptr(GError) error = NULL;
    refused(direct(&team, "fairy-2", "c", &error), &error,
            "\"c\" waits for \"a\", which isn't done; you are told when it is ready");
    g_assert_cmpstr(fairy_projects_task_of(team.all, "fairy-2")->id, ==, "b");
}

/* However it is left, nothing of it stays open: by one that works, by the last of them, by its
 * leader. */
/* A shape is of the task that changed it last, also when one that had it is begun again. */
static void test_claimed_last(void)
{
    static const char *const ids[] = {"a", NULL};
    g_auto(Team) team = {0};
    team_of(&team, 3);
    begun(&team, "fairy-2", "first");
    fairy_projects_claim(team.all, "fairy-2", ids);
    g_assert_true(fairy_projects_set_state(team.all, "first", FAIRY_TASK_READY, NULL));
    begun(&team, "fairy-3", "second");
    fairy_projects_claim(team.all, "fairy-3", ids);
    g_assert_true(
        fairy_projects_start_task_of(team.all, "fairy-1", "fairy-2", "first", NULL, NULL));
    g_assert_cmpstr(fairy_projects_claimant(team.all, "a")->id, ==, "second");
}

static void test_leaving(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    begun(&team, "fairy-2", "a");
    g_assert_true(plan(&team, "fairy-2", "b", NULL) && plan(&team, "fairy-3", "c", NULL) &&
                  await(&team, "a c", FAIRY_WAIT_ALL, NULL));
    g_string_truncate(team.log, 0);
    fairy_projects_remove_fairy(team.all, "fairy-2", "Put away");
    expect(&team, "a lost fairy-2\nb lost fairy-2\n");
    g_assert_null(fairy_projects_of(team.all, "fairy-2"));
    g_autoptr(GError) error = NULL;
    refused(plan(&team, "fairy-2", "d", &error), &error,
            "\"fairy-2\" isn't in the project; those who do its tasks are \"fairy-3\"");
    fairy_projects_remove_fairy(team.all, "fairy-3", NULL);
    expect(&team,
           "c lost fairy-3\nwait fairy-1 met: The task \"a\" is lost, as the fairy at it is "
           "gone (\"Some task\"): \"Put away\". The task \"c\" is lost, as the fairy at it is "
           "gone (\"Some task\").\n");
    refused(
        plan(&team, "fairy-3", "d", &error), &error,
        "\"fairy-3\" isn't in the project; those who do its tasks are nobody, as all others are "
        "gone");
    g_assert_true(fairy_projects_end(team.all, "fairy-1", NULL));

    g_auto(Team) other = {0};
    team_of(&other, 2);
    begun(&other, "fairy-2", "a");
    g_assert_true(await(&other, "a", FAIRY_WAIT_EACH, NULL));
    g_string_truncate(other.log, 0);
    fairy_projects_remove_fairy(other.all, "fairy-1", NULL);
    expect(&other,
           "wait fairy-1 left: You wait no more. The task \"a\" is being done by \"fairy-2\" "
           "(\"Some task\").\np cancelled\na cancelled fairy-2\n");
    g_assert_null(fairy_projects_of(other.all, "fairy-2"));
}

/* --- keeping ---------------------------------------------------------------------------------- */

static char *text_of(const FairyProjects *all)
{
    cJSON *json = fairy_projects_json(all);
    char *printed = cJSON_PrintUnformatted(json), *text = g_strdup(printed);
    cJSON_free(printed);
    cJSON_Delete(json);
    return text;
}

static FairyProjects *read_text(const char *text, GError **error)
{
    cJSON *json = cJSON_Parse(text);
    FairyProjects *all = fairy_projects_from_json(json, NULL, NULL, error);
    cJSON_Delete(json);
    return all;
}

/* Who leaves loses no task: what it was at is to do again, all is for those that have the fewest.
 */
static void test_leave(void)
{
    g_auto(Team) team = {0};
    g_autoptr(GError) error = NULL;
    team_of(&team, 3);
    g_assert_true(fairy_projects_join(team.all, "p", "fairy-4", NULL));
    begun(&team, "fairy-2", "a");
    g_assert_true(plan(&team, "fairy-2", "b", NULL) && plan(&team, "fairy-3", "c", NULL));
    g_assert_true(await(&team, "a b", FAIRY_WAIT_ALL, NULL));
    g_string_truncate(team.log, 0);
    g_assert_true(fairy_projects_leave(team.all, "fairy-2", "Left", NULL));
    expect(&team, "a ready fairy-2\na ready fairy-4\nb ready fairy-3\np open\n");
    g_assert_null(fairy_projects_of(team.all, "fairy-2"));
    g_assert_true(fairy_projects_is_waiting(team.all, "fairy-1"));
    g_assert_cmpuint(fairy_projects_task(team.all, "a")->n_begun, ==, 0);
    g_assert_true(fairy_projects_leave(team.all, "fairy-3", NULL, NULL));
    g_assert_cmpstr(fairy_projects_task(team.all, "c")->fairy, ==, "fairy-4");
    static const struct {
        const char *fairy, *why;
    } cases[] = {
        {"fairy-1", "\"fairy-1\" leads the project; have another one lead first"},
        {"fairy-4", "\"fairy-4\" is the last one beside who leads; have another one join first, or "
                    "stop the run"},
        {"fairy-2",
         "\"fairy-2\" is in no project; only several fairies that work together can change "
         "who does what"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_false(fairy_projects_leave(team.all, cases[i].fairy, NULL, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
        g_assert_cmpstr(error->message, ==, cases[i].why);
        g_clear_error(&error);
    }
    g_assert_false(fairy_projects_join(team.all, "p", "fairy-4", &error));
    g_assert_cmpstr(error->message, ==, "\"fairy-4\" is at work already");
    g_clear_error(&error);
    g_assert_true(fairy_projects_cancel(team.all, "p", NULL));
    g_assert_false(fairy_projects_join(team.all, "p", "fairy-5", NULL));
}

/* What the leader of a pair awaits isn't for itself to do, however few tasks it has. */
static void test_leave_pair(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 2);
    g_assert_true(fairy_projects_join(team.all, "p", "fairy-3", NULL));
    begun(&team, "fairy-3", "c");
    begun(&team, "fairy-2", "a");
    g_assert_true(await(&team, "a", FAIRY_WAIT_ALL, NULL));
    g_assert_true(fairy_projects_leave(team.all, "fairy-2", "Left", NULL));
    g_assert_cmpstr(fairy_projects_task(team.all, "a")->fairy, ==, "fairy-3");
}

/* Another leads: in the same role, with nobody at a task that was either's, and without waits. */
static void test_hand_over(void)
{
    for (guint n = 2; n <= 3; n++) {
        g_auto(Team) team = {0};
        g_autoptr(GError) error = NULL;
        team_of(&team, n);
        FairyMemberRole role = fairy_projects_of(team.all, "fairy-1")->members->len == 2
                                   ? FAIRY_MEMBER_DUO_ORCHESTRATOR
                                   : FAIRY_MEMBER_ORCHESTRATOR;
        begun(&team, "fairy-2", "a");
        g_assert_true(plan(&team, "fairy-2", "b", NULL));
        g_assert_true(await(&team, "a", FAIRY_WAIT_EACH, NULL));
        g_assert_false(fairy_projects_hand_over(team.all, "fairy-1", &error));
        g_assert_cmpstr(error->message, ==, "\"fairy-1\" leads the project already");
        g_assert_true(fairy_projects_hand_over(team.all, "fairy-2", NULL));
        const FairyProject *project = fairy_projects_of(team.all, "fairy-2");
        g_assert_cmpstr(fairy_project_leader(project), ==, "fairy-2");
        g_assert_cmpint(fairy_project_member(project, "fairy-2")->role, ==, role);
        g_assert_cmpint(fairy_project_member(project, "fairy-1")->role, ==, FAIRY_MEMBER_DRONE);
        g_assert_cmpuint(fairy_projects_waits(team.all)->len, ==, 0);
        g_assert_cmpstr(state_of(&team, "a"), ==, "ready");
        g_assert_cmpstr(fairy_projects_task(team.all, "b")->fairy, ==,
                        n == 2 ? "fairy-2" : "fairy-3");
        g_autofree char *text = text_of(team.all);
        g_autoptr(FairyProjects) again = read_text(text, NULL);
        g_assert_nonnull(again);
        g_assert_true(
            fairy_projects_start_task_of(team.all, "fairy-2", "fairy-1", "a", NULL, NULL));
    }
}

/* All that there was, and it goes on: who waited is told. */
static void test_kept(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 2);
    FairyTaskPlan own = {"own", "Own", "", {1.5, -2.25, 1e-3, 7}, "page2", NULL};
    g_assert_true(fairy_projects_add_own_task(team.all, "alone", &own, NULL));
    begun(&team, "fairy-2", "a");
    g_assert_true(plan(&team, "fairy-2", "b", NULL));
    g_assert_true(fairy_projects_delete_task(team.all, "fairy-1", "b", "a \"reason\"\n", NULL));
    FairyTaskPlan next = {"c", "Next", "", {0, 0, 9, 9}, NULL, (const char *const[]){"a", NULL}};
    g_assert_true(fairy_projects_add_task(team.all, "fairy-1", "fairy-2", &next, NULL));
    const char *const ids[] = {"a", NULL};
    g_assert_true(fairy_projects_await(team.all, "fairy-1", ids, FAIRY_WAIT_ANY,
                                       G_GINT64_CONSTANT(1767225600000000), NULL, NULL));
    g_autofree char *text = text_of(team.all);
    cJSON *json = cJSON_Parse(text);
    fairy_projects_free(team.all);
    g_autoptr(GError) error = NULL;
    team.all = fairy_projects_from_json(json, on_told, &team, &error);
    cJSON_Delete(json);
    g_assert_no_error(error);
    g_autofree char *again = text_of(team.all);
    g_assert_cmpstr(again, ==, text);
    const FairyWait *wait = fairy_projects_waits(team.all)->pdata[0];
    g_assert_cmpint(wait->deadline, ==, G_GINT64_CONSTANT(1767225600000000));
    g_assert_cmpfloat(fairy_projects_task(team.all, "own")->box.w, ==, 1e-3);
    g_string_truncate(team.log, 0);
    g_assert_true(fairy_projects_finish_task(team.all, "fairy-2", NULL));
    expect(&team, "a done fairy-2\nwait fairy-1 met: The task \"a\" is done (\"Some task\").\n"
                  "c ready fairy-2\n");
}

#define PROJECT                                                                        \
    "{\"id\":\"p\",\"state\":\"open\",\"title\":\"T\",\"color\":\"red\",\"members\":[" \
    "{\"fairy\":\"f1\",\"role\":\"orchestrator\"},{\"fairy\":\"f2\",\"role\":\"drone\"}]}"
#define TASK(id, state, fairy)                                                              \
    "{\"id\":\"" id "\",\"state\":\"" state "\",\"fairy\":\"" fairy "\",\"project\":\"p\"," \
    "\"title\":\"T\",\"x\":0,\"y\":0,\"w\":1,\"h\":1}"
#define AFTER(id, state, after)                                                      \
    "{\"id\":\"" id "\",\"state\":\"" state "\",\"fairy\":\"f2\",\"project\":\"p\"," \
    "\"title\":\"T\",\"x\":0,\"y\":0,\"w\":1,\"h\":1,\"after\":[" after "]}"
#define BOARD(tasks, waits) \
    "{\"projects\":[" PROJECT "],\"tasks\":[" tasks "],\"waits\":[" waits "]}"
#define WAIT(until, tasks) "{\"fairy\":\"f1\",\"until\":\"" until "\",\"tasks\":[" tasks "]}"

/* Whether a task is ready follows from those before it, whatever was kept of it: an earlier version
 * called all that hadn't begun todo. */
static void test_kept_states(void)
{
    g_autoptr(FairyProjects) all =
        read_text(BOARD(TASK("a", "todo", "f2") "," AFTER("b", "ready", "\"a\""), ""), NULL);
    g_assert_cmpint(fairy_projects_task(all, "a")->state, ==, FAIRY_TASK_READY);
    g_assert_cmpint(fairy_projects_task(all, "b")->state, ==, FAIRY_TASK_TODO);
}

/* What breaks a rule isn't read; `why` is in the message. */
static void test_kept_badly(void)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"[]", "aren't an object"},
        {"{\"projects\":{}}", "the list \"projects\" is none"},
        {"{\"projects\":[{\"id\":\"p\",\"state\":\"open\",\"members\":[]}]}", "members"},
        {"{\"projects\":[5]}", "needs an id"},
        {"{\"projects\":[{\"id\":\"p\",\"state\":\"new\",\"members\":[{\"fairy\":\"a\",\"role\":"
         "\"drone\"}]}]}",
         "with the leader first"},
        {"{\"projects\":[{\"id\":\"p\",\"state\":\"open\",\"members\":[{\"fairy\":\"a\",\"role\":"
         "\"orchestrator\"}]}]}",
         "a name and a colour"},
        {"{\"projects\":[" PROJECT "," PROJECT "]}", "of another"},
        {BOARD(TASK("a", "done", "f2") "," TASK("a", "done", "f2"), ""), "\"a\" is there twice"},
        {BOARD(TASK("a", "ready", "f1"), ""), "nobody who could do it"},
        {BOARD(TASK("a", "ready", "f3"), ""), "nobody who could do it"},
        {BOARD(TASK("a", "maybe", "f2"), ""), "needs an id, a title, a state"},
        {BOARD(TASK("a", "in-progress", "f2") "," TASK("b", "in-progress", "f2"), ""),
         "\"b\" is the second"},
        {"{\"tasks\":[" TASK("a", "ready", "f2") "]}", "nobody who could do it"},
        {"{\"tasks\":[{\"id\":\"a\",\"state\":\"ready\",\"fairy\":\"f\",\"title\":\"T\",\"x\":0}]}",
         "needs an area"},
        {BOARD(AFTER("a", "ready", "\"b\""), ""), "\"a\" comes after what isn't there"},
        {BOARD(AFTER("a", "ready", "\"a\""), ""), "after itself"},
        {BOARD(AFTER("a", "todo", "\"b\"") "," AFTER("b", "todo", "\"a\""), ""), "after itself"},
        {BOARD(AFTER("a", "in-progress", "\"b\"") "," TASK("b", "ready", "f2"), ""),
         "\"a\" is begun before"},
        {BOARD(TASK("a", "done", "f2"), WAIT("all", "\"a\"")), "some are open"},
        {BOARD(TASK("a", "ready", "f2"), WAIT("all", "")), "some are open"},
        {BOARD(TASK("a", "ready", "f2"), WAIT("all", "\"a\",\"a\"")), "some are open"},
        {BOARD(TASK("a", "ready", "f2"), WAIT("all", "\"a\",7")), "some are open"},
        {BOARD(TASK("a", "ready", "f2") "," TASK("b", "done", "f2"), WAIT("any", "\"a\",\"b\"")),
         "some are open"},
        {BOARD(TASK("a", "ready", "f2"), WAIT("each", "\"a\"")), "any or all"},
        {BOARD(TASK("a", "ready", "f2"), "{\"fairy\":\"f2\",\"until\":\"all\",\"tasks\":[\"a\"]}"),
         "some are open"},
        {BOARD(TASK("a", "ready", "f2"),
               "{\"fairy\":\"f1\",\"until\":\"all\",\"tasks\":[\"a\"],\"deadline\":1e300}"),
         "needs a fairy"},
    };
    g_autoptr(FairyProjects) good = read_text(
        BOARD(TASK("a", "ready", "f2") "," TASK("b", "done", "f2"), WAIT("all", "\"a\",\"b\"")),
        NULL);
    g_assert_nonnull(good);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(read_text(cases[i].text, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
        if (!strstr(error->message, cases[i].why)) {
            g_error("%u: %s", i, error->message);
        }
    }
}

/* A reason from outside is as long as one that is kept. */
static void test_long_reason(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    g_assert_true(plan(&team, "fairy-2", "a", NULL));
    GString *why = g_string_new("x");
    while (why->len <= FAIRY_MAX_PLAN_BYTES) {
        g_string_append(why, "é");
    }
    g_assert_true(fairy_projects_cancel(team.all, "p", why->str));
    g_assert_cmpuint(strlen(fairy_projects_task(team.all, "a")->reason), ==,
                     FAIRY_MAX_PLAN_BYTES - 1);
    g_autofree char *text = text_of(team.all);
    g_autoptr(FairyProjects) again = read_text(text, NULL);
    g_assert_nonnull(again);
    g_string_free(why, TRUE);
}

/* --- in a turn -------------------------------------------------------------------------------- */

static char *outcomes_of(const FairyExecutor *executor)
{
    GString *out = g_string_new(NULL);
    const GPtrArray *list = fairy_executor_outcomes(executor);
    for (guint i = 0; i < list->len; i++) {
        const FairyOutcome *o = list->pdata[i];
        g_string_append_printf(out, "%s%s%s\n", fairy_status_name(o->status), o->detail ? ": " : "",
                               o->detail ? o->detail : "");
    }
    return g_string_free(out, FALSE);
}

/* Places are the drawing's, and on the page that they are on. */
static void test_places(void)
{
    g_autoptr(SvgDocument) doc = test_parse(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" "
        "xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" "
        "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" viewBox=\"0 0 100 100\">"
        "<sodipodi:namedview><inkscape:page id=\"one\" x=\"0\" y=\"0\" width=\"100\" height=\"100\"/>"
        "<inkscape:page id=\"two\" x=\"110\" y=\"0\" width=\"100\" height=\"100\"/>"
        "</sodipodi:namedview></svg>");
    g_autoptr(FairyProjects) all = fairy_projects_new(NULL, NULL);
    FairyProjectContext at = {.projects = all, .fairy = "f"};
    FairyExecutorOptions options = {.origin = {100, 50}, .step = 0.1, .project = &at};
    g_autoptr(FairyExecutor) executor = fairy_executor_new(doc, fairy_actions(), &options);
    static const char reply[] =
        "[{\"_type\":\"create-task\",\"taskId\":\"t\",\"title\":\"T\",\"text\":\"\",\"x\":200,\"y\":-100,"
        "\"w\":300,\"h\":50},{\"_type\":\"create-task\",\"taskId\":\"away\",\"title\":\"T\",\"text\":\"\","
        "\"x\":9000,\"y\":0,\"w\":300,\"h\":50},{\"_type\":\"start-task\",\"taskId\":\"t\"}]";
    g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
    g_autofree char *outcomes = outcomes_of(executor);
    g_assert_cmpstr(outcomes, ==, "ok\nok\nok\n");
    const FairyTask *task = fairy_projects_task(all, "t");
    g_assert_cmpfloat(task->box.x, ==, 120);
    g_assert_cmpfloat(task->box.y, ==, 40);
    g_assert_cmpfloat(task->box.w, ==, 30);
    g_assert_cmpfloat(task->box.h, ==, 5);
    g_assert_cmpstr(task->page, ==, "two");
    g_assert_null(fairy_projects_task(all, "away")->page);
    const FairyFollowUp *next = fairy_executor_follow_ups(executor)->pdata[0];
    g_assert_nonnull(strstr(next->message, "x 200, y -100, w 300, h 50"));
}

/* A wait that a turn makes ends with the turn's deadline. */
static void test_turn_deadline(void)
{
    g_auto(Team) team = {0};
    team_of(&team, 3);
    begun(&team, "fairy-2", "a");
    g_autoptr(SvgDocument) doc = test_parse_body("");
    FairyProjectContext at = {.projects = team.all, .fairy = "fairy-1", .deadline = 77};
    g_autoptr(FairyExecutor) executor =
        fairy_executor_new(doc, fairy_actions(), &(FairyExecutorOptions){.project = &at});
    static const char reply[] = "[{\"_type\":\"await-tasks-completion\",\"taskIds\":[\"a\"]}]";
    g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
    g_assert_cmpint(((const FairyWait *)fairy_projects_waits(team.all)->pdata[0])->deadline, ==,
                    77);
}

/* What can't be asked for any more isn't begun. */
static void test_too_many_looks(void)
{
    g_autoptr(FairyProjects) all = fairy_projects_new(NULL, NULL);
    FairyTaskPlan own = {.id = "t", .title = "T", .box = {0, 0, 1, 1}};
    g_assert_true(fairy_projects_add_own_task(all, "f", &own, NULL));
    FairyProjectContext at = {.projects = all, .fairy = "f"};
    g_autoptr(SvgDocument) doc = test_parse_body("");
    g_autoptr(FairyExecutor) executor =
        fairy_executor_new(doc, fairy_actions(), &(FairyExecutorOptions){.project = &at});
    GString *reply = g_string_new("[");
    for (guint i = 0; i < FAIRY_MAX_FOLLOW_UPS; i++) {
        g_string_append(reply, "{\"_type\":\"count\"},");
    }
    g_string_append(reply, "{\"_type\":\"start-task\",\"taskId\":\"t\"}]");
    g_assert_true(fairy_executor_feed(executor, reply->str, reply->len, NULL));
    const FairyOutcome *last = fairy_executor_outcomes(executor)->pdata[FAIRY_MAX_FOLLOW_UPS];
    g_assert_cmpint(last->status, ==, FAIRY_REFUSED);
    g_assert_cmpint(fairy_projects_task(all, "t")->state, ==, FAIRY_TASK_READY);
    g_string_free(reply, TRUE);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *path;
        void (*test)(void);
    } tests[] = {
        {"projects/roles", test_roles},
        {"projects/add", test_add},
        {"projects/forgotten", test_forgotten},
        {"projects/states", test_project_states},
        {"projects/colors", test_colors},
        {"tasks/states", test_task_states},
        {"runtime/40-the-one-it-is-at", test_newest},
        {"tasks/limits", test_task_limits},
        {"tasks/sizes", test_task_sizes},
        {"runtime/42-ids-are-unique", test_free_id},
        {"tasks/after", test_after},
        {"tasks/after-refused", test_after_refused},
        {"tasks/stuck", test_stuck},
        {"tasks/long-chain", test_long_chain},
        {"tasks/changed", test_changed},
        {"runtime/18-time-to-wait", test_deadline},
        {"project/progress-told", test_progress_told},
        {"runtime/7-asked-again-is-the-same-wait", test_same_wait},
        {"waits/left", test_left_wait},
        {"waits/met-at-once", test_met_at_once},
        {"runtime/14-what-is-fulfilled-is-gone", test_fulfilled_is_gone},
        {"runtime/15-every-end-wakes-once", test_every_end_wakes},
        {"runtime/16-nobody-runs", test_nobody_runs},
        {"runtime/20-told-when-whole", test_two_phases},
        {"runtime/39-dropped-is-free", test_dropped},
        {"runtime/41-busy-is-busy", test_busy},
        {"claimed-last", test_claimed_last},
        {"runtime/45-one-way-out", test_leaving},
        {"projects/leave", test_leave},
        {"projects/leave-pair", test_leave_pair},
        {"projects/hand-over", test_hand_over},
        {"runtime/69-kept", test_kept},
        {"kept/badly", test_kept_badly},
        {"kept/states", test_kept_states},
        {"kept/long-reason", test_long_reason},
        {"turn/places", test_places},
        {"turn/deadline", test_turn_deadline},
        {"turn/too-many-looks", test_too_many_looks},
    };
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_autofree char *path = g_strconcat("/", tests[i].path, NULL);
        g_test_add_func(path, tests[i].test);
    }
    int result = g_test_run();
    svg_cleanup();
    return result;
}
