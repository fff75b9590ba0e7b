/* What a fairy remembers: whose it is, how it is told, what gives way; and by number what was wrong
 * in the system whose runtime this is (runtime reference §10). */
#include <fairy/limits.h>
#include <fairy/memory.h>
#include <fairy/tokens.h>

#include <string.h>

static const FairyScope fairy = {FAIRY_LEVEL_FAIRY, NULL};
static const FairyScope project = {FAIRY_LEVEL_PROJECT, "p"};

static FairyScope task(const char *id)
{
    return (FairyScope){FAIRY_LEVEL_TASK, id};
}

static gint64 tick(gpointer data)
{
    return ++*(gint64 *)data;
}

static void person(FairyMemory *memory, const char *words)
{
    fairy_memory_add_prompt(memory, FAIRY_SOURCE_USER, NULL, words, NULL, words);
}

static void self(FairyMemory *memory, const char *words)
{
    fairy_memory_add_prompt(memory, FAIRY_SOURCE_SELF, NULL, words, NULL, NULL);
}

/* {"_type":type}; the caller's. */
static cJSON *action_of(const char *type)
{
    cJSON *action = cJSON_CreateObject();
    cJSON_AddStringToObject(action, "_type", type);
    return action;
}

static void does(FairyMemory *memory, const char *type, FairyStatus status, const char *detail)
{
    cJSON *action = action_of(type);
    FairyOutcome outcome = {
        .type = (char *)type, .status = status, .detail = (char *)detail, .action = action};
    fairy_memory_add_action(memory, &outcome);
    cJSON_Delete(action);
}

static void does_many(FairyMemory *memory, guint n)
{
    while (n--) {
        does(memory, "move", FAIRY_OK, NULL);
    }
}

static const char *text_of(const GPtrArray *messages, guint i)
{
    const FairyMessage *message = messages->pdata[i];
    g_assert_cmpint(message->role, ==, i % 2 ? FAIRY_ROLE_ASSISTANT : FAIRY_ROLE_USER);
    g_assert_cmpuint(message->content->len, ==, 1);
    return ((const FairyContentPart *)message->content->pdata[0])->text;
}

static guint n_shown(const FairyMemory *memory, FairyScope scope)
{
    g_autoptr(GPtrArray) shown = fairy_memory_shown(memory, scope);
    return shown->len;
}

static guint n_shown_of(const FairyMemory *memory, FairyScope scope, FairyMemoryKind kind)
{
    g_autoptr(GPtrArray) shown = fairy_memory_shown(memory, scope);
    guint n = 0;
    for (guint i = 0; i < shown->len; i++) {
        n += ((const FairyMemoryItem *)shown->pdata[i])->kind == kind;
    }
    return n;
}

static const FairyMemoryItem *last_item(const FairyMemory *memory)
{
    const GPtrArray *items = fairy_memory_items(memory);
    return items->pdata[items->len - 1];
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part)) {
        g_error("\"%s\" isn't in: %s", part, text);
    }
}

/* --- how it is told --------------------------------------------------------------------------- */

static void test_speeches(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    g_assert_cmpstr(fairy_memory_request_text(memory), ==, "");
    person(memory, "make it neat");
    g_assert_cmpuint(fairy_memory_messages(memory)->len, ==, 0);
    g_assert_cmpstr(fairy_memory_request_text(memory), ==, "make it neat");
    does(memory, "move", FAIRY_OK, NULL);
    does(memory, "delete", FAIRY_REFUSED, "\"a\" is locked");
    g_assert_cmpuint(fairy_memory_n_actions(memory), ==, 2);
    g_assert_cmpuint(fairy_memory_messages(memory)->len, ==, 0);
    fairy_memory_continue(memory, "Go on.");
    g_assert_cmpuint(fairy_memory_n_actions(memory), ==, 0);
    const GPtrArray *messages = fairy_memory_messages(memory);
    g_assert_cmpuint(messages->len, ==, 2);
    g_assert_cmpstr(text_of(messages, 0), ==, "make it neat");
    g_assert_cmpstr(text_of(messages, 1), ==,
                    "{\"actions\":[{\"_type\":\"move\"},{\"_type\":\"delete\"}]}");
    g_assert_cmpstr(fairy_memory_request_text(memory), ==,
                    "(automatic) What became of it:\n<data>\n- action 2 (delete) refused: \"a\" is "
                    "locked\n</data>\nGo on.");
}

