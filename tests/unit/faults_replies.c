/* Faults of the systems whose actions these are, by the numbers of the action reference (§6.2):
 * reading replies, ids and values, and what is shown. Each must not be here. Vectors are its (§7).
 */
#include "common/clock.h"
#include "common/replies.h"

#include <fairy/view.h>
#include <svg/lint.h>

#include <string.h>

static const char drawing[] = TEST_DRAWING;

/* --- reading replies -------------------------------------------------------------------------- */

static void test_backslashes(void)
{
    const char *reply = "{\"actions\":[{\"_type\":\"message\",\"text\":\"in C:\\\\\"}," TEST_DELETE(
        "a") ",{\"_type\":\"message\",\"text\":\"\\\\\\\"\\\\\"}," TEST_DELETE("b") "]}";
    for (gsize step = 1; step < 9; step++) {
        g_auto(TestRun) done = test_run_in(drawing, reply, step);
        test_expect(&done, "ok: in C:\\\nok\nok: \\\"\\\nok");
    }
}

static void test_one_chunk(void)
{
    g_auto(TestRun) done = test_run(drawing, "{\"actions\":[" TEST_DELETE("a") "," TEST_DELETE(
                                                 "b") "," TEST_DELETE("frac") "]}");
    test_expect(&done, "ok\nok\nok");
    g_assert_false(svg_document_has_id(done.doc, "frac"));
}

static void test_validated(void)
{
    g_auto(TestRun) done = test_run(
        drawing, "[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":true,\"y\":0},"
                 "{\"_type\":\"align\",\"shapeIds\":{\"a\":1},\"alignment\":\"left\"},"
                 "{\"_type\":\"align\",\"shapeIds\":[\"a\",\"b\"],\"alignment\":7},"
                 "{\"_type\":\"create\",\"shape\":\"box\"},{\"_type\":\"move\"},"
                 "{\"_type\":\"offset\",\"shapeIds\":[\"a\"],\"offsetX\":\"5\",\"offsetY\":0}]");
    test_expect(
        &done,
        "refused: move: \"x\" must be a number, got true\n"
        "refused: align: \"shapeIds\" must be a list of one or more ids, got an object\n"
        "refused: align: \"alignment\" must be one of \"top\", \"bottom\", \"left\", \"right\", "
        "\"center-horizontal\" or \"center-vertical\", got 7\n"
        "refused: create: \"shape\" must be an object, got \"box\"\n"
        "refused: move needs \"shapeId\": id of the shape\n"
        "adjusted: \"offsetX\": read \"5\" as 5");
}

/* x would be 1234. */
static void test_cut_off(void)
{
    g_auto(TestRun) done = test_run(
        drawing, "{\"actions\":[" TEST_DELETE("b") ",{\"_type\":\"move\",\"shapeId\":\"a\",\"y\":0,"
                                                   "\"x\":12");
    test_expect(&done, "ok");
    g_assert_error(done.error, FAIRY_ERROR, FAIRY_ERROR_REPLY);
    g_assert_nonnull(strstr(done.error->message, "cut off"));
    test_expect_box(&done, "a", 10, 20, 100, 50);
}

static void test_around_the_json(void)
{
    static const char *const replies[] = {
        "Here you are:\n" TEST_DELETE("a"),
        "```json\n{\"actions\":[" TEST_DELETE("a") "]}\n```\nDone!",
        "[" TEST_DELETE("a") "]",
        "{\"reply\":{\"actions\":[" TEST_DELETE("a") "]}}",
    };
    for (guint i = 0; i < G_N_ELEMENTS(replies); i++) {
        g_auto(TestRun) done = test_run(drawing, replies[i]);
        g_assert_no_error(done.error);
        test_expect(&done, "ok");
        g_assert_false(svg_document_has_id(done.doc, "a"));
    }
}

