/* Faults of the systems whose actions these are, by the numbers of the action reference (§6.2):
 * what actions do. Each must not be here. Vectors are its (§7). */
#include "common/replies.h"

#include <fairy/scene_data.h>
#include <fairy/view.h>

#include <string.h>

static const char drawing[] = TEST_DRAWING;

/* --- applying --------------------------------------------------------------------------------- */

static void test_drawn_stays_drawn(void)
{
    g_auto(TestRun) done =
        test_run(drawing, "[{\"_type\":\"update\",\"update\":{\"shapeId\":\"drawn\","
                          "\"color\":\"red\"}}]");
    test_expect(&done, "ok");
    test_expect_in_file(&done, "d=\"M 600,100 C 610,90 620,120 630,100 640,80 650,110 660,100\"");
    test_expect_in_file(&done, "stroke:#e03131");
}

static void test_patches(void)
{
    g_auto(TestRun) done = test_run(
        drawing,
        "[{\"_type\":\"update\",\"update\":{\"shapeId\":\"l\",\"x2\":450}},"
        "{\"_type\":\"update\",\"update\":{\"shapeId\":\"l\",\"y1\":0}},"
        "{\"_type\":\"update\",\"update\":{\"shapeId\":\"zigzag\",\"x1\":5}},"
        "{\"_type\":\"create\",\"shape\":{\"_type\":\"arrow\",\"shapeId\":\"r\",\"fromId\":"
        "\"a\",\"toId\":\"b\"}},"
        "{\"_type\":\"update\",\"update\":{\"shapeId\":\"r\",\"toId\":null,\"x2\":300,"
        "\"y2\":45}}]");
    test_expect(
        &done,
        "ok\nok\nrefused: \"zigzag\" isn't a single line or arc, so it has no two ends to "
        "set\nok\nok: bound at its start to \"a\", at its end to nothing; its start is at x 110, "
        "y 45 now");
    test_expect_in_file(&done, "x1=\"300\" y1=\"0\" x2=\"450\" y2=\"100\"");
    test_expect_in_file(&done, "points=\"0,500 20,550 40,500 60,550\"");
    g_autoptr(SvgShape) arrow = svg_document_shape(done.doc, "r", NULL);
    g_assert_cmpstr(arrow->from_id, ==, "a");
    g_assert_null(arrow->to_id);
    g_assert_cmpfloat(arrow->end.x, ==, 300);
}

static void test_zero(void)
{
    g_auto(TestRun) done = test_run(
        drawing,
        "[{\"_type\":\"rotate\",\"shapeIds\":[\"a\"],\"degrees\":90,\"originX\":0,\"originY\":0},"
        "{\"_type\":\"resize\",\"shapeIds\":[\"b\"],\"scaleX\":2,\"scaleY\":2,\"originX\":0,"
        "\"originY\":0},"
        "{\"_type\":\"rotate\",\"shapeIds\":[\"a\"],\"degrees\":0,\"originX\":5,\"originY\":5},"
        "{\"_type\":\"move\",\"shapeId\":\"frac\",\"x\":0,\"y\":0},"
        "{\"_type\":\"resize\",\"shapeIds\":[\"b\"],\"scaleX\":1,\"scaleY\":0,\"originX\":0,"
        "\"originY\":0}]");
    test_expect(
        &done,
        "adjusted: a lies 20 to the left of the page\n"
        "adjusted: b reaches 80 below the page\n"
        "refused: rotate: it is so already\nok\nrefused: resize: \"scaleY\" must be a number other than 0, got 0"
        "; it is resize(shapeIds, scaleX, scaleY, originX, originY)");
    test_expect_box(&done, "a", -70, 10, 50, 100);
    test_expect_box(&done, "b", 200, 600, 100, 80);
    test_expect_box(&done, "frac", 0, 0, 30, 20);
}

static void test_gap(void)
{
    static const struct {
        const char *gap;
        double x;
    } cases[] = {{"0", 110}, {"20", 130}, {"1000", 1110}, {"-30", 80}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *reply = g_strdup_printf(
            "[{\"_type\":\"stack\",\"shapeIds\":[\"a\",\"b\"],\"direction\":\"horizontal\","
            "\"gap\":%s}]",
            cases[i].gap);
        g_auto(TestRun) done = test_run(drawing, reply);
        test_expect_box(&done, "b", cases[i].x, 300, 50, 40);
    }
}

