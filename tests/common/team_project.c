#include "common/team_project.h"

#include "common/beyond.h"

#include <string.h>

guint test_project_below(TestTeamProject *p, guint n)
{
    return n ? (guint)g_rand_int_range(p->rand, 0, (gint32)n) : 0;
}

char *test_project_print(const TestTeamProject *p)
{
    g_autoptr(GBytes) bytes = svg_document_print(p->doc, NULL);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

void test_project_fail(const TestTeamProject *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_error("TEST_SEED=%u TEST_RUNS=1: %s", p->seed, what);
}

/* --- each action ------------------------------------------------------------------------------ */

static GHashTable *made_for(TestTeamProject *p, const char *task)
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
static GHashTable *made_for_others(TestTeamProject *p, const char *task)
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
static void let_go(TestTeamProject *p, const char *id)
{
    GHashTableIter iter;
    gpointer made;
    g_hash_table_iter_init(&iter, p->made);
    while (g_hash_table_iter_next(&iter, NULL, &made)) {
        g_hash_table_remove(made, id);
    }
}

static void judge_edit(TestTeamProject *p, const FairyEvent *event, const char *now)
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
        test_project_fail(p, "%s, at %s (%g,%g,%g,%g), did %s (%s): %s", event->fairy, task->id,
                          task->box.x, task->box.y, task->box.w, task->box.h, action,
                          outcome->detail ? outcome->detail : "", wrong);
    }
    for (char **id = outcome->shape_ids; id && *id; id++) {
        if (!g_hash_table_contains(others, *id)) {
            let_go(p, *id);
            g_hash_table_add(own, g_strdup(*id));
        }
    }
}

static void on_action(TestTeamProject *p, const FairyEvent *event)
{
    g_autofree char *now = test_project_print(p);
    gboolean changed = !g_str_equal(now, p->state);
    p->sums->actions++;
    p->sums->edits += changed;
    p->sums->refused += event->outcome->status == FAIRY_REFUSED;
    if (changed && event->outcome->status == FAIRY_REFUSED) {
        test_project_fail(p, "%s was refused, and changed the drawing", event->outcome->type);
    }
    if (changed) {
        judge_edit(p, event, now);
        g_free(p->state);
        p->state = g_steal_pointer(&now);
    }
}

static void keep(TestTeamProject *p);

static void on_event(const FairyEvent *event, gpointer data)
{
    TestTeamProject *p = data;
    if (p->verbose) {
        cJSON *json = fairy_event_json(event);
        g_autofree char *line = cJSON_PrintUnformatted(json);
        g_printerr("%s\n", line);
        cJSON_Delete(json);
    }
    if (p->rested) {
        test_project_fail(p, "%s of %s comes after the end", fairy_event_name(event->kind),
                          event->fairy);
    }
    test_team_life_note(p->life, event, p->doc);
    if (event->kind == FAIRY_EVENT_ACTION) {
        on_action(p, event);
    }
    /* What is being written is told as it suits the clock. */
    if (event->kind != FAIRY_EVENT_PARTIAL && test_project_below(p, 200) == 0) {
        keep(p);
    }
}

static void on_rest(const GError *error, gpointer data)
{
    TestTeamProject *p = data;
    if (p->rested) {
        test_project_fail(p, "it rests twice");
    }
    p->rested = TRUE;
    g_clear_error(&p->why);
    p->why = error ? g_error_copy(error) : NULL;
}

/* --- the team --------------------------------------------------------------------------------- */

/* `words`, `kept` and `memory` are NULL where there are none. */
static void new_team(TestTeamProject *p, const char *words, cJSON *kept, cJSON *memory)
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

void test_project_new_team(TestTeamProject *p, const char *words)
{
    new_team(p, words, NULL, NULL);
}

/* `whole`: it wasn't killed. */
static void drop_team(TestTeamProject *p, gboolean whole)
{
    g_clear_pointer(&p->team, fairy_team_free);
    g_clear_pointer(&p->budget, fairy_budget_free);
    test_team_life_close(p->life);
    if (p->recorded) {
        g_autofree char *differs = test_team_life_again(p->life, whole);
        if (differs) {
            test_project_fail(p, "its recording (%s) is replayed otherwise: %s", p->life->path,
                              differs);
        }
        p->sums->replayed++;
    }
    g_ptr_array_extend_and_steal(p->way, g_steal_pointer(&p->life->way));
    g_clear_pointer(&p->life, test_team_life_free);
}

void test_project_drop_team(TestTeamProject *p)
{
    drop_team(p, TRUE);
}

static void keep(TestTeamProject *p)
{
    if (!p->team) {
        return;
    }
    cJSON_Delete(p->kept.team);
    cJSON_Delete(p->kept.memory);
    g_free(p->kept.drawing);
    p->kept.team = fairy_team_snapshot(p->team);
    p->kept.memory = fairy_memory_json(p->memory);
    p->kept.drawing = test_project_print(p);
    p->kept.n_said = p->n_said;
}

void test_project_load(TestTeamProject *p, const char *drawing)
{
    g_autoptr(GError) error = NULL;
    svg_document_free(p->doc);
    p->doc = svg_document_parse(drawing, strlen(drawing), "teams.svg", &error);
    g_assert_no_error(error);
    g_free(p->state);
    p->state = test_project_print(p);
}

/* What was kept as each task's own. */
static void restore_made(TestTeamProject *p)
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

void test_project_kill(TestTeamProject *p)
{
    g_autoptr(GError) error = NULL;
    if (!p->kept.team || test_project_below(p, 2)) {
        keep(p);
    }
    p->sums->kills++;
    drop_team(p, FALSE);
    fairy_memory_free(p->memory);
    test_project_load(p, p->kept.drawing);
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