/* What an action answered is told; the person's words stand apart from what is automatic. */
static void test_data_and_person(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    g_autofree char *type = g_strdup("count");
    cJSON *action = action_of("count"), *data = cJSON_Parse("{\"n\":3}");
    person(memory, "how many?");
    fairy_memory_add_action(memory, &(FairyOutcome){.type = type, .action = action, .data = data});
    cJSON_Delete(data);
    person(memory, "and red ones?");
    g_assert_cmpstr(fairy_memory_request_text(memory), ==, "and red ones?");
    cJSON *answers = cJSON_Parse("[{\"action\":1,\"type\":\"count\",\"answer\":{\"n\":3}}]");
    g_assert_true(cJSON_Compare(fairy_memory_request_data(memory), answers, TRUE));
    cJSON_Delete(answers);
    fairy_memory_add_prompt(memory, FAIRY_SOURCE_OTHER, "fairy-2", "I am done", NULL, NULL);
    g_assert_true(g_str_has_suffix(fairy_memory_request_text(memory),
                                   "and red ones?\n\n(automatic) Another fairy says:\n<data>\n"
                                   "\"fairy-2\": \"I am done\"\n</data>\n"));
    /* Later it is behind these words, as data; what is answered now is nothing. */
    fairy_memory_add_action(memory, &(FairyOutcome){.type = type, .action = action});
    cJSON_Delete(action);
    person(memory, "thanks");
    g_assert_cmpstr(
        text_of(fairy_memory_messages(memory), 2), ==,
        "and red ones?\n\n(automatic) Another fairy says:\n<data>\n\"fairy-2\": \"I am "
        "done\"\n</data>\n\n<data>\nwhat you looked up:\n{\"action\":1,\"type\":\"count\",\"answer\":{\"n\":3}}\n"
        "</data>\n");
    g_assert_null(fairy_memory_request_data(memory));
}

/* An answer that was no list of actions is shown again, up to a size, as valid text. */
static void test_prose(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    person(memory, "x");
    for (guint i = 0; i < FAIRY_MAX_KEPT_ANSWER; i++) {
        fairy_memory_add_text(memory, "ä", 2);
    }
    fairy_memory_continue(memory, "In JSON, please.");
    const char *answer = text_of(fairy_memory_messages(memory), 1);
    g_assert_cmpuint(strlen(answer), ==, FAIRY_MAX_KEPT_ANSWER);
    g_assert_true(g_utf8_validate(answer, -1, NULL));
    g_assert_cmpstr(fairy_memory_request_text(memory), ==, "(automatic) In JSON, please.");
    /* An answer of nothing was one, too. */
    fairy_memory_continue(memory, "Go on.");
    g_assert_cmpstr(text_of(fairy_memory_messages(memory), 3), ==, "{\"actions\":[]}");
}

/* Of an answer that failed what was finished is kept, and nothing else. */
static void test_failed_answers(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    person(memory, "one");
    fairy_memory_add_text(memory, "{\"actions\":[{\"_ty", 17);
    fairy_memory_end_reply(memory, FALSE);
    person(memory, "two");
    g_assert_cmpuint(fairy_memory_messages(memory)->len, ==, 0);
    g_assert_cmpstr(fairy_memory_request_text(memory), ==, "one\n\ntwo");
    does(memory, "move", FAIRY_OK, NULL);
    fairy_memory_end_reply(memory, FALSE);
    person(memory, "three");
    g_assert_cmpuint(fairy_memory_messages(memory)->len, ==, 2);
    g_assert_cmpstr(fairy_memory_request_text(memory), ==, "three");
}

