/* What the window beside Inkscape makes of the worker's events, and the words that it shows. */
#include "window/model.h"
#include "window/words.h"

#include <pango/pango.h>

#include <string.h>

typedef struct {
    WinModel *model;
    guint drawings, lines, dropped, presents, gone;
    char *over;
} Seen;

static void on_drawing(G_GNUC_UNUSED const WinDrawing *drawing, gpointer data)
{
    ((Seen *)data)->drawings++;
}

static void on_line(G_GNUC_UNUSED const WinDrawing *drawing, G_GNUC_UNUSED guint index,
                    gpointer data)
{
    ((Seen *)data)->lines++;
}

static void on_dropped(G_GNUC_UNUSED const WinDrawing *drawing, guint n, gpointer data)
{
    ((Seen *)data)->dropped += n;
}

static void on_present(G_GNUC_UNUSED const WinDrawing *drawing, gpointer data)
{
    ((Seen *)data)->presents++;
}

static void on_over(G_GNUC_UNUSED const WinDrawing *drawing, const char *text, gpointer data)
{
    Seen *seen = data;
    g_free(seen->over);
    seen->over = g_strdup(text);
}

static void on_gone(G_GNUC_UNUSED const WinDrawing *drawing, gpointer data)
{
    ((Seen *)data)->gone++;
}

static Seen *seen_new(void)
{
    static const WinModelFuncs funcs = {.drawing = on_drawing,
                                        .line = on_line,
                                        .dropped = on_dropped,
                                        .present = on_present,
                                        .over = on_over,
                                        .gone = on_gone};
    Seen *seen = g_new0(Seen, 1);
    seen->model = win_model_new(&funcs, seen);
    return seen;
}

static void seen_free(Seen *seen)
{
    win_model_free(seen->model);
    g_free(seen->over);
    g_free(seen);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Seen, seen_free)

static void take(Seen *seen, const char *text)
{
    cJSON *json = cJSON_Parse(text);
    g_assert_nonnull(json);
    win_model_take(seen->model, json);
    cJSON_Delete(json);
}

#define DRAWING                                                                               \
    "{\"event\":\"drawing\",\"drawing\":1,\"name\":\"order.svg\",\"selected\":[\"a\",\"b\"]," \
    "\"scope\":\"selection\",\"model\":\"offline\",\"models\":[\"offline\",7,\"x/y\"],"       \
    "\"state\":\"ready\",\"session\":\"default\"}"
#define TURN                                                                                \
    "{\"event\":\"turn\",\"drawing\":1,\"turn\":3,\"words\":\"make it blue\",\"fairies\":[" \
    "{\"fairy\":\"fairy\",\"name\":\"Teasel\",\"color\":\"#c2255c\"}]}"

static const WinLine *last_line(const WinDrawing *drawing)
{
    return win_drawing_line(drawing, drawing->lines->len - 1);
}

static void test_drawing(void)
{
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    const WinDrawing *drawing = win_model_find(seen->model, 1);
    g_assert_cmpstr(drawing->name, ==, "order.svg");
    g_assert_cmpuint(drawing->n_selected, ==, 2);
    g_assert_cmpuint(g_strv_length(drawing->models), ==, 2);
    g_assert_cmpuint(seen->presents, ==, 0);
    take(seen, "{\"event\":\"present\",\"drawing\":1}");
    g_assert_cmpuint(seen->presents, ==, 1);
    take(seen, "{\"event\":\"now\"}"); /* it is shown already */
    g_assert_cmpuint(seen->presents, ==, 1);
    take(seen, "{\"event\":\"drawing\",\"drawing\":1,\"state\":\"working\"}");
    g_assert_cmpint(drawing->state, ==, WIN_WORKING);
    g_assert_cmpstr(drawing->name, ==, "order.svg");
    win_model_clear(seen->model);
    g_assert_cmpuint(seen->gone, ==, 1);
    g_assert_null(win_model_at(seen->model, 0));
}

