/* Random projects of several fairies: plans, work good and bad, models that fail, words from the
 * person, stops, time-outs, budgets, fairies that are gone, and kills from which what was kept goes
 * on. After each action the drawing's bytes are judged by what others read in them (beyond.h): a
 * fairy at a task changes nothing beyond its area, and nothing that is another's or locked. After
 * each project:
 *
 *   - it is over, or open with a reason, to be gone on with;
 *   - nobody runs, no task is in progress with nobody at it, and nothing is told any more;
 *   - the drawing is as the last whole action left it, can be read, and what is locked is the same;
 *   - no more was spent than there was;
 *   - what was said and taken was read once, or waits to be.
 *
 * One project in five is recorded, and each of its lives (to the end, or to a kill) is replayed:
 * the same events, and the same bytes after each action. Nobody is gone from those, as a run that
 * is recorded keeps its fairies. One in twenty is done twice, and goes the same way; with
 * TEST_TWICE=1 all are.
 *
 * TEST_SEED repeats a run, of TEST_RUNS projects; each has a seed of its own, which is told where
 * it fails: with TEST_RUNS=1 it is done alone. TEST_VERBOSE tells all that happens. */
#include "agent/agent_priv.h"
#include "common/beyond.h"
#include "common/random_edits.h"
#include "common/recordings.h"
#include "common/team_life.h"
#include "common/team_script.h"
#include "document/node.h"
#include "document/print.h"

#include <stdio.h>
#include <string.h>

#define RUNS       30
#define MOST_STEPS 60000
#define WORDS      "put the boxes in order"
#define RECORDED   5  /* one in so many */
#define TWICE      20 /* likewise */

typedef struct {
    guint32 seed;
    GRand *rand;
    TestTeamScript script;
    SvgDocument *doc;
    FairyTeam *team;
    FairyMemory *memory; /* of who leads */
    FairyBudget *budget;
    FairyBudgetLimits limits;
    char *state;
    GPtrArray *locked; /* the bytes of each element (char *) */
    GHashTable *made;  /* id of a task → set of ids */
    volatile int interrupted;
    gboolean rested, verbose;
    gboolean recorded;
    TestTeamLife *life;
    GPtrArray *way; /* char *: of all lives before */
    GError *why;
    guint n_said;
    GHashTable *gone; /* set of numbers of words that were told to who is gone now */
    struct {
        char *drawing;
        cJSON *team, *memory;
        guint n_said;
    } kept;
} Project;

static struct {
    guint actions, edits, refused, kills, told, untold, stops, removed, expired, open;
    guint recorded, replayed, twice;
    guint states[FAIRY_PROJECT_CANCELLED + 1], tasks[FAIRY_TASK_STATE_COUNT];
} sums;

static guint below(Project *p, guint n)
{
    return n ? (guint)g_rand_int_range(p->rand, 0, (gint32)n) : 0;
}

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static void fail(const Project *p, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void fail(const Project *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_error("TEST_SEED=%u TEST_RUNS=1: %s", p->seed, what);
}

/* --- each action ------------------------------------------------------------------------------ */

static GHashTable *made_for(Project *p, const char *task)
{
    GHashTable *made = g_hash_table_lookup(p->made, task);
    if (!made) {
        made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        g_hash_table_insert(p->made, g_strdup(task), made);
    }
    return made;
}

static void add_all(GHashTable *set, GHashTable *more)
{
    GHashTableIter iter;
    gpointer id;
    g_hash_table_iter_init(&iter, more);
    while (g_hash_table_iter_next(&iter, &id, NULL)) {
        g_hash_table_add(set, g_strdup(id));
    }
}

/* What was made for other tasks that are in progress. */
static GHashTable *made_for_others(Project *p, const char *task)
{
    GHashTable *others = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const GPtrArray *tasks = fairy_projects_tasks(fairy_team_projects(p->team));
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *other = tasks->pdata[i];
        if (other->state == FAIRY_TASK_IN_PROGRESS && !g_str_equal(other->id, task)) {
            add_all(others, made_for(p, other->id));
        }
    }
    return others;
}

/* It is of the last that made or changed it. */
static void let_go(Project *p, const char *id)
{
    GHashTableIter iter;
    gpointer made;
    g_hash_table_iter_init(&iter, p->made);
    while (g_hash_table_iter_next(&iter, NULL, &made)) {
        g_hash_table_remove(made, id);
    }
}

