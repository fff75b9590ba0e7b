/* What follows an answer, case by case, and which mode a fairy is asked in. */
#include "agent/decide.h"

#include <fairy/limits.h>

#define R(name) FAIRY_REASON_##name

static const FairyApiError overloaded = {.kind = FAIRY_API_ERROR_OVERLOADED, .wait_ms = 0};
static const FairyApiError wrong_key = {.kind = FAIRY_API_ERROR_KEY, .wait_ms = -1};
static const FairyApiError too_long = {.kind = FAIRY_API_ERROR_LENGTH, .wait_ms = -1};

/* `facts` has what isn't zero; `mode` NONE is one-shotting, and a prompt is read unless `offline`.
 */
typedef struct {
    const char *name;
    FairyFacts facts;
    gboolean offline;
    FairyStep step;
    guint reasons;
    FairyModeId mode;
    gboolean optional, same, repeats, later;
} Row;

#define LEAD FAIRY_MODE_ORCHESTRATING_ACTIVE
#define WORK FAIRY_MODE_WORKING_SOLO
#define SOLO FAIRY_MODE_SOLOING
#define IDLE FAIRY_MODE_IDLING
#define WAIT FAIRY_MODE_ORCHESTRATING_WAITING

static const Row rows[] = {
    /* A model that reads no prompt isn't told to go on. */
    {.name = "offline/at-task",
     .facts = {.mode = FAIRY_MODE_WORKING_DRONE, .at_task = TRUE},
     .offline = TRUE,
     .step = FAIRY_STEP_REST,
     .mode = FAIRY_MODE_STANDING_BY},
    {.name = "offline/leads",
     .facts = {.mode = LEAD, .leads = TRUE, .n_tasks = 1},
     .offline = TRUE,
     .step = FAIRY_STEP_REST,
     .mode = WAIT},
    {.name = "offline/leads-and-was-told",
     .facts = {.mode = LEAD, .leads = TRUE, .said = TRUE},
     .offline = TRUE,
     .step = FAIRY_STEP_ASK},
    {.name = "offline/led",
     .facts = {.mode = LEAD},
     .offline = TRUE,
     .step = FAIRY_STEP_REST,
     .mode = IDLE},
    /* One shot. */
    {.name = "one-shot/done", .step = FAIRY_STEP_REST, .mode = IDLE},
    {.name = "one-shot/done-not-reviewed",
     .facts = {.n_faults = FAIRY_NOT_REVIEWED},
     .step = FAIRY_STEP_REVIEW,
     .mode = IDLE},
    {.name = "one-shot/faults",
     .facts = {.n_faults = 2},
     .step = FAIRY_STEP_ASK,
     .reasons = R(FAULTS),
     .optional = TRUE},
    {.name = "one-shot/todos-come-before-faults",
     .facts = {.n_todos = 1, .n_faults = FAIRY_NOT_REVIEWED},
     .step = FAIRY_STEP_ASK,
     .reasons = R(TODOS) | R(GO_ON)},
    {.name = "one-shot/asked",
     .facts = {.asked = TRUE, .n_faults = FAIRY_NOT_REVIEWED},
     .step = FAIRY_STEP_ASK,
     .reasons = R(GO_ON)},
    {.name = "one-shot/asked-in-words",
     .facts = {.asked = TRUE, .asked_words = TRUE},
     .step = FAIRY_STEP_ASK,
     .reasons = R(ASKED) | R(GO_ON)},
    {.name = "one-shot/refused",
     .facts = {.n_refused = 1},
     .step = FAIRY_STEP_ASK,
     .reasons = R(REFUSED),
     .optional = TRUE},
    {.name = "one-shot/faults-come-before-refusals",
     .facts = {.n_refused = 1, .n_faults = 1},
     .step = FAIRY_STEP_ASK,
     .reasons = R(FAULTS),
     .optional = TRUE},
    {.name = "one-shot/refused-too-often",
     .facts = {.n_refused = 1, .counts = {.corrections = FAIRY_MAX_CORRECTIONS}},
     .step = FAIRY_STEP_REST,
     .mode = IDLE},
    {.name = "one-shot/said",
     .facts = {.said = TRUE, .n_todos = 3, .n_faults = 1},
     .step = FAIRY_STEP_ASK},
    {.name = "one-shot/idle-once-more",
     .facts = {.n_todos = 1, .counts = {.idle = FAIRY_MAX_IDLE_ANSWERS - 1}},
     .step = FAIRY_STEP_ASK,
     .reasons = R(TODOS) | R(GO_ON)},
    {.name = "one-shot/idle-too-long",
     .facts = {.n_todos = 1, .counts = {.idle = FAIRY_MAX_IDLE_ANSWERS}},
     .step = FAIRY_STEP_GIVE_UP,
     .reasons = R(TODOS) | R(GO_ON)},
    {.name = "one-shot/idle-and-then-not",
     .facts = {.n_todos = 1, .changed = TRUE, .counts = {.idle = FAIRY_MAX_IDLE_ANSWERS}},
     .step = FAIRY_STEP_ASK,
     .reasons = R(TODOS) | R(GO_ON)},
    {.name = "one-shot/reads-no-prompts",
     .facts = {.n_todos = 1, .n_refused = 1, .n_faults = FAIRY_NOT_REVIEWED},
     .offline = TRUE,
     .step = FAIRY_STEP_REST,
     .mode = IDLE},
    {.name = "one-shot/reads-no-prompts-but-was-told",
     .facts = {.said = TRUE},
     .offline = TRUE,
     .step = FAIRY_STEP_ASK},
    /* Solo, and at a task. */
    {.name = "solo/done", .facts = {.mode = SOLO, .n_todos = 2}, .mode = IDLE},
    {.name = "solo/tasks",
     .facts = {.mode = SOLO, .n_tasks = 2, .n_faults = FAIRY_NOT_REVIEWED},
     .step = FAIRY_STEP_ASK,
     .reasons = R(TASKS)},
    {.name = "work/at-it",
     .facts = {.mode = WORK, .at_task = TRUE},
     .step = FAIRY_STEP_ASK,
     .reasons = R(AT_TASK)},
    {.name = "work/at-it-with-todos",
     .facts = {.mode = WORK, .at_task = TRUE, .n_todos = 1, .n_refused = 1},
     .step = FAIRY_STEP_ASK,
     .reasons = R(TODOS) | R(AT_TASK)},
    {.name = "work/gone", .facts = {.mode = WORK, .n_todos = 1}, .mode = IDLE},
    /* Leading. */
    {.name = "lead/waits",
     .facts = {.mode = LEAD, .leads = TRUE, .waits = TRUE, .n_tasks = 2},
     .step = FAIRY_STEP_REST,
     .mode = WAIT},
    {.name = "lead/waits-though-something-was-refused",
     .facts = {.mode = LEAD, .leads = TRUE, .waits = TRUE, .n_tasks = 2, .n_refused = 1},
     .step = FAIRY_STEP_ASK,
     .reasons = R(REFUSED),
     .mode = WAIT,
     .optional = TRUE},
    {.name = "lead/waits-and-looks-meanwhile",
     .facts = {.mode = LEAD, .leads = TRUE, .waits = TRUE, .n_tasks = 1, .asked = TRUE},
     .step = FAIRY_STEP_ASK,
     .reasons = R(PROJECT_TASKS)},
    {.name = "lead/waits-and-asks",
     .facts =
         {.mode = LEAD, .leads = TRUE, .waits = TRUE, .n_tasks = 1, .awaits = TRUE, .asked = TRUE},
     .step = FAIRY_STEP_REST,
     .mode = WAIT,
     .later = TRUE},
    {.name = "lead/waits-and-asks-in-words",
     .facts = {.mode = LEAD,
               .leads = TRUE,
               .waits = TRUE,
               .n_tasks = 1,
               .awaits = TRUE,
               .asked = TRUE,
               .asked_words = TRUE},
     .step = FAIRY_STEP_REST,
     .mode = WAIT,
     .later = TRUE},
    {.name = "lead/waits-and-asks-though-something-was-refused",
     .facts = {.mode = LEAD,
               .leads = TRUE,
               .waits = TRUE,
               .n_tasks = 1,
               .awaits = TRUE,
               .asked = TRUE,
               .asked_words = TRUE,
               .n_refused = 1},
     .step = FAIRY_STEP_ASK,
     .reasons = R(ASKED),
     .mode = WAIT},
    {.name = "lead/waits-for-nobody-and-asks",
     .facts = {.mode = LEAD,
               .leads = TRUE,
               .waits = TRUE,
               .stalled = TRUE,
               .n_tasks = 1,
               .awaits = TRUE,
               .asked = TRUE},
     .step = FAIRY_STEP_ASK,
     .reasons = R(PROJECT_TASKS)},
    {.name = "lead/waits-for-nobody",
     .facts = {.mode = LEAD, .leads = TRUE, .waits = TRUE, .stalled = TRUE, .n_tasks = 1},
     .step = FAIRY_STEP_ASK,
     .reasons = R(PROJECT_TASKS)},
    {.name = "lead/tasks",
     .facts = {.mode = LEAD, .leads = TRUE, .n_tasks = 1},
     .step = FAIRY_STEP_ASK,
     .reasons = R(PROJECT_TASKS)},
    {.name = "lead/no-task-left",
     .facts = {.mode = LEAD, .leads = TRUE},
     .step = FAIRY_STEP_ASK,
     .reasons = R(PROJECT_OPEN)},
    {.name = "lead/over", .facts = {.mode = LEAD, .n_tasks = 1}, .mode = IDLE},
    /* At rest already. */
    {.name = "standing-by", .facts = {.mode = FAIRY_MODE_STANDING_BY, .n_todos = 1}},
    /* What went wrong. */
    {.name = "fault/passes",
     .facts = {.answer = FAIRY_ANSWER_FAULT, .api_error = &overloaded},
     .step = FAIRY_STEP_ASK,
     .same = TRUE,
     .repeats = TRUE},
    {.name = "fault/passes-after-actions",
     .facts = {.answer = FAIRY_ANSWER_FAULT, .api_error = &overloaded, .n_actions = 2},
     .step = FAIRY_STEP_ASK,
     .reasons = R(CUT),
     .repeats = TRUE},
    {.name = "fault/too-often",
     .facts = {.answer = FAIRY_ANSWER_FAULT,
               .api_error = &overloaded,
               .counts = {.retry = {.failures = FAIRY_MAX_RETRIES}}},
     .step = FAIRY_STEP_END},
    {.name = "fault/stays",
     .facts = {.answer = FAIRY_ANSWER_FAULT, .api_error = &wrong_key},
     .step = FAIRY_STEP_END},
    {.name = "fault/too-long-after-actions",
     .facts = {.answer = FAIRY_ANSWER_FAULT, .api_error = &too_long, .n_actions = 1},
     .step = FAIRY_STEP_ASK,
     .reasons = R(CUT),
     .repeats = TRUE},
    {.name = "fault/reads-no-prompts",
     .facts = {.answer = FAIRY_ANSWER_FAULT, .api_error = &overloaded},
     .offline = TRUE,
     .step = FAIRY_STEP_ASK,
     .same = TRUE,
     .repeats = TRUE},
    {.name = "unread/once",
     .facts = {.answer = FAIRY_ANSWER_UNREAD},
     .step = FAIRY_STEP_ASK,
     .reasons = R(UNREAD)},
    {.name = "unread/twice",
     .facts = {.answer = FAIRY_ANSWER_UNREAD, .counts = {.unread = FAIRY_MAX_BAD_REPLIES - 1}},
     .step = FAIRY_STEP_END},
    {.name = "unread/by-who-reads-nothing",
     .facts = {.answer = FAIRY_ANSWER_UNREAD},
     .offline = TRUE,
     .step = FAIRY_STEP_END},
    {.name = "stopped",
     .facts = {.answer = FAIRY_ANSWER_STOPPED, .said = TRUE, .n_todos = 1},
     .step = FAIRY_STEP_END},
};

