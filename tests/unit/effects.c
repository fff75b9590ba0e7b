/* What a reply asks for besides editing: looks, data, the list of things to do. */
#include "action/effects.h"

#include "common/drawing.h"

#include <fairy/executor.h>
#include <fairy/limits.h>
#include <svg/shape.h>

#include <string.h>

static const char body[] =
    "<rect id=\"a\" x=\"10\" y=\"20\" width=\"30\" height=\"40\"/>"
    "<g id=\"g\"><rect id=\"b\" x=\"60\" y=\"20\" width=\"10\" height=\"10\"/>"
    "<rect id=\"c\" x=\"80.4\" y=\"20\" width=\"10\" height=\"10\"/></g>";

typedef struct {
    SvgDocument *doc;
    FairyExecutor *executor;
} Run;

static Run run_with(const FairyExecutorOptions *options, const char *reply)
{
    g_autoptr(GError) error = NULL;
    Run run = {.doc = test_parse_body(body)};
    run.executor = fairy_executor_new(run.doc, fairy_actions(), options);
    fairy_executor_feed(run.executor, reply, strlen(reply), &error);
    g_assert_no_error(error);
    return run;
}

static void run_end(Run *run)
{
    fairy_executor_free(run->executor);
    svg_document_free(run->doc);
}

static const FairyFollowUp *follow_up(const Run *run, guint i)
{
    return fairy_executor_follow_ups(run->executor)->pdata[i];
}

static const FairyOutcome *outcome(const Run *run, guint i)
{
    return fairy_executor_outcomes(run->executor)->pdata[i];
}

static void assert_box(SvgBox box, double x, double y, double w, double h)
{
    g_assert_cmpfloat(box.x, ==, x);
    g_assert_cmpfloat(box.y, ==, y);
    g_assert_cmpfloat(box.w, ==, w);
    g_assert_cmpfloat(box.h, ==, h);
}

/* B24: an action that asks for another request doesn't throw away what comes after it. */
static void test_goes_on(void)
{
    Run run = run_with(&(FairyExecutorOptions){0},
                       "[{\"_type\":\"review\",\"x\":0,\"y\":0,\"w\":10,\"h\":10},"
                       "{\"_type\":\"set-view\",\"x\":0,\"y\":0,\"w\":10,\"h\":10},"
                       "{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":0,\"y\":0},"
                       "{\"_type\":\"count\"},{\"_type\":\"add-detail\"},"
                       "{\"_type\":\"update-todo\",\"id\":1,\"text\":\"x\"},"
                       "{\"_type\":\"look-closer\",\"shapeIds\":[\"nix\"]},"
                       "{\"_type\":\"offset\",\"shapeIds\":[\"a\"],\"offsetX\":1,\"offsetY\":0}]");
    SvgBox box;
    g_assert_true(svg_document_bounds(run.doc, "a", &box, NULL));
    assert_box(box, 1, 0, 30, 40);
    static const struct {
        FairyFollowUpKind kind;
        guint index;
    } wanted[] = {{FAIRY_FOLLOW_REVIEW, 0},
                  {FAIRY_FOLLOW_VIEW, 1},
                  {FAIRY_FOLLOW_DATA, 3},
                  {FAIRY_FOLLOW_DETAIL, 4}};
    g_assert_cmpuint(fairy_executor_follow_ups(run.executor)->len, ==, G_N_ELEMENTS(wanted));
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        g_assert_cmpint(follow_up(&run, i)->kind, ==, wanted[i].kind);
        g_assert_cmpuint(follow_up(&run, i)->index, ==, wanted[i].index);
        g_assert_true((follow_up(&run, i)->message == NULL) == (i == 2));
    }
    g_assert_true(cJSON_Compare(follow_up(&run, 2)->data, outcome(&run, 3)->data, TRUE));
    run_end(&run);
}

