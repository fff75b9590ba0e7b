/* Outcomes that weren't true, as a proof of all actions on all drawings found them. */
#include "common/replies.h"

typedef struct {
    const char *name, *body, *action;
    const char *outcome;
    const char *text; /* that is in the result */
} Case;

#define UPDATE(id, what) "{\"_type\":\"update\",\"update\":{\"shapeId\":\"" id "\"," what "}}"

/* As Graphviz writes an edge: a curve that ends at the back of its head. */
#define CURVE                                                                          \
    "<rect id='a' x='100' y='100' width='80' height='40' fill='#eee' stroke='#000'/>"  \
    "<rect id='b' x='300' y='300' width='80' height='40' fill='#eee' stroke='#000'/>"  \
    "<g><path id='e' d='M140 140C140 240 240 320 290 320' fill='none' stroke='#000'/>" \
    "<polygon points='290,316 300,320 290,324' fill='#000' stroke='#000'/></g>"
#define CORNERS                                                                       \
    "<rect id='a' x='100' y='100' width='80' height='40' fill='#eee' stroke='#000'/>" \
    "<rect id='b' x='300' y='300' width='80' height='40' fill='#eee' stroke='#000'/>" \
    "<polyline id='e' points='140,140 140,320 290,320' fill='none' stroke='#000'/>"   \
    "<polygon points='290,316 300,320 290,324' fill='#000' stroke='#000'/>"

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

    /* What is listed as an arrow can be bent, straightened and laid with right angles, too. */
    {"curve-bent", CURVE, UPDATE("e", "\"bend\":40"), "ok", "C 266.692,139.901 331.816,212.077"},
    {"curve-straight", CURVE, UPDATE("e", "\"route\":\"straight\""), "ok",
     "d='M 143.029,140 L 295.958,292.929'"},
    {"curve-square", CURVE, UPDATE("e", "\"route\":\"orthogonal\""), "ok",
     "d='M 180,120 L 332,120 C 336.418,120 340,123.582 340,128 L 340,290'"},
    {"corners-straight", CORNERS, UPDATE("e", "\"route\":\"straight\""), "ok",
     "points='143.029,140 295.958,292.929'"},
    {"corners-bent", CORNERS, UPDATE("e", "\"bend\":40"),
     "refused: \"e\" is a <polyline>, which has no curves; create an arrow in its place", NULL},

    /* A stripe of 94 px is no head of a line 4 px wide. */
    {"stripe-beside-a-line",
     "<path id='e' d='M20 517C77 510 94 478 190 496' fill='none' stroke='#000' stroke-width='4'/>"
     "<path d='M298 428L205 480.3 221 480.1 302 427.8Z' fill='#000'/>",
     "{\"_type\":\"offset\",\"shapeIds\":[\"e\"],\"offsetX\":0,\"offsetY\":-60}", "ok",
     "<path d='M298 428L205 480.3 221 480.1 302 427.8Z' fill='#000'/>"},

    /* The words of all that is in a group. */
    {"html-in-a-group",
     "<g id='g'><rect x='10' y='10' width='90' height='40' fill='none' stroke='#000'/>"
     "<foreignObject x='20' y='20' width='70' height='20'><p "
     "xmlns='http://www.w3.org/1999/xhtml'>Ready</p></foreignObject></g>",
     "{\"_type\":\"set-style\",\"shapeIds\":[\"g\"],\"textColor\":\"#c2185b\"}", "ok",
     "color:#c2185b"},

    /* A curve that goes straight on is a line, too: it is moved once. */
    {"line-and-shape",
     "<rect id='a' x='100' y='100' width='80' height='40' fill='none' stroke='#000'/>"
     "<rect id='b' x='220' y='100' width='80' height='40' fill='none' stroke='#000'/>"
     "<g><path id='e' d='M180,120C188,120 202,120 210,120' fill='none' stroke='#000'/>"
     "<polygon points='210,116 220,120 210,124' fill='#000' stroke='#000'/></g>",
     "{\"_type\":\"offset\",\"shapeIds\":[\"a\",\"e\"],\"offsetX\":-8,\"offsetY\":8}", "ok",
     "d='M172,128C180,128 194,128 202,128'"},

    /* Letters half as large as the text's own stand half as far apart. */
    {"step-of-the-line",
     "<rect id='a' x='10' y='10' width='90' height='60' fill='none' stroke='#000'/>"
     "<text x='55' y='44' style='font-size:20px;line-height:125%;text-anchor:middle'><tspan "
     "sodipodi:role='line' x='55' y='44' style='font-size:10px'>F</tspan></text>",
     "{\"_type\":\"label\",\"shapeId\":\"a\",\"text\":\"Store of\\nall parts\"}", "ok",
     "y=\"50.25\""},

    /* Curves of corners stay the curves they are. */
    {"quadratic-corner",
     "<rect id='a' x='20' y='20' width='100' height='40' fill='#fff' stroke='#000'/>"
     "<rect id='b' x='300' y='60' width='100' height='40' fill='#fff' stroke='#000'/>"
     "<path id='e' d='M70 60L70 240Q70 250 80 250L340 250Q350 250 350 240L350 100' fill='none' "
     "stroke='#000'/><path d='M346 108L350 100 354 108z' fill='#000' stroke='#000'/>",
     UPDATE("b", "\"h\":29"), "ok", "C 70,246.667 73.333,250 80,250"},

    /* What goes with one of several shapes is found before any of them is another. */
    {"sheets-one-by-one",
     "<g><rect id='a' x='300' y='100' width='110' height='146' fill='#fff' stroke='#000'/>"
     "<rect id='b' x='286' y='118' width='110' height='146' fill='#fff' stroke='#000'/>"
     "<rect id='c' x='272' y='136' width='110' height='146' fill='#fff' stroke='#000'/>"
     "<path d='M 288,160 H 366' fill='none' stroke='#000'/>"
     "<path d='M 288,180 H 366' fill='none' stroke='#000'/></g>",
     "{\"_type\":\"set-style\",\"shapeIds\":[\"a\",\"c\"],\"stroke\":null}", "ok",
     "<path d='M 288,160 H 366' fill='none' stroke='#000'/>"},

    /* Of a radius beyond half a side browsers make ellipses. */
    {"round-as-far-as-fits",
     "<rect id='a' x='10' y='10' width='90' height='8' fill='none' stroke='#000'/>",
     UPDATE("a", "\"cornerRadius\":20"), "adjusted: a is rounded as far as its shorter side allows",
     "rx=\"4\""},

    /* Of two lines that are one the start is at the one that isn't its first. */
    {"start-of-several-lines",
     "<rect id='a' x='20' y='20' width='60' height='40' fill='none' stroke='#000'/>"
     "<line id='l1' x1='300' y1='200' x2='300' y2='120' stroke='#000'/>"
     "<line id='l2' x1='80' y1='200' x2='300' y2='200' stroke='#000'/>",
     UPDATE("l1", "\"x1\":340"), "ok", "<line id='l1' x1='300' y1='200' x2='340' y2='120'"},

    /* A line with a drawn head at its start comes from where it ends, also when it is bound. */
    {"bound-where-its-head-is",
     "<rect id='a' x='20' y='20' width='60' height='40' fill='none' stroke='#000'/>"
     "<rect id='b' x='20' y='200' width='60' height='40' fill='none' stroke='#000'/>"
     "<path id='l' d='M50 76C50 100 50 150 50 200' fill='none' stroke='#000'/>"
     "<polygon points='50,60 46,68 50,76 54,68' fill='#000'/>",
     UPDATE("l", "\"x1\":75,\"y1\":205"), "ok: bound to \"b\" and \"a\"", NULL},

    /* What stands beside the end of a line, and not where it leads, is nothing that it ends at. */
    {"beside-the-end",
     "<rect id='a' x='100' y='100' width='84' height='39' fill='none' stroke='#000'/>"
     "<line id='l' x1='195' y1='20' x2='195' y2='150' stroke='#000'/>",
     "{\"_type\":\"offset\",\"shapeIds\":[\"l\"],\"offsetX\":150,\"offsetY\":0}", "ok", NULL},

    /* Lines that are one go along as a whole with both shapes, one being shorter than the way. */
    {"both-ends-of-several-lines",
     "<rect id='a' x='200' y='60' width='60' height='40' fill='#eee' stroke='#000'/>"
     "<rect id='b' x='40' y='130' width='60' height='40' fill='#eee' stroke='#000'/>"
     "<line id='l1' x1='230' x2='230' y1='100' y2='106' stroke='#000'/>"
     "<line id='l2' x1='230' x2='70' y1='106' y2='106' stroke='#000'/>"
     "<line id='l3' x1='70' x2='70' y1='106' y2='130' stroke='#000'/>"
     "<polygon points='66,120 70,130 74,120' fill='#000' stroke='#000'/>",
     "{\"_type\":\"offset\",\"shapeIds\":[\"a\",\"b\"],\"offsetX\":0,\"offsetY\":54}", "ok",
     "<line id='l2' x1='230' x2='70' y1='160' y2='160'"},

    /* An action that names what isn't there doesn't find that all is so. */
    {"nothing-of-it-is-there",
     "<rect id='a' x='20' y='20' width='60' height='40' fill='none' stroke='#000'/>"
     "<path id='e' d='M80 40H300' fill='none' stroke='#000'/>",
     UPDATE("e", "\"toId\":\"gone\""),
     "refused: update: nothing is changed; \"toId\" left out, as there is no shape \"gone\"", NULL},

    /* An arrow isn't bound to words that stand along it. */
    {"own-words",
     "<rect id='a' x='20' y='60' width='60' height='80' fill='none' stroke='#000'/>"
     "<path id='e' d='M80 100H160' fill='none' stroke='#000'/>"
     "<path d='M160 96L168 100 160 104z' fill='#000'/>"
     "<text id='t' x='81' y='96' font-size='13' font-family='DejaVu Sans'>note attempt</text>",
     "{\"_type\":\"offset\",\"shapeIds\":[\"t\"],\"offsetX\":6,\"offsetY\":0},"
     "{\"_type\":\"offset\",\"shapeIds\":[\"t\"],\"offsetX\":0,\"offsetY\":-3}",
     "ok\nok", "d='M80 100H160'"},

    /* A line that is changed runs through what it ran through before. */
    {"ran-through-it-before",
     "<rect id='a' x='100' y='100' width='80' height='40' fill='none' stroke='#000'/>"
     "<line id='l' x1='140' y1='20' x2='140' y2='200' stroke='#000'/>",
     UPDATE("l", "\"y2\":260"), "ok", "y2='260'"},

    /* Words under a figure that aren't quite in its middle are meant to be. */
    {"centred-under",
     "<ellipse id='a' cx='96' cy='40' rx='15' ry='30' fill='none' stroke='#000'/>"
     "<text x='76' y='84' font-size='14' font-family='DejaVu Sans'>User</text>",
     "{\"_type\":\"label\",\"shapeId\":\"a\",\"text\":\"User store\"}", "ok", "<text x='56."},

    /* Words stand in the body of a balloon, not between its border and the tip of its pointer. */
    {"words-in-a-balloon",
     "<path id='n' d='M190,430 L190,440 L155,444 L190,448 L190,458 L309,458 L309,430 L190,430' "
     "fill='#fbfb77' stroke='#000'/>"
     "<text x='196' y='449' font-size='13' font-family='DejaVu Sans'>99.9 % kept</text>",
     "{\"_type\":\"label\",\"shapeId\":\"n\",\"text\":\"99.95 % kept\"}",
     "ok: its words are \"text-1\" at x 196, y 437, w 86, h 15", ">99.95 % kept<"},
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