static void test_row(gconstpointer data)
{
    const Row *row = data;
    FairyFacts facts = row->facts;
    facts.mode = facts.mode != FAIRY_MODE_NONE ? facts.mode : FAIRY_MODE_ONE_SHOTTING;
    facts.reads_prompts = !row->offline;
    facts.counts.retry.most = FAIRY_MAX_RETRIES;
    facts.counts.retry.first_ms = FAIRY_FIRST_RETRY_MS;
    FairyDecision next = fairy_decide(&facts);
    g_assert_cmpint(next.step, ==, row->step);
    g_assert_cmphex(next.reasons, ==, row->reasons);
    g_assert_cmpint(next.mode, ==, row->mode);
    g_assert_cmpint(next.optional, ==, row->optional);
    g_assert_cmpint(next.same, ==, row->same);
    g_assert_cmpint(next.later, ==, row->later);
    g_assert_cmpint(next.repeats, ==, row->repeats);
    g_assert_cmpint(next.wait_ms, ==, 0);
}

/* --- what is counted -------------------------------------------------------------------------- */

static void test_idle(void)
{
    FairyFacts facts = {.mode = FAIRY_MODE_ONE_SHOTTING, .reads_prompts = TRUE, .n_todos = 1};
    for (guint i = 1; i <= FAIRY_MAX_IDLE_ANSWERS; i++) {
        FairyDecision next = fairy_decide(&facts);
        g_assert_cmpint(next.step, ==, FAIRY_STEP_ASK);
        g_assert_cmpuint(next.counts.idle, ==, i);
        facts.counts = next.counts;
    }
    g_assert_cmpint(fairy_decide(&facts).step, ==, FAIRY_STEP_GIVE_UP);
    facts.said = TRUE;
    g_assert_cmpuint(fairy_decide(&facts).counts.idle, ==, 0);
}