/* B13: bounds are the drawing's, what is said is what the model counts in. */
static void test_spaces(void)
{
    FairyExecutorOptions options = {.origin = {100, 50}, .step = 0.1};
    Run run =
        run_with(&options, "[{\"_type\":\"set-view\",\"x\":-200,\"y\":100,\"w\":1000,\"h\":50}]");
    assert_box(fairy_executor_view(run.executor), 80, 60, 100, 5);
    g_assert_nonnull(strstr(follow_up(&run, 0)->message, "x -200, y 100, w 1000, h 50"));
    run_end(&run);
}

/* The last view counts, and with it what is to be reviewed after it. */
static void test_view(void)
{
    static const struct {
        const char *reply;
        SvgBox view;
    } cases[] = {
        {"[{\"_type\":\"count\"}]", {0, 0, -1, -1}},
        {"[{\"_type\":\"review\",\"x\":0,\"y\":0,\"w\":10,\"h\":10},"
         "{\"_type\":\"review\",\"x\":90,\"y\":90,\"w\":10,\"h\":10}]",
         {0, 0, 100, 100}},
        {"[{\"_type\":\"review\",\"x\":0,\"y\":0,\"w\":10,\"h\":10},"
         "{\"_type\":\"set-view\",\"x\":50,\"y\":50,\"w\":10,\"h\":10},{\"_type\":\"count\"}]",
         {50, 50, 10, 10}},
        {"[{\"_type\":\"set-view\",\"x\":50,\"y\":50,\"w\":10,\"h\":10},"
         "{\"_type\":\"review\",\"x\":0,\"y\":0,\"w\":10,\"h\":10}]",
         {0, 0, 60, 60}},
        {"[{\"_type\":\"set-view\",\"x\":50,\"y\":50,\"w\":10,\"h\":10},"
         "{\"_type\":\"set-view\",\"x\":0,\"y\":0,\"w\":0,\"h\":10}]",
         {50, 50, 10, 10}},
        {"[{\"_type\":\"add-detail\",\"shapeIds\":[\"a\",\"b\"]}]", {10, 20, 60, 40}},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        Run run = run_with(&(FairyExecutorOptions){0}, cases[i].reply);
        SvgBox view = fairy_executor_view(run.executor), wanted = cases[i].view;
        assert_box(view, wanted.x, wanted.y, wanted.w, wanted.h);
        run_end(&run);
    }
}

/* An answer that comes late stands where its action does. */
static void test_late(void)
{
    static const guint come[] = {3, 0, 2, 5, 1};
    static const guint wanted[] = {0, 1, 2, 3, 5};
    g_autoptr(GPtrArray) list =
        g_ptr_array_new_with_free_func((GDestroyNotify)fairy_follow_up_free);
    for (guint i = 0; i < G_N_ELEMENTS(come); i++) {
        FairyFollowUp *f = fairy_follow_up_new(FAIRY_FOLLOW_DATA, SVG_BOX_EMPTY, NULL, NULL);
        f->index = come[i];
        fairy_follow_ups_add(list, f);
    }
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        g_assert_cmpuint(((FairyFollowUp *)list->pdata[i])->index, ==, wanted[i]);
    }
}

/* A reply can't ask without limit, and what it asks isn't worked out beyond the limit. */
static void test_limit(void)
{
    GString *reply = g_string_new("[");
    for (guint i = 0; i < 2000; i++) {
        g_string_append(reply, i ? "," : "");
        g_string_append(reply, i % 2 ? "{\"_type\":\"count\"}"
                                     : "{\"_type\":\"review\",\"x\":0,\"y\":0,\"w\":9,\"h\":9}");
    }
    g_string_append_c(reply, ']');
    Run run = run_with(&(FairyExecutorOptions){0}, reply->str);
    g_assert_cmpuint(fairy_executor_follow_ups(run.executor)->len, ==, FAIRY_MAX_FOLLOW_UPS);
    const FairyOutcome *o = outcome(&run, FAIRY_MAX_FOLLOW_UPS);
    g_assert_cmpstr(o->detail, ==,
                    "review: one reply can ask for at most 64 further looks and answers; ask for "
                    "more in the next");
    g_assert_null(outcome(&run, 1999)->data);
    g_string_free(reply, TRUE);
    run_end(&run);
}