static void judge_edit(Project *p, const FairyEvent *event, const char *now)
{
    const FairyTask *task =
        event->task ? fairy_projects_task(fairy_team_projects(p->team), event->task) : NULL;
    const FairyOutcome *outcome = event->outcome;
    if (!task) {
        return;
    }
    GHashTable *own = made_for(p, task->id);
    g_autoptr(GHashTable) others = made_for_others(p, task->id);
    const TestTaskArea area = {task->box, own, others, (const char *const *)outcome->shape_ids};
    g_autofree char *wrong = test_beyond(p->state, now, &area);
    if (wrong) {
        g_autofree char *action = cJSON_PrintUnformatted(outcome->action);
        g_printerr("%s\n=====\n%s\n", p->state, now);
        fail(p, "%s, at %s (%g,%g,%g,%g), did %s (%s): %s", event->fairy, task->id, task->box.x,
             task->box.y, task->box.w, task->box.h, action, outcome->detail ? outcome->detail : "",
             wrong);
    }
    for (char **id = outcome->shape_ids; id && *id; id++) {
        if (!g_hash_table_contains(others, *id)) {
            let_go(p, *id);
            g_hash_table_add(own, g_strdup(*id));
        }
    }
}

static void on_action(Project *p, const FairyEvent *event)
{
    g_autofree char *now = print(p->doc);
    gboolean changed = !g_str_equal(now, p->state);
    sums.actions++;
    sums.edits += changed;
    sums.refused += event->outcome->status == FAIRY_REFUSED;
    if (changed && event->outcome->status == FAIRY_REFUSED) {
        fail(p, "%s was refused, and changed the drawing", event->outcome->type);
    }
    if (changed) {
        judge_edit(p, event, now);
        g_free(p->state);
        p->state = g_steal_pointer(&now);
    }
}

static void keep(Project *p);

static void on_event(const FairyEvent *event, gpointer data)
{
    Project *p = data;
    if (p->verbose) {
        cJSON *json = fairy_event_json(event);
        g_autofree char *line = cJSON_PrintUnformatted(json);
        g_printerr("%s\n", line);
        cJSON_Delete(json);
    }
    if (p->rested) {
        fail(p, "%s of %s comes after the end", fairy_event_name(event->kind), event->fairy);
    }
    test_team_life_note(p->life, event, p->doc);
    if (event->kind == FAIRY_EVENT_ACTION) {
        on_action(p, event);
    }
    /* What is being written is told as it suits the clock. */
    if (event->kind != FAIRY_EVENT_PARTIAL && below(p, 200) == 0) {
        keep(p);
    }
}

static void on_rest(const GError *error, gpointer data)
{
    Project *p = data;
    if (p->rested) {
        fail(p, "it rests twice");
    }
    p->rested = TRUE;
    g_clear_error(&p->why);
    p->why = error ? g_error_copy(error) : NULL;
}

/* --- the team --------------------------------------------------------------------------------- */

/* `words`, `kept` and `memory` are NULL where there are none. */
static void new_team(Project *p, const char *words, cJSON *kept, cJSON *memory)
{
    g_autoptr(GError) error = NULL;
    p->life = test_team_life_new(&(TestTeamLife){.drawing = p->state,
                                                 .words = words,
                                                 .kept = kept,
                                                 .memory = memory,
                                                 .n = p->script.n_fairies,
                                                 .limits = p->limits},
                                 p->recorded);
    p->budget = fairy_budget_new(&p->limits, NULL, NULL);
    FairyTeamOptions options = {
        .agent = {.context = {.course = p->life->course, .recording = p->life->recording},
                  .budget = p->budget,
                  .memory = p->memory,
                  .view = SVG_BOX_EMPTY,
                  .kept = kept,
                  .interrupted = &p->interrupted},
        .n = p->script.n_fairies,
        .on_event = on_event,
        .on_rest = on_rest,
        .data = p};
    p->team = fairy_team_new(p->doc, &options, &error);
    g_assert_no_error(error);
    test_team_life_play(
        p->life, p->team,
        &(TestFakeModel){.func = test_team_answer, .data = &p->script, .rand = p->rand});
}

/* `whole`: it wasn't killed. */
static void drop_team(Project *p, gboolean whole)
{
    g_clear_pointer(&p->team, fairy_team_free);
    g_clear_pointer(&p->budget, fairy_budget_free);
    test_team_life_close(p->life);
    if (p->recorded) {
        g_autofree char *differs = test_team_life_again(p->life, whole);
        if (differs) {
            fail(p, "its recording (%s) is replayed otherwise: %s", p->life->path, differs);
        }
        sums.replayed++;
    }
    g_ptr_array_extend_and_steal(p->way, g_steal_pointer(&p->life->way));
    g_clear_pointer(&p->life, test_team_life_free);
}