/* The menu was used before the window could hear it; a worker that comes back shows nothing. */
static void test_present(void)
{
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    g_assert_cmpuint(seen->presents, ==, 0);
    take(seen, "{\"event\":\"now\"}");
    g_assert_cmpuint(seen->presents, ==, 1);
    win_model_clear(seen->model);
    take(seen, DRAWING);
    take(seen, "{\"event\":\"now\"}");
    g_assert_cmpuint(seen->presents, ==, 1);
}

/* Events of unknown drawings and kinds, and of wrong types, change nothing. */
static void test_nonsense(void)
{
    static const char *const events[] = {
        "{\"event\":\"turn\",\"drawing\":9,\"turn\":1}",
        "{\"event\":\"dance\",\"drawing\":1}",
        "{\"event\":7}",
        "[]",
        "{}",
        "{\"event\":\"action\",\"drawing\":\"1\"}",
        "{\"event\":\"merge\",\"drawing\":1,\"merge\":[]}",
        "{\"event\":\"history\",\"drawing\":1,\"chat\":{\"who\":1}}"};
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    for (guint i = 0; i < G_N_ELEMENTS(events); i++) {
        take(seen, events[i]);
    }
    g_assert_cmpuint(seen->lines, ==, 0);
    g_assert_cmpuint(win_model_find(seen->model, 1)->lines->len, ==, 0);
}

/* --- random events ---------------------------------------------------------------------------- */

static const char *const names[] = {"drawing", "present",  "history",  "turn",   "decided", "hold",
                                    "picture", "spent",    "end",      "closed", "fairy",   "now",
                                    "request", "pose",     "partial",  "mode",   "task",    "todos",
                                    "rest",    "action",   "answered", "wait",   "warning", "told",
                                    "merge",   "thinking", "gesture",  "joined", "dance"};
static const char *const members[] = {
    "name",    "path",   "session", "scope",  "model",   "models",      "selected", "state",
    "chat",    "turn",   "words",   "fairy",  "fairies", "action",      "as",       "why",
    "waiting", "when",   "cost",    "tokens", "end",     "ok",          "error",    "color",
    "pose",    "mode",   "title",   "todos",  "outcome", "description", "detail",   "shapeIds",
    "type",    "waitMs", "message", "merge",  "summary", "icon",        "requests"};
static const char *const values[] = {"null",
                                     "true",
                                     "-1",
                                     "1e300",
                                     "0.5",
                                     "3",
                                     "\"\"",
                                     "\"fairy-2\"",
                                     "\"**a*`\\u001b\\n\"",
                                     "\"refused\"",
                                     "\"message\"",
                                     "\"after\"",
                                     "[]",
                                     "[1,null,\"a\",{}]",
                                     "{}",
                                     "{\"conflicts\":[{\"detail\":\"d\"}]}",
                                     ("[{\"who\":\"person\",\"words\":\"w\"},"
                                      "{\"fairy\":\"f\",\"status\":\"done\"}]")};

#define ANY(list) (list)[g_test_rand_int_range(0, G_N_ELEMENTS(list))]

static char *random_event(void)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "{\"event\":\"%s\",\"drawing\":%d", ANY(names),
                           g_test_rand_int_range(1, 4));
    for (int n = g_test_rand_int_range(0, 8); n > 0; n--) {
        g_string_append_printf(out, ",\"%s\":%s", ANY(members), ANY(values));
    }
    g_string_append_c(out, '}');
    return g_string_free(out, FALSE);
}

static void say_all(const WinDrawing *drawing)
{
    g_free(win_scope_text(drawing, drawing->scope));
    g_free(win_cost_text(drawing));
    g_free(win_hold_text(drawing));
    for (guint i = 0; i < drawing->fairies->len; i++) {
        g_autofree char *text = win_fairy_text(g_ptr_array_index(drawing->fairies, i));
        g_assert_true(g_utf8_validate(text, -1, NULL));
    }
    if (drawing->lines->len) {
        const WinLine *line = last_line(drawing);
        g_autofree char *text = win_line_text(line), *markup = win_markup(line->text);
        g_assert_true(g_utf8_validate(text, -1, NULL));
        g_assert_true(pango_parse_markup(markup, -1, 0, NULL, NULL, NULL, NULL));
    }
}

