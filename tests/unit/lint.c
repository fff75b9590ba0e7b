/* What lint finds, and what it leaves in peace: for every type a drawing that has it, and one much
 * like it that hasn't. */
#include <svg/lint.h>

#include <string.h>
#include <time.h>

#define XMLNS                                                       \
    "xmlns='http://www.w3.org/2000/svg' "                           \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' " \
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd'"

#define ARROWHEAD "<defs><marker id='m'><path d='M0 0'/></marker></defs>"
/* Two labelled boxes, 100 apart, in the middle of the page. */
#define TWO_BOXES                                                                       \
    "<rect id='a' x='200' y='200' width='100' height='40' fill='none' stroke='black'/>" \
    "<text id='ta' x='220' y='225'>Login</text>"                                        \
    "<rect id='b' x='400' y='200' width='100' height='40' fill='none' stroke='black'/>" \
    "<text id='tb' x='420' y='225'>Database</text>"
#define ARROW(d) "<path id='e' d='" d "' fill='none' stroke='black' marker-end='url(#m)'/>"

static SvgDocument *parse(const char *body)
{
    g_autofree char *text =
        g_strdup_printf("<svg " XMLNS " width='800' height='600' viewBox='0 0 800 600' "
                        "font-family='sans-serif' font-size='12'>" ARROWHEAD "%s</svg>",
                        body);
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test", &error);

    g_assert_no_error(error);
    return doc;
}

