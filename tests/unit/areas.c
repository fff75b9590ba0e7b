/* A fairy at a task changes what lies in the task's area, or was made for it, and nothing else. */
#include "common/scene.h"

#include <string.h>

/* Fifteen boxes in a row of five, 80 × 40 each; a task whose area has the first two. */
static char *row_of_boxes(void)
{
    GString *out = g_string_new("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 300'>\n");
    for (guint i = 0; i < 15; i++) {
        g_string_append_printf(out,
                               "<rect id='r%u' x='%u' y='%u' width='80' height='40' fill='red'/>\n",
                               i, 20 + 110 * (i % 5), 20 + 90 * (i / 5));
    }
    g_string_append(out, "</svg>\n");
    return g_string_free(out, FALSE);
}

#define PLAN(id)                                                                            \
    "{\"_type\":\"create-task\",\"taskId\":\"" id "\",\"title\":\"T\",\"text\":\"Do it.\"," \
    "\"x\":0,\"y\":0,\"w\":220,\"h\":80}"
#define CREATE(id, x, y)                                                                        \
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"" id "\",\"x\":" #x \
    ",\"y\":" #y ",\"w\":20,\"h\":10}}"

/* A task in which that is done, and then called done. */
static void work(TestScene *scene, const char *drawing, const char *actions)
{
    g_autofree char *reply =
        g_strdup_printf("{\"actions\":[%s,{\"_type\":\"mark-task-done\"}]}", actions);
    scene->drawing = drawing;
    test_scene_begin(scene, (FairyAgentOptions){.plans = TRUE},
                     TEST_REPLY(PLAN("t") "," TEST_START("t")), reply, TEST_REPLY(TEST_DONE),
                     TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(scene, "go");
    g_test_message("%s\n%s", scene->way->str, scene->faults->str);
}

static guint n_boxes(TestScene *scene)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(scene->doc);
    return shapes->len;
}

static void test_clear(void)
{
    g_autofree char *drawing = row_of_boxes();
    g_auto(TestScene) scene = {0};
    work(&scene, drawing, "{\"_type\":\"clear\"}");
    g_assert_nonnull(strstr(scene.way->str, "clear:adjusted "));
    g_assert_cmpuint(n_boxes(&scene), ==, 13);
    g_assert_false(svg_document_has_id(scene.doc, "r0"));
    g_assert_true(svg_document_has_id(scene.doc, "r2"));
    g_assert_nonnull(strstr(scene.faults->str, "beyond your area"));
}

/* What was left as it was isn't the task's afterwards. */
static void test_kept(void)
{
    g_autofree char *drawing = row_of_boxes();
    g_auto(TestScene) scene = {0};
    work(&scene, drawing,
         "{\"_type\":\"send-to-back\",\"shapeIds\":[\"r1\",\"r9\"]},"
         "{\"_type\":\"offset\",\"shapeIds\":[\"r9\"],\"offsetX\":1,\"offsetY\":0}");
    g_assert_nonnull(strstr(scene.way->str, "send-to-back:adjusted offset:refused "));
}

static void test_others(void)
{
    static const char *const actions[] = {
        "{\"_type\":\"move\",\"shapeId\":\"r7\",\"x\":5,\"y\":5}",
        "{\"_type\":\"delete\",\"shapeId\":\"r7\"}",
        "{\"_type\":\"set-style\",\"shapeIds\":[\"r7\"],\"fill\":\"blue\"}",
        "{\"_type\":\"label\",\"shapeId\":\"r7\",\"text\":\"x\"}",
        "{\"_type\":\"move\",\"shapeId\":\"r1\",\"x\":300,\"y\":200}",
        CREATE("n", 400, 200),
    };
    g_autofree char *drawing = row_of_boxes();
    for (gsize i = 0; i < G_N_ELEMENTS(actions); i++) {
        g_auto(TestScene) scene = {0};
        work(&scene, drawing, actions[i]);
        g_autofree char *after = test_print(&scene);
        g_assert_nonnull(strstr(scene.way->str, ":refused "));
        g_assert_cmpstr(after, ==, drawing);
        g_assert_nonnull(strstr(scene.faults->str, "your area"));
    }
}

static void test_own(void)
{
    g_autofree char *drawing = row_of_boxes();
    g_auto(TestScene) scene = {0};
    work(&scene, drawing,
         CREATE("n", 105, 60) ",{\"_type\":\"offset\",\"shapeIds\":[\"r0\",\"r3\"],\"offsetX\":2,"
                              "\"offsetY\":0}");
    g_assert_nonnull(strstr(scene.way->str, "create:ok offset:adjusted "));
    g_assert_cmpfloat(test_x(&scene, "r0"), ==, 22);
    g_assert_cmpfloat(test_x(&scene, "r3"), ==, 350);
}