static void keep(Project *p)
{
    if (!p->team) {
        return;
    }
    cJSON_Delete(p->kept.team);
    cJSON_Delete(p->kept.memory);
    g_free(p->kept.drawing);
    p->kept.team = fairy_team_snapshot(p->team);
    p->kept.memory = fairy_memory_json(p->memory);
    p->kept.drawing = print(p->doc);
    p->kept.n_said = p->n_said;
}

static void load(Project *p, const char *drawing)
{
    g_autoptr(GError) error = NULL;
    svg_document_free(p->doc);
    p->doc = svg_document_parse(drawing, strlen(drawing), "teams.svg", &error);
    g_assert_no_error(error);
    g_free(p->state);
    p->state = print(p->doc);
}

/* What was kept as each task's own. */
static void restore_made(Project *p)
{
    const GPtrArray *tasks = fairy_projects_tasks(fairy_team_projects(p->team));
    g_hash_table_remove_all(p->made);
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        if (task->claims) {
            add_all(made_for(p, task->id), task->claims);
        }
    }
}

static void kill_it(Project *p)
{
    g_autoptr(GError) error = NULL;
    if (!p->kept.team || below(p, 2)) {
        keep(p);
    }
    sums.kills++;
    drop_team(p, FALSE);
    fairy_memory_free(p->memory);
    load(p, p->kept.drawing);
    p->memory = fairy_memory_from_json(p->kept.memory, NULL, NULL, &error);
    g_assert_no_error(error);
    p->n_said = p->kept.n_said;
    p->rested = FALSE;
    p->interrupted = 0;
    cJSON *kept = g_steal_pointer(&p->kept.team);
    new_team(p, NULL, kept, p->kept.memory);
    cJSON_Delete(kept);
    restore_made(p);
    p->rested = !fairy_team_ask(p->team, NULL);
}

/* --- what happens ----------------------------------------------------------------------------- */

static FairyAgent *any_agent(Project *p)
{
    const GPtrArray *agents = fairy_team_agents(p->team);
    return agents->pdata[below(p, agents->len)];
}

/* As `fairy tell` is taken or refused. */
static void tell(Project *p, FairyAgent *agent)
{
    char words[32];
    const FairyAgent *leader = fairy_team_find(p->team, NULL);
    if (p->interrupted || !fairy_team_is_at_work(p->team) ||
        (!fairy_agent_is_running(agent) && agent != leader)) {
        sums.untold++;
        return;
    }
    sums.told++;
    g_snprintf(words, sizeof words, "<words %u>", p->n_said++);
    fairy_team_tell(p->team, agent, words);
}

static void expire(Project *p)
{
    sums.expired++;
    if (p->recorded) {
        test_team_life_expire(p->life, p->team);
    } else {
        fairy_projects_expire(fairy_team_projects(p->team), G_MAXINT64);
    }
}

static void note_words(const Project *p, const char *text, guint *times)
{
    for (const char *at = strstr(text, "<words "); at; at = strstr(at + 1, "<words ")) {
        guint n;
        if (sscanf(at, "<words %u>", &n) == 1 && n < p->n_said) {
            times[n]++;
        }
    }
}

static void count_words(const Project *p, FairyAgent *agent, guint *times)
{
    const GPtrArray *items = fairy_memory_items(fairy_agent_memory(agent));
    for (guint i = 0; i < items->len; i++) {
        const FairyMemoryItem *item = items->pdata[i];
        if (item->kind == FAIRY_MEMORY_PROMPT && item->text) {
            note_words(p, item->text, times);
        }
    }
    for (GList *link = agent->mailbox.head; link; link = link->next) {
        const FairyInput *input = link->data;
        note_words(p, input->text ? input->text : input->words, times);
    }
}

static void remove_one(Project *p, FairyAgent *agent)
{
    g_autofree guint *times = g_new0(guint, p->n_said + 1);
    count_words(p, agent, times);
    for (guint n = 0; n < p->n_said; n++) {
        if (times[n]) {
            g_hash_table_add(p->gone, GUINT_TO_POINTER(n));
        }
    }
    sums.removed++;
    fairy_team_remove(p->team, agent);
}