/* Whatever the worker says, what is shown of it is text. */
static void test_random(void)
{
    g_autoptr(Seen) seen = seen_new();
    for (guint i = 0; i < 20000; i++) {
        g_autofree char *text = random_event();
        take(seen, text);
        const WinDrawing *drawing = win_model_at(seen->model, i % 3);
        if (drawing) {
            say_all(drawing);
        }
        if (i % 5000 == 4999) {
            win_model_clear(seen->model);
        }
    }
}

static void test_turn(void)
{
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    take(seen, "{\"event\":\"drawing\",\"drawing\":1,\"state\":\"working\"}");
    take(seen, TURN);
    const WinDrawing *drawing = win_model_find(seen->model, 1);
    const WinFairy *fairy = g_ptr_array_index(drawing->fairies, 0);
    g_assert_cmpstr(last_line(drawing)->who, ==, "You");
    take(seen, "{\"event\":\"partial\",\"drawing\":1,\"fairy\":\"fairy\",\"index\":0,"
               "\"type\":\"align\",\"description\":\"Aligning\",\"pose\":\"working\"}");
    g_assert_cmpstr(fairy->writing, ==, "Aligning");
    take(seen, "{\"event\":\"action\",\"drawing\":1,\"fairy\":\"fairy\",\"action\":0,"
               "\"type\":\"align\",\"outcome\":\"ok\",\"shapeIds\":[\"a\"],\"icon\":\"cursor\","
               "\"description\":\"Aligned 2 shapes\"}");
    const WinLine *done = last_line(drawing);
    g_assert_null(fairy->writing);
    g_assert_cmpstr(done->icon, ==, "cursor");
    g_assert_null(done->detail);
    g_assert_true(win_line_can_decide(drawing, done));
    take(seen, "{\"event\":\"action\",\"drawing\":1,\"fairy\":\"fairy\",\"action\":1,"
               "\"type\":\"delete\",\"outcome\":\"refused\",\"shapeIds\":[\"p\"],"
               "\"description\":\"Did nothing\",\"detail\":\"p is locked\"}");
    g_assert_cmpstr(last_line(drawing)->detail, ==, "p is locked");
    g_assert_false(win_line_can_decide(drawing, last_line(drawing)));
    take(seen, "{\"event\":\"action\",\"drawing\":1,\"fairy\":\"fairy\",\"action\":2,"
               "\"type\":\"message\",\"outcome\":\"ok\",\"shapeIds\":[],\"description\":\"So.\"}");
    g_assert_cmpint(last_line(drawing)->kind, ==, WIN_LINE_ANSWER);
    g_assert_false(win_drawing_can_decide(drawing)); /* while it is at work */
    take(seen, "{\"event\":\"end\",\"drawing\":1,\"end\":\"refused\",\"ok\":2,\"refused\":1}");
    g_assert_cmpstr(seen->over, ==, "Done, but not all of it: 2 ok, 1 refused. So.");
    g_assert_cmpint(drawing->state, ==, WIN_READY);
    g_assert_false(fairy->at_work);
    g_assert_true(win_drawing_can_decide(drawing));
    win_model_settle(seen->model, 1, TRUE);
    g_assert_false(win_drawing_can_decide(drawing));
}

static void decide(Seen *seen, const char *more)
{
    g_autofree char *text = g_strdup_printf("{\"event\":\"decided\",\"drawing\":1,%s}", more);
    take(seen, text);
}