/* "near-miss a b; duplicate c d": types and ids of all findings, in their order. */
static char *found_in(const char *body, const SvgBox *view)
{
    g_autoptr(SvgDocument) doc = parse(body);
    g_autoptr(GPtrArray) lints = svg_document_lints(doc, view, NULL);
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

static const Case cases[] = {
    /* --- texts that stick out --- */
    {"text-overflow/wide", "text-overflow a",
     "<rect id='a' x='100' y='100' width='60' height='30' fill='none' stroke='black'/>"
     "<text id='t' x='104' y='120'>Authentication</text>"},
    {"text-overflow/fits", "",
     "<rect id='a' x='100' y='100' width='130' height='30' fill='none' stroke='black'/>"
     "<text id='t' x='110' y='120'>Authentication</text>"},
    {"text-overflow/centred", "text-overflow a t",
     "<rect id='a' x='100' y='100' width='60' height='30' fill='none' stroke='black'/>"
     "<text id='t' x='130' y='120' text-anchor='middle'>Authentication service</text>"},
    {"text-overflow/caption below a small mark", "",
     "<circle id='a' cx='130' cy='116' r='4' fill='red'/>"
     "<text id='t' x='130' y='120' text-anchor='middle'>Authentication service</text>"},
    {"text-overflow/caption", "",
     "<g><rect id='a' x='100' y='100' width='60' height='30' fill='none' stroke='black'/>"
     "<text id='t' x='90' y='145'>Authentication</text></g>"},
    {"text-overflow/diamond", "text-overflow a",
     "<path id='a' d='M150 100L200 140L150 180L100 140z' fill='none' stroke='black'/>"
     "<text id='t' x='150' y='162' text-anchor='middle'>more to do</text>"},
    {"text-overflow/diamond, in its middle", "",
     "<path id='a' d='M150 100L200 140L150 180L100 140z' fill='none' stroke='black'/>"
     "<text id='t' x='150' y='144' text-anchor='middle'>more to do</text>"},
    {"text-overflow/no frame to see", "",
     "<rect id='a' x='100' y='100' width='60' height='30' fill='none' stroke='none'/>"
     "<text id='t' x='104' y='120'>Authentication</text>"},
    {"text-overflow/locked", "",
     "<g sodipodi:insensitive='true'>"
     "<rect id='a' x='100' y='100' width='60' height='30' fill='none' stroke='black'/>"
     "<text id='t' x='104' y='120'>Authentication</text></g>"},

    /* --- texts on each other --- */
    {"overlapping-text/two", "overlapping-text s t",
     "<text id='s' x='100' y='100'>Customer</text><text id='t' x='120' y='104'>Order</text>"},
    {"overlapping-text/lines", "",
     "<text id='s' x='100' y='100'>Customer</text><text id='t' x='100' y='114'>Order</text>"},
    {"overlapping-text/three are one finding", "overlapping-text r s t",
     "<text id='r' x='100' y='100'>Customer</text><text id='s' x='130' y='104'>Purchase</text>"
     "<text id='t' x='160' y='108'>Delivery</text>"},
    {"overlapping-text/named by their shapes", "text-overflow b; overlapping-text a b",
     "<rect id='a' x='100' y='85' width='62' height='20' fill='none' stroke='black'/>"
     "<text id='s' x='105' y='100'>Customer</text>"
     "<rect id='b' x='163' y='85' width='70' height='20' fill='none' stroke='black'/>"
     "<text id='t' x='145' y='100'>Purchases</text>"},
    {"overlapping-text/shadow", "",
     "<text id='s' x='101' y='101' fill='#777'>Customer</text>"
     "<text id='t' x='100' y='100'>Customer</text>"},
    {"overlapping-text/beside the words of a table", "",
     "<text id='s'><tspan x='100' y='100'>Name</tspan><tspan x='300' y='100'>Size</tspan></text>"
     "<text id='t' x='200' y='100'>Kind</text>"},

    /* --- lines of one text --- */
    {"overlapping-lines/two", "overlapping-lines t",
     "<text id='t' x='100' y='100' font-size='32'><tspan x='100' dy='0'>Visits using</tspan>"
     "<tspan x='100' dy='18.5'>[HTTPS]</tspan></text>"},
    {"overlapping-lines/on one baseline", "overlapping-lines t",
     "<text id='t' x='100' y='100'><tspan x='100' dy='0'>Visits using</tspan>"
     "<tspan x='100' dy='0'>[HTTPS]</tspan></text>"},
    {"overlapping-lines/close", "",
     "<text id='t' x='100' y='100' font-size='16'><tspan x='100' dy='0'>Visits using</tspan>"
     "<tspan x='100' dy='14'>[HTTPS]</tspan></text>"},
    {"overlapping-lines/raised", "",
     "<text id='t' x='100' y='100' font-size='16'><tspan>Volume in m</tspan>"
     "<tspan dy='-5' font-size='10'>3</tspan><tspan dy='5'>, per hour</tspan></text>"},
    {"overlapping-lines/shadow", "",
     "<text id='t' font-size='16'><tspan x='101' y='101' fill='#777'>Customer</tspan>"
     "<tspan x='100' y='100'>Customer</tspan></text>"},

    /* --- texts off the page --- */
    {"text-off-page/partly", "text-off-page t", "<text id='t' x='760' y='100'>Customer</text>"},
    {"text-off-page/wholly", "text-off-page t", "<text id='t' x='100' y='700'>Customer</text>"},
    {"text-off-page/not", "", "<text id='t' x='730' y='100'>Customer</text>"},

    /* --- arrows --- */
    {"unconnected-arrow/head", "unconnected-arrow e", TWO_BOXES ARROW("M250 240V380")},
    {"unconnected-arrow/both", "unconnected-arrow e", TWO_BOXES ARROW("M100 400H300")},
    {"unconnected-arrow/connected", "", TWO_BOXES ARROW("M300 220H400")},
    {"unconnected-arrow/at words", "",
     TWO_BOXES ARROW("M250 240V380") "<text x='230' y='396'>Backup</text>"},
    {"unconnected-arrow/onto a line", "",
     TWO_BOXES ARROW("M250 240V380") "<path d='M100 380H500' fill='none' stroke='red'/>"},
    {"unconnected-arrow/onto a way around it", "",
     TWO_BOXES ARROW("M250 240V380") "<path d='M100 300V380H500V230' fill='none' stroke='red'/>"},
    {"unconnected-arrow/off to the next page", "", TWO_BOXES ARROW("M250 240V598")},
    {"unconnected-arrow/nothing it could be about", "", ARROW("M100 400H300")},
    {"unconnected-arrow/a field of vectors", "",
     TWO_BOXES ARROW(
         "M100 400H150") "<g fill='none' stroke='black'>"
                         "<path d='M100 440H150' marker-end='url(#m)'/><path d='M100 480H150' marker-end='url(#m)'/>"
                         "<path d='M100 520H150' marker-end='url(#m)'/></g>"},
    {"unconnected-arrow/legend", "",
     TWO_BOXES "<path d='M300 220H400' fill='none' stroke='black' marker-end='url(#m)'/>" ARROW(
         "M100 400H140") "<text x='148' y='404'>means: asks</text>"},
    {"unconnected-arrow/a picture on a key", "",
     TWO_BOXES
     "<rect id='k' x='100' y='400' width='60' height='60' fill='none' stroke='black'/>" ARROW(
         "M115 430H145")},
    {"unconnected-arrow/locked", "",
     TWO_BOXES "<g sodipodi:insensitive='true'>" ARROW("M250 240V380") "</g>"},
    {"short-arrow/head", "short-arrow e b", TWO_BOXES ARROW("M300 220H385")},
    {"short-arrow/tail", "short-arrow e a", TWO_BOXES ARROW("M318 220H400")},
    {"short-arrow/touches", "", TWO_BOXES ARROW("M300 220H396")},
    {"short-arrow/about something in the other", "", TWO_BOXES ARROW("M230 220H385")},
    {"short-arrow/its marker reaches", "",
     "<defs><marker id='n' markerWidth='20' markerHeight='8' refY='4' overflow='visible' "
     "markerUnits='userSpaceOnUse'><path d='M0 0L14 4L0 8z'/></marker></defs>" TWO_BOXES
     "<path id='e' d='M300 220H386' fill='none' stroke='black' marker-end='url(#n)'/>"},
    {"short-arrow/drawn apart on purpose", "",
     TWO_BOXES ARROW("M318 210H382") "<path d='M382 230H318' fill='none' stroke='black' "
                                     "marker-end='url(#m)'/>"},

    /* --- overlaps --- */
    {"overlapping-shapes/corner", "overlapping-shapes a b",
     "<rect id='a' x='100' y='100' width='100' height='60' fill='white' stroke='black'/>"
     "<text x='110' y='125'>One</text>"
     "<rect id='b' x='185' y='145' width='100' height='60' fill='white' stroke='black'/>"
     "<text x='225' y='185'>Two</text>"},
    {"overlapping-shapes/touching", "",
     "<rect id='a' x='100' y='100' width='100' height='60' fill='white' stroke='black'/>"
     "<text x='110' y='125'>One</text>"
     "<rect id='b' x='200' y='100' width='100' height='60' fill='white' stroke='black'/>"
     "<text x='225' y='125'>Two</text>"},
    {"overlapping-shapes/one in the other", "",
     "<rect id='a' x='100' y='100' width='300' height='160' fill='white' stroke='black'/>"
     "<text x='110' y='125'>One</text>"
     "<rect id='b' x='185' y='145' width='100' height='60' fill='white' stroke='black'/>"
     "<text x='225' y='185'>Two</text>"},
    {"overlapping-shapes/boxes of ellipses", "",
     "<ellipse id='a' cx='150' cy='130' rx='50' ry='30' fill='white' stroke='black'/>"
     "<text x='140' y='134'>One</text>"
     "<ellipse id='b' cx='235' cy='175' rx='50' ry='30' fill='white' stroke='black'/>"
     "<text x='225' y='179'>Two</text>"},
    {"overlapping-shapes/sets", "",
     "<circle id='a' cx='150' cy='130' r='50' fill='none' stroke='black'/>"
     "<text x='120' y='134'>One</text>"
     "<circle id='b' cx='225' cy='130' r='50' fill='none' stroke='black'/>"
     "<text x='230' y='134'>Two</text>"},
    {"overlapping-shapes/badge", "",
     "<rect id='a' x='100' y='100' width='100' height='60' fill='white' stroke='black'/>"
     "<text x='110' y='135'>One</text>"
     "<circle id='b' cx='200' cy='100' r='9' fill='white' stroke='black'/>"
     "<text x='197' y='104'>1</text>"},
    {"overlapping-shapes/patches of a picture", "",
     "<rect id='a' x='100' y='100' width='100' height='60' fill='red'/>"
     "<rect id='b' x='185' y='145' width='100' height='60' fill='blue'/>"},

    /* --- near misses --- */
    {"near-miss/row", "near-miss a b",
     "<g fill='none' stroke='black'><rect id='a' x='100' y='100' width='80' height='40'/>"
     "<rect id='b' x='200' y='102' width='80' height='40'/></g>"
     "<text x='110' y='124'>One</text><text x='210' y='126'>Two</text>"},
    {"near-miss/column", "near-miss a b",
     "<g fill='none' stroke='black'><rect id='a' x='100' y='100' width='80' height='40'/>"
     "<rect id='b' x='97.5' y='160' width='80' height='40'/></g>"
     "<text x='110' y='124'>One</text><text x='110' y='184'>Two</text>"},
    {"near-miss/aligned", "",
     "<g fill='none' stroke='black'><rect id='a' x='100' y='100' width='80' height='40'/>"
     "<rect id='b' x='200' y='100.2' width='80' height='40'/></g>"
     "<text x='110' y='124'>One</text><text x='210' y='124'>Two</text>"},
    {"near-miss/clearly apart", "",
     "<g fill='none' stroke='black'><rect id='a' x='100' y='100' width='80' height='40'/>"
     "<rect id='b' x='200' y='108' width='80' height='40'/></g>"
     "<text x='110' y='124'>One</text><text x='210' y='132'>Two</text>"},
    {"near-miss/other sizes, same middle", "",
     "<g fill='none' stroke='black'><rect id='a' x='100' y='100' width='80' height='40'/>"
     "<rect id='b' x='200' y='98' width='80' height='44'/></g>"
     "<text x='110' y='124'>One</text><text x='210' y='124'>Two</text>"},
    {"near-miss/nothing is in line here", "",
     "<g fill='none' stroke='black'><rect id='a' x='100' y='100' width='80' height='40'/>"
     "<rect id='b' x='200' y='102' width='80' height='40'/>"
     "<rect id='c' x='310' y='112' width='80' height='40'/>"
     "<rect id='d' x='420' y='103' width='80' height='40'/></g>"
     "<text x='110' y='124'>One</text><text x='210' y='126'>Two</text>"
     "<text x='320' y='134'>Three</text><text x='430' y='126'>Four</text>"},

    /* --- what can't be seen --- */
    {"invisible/no width", "invisible a", "<rect id='a' x='10' y='10' width='0' height='20'/>"},
    {"invisible/no radius", "invisible a", "<circle id='a' cx='10' cy='10' r='0'/>"},
    {"invisible/no paint", "invisible c",
     TWO_BOXES "<rect id='c' x='10' y='10' width='30' height='20' fill='none'/>"},
    {"invisible/hidden on purpose", "",
     TWO_BOXES "<rect id='c' x='10' y='10' width='30' height='20' visibility='hidden'/>"
               "<rect id='d' x='10' y='10' width='30' height='20' display='none'/>"},
    {"invisible/to click on", "",
     TWO_BOXES "<rect id='c' x='10' y='10' width='30' height='20' fill='none' "
               "pointer-events='all'/>"},
    {"invisible/text without paint", "invisible t",
     "<text id='t' x='100' y='100' fill='none'>Customer</text>"},
    {"invisible/text painted by its parts", "",
     "<text id='t' x='100' y='100' fill='none'><tspan fill='black'>Customer</tspan></text>"},
    {"invisible/transparent group", "invisible g",
     "<g id='g' opacity='0'><rect x='10' y='10' width='30' height='20'/>"
     "<text x='100' y='100'>Customer</text></g>"},
    {"invisible/animated", "",
     "<rect id='a' x='10' y='10' width='30' height='20' opacity='0'>"
     "<animate attributeName='opacity' to='1' dur='1s'/></rect>"},
    {"invisible/covered", "invisible t a",
     "<text id='t' x='100' y='100'>Customer</text>"
     "<rect id='a' x='90' y='80' width='120' height='30' fill='white' stroke='black'/>"},
    {"invisible/seen through glass", "",
     "<text id='t' x='100' y='100'>Customer</text>"
     "<rect id='a' x='90' y='80' width='120' height='30' fill='white' fill-opacity='.5' "
     "stroke='black'/>"},
    {"invisible/in definitions", "",
     "<defs><rect id='a' x='10' y='10' width='0' height='20'/></defs>"},

    /* --- contrast --- */
    {"low-contrast/on the page", "low-contrast t",
     "<text id='t' x='100' y='100' fill='yellow'>Customer</text>"},
    {"low-contrast/on its box", "low-contrast a",
     "<rect id='a' x='90' y='80' width='120' height='30' fill='navy'/>"
     "<text id='t' x='100' y='100'>Customer</text>"},
    {"low-contrast/white on dark", "",
     "<rect id='a' x='90' y='80' width='120' height='30' fill='navy'/>"
     "<text id='t' x='100' y='100' fill='white'>Customer</text>"},
    {"low-contrast/faint", "low-contrast t",
     "<text id='t' x='100' y='100' opacity='.2'>Customer</text>"},
    {"low-contrast/a veil between", "low-contrast a",
     "<rect x='80' y='70' width='200' height='60' fill='black'/>"
     "<rect id='a' x='90' y='80' width='120' height='30' fill='white' fill-opacity='.05'/>"
     "<text id='t' x='100' y='100'>Customer</text>"},
    {"low-contrast/on a broad line", "",
     "<path d='M80 96H300' stroke='navy' stroke-width='30'/>"
     "<text id='t' x='100' y='100' fill='white'>Customer</text>"},
    {"low-contrast/on what can't be told", "",
     "<linearGradient id='l'><stop stop-color='navy'/></linearGradient>"
     "<rect id='a' x='90' y='80' width='120' height='30' fill='url(#l)'/>"
     "<text id='t' x='100' y='100' fill='white'>Customer</text>"},

    /* --- duplicates --- */
    {"duplicate/box", "duplicate a b",
     "<rect id='a' x='90' y='80' width='120' height='30' fill='white' stroke='black'/>"
     "<rect id='b' x='90' y='80' width='120' height='30' fill='white' stroke='black'/>"
     "<text id='t' x='100' y='100'>Customer</text>"},
    {"duplicate/other paint", "",
     "<rect id='a' x='90' y='80' width='120' height='30' fill='#ddd'/>"
     "<rect id='b' x='90' y='80' width='120' height='30' fill='white' stroke='black'/>"
     "<text id='t' x='100' y='100'>Customer</text>"},
    {"duplicate/other outline", "",
     "<rect id='a' x='90' y='80' width='120' height='30' fill='none' stroke='black'/>"
     "<ellipse id='b' cx='150' cy='95' rx='60' ry='15' fill='none' stroke='black'/>"
     "<text id='t' x='120' y='100'>Customer</text>"},
    {"duplicate/text", "duplicate s t",
     "<text id='s' x='100' y='100'>Customer</text><text id='t' x='100' y='100'>Customer</text>"},
    {"duplicate/arrow", "duplicate e f",
     TWO_BOXES ARROW("M300 220H400") "<path id='f' d='M300 220H400' fill='none' stroke='black' "
                                     "marker-end='url(#m)'/>"},
    {"duplicate/arrow in another colour", "duplicate e f",
     TWO_BOXES ARROW("M300 220H400") "<path id='f' d='M300 220H397' fill='none' stroke='red' "
                                     "marker-end='url(#m)'/>"},
    {"duplicate/arrows side by side", "",
     TWO_BOXES ARROW("M300 220H400") "<path id='f' d='M300 228H400' fill='none' stroke='red' "
                                     "marker-end='url(#m)'/>"},
    {"duplicate/there and back", "",
     TWO_BOXES ARROW("M300 220H400") "<path id='f' d='M400 220H300' fill='none' stroke='red' "
                                     "marker-end='url(#m)'/>"},
    {"duplicate/patches of a picture", "",
     "<rect id='a' x='90' y='80' width='120' height='30' fill='red'/>"
     "<rect id='b' x='90' y='80' width='120' height='30' fill='red'/>"},

    /* --- fonts --- */
    {"missing-font/two texts", "missing-font s t",
     "<g font-family='Nobody Has This'><text id='s' x='100' y='100'>One</text>"
     "<text id='t' x='100' y='140'>Two</text></g>"},
    {"missing-font/generic", "", "<text x='100' y='100' font-family='serif'>One</text>"},
    {"missing-font/something to fall back on", "",
     "<text x='100' y='100' font-family=\"'Nobody Has This', monospace\">One</text>"},
    {"missing-font/of a part", "missing-font t",
     "<text id='t' x='100' y='100'>One <tspan font-family='Nobody Has This'>two</tspan></text>"},
};

static void test_case(gconstpointer data)
{
    const Case *c = data;
    g_autofree char *found = found_in(c->body, NULL);

    g_assert_cmpstr(found, ==, c->found);
}

/* --- the list --------------------------------------------------------------------------------- */

#define MANY_WRONG                                                          \
    "<text id='u' x='100' y='500' font-family='Nobody Has This'>One</text>" \
    "<text id='w' x='300' y='500' fill='yellow'>Faint</text>" TWO_BOXES     \
    "<text id='x' x='100' y='400' fill='yellow'>Faint</text>" ARROW(        \
        "M250 240V380") "<text id='y' x='780' y='300'>Beyond</text>"

static void test_order(void)
{
    g_autofree char *found = found_in(MANY_WRONG, NULL);

    g_assert_cmpstr(found, ==,
                    "text-off-page y; unconnected-arrow e; low-contrast w; low-contrast x; "
                    "missing-font u");
}

static void test_view(void)
{
    const SvgBox view = {280, 480, 100, 50}, nowhere = {600, 20, 20, 20};
    g_autofree char *found = found_in(MANY_WRONG, &view);
    g_autofree char *nothing = found_in(MANY_WRONG, &nowhere);

    g_assert_cmpstr(found, ==, "low-contrast w");
    g_assert_cmpstr(nothing, ==, "");
}

#define NODE(id, x, y)                                                                        \
    "<rect id='" id "' x='" #x "' y='" #y "' width='60' height='30'/><text x='" #x "' y='" #y \
    "' dx='20' dy='20' stroke='none' fill='black'>ab</text>"
#define FRAMED                                                                                  \
    "<g fill='none' stroke='black'><rect id='frame' x='-900' width='1350' height='400'/>" NODE( \
        "a", 380, 280) NODE("b", 470, 282) NODE("c", 100, 500) NODE("d", 200, 500)              \
        NODE("e", 300, 500) NODE("f", 400, 500)
#define FAR_ARROW "<path d='M-960 200H-900' marker-end='url(#m)'/>"

/* The arrow makes a node of the frame, in which only one of the two lies: then they are no
 * neighbours. */
static void test_far_arrow(void)
{
    const SvgBox view = {380, 270, 150, 50};
    g_autofree char *bare = found_in(FRAMED "</g>", &view);
    g_autofree char *whole = found_in(FRAMED FAR_ARROW "</g>", NULL);
    g_autofree char *far = found_in(FRAMED FAR_ARROW "</g>", &view);

    g_assert_cmpstr(bare, ==, "near-miss a b");
    g_assert_cmpstr(whole, ==, "");
    g_assert_cmpstr(far, ==, "");
}

static void test_sentences(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<g fill='none' stroke='black'><rect id='a' x='100' y='100' width='80' height='40'/>"
              "<rect id='b' x='200' y='102' width='80' height='40'/></g>"
              "<text x='110' y='124'>One</text><text x='210' y='126'>Two</text>");
    g_autoptr(GPtrArray) lints = svg_document_lints(doc, NULL, NULL);
    const SvgLint *lint = lints->pdata[0];

    g_assert_cmpstr(lint->message, ==,
                    "\"Two\" stands 2 units lower than its neighbour \"One\", which is of the same "
                    "size.");
    for (guint type = 0; type < SVG_LINT_COUNT; type++) {
        g_assert_true(g_str_has_suffix(svg_lint_says(type), "."));
        g_assert_true(g_str_has_suffix(svg_lint_fix(type), "."));
    }
}