static gboolean has_field(const char *action, const char *name)
{
    const FairyField *field = fairy_action_find(action)->fields;
    while (field->name && !g_str_equal(field->name, name)) {
        field++;
    }
    return field->name != NULL;
}

static void test_no_dead_fields(void)
{
    g_assert_false(has_field("align", "gap"));
    g_assert_false(has_field("rotate", "centerY"));
    static const struct {
        const char *expression;
        double count;
    } cases[] = {{"", 7}, {"type = rectangle", 4}, {"w = 50", 1}, {"locked", 1}, {"stars", 0}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *reply =
            g_strdup_printf("[{\"_type\":\"count\",\"expression\":\"%s\"}]", cases[i].expression);
        g_auto(TestRun) done = test_run(drawing, reply);
        const cJSON *count = cJSON_GetObjectItem(test_outcome(&done, 0)->data, "count");
        g_assert_cmpfloat(cJSON_GetNumberValue(count), ==, cases[i].count);
    }
}

/* Every coordinate of a changed shape counts from the origin, lengths don't. */
static void test_offset_of_changes(void)
{
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){100, 50}, 1);
    g_auto(TestRun) done =
        test_run(drawing, "[{\"_type\":\"offset\",\"shapeIds\":[\"l\",\"a\"],\"offsetX\":10,"
                          "\"offsetY\":20}]");
    g_autofree char *text = fairy_changes_json(done.doc, coords, 0, NULL);
    cJSON *json = cJSON_Parse(text);
    static const struct {
        const char *name;
        double value;
    } wanted[] = {{"x1", 210}, {"y1", 70}, {"x2", 310}, {"y2", 70}};
    const cJSON *entry, *after = NULL;
    cJSON_ArrayForEach(entry, cJSON_GetObjectItem(json, "updated"))
    {
        if (g_str_equal(cJSON_GetObjectItem(entry, "shapeId")->valuestring, "l")) {
            after = cJSON_GetObjectItem(entry, "after");
        }
    }
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        const cJSON *item = cJSON_GetObjectItem(after, wanted[i].name);
        g_assert_cmpfloat(cJSON_GetNumberValue(item), ==, wanted[i].value);
    }
    cJSON_Delete(json);
}

static void test_locks(void)
{
    g_auto(TestRun) done = test_run(
        drawing,
        "[" TEST_DELETE(
            "lock") ",{\"_type\":\"move\",\"shapeId\":\"lock\",\"x\":0,\"y\":0},"
                    "{\"_type\":\"update\",\"update\":{\"shapeId\":\"lock\",\"color\":\"red\"}},"
                    "{\"_type\":\"label\",\"shapeId\":\"lock\",\"text\":\"x\"},"
                    "{\"_type\":\"rotate\",\"shapeIds\":[\"lock\"],\"degrees\":9,\"originX\":0,"
                    "\"originY\":0}]");
    for (guint i = 0; i < 5; i++) {
        g_assert_cmpstr(test_outcome(&done, i)->detail, ==,
                        "\"lock\" is locked; only a person can unlock it");
    }
    test_expect_file(&done, drawing);
}

/* Nothing is done before an action is complete, and then once. */
static void test_once(void)
{
    const char *reply = "[{\"_type\":\"bring-to-front\",\"shapeIds\":[\"a\",\"b\"]}]";
    g_auto(TestRun) done = test_run_in(drawing, reply, 1);
    g_assert_cmpuint(svg_document_version(done.doc), ==, 1);
    g_assert_cmpuint(svg_document_undo_depth(done.doc), ==, 1);
}

static void test_parents(void)
{
    static const char svg[] = TEST_HEAD
        "<g transform=\"translate(100,0) scale(2)\"><rect id=\"in\" x=\"0\" y=\"0\" width=\"10\" "
        "height=\"10\"/></g>"
        "<g transform=\"rotate(90)\"><rect id=\"turned\" x=\"0\" y=\"-40\" width=\"20\" "
        "height=\"10\"/></g>"
        "<rect id=\"ref\" x=\"300\" y=\"300\" width=\"50\" height=\"50\"/></svg>";
    g_auto(TestRun) done = test_run(
        svg,
        "[{\"_type\":\"place\",\"shapeId\":\"in\",\"referenceShapeId\":\"ref\",\"side\":\"right\","
        "\"align\":\"start\",\"sideOffset\":10},"
        "{\"_type\":\"update\",\"update\":{\"shapeId\":\"turned\",\"x\":5,\"y\":6}},"
        "{\"_type\":\"offset\",\"shapeIds\":[\"turned\"],\"offsetX\":1,\"offsetY\":0}]");
    test_expect(&done, "ok\nok\nok");
    test_expect_box(&done, "in", 360, 300, 20, 20);
    test_expect_box(&done, "turned", 6, 6, 10, 20);
    g_autoptr(SvgShape) turned = svg_document_shape(done.doc, "turned", NULL);
    g_assert_cmpfloat_with_epsilon(turned->rotation, 90, 1e-9);
    g_autoptr(FairyCoords) coords = fairy_coords_new((SvgPoint){0, 0}, 1);
    FairyViewOptions options = {.view = SVG_BOX_EMPTY, .detail = FAIRY_DETAIL_SIMPLE};
    g_autofree char *text = fairy_view(done.doc, coords, &options, NULL);
    g_assert_nonnull(strstr(text, "\"w\":10,\"h\":20,\"rotation\":90,"));
}

