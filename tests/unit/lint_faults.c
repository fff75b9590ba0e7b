/* Faults of how things lie to each other and how they are drawn: for each kind drawings that have
 * it, and ones much like them that haven't. */
#include <svg/lint.h>

#include <string.h>

#define XMLNS                                                       \
    "xmlns='http://www.w3.org/2000/svg' "                           \
    "xmlns:xlink='http://www.w3.org/1999/xlink' "                   \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' " \
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd'"
#define ARROWHEAD "<defs><marker id='m'><path d='M0 0'/></marker></defs>"
#define BOX(id, x, y, words)                                                                      \
    "<rect id='" id "' x='" x "' y='" y "' width='100' height='40' fill='white' stroke='black'/>" \
    "<text x='" x "' y='" y "' dx='20' dy='25'>" words "</text>"
#define ARROW(id, d) "<path id='" id "' d='" d "' fill='none' stroke='black' marker-end='url(#m)'/>"
/* a, b and c stand in a row. */
#define ROW \
    BOX("a", "100", "200", "First") BOX("b", "300", "200", "Second") BOX("c", "500", "200", "Third")
#define OTHERS ARROW("ab", "M200 220H300") ARROW("bc", "M400 220H500")
/* Another one below b. */
#define LOWER BOX("d", "300", "400", "Fourth")
/* An arrow from a to c, with a bow below b. */
#define BOW ARROW("e", "M150 240V400H550V240")

static char *found_in(const char *body)
{
    g_autofree char *text =
        g_strdup_printf("<svg " XMLNS " width='800' height='600' viewBox='0 0 800 600' "
                        "font-family='sans-serif' font-size='12'>" ARROWHEAD "%s</svg>",
                        body);
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "test", &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) lints = svg_document_lints(doc, NULL, NULL);
    GString *out = g_string_new(NULL);

    for (guint i = 0; i < lints->len; i++) {
        const SvgLint *lint = lints->pdata[i];
        g_autofree char *ids = g_strjoinv(" ", lint->ids);

        g_assert_true(g_str_has_suffix(lint->message, "."));
        g_string_append_printf(out, "%s%s %s", i ? "; " : "", svg_lint_name(lint->type), ids);
    }
    return g_string_free(out, FALSE);
}

typedef struct {
    const char *name, *found, *body;
} Case;

#define GAP(box)                                                                                  \
    "<mask id='k'><rect width='800' height='600' fill='white'/><rect " box "/></mask>" ROW OTHERS \
    "<path id='e' d='M150 240V400H550V240' mask='url(#k)' fill='none' stroke='black' "            \
    "marker-end='url(#m)'/><text id='t' x='320' y='404'>a note of it</text>"