/* --- look-closer ------------------------------------------------------------------------------ */

/* What was looked at is changed by the numbers that were told: 80.4 is told as 80. */
static void test_looked_at(void)
{
    Run run = run_with(&(FairyExecutorOptions){0},
                       "[{\"_type\":\"look-closer\",\"shapeIds\":[\"g\"],\"children\":true},"
                       "{\"_type\":\"move\",\"shapeId\":\"c\",\"x\":80,\"y\":50}]");
    const cJSON *shapes = cJSON_GetObjectItem(outcome(&run, 0)->data, "shapes");
    g_assert_cmpint(cJSON_GetArraySize(shapes), ==, 3);
    const cJSON *c = cJSON_GetArrayItem(shapes, 2);
    g_assert_cmpstr(cJSON_GetStringValue(cJSON_GetObjectItem(c, "shapeId")), ==, "c");
    g_assert_cmpfloat(cJSON_GetObjectItem(c, "x")->valuedouble, ==, 80);
    SvgBox box;
    g_assert_true(svg_document_bounds(run.doc, "c", &box, NULL));
    assert_box(box, 80.4, 50, 10, 10);
    g_assert_cmpuint(g_strv_length(outcome(&run, 0)->shape_ids), ==, 0);
    run_end(&run);
}

/* What is drawn at a place is named, and said to be. */
static void test_looked_at_place(void)
{
    Run run = run_with(&(FairyExecutorOptions){.shows = TRUE},
                       "[{\"_type\":\"look-closer\",\"x\":65,\"y\":25},"
                       "{\"_type\":\"look-closer\",\"x\":300,\"y\":300}]");
    g_assert_true(g_str_has_prefix(follow_up(&run, 0)->message, "At x 65, y 25 is drawn what is"));
    g_assert_nonnull(strstr(follow_up(&run, 0)->quoted, "b"));
    g_assert_cmpstr(follow_up(&run, 1)->message, ==, "Nothing is drawn at x 300, y 300.");
    g_assert_null(follow_up(&run, 1)->quoted);
    run_end(&run);
}

/* An answer has a limit; what doesn't fit is told by number. */
static void test_much(void)
{
    GString *svg = g_string_new("<svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"g\">");
    for (guint i = 0; i < 3000; i++) {
        g_string_append_printf(svg, "<rect id=\"r%u\" width=\"5\" height=\"5\"/>", i);
    }
    g_string_append(svg, "</g></svg>");
    g_autoptr(SvgDocument) doc = test_parse(svg->str);
    g_autoptr(FairyExecutor) executor =
        fairy_executor_new(doc, fairy_actions(), &(FairyExecutorOptions){0});
    const char *reply = "[{\"_type\":\"look-closer\",\"shapeIds\":[\"g\"],\"children\":true},"
                        "{\"_type\":\"count\"}]";
    g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
    const FairyOutcome *look = fairy_executor_outcomes(executor)->pdata[0];
    int n = cJSON_GetArraySize(cJSON_GetObjectItem(look->data, "shapes"));
    char *text = cJSON_PrintUnformatted(look->data);
    g_assert_cmpuint(strlen(text), <=, FAIRY_MAX_DATA_BYTES + 10);
    g_assert_cmpint(n, >, 300);
    g_autofree char *said = g_strdup_printf(
        "left out %d more, as an answer has at most 65536 bytes; ask for fewer", 3001 - n);
    g_assert_cmpstr(look->detail, ==, said);
    cJSON_free(text);
    const FairyOutcome *count = fairy_executor_outcomes(executor)->pdata[1];
    g_assert_cmpstr(count->detail, ==, "3000 shapes");
    g_assert_cmpint(cJSON_GetArraySize(cJSON_GetObjectItem(count->data, "shapeIds")), ==, 50);
    g_assert_cmpfloat(cJSON_GetObjectItem(count->data, "moreShapes")->valuedouble, ==, 2950);
    g_string_free(svg, TRUE);
}