/* The last point is there, as is a stroke of 5 units; the curve goes through the points given. */
static void test_strokes(void)
{
    g_auto(TestRun) done = test_run(
        drawing,
        "[{\"_type\":\"pen\",\"shapeId\":\"p\",\"style\":\"straight\",\"points\":[{\"x\":0,"
        "\"y\":0},{\"x\":100,\"y\":0}]},"
        "{\"_type\":\"pen\",\"shapeId\":\"short\",\"points\":[{\"x\":0,\"y\":0},{\"x\":5,"
        "\"y\":0}]},"
        "{\"_type\":\"pen\",\"shapeId\":\"tri\",\"closed\":true,\"style\":\"straight\",\"fill\":"
        "\"solid\",\"points\":[{\"x\":0,\"y\":0},{\"x\":30,\"y\":0},{\"x\":30,\"y\":30}]},"
        "{\"_type\":\"pen\",\"shapeId\":\"curve\",\"style\":\"smooth\",\"points\":[{\"x\":0,"
        "\"y\":0},{\"x\":50,\"y\":40},{\"x\":100,\"y\":0}]},"
        "{\"_type\":\"move\",\"shapeId\":\"short\",\"x\":7,\"y\":7}]");
    test_expect(&done, "ok\nok\nok\nok\nok");
    test_expect_box(&done, "p", 0, 0, 100, 0);
    test_expect_box(&done, "short", 7, 7, 5, 0);
    test_expect_box(&done, "tri", 0, 0, 30, 30);
    test_expect_box(&done, "curve", 0, 0, 100, 40);
}

/* Positive is left of the way, as seen on screen: to the right, it bulges up. */
static void test_bend_sign(void)
{
    static const struct {
        double x2, y2, x, y; /* (x, y): the middle */
    } cases[] = {{100, 0, 50, -20}, {-100, 0, -50, 20}, {0, 100, 20, 50}, {0, -100, -20, -50}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *reply = g_strdup_printf(
            "[{\"_type\":\"create\",\"shape\":{\"_type\":\"arrow\",\"shapeId\":\"r\","
            "\"x1\":0,\"y1\":0,\"x2\":%g,\"y2\":%g,\"bend\":20}}]",
            cases[i].x2, cases[i].y2);
        g_auto(TestRun) done = test_run(TEST_HEAD "</svg>", reply);
        SvgBox box;
        svg_document_bounds(done.doc, "r", &box, NULL);
        double x = cases[i].x2 ? cases[i].x : cases[i].x > 0 ? box.x + box.w : box.x;
        double y = cases[i].y2 ? cases[i].y : cases[i].y > 0 ? box.y + box.h : box.y;
        g_assert_cmpfloat_with_epsilon(x, cases[i].x, 1e-3);
        g_assert_cmpfloat_with_epsilon(y, cases[i].y, 1e-3);
        g_assert_cmpfloat_with_epsilon(MIN(box.w, box.h), 20, 1e-3);
    }
    g_auto(TestRun) done =
        test_run(TEST_HEAD "</svg>", "[{\"_type\":\"create\",\"shape\":{\"_type\":\"arrow\","
                                     "\"x1\":0,\"y1\":0,\"x2\":100,\"y2\":0,\"bend\":20}}]");
    test_expect_in_file(&done, "A 72.5 72.5 0 0 1 100,0");
}