/* Foreign bytes and sizes. */
static void test_odd_texts(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    person(memory, "a\xff"
                   "b");
    g_assert_true(g_utf8_validate(fairy_memory_request_text(memory), -1, NULL));
    g_autofree char *blob = g_strnfill(FAIRY_MAX_KEPT_ACTION, 'x');
    cJSON *action = action_of("pen");
    cJSON_AddStringToObject(action, "intent", blob);
    g_autofree char *type = g_strdup("pen");
    fairy_memory_add_action(memory, &(FairyOutcome){.type = type, .action = action});
    cJSON_Delete(action);
    fairy_memory_add_action(memory, &(FairyOutcome){.type = type, .status = FAIRY_REFUSED});
    fairy_memory_continue(memory, "Go on.");
    g_assert_cmpstr(text_of(fairy_memory_messages(memory), 1), ==,
                    "{\"actions\":[{\"_type\":\"pen\"},{}]}");
}

/* What was sent stays as it was: each request begins with the one before. */
static void test_prefix(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func(g_free);
    person(memory, "draw");
    for (guint round = 0; round < 20; round++) {
        const GPtrArray *messages = fairy_memory_messages(memory);
        g_assert_cmpuint(messages->len / 2, ==, round);
        for (guint i = 0; i < before->len; i++) {
            g_assert_cmpstr(text_of(messages, i), ==, before->pdata[i]);
        }
        g_ptr_array_set_size(before, 0);
        for (guint i = 0; i < messages->len; i++) {
            g_ptr_array_add(before, g_strdup(text_of(messages, i)));
        }
        g_ptr_array_add(before, g_strdup(fairy_memory_request_text(memory)));
        does(memory, "move", round % 3 ? FAIRY_OK : FAIRY_ADJUSTED, "a little");
        fairy_memory_continue(memory, "Go on.");
    }
}

/* --- scopes ----------------------------------------------------------------------------------- */

static FairyProjects *projects_of(guint n_done)
{
    static const char *const members[] = {"ann", "bob", NULL};
    FairyProjects *all = fairy_projects_new(NULL, NULL);
    FairyProjectPlan plan = {"Order flow", "From cart to parcel.", "blue", "Boxes"};
    g_assert_true(fairy_projects_add(all, "p", members, NULL));
    g_assert_true(fairy_projects_begin(all, "ann", &plan, NULL));
    for (guint i = 0; i < n_done; i++) {
        g_autofree char *id = g_strdup_printf("t%u", i);
        FairyTaskPlan todo = {id, "Boxes", "Draw the boxes.", {0, 0, 100, 50}, NULL, NULL};
        g_assert_true(fairy_projects_add_task(all, "ann", "ann", &todo, NULL));
        g_assert_true(fairy_projects_start_task(all, "ann", id, NULL));
        g_assert_true(fairy_projects_finish_task(all, "ann", NULL));
    }
    return all;
}

/* Ten actions of the project and three tasks of twenty: 70 in full, 16 for who leads it. */
static void test_project_of_three_tasks(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    g_autoptr(FairyProjects) all = projects_of(3);
    fairy_memory_set_scope(memory, project);
    does_many(memory, 4);
    for (guint i = 0; i < 3; i++) {
        g_autofree char *id = g_strdup_printf("t%u", i);
        fairy_memory_set_scope(memory, task(id));
        does_many(memory, 20);
        g_assert_cmpuint(n_shown(memory, task(id)), ==, 20);
        fairy_memory_set_scope(memory, project);
        does_many(memory, 2);
    }
    g_assert_cmpuint(fairy_memory_items(memory)->len, ==, 70);
    for (guint i = 0; i < 3; i++) {
        g_autofree char *id = g_strdup_printf("t%u", i);
        fairy_memory_end_task(memory, fairy_projects_task(all, id));
    }
    g_assert_cmpuint(n_shown(memory, project), ==, 16);
    g_assert_cmpuint(n_shown_of(memory, project, FAIRY_MEMORY_ACTION), ==, 10);
    g_assert_cmpuint(n_shown_of(memory, project, FAIRY_MEMORY_TRANSITION), ==, 3);
    g_assert_cmpuint(n_shown_of(memory, project, FAIRY_MEMORY_SUMMARY), ==, 3);
    assert_has(last_item(memory)->quoted, "task t2, \"Boxes\", is done");
    assert_has(last_item(memory)->quoted, "Draw the boxes.");
    assert_has(last_item(memory)->quoted, "20 actions (move 20)");
    g_assert_cmpuint(n_shown(memory, fairy), ==, 0);
    /* The project is over, too: what is left of it is one of each, for the model and the person. */
    g_assert_true(fairy_projects_end(all, "ann", NULL));
    fairy_memory_end_project(memory, all, fairy_projects_find(all, "p"), "ann");
    g_assert_cmpuint(n_shown(memory, fairy), ==, 2);
    assert_has(last_item(memory)->quoted, "\"Order flow\", that you led together with bob");
    assert_has(last_item(memory)->quoted, "You completed 3 tasks of it.");
    assert_has(last_item(memory)->quoted, "70 actions");
    assert_has(last_item(memory)->words, "Order flow");
}