static const Case cases[] = {
    /* --- through a shape --- */
    {"through/straight", "arrow-through-shape e b",
     ROW OTHERS ARROW("e", "M150 200L180 150H260L340 215L420 225L520 200")},
    {"through/over a box that nothing ends at", "struck-text b e; arrow-through-shape e b",
     ROW ARROW("e", "M200 220H500")},
    {"through/around it", "", ROW OTHERS BOW},
    {"through/cuts a corner", "",
     ROW OTHERS ARROW("e", "M150 200L290 190L310 205L320 190L550 200")},
    {"through/a frame that holds the ends", "",
     "<rect id='f' x='50' y='100' width='700' height='300' fill='#eee' stroke='black'/>"
     "<text x='60' y='120'>All</text>" ROW OTHERS},
    {"through/the title of a lane", "",
     "<rect id='f' x='230' y='20' width='40' height='560' fill='none' stroke='black'/>"
     "<text x='236' y='40'>Lane</text>" ROW OTHERS},
    {"through/words of its own in a frame", "",
     BOX("a", "100", "200", "First") BOX("c", "500", "200", "Third") ARROW("e", "M200 220H500")
         BOX("w", "300", "200", "sends it")},
    {"through/half transparent", "struck-text b e",
     BOX("a", "100", "200", "First") BOX("c", "500", "200", "Third") ARROW("f", "M350 400V240")
         LOWER
     "<rect id='b' x='300' y='200' width='100' height='40' fill='#ccf' fill-opacity='.4'/>"
     "<text x='320' y='225'>Region</text>" ARROW("e", "M200 220H500")},
    {"through/a tour of all", "",
     ROW BOX("d", "700", "200", "Last") BOX("s", "100", "20", "Start")
         ARROW("e", "M120 60V100H190V260H310V180H390V260H510V180H590V270H705V240")},
    {"through/locked is left alone", "",
     "<g sodipodi:insensitive='true'>" ROW ARROW("e", "M200 220H500") "</g>"},

    /* --- into a shape --- */
    {"inside/head", "arrow-inside-shape e b", ROW LOWER ARROW("e", "M350 400V226")},
    {"inside/on the outline", "", ROW LOWER OTHERS ARROW("e", "M350 400V240")},
    {"inside/a little", "", ROW LOWER OTHERS ARROW("e", "M350 400V236")},
    {"inside/below the shape", "", LOWER ARROW("e", "M350 400V226") ROW OTHERS},
    {"inside/at a part of it", "",
     ROW LOWER OTHERS "<rect x='320' y='232' width='60' height='6' fill='#eee'/>" ARROW(
         "e", "M350 400V226") "<circle id='p' cx='350' cy='226' r='5' fill='red'/>"},
    {"inside/a container", "",
     "<rect id='f' x='50' y='100' width='700' height='200' fill='#eee' stroke='black'/>"
     "<text x='60' y='120'>All</text>" ROW LOWER OTHERS ARROW("e", "M350 400V280")},
    {"inside/all are drawn so", "",
     ROW LOWER BOX("g", "100", "400", "Fifth") BOX("h", "500", "400", "Sixth")
         ARROW("e", "M350 400V226") ARROW("k", "M150 400V226") ARROW("l", "M550 400V226")
             ARROW("m2", "M120 400V226")},

    /* --- words that are crossed --- */
    {"struck/by an arrow", "struck-text e",
     ROW OTHERS BOW "<text id='t' x='320' y='404'>a note of it</text>" ARROW("g", "M350 600V596")},
    {"struck/by an outline", "struck-text t b", ROW "<text id='t' x='383' y='223'>remark</text>"},
    {"struck/underlined", "",
     ROW OTHERS BOW "<text id='t' x='300' y='398'>a note of it, long</text>"},
    {"struck/a plate behind them", "",
     ROW OTHERS BOW "<rect x='310' y='390' width='80' height='20' fill='white'/>"
                    "<text id='t' x='320' y='404'>a note of it</text>"},
    {"struck/a halo", "",
     ROW OTHERS BOW "<text id='t' x='320' y='404' stroke='white' stroke-width='3' "
                    "paint-order='stroke'>a note of it</text>"},
    {"struck/by a mask gap", "", GAP("x='315' y='392' width='80' height='16'")},
    {"struck/too small a gap", "struck-text e", GAP("x='345' y='392' width='20' height='16'")},
    {"struck/a gap elsewhere", "struck-text e", GAP("x='215' y='392' width='80' height='16'")},
    {"struck/a gap that can't be read", "",
     GAP("width='10' height='10' transform='translate(315 392)'")},
    {"struck/an axis", "",
     ROW OTHERS "<path id='e' d='M50 400H700' stroke='black' marker-end='url(#m)'/>"
                "<text id='t' x='320' y='404'>a note of it</text>"},
    {"struck/a divider", "",
     ROW OTHERS "<path id='e' d='M50 400H700' stroke='black'/>"
                "<text id='t' x='320' y='404'>a note of it</text>"},
    {"struck/faint", "",
     ROW OTHERS "<path id='e' d='M150 240V400H550V240' stroke='#eee' fill='none' "
                "marker-end='url(#m)'/><text id='t' x='320' y='404'>a note of it</text>"},
    {"struck/a lifeline", "",
     BOX("a", "100", "100", "First") BOX("b", "300", "100", "Second") BOX("c", "500", "100",
                                                                          "Third")
         BOX("p", "300", "500", "Second") "<path id='l' d='M350 140V500' stroke='black'/>" ARROW(
             "e", "M150 140V300H350") "<text id='t' x='320' y='404'>a note of it</text>"},

    /* --- painted over --- */
    {"covered/in part", "covered-text t x",
     ROW OTHERS "<text id='t' x='100' y='400'>A long remark on all of it</text>"
                "<rect id='x' x='190' y='380' width='200' height='60' fill='orange'/>"},
    {"covered/below them", "",
     ROW OTHERS "<rect id='x' x='190' y='380' width='200' height='60' fill='orange'/>"
                "<text id='t' x='100' y='400'>A long remark on all of it</text>"},
    {"covered/seen through", "",
     ROW OTHERS
     "<text id='t' x='100' y='400'>A long remark on all of it</text>"
     "<rect id='x' x='190' y='380' width='200' height='60' fill='orange' opacity='.5'/>"},
    {"covered/beside", "",
     ROW OTHERS "<text id='t' x='100' y='400'>A remark</text>"
                "<rect id='x' x='190' y='380' width='200' height='60' fill='orange'/>"},

    /* --- off the page --- */
    {"off-page/in part", "off-page d",
     ROW OTHERS "<rect id='d' x='740' y='200' width='100' height='40' fill='white' stroke='black'/>"
                "<text x='745' y='225'>End</text>" ARROW("e", "M600 220H740")},
    {"off-page/wholly", "off-page d",
     ROW OTHERS
     "<ellipse id='d' cx='900' cy='220' rx='40' ry='20' fill='red'/>" ARROW("e", "M600 220H860")},
    {"off-page/an arrow", "off-page e", ROW OTHERS ARROW("e", "M150 200V-40H550V200")},
    {"off-page/on it", "", ROW OTHERS ARROW("e", "M150 200V10H550V200")},
    {"off-page/a backdrop", "",
     "<rect x='-50' y='-50' width='900' height='700' fill='#eee'/>" ROW OTHERS},
    {"off-page/a patch of a picture", "",
     ROW OTHERS "<path d='M780 500C900 480 900 560 780 560z' fill='green'/>"},

    /* --- words at another line --- */
    {"stray/at another", "stray-label e f",
     BOX("a", "100", "100", "First") BOX("b", "500", "100", "Second")
         BOX("c", "100", "300", "Third") BOX("d", "500", "300", "Fourth")
             ARROW("f", "M200 320H500") "<g>" ARROW(
                 "e", "M200 120H500") "<text id='e-label' x='330' y='314'>asks</text></g>"},
    {"stray/at its own", "",
     BOX("a", "100", "100", "First") BOX("b", "500", "100", "Second")
         BOX("c", "100", "300", "Third") BOX("d", "500", "300", "Fourth")
             ARROW("f", "M200 320H500") "<g>" ARROW(
                 "e", "M200 120H500") "<text id='e-label' x='330' y='114'>asks</text></g>"},

    /* --- contrast to what is really behind --- */
    {"contrast/a gradient", "low-contrast a",
     "<linearGradient id='g'><stop offset='0' stop-color='#333'/><stop offset='1' "
     "stop-color='#444'/></linearGradient><rect id='a' x='20' y='20' width='160' height='40' "
     "fill='url(#g)'/><text x='30' y='45' fill='#222'>Hard to read</text>"},
    {"contrast/the light end of a gradient", "",
     "<linearGradient id='g'><stop offset='0' stop-color='#333'/><stop offset='1' "
     "stop-color='#fff'/></linearGradient><rect id='a' x='20' y='20' width='360' height='40' "
     "fill='url(#g)'/><text x='300' y='45' fill='#222'>Legible</text>"},
    {"contrast/a gradient that goes on from another", "low-contrast a",
     "<linearGradient id='g'><stop offset='0' style='stop-color:#333'/><stop offset='100%' "
     "stop-color='#000' stop-opacity='.8'/></linearGradient><radialGradient id='h' "
     "xlink:href='#g'/><rect id='a' x='20' y='20' width='160' height='40' "
     "fill='url(#h)'/><text x='30' y='45' fill='#222'>Hard to read</text>"},
    {"contrast/half-transparent paint over paint", "low-contrast b",
     "<rect x='20' y='200' width='160' height='40' fill='#000'/><rect id='b' x='20' y='200' "
     "width='160' height='40' fill='#fff' fill-opacity='.5'/><text x='30' y='225' "
     "fill='#666'>Over paint</text>"},
    {"contrast/a part of the words", "low-contrast t",
     "<rect id='b' x='20' y='100' width='60' height='40' fill='#222'/><text id='t' x='30' y='125' "
     "fill='#222'>Half of it is not to be read</text>"},
    {"contrast/a mark behind a letter", "",
     "<rect id='b' x='20' y='100' width='18' height='40' fill='#222'/><text id='t' x='30' y='125' "
     "fill='#222'>Most of it is to be read</text>"},

    /* --- drawn differently --- */
    {"unlike/HTML", "drawn-differently f",
     "<foreignObject id='f' x='10' y='10' width='90' height='40'><p "
     "xmlns='http://www.w3.org/1999/xhtml'>Hi</p></foreignObject>"},
    {"unlike/HTML with something else", "",
     "<switch><foreignObject id='f' x='10' y='10' width='90' height='40'><p "
     "xmlns='http://www.w3.org/1999/xhtml'>Hi</p></foreignObject><text x='10' y='30'>Hi</text></switch>"},
    {"unlike/on a path", "drawn-differently t",
     "<defs><path id='p' d='M10 90Q50 10 90 90'/></defs><text id='t'><textPath "
     "xlink:href='#p'>along it</textPath></text>"},
    {"unlike/href", "drawn-differently u",
     "<defs><rect id='r' width='9' height='9'/></defs><use id='u' href='#r'/>"},
    {"unlike/xlink:href", "",
     "<defs><rect id='r' width='9' height='9'/></defs><use id='u' href='#r' xlink:href='#r'/>"},
    {"unlike/a transform of CSS", "drawn-differently r",
     "<rect id='r' width='90' height='90' style='transform:rotate(20deg)'/>"},
    {"unlike/one of a sheet", "drawn-differently r",
     "<style>.a { transform: translate(9px, 0) }</style><rect id='r' class='a' width='90' height='90'/>"},
    {"unlike/a transform as an attribute", "",
     "<rect id='r' width='90' height='90' transform='rotate(20)'/>"},
    {"unlike/a colour with alpha", "drawn-differently r",
     "<rect id='r' width='90' height='90' fill='rgba(0,0,0,.5)'/>"},
    {"unlike/the same for who doesn't know it", "",
     "<rect id='r' width='90' height='90' fill='#ccc' style='fill:light-dark(#ccc,#333)'/>"},
    {"unlike/no stroke", "", "<rect id='r' width='90' height='90' stroke='transparent'/>"},
    {"unlike/var()", "drawn-differently s; drawn-differently r",
     "<style id='s'>:root { --c: #08c } .a { fill: var(--c) }</style><rect id='r' class='a' "
     "width='90' height='90'/>"},
    {"unlike/var() in a comment", "",
     "<style id='s'>/* var(--c) */ .a { fill: #08c }</style><rect class='a' width='90' height='90'/>"},
    {"unlike/for paper", "",
     "<style id='s'>@media print { .a { fill: #08c } }</style><rect width='90' height='90'/>"},
    {"unlike/for screens", "drawn-differently s",
     "<style id='s'>@media screen { .a { fill: #08c } }</style><rect width='90' height='90'/>"},
    {"unlike/baseline", "drawn-differently t",
     "<text id='t' x='10' y='50' dominant-baseline='hanging'>Words</text>"},
    {"unlike/lines that Inkscape broke", "",
     "<text id='t' style='inline-size:80'><tspan x='9' y='30'>Some</tspan><tspan x='9' "
     "y='45'>words</tspan></text>"},
    {"unlike/lines that it will break", "drawn-differently t",
     "<text id='t' x='9' y='30' style='inline-size:80'>Some words that are wide</text>"},
    {"unlike/what all draw alike", "",
     "<g style='mix-blend-mode:multiply'><text x='9' y='30' style='paint-order:stroke' stroke='red' "
     "fill='#000'>Words</text></g><rect width='90' height='90' y='50' fill='hsl(200,100%,40%)'/>"},
};

