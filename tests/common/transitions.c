/* Rows of transitions are played. */
#include "common/transitions.h"

#include <string.h>

static const char *const ids[] = {"fairy", "fairy-2", "fairy-3"};
static const char *const whose[] = {TEST_LEADER, TEST_SECOND, TEST_THIRD};

/* --- a pair ----------------------------------------------------------------------------------- */

typedef struct {
    guint n_fairies;
    const TestTransition *row;
} Case;

/* What a pair calls otherwise than a team does. */
static const struct {
    const char *team, *pair;
} names[] = {
    {"\"start-project\"", "\"start-duo-project\""},
    {"\"create-project-task\"", "\"create-duo-task\""},
    {"\"direct-to-start-project-task\"", "\"direct-to-start-duo-task\""},
    {"\"await-tasks-completion\"", "\"await-duo-tasks-completion\""},
    {"\"end-project\"", "\"end-duo-project\""},
    {"\"abort-project\"", "\"abort-duo-project\""},
    {"\"mark-task-done\"", "\"mark-my-task-done\""},
};

static char *as_pair_says(const char *reply)
{
    GString *out = g_string_new(reply);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_string_replace(out, names[i].team, names[i].pair, 0);
    }
    return g_string_free(out, FALSE);
}

static char *as_said(const Case *this, const char *reply)
{
    return this->n_fairies == 2 ? as_pair_says(reply) : g_strdup(reply);
}

/* A row of a pair alone has the mode's own name. */
static char *as_led(const Case *this, const char *modes)
{
    GString *out = g_string_new(modes ? modes : "");
    if (this->n_fairies == 2) {
        g_string_replace(out, "duo-", "", 0);
        g_string_replace(out, "orchestrating-", "duo-orchestrating-", 0);
    }
    return g_string_free(out, FALSE);
}

/* --- what it remembers ------------------------------------------------------------------------ */

static void add_line(GString *out, const FairyMemoryItem *item)
{
    g_string_append_printf(out, "%s %s ", fairy_level_name(item->scope.level),
                           fairy_memory_kind_names[item->kind]);
    if (item->kind == FAIRY_MEMORY_ACTION) {
        g_string_append_printf(out, "%s %s", item->type, fairy_status_name(item->status));
    } else if (item->kind == FAIRY_MEMORY_PROMPT) {
        g_string_append_printf(out, "%s: %s", fairy_source_names[item->source], item->text);
    } else {
        g_string_append(out, item->text);
    }
    const char *const more[] = {item->quoted, item->words};
    for (guint i = 0; i < G_N_ELEMENTS(more); i++) {
        g_string_append_printf(out, "%s%s", more[i] ? " | " : "", more[i] ? more[i] : "");
    }
}

char *test_memory_lines(const FairyMemory *memory)
{
    const GPtrArray *items = fairy_memory_items(memory);
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = 0; i < items->len; i++) {
        g_autoptr(GString) line = g_string_new(NULL);
        add_line(line, items->pdata[i]);
        g_strdelimit(line->str, "\n", ' ');
        g_string_append_printf(all, "%s\n", line->str);
    }
    return g_strdup(all->str);
}

static void expect_memory(const TestTeam *scene, guint i, const TestMember *expected)
{
    g_autofree char *text = test_memory_lines(fairy_agent_memory(test_team_fairy(scene, ids[i])));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint at = 0;
    for (guint n = 0; n < TEST_MOST_REMEMBERED && expected->remembers[n]; n++) {
        while (lines[at] && !g_pattern_match_simple(expected->remembers[n], lines[at])) {
            at++;
        }
        if (!lines[at++]) {
            g_error("%s doesn't remember, or not in this order, \"%s\":\n%s", ids[i],
                    expected->remembers[n], text);
        }
    }
    for (at = 0; expected->forgets && lines[at]; at++) {
        if (g_pattern_match_simple(expected->forgets, lines[at])) {
            g_error("%s remembers \"%s\":\n%s", ids[i], expected->forgets, text);
        }
    }
}

/* --- what it did and was told ----------------------------------------------------------------- */

static void expect_list(const Case *this, const GString *list, guint i, const char *expected)
{
    g_autofree char *got = test_team_only(list, ids[i]), *meant = as_led(this, expected);
    g_test_message("%s", ids[i]);
    g_assert_cmpstr(got, ==, meant);
}

static void expect_told(TestTeam *scene, guint i, const TestMember *expected)
{
    for (guint n = 0; n < TEST_MOST_TOLD && expected->told[n].words; n++) {
        g_autofree char *words = test_team_words(scene, whose[i], expected->told[n].nth);
        if (!strstr(words, expected->told[n].words)) {
            g_error("%s isn't told \"%s\" with request %u:\n%s", ids[i], expected->told[n].words,
                    expected->told[n].nth, words);
        }
    }
}