static void disturb(Project *p)
{
    FairyAgent *agent = any_agent(p), *leader = fairy_team_find(p->team, NULL);
    switch (below(p, 12)) {
    case 0:
    case 1:
        tell(p, agent);
        break;
    case 2:
        tell(p, leader);
        break;
    case 3:
        for (guint i = 0; i < fairy_team_agents(p->team)->len; i++) {
            tell(p, fairy_team_agents(p->team)->pdata[i]);
        }
        break;
    case 4:
        sums.stops++;
        fairy_team_stop(p->team, agent);
        break;
    case 5:
        p->interrupted = below(p, 3) == 0;
        break;
    case 6:
    case 7:
        kill_it(p);
        break;
    case 8:
        if (agent != leader && below(p, 3) == 0 && !p->recorded) {
            remove_one(p, agent);
        }
        break;
    default:
        expire(p);
    }
}

static void check_drawing(Project *p)
{
    g_autofree char *now = print(p->doc);
    if (!g_str_equal(now, p->state)) {
        fail(p, "the drawing isn't as the last action left it");
    }
}

static void run_on(Project *p, guint steps)
{
    for (guint i = 0; i < steps && !p->rested; i++) {
        g_main_context_iteration(NULL, TRUE);
    }
    check_drawing(p);
}

/* --- in the end ------------------------------------------------------------------------------- */

static void check_locked(Project *p)
{
    for (guint i = 0; i < p->locked->len; i++) {
        if (!strstr(p->state, p->locked->pdata[i])) {
            fail(p, "this was locked, and isn't there any more: %s", (char *)p->locked->pdata[i]);
        }
    }
}

static void check_words(Project *p)
{
    g_autofree guint *times = g_new0(guint, p->n_said + 1);
    const GPtrArray *agents = fairy_team_agents(p->team);
    for (guint i = 0; i < agents->len; i++) {
        count_words(p, agents->pdata[i], times);
    }
    for (guint n = 0; n < p->n_said; n++) {
        if (!g_hash_table_contains(p->gone, GUINT_TO_POINTER(n)) && times[n] != 1) {
            fail(p, "words %u are there %u times", n, times[n]);
        }
    }
}

/* An interrupted team stays as it is. */
static void check_tasks(Project *p)
{
    const FairyProjects *projects = fairy_team_projects(p->team);
    for (guint i = 0; i < fairy_projects_tasks(projects)->len; i++) {
        const FairyTask *task = fairy_projects_tasks(projects)->pdata[i];
        sums.tasks[task->state]++;
        if (task->state == FAIRY_TASK_IN_PROGRESS && !p->team->interrupted) {
            fail(p, "%s is in progress, and nobody is at work", task->id);
        }
    }
    g_assert_true(p->team->interrupted || fairy_projects_waits(projects)->len == 0 || p->why);
}

static void check_state(Project *p)
{
    const FairyProject *project = fairy_projects_list(fairy_team_projects(p->team))->pdata[0];
    sums.states[project->state]++;
    if (!fairy_project_is_over(project)) {
        sums.open++;
        if (!p->why && !p->team->interrupted) {
            fail(p, "the project is open, and nobody says why");
        }
    }
}

static void check_spent(Project *p)
{
    guint64 tokens = fairy_usage_tokens(fairy_budget_usage(p->budget));
    gboolean more = p->limits.tokens >= 0 && tokens > (guint64)p->limits.tokens;
    if (more || (p->limits.requests >= 0 &&
                 fairy_budget_requests(p->budget) > (guint64)p->limits.requests)) {
        fail(p, "%u requests, %" G_GUINT64_FORMAT " tokens were spent",
             fairy_budget_requests(p->budget), tokens);
    }
    if (fairy_budget_under_way(p->budget)) {
        fail(p, "something is still set aside");
    }
}

static void check(Project *p)
{
    while (g_main_context_iteration(NULL, FALSE)) { /* nothing may come of it */
    }
    g_autofree char *unreadable = test_unreadable(p->state);
    if (unreadable) {
        fail(p, "%s", unreadable);
    }
    if (!p->rested || fairy_team_is_at_work(p->team)) {
        fail(p, "it doesn't end");
    }
    check_drawing(p);
    check_locked(p);
    check_tasks(p);
    check_state(p);
    check_spent(p);
    check_words(p);
}

/* --- a project -------------------------------------------------------------------------------- */