static void test_bad_utf8(void)
{
    g_auto(TestRun) done = test_run(
        drawing,
        "[{\"_type\":\"message\",\"text\":\"a\xff\xc3z \\ud800 \xe2\x82\"}," TEST_DELETE("a") "]");
    g_assert_true(g_utf8_validate(test_outcome(&done, 0)->detail, -1, NULL));
    g_assert_true(g_str_has_prefix(test_outcome(&done, 0)->detail, "a\xef\xbf\xbd"));
    g_assert_cmpint(test_outcome(&done, 1)->status, ==, FAIRY_OK);
}

/* --- ids and values --------------------------------------------------------------------------- */

static void test_rounding_is_undone(void)
{
    static const double exact[] = {100.3, 100.7, -2.5, 0.5}, shown[] = {100, 101, -2, 1};
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    for (guint i = 0; i < G_N_ELEMENTS(exact); i++) {
        g_assert_cmpfloat(fairy_coords_show(coords, "s", "x", exact[i]), ==, shown[i]);
        g_assert_cmpfloat(fairy_coords_read(coords, "s", "x", shown[i]), ==, exact[i]);
        g_assert_cmpfloat(fairy_coords_read(coords, "s", "x", shown[i] + 1), ==, shown[i] + 1);
    }
    g_auto(TestRun) done =
        test_run(drawing, "[{\"_type\":\"update\",\"update\":{\"shapeId\":\"frac\","
                          "\"x\":500,\"y\":401,\"w\":30,\"h\":20}}]");
    test_expect_file(&done, drawing);
}

static void test_labels_read_back(void)
{
    static const char *const shapes[] = {
        "\"_type\":\"rectangle\",\"x\":200,\"y\":150,\"w\":200,\"h\":80",
        "\"_type\":\"ellipse\",\"x\":200,\"y\":150,\"w\":200,\"h\":80",
        "\"_type\":\"star\",\"x\":200,\"y\":150,\"w\":200,\"h\":200",
        "\"_type\":\"note\",\"x\":200,\"y\":150",
        "\"_type\":\"text\",\"x\":200,\"y\":150",
        "\"_type\":\"arrow\",\"x1\":200,\"y1\":200,\"x2\":400,\"y2\":250",
        "\"_type\":\"arrow\",\"fromId\":\"a\",\"toId\":\"b\"",
    };
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
        g_autofree char *reply = g_strdup_printf(
            "[{\"_type\":\"delete\",\"shapeId\":\"l\"},{\"_type\":\"create\",\"shape\":{%s,"
            "\"shapeId\":\"new\",\"text\":\"yes & no\"}}]",
            shapes[i]);
        g_auto(TestRun) done = test_run(drawing, reply);
        g_assert_cmpint(test_outcome(&done, 0)->status, ==, FAIRY_OK);
        g_assert_cmpint(test_outcome(&done, 1)->status, ==, FAIRY_OK);
        g_autoptr(SvgShape) shape = svg_document_shape(done.doc, "new", NULL);
        g_assert_cmpstr(shape->text, ==, "yes & no");
    }
}

static void test_prefixes(void)
{
    g_auto(TestRun) done = test_run(
        drawing,
        "[{\"_type\":\"update\",\"update\":{\"shapeId\":\"shape:a\",\"w\":70}},"
        "{\"_type\":\"move\",\"shapeId\":\"#a\",\"x\":1,\"y\":2},"
        "{\"_type\":\"offset\",\"shapeIds\":[\" shape:b \"],\"offsetX\":1,\"offsetY\":1}]");
    test_expect(&done, "ok\nok\nok");
    test_expect_box(&done, "a", 1, 2, 70, 50);
    test_expect_box(&done, "b", 101, 301, 50, 40);
}

