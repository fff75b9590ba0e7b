/* Outcomes that weren't true, as a proof of all actions on all drawings found them. */
#include "common/replies.h"

typedef struct {
    const char *name, *body, *action;
    const char *outcome;
    const char *text; /* that is in the result */
} Case;

#define UPDATE(id, what) "{\"_type\":\"update\",\"update\":{\"shapeId\":\"" id "\"," what "}}"

static const Case cases[] = {
    /* A pale fill is a tint of an outline's colour; beside a black one it has the colour itself. */
    {"pale-fill", "<rect id='a' x='10' y='10' width='90' height='40' fill='#cde' stroke='#000'/>",
     UPDATE("a", "\"color\":\"#c2185b\""), "ok", "fill='#c2185b' stroke='#000'"},
    {"pale-fill-alone", "<rect id='a' x='10' y='10' width='90' height='40' fill='#ffd8d8'/>",
     UPDATE("a", "\"color\":\"#c2185b\""), "ok", "fill='#c2185b'"},
    {"tint", "<rect id='a' x='10' y='10' width='90' height='40' fill='#a5d8ff' stroke='#1971c2'/>",
     UPDATE("a", "\"color\":\"#c2185b\""), "ok", "stroke='#c2185b'"},

    /* What reaches a little beyond the page on one side reaches far beyond it on another. */
    {"farther-off-the-page",
     "<g id='g'><rect x='10' y='10' width='90' height='40'/>"
     "<rect x='700' y='500' width='90' height='110'/></g>",
     "{\"_type\":\"offset\",\"shapeIds\":[\"g\"],\"offsetX\":0,\"offsetY\":-200}",
     "adjusted: g reaches 190 above the page", NULL},

    /* The letters are those of the line, and not as small as the text's own. */
    {"size-of-the-line",
     "<text id='t' x='10' y='40' style='font-size:2px;font-family:DejaVu Sans'><tspan x='10' "
     "y='40' style='font-size:20px'>Hardware of ours</tspan></text>",
     UPDATE("t", "\"maxWidth\":120"), "ok", "Hardware<"},

    /* Three texts are one label. */
    {"lines-stay-together",
     "<ellipse id='e' cx='200' cy='200' rx='150' ry='100' fill='none' stroke='#000'/>"
     "<g font-size='20' font-family='DejaVu Sans' text-anchor='middle'>"
     "<text x='200' y='160'>Wake up</text><text x='200' y='188'>the one</text>"
     "<text x='200' y='216'>of the two</text></g>",
     UPDATE("e", "\"h\":140"), "ok", "y='130' id="},

    /* Letters keep their size. */
    {"words-too-large",
     "<rect id='a' x='110' y='10' width='190' height='60' fill='none' stroke='#000'/>"
     "<text x='205' y='46' font-size='20' text-anchor='middle'>Store of parts</text>",
     UPDATE("a", "\"w\":90"),
     "adjusted: the words on a are too large for it now; a larger w or h makes room", NULL},
};

static void test_case(gconstpointer data)
{
    const Case *c = data;
    g_autofree char *drawing = g_strdup_printf(TEST_HEAD "%s</svg>", c->body);
    g_autofree char *reply = g_strdup_printf("{\"actions\":[%s]}", c->action);
    g_auto(TestRun) run = test_run(drawing, reply);

    test_expect(&run, c->outcome);
    if (c->text) {
        test_expect_in_file(&run, c->text);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/untrue/", cases[i].name, NULL);
        g_test_add_data_func(path, &cases[i], test_case);
    }
    return g_test_run();
}
