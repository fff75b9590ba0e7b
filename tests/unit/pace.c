/* When a push may be made: facts in, an answer out. */
#include "pace.h"

#include <string.h>

#define NOW     (100 * G_USEC_PER_SEC)
#define AGO(ms) (NOW - (gint64)(ms)*1000)

typedef struct {
    const char *title;
    PaceFacts facts;
    PaceAct act;
    const char *why; /* a part of it; NULL = none is told */
} Case;

/* `now`, `name` and, where it isn't given, `tool` are filled in. */
static const Case cases[] = {
    {"nothing in the way", {0}, PACE_PUSH, NULL},
    {"another tool", {.tool = "Rect"}, PACE_PUSH, NULL},
    {"a text is written", {.tool = "Text"}, PACE_HOLD, "text tool"},
    {"a text, at the end", {.tool = "Text", .ended = TRUE}, PACE_HOLD, "text tool"},
    {"a text, but it is wanted now", {.tool = "Text", .said = TRUE}, PACE_PUSH, NULL},
    {"a text, wanted now, and a key came",
     {.tool = "Text", .said = TRUE, .last_input = AGO(50)},
     PACE_WAIT,
     NULL},
    {"something was undone", {.redo = TRUE}, PACE_HOLD, "undone"},
    {"undone, at the end", {.redo = TRUE, .ended = TRUE}, PACE_HOLD, "undone"},
    {"undone, but it is wanted now", {.redo = TRUE, .said = TRUE}, PACE_PUSH, NULL},
    {"a button is down", {.button_down = TRUE}, PACE_HOLD, "button"},
    {"a button is down, whatever is wanted",
     {.button_down = TRUE, .said = TRUE},
     PACE_HOLD,
     "button"},
    {"a key or a button came", {.last_input = AGO(299)}, PACE_WAIT, NULL},
    {"a key or a button came long ago", {.last_input = AGO(301)}, PACE_PUSH, NULL},
    {"another document", {.other = TRUE}, PACE_HOLD, "waiting for order.svg"},
    {"another document, whatever is wanted", {.other = TRUE, .said = TRUE}, PACE_HOLD, "order.svg"},
    {"Inkscape is busy", {.busy = TRUE, .said = TRUE}, PACE_HOLD, "busy"},
    {"what would change was selected", {.last_touched = AGO(500)}, PACE_HOLD, "selected"},
    {"it was selected before", {.last_touched = AGO(2100)}, PACE_PUSH, NULL},
    {"40 ms, 300 ms ago", {.last_push = AGO(300), .last_push_ms = 40}, PACE_WAIT, NULL},
    {"40 ms, 410 ms ago", {.last_push = AGO(410), .last_push_ms = 40}, PACE_PUSH, NULL},
    {"40 ms, but it is wanted now",
     {.last_push = AGO(9), .last_push_ms = 40, .said = TRUE},
     PACE_PUSH,
     NULL},
    {"300 ms, 3.1 s ago", {.last_push = AGO(3100), .last_push_ms = 300}, PACE_PUSH, NULL},
    {"301 ms, a minute ago",
     {.last_push = AGO(60000), .last_push_ms = 301},
     PACE_HOLD,
     "at the end"},
    {"301 ms, at the end",
     {.last_push = AGO(60000), .last_push_ms = 301, .ended = TRUE},
     PACE_PUSH,
     NULL},
    {"900 ms, at the end, at once",
     {.last_push = AGO(1), .last_push_ms = 900, .ended = TRUE},
     PACE_WAIT,
     NULL},
    {"900 ms, but it is wanted now",
     {.last_push = AGO(1), .last_push_ms = 900, .said = TRUE},
     PACE_PUSH,
     NULL},
};

static void test_case(gconstpointer data)
{
    const Case *one = data;
    PaceFacts facts = one->facts;
    facts.now = NOW;
    facts.name = "order.svg";
    facts.tool = facts.tool != NULL ? facts.tool : "Select";
    g_auto(PaceAnswer) answer = pace_decide(&facts);
    g_assert_cmpint(answer.act, ==, one->act);
    g_assert_true((answer.why != NULL) == (one->act == PACE_HOLD));
    g_assert_true(one->why == NULL || strstr(answer.why, one->why) != NULL);
    g_assert_true((answer.ms > 0) == (one->act != PACE_PUSH));
}

/* What it waits for is over when it looks again, and not sooner than it must. */
static void test_waits(void)
{
    PaceFacts facts = {.now = NOW, .tool = "", .last_push = AGO(100), .last_push_ms = 50};
    g_auto(PaceAnswer) answer = pace_decide(&facts);
    g_assert_cmpuint(answer.ms, >=, 400);
    g_assert_cmpuint(answer.ms, <=, 401);
    facts.now += (gint64)answer.ms * 1000;
    g_auto(PaceAnswer) later = pace_decide(&facts);
    g_assert_cmpint(later.act, ==, PACE_PUSH);
}

static void test_unnamed(void)
{
    const PaceFacts facts = {.now = NOW, .tool = "", .other = TRUE};
    g_auto(PaceAnswer) answer = pace_decide(&facts);
    g_assert_nonnull(strstr(answer.why, "waiting for the drawing"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/pace/%s", cases[i].title);
        g_test_add_data_func(path, &cases[i], test_case);
    }
    g_test_add_func("/pace/waits", test_waits);
    g_test_add_func("/pace/unnamed", test_unnamed);
    return g_test_run();
}