/* Half ids that stream by redirect nothing; what is gone again is no longer meant. */
static void test_map_of_ids(void)
{
    static const char svg[] =
        TEST_HEAD "<rect id=\"box\" x=\"10\" y=\"10\" width=\"9\" height=\"9\"/></svg>";
    static const char reply[] =
        "[{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"box-large\",\"x\":100,"
        "\"y\":100,\"w\":5,\"h\":5}},{\"_type\":\"move\",\"shapeId\":\"box\",\"x\":20,\"y\":20},"
        "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"box\",\"x\":0,\"y\":0,"
        "\"w\":5,\"h\":5}},{\"_type\":\"move\",\"shapeId\":\"box\",\"x\":30,\"y\":30},"
        "{\"_type\":\"delete\",\"shapeId\":\"box\"},"
        "{\"_type\":\"move\",\"shapeId\":\"box\",\"x\":40,\"y\":40}]";
    for (gsize step = 1; step < 9; step += 7) {
        g_auto(TestRun) done = test_run_in(svg, reply, step);
        test_expect(&done, "ok\nok\n"
                           "adjusted: the id \"box\" was taken; the new shape is \"box-1\"\n"
                           "adjusted: \"box\" was taken as \"box-1\", the shape this reply made\n"
                           "adjusted: \"box\" was taken as \"box-1\", the shape this reply made\n"
                           "ok");
        test_expect_box(&done, "box", 40, 40, 9, 9);
        test_expect_box(&done, "box-large", 100, 100, 5, 5);
    }
}