static void test_corrections(void)
{
    FairyFacts facts = {.mode = FAIRY_MODE_ONE_SHOTTING, .reads_prompts = TRUE, .n_refused = 1};
    for (guint i = 1; i <= FAIRY_MAX_CORRECTIONS; i++) {
        FairyDecision next = fairy_decide(&facts);
        g_assert_cmphex(next.reasons, ==, FAIRY_REASON_REFUSED);
        g_assert_cmpuint(next.counts.corrections, ==, i);
        facts.counts = next.counts;
    }
    g_assert_cmpint(fairy_decide(&facts).step, ==, FAIRY_STEP_REST);
    facts.n_refused = 0;
    g_assert_cmpuint(fairy_decide(&facts).counts.corrections, ==, 0);
}

static void test_waits(void)
{
    static const FairyApiError later = {.kind = FAIRY_API_ERROR_RATE_LIMIT, .wait_ms = 2000};
    FairyFacts facts = {.answer = FAIRY_ANSWER_FAULT,
                        .api_error = &later,
                        .mode = FAIRY_MODE_ONE_SHOTTING,
                        .counts = {.retry = {.most = 1, .first_ms = 500}}};
    FairyDecision next = fairy_decide(&facts);
    g_assert_cmpint(next.wait_ms, ==, 2000);
    g_assert_cmpuint(next.counts.retry.failures, ==, 1);
    facts.instant = TRUE;
    g_assert_cmpint(fairy_decide(&facts).wait_ms, ==, 0);
    facts.counts = next.counts;
    g_assert_cmpint(fairy_decide(&facts).step, ==, FAIRY_STEP_END);
}