typedef struct {
    const char *name, *fairy;
    guint n_done; /* tasks of ann */
    gboolean cancelled;
    const char *text, *words; /* NULL = nothing is told */
} End;

static const End ends[] = {
    {"led", "ann", 0, FALSE, "that you led together with bob, is completed", "I led a project"},
    {"led-and-worked", "ann", 2, FALSE, "You completed 2 tasks of it.", "I led a project"},
    {"did-nothing", "bob", 0, FALSE, NULL, NULL},
    {"cancelled-led", "ann", 1, TRUE, "was cancelled: too dear", "that I led was cancelled: too"},
    {"cancelled-member", "bob", 0, TRUE, "that you worked on together with ann, was cancelled",
     "The project was cancelled: too dear"},
};

static void test_end(gconstpointer data)
{
    const End *end = data;
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    g_autoptr(FairyProjects) all = projects_of(end->n_done);
    g_assert_true(end->cancelled ? fairy_projects_cancel(all, "p", "too dear")
                                 : fairy_projects_end(all, "ann", NULL));
    fairy_memory_end_project(memory, all, fairy_projects_find(all, "p"), end->fairy);
    g_assert_cmpuint(fairy_memory_items(memory)->len, ==, end->text ? 2 : 0);
    if (end->text) {
        assert_has(last_item(memory)->quoted, end->text);
        assert_has(last_item(memory)->words, end->words);
        g_assert_true(g_str_has_prefix(fairy_memory_request_text(memory), FAIRY_MEMORY_AUTOMATIC));
    }
}

static void test_task_ends(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    FairyTask one = {.id = (char[]){"1"},
                     .title = (char[]){"Label\nall"},
                     .text = (char[]){""},
                     .fairy = (char[]){"ann"},
                     .state = FAIRY_TASK_FAILED,
                     .reason = (char[]){"no more\nmoney"}};
    fairy_memory_end_task(memory, &one);
    /* A task of the fairy's own ends in its own scope, and can't write lines of its own. */
    g_assert_cmpuint(n_shown(memory, fairy), ==, 2);
    assert_has(last_item(memory)->quoted, "\"Label all\", is failed: no more money.");
    g_assert_null(last_item(memory)->words);
}

/* --- what was wrong in the original ----------------------------------------------------------- */

/* 3: at the end of a project nothing is deleted, and its bounds are stored. */
static void test_3_nothing_deleted(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    g_autoptr(FairyProjects) all = projects_of(1);
    fairy_memory_set_scope(memory, task("t0"));
    does_many(memory, 5);
    fairy_memory_end_task(memory, fairy_projects_task(all, "t0"));
    g_assert_cmpuint(fairy_memory_items(memory)->len, ==, 7);
    g_assert_cmpuint(n_shown(memory, task("t0")), ==, 5);
}

/* 31: an item is told apart by its number, and never replaced by another. */
static void test_31_numbers(void)
{
    gint64 now = 0;
    g_autoptr(FairyMemory) memory = fairy_memory_new(tick, &now);
    person(memory, "one");
    does(memory, "move", FAIRY_OK, NULL);
    self(memory, "on");
    does(memory, "move", FAIRY_OK, NULL);
    const GPtrArray *items = fairy_memory_items(memory);
    g_assert_cmpuint(items->len, ==, 4);
    for (guint i = 0; i < items->len; i++) {
        const FairyMemoryItem *item = items->pdata[i];
        g_assert_cmpuint(item->number, ==, i + 1);
        g_assert_cmpint(item->time, ==, i + 1);
    }
}