static void test_digits(void)
{
    static const char *const cases[][2] = {
        {"a007", "a008"},
        {"n99999999999999999999", "n100000000000000000000"},
        {"x2y", "x2y-1"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *svg = g_strdup_printf(
            TEST_HEAD "<rect id=\"%s\" width=\"9\" height=\"9\"/></svg>", cases[i][0]);
        g_autofree char *reply = g_strdup_printf(
            "[{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"%s\",\"x\":0,"
            "\"y\":0,\"w\":5,\"h\":5}}]",
            cases[i][0]);
        g_auto(TestRun) done = test_run(svg, reply);
        g_assert_cmpstr(test_outcome(&done, 0)->shape_ids[0], ==, cases[i][1]);
    }
}

static void test_no_is_no(void)
{
    static const FairyField fields[] = {
        {.name = "closed", .type = FAIRY_BOOLEAN, .doc = "whether"},
        {.name = NULL},
    };
    static const FairyAction sample = {.name = "sample", .fields = fields};
    static const struct {
        const char *value;
        int wanted; /* -1 = refused */
    } cases[] = {
        {"\"no\"", 0}, {"\"0\"", 0}, {"\"false\"", 0}, {"0", 0},    {"\"off\"", 0},
        {"\"\"", -1},  {"-1", -1},   {"\"yes\"", 1},   {"true", 1}, {"\"perhaps\"", -1},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf("{\"closed\":%s}", cases[i].value);
        cJSON *args = cJSON_Parse(text);
        gboolean good = fairy_action_check(&sample, args, NULL, NULL);
        int got = good ? cJSON_IsTrue(cJSON_GetObjectItem(args, "closed")) : -1;
        g_assert_cmpint(got, ==, cases[i].wanted);
        cJSON_Delete(args);
    }
}

/* --- asking for more -------------------------------------------------------------------------- */

/* The model counts from (100, 50): it is told of places as it would tell of them. */
static void test_view_in_model_space(void)
{
    g_autoptr(SvgDocument) doc = svg_document_parse(drawing, strlen(drawing), "test.svg", NULL);
    FairyExecutorOptions options = {.origin = {100, 50}, .step = 1};
    g_autoptr(FairyExecutor) executor = fairy_executor_new(doc, fairy_actions(), &options);
    static const char reply[] =
        "[{\"_type\":\"fly-to-bounds\",\"x\":10,\"y\":20,\"w\":300,\"h\":200}]";
    g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
    const FairyFollowUp *follow = fairy_executor_follow_ups(executor)->pdata[0];
    g_assert_cmpfloat(follow->bounds.x, ==, 110);
    g_assert_cmpfloat(follow->bounds.y, ==, 70);
    g_assert_nonnull(strstr(follow->message, "x 10, y 20, w 300, h 200"));
}

static void test_status_of_todos(void)
{
    g_auto(TestRun) done = test_run(
        drawing, "[{\"_type\":\"upsert-personal-todo-item\",\"id\":\"1\",\"status\":\"done\","
                 "\"text\":\"Boxes\"},{\"_type\":\"update-todo-list\",\"id\":2,\"status\":"
                 "\"in-progress\",\"text\":\"Arrows\"},{\"_type\":\"update-todo\",\"id\":\"3\"}]");
    const FairyTodos *todos = fairy_executor_todos(done.executor);
    g_assert_cmpint(fairy_todos_find(todos, "1")->status, ==, FAIRY_TODO_DONE);
    g_assert_cmpint(fairy_todos_find(todos, "2")->status, ==, FAIRY_TODO_IN_PROGRESS);
    g_assert_cmpuint(fairy_todos_left(todos), ==, 1);
    g_assert_cmpint(test_outcome(&done, 2)->status, ==, FAIRY_REFUSED);
}

/* What the leader of two says to its project, in which one task is done and one is under way. */
static char *as_leader(const char *reply)
{
    static const char board[] =
        "{\"projects\":[{\"id\":\"p\",\"state\":\"open\",\"title\":\"Map\",\"color\":\"red\","
        "\"members\":[{\"fairy\":\"f1\",\"role\":\"orchestrator\"},{\"fairy\":\"f2\",\"role\":"
        "\"drone\"},{\"fairy\":\"f3\",\"role\":\"drone\"}]},{\"id\":\"q\",\"state\":\"open\","
        "\"title\":\"Key\",\"color\":\"blue\",\"members\":[{\"fairy\":\"g1\",\"role\":"
        "\"duo-orchestrator\"},{\"fairy\":\"g2\",\"role\":\"drone\"}]}],\"tasks\":["
        "{\"id\":\"sea\",\"state\":\"done\",\"fairy\":\"f2\",\"project\":\"p\",\"title\":\"Sea\","
        "\"x\":0,\"y\":0,\"w\":9,\"h\":9},"
        "{\"id\":\"land\",\"state\":\"in-progress\",\"fairy\":\"f2\",\"project\":\"p\","
        "\"title\":\"Land\",\"x\":0,\"y\":0,\"w\":9,\"h\":9},"
        "{\"id\":\"key\",\"state\":\"ready\",\"fairy\":\"g2\",\"project\":\"q\",\"title\":\"Key\","
        "\"x\":0,\"y\":0,\"w\":9,\"h\":9}]}";
    cJSON *json = cJSON_Parse(board);
    g_autoptr(FairyProjects) projects = fairy_projects_from_json(json, NULL, NULL, NULL);
    cJSON_Delete(json);
    FairyProjectContext at = {.projects = projects, .fairy = "f1"};
    g_autoptr(SvgDocument) doc = svg_document_parse(drawing, strlen(drawing), "test.svg", NULL);
    g_autoptr(FairyExecutor) executor =
        fairy_executor_new(doc, fairy_actions(), &(FairyExecutorOptions){.project = &at});
    g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
    const FairyOutcome *last = fairy_executor_outcomes(executor)->pdata[0];
    return g_strdup_printf("%s: %s", fairy_status_name(last->status),
                           last->detail ? last->detail : "");
}

static void test_end_of_projects(void)
{
    static const struct {
        const char *reply, *outcome;
    } cases[] = {
        {"[{\"_type\":\"end-project\"}]",
         "refused: end-project: not while tasks are open: \"land\" is being done; await what is "
         "being done, have the rest begun, or drop what isn't needed by delete-project-task"},
        {"[{\"_type\":\"create-project-task\",\"taskId\":\"t\",\"title\":\"T\",\"text\":\"\","
         "\"assignedTo\":\"f1\",\"x\":0,\"y\":0,\"w\":9,\"h\":9}]",
         "refused: create-project-task: \"f1\" leads the project and does no tasks; those who do "
         "its tasks are \"f2\" and \"f3\""},
        {"[{\"_type\":\"await-tasks-completion\",\"taskIds\":[\"key\",\"land\"]}]",
         "refused: await-tasks-completion: there is no task \"key\" in the project; the one that "
         "is open is \"land\""},
        {"[{\"_type\":\"await-tasks-completion\",\"taskIds\":[\"land\",\"sea\"]}]",
         "adjusted: not awaited, as \"sea\" is done"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *got = as_leader(cases[i].reply);
        g_assert_cmpstr(got, ==, cases[i].outcome);
    }
}

/* What comes after an action that asks for another look is done all the same. */
static void test_rest_of_the_reply(void)
{
    g_auto(TestRun) done = test_run(
        drawing,
        "[{\"_type\":\"setMyView\",\"x\":0,\"y\":0,\"w\":10,\"h\":10}," TEST_DELETE(
            "a") ",{\"_type\":\"review\",\"x\":0,\"y\":0,\"w\":10,\"h\":10}," TEST_DELETE("b") "]");
    g_assert_false(svg_document_has_id(done.doc, "a"));
    g_assert_false(svg_document_has_id(done.doc, "b"));
    const GPtrArray *follow_ups = fairy_executor_follow_ups(done.executor);
    g_assert_cmpuint(follow_ups->len, ==, 2);
    g_assert_cmpuint(((const FairyFollowUp *)follow_ups->pdata[1])->index, ==, 2);
}

/* What was left out of it is why an action couldn't be done. */
static void test_why(void)
{
    g_auto(TestRun) done = test_run(drawing, "[{\"_type\":\"set-style\",\"shapeIds\":[\"a\"],"
                                             "\"fill\":\"sparkling\"}]");
    test_expect(&done, "refused: set-style needs something to set, such as \"color\", \"fill\" or "
                       "\"fontSize\" (\"fill\": left out, as \"sparkling\" is no colour)");
}

/* --- what is shown ---------------------------------------------------------------------------- */

static char *view(const char *svg, SvgPoint origin, const FairyViewOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(svg, strlen(svg), "test.svg", &error);
    g_assert_no_error(error);
    g_autoptr(FairyCoords) coords = fairy_coords_new(origin, 1);
    char *text = fairy_view(doc, coords, options, &error);
    g_assert_no_error(error);
    return text;
}

/* Shapes at these places of a row, seen from far below. */
static void check_clusters(const double *xs, guint n, const char *const *wanted)
{
    g_autoptr(GString) svg = g_string_new(TEST_HEAD);
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(svg, "<rect x=\"%g\" width=\"10\" height=\"10\"/>", xs[i]);
    }
    g_string_append(svg, "</svg>");
    FairyViewOptions options = {.view = {0, 5000, 100, 100}};
    g_autofree char *text = view(svg->str, (SvgPoint){0, 0}, &options);
    for (; *wanted; wanted++) {
        g_assert_nonnull(strstr(text, *wanted));
    }
}

static void test_clusters(void)
{
    static const double orders[][3] = {{0, 80, 160}, {0, 160, 80}, {160, 0, 80}};
    static const char *const one[] = {"{\"x\":0,\"y\":0,\"w\":170,\"h\":10},\"numberOfShapes\":3",
                                      NULL};
    for (guint i = 0; i < G_N_ELEMENTS(orders); i++) {
        check_clusters(orders[i], 3, one);
    }
    static const char *const two[] = {"\"w\":10,\"h\":10},\"numberOfShapes\":1", "\"x\":90,", NULL};
    check_clusters((const double[]){0, 90}, 2, two);
}

/* 100.4 less 0.6 is 99.8: rounded before and after, it would be 99. */
static void test_rounded_once(void)
{
    FairyViewOptions options = {.view = SVG_BOX_EMPTY};
    g_autofree char *text =
        view(TEST_HEAD "<rect id=\"r\" x=\"100.4\" y=\"50\" width=\"10\" height=\"10\"/></svg>",
             (SvgPoint){0.6, 0}, &options);
    g_assert_nonnull(strstr(text, "\"shapeId\":\"r\",\"type\":\"rectangle\",\"x\":100,\"y\":50"));
}

static char *row_of_texts(guint n)
{
    GString *svg =
        g_string_new("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8000 3000\">"
                     "<g font-size=\"12\">");
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(svg, "<text x=\"%u\" y=\"%u\">word %u</text>", i % 100 * 80,
                               20 + i / 100 * 30, i);
    }
    g_string_append(svg, "</g></svg>");
    return g_string_free(svg, FALSE);
}

