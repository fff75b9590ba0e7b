/* A turn: replies applied to a drawing. Vectors are those of the action reference. */
#include <fairy/executor.h>
#include <fairy/view.h>

#include <math.h>
#include <string.h>
#include <time.h>

static const char drawing[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" "
    "xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" "
    "viewBox=\"0 0 800 600\" width=\"800\" height=\"600\">\n"
    "  <rect id=\"a\" x=\"10\" y=\"20\" width=\"100\" height=\"50\"/>\n"
    "  <rect id=\"b\" x=\"100\" y=\"300\" width=\"50\" height=\"40\"/>\n"
    "  <rect id=\"c\" x=\"300\" y=\"200\" width=\"20\" height=\"10\"/>\n"
    "  <rect id=\"frac\" x=\"500.3\" y=\"400.7\" width=\"30.4\" height=\"20.6\"/>\n"
    "  <rect id=\"lock\" x=\"400\" y=\"500\" width=\"10\" height=\"10\" "
    "sodipodi:insensitive=\"true\"/>\n"
    "  <g id=\"steps\"><rect id=\"p1\" x=\"600\" y=\"20\" width=\"20\" height=\"20\"/>"
    "<rect id=\"p2\" x=\"640\" y=\"20\" width=\"20\" height=\"20\"/></g>\n"
    "</svg>\n";

static SvgDocument *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static char *print_outcomes(const FairyExecutor *executor)
{
    GString *out = g_string_new(NULL);
    const GPtrArray *outcomes = fairy_executor_outcomes(executor);
    for (guint i = 0; i < outcomes->len; i++) {
        const FairyOutcome *o = outcomes->pdata[i];
        g_autofree char *ids = g_strjoinv(",", o->shape_ids);
        g_string_append_printf(out, "%u %s %s [%s]%s%s\n", o->index, o->type,
                               fairy_status_name(o->status), ids, o->detail ? " " : "",
                               o->detail ? o->detail : "");
    }
    return g_string_free(out, FALSE);
}

/* A turn with the whole reply in chunks of `step` bytes; outcomes, the end, and the drawing. */
static char *run_steps(const char *svg, const char *reply, gsize step)
{
    g_autoptr(SvgDocument) doc = parse(svg);
    g_autoptr(FairyExecutor) executor =
        fairy_executor_new(doc, fairy_actions(), &(FairyExecutorOptions){0});
    g_autoptr(GError) error = NULL;
    gboolean ok = TRUE;
    for (gsize i = 0; ok && i < strlen(reply); i += step) {
        ok = fairy_executor_feed(executor, reply + i, MIN(step, strlen(reply) - i), &error);
    }
    if (ok) {
        fairy_executor_end(executor, &error);
    }
    g_autofree char *outcomes = print_outcomes(executor), *after = print(doc);
    return g_strconcat(outcomes, error ? error->message : "end", "\n", after, NULL);
}

typedef struct {
    SvgDocument *doc;
    FairyExecutor *executor;
} Turn;

static Turn turn_of(const char *svg, const FairyExecutorOptions *options, const char *reply)
{
    Turn t = {.doc = parse(svg)};
    t.executor = fairy_executor_new(t.doc, fairy_actions(), options);
    g_autoptr(GError) error = NULL;
    fairy_executor_feed(t.executor, reply, strlen(reply), &error);
    g_assert_no_error(error);
    return t;
}

static void turn_done(Turn *t)
{
    fairy_executor_free(t->executor);
    svg_document_free(t->doc);
}

static void assert_box(SvgDocument *doc, const char *id, double x, double y, double w, double h)
{
    SvgBox box;
    g_autoptr(GError) error = NULL;
    svg_document_bounds(doc, id, &box, &error);
    g_assert_no_error(error);
    g_assert_cmpfloat_with_epsilon(box.x, x, 1e-6);
    g_assert_cmpfloat_with_epsilon(box.y, y, 1e-6);
    g_assert_cmpfloat_with_epsilon(box.w, w, 1e-6);
    g_assert_cmpfloat_with_epsilon(box.h, h, 1e-6);
}

static void expect_outcomes(const char *reply, const char *expected)
{
    Turn t = turn_of(drawing, &(FairyExecutorOptions){0}, reply);
    g_autofree char *got = print_outcomes(t.executor);
    g_assert_cmpstr(got, ==, expected);
    turn_done(&t);
}

static void test_splits(void)
{
    const char *reply =
        "Here:\n```json\n{\"actions\":[{\"_type\":\"message\",\"text\":\"Hi \\ud83e\\uddda\"},"
        "{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":12.5,\"y\":-3e1},5,"
        "{\"_type\":\"create\",\"shape\":{\"_type\":\"ellipse\",\"shapeId\":\"e\",\"x\":1,\"y\":2,"
        "\"w\":30,\"h\":40}},{\"_type\":\"label\",\"shapeId\":\"nix\",\"text\":\"x\"},"
        "{\"_type\":\"align\",\"shapeIds\":[\"b\",\"c\"],\"alignment\":\"left\"},"
        "{\"_type\":\"delete\",\"shapeId\":\"a\"}]}\n```";
    g_autofree char *whole = run_steps(drawing, reply, strlen(reply));
    g_assert_nonnull(strstr(whole, "end\n"));
    for (gsize step = 1; step < strlen(reply); step++) {
        g_autofree char *split = run_steps(drawing, reply, step);
        g_assert_cmpstr(split, ==, whole);
    }
}

static void test_one_chunk(void)
{
    expect_outcomes("{\"actions\":[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":0,\"y\":0},"
                    "{\"_type\":\"move\",\"shapeId\":\"b\",\"x\":0,\"y\":0},"
                    "{\"_type\":\"delete\",\"shapeId\":\"c\"}]}",
                    "0 move ok [a]\n1 move ok [b]\n2 delete ok [c]\n");
}

static void test_truncated(void)
{
    const char *reply = "{\"actions\":[{\"_type\":\"delete\",\"shapeId\":\"a\"},"
                        "{\"_type\":\"move\",\"shapeId\":\"b\",\"x\":12";
    Turn t = turn_of(drawing, &(FairyExecutorOptions){0}, reply);
    g_autoptr(GError) error = NULL;
    g_assert_false(fairy_executor_end(t.executor, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_REPLY);
    g_assert_nonnull(strstr(error->message, "inside action 1 (\"move\")"));
    g_assert_cmpuint(fairy_executor_outcomes(t.executor)->len, ==, 1);
    g_assert_false(svg_document_has_id(t.doc, "a"));
    assert_box(t.doc, "b", 100, 300, 50, 40);
    turn_done(&t);
}

/* A refusal says why, changes nothing, and doesn't disturb what follows. */
static void test_refusals(void)
{
    static const struct {
        const char *action, *why;
    } cases[] = {
        {"{\"_type\":\"mvoe\"}", "there is no action \"mvoe\"; did you mean \"move\"?"},
        {"{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":\"left\",\"y\":1}",
         "move: \"x\" must be a number, got \"left\""},
        {"{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":1e300,\"y\":1}", NULL},
        {"{\"_type\":\"move\",\"shapeId\":\"nix\",\"x\":1,\"y\":1}", NULL},
        {"{\"_type\":\"move\",\"shapeId\":\"lock\",\"x\":1,\"y\":1}", NULL},
        {"{\"_type\":\"delete\",\"shapeId\":\"lock\"}", NULL},
        {"{\"_type\":\"update\",\"update\":{\"shapeId\":\"lock\",\"color\":\"red\"}}", NULL},
        {"{\"_type\":\"align\",\"shapeIds\":[\"a\",\"nix\"],\"alignment\":\"top\"}",
         "align needs 2 or more known shapes, got 1 (unknown: \"nix\")"},
        {"{\"_type\":\"distribute\",\"shapeIds\":[\"a\",\"b\"],\"direction\":\"vertical\"}",
         "distribute needs 3 or more known shapes, got 2"},
        {"{\"_type\":\"resize\",\"shapeIds\":[\"a\"],\"scaleX\":0,\"scaleY\":1,\"originX\":0,"
         "\"originY\":0}",
         "resize: \"scaleX\" must be a number other than 0, got 0"
         "; it is resize(shapeIds, scaleX, scaleY, originX, originY)"},
        {"{\"_type\":\"create\",\"shape\":{\"_type\":\"cloud\"}}", NULL},
        {"{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\"}}", NULL},
        {"{\"_type\":\"create\",\"shape\":{\"_type\":\"line\",\"x1\":1}}", NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *reply = g_strdup_printf(
            "{\"actions\":[%s,{\"_type\":\"think\",\"text\":\"on\"}]}", cases[i].action);
        Turn t = turn_of(drawing, &(FairyExecutorOptions){0}, reply);
        const GPtrArray *outcomes = fairy_executor_outcomes(t.executor);
        g_assert_cmpuint(outcomes->len, ==, 2);
        const FairyOutcome *first = outcomes->pdata[0], *second = outcomes->pdata[1];
        g_assert_cmpint(first->status, ==, FAIRY_REFUSED);
        g_assert_true(first->detail && *first->detail && !strchr(first->detail, '\n'));
        g_assert_cmpuint(svg_document_undo_depth(t.doc), ==, 0);
        if (cases[i].why) {
            g_assert_cmpstr(first->detail, ==, cases[i].why);
        }
        g_assert_cmpint(second->status, ==, FAIRY_OK);
        g_assert_true(fairy_executor_has_refusals(t.executor));
        g_autofree char *after = print(t.doc);
        g_assert_cmpstr(after, ==, drawing);
        turn_done(&t);
    }
}

static void test_words(void)
{
    Turn t = turn_of(drawing, &(FairyExecutorOptions){0},
                     "[{\"_type\":\"message\",\"text\":\"Done\\nnow\"},{\"_type\":\"think\","
                     "\"text\":\"\"}]");
    const FairyOutcome *o = fairy_executor_outcomes(t.executor)->pdata[0];
    g_assert_cmpint(o->status, ==, FAIRY_OK);
    g_assert_cmpstr(o->detail, ==, "Done\nnow");
    g_assert_cmpuint(svg_document_version(t.doc), ==, 0);
    cJSON *json = fairy_outcome_json(o);
    char *text = cJSON_PrintUnformatted(json);
    g_assert_cmpstr(text, ==,
                    "{\"index\":0,\"type\":\"message\",\"outcome\":\"ok\",\"shapeIds\":[],"
                    "\"detail\":\"Done\\nnow\"}");
    cJSON_free(text);
    cJSON_Delete(json);
    turn_done(&t);
}

/* --- ids -------------------------------------------------------------------------------------- */

#define CREATE(id)                                                                     \
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"" id "\"," \
    "\"x\":700,\"y\":0,\"w\":10,\"h\":10}}"

static void test_taken_ids(void)
{
    Turn t =
        turn_of(drawing, &(FairyExecutorOptions){0},
                "[" CREATE("a") "," CREATE("box") "," CREATE("#box") "," CREATE("box-9") "," CREATE(
                    "box-9") ",{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":1,\"y\":2},"
                             "{\"_type\":\"move\",\"shapeId\":\"shape:box\",\"x\":3,\"y\":4}]");
    g_autofree char *got = print_outcomes(t.executor);
    g_assert_cmpstr(
        got, ==,
        "0 create adjusted [a-1] the id \"a\" was taken; the new shape is \"a-1\"\n"
        "1 create ok [box]\n"
        "2 create adjusted [box-1] the id \"box\" was taken; the new shape is \"box-1\"\n"
        "3 create ok [box-9]\n"
        "4 create adjusted [box-10] the id \"box-9\" was taken; the new shape is "
        "\"box-10\"\n"
        "5 move adjusted [a-1] \"a\" was taken as \"a-1\", the shape this reply made\n"
        "6 move adjusted [box-1] \"box\" was taken as \"box-1\", the shape this reply made\n");
    assert_box(t.doc, "a", 10, 20, 100, 50);
    assert_box(t.doc, "a-1", 1, 2, 10, 10);
    assert_box(t.doc, "box", 700, 0, 10, 10);
    assert_box(t.doc, "box-1", 3, 4, 10, 10);
    turn_done(&t);
}

/* What wasn't made, or is gone again, doesn't stand in the way of what has the name. */
static void test_taken_ids_forgotten(void)
{
    expect_outcomes(
        "[{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"a\","
        "\"x\":0,\"y\":0,\"w\":1e300,\"h\":1}},"
        "{\"_type\":\"offset\",\"shapeIds\":[\"a\"],\"offsetX\":1,\"offsetY\":0}]",
        "0 create refused [] w is 1e+300; in a drawing of this size it must lie between -800000 and 800000\n1 offset ok [a]\n");
    expect_outcomes(
        "[" CREATE("a") ",{\"_type\":\"delete\",\"shapeId\":\"a\"},"
                        "{\"_type\":\"offset\",\"shapeIds\":[\"a\"],\"offsetX\":1,\"offsetY\":0}]",
        "0 create adjusted [a-1] the id \"a\" was taken; the new shape is \"a-1\"\n"
        "1 delete adjusted [a-1] \"a\" was taken as \"a-1\", the shape this reply made\n"
        "2 offset ok [a]\n");
}

static void test_unique_ids(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"box\"/><g id=\"box-9\"/>"
              "<g id=\"a007\"/><g id=\"x2y\"/><g id=\"n99\"/></svg>");
    static const char *const cases[][2] = {{"box", "box-1"}, {"box-9", "box-10"}, {"a007", "a008"},
                                           {"x2y", "x2y-1"}, {"n99", "n100"},     {"free", "free"}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *id = svg_document_unique_id(doc, cases[i][0]);
        g_assert_cmpstr(id, ==, cases[i][1]);
    }
}

static void test_unknown_in_lists(void)
{
    expect_outcomes(
        "[{\"_type\":\"offset\",\"shapeIds\":[\"a\",\"x1\",\"b\",\"x2\"],\"offsetX\":5,"
        "\"offsetY\":0}]",
        "0 offset adjusted [a,b] left out, as there is no such shape: \"x1\", \"x2\"\n");
}

/* --- vectors ---------------------------------------------------------------------------------- */

static char *boxes(const double (*rows)[2], gsize n)
{
    GString *svg = g_string_new("<svg xmlns=\"http://www.w3.org/2000/svg\">");
    for (gsize i = 0; i < n; i++) {
        g_string_append_printf(svg,
                               "<rect id=\"s%zu\" x=\"%g\" y=\"%zu\" width=\"%g\" height=\"7\"/>",
                               i, rows[i][0], i * 20, rows[i][1]);
    }
    g_string_append(svg, "</svg>");
    return g_string_free(svg, FALSE);
}

/* Shapes given by x and width; `action` on all of them in order; the xs wanted after. */
static void check_xs(const double (*rows)[2], const double *want, gsize n, const char *action)
{
    g_autofree char *svg = boxes(rows, n);
    g_autoptr(GString) reply = g_string_new("{\"shapeIds\":[");
    for (gsize i = 0; i < n; i++) {
        g_string_append_printf(reply, "%s\"s%zu\"", i ? "," : "", i);
    }
    g_string_append_printf(reply, "],%s}", action);
    Turn t = turn_of(svg, &(FairyExecutorOptions){0}, reply->str);
    g_assert_false(fairy_executor_has_refusals(t.executor));
    for (gsize i = 0; i < n; i++) {
        g_autofree char *id = g_strdup_printf("s%zu", i);
        assert_box(t.doc, id, want[i], (double)i * 20, rows[i][1], 7);
    }
    turn_done(&t);
}

static void test_align(void)
{
    const double rows[][2] = {{0, 50}, {60, 30}, {300, 100}};
    check_xs(rows, (double[]){0, 0, 0}, 3, "\"_type\":\"align\",\"alignment\":\"left\"");
    check_xs(rows, (double[]){350, 370, 300}, 3, "\"_type\":\"align\",\"alignment\":\"right\"");
    check_xs(rows, (double[]){175, 185, 150}, 3,
             "\"_type\":\"align\",\"alignment\":\"center-horizontal\",\"gap\":0");
}

static void test_distribute(void)
{
    const double rows[][2] = {{0, 50}, {60, 30}, {300, 100}, {120, 20}};
    check_xs(rows, (double[]){0, 350.0 / 3, 300, 640.0 / 3}, 4,
             "\"_type\":\"distribute\",\"direction\":\"horizontal\"");
}

static void test_stack(void)
{
    const double rows[][2] = {{200, 50}, {0, 40}, {90, 10}};
    const char *stack = "\"_type\":\"stack\",\"direction\":\"horizontal\"";
    g_autofree char *gap = g_strconcat(stack, ",\"gap\":20", NULL);
    g_autofree char *zero = g_strconcat(stack, ",\"gap\":0", NULL);
    g_autofree char *negative = g_strconcat(stack, ",\"gap\":-5", NULL);
    check_xs(rows, (double[]){200, 270, 330}, 3, gap);
    check_xs(rows, (double[]){200, 250, 290}, 3, zero);
    check_xs(rows, (double[]){200, 250, 290}, 3, stack);
    check_xs(rows, (double[]){200, 245, 280}, 3, negative);
    check_xs(rows, (double[]){200, 250}, 2, zero);
}

static void test_place(void)
{
    static const struct {
        const char *where;
        double x, y;
    } cases[] = {
        {"\"side\":\"top\",\"align\":\"start\",\"sideOffset\":10,\"alignOffset\":5", 105, 280},
        {"\"side\":\"top\",\"align\":\"end\",\"sideOffset\":10,\"alignOffset\":5", 125, 280},
        {"\"side\":\"bottom\",\"align\":\"center\",\"sideOffset\":10", 115, 350},
        {"\"side\":\"left\",\"align\":\"center\",\"sideOffset\":10", 70, 315},
        {"\"side\":\"right\",\"align\":\"end\",\"sideOffset\":10,\"alignOffset\":5", 160, 325},
        {"\"side\":\"below\"", 115, 340},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *reply =
            g_strdup_printf("{\"_type\":\"place\",\"shapeId\":\"c\",\"referenceShapeId\":\"b\",%s}",
                            cases[i].where);
        Turn t = turn_of(drawing, &(FairyExecutorOptions){0}, reply);
        g_assert_false(fairy_executor_has_refusals(t.executor));
        assert_box(t.doc, "c", cases[i].x, cases[i].y, 20, 10);
        turn_done(&t);
    }
}

static void test_move(void)
{
    static const struct {
        const char *anchor;
        double x, y;
    } cases[] = {{"top-left", 0, 0}, {"center", -50, -25}, {"bottom-right", -100, -50}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *reply = g_strdup_printf(
            "{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":0,\"y\":0,\"anchor\":\"%s\"}",
            cases[i].anchor);
        Turn t = turn_of(drawing, &(FairyExecutorOptions){0}, reply);
        assert_box(t.doc, "a", cases[i].x, cases[i].y, 100, 50);
        turn_done(&t);
    }
}

static void test_zero_counts(void)
{
    Turn t = turn_of(drawing, &(FairyExecutorOptions){0},
                     "[{\"_type\":\"resize\",\"shapeIds\":[\"c\"],\"scaleX\":2,\"scaleY\":3,"
                     "\"originX\":0,\"originY\":0},{\"_type\":\"rotate\",\"shapeIds\":[\"b\"],"
                     "\"degrees\":90,\"originX\":0,\"originY\":0,\"centerY\":5}]");
    g_assert_false(fairy_executor_has_refusals(t.executor));
    assert_box(t.doc, "c", 600, 600, 40, 30);
    assert_box(t.doc, "b", -340, 100, 40, 50);
    turn_done(&t);
}

/* --- coordinates ------------------------------------------------------------------------------ */

static void test_origin(void)
{
    FairyExecutorOptions options = {.origin = {120, 80}, .step = 0.5};
    Turn t =
        turn_of(drawing, &options,
                "[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":0,\"y\":10},"
                "{\"_type\":\"offset\",\"shapeIds\":[\"b\"],\"offsetX\":10,\"offsetY\":0},"
                "{\"_type\":\"create\",\"shape\":{\"_type\":\"diamond\",\"shapeId\":\"d\",\"x\":2,"
                "\"y\":4,\"w\":20,\"h\":10}}]");
    g_assert_false(fairy_executor_has_refusals(t.executor));
    assert_box(t.doc, "a", 120, 85, 100, 50);
    assert_box(t.doc, "b", 105, 300, 50, 40);
    assert_box(t.doc, "d", 121, 82, 10, 5);
    turn_done(&t);
}

/* Lengths in messages are those of the list. */
static void test_told_units(void)
{
    FairyExecutorOptions options = {.origin = {0, 0}, .step = 0.5};
    Turn t = turn_of("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">"
                     "<rect id=\"a\" x=\"10\" y=\"20\" width=\"30\" height=\"10\"/></svg>",
                     &options,
                     "[{\"_type\":\"offset\",\"shapeIds\":[\"a\"],\"offsetX\":-40,\"offsetY\":0}]");
    const FairyOutcome *outcome = fairy_executor_outcomes(t.executor)->pdata[0];
    g_assert_cmpstr(outcome->detail, ==, "a reaches 20 to the left of the page");
    turn_done(&t);
}

/* What was shown rounded comes back exact, and a whole shape sent back changes nothing else. */
static void test_rounded(void)
{
    Turn t =
        turn_of(drawing, &(FairyExecutorOptions){0},
                "{\"_type\":\"update\",\"update\":{\"_type\":\"rectangle\",\"shapeId\":\"frac\","
                "\"x\":500,\"y\":401,\"w\":60,\"h\":21}}");
    g_assert_false(fairy_executor_has_refusals(t.executor));
    assert_box(t.doc, "frac", 500.3, 400.7, 60, 20.6);
    g_autofree char *after = print(t.doc);
    g_assert_nonnull(strstr(after, "x=\"500.3\" y=\"400.7\" width=\"60\" height=\"20.6\""));
    turn_done(&t);
    Turn same =
        turn_of(drawing, &(FairyExecutorOptions){0},
                "{\"_type\":\"update\",\"update\":{\"_type\":\"rectangle\",\"shapeId\":\"frac\","
                "\"x\":500,\"y\":401,\"w\":30,\"h\":21,\"text\":\"\"}}");
    g_autofree char *unchanged = print(same.doc);
    g_assert_cmpstr(unchanged, ==, drawing);
    turn_done(&same);
}

/* With the coordinates of the conversation, also after the shape has moved. */
static void test_shown_before(void)
{
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    fairy_coords_show_box(coords, "frac", (SvgBox){500.3, 400.7, 30.4, 20.6});
    FairyExecutorOptions options = {.coords = coords};
    Turn t = turn_of(drawing, &options,
                     "[{\"_type\":\"move\",\"shapeId\":\"frac\",\"x\":0,\"y\":0},"
                     "{\"_type\":\"move\",\"shapeId\":\"frac\",\"x\":500,\"y\":401}]");
    assert_box(t.doc, "frac", 500.3, 400.7, 30.4, 20.6);
    turn_done(&t);
}

static const char diagram[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 300\">\n"
    "  <defs><marker id=\"m\" orient=\"auto\"><path d=\"M0 0 L5 2.5 L0 5z\"/></marker></defs>\n"
    "  <rect id=\"a\" x=\"10.25\" y=\"20.5\" width=\"80.7\" height=\"40\" fill=\"#ffe0e0\" "
    "stroke=\"#c33\"/>\n"
    "  <text id=\"t\" x=\"50\" y=\"44\" text-anchor=\"middle\">Log in</text>\n"
    "  <g transform=\"translate(3.3 1.1) scale(1.5)\"><ellipse id=\"b\" cx=\"150\" cy=\"30\" "
    "rx=\"30\" ry=\"12.3\" style=\"fill:none;stroke:#123456\"/></g>\n"
    "  <path id=\"e\" d=\"M91 40.5 L183 46\" fill=\"none\" stroke=\"black\" "
    "marker-end=\"url(#m)\"/>\n"
    "  <line id=\"l\" x1=\"5.5\" y1=\"200.2\" x2=\"300\" y2=\"210\" stroke=\"red\"/>\n"
    "  <path id=\"p\" d=\"M10 250 q 10.5 -20 30 0 t 30 0\" fill=\"none\" stroke=\"blue\"/>\n"
    "  <text id=\"free\" x=\"200\" y=\"280.6\">Note</text>\n"
    "  <rect id=\"r\" x=\"300\" y=\"100\" width=\"33\" height=\"22\" "
    "transform=\"rotate(30 310 110)\"/>\n"
    "</svg>\n";

/* All that is shown of every shape, sent back as it was shown, changes not a byte. */
static void test_echo(void)
{
    g_autoptr(SvgDocument) doc = parse(diagram);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){7.7, -3}, 1);
    FairyViewOptions options = {.view = SVG_BOX_EMPTY, .detail = FAIRY_DETAIL_SIMPLE};
    g_autofree char *shown = fairy_view(doc, coords, &options, NULL);
    cJSON *view = cJSON_Parse(shown);
    g_assert_nonnull(view);
    FairyExecutorOptions turn_options = {.coords = coords};
    g_autoptr(FairyExecutor) executor = fairy_executor_new(doc, fairy_actions(), &turn_options);
    g_assert_true(fairy_executor_feed(executor, "[", 1, NULL));
    const cJSON *shape;
    cJSON_ArrayForEach(shape, cJSON_GetObjectItem(view, "shapes"))
    {
        char *json = cJSON_PrintUnformatted(shape);
        g_autofree char *reply = g_strdup_printf("{\"_type\":\"update\",\"update\":%s},", json);
        g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
        cJSON_free(json);
    }
    g_autofree char *outcomes = print_outcomes(executor), *after = print(doc);
    g_test_message("%s", outcomes);
    g_assert_cmpuint(fairy_executor_outcomes(executor)->len, >=, 7);
    g_assert_false(fairy_executor_has_refusals(executor));
    g_assert_cmpstr(after, ==, diagram);
    cJSON_Delete(view);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void test_undo(void)
{
    Turn t = turn_of(drawing, &(FairyExecutorOptions){0},
                     "[" CREATE("n") ",{\"_type\":\"delete\",\"shapeId\":\"a\"},"
                                     "{\"_type\":\"label\",\"shapeId\":\"b\",\"text\":\"Hi\"},"
                                     "{\"_type\":\"send-to-back\",\"shapeIds\":[\"c\"]}]");
    g_assert_false(fairy_executor_has_refusals(t.executor));
    g_autofree char *changed = print(t.doc);
    g_assert_cmpstr(changed, !=, drawing);
    fairy_executor_undo(t.executor);
    g_autofree char *after = print(t.doc);
    g_assert_cmpstr(after, ==, drawing);
    fairy_executor_undo(t.executor);
    turn_done(&t);
}

static void test_undo_leaves_others(void)
{
    g_autoptr(SvgDocument) doc = parse(drawing);
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "user");
    g_assert_true(svg_edit_move(edit, "c", (SvgPoint){1, 1}, SVG_ANCHOR_TOP_LEFT, NULL));
    svg_change_free(svg_edit_commit(g_steal_pointer(&edit), NULL));
    g_autofree char *before = print(doc);
    g_autoptr(FairyExecutor) executor =
        fairy_executor_new(doc, fairy_actions(), &(FairyExecutorOptions){.author = "Puck"});
    const char *reply = "[{\"_type\":\"move\",\"shapeId\":\"c\",\"x\":9,\"y\":9},"
                        "{\"_type\":\"move\",\"shapeId\":\"c\",\"x\":9,\"y\":9}]";
    g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
    g_autoptr(SvgChange) change = svg_document_change(doc, 1);
    g_assert_cmpstr(change->author, ==, "Puck");
    fairy_executor_undo(executor);
    g_autofree char *after = print(doc);
    g_assert_cmpstr(after, ==, before);
}

/* The drawing with a group, lines between shapes, two lines of words, and a page. */
static char *furnish(void)
{
    g_autofree char *open = g_strndup(drawing, (gsize)(strstr(drawing, "</svg>") - drawing));
    return g_strconcat(open,
                       "<g id='card'><rect width='5' height='5'/></g>"
                       "<rect x='270' y='265' width='30' height='30' fill='red'/>"
                       "<rect x='380' y='275' width='30' height='30'/>"
                       "<rect id='d' x='20' y='400' width='30' height='30'/>"
                       "<rect id='old-db' x='120' y='400' width='30' height='30'/>"
                       "<rect id='new-db' x='120' y='460' width='30' height='30'/>"
                       "<line x1='50' y1='415' x2='120' y2='415' stroke='black'/>"
                       "<rect id='api' x='20' y='500' width='40' height='30' fill='red'/>"
                       "<rect id='order' x='120' y='500' width='120' height='60' fill='white'/>"
                       "<text x='180' y='525' font-size='12' text-anchor='middle'>Order<tspan "
                       "x='180' y='545'>id: int</tspan></text>"
                       "<line id='wire' x1='300' y1='280' x2='380' y2='290' stroke='black'/>"
                       "<s:namedview xmlns:s='http://sodipodi.sourceforge.net/DTD/"
                       "sodipodi-0.dtd'><i:page xmlns:i='http://www.inkscape.org/namespaces/"
                       "inkscape' id='details' i:label='Details' x='0' y='0' width='800' "
                       "height='590'/></s:namedview></svg>",
                       NULL);
}

/* The example of every action that needs no more than a drawing runs on one with its shapes. */
static void test_examples(void)
{
    g_autofree char *furnished = furnish();
    g_autoptr(FairyTodos) todos = fairy_todos_new();
    fairy_todos_set(todos, "arrows", NULL, "Connect the steps", NULL);
    fairy_todos_set(todos, "legend", NULL, "Explain the colours", NULL);
    const FairyAction *const *actions = fairy_actions();
    for (guint i = 0; actions[i]; i++) {
        if (!fairy_action_is_offered(actions[i]) || actions[i]->family == FAIRY_FAMILY_DATA) {
            continue;
        }
        Turn t = turn_of(furnished, &(FairyExecutorOptions){.todos = todos}, actions[i]->example);
        const FairyOutcome *o = fairy_executor_outcomes(t.executor)->pdata[0];
        gboolean beyond = o->detail && g_str_has_suffix(o->detail, "of the page");
        if (o->status != FAIRY_OK && !beyond && !o->unchanged) {
            g_error("%s: %s", actions[i]->name, o->detail);
        }
        turn_done(&t);
    }
}

static void test_arrows(void)
{
    Turn t = turn_of(
        drawing, &(FairyExecutorOptions){0},
        "[{\"_type\":\"create\",\"shape\":{\"_type\":\"arrow\",\"shapeId\":\"e\",\"fromId\":"
        "\"a\",\"toId\":\"b\"}},{\"_type\":\"create\",\"shape\":{\"_type\":\"arrow\","
        "\"shapeId\":\"f\",\"x1\":0,\"y1\":0,\"x2\":50,\"y2\":0,\"toId\":\"nix\"}}]");
    g_autofree char *got = print_outcomes(t.executor);
    g_assert_cmpstr(got, ==,
                    "0 create ok [e]\n1 create adjusted [f] \"toId\" left out, as there is no "
                    "shape \"nix\"; bound to nothing at either end\n");
    g_autoptr(SvgShape) arrow = svg_document_shape(t.doc, "e", NULL);
    g_assert_cmpstr(arrow->from_id, ==, "a");
    g_assert_cmpstr(arrow->to_id, ==, "b");
    turn_done(&t);
}

static void count(const FairyOutcome *outcome, gpointer data)
{
    g_assert_cmpuint(outcome->index, ==, *(guint *)data);
    ++*(guint *)data;
}

/* Twice as many actions take about twice as long. */
static clock_t time_moves(guint n)
{
    g_autoptr(SvgDocument) doc = parse(drawing);
    guint told = 0;
    g_autoptr(FairyExecutor) executor = fairy_executor_new(
        doc, fairy_actions(), &(FairyExecutorOptions){.on_outcome = count, .data = &told});
    clock_t before = clock();
    g_assert_true(fairy_executor_feed(executor, "[", 1, NULL));
    for (guint i = 0; i < n; i++) {
        g_autofree char *text = g_strdup_printf(
            "{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":%u,\"y\":1},", i % 2 * 10 + 1);
        g_assert_true(fairy_executor_feed(executor, text, strlen(text), NULL));
    }
    g_assert_true(fairy_executor_feed(executor, "]", 1, NULL));
    g_assert_true(fairy_executor_end(executor, NULL));
    g_assert_cmpuint(told, ==, n);
    return clock() - before;
}

static void test_many(void)
{
    clock_t some = time_moves(2000), more = time_moves(20000);
    g_test_message("2000 moves: %ld us, 20000: %ld us", some, more);
    g_assert_cmpint(more, <, some * 40);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/turn/splits", test_splits);
    g_test_add_func("/turn/one-chunk", test_one_chunk);
    g_test_add_func("/turn/truncated", test_truncated);
    g_test_add_func("/turn/refusals", test_refusals);
    g_test_add_func("/turn/words", test_words);
    g_test_add_func("/turn/ids/taken", test_taken_ids);
    g_test_add_func("/turn/taken-ids-forgotten", test_taken_ids_forgotten);
    g_test_add_func("/turn/ids/unique", test_unique_ids);
    g_test_add_func("/turn/ids/unknown", test_unknown_in_lists);
    g_test_add_func("/turn/align", test_align);
    g_test_add_func("/turn/distribute", test_distribute);
    g_test_add_func("/turn/stack", test_stack);
    g_test_add_func("/turn/place", test_place);
    g_test_add_func("/turn/move", test_move);
    g_test_add_func("/turn/zero-counts", test_zero_counts);
    g_test_add_func("/turn/origin", test_origin);
    g_test_add_func("/turn/rounded", test_rounded);
    g_test_add_func("/turn/shown-before", test_shown_before);
    g_test_add_func("/turn/echo", test_echo);
    g_test_add_func("/turn/told-units", test_told_units);
    g_test_add_func("/turn/undo", test_undo);
    g_test_add_func("/turn/undo-leaves-others", test_undo_leaves_others);
    g_test_add_func("/turn/examples", test_examples);
    g_test_add_func("/turn/arrows", test_arrows);
    g_test_add_func("/turn/many", test_many);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