static void test_case(gconstpointer data)
{
    const Case *it = data;
    g_autofree char *found = found_in(it->body);

    g_assert_cmpstr(found, ==, it->found);
}

static SvgDocument *parse(const char *body)
{
    g_autofree char *text = g_strdup_printf(
        "<svg " XMLNS " width='800' height='600' viewBox='0 0 800 600'>" ARROWHEAD "%s</svg>",
        body);
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test", NULL);

    g_assert_nonnull(doc);
    return doc;
}

static char *first_message(const char *body)
{
    g_autoptr(SvgDocument) doc = parse(body);
    g_autoptr(GPtrArray) lints = svg_document_lints(doc, NULL, NULL);

    return lints->len > 0 ? g_strdup(((SvgLint *)lints->pdata[0])->message) : NULL;
}

static void test_sentences(void)
{
    static const struct {
        const char *body, *says;
    } told[] = {
        {ROW LOWER ARROW("e", "M350 400V226"),
         "The head of the arrow \"e\" lies in \"Second\", 14 units from its outline."},
        {ROW OTHERS ARROW("e", "M150 200V-40H550V200"),
         "\"e\" reaches 40 units beyond the page at the top."},
        {"<text id='t' x='9' y='30' style='text-transform:uppercase'>a</text>"
         "<text id='u' x='99' y='30' style='text-transform:uppercase'>b</text>",
         "\"a\" and 1 more use text-transform: librsvg and Inkscape ignore it."},
    };

    for (guint i = 0; i < G_N_ELEMENTS(told); i++) {
        g_autofree char *message = first_message(told[i].body);

        g_assert_cmpstr(message, ==, told[i].says);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/lint-faults/%s", cases[i].name);

        g_test_add_data_func(path, &cases[i], test_case);
    }
    g_test_add_func("/lint-faults/sentences", test_sentences);
    int code = g_test_run();

    svg_cleanup();
    return code;
}