/* What it is given isn't changed, and the same facts lead to the same decision. */
static void test_pure(void)
{
    FairyFacts facts = {.answer = FAIRY_ANSWER_FAULT,
                        .api_error = &overloaded,
                        .mode = FAIRY_MODE_ONE_SHOTTING,
                        .counts = {.retry = {.most = 3, .first_ms = 500}}};
    FairyFacts before = facts;
    FairyDecision first = fairy_decide(&facts), second = fairy_decide(&facts);
    g_assert_cmpuint(facts.counts.retry.failures, ==, before.counts.retry.failures);
    g_assert_cmpuint(first.counts.retry.failures, ==, second.counts.retry.failures);
    g_assert_cmpint(first.step, ==, second.step);
}

/* --- the mode it is asked in ------------------------------------------------------------------ */

static void test_asked_mode(void)
{
    static const struct {
        FairyModeId mode;
        gboolean by_person, plans;
        FairyModeId asked;
    } cases[] = {
        {FAIRY_MODE_IDLING, TRUE, FALSE, FAIRY_MODE_ONE_SHOTTING},
        {FAIRY_MODE_IDLING, TRUE, TRUE, FAIRY_MODE_SOLOING},
        {FAIRY_MODE_ONE_SHOTTING, TRUE, TRUE, FAIRY_MODE_ONE_SHOTTING},
        {FAIRY_MODE_ONE_SHOTTING_PAUSING, TRUE, FALSE, FAIRY_MODE_ONE_SHOTTING},
        {FAIRY_MODE_WORKING_SOLO, FALSE, FALSE, FAIRY_MODE_WORKING_SOLO},
        {FAIRY_MODE_WORKING_SOLO, TRUE, FALSE, FAIRY_MODE_SOLOING},
        {FAIRY_MODE_WORKING_DRONE, TRUE, FALSE, FAIRY_MODE_WORKING_DRONE},
        {FAIRY_MODE_ORCHESTRATING_WAITING, FALSE, TRUE, FAIRY_MODE_ORCHESTRATING_ACTIVE},
        {FAIRY_MODE_STANDING_BY, TRUE, FALSE, FAIRY_MODE_STANDING_BY},
        {FAIRY_MODE_SLEEPING, TRUE, FALSE, FAIRY_MODE_SLEEPING},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_cmpint(fairy_decide_asked_mode(cases[i].mode, cases[i].by_person, cases[i].plans),
                        ==, cases[i].asked);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = g_strconcat("/decide/", rows[i].name, NULL);
        g_test_add_data_func(path, &rows[i], test_row);
    }
    g_test_add_func("/decide/counts-idle-answers", test_idle);
    g_test_add_func("/decide/counts-corrections", test_corrections);
    g_test_add_func("/decide/waits-before-a-retry", test_waits);
    g_test_add_func("/decide/is-pure", test_pure);
    g_test_add_func("/decide/asked-mode", test_asked_mode);
    return g_test_run();
}
