/* Fairies that are interrupted, fail and are asked again, recorded and then replayed without a
 * server: the same way to the same drawing, byte for byte. */
#include "common/recordings.h"
#include "common/scene.h"

#include <string.h>

/* What a person does with a fairy, and what its model answers. */
typedef struct {
    const char *name;
    const char *replies[4]; /* the last ones may be NULL */
    FairyEventKind when;
    guint nth;
    void (*then)(TestScene *scene);
    const char *words[2]; /* said when it rests; the second may be NULL */
    const char *way;
    double a, b; /* where the boxes are in the end */
} Case;

static void take_over(TestScene *scene)
{
    fairy_agent_interrupt(
        scene->agent, FAIRY_MODE_NONE,
        &(FairyInput){.text = "no, the other one", .view = SVG_BOX_EMPTY, .words = "no"});
}

static void stop(TestScene *scene)
{
    fairy_agent_stop(scene->agent);
}

static const Case cases[] = {
    {"taken-over",
     {TEST_REPLY(TEST_MOVE("a", 50) "," TEST_MOVE("a", 60) "," TEST_MOVE("a", 70)),
      TEST_REPLY(TEST_MOVE("b", 70))},
     FAIRY_EVENT_ACTION,
     2,
     take_over,
     {"move a"},
     "one-shotting request move:ok move:ok request move:ok idling rest ",
     60,
     70},
    /* While it is being written: nothing of it is there. */
    {"taken-over-in-an-action",
     {TEST_REPLY(TEST_MOVE("a", 50)), TEST_REPLY(TEST_MOVE("b", 70))},
     FAIRY_EVENT_PARTIAL,
     1,
     take_over,
     {"move a"},
     "one-shotting request request move:ok idling rest ",
     20,
     70},
    {"stopped-and-gone-on",
     {TEST_REPLY(TEST_TODO("x", "todo") "," TEST_MOVE("a", 50) "," TEST_MOVE("a", 70)),
      TEST_REPLY(TEST_MOVE("b", 70) "," TEST_TODO("x", "done"))},
     FAIRY_EVENT_ACTION,
     2,
     stop,
     {"move both", "go on"},
     "one-shotting request update-todo:ok move:ok one-shotting-pausing rest "
     "one-shotting request move:ok update-todo:ok idling rest ",
     50,
     70},
    {"failed-and-gone-on",
     {TEST_REPLY(TEST_TODO("x", "todo") "," TEST_MOVE("a", 50)), TEST_ANSWER_401,
      TEST_REPLY(TEST_MOVE("b", 70) "," TEST_TODO("x", "done"))},
     FAIRY_EVENT_REST,
     0,
     NULL,
     {"move both", "go on"},
     "one-shotting request update-todo:ok move:ok request one-shotting-pausing rest:error "
     "one-shotting request move:ok update-todo:ok idling rest ",
     50,
     70},
};

/* All that is the same each time. */
static char *play(const Case *one, const char *script, FairyAgentOptions options)
{
    g_auto(TestScene) scene = {.when = one->when, .nth = one->nth, .then = one->then};
    test_scene_open(&scene, script, options);
    for (guint i = 0; i < G_N_ELEMENTS(one->words) && one->words[i]; i++) {
        test_ask(&scene, one->words[i]);
    }
    g_assert_cmpstr(scene.way->str, ==, one->way);
    g_assert_cmpfloat(test_x(&scene, "a"), ==, one->a);
    g_assert_cmpfloat(test_x(&scene, "b"), ==, one->b);
    g_autofree char *drawing = test_print(&scene);
    cJSON *memory = fairy_memory_json(fairy_agent_memory(scene.agent)), *item;
    cJSON_ArrayForEach(item, memory)
    {
        cJSON_DeleteItemFromObject(item, "time");
    }
    g_autofree char *said = cJSON_Print(memory);
    cJSON_Delete(memory);
    return g_strconcat(drawing, said, NULL);
}

static char *script_of(const Case *one)
{
    GString *script = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(one->replies) && one->replies[i]; i++) {
        if (g_str_has_prefix(one->replies[i], "answer ")) {
            g_string_append(script, one->replies[i]);
        } else {
            test_answer_add(script, one->replies[i], "");
        }
    }
    return g_string_free(script, FALSE);
}

static void test_case(gconstpointer data)
{
    const Case *one = data;
    g_autofree char *path = test_recording_path(), *script = script_of(one);
    g_autofree char *model = g_strconcat("replay+strict:", path, NULL);
    FairyRecording *recording = test_record(path, NULL);
    g_autofree char *first =
        play(one, script, (FairyAgentOptions){.context = {.recording = recording}});
    test_recording_close(recording);
    g_autofree char *again = play(one, script, (FairyAgentOptions){0});
    g_assert_cmpstr(again, ==, first);
    for (guint i = 0; i < 2; i++) {
        g_autofree char *replayed = play(one, NULL, (FairyAgentOptions){.model = model});
        g_assert_cmpstr(replayed, ==, first);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    test_recordings_begin();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/agent-replay/", cases[i].name, NULL);
        g_test_add_data_func(path, &cases[i], test_case);
    }
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