static void test_decided(void)
{
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    take(seen, TURN);
    for (guint i = 0; i < 3; i++) {
        g_autofree char *text = g_strdup_printf(
            "{\"event\":\"action\",\"drawing\":1,\"fairy\":\"fairy\",\"action\":%u,"
            "\"type\":\"move\",\"outcome\":\"ok\",\"shapeIds\":[\"a\"],\"description\":\"Moved\"}",
            i);
        take(seen, text);
    }
    const WinDrawing *drawing = win_model_find(seen->model, 1);
    decide(seen, "\"action\":1,\"as\":\"rejected\"");
    g_assert_cmpint(win_drawing_line(drawing, 2)->decision, ==, WIN_REJECTED);
    g_assert_cmpint(win_drawing_line(drawing, 1)->decision, ==, WIN_UNDECIDED);
    decide(seen, "\"as\":\"accepted\"");
    g_assert_cmpint(win_drawing_line(drawing, 1)->decision, ==, WIN_ACCEPTED);
    g_assert_false(win_drawing_can_decide(drawing));
    take(seen, "{\"event\":\"turn\",\"drawing\":1,\"turn\":4,\"words\":\"more\"}");
    decide(seen, "\"as\":\"rejected\""); /* the former turn isn't meant */
    g_assert_cmpint(win_drawing_line(drawing, 1)->decision, ==, WIN_ACCEPTED);
}

/* The same words twice are one step of Up; history isn't shown twice. */
static void test_former(void)
{
    static const char history[] =
        "{\"event\":\"history\",\"drawing\":1,\"chat\":[{\"who\":\"person\",\"words\":\"a\"},"
        "{\"who\":\"Teasel\",\"words\":\"b\"},{\"who\":\"person\",\"words\":\"make it blue\"}]}";
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    take(seen, history);
    take(seen, history);
    take(seen, TURN); /* it is in the history */
    const WinDrawing *drawing = win_model_find(seen->model, 1);
    g_assert_cmpuint(drawing->lines->len, ==, 3);
    take(seen, "{\"event\":\"now\"}");
    take(seen, TURN); /* said again */
    g_assert_cmpuint(drawing->lines->len, ==, 4);
    g_assert_cmpuint(drawing->former->len, ==, 2);
    g_assert_cmpstr(g_ptr_array_index(drawing->former, 1), ==, "make it blue");
}

static void test_limits(void)
{
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    for (guint i = 0; i < WIN_MAX_LINES + 5; i++) {
        win_model_note(seen->model, 1, "x", WIN_OK);
    }
    const WinDrawing *drawing = win_model_find(seen->model, 1);
    g_assert_cmpuint(drawing->lines->len, <=, WIN_MAX_LINES);
    g_assert_cmpuint(seen->lines, ==, WIN_MAX_LINES + 5);
    g_assert_cmpuint(drawing->lines->len + seen->dropped, ==, WIN_MAX_LINES + 5);
    g_autofree char *words = g_strnfill(3 * WIN_MAX_TEXT, 'w');
    win_model_note(seen->model, 1, words, WIN_OK);
    g_assert_cmpint(g_utf8_strlen(last_line(drawing)->text, -1), ==, WIN_MAX_TEXT);
    win_model_note(seen->model, 1, "\x1b[2J\u202e", WIN_OK);
    g_assert_cmpstr(last_line(drawing)->text, ==, "\\u001b[2J\\u202e");
}

static void test_hold(void)
{
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    take(seen, "{\"event\":\"hold\",\"drawing\":1,\"why\":\"you are typing a text\","
               "\"waiting\":3}");
    const WinDrawing *drawing = win_model_find(seen->model, 1);
    g_autofree char *text = win_hold_text(drawing);
    g_assert_cmpstr(text, ==, "3 changes are not in the drawing yet: you are typing a text.");
    take(seen, "{\"event\":\"hold\",\"drawing\":1,\"waiting\":0}");
    g_assert_null(win_hold_text(drawing));
}