/* 50: after a task the fairy has words to answer. */
static void test_50_ends_with_user(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    FairyTask own = {.id = (char[]){"1"},
                     .title = (char[]){"A"},
                     .fairy = (char[]){"ann"},
                     .state = FAIRY_TASK_DONE};
    person(memory, "two boxes");
    does(memory, "start-task", FAIRY_OK, NULL);
    fairy_memory_set_scope(memory, task("1"));
    self(memory, "begin");
    does(memory, "create", FAIRY_OK, NULL);
    does(memory, "mark-my-task-done", FAIRY_OK, NULL);
    fairy_memory_end_task(memory, &own);
    fairy_memory_set_scope(memory, fairy);
    const GPtrArray *messages = fairy_memory_messages(memory);
    g_assert_cmpuint(messages->len, ==, 2);
    g_assert_cmpstr(text_of(messages, 1), ==, "{\"actions\":[{\"_type\":\"start-task\"}]}");
    assert_has(fairy_memory_request_text(memory),
               "(automatic) What you did for this task is left out");
    assert_has(fairy_memory_request_text(memory),
               "</data>\n\n(automatic) What came of it:\n<data>\nYour task 1, \"A\", is done.");
}

/* 51: what is automatic is the user's turn, now and later, in the same words. */
static void test_51_stable_role(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    person(memory, "one");
    does(memory, "move", FAIRY_OK, NULL);
    self(memory, "Look again.");
    g_autofree char *now = g_strdup(fairy_memory_request_text(memory));
    g_assert_cmpstr(now, ==, "(automatic) Look again.");
    does(memory, "move", FAIRY_OK, NULL);
    self(memory, "Once more.");
    g_assert_cmpstr(text_of(fairy_memory_messages(memory), 2), ==, now);
}

/* 62: how a task ended doesn't leak into the next. */
static void test_62_marks_stay(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    g_autoptr(FairyProjects) all = projects_of(1);
    fairy_memory_set_scope(memory, task("t0"));
    self(memory, "begin");
    fairy_memory_end_task(memory, fairy_projects_task(all, "t0"));
    does(memory, "mark-duo-task-done", FAIRY_OK, NULL);
    fairy_memory_set_scope(memory, task("t1"));
    self(memory, "begin");
    g_assert_cmpuint(n_shown(memory, task("t1")), ==, 1);
    g_assert_cmpstr(fairy_memory_request_text(memory), ==, "(automatic) begin");
}

/* 63: items of another scope in between take nothing away. */
static void test_63_no_adjacency(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    for (guint i = 0; i < 5; i++) {
        fairy_memory_set_scope(memory, project);
        does_many(memory, 1);
        fairy_memory_set_scope(memory, task("t"));
        does_many(memory, 2);
        fairy_memory_set_scope(memory, fairy);
        person(memory, "stray");
    }
    g_assert_cmpuint(n_shown(memory, project), ==, 5);
    g_assert_cmpuint(n_shown(memory, task("t")), ==, 10);
    g_assert_cmpuint(n_shown(memory, fairy), ==, 5);
    /* An id means something else at another level. */
    g_assert_cmpuint(n_shown(memory, task("p")), ==, 0);
}

/* 65: a project takes no fairy's memory away. */
static void test_65_project_keeps(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    person(memory, "hello");
    fairy_memory_set_scope(memory, project);
    self(memory, "lead");
    fairy_memory_set_scope(memory, fairy);
    g_assert_cmpstr(fairy_memory_request_text(memory), ==, "hello");
}

/* A fairy that goes on in a scope without having been told anything there. */
static void test_answer_first(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    fairy_memory_set_scope(memory, task("t"));
    does_many(memory, 2);
    g_assert_cmpstr(fairy_memory_request_text(memory), ==, "");
    self(memory, "begin");
    g_assert_cmpuint(fairy_memory_messages(memory)->len, ==, 2);
    g_assert_true(
        g_str_has_prefix(text_of(fairy_memory_messages(memory), 0), FAIRY_MEMORY_AUTOMATIC));
    g_assert_cmpstr(fairy_memory_request_text(memory), ==, "(automatic) begin");
}

/* --- the budget ------------------------------------------------------------------------------- */