static void test_budget(void)
{
    g_autofree char *svg = row_of_texts(5000);
    FairyViewOptions options = {.view = SVG_BOX_EMPTY, .max_tokens = 2000};
    g_autofree char *text = view(svg, (SvgPoint){0, 0}, &options);
    g_assert_cmpuint(strlen(text), <, 12000);
    g_assert_nonnull(strstr(text, "\"omitted\":{\"shapes\":4"));
}

/* What was found is found again as long as it is there: whoever asks decides how often. */
static void test_lints_have_no_memory(void)
{
    static const char svg[] = TEST_HEAD
        "<rect id=\"a\" x=\"10\" y=\"10\" width=\"80\" height=\"40\" fill=\"none\" stroke=\"black\"/>"
        "<text x=\"20\" y=\"30\" font-size=\"12\">One</text><text x=\"22\" y=\"34\" font-size=\"12\">"
        "Two</text></svg>";
    g_autoptr(SvgDocument) doc = svg_document_parse(svg, strlen(svg), "test.svg", NULL);
    g_autoptr(GPtrArray) first = svg_document_lints(doc, NULL, NULL);
    g_autoptr(GPtrArray) second = svg_document_lints(doc, NULL, NULL);
    g_assert_cmpuint(first->len, >, 0);
    g_assert_cmpuint(first->len, ==, second->len);
}