static void test_merge(void)
{
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    take(seen, "{\"event\":\"merge\",\"drawing\":1,\"merge\":{\"kept\":1,\"lost\":1,\"conflicts\":["
               "{\"shapeId\":\"a\",\"detail\":\"a: its fill stays as you made it\"}]}}");
    g_assert_cmpstr(last_line(win_model_find(seen->model, 1))->text, ==,
                    "a: its fill stays as you made it");
}

static void test_told(void)
{
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    take(seen, "{\"event\":\"told\",\"drawing\":1,\"words\":\"wait\",\"note\":\"Teasel reads it "
               "later\"}");
    const WinDrawing *drawing = win_model_find(seen->model, 1);
    g_assert_cmpstr(win_drawing_line(drawing, 0)->text, ==, "wait");
    g_assert_cmpstr(win_drawing_line(drawing, 1)->text, ==, "Teasel reads it later");
    g_assert_cmpuint(drawing->former->len, ==, 1);
}

static void test_markup(void)
{
    static const struct {
        const char *markdown, *markup;
    } cases[] = {
        {"plain", "plain"},
        {"a **b** c", "a <b>b</b> c"},
        {"`x<y` & *z*", "<tt>x&lt;y</tt> &amp; <i>z</i>"},
        {"2 * 3 * 4", "2 * 3 * 4"},
        {"**open", "**open"},
        {"**a\nb**", "**a\nb**"},
        {"`*`**", "<tt>*</tt>**"},
        {"", ""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *markup = win_markup(cases[i].markdown);
        g_assert_cmpstr(markup, ==, cases[i].markup);
    }
    g_autofree char *plain = win_plain("**a** `b<` *c* 2*3");
    g_assert_cmpstr(plain, ==, "a b< c 2*3");
}

static void test_words_for(void)
{
    const char *rest;
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    take(seen, TURN);
    const WinDrawing *drawing = win_model_find(seen->model, 1);
    const WinFairy *fairy = win_words_for(drawing, "teasel: leave that", &rest);
    g_assert_cmpstr(fairy->name, ==, "Teasel");
    g_assert_cmpstr(rest, ==, "leave that");
    g_assert_null(win_words_for(drawing, "Teaselish: no", &rest));
    g_assert_cmpstr(rest, ==, "Teaselish: no");
    g_assert_null(win_words_for(drawing, "Teasel:", &rest));
}

static void test_sentences(void)
{
    g_autoptr(Seen) seen = seen_new();
    take(seen, DRAWING);
    take(seen, TURN);
    take(seen, "{\"event\":\"spent\",\"drawing\":1,\"cost\":0.01234,\"tokens\":1234567,"
               "\"requests\":1}");
    const WinDrawing *drawing = win_model_find(seen->model, 1);
    g_autofree char *scope = win_scope_text(drawing, "selection");
    g_autofree char *cost = win_cost_text(drawing);
    g_autofree char *color = win_color_on_dark("#000000");
    g_autofree char *none = win_color_on_dark("red");
    g_assert_cmpstr(scope, ==, "2 selected in order.svg");
    g_assert_cmpstr(cost, ==, "$0.0123, 1,234,567 tokens, 1 request");
    g_assert_cmpstr(color, ==, "#727272");
    g_assert_cmpstr(none, ==, "red");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/window/drawing", test_drawing);
    g_test_add_func("/window/present", test_present);
    g_test_add_func("/window/nonsense", test_nonsense);
    g_test_add_func("/window/random", test_random);
    g_test_add_func("/window/turn", test_turn);
    g_test_add_func("/window/decided", test_decided);
    g_test_add_func("/window/former", test_former);
    g_test_add_func("/window/limits", test_limits);
    g_test_add_func("/window/hold", test_hold);
    g_test_add_func("/window/merge", test_merge);
    g_test_add_func("/window/told", test_told);
    g_test_add_func("/window/markup", test_markup);
    g_test_add_func("/window/words-for", test_words_for);
    g_test_add_func("/window/sentences", test_sentences);
    return g_test_run();
}