static gsize tokens_shown(FairyMemory *memory)
{
    const GPtrArray *messages = fairy_memory_messages(memory);
    gsize sum = 0;
    for (guint i = 0; i < messages->len; i++) {
        const char *text = text_of(messages, i);
        sum += fairy_tokens(text, strlen(text));
    }
    return sum;
}

static void converse(FairyMemory *memory, guint from, guint to)
{
    for (guint i = from; i < to; i++) {
        g_autofree char *words = g_strdup_printf("request %u: a box, please, and another", i);
        person(memory, words);
        does_many(memory, 10);
        does(memory, "create", FAIRY_REFUSED, "no");
    }
}

/* 53: a long chat is summed up, in one item that stays for many requests. */
static void test_53_budget(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    fairy_memory_set_budget(memory, 2000);
    guint n_digests = 0;
    g_autofree char *first = NULL;
    for (guint i = 0; i < 200; i++) {
        converse(memory, i, i + 1);
        g_assert_cmpuint(tokens_shown(memory), <=, 2000);
        const char *head =
            fairy_memory_messages(memory)->len ? text_of(fairy_memory_messages(memory), 0) : "";
        if (g_strcmp0(head, first) != 0) {
            n_digests++;
            g_free(first);
            first = g_strdup(head);
        }
    }
    g_assert_cmpuint(n_digests, >, 3);
    g_assert_cmpuint(n_digests, <, 40);
    g_autoptr(GPtrArray) shown = fairy_memory_shown(memory, fairy);
    const FairyMemoryItem *digest = shown->pdata[0], *next = shown->pdata[1];
    g_assert_cmpint(digest->kind, ==, FAIRY_MEMORY_SUMMARY);
    g_assert_cmpuint(digest->until, ==, next->number - 1);
    assert_has(digest->quoted, "requests, ");
    assert_has(digest->quoted, "actions (move ");
    assert_has(digest->quoted, "of them refused");
    assert_has(digest->quoted, "(and ");
    assert_has(digest->quoted, "\"request 1");
    /* All of it is kept. */
    g_assert_cmpuint(fairy_memory_items(memory)->len, >, 2400);
}

/* The person's latest words stay, and all since, however long that is. */
static void test_budget_keeps_words(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    fairy_memory_set_budget(memory, 300);
    converse(memory, 0, 3);
    person(memory, "and now all of it");
    for (guint i = 0; i < 20; i++) {
        does_many(memory, 20);
        fairy_memory_continue(memory, "Go on.");
    }
    const GPtrArray *messages = fairy_memory_messages(memory);
    assert_has(text_of(messages, 0), "and now all of it");
    g_assert_cmpuint(messages->len, ==, 40);
    g_assert_cmpuint(n_shown_of(memory, fairy, FAIRY_MEMORY_SUMMARY), ==, 1);
}

/* Who is told nothing by a person is summed up all the same, but for what it just did. */
static void test_budget_without_person(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    fairy_memory_set_budget(memory, 500);
    fairy_memory_set_scope(memory, task("t"));
    self(memory, "begin");
    for (guint i = 0; i < 50; i++) {
        does_many(memory, 5);
        does(memory, "delete", FAIRY_REFUSED, "locked");
        fairy_memory_continue(memory, "Go on.");
        assert_has(fairy_memory_request_text(memory), "action 6 (delete) refused: locked");
        g_assert_cmpuint(tokens_shown(memory), <, 700);
    }
    g_assert_cmpuint(n_shown_of(memory, task("t"), FAIRY_MEMORY_SUMMARY), ==, 1);
}