static double seconds_for(guint n)
{
    g_autofree char *svg = row_of_texts(n);
    double best = G_MAXDOUBLE;
    for (guint i = 0; i < 3; i++) {
        g_autoptr(SvgDocument) doc = svg_document_parse(svg, strlen(svg), "test.svg", NULL);
        gint64 start = test_cpu_time();
        g_ptr_array_unref(svg_document_lints(doc, NULL, NULL));
        best = MIN(best, (double)(test_cpu_time() - start));
    }
    return best;
}

/* Eight times the texts: eight times the work would be linear, 64 times quadratic. */
static void test_no_sweeps(void)
{
    g_assert_cmpfloat(seconds_for(8000), <, 24 * MAX(seconds_for(1000), 100));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *path;
        void (*test)(void);
    } tests[] = {
        {"B1-escaped-backslashes", test_backslashes},
        {"B2-all-of-one-chunk", test_one_chunk},
        {"B3-validated", test_validated},
        {"B-cut-is-not-complete", test_cut_off},
        {"B-text-around-the-json", test_around_the_json},
        {"B-bad-utf8", test_bad_utf8},
        {"B4-rounding-is-undone", test_rounding_is_undone},
        {"B5-labels-are-read-back", test_labels_read_back},
        {"B6-prefixes-of-ids", test_prefixes},
        {"B-map-what-was-made", test_map_of_ids},
        {"B-digits-of-ids", test_digits},
        {"B-no-is-no", test_no_is_no},
        {"B13-places-in-model-space", test_view_in_model_space},
        {"B18-status-of-todos", test_status_of_todos},
        {"B19-no-task-is-left-behind", test_end_of_projects},
        {"B23-what-was-left-out-is-told", test_why},
        {"B24-rest-of-the-reply", test_rest_of_the_reply},
        {"B26-clusters-in-any-order", test_clusters},
        {"B27-rounded-once", test_rounded_once},
        {"B27-budget", test_budget},
        {"B28-lints-have-no-memory", test_lints_have_no_memory},
        {"B29-no-sweeps", test_no_sweeps},
    };
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_autofree char *path = g_strconcat("/faults/", tests[i].path, NULL);
        g_test_add_func(path, tests[i].test);
    }
    int result = g_test_run();
    svg_cleanup();
    return result;
}
