/* How far from the page things can be put, and into how many dashes lines can be cut. */
#include "common/replies.h"

#include <svg/edit.h>

#include <string.h>

#define OFFSET(id, x) \
    "{\"_type\":\"offset\",\"shapeIds\":[\"" id "\"],\"offsetX\":" x ",\"offsetY\":0}"
#define RESIZE(id, by)                                                                 \
    "{\"_type\":\"resize\",\"shapeIds\":[\"" id "\"],\"scaleX\":" by ",\"scaleY\":" by \
    ",\"originX\":0,\"originY\":0}"
#define STYLE(id, what)  "{\"_type\":\"set-style\",\"shapeIds\":[\"" id "\"]," what "}"
#define UPDATE(id, what) "{\"_type\":\"update\",\"update\":{\"shapeId\":\"" id "\"," what "}}"
#define WITHIN           "in a drawing of this size it must stay between -800000 and 800000"
#define WOULD(id, box)   "refused: \"" id "\" would reach from " box "; " WITHIN
#define DASHES(id, n)                            \
    "refused: \"" id "\" would be drawn with " n \
    " dashes; it must be 10000 at most: make it shorter, or its line thicker or solid"
#define RECT(id, x) "<rect id=\"" id "\" x=\"" x "\" y=\"0\" width=\"10\" height=\"10\"/>"
#define LINE(id, x2, dash)                                                     \
    "<path id=\"" id "\" d=\"M 0,0 " x2 ",0\" fill=\"none\" stroke=\"black\" " \
    "stroke-dasharray=\"" dash "\"/>"

typedef struct {
    const char *name, *drawn, *actions, *outcomes;
} Row;

/* What lies off the page is told, too, and doesn't matter here. */
static void expect_outcomes(const TestRun *run, const char *outcomes)
{
    g_autoptr(GString) said = g_string_new(NULL);
    for (guint i = 0; i < fairy_executor_outcomes(run->executor)->len; i++) {
        const FairyOutcome *o = test_outcome(run, i);
        gboolean refused = o->status == FAIRY_REFUSED;
        g_string_append_printf(said, "%s%s%s", i ? "\n" : "", refused ? "refused: " : "ok",
                               refused ? o->detail : "");
    }
    g_assert_cmpstr(said->str, ==, outcomes);
}

static void expect(gconstpointer data)
{
    const Row *row = data;
    g_autofree char *svg = g_strconcat(TEST_HEAD, row->drawn, "</svg>", NULL);
    g_autofree char *reply = g_strconcat("[", row->actions, "]", NULL);
    g_auto(TestRun) done = test_run(svg, reply);
    expect_outcomes(&done, row->outcomes);
}