static void test_nothing(void)
{
    g_autofree char *empty = found_in("", NULL);
    g_autofree char *odd = found_in("<g/><text/><path/><rect/><use href='#no'/><image/>", NULL);

    g_assert_cmpstr(empty, ==, "");
    g_assert_nonnull(odd);
}

/* --- very many -------------------------------------------------------------------------------- */

/* 9,000 nodes in rows, of which only some are asked what the drawing is like; `jump` is how far
 * every second one is out of line. From the first near miss on: what is off the page is told
 * before. */
static char *near_misses_in_rows(guint jump)
{
    const SvgBox view = {6000, 3000, 250, 60};
    g_autoptr(GString) body = g_string_new("<g fill='none' stroke='black'>");
    g_autofree char *found = NULL;
    const char *from;

    for (guint i = 0; i < 9000; i++) {
        guint x = i % 100 * 120, line = 20 + i / 100 * 60;
        guint y = line + (i == 5051 ? 2 : i % 2 * jump);

        g_string_append_printf(body,
                               "<rect id='r%u' x='%u' y='%u' width='80' height='40'/>"
                               "<text x='%u' y='%u'>ab</text>",
                               i, x, y, x + 30, y + 20);
    }
    found = found_in(g_string_append(body, "</g>")->str, &view);
    from = strstr(found, "near-miss");
    return g_strdup(from ? from : "");
}

