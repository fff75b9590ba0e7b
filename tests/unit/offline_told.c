/* What the plain-command reader says it did: only what happened. */
#include "offline/offline.h"

#include <fairy/ask.h>
#include <fairy/model.h>

#include <string.h>

/* An entity's shape can't be changed, which the reader doesn't know beforehand. */
static const char drawing[] =
    "<!DOCTYPE svg [<!ENTITY old \"<rect id='kept' x='200' y='20' width='80' height='40' "
    "fill='#e03131'/>\">]>\n"
    "<svg xmlns='http://www.w3.org/2000/svg' "
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' width='400' height='300' "
    "viewBox='0 0 400 300'>\n"
    "<rect id='a' x='20' y='20' width='80' height='40' fill='#e03131'/>\n"
    "&old;\n"
    "<ellipse id='c' cx='60' cy='150' rx='40' ry='20' fill='#1971c2'/>\n"
    "<rect id='b' x='20' y='220' width='80' height='40' fill='none' stroke='black'/>\n"
    "<text x='60' y='244' text-anchor='middle' font-size='12'>Box</text>\n"
    "<rect id='l' x='200' y='220' width='80' height='40' fill='none' stroke='black' "
    "sodipodi:insensitive='true'/>\n"
    "<text x='240' y='244' text-anchor='middle' font-size='12' "
    "sodipodi:insensitive='true'>Locked</text>\n"
    "</svg>\n";

/* `said` is all that messages say; `refused`: how many actions are. */
static const struct {
    const char *prompt, *said;
    guint refused;
} cases[] = {
    {"make #kept green", "", 1},
    {"make the red boxes green", "Of \"make the red boxes green\" I did 1 of 2 steps.", 1},
    {"move #kept 10 down. Then move the circle 20 right", "Moved the ellipse #c.", 1},
    {"move the circle 20 right. Then move #kept 10 down", "Moved the ellipse #c.", 1},
    {"make Locked green", "", 1},
    {"make Box green. Make Locked green. Delete the circle",
     "Made the box \"Box\" green. Deleted the ellipse #c.", 1},
    {"make Box green and Locked red", "", 1},
    {"delete #kept. How many boxes are there?", "There are 4 boxes.", 1},
    {"make the circle bold", "", 1},
    {"make the circle red and italic", "", 1},
};

typedef struct {
    GString *said;
    guint refused;
} Heard;

static void on_event(const FairyEvent *event, gpointer data)
{
    Heard *heard = data;
    const FairyOutcome *outcome = event->outcome;
    if (event->kind == FAIRY_EVENT_ACTION) {
        heard->refused += outcome->status == FAIRY_REFUSED;
        if (g_str_equal(outcome->type, "message")) {
            g_string_append(heard->said, outcome->detail);
        }
    }
}

static void test_run(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(SvgDocument) doc = svg_document_parse(drawing, strlen(drawing), "a.svg", &error);
        g_assert_no_error(error);
        g_autoptr(GString) said = g_string_new(NULL);
        Heard heard = {.said = said};
        FairyAgentOptions options = {.view = SVG_BOX_EMPTY, .on_event = on_event, .data = &heard};
        g_autoptr(FairyExecutor) executor = fairy_ask(doc, cases[i].prompt, &options, &error);
        g_assert_no_error(error);
        g_assert_nonnull(executor);
        if (!g_str_equal(said->str, cases[i].said) || heard.refused != cases[i].refused) {
            g_test_message("\"%s\": %u refused, it said: %s", cases[i].prompt, heard.refused,
                           said->str);
            g_test_fail();
        }
    }
}

static SvgShape *box(const char *id, const char *text, double x)
{
    SvgShape *shape = g_new0(SvgShape, 1);
    shape->id = g_strdup(id);
    shape->kind = SVG_KIND_RECTANGLE;
    shape->box = (SvgBox){x, 0, 10, 10};
    shape->text = g_strdup(text);
    return shape;
}