static const Row rows[] = {
    {"many steps", RECT("a", "0"), OFFSET("a", "500000") "," OFFSET("a", "500000"),
     "ok\n" WOULD("a", "1e+06, 0 to 1.00001e+06, 10")},
    {"up to the edge", RECT("a", "0"), OFFSET("a", "799990"), "ok"},
    {"growing", RECT("a", "0"), RESIZE("a", "1000") "," RESIZE("a", "1000"),
     "ok\n" WOULD("a", "0, 0 to 1e+07, 1e+07")},
    {"a corner of what is new", "",
     "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"n\",\"x\":700000,"
     "\"y\":0,\"w\":200000,\"h\":10}}",
     WOULD("n", "699999, -1 to 900001, 11")},
    {"an end of a line", LINE("l", "10", "none"), UPDATE("l", "\"x2\":900000"),
     "refused: x2 is 900000; in a drawing of this size it must lie between -800000 and 800000"},
    {"large letters", "<text id=\"t\" x=\"0\" y=\"0\">words and words and words</text>",
     STYLE("t", "\"fontSize\":900000"),
     "refused: the font size is 900000; it must be above 0, and at most 800000"},
    {"a thick line", LINE("l", "10", "none"), STYLE("l", "\"strokeWidth\":900000"),
     "refused: the stroke's width is 900000; it must lie between 0 and 800000"},
    {"a clone that goes along",
     RECT("a", "0") "<use id=\"u\" xlink:href=\"#a\" transform=\"scale(1000)\"/>",
     RESIZE("a", "100"), WOULD("u", "0, 0 to 1e+06, 1e+06")},
    {"where it is on the page counts",
     "<g transform=\"scale(1000)\">" RECT("a", "0") "</g><g transform=\"scale(.001)\">" RECT(
         "b", "2000000") "</g>",
     OFFSET("a", "790000") "," OFFSET("a", "100") "," OFFSET("b", "100"),
     "ok\n" WOULD("a", "790100, 0 to 800100, 10000") "\nok"},
    {"what is far out already can come nearer", RECT("a", "900000"),
     OFFSET("a", "-50000") "," OFFSET("a", "-800000"), "ok\nok"},
    {"but go no farther", RECT("a", "900000"), OFFSET("a", "10"),
     WOULD("a", "900010, 0 to 900020, 10")},
    {"nor does it take others along", RECT("a", "900000") RECT("b", "0"),
     "{\"_type\":\"align\",\"shapeIds\":[\"a\",\"b\"],\"alignment\":\"right\"}",
     WOULD("b", "900000, 0 to 900010, 10")},
    {"it is changed as others are", RECT("a", "900000") RECT("b", "0"),
     STYLE("a", "\"fill\":\"red\"") ",{\"_type\":\"offset\",\"shapeIds\":[\"a\"],\"offsetX\":0,"
                                    "\"offsetY\":500},{\"_type\":\"group\",\"shapeIds\":[\"a\","
                                    "\"b\"],\"groupId\":\"g\"},{\"_type\":\"bring-to-front\","
                                    "\"shapeIds\":[\"a\"]}",
     "ok\nok\nok\nok"},
    {"dashes of a long line", LINE("l", "100", "1,3"), UPDATE("l", "\"x2\":60000"),
     DASHES("l", "15000")},
    {"dashes of a thin line", LINE("l", "300", "none"),
     STYLE("l", "\"strokeWidth\":0.001,\"dash\":\"dashed\"") "," STYLE(
         "l", "\"strokeWidth\":0.001,\"dash\":\"solid\""),
     DASHES("l", "42857") "\nok"},
    {"dashes around a box", RECT("a", "0"),
     STYLE("a", "\"stroke\":\"black\",\"strokeWidth\":0.0001,\"dash\":\"dotted\""),
     DASHES("a", "133333")},
    {"dashes that are there", LINE("l", "60000", "1,3"),
     OFFSET("l", "100") "," RESIZE("l", "2") "," UPDATE("l", "\"x2\":500000") "," UPDATE(
         "l", "\"x2\":100000"),
     "ok\nok\n" DASHES("l", "62475") "\nok"},
};

/* --- the number ------------------------------------------------------------------------------- */

static void expect_reach(const char *root, double reach)
{
    g_autofree char *svg = g_strdup_printf(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" %s>" RECT("a", "0") "</svg>", root);
    g_autoptr(SvgDocument) doc = svg_document_parse(svg, strlen(svg), "test", NULL);
    g_assert_cmpfloat(svg_document_reach(doc), ==, reach);
}

static void test_reach(void)
{
    expect_reach("viewBox=\"0 0 800 600\"", 8e5);
    expect_reach("width=\"300\" height=\"2000\"", 2e6);
    expect_reach("viewBox=\"5000 0 800 600\"", 805e3);
    expect_reach("viewBox=\"0 0 24 24\"", 1e5);
    expect_reach("viewBox=\"0 0 1e8 1e8\"", 1e9);
    expect_reach("", 1e5); /* of what is drawn */
}

/* Without a page it doesn't grow with what is drawn. */
static void test_no_page(void)
{
    g_auto(TestRun) done =
        test_run("<svg xmlns=\"http://www.w3.org/2000/svg\">" RECT("a", "0") "</svg>",
                 "[" RESIZE("a", "1000") "," RESIZE("a", "1000") "]");
    test_expect(&done,
                "ok\nrefused: \"a\" would reach from 0, 0 to 1e+07, 1e+07; in a drawing of this "
                "size it must stay between -100000 and 100000");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/reach/number", test_reach);
    g_test_add_func("/reach/no page", test_no_page);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = g_strconcat("/reach/", rows[i].name, NULL);
        g_test_add_data_func(path, &rows[i], expect);
    }
    int result = g_test_run();
    svg_cleanup();
    return result;
}