/* Without a task, and when it is over, the whole drawing is its own. */
static void test_free(void)
{
    g_autofree char *drawing = row_of_boxes();
    g_auto(TestScene) scene = {.drawing = drawing};
    test_scene_begin(&scene, (FairyAgentOptions){0}, TEST_REPLY("{\"_type\":\"clear\"}"), NULL);
    test_ask(&scene, "go");
    g_assert_cmpuint(n_boxes(&scene), ==, 0);
}

#define WORDS                                                                 \
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 300'>\n"        \
    "<rect id='a' x='10' y='10' width='100' height='40' fill='#eee'/>\n"      \
    "<text id='t' x='20' y='35' font-size='14'>Some words</text>\n"           \
    "<rect id='b' x='10' y='60' width='20' height='20' fill='#eee'/>\n"       \
    "<text id='u' x='12' y='75' font-size='14'>Words that reach out</text>\n" \
    "<text id='v' x='120' y='30' font-size='14'>More words</text>\n</svg>\n"

/* What was so before isn't its fault, what it made worse is; that is told once. */
static void test_worse(void)
{
    g_auto(TestScene) better = {0}, worse = {0};
    work(&better, WORDS, "{\"_type\":\"offset\",\"shapeIds\":[\"b\"],\"offsetX\":1,\"offsetY\":0}");
    g_assert_nonnull(strstr(better.way->str, "offset:ok mark-task-done:ok "));
    work(&worse, WORDS,
         "{\"_type\":\"offset\",\"shapeIds\":[\"v\"],\"offsetX\":-60,\"offsetY\":0}");
    g_assert_nonnull(strstr(worse.way->str, "offset:ok mark-task-done:refused "));
    g_assert_nonnull(strstr(worse.way->str, "mark-task-done:ok "));
    g_assert_true(test_was_told(&worse, 2, "what you did was looked over, and may have faults"));
    g_assert_null(strstr(worse.faults->str, "Words that reach out"));
}

#define WORDS_AT(id, x)                                                                    \
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"text\",\"shapeId\":\"" id "\",\"x\":" #x \
    ",\"y\":20,\"text\":\"Out there\"}}"
#define PLAN_BEYOND(id)                                                                     \
    "{\"_type\":\"create-task\",\"taskId\":\"" id "\",\"title\":\"T\",\"text\":\"Do it.\"," \
    "\"x\":-160,\"y\":0,\"w\":155,\"h\":80}"

/* Where the area lies beyond the page what is made there is meant to be there. */
static void test_beyond_page(void)
{
    g_auto(TestScene) scene = {.drawing = WORDS};
    test_scene_begin(&scene, (FairyAgentOptions){.plans = TRUE},
                     TEST_REPLY(PLAN_BEYOND("t") "," TEST_START("t")),
                     TEST_REPLY(WORDS_AT("n", -120) "," TEST_DONE), TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_test_message("%s\n%s", scene.way->str, scene.faults->str);
    g_assert_nonnull(strstr(scene.way->str, "create:ok mark-task-done:ok "));
}

/* What it made for one task, and left as it is, isn't a fault of the next. */
static void test_made_before(void)
{
    g_auto(TestScene) scene = {.drawing = WORDS};
    test_scene_begin(
        &scene, (FairyAgentOptions){.plans = TRUE},
        TEST_REPLY(PLAN("t") "," PLAN("u") "," TEST_START("t")),
        TEST_REPLY(WORDS_AT("n", 122) "," TEST_DONE), TEST_REPLY(TEST_DONE),
        TEST_REPLY(TEST_START("u")),
        TEST_REPLY("{\"_type\":\"offset\",\"shapeIds\":[\"b\"],\"offsetX\":1,\"offsetY\":0},"
                   "{\"_type\":\"think\",\"text\":\"second\"}," TEST_DONE),
        TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_test_message("%s\n%s", scene.way->str, scene.faults->str);
    g_assert_nonnull(strstr(scene.way->str, "create:ok mark-task-done:refused "));
    g_assert_nonnull(strstr(scene.faults->str, "This is asked once"));
    g_assert_nonnull(strstr(scene.way->str, "think:ok mark-task-done:ok "));
}

int main(int argc, char **argv)
{
    g_setenv("XDG_CONFIG_HOME", "/nonexistent", TRUE); /* nobody's settings */
    g_setenv("FAIRIES_RENDER", "/nonexistent", TRUE);  /* pictures are for others to look at */
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/areas/clear", test_clear);
    g_test_add_func("/areas/kept", test_kept);
    g_test_add_func("/areas/others", test_others);
    g_test_add_func("/areas/own", test_own);
    g_test_add_func("/areas/free", test_free);
    g_test_add_func("/areas/worse", test_worse);
    g_test_add_func("/areas/beyond-page", test_beyond_page);
    g_test_add_func("/areas/made-before", test_made_before);
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