/* What was made is named, what ended isn't forgotten, and none of it grows without limit. */
static void test_digest_text(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    fairy_memory_set_budget(memory, FAIRY_MAX_SUMMARY_BYTES);
    FairyTask own = {.id = (char[]){"1"},
                     .title = (char[]){"Boxes"},
                     .fairy = (char[]){"ann"},
                     .state = FAIRY_TASK_DONE};
    person(memory, "hello");
    fairy_memory_end_task(memory, &own);
    for (guint i = 0; i < 3000; i++) {
        g_autofree char *id = g_strdup_printf("box-%u", i), *type = g_strdup_printf("odd-%u", i);
        char *added[] = {id, NULL};
        SvgChange change = {.added = added};
        cJSON *action = action_of("create");
        fairy_memory_add_action(memory,
                                &(FairyOutcome){.type = type, .action = action, .change = &change});
        cJSON_Delete(action);
    }
    person(memory, "on");
    does_many(memory, 1);
    person(memory, "and on");
    g_autoptr(GPtrArray) shown = fairy_memory_shown(memory, fairy);
    const char *text = ((const FairyMemoryItem *)shown->pdata[0])->quoted;
    assert_has(text, "The person asked: \"hello\".");
    assert_has(text, "What ended: \"Your task 1, \"Boxes\", is done.");
    assert_has(text, "others 2988");
    assert_has(text, ", box-2998, box-2999.");
    assert_has(text, "Shapes made (and ");
    g_assert_cmpuint(strlen(text), <, FAIRY_MAX_SUMMARY_BYTES);
}

/* --- keeping ---------------------------------------------------------------------------------- */

static FairyMemory *reread(const FairyMemory *memory)
{
    g_autoptr(GError) error = NULL;
    cJSON *json = fairy_memory_json(memory);
    g_autofree char *text = cJSON_PrintUnformatted(json);
    FairyMemory *again = fairy_memory_from_json(json, NULL, NULL, &error);
    g_assert_no_error(error);
    cJSON_Delete(json);
    json = fairy_memory_json(again);
    g_autofree char *second = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    g_assert_cmpstr(text, ==, second);
    return again;
}

static void test_json(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    g_autoptr(FairyProjects) all = projects_of(1);
    fairy_memory_set_budget(memory, 300);
    converse(memory, 0, 8);
    fairy_memory_set_scope(memory, project);
    fairy_memory_add_prompt(memory, FAIRY_SOURCE_OTHER, "bob", "hi", NULL, "bob says hi");
    fairy_memory_continue(memory, "Go on.");
    fairy_memory_end_task(memory, fairy_projects_task(all, "t0"));
    fairy_memory_set_scope(memory, fairy);
    person(memory, "last");
    g_autoptr(FairyMemory) again = reread(memory);
    g_assert_cmpstr(fairy_memory_request_text(again), ==, fairy_memory_request_text(memory));
    const GPtrArray *a = fairy_memory_messages(memory), *b = fairy_memory_messages(again);
    g_assert_cmpuint(a->len, ==, b->len);
    for (guint i = 0; i < a->len; i++) {
        g_assert_cmpstr(text_of(a, i), ==, text_of(b, i));
    }
}

#define ITEM "\"number\":1,\"time\":\"2026-01-01T00:00:00Z\","