static void test_rows(void)
{
    g_autofree char *tidy = near_misses_in_rows(0);
    g_autofree char *loose = near_misses_in_rows(10);

    g_assert_cmpstr(tidy, ==, "near-miss r5050 r5051; near-miss r5051 r5052");
    g_assert_cmpstr(loose, ==, "");
}

/* 3,000 arrows below the page, of which only some are asked what arrows are like; they end at boxes
 * or at nothing. The one in the view points away from its box. */
static char *unconnected_among_many(gboolean connected)
{
    const SvgBox view = {190, 190, 320, 60};
    g_autoptr(GString) body =
        g_string_new(TWO_BOXES ARROW("M300 220H340") "<g fill='none' stroke='black'>");

    for (guint i = 0; i < 3000; i++) {
        guint x = i % 50 * 120, y = 1000 + i / 50 * 60;

        g_string_append_printf(body, "<path d='M%u %uh40' marker-end='url(#m)'/>", x + 60, y + 20);
        if (connected) {
            g_string_append_printf(body, "<rect x='%u' y='%u' width='60' height='40'/>", x, y);
        }
    }
    return found_in(
        g_string_append(body, "<rect x='6000' y='1000' width='60' height='4000'/></g>")->str,
        &view);
}

static void test_like_others(void)
{
    g_autofree char *lost = unconnected_among_many(TRUE);
    g_autofree char *vector = unconnected_among_many(FALSE);

    g_assert_cmpstr(lost, ==, "unconnected-arrow e");
    g_assert_cmpstr(vector, ==, "");
}