static void expect(TestTeam *scene, const Case *this)
{
    for (guint i = 0; i < this->n_fairies; i++) {
        const TestMember *expected = &this->row->fairies[i];
        if (fairy_team_find(scene->team, ids[i])) {
            expect_list(this, scene->modes, i, expected->modes);
            expect_list(this, scene->asked, i, expected->asked);
            expect_told(scene, i, expected);
            expect_memory(scene, i, expected);
        }
    }
}

/* --- a row ------------------------------------------------------------------------------------ */

static gboolean has_come(const Case *this, const GString *list, guint i, const char *expected)
{
    g_autofree char *got = test_team_only(list, ids[i]), *meant = as_led(this, expected);
    return strlen(got) >= strlen(meant);
}

static gboolean has_all_come(const TestTeam *scene, const Case *this)
{
    for (guint i = 0; i < this->n_fairies; i++) {
        const TestMember *expected = &this->row->fairies[i];
        if (!has_come(this, scene->modes, i, expected->modes) ||
            !has_come(this, scene->asked, i, expected->asked)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* And then as long as anything goes on by itself: somebody's model says nothing. */
static void until_all_has_come(const TestTeam *scene, const Case *this)
{
    gint64 end = g_get_monotonic_time() + 20 * G_TIME_SPAN_SECOND;
    while (!has_all_come(scene, this) && g_get_monotonic_time() < end) {
        test_team_look_on();
    }
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    g_assert_cmpuint(scene->n_rests, ==, 0);
}

static void add_replies(TestTeam *scene, const Case *this)
{
    for (guint i = 0; i < this->n_fairies; i++) {
        const char *const *says = this->row->fairies[i].says;
        for (guint n = 0; n < TEST_MOST_SAID && says[n]; n++) {
            g_autofree char *reply = as_said(this, says[n]);
            if (g_str_has_prefix(reply, TEST_PART)) {
                test_team_add_part(scene, whose[i], reply + strlen(TEST_PART));
            } else {
                test_team_add(scene, whose[i], reply);
            }
        }
    }
}

/* What was said to it before it led a project. */
static FairyMemory *memory_of_before(void)
{
    FairyMemory *memory = fairy_memory_new(NULL, NULL);
    fairy_memory_add_prompt(memory, FAIRY_SOURCE_USER, NULL, "said before", NULL, NULL);
    return memory;
}

static void until_then(TestTeam *scene, const char *went, guint n)
{
    if (!went) {
        test_team_until_at_work_again(scene, n);
        return;
    }
    test_team_until(scene, went);
    if (n > 0) {
        g_free(test_team_words(scene, TEST_SECOND, n - 1));
    }
}

static void play(gconstpointer data)
{
    const Case *this = data;
    const TestTransition *row = this->row;
    g_autoptr(FairyMemory) memory = memory_of_before();
    g_auto(TestTeam)
        scene = {.memory = memory, .when = row->when, .whose = row->whose, .then = row->then};
    add_replies(&scene, this);
    test_team_begin(&scene, this->n_fairies);
    test_team_say(&scene, "move both boxes");
    for (guint i = 0; i < G_N_ELEMENTS(row->at_work) && row->at_work[i].now; i++) {
        until_then(&scene, row->at_work[i].went, row->at_work[i].n);
        row->at_work[i].now(&scene);
    }
    if (row->goes_on) {
        until_all_has_come(&scene, this);
    } else if (scene.n_rests == 0) {
        test_team_rest(&scene);
    }
    expect(&scene, this);
    if (row->check) {
        row->check(&scene);
    }
    g_clear_pointer(&scene.team, fairy_team_free); /* before the memory */
}

void test_transitions_add(const char *prefix, guint n_fairies, const TestTransition *rows,
                          guint n_rows)
{
    for (guint i = 0; i < n_rows; i++) {
        Case *this = g_new0(Case, 1);
        *this = (Case){n_fairies, &rows[i]};
        g_autofree char *path = g_strdup_printf("/%s/%s", prefix, rows[i].name);
        g_test_add_data_func_full(path, this, play, g_free);
    }
}

void test_have_second_asked(TestTeam *scene)
{
    fairy_agent_interrupt(
        test_team_fairy(scene, "fairy-2"), FAIRY_MODE_NONE,
        &(FairyInput){
            .text = "go on", .source = FAIRY_SOURCE_SELF, .lapses = TRUE, .view = SVG_BOX_EMPTY});
}

/* --- for checks ------------------------------------------------------------------------------- */

void test_expect_task(const TestTeam *scene, const char *id, const char *state, const char *fairy)
{
    const FairyTask *task = fairy_projects_task(fairy_team_projects(scene->team), id);
    g_assert_nonnull(task);
    g_assert_cmpstr(fairy_task_state_names[task->state], ==, state);
    g_assert_cmpstr(task->fairy, ==, fairy);
}

void test_expect_project(const TestTeam *scene, FairyProjectState state)
{
    g_assert_cmpstr(fairy_project_state_names[test_team_project_state(scene)], ==,
                    fairy_project_state_names[state]);
}

void test_expect_waits(const TestTeam *scene, guint n)
{
    g_assert_cmpuint(fairy_projects_waits(fairy_team_projects(scene->team))->len, ==, n);
}