static char *some_drawing(Project *p)
{
    static const char *const names[] = {"lanes.svg", "demo.svg", "cards-mm.svg"};
    char *text = NULL;
    if (below(p, 4)) {
        return test_team_drawing(p->rand);
    }
    g_autofree char *path =
        g_test_build_filename(G_TEST_DIST, "fixtures", names[below(p, G_N_ELEMENTS(names))], NULL);
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void find_locked(Project *p)
{
    SvgNode *root = svg_document_root(p->doc), *node = root;
    p->locked = g_ptr_array_new_with_free_func(g_free);
    while (node) {
        gboolean found = node->name && svg_node_has_lock(node);
        if (found) {
            GString *bytes = g_string_new(NULL);
            svg_print_node(node, bytes);
            g_ptr_array_add(p->locked, g_string_free(bytes, FALSE));
        }
        node = svg_node_walk(root, node, found);
    }
}

static void begin(Project *p)
{
    g_autofree char *drawing = some_drawing(p);
    p->script = (TestTeamScript){.rand = p->rand,
                                 .n_fairies = 2 + below(p, 5),
                                 .trouble = below(p, 3) ? 4 + below(p, 20) : 0};
    p->limits = (FairyBudgetLimits){.requests = below(p, 4) ? 150 : 3 + below(p, 20),
                                    .tokens = below(p, 6) ? -1 : 20000 + (gint64)below(p, 200000),
                                    .usd = -1,
                                    .time_ms = -1};
    p->made =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_unref);
    p->gone = g_hash_table_new(NULL, NULL);
    p->way = g_ptr_array_new_with_free_func(g_free);
    p->recorded = below(p, RECORDED) == 0;
    sums.recorded += p->recorded;
    p->memory = fairy_memory_new(NULL, NULL);
    g_random_set_seed(p->seed); /* how long a retry would wait */
    load(p, drawing);
    find_locked(p);
    new_team(p, WORDS, NULL, NULL);
    p->rested = !fairy_team_ask(p->team, WORDS);
}

static void end(Project *p)
{
    drop_team(p, TRUE);
    fairy_memory_free(p->memory);
    svg_document_free(p->doc);
    g_ptr_array_unref(p->locked);
    g_hash_table_unref(p->made);
    g_hash_table_unref(p->gone);
    cJSON_Delete(p->kept.team);
    cJSON_Delete(p->kept.memory);
    g_free(p->kept.drawing);
    g_free(p->state);
    g_clear_error(&p->why);
    g_rand_free(p->rand);
}

/* Returns its way; the caller's. */
static GPtrArray *do_project(guint32 seed)
{
    Project p = {.seed = seed,
                 .rand = g_rand_new_with_seed(seed),
                 .verbose = g_getenv("TEST_VERBOSE") != NULL};
    begin(&p);
    for (guint n = below(&p, 6); n > 0; n--) {
        run_on(&p, below(&p, 120));
        if (!p.rested) {
            disturb(&p);
        }
    }
    run_on(&p, MOST_STEPS);
    check(&p);
    end(&p);
    return p.way;
}

/* It is counted once. */
static void do_again(guint32 seed, const GPtrArray *way)
{
    typeof(sums) before = sums;
    g_autoptr(GPtrArray) again = do_project(seed);
    g_autofree char *differs = test_ways_differ(way, again, TRUE);
    if (differs) {
        g_error("TEST_SEED=%u TEST_RUNS=1: done again, it goes another way: %s", seed, differs);
    }
    sums = before;
    sums.twice++;
}

static void test_projects(void)
{
    guint32 seed = test_seed();
    guint n = test_setting("TEST_RUNS", RUNS);
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    guint twice = test_setting("TEST_TWICE", 0) ? 1 : TWICE;
    test_recordings_begin();
    for (guint i = 0; i < n; i++) {
        guint32 its = n == 1 ? seed : g_rand_int(rand);
        g_autoptr(GPtrArray) way = do_project(its);
        if (i % twice == 0) {
            do_again(its, way);
        }
    }
    g_test_message("%u projects: %u ended, %u aborted, %u cancelled, %u open", n,
                   sums.states[FAIRY_PROJECT_ENDED], sums.states[FAIRY_PROJECT_ABORTED],
                   sums.states[FAIRY_PROJECT_CANCELLED], sums.open);
    for (guint i = 0; i < FAIRY_TASK_STATE_COUNT; i++) {
        g_test_message("tasks %s: %u", fairy_task_state_names[i], sums.tasks[i]);
    }
    g_test_message("%u actions, %u of them edits, %u refused; %u kills, %u words told, %u not "
                   "taken, %u stops, %u fairies gone, %u waits timed out",
                   sums.actions, sums.edits, sums.refused, sums.kills, sums.told, sums.untold,
                   sums.stops, sums.removed, sums.expired);
    g_test_message("%u recorded, whose %u lives were replayed; %u done twice", sums.recorded,
                   sums.replayed, sums.twice);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/teams/projects", test_projects);
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