/* Arrows that stay away from what they lie between, at both ends: `others` of them far from the
 * view. */
static char *short_among(guint others)
{
    const SvgBox view = {0, 0, 160, 30};
    g_autoptr(GString) body = g_string_new("<g fill='none' stroke='black' font-size='8'>");

    for (guint i = 0; i <= others; i++) {
        guint x = i > 0 ? 450 : 10, y = i > 0 ? 200 + 40 * i : 10;

        for (guint k = 0; k < 2; k++) {
            g_string_append_printf(body,
                                   "<rect id='box%u-%u' x='%u' y='%u' width='40' height='20'/>"
                                   "<text x='%u' y='%u'>ab</text>",
                                   i, k, x + k * 100, y, x + k * 100 + 5, y + 12);
        }
        g_string_append_printf(body, "<path id='e%u' d='M%u %uh30' marker-end='url(#m)'/>", i,
                               x + 55, y + 10);
    }
    return found_in(g_string_append(body, "</g>")->str, &view);
}

static void test_floating(void)
{
    g_autofree char *alone = short_among(0);
    g_autofree char *like_others = short_among(8);

    g_assert_cmpstr(alone, ==, "short-arrow e0 box0-0; short-arrow e0 box0-1");
    g_assert_cmpstr(like_others, ==, "");
}