/* The second shape can't be moved, when the first has been. */
static void test_failure_is_one_action(void)
{
    static const char svg[] = TEST_HEAD "<rect id=\"a\" width=\"9\" height=\"9\"/>"
                                        "<g transform=\"scale(1,0)\"><rect id=\"flat\" width=\"9\" "
                                        "height=\"9\"/></g></svg>";
    g_auto(TestRun) done = test_run(svg, "[{\"_type\":\"offset\",\"shapeIds\":[\"a\",\"flat\"],"
                                         "\"offsetX\":5,\"offsetY\":0},{\"_type\":\"offset\","
                                         "\"shapeIds\":[\"a\"],\"offsetX\":0,\"offsetY\":7}]");
    g_assert_cmpint(test_outcome(&done, 0)->status, ==, FAIRY_REFUSED);
    g_assert_cmpint(test_outcome(&done, 1)->status, ==, FAIRY_OK);
    test_expect_box(&done, "a", 0, 7, 9, 9);
    g_assert_cmpuint(svg_document_undo_depth(done.doc), ==, 1);
}

static void test_nothing_is_silent(void)
{
    g_auto(TestRun) done = test_run(
        drawing,
        "{\"actions\":[{\"_type\":\"dance\"},5,{},{\"_type\":\"move\",\"shapeId\":\"nix\","
        "\"x\":0,\"y\":0},{\"_type\":\"offset\",\"shapeIds\":[\"a\",\"nix\"],\"offsetX\":0,"
        "\"offsetY\":1}]}");
    for (guint i = 0; i < 5; i++) {
        const FairyOutcome *o = test_outcome(&done, i);
        g_assert_cmpuint(o->index, ==, i);
        g_assert_cmpint(o->status, ==, i < 4 ? FAIRY_REFUSED : FAIRY_ADJUSTED);
        g_assert_cmpuint(strlen(o->detail), >, 10);
    }
}

/* New shapes can go into a group that is turned, and below others. */
static void test_places(void)
{
    static const char svg[] =
        TEST_HEAD "<g id=\"g\" transform=\"rotate(90)\"><rect id=\"low\" x=\"0\" y=\"-40\" "
                  "width=\"20\" height=\"10\"/></g>"
                  "<rect id=\"top\" x=\"300\" y=\"300\" width=\"50\" height=\"50\"/></svg>";
    g_auto(TestRun) done = test_run(
        svg, "[{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"in\","
             "\"x\":5,\"y\":6,\"w\":30,\"h\":40,\"parent\":\"g\"}},"
             "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"under\","
             "\"x\":0,\"y\":0,\"w\":9,\"h\":9,\"below\":\"top\"}}]");
    test_expect(&done, "ok\nok");
    test_expect_box(&done, "in", 5, 6, 30, 40);
    g_autoptr(SvgShape) in = svg_document_shape(done.doc, "in", NULL);
    g_assert_cmpstr(in->parent, ==, "g");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(done.doc);
    const SvgShape *last = shapes->pdata[shapes->len - 1], *before = shapes->pdata[shapes->len - 2];
    g_assert_cmpstr(last->id, ==, "top");
    g_assert_cmpstr(before->id, ==, "under");
}

static void test_undo(void)
{
    g_auto(TestRun) done =
        test_run(drawing, "[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":0,\"y\":0}," TEST_DELETE(
                              "b") ",{\"_type\":\"message\",\"text\":\"done\"}]");
    g_assert_true(svg_document_undo(done.doc));
    g_assert_true(svg_document_has_id(done.doc, "b"));
    test_expect_box(&done, "a", 0, 0, 100, 50);
    g_assert_true(svg_document_redo(done.doc));
    fairy_executor_undo(done.executor);
    test_expect_file(&done, drawing);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *path;
        void (*test)(void);
    } tests[] = {
        {"B7-drawn-stays-drawn", test_drawn_stays_drawn},
        {"B8-patches", test_patches},
        {"B9-zero-is-a-value", test_zero},
        {"B10-gap-is-the-gap", test_gap},
        {"B11-no-dead-fields", test_no_dead_fields},
        {"B12-all-coordinates-are-offset", test_offset_of_changes},
        {"B14-locks-hold", test_locks},
        {"B15-done-once", test_once},
        {"B16-parents-and-rotation", test_parents},
        {"B17-strokes-are-whole", test_strokes},
        {"B20-bend-sign", test_bend_sign},
        {"B21-parents-and-places", test_places},
        {"B22-a-failure-is-one-action", test_failure_is_one_action},
        {"B23-nothing-is-silent", test_nothing_is_silent},
        {"B25-undo-by-action-and-turn", test_undo},
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