/* --- the list --------------------------------------------------------------------------------- */

/* B18: the status counts from the first. The list is the caller's, and outlives the turn. */
static void test_todos(void)
{
    g_autoptr(FairyTodos) todos = fairy_todos_new();
    FairyExecutorOptions options = {.todos = todos};
    Run run = run_with(&options, "[{\"_type\":\"update-todo\",\"id\":\"a\",\"text\":\"Look\"},"
                                 "{\"_type\":\"update-todo\",\"id\":\"b\",\"text\":\"Draw\","
                                 "\"status\":\"done\"}]");
    g_assert_true(fairy_executor_todos(run.executor) == todos);
    run_end(&run);
    g_assert_cmpuint(fairy_todos_left(todos), ==, 1);
    g_assert_cmpint(fairy_todos_find(todos, "b")->status, ==, FAIRY_TODO_DONE);
    run = run_with(&options, "[{\"_type\":\"update-todo\",\"id\":\"a\",\"status\":\"done\"},"
                             "{\"_type\":\"update-todo\",\"id\":\"b\",\"text\":\"Draw more\"},"
                             "{\"_type\":\"update-todo\",\"id\":\"c\"},"
                             "{\"_type\":\"delete-todos\",\"ids\":[\"c\"]}]");
    g_assert_true(fairy_executor_has_refusals(run.executor));
    g_assert_cmpuint(fairy_executor_follow_ups(run.executor)->len, ==, 0);
    run_end(&run);
    g_assert_cmpuint(fairy_todos_left(todos), ==, 0);
    cJSON *json = fairy_todos_json(todos);
    char *text = cJSON_PrintUnformatted(json);
    g_assert_cmpstr(text, ==,
                    "[{\"id\":\"a\",\"status\":\"done\",\"text\":\"Look\"},"
                    "{\"id\":\"b\",\"status\":\"done\",\"text\":\"Draw more\"}]");
    cJSON_free(text);
    cJSON_Delete(json);
}

static void test_todo_limits(void)
{
    g_autoptr(FairyTodos) todos = fairy_todos_new();
    g_autofree char *long_text = g_strnfill(FAIRY_MAX_TODO_BYTES + 1, 'x');
    g_autoptr(GError) error = NULL;
    g_assert_false(fairy_todos_set(todos, "a", NULL, long_text, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION);
    g_assert_false(fairy_todos_set(todos, long_text, NULL, "x", NULL));
    g_assert_false(fairy_todos_set(todos, "a", NULL, "", NULL));
    for (guint i = 0; i < FAIRY_MAX_TODOS; i++) {
        g_autofree char *id = g_strdup_printf("%u", i);
        g_assert_true(fairy_todos_set(todos, id, NULL, "x", NULL));
    }
    g_clear_error(&error);
    g_assert_false(fairy_todos_set(todos, "one more", NULL, "x", &error));
    g_assert_cmpstr(error->message, ==, "the list holds at most 100 items; delete what is done");
    g_assert_true(fairy_todos_set(todos, "7", NULL, "y", NULL));
    g_assert_true(fairy_todos_remove(todos, "7"));
    g_assert_false(fairy_todos_remove(todos, "7"));
    g_assert_cmpuint(fairy_todos_items(todos)->len, ==, FAIRY_MAX_TODOS - 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/effects/goes-on", test_goes_on);
    g_test_add_func("/effects/spaces", test_spaces);
    g_test_add_func("/effects/view", test_view);
    g_test_add_func("/effects/late", test_late);
    g_test_add_func("/effects/limit", test_limit);
    g_test_add_func("/effects/looked-at", test_looked_at);
    g_test_add_func("/effects/looked-at-place", test_looked_at_place);
    g_test_add_func("/effects/much", test_much);
    g_test_add_func("/effects/todos", test_todos);
    g_test_add_func("/effects/todo-limits", test_todo_limits);
    int code = g_test_run();
    svg_cleanup();
    return code;
}