static double seconds_for(guint n, gboolean stacked)
{
    GString *body = g_string_new(NULL);
    clock_t start;

    for (guint i = 0; i < n; i++) {
        guint x = stacked ? 100 : i % 100 * 120, y = stacked ? 100 : i / 100 * 60;

        g_string_append_printf(body,
                               "<rect x='%u' y='%u' width='80' height='40' fill='#eee' "
                               "stroke='black'/><text x='%u' y='%u'>Step %u</text>",
                               x, y, x + 5, y + 20, i);
    }
    start = clock();
    g_free(found_in(body->str, NULL));
    g_string_free(body, TRUE);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Eight times as many things take eight times as long, and not sixty-four. */
static void test_many(gconstpointer stacked)
{
    double few = seconds_for(1000, stacked != NULL);
    double many = seconds_for(8000, stacked != NULL);

    g_test_message("1000: %.3f s, 8000: %.3f s", few, many);
    g_assert_cmpfloat(many, <, 24 * few + 0.5);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/lint/%s", cases[i].name);

        g_test_add_data_func(path, &cases[i], test_case);
    }
    g_test_add_func("/lint/order", test_order);
    g_test_add_func("/lint/view", test_view);
    g_test_add_func("/lint/like-others", test_like_others);
    g_test_add_func("/lint/floating", test_floating);
    g_test_add_func("/lint/far-arrow", test_far_arrow);
    g_test_add_func("/lint/sentences", test_sentences);
    g_test_add_func("/lint/nothing", test_nothing);
    g_test_add_func("/lint/many/rows", test_rows);
    g_test_add_data_func("/lint/many/spread", NULL, test_many);
    g_test_add_data_func("/lint/many/stacked", "stacked", test_many);
    int code = g_test_run();

    svg_cleanup();
    return code;
}