static FairyPlan *new_plan(void)
{
    GPtrArray *shapes = g_ptr_array_new_with_free_func((GDestroyNotify)svg_shape_free);
    g_ptr_array_add(shapes, box("a", "A", 0));
    g_ptr_array_add(shapes, box("b", "B", 50));
    return fairy_plan_new(shapes, NULL, (SvgBox){0, 0, 100, 100}, (SvgPoint){0, 0}, 1, NULL);
}

/* The message that closes the reply; NULL if there is none. */
static char *closing(FairyPlan *plan, FairyActionResult *ended, guint n)
{
    g_autoptr(GPtrArray) results = g_ptr_array_new();
    for (guint i = 0; i < n; i++) {
        g_ptr_array_add(results, &ended[i]);
    }
    g_autofree char *reply = fairy_plan_reply(plan, results);
    cJSON *json = cJSON_Parse(reply);
    cJSON *actions = cJSON_GetObjectItemCaseSensitive(json, "actions");
    cJSON *last = cJSON_GetArrayItem(actions, cJSON_GetArraySize(actions) - 1);
    char *text = g_strdup(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(last, "text")));
    cJSON_Delete(json);
    return text;
}

static void test_endings(void)
{
    FairyActionResult ended[] = {{TRUE, "no"}, {FALSE, NULL}};
    g_autoptr(FairyPlan) plan = new_plan();
    fairy_plan_read(plan, "move A 5 down. Move B 5 down");
    g_autofree char *second = closing(plan, ended, 2);
    g_assert_cmpstr(second, ==, "Moved the box \"B\".");

    g_autoptr(FairyPlan) none = new_plan();
    fairy_plan_read(none, "move A 5 down");
    g_autofree char *nothing = closing(none, ended, 1);
    g_assert_null(nothing);

    FairyActionResult otherwise[] = {{FALSE, "a went along"}, {FALSE, NULL}};
    g_autoptr(FairyPlan) adjusted = new_plan();
    fairy_plan_read(adjusted, "move A 5 down");
    g_autofree char *told = closing(adjusted, otherwise, 1);
    g_assert_cmpstr(told, ==, "Moved the box \"A\" (a went along).");

    FairyActionResult several[] = {{FALSE, "a went along"}, {FALSE, "b went along"}};
    g_autoptr(FairyPlan) numbers = new_plan();
    fairy_plan_read(numbers, "number the boxes");
    g_autofree char *lines = closing(numbers, several, 2);
    g_assert_cmpstr(lines, ==, "Numbered 2 boxes:\n- a went along\n- b went along");

    g_autoptr(FairyPlan) untold = new_plan();
    fairy_plan_read(untold, "move A 5 down");
    g_autofree char *all = closing(untold, NULL, 0);
    g_assert_cmpstr(all, ==, "Moved the box \"A\".");
}

/* What comes after something that was refused is planned on the drawing as it is. */
static void test_renewed(void)
{
    FairyActionResult refused = {TRUE, "no"};
    g_autoptr(GPtrArray) results = g_ptr_array_new();
    g_autoptr(FairyPlan) plan = new_plan();
    fairy_plan_begin(plan, "move A 40 down. Move it 5 right");
    g_assert_true(fairy_plan_next(plan));
    g_autofree char *first = fairy_plan_write(plan);
    g_assert_true(g_str_has_prefix(first, "{\"actions\":["));
    g_assert_false(fairy_plan_strayed(plan, results));
    g_ptr_array_add(results, &refused);
    g_assert_true(fairy_plan_strayed(plan, results));
    g_assert_false(fairy_plan_strayed(plan, results));
    GPtrArray *shapes = g_ptr_array_new_with_free_func((GDestroyNotify)svg_shape_free);
    g_ptr_array_add(shapes, box("a", "A", 0));
    fairy_plan_renew(plan, shapes);
    g_assert_cmpuint(plan->last->len, ==, 1);
    g_assert_true(fairy_plan_next(plan));
    g_assert_false(fairy_plan_next(plan));
    const SvgShape *a = plan->last->pdata[0];
    g_assert_cmpfloat(a->box.x, ==, 5);
    g_assert_cmpfloat(a->box.y, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/offline-told/run", test_run);
    g_test_add_func("/offline-told/endings", test_endings);
    g_test_add_func("/offline-told/renewed", test_renewed);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