static const struct {
    const char *name, *json;
} bad_items[] = {
    {"no-list", "{}"},
    {"no-item", "[5]"},
    {"no-kind", "[{" ITEM "\"level\":\"fairy\",\"source\":\"user\",\"text\":\"a\"}]"},
    {"no-time",
     "[{\"number\":1,\"kind\":\"prompt\",\"level\":\"fairy\",\"source\":\"user\",\"text\":\"a\"}]"},
    {"time-is-none", "[{\"number\":1,\"time\":\"noon\",\"kind\":\"prompt\",\"level\":\"fairy\","
                     "\"source\":\"user\",\"text\":\"a\"}]"},
    {"no-number",
     "[{\"time\":\"2026-01-01T00:00:00Z\",\"kind\":\"prompt\",\"level\":\"fairy\",\"source\":\"user\",\"text\":\"a\"}]"},
    {"number-0",
     "[{\"number\":0,\"time\":\"2026-01-01T00:00:00Z\",\"kind\":\"prompt\",\"level\":\"fairy\","
     "\"source\":\"user\",\"text\":\"a\"}]"},
    {"number-huge",
     "[{\"number\":1e300,\"time\":\"2026-01-01T00:00:00Z\",\"kind\":\"prompt\",\"level\":\"fairy\","
     "\"source\":\"user\",\"text\":\"a\"}]"},
    {"number-twice", "[{" ITEM "\"kind\":\"text\",\"level\":\"fairy\",\"text\":\"a\"},"
                     "{" ITEM "\"kind\":\"text\",\"level\":\"fairy\",\"text\":\"a\"}]"},
    {"no-level", "[{" ITEM "\"kind\":\"text\",\"text\":\"a\"}]"},
    {"fairy-with-id",
     "[{" ITEM "\"kind\":\"text\",\"level\":\"fairy\",\"id\":\"x\",\"text\":\"a\"}]"},
    {"task-without-id", "[{" ITEM "\"kind\":\"text\",\"level\":\"task\",\"text\":\"a\"}]"},
    {"no-source", "[{" ITEM "\"kind\":\"prompt\",\"level\":\"fairy\",\"text\":\"a\"}]"},
    {"no-text", "[{" ITEM "\"kind\":\"prompt\",\"level\":\"fairy\",\"source\":\"user\"}]"},
    {"text-is-number", "[{" ITEM "\"kind\":\"text\",\"level\":\"fairy\",\"text\":5}]"},
    {"no-type", "[{" ITEM "\"kind\":\"action\",\"level\":\"fairy\",\"outcome\":\"ok\"}]"},
    {"no-outcome", "[{" ITEM "\"kind\":\"action\",\"level\":\"fairy\",\"type\":\"move\"}]"},
    {"action-is-list", "[{" ITEM "\"kind\":\"action\",\"level\":\"fairy\",\"type\":\"move\","
                       "\"outcome\":\"ok\",\"action\":[]}]"},
    {"made-numbers", "[{" ITEM "\"kind\":\"action\",\"level\":\"fairy\",\"type\":\"move\","
                     "\"outcome\":\"ok\",\"made\":[1]}]"},
    {"until-later",
     "[{" ITEM "\"kind\":\"summary\",\"level\":\"fairy\",\"text\":\"a\",\"until\":1}]"},
    {"until-of-text",
     "[{\"number\":3,\"time\":\"2026-01-01T00:00:00Z\",\"kind\":\"text\",\"level\":\"fairy\","
     "\"text\":\"a\",\"until\":1}]"},
};

static void test_bad_items(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(bad_items); i++) {
        g_autoptr(GError) error = NULL;
        cJSON *json = cJSON_Parse(bad_items[i].json);
        g_assert_nonnull(json);
        if (fairy_memory_from_json(json, NULL, NULL, &error)) {
            g_error("%s was taken", bad_items[i].name);
        }
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL);
        cJSON_Delete(json);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/memory/speeches", test_speeches);
    g_test_add_func("/memory/data-and-person", test_data_and_person);
    g_test_add_func("/memory/prose", test_prose);
    g_test_add_func("/memory/failed-answers", test_failed_answers);
    g_test_add_func("/memory/odd-texts", test_odd_texts);
    g_test_add_func("/memory/prefix", test_prefix);
    g_test_add_func("/memory/answer-first", test_answer_first);
    g_test_add_func("/memory/project-of-three-tasks", test_project_of_three_tasks);
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        g_autofree char *path = g_strconcat("/memory/end/", ends[i].name, NULL);
        g_test_add_data_func(path, &ends[i], test_end);
    }
    g_test_add_func("/memory/task-ends", test_task_ends);
    g_test_add_func("/runtime/3-nothing-deleted", test_3_nothing_deleted);
    g_test_add_func("/runtime/31-numbers", test_31_numbers);
    g_test_add_func("/runtime/50-ends-with-user", test_50_ends_with_user);
    g_test_add_func("/runtime/51-stable-role", test_51_stable_role);
    g_test_add_func("/runtime/62-marks-stay", test_62_marks_stay);
    g_test_add_func("/runtime/63-no-adjacency", test_63_no_adjacency);
    g_test_add_func("/runtime/65-project-keeps", test_65_project_keeps);
    g_test_add_func("/runtime/53-budget", test_53_budget);
    g_test_add_func("/memory/budget-keeps-words", test_budget_keeps_words);
    g_test_add_func("/memory/budget-without-person", test_budget_without_person);
    g_test_add_func("/memory/digest-text", test_digest_text);
    g_test_add_func("/memory/json", test_json);
    g_test_add_func("/memory/bad-items", test_bad_items);
    return g_test_run();
}
