/* Reading a drawing as shapes: kinds, labels, arrows, groups. */
#include "common/clock.h"
#include "shape/attachments.h"
#include "shape/grid.h"
#include "shape/outline.h"
#include "shape/scene.h"

#include <svg/error.h>
#include <svg/shape.h>

#include <math.h>
#include <string.h>

#define XMLNS                                                                        \
    "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' " \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' "                  \
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd'"

static SvgDocument *parse(const char *body)
{
    g_autofree char *text =
        g_strdup_printf("<svg " XMLNS " width='800' height='600' font-family='sans-serif' "
                        "font-size='10'>%s</svg>",
                        body);
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test", &error);

    g_assert_no_error(error);
    return doc;
}

/* NULL when it isn't in the list. Borrowed. */
static const SvgShape *find(const GPtrArray *shapes, const char *id)
{
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];

        if (strcmp(shape->id, id) == 0) {
            return shape;
        }
    }
    return NULL;
}

static const SvgShape *get(const GPtrArray *shapes, const char *id)
{
    const SvgShape *shape = find(shapes, id);

    g_assert_nonnull(shape);
    return shape;
}

/* --- kinds ------------------------------------------------------------------------------------ */

typedef struct {
    const char *kind, *body; /* of the element "e" */
} KindCase;

static const KindCase kinds[] = {
    {"rectangle", "<rect id='e' width='40' height='20'/>"},
    {"rectangle", "<rect id='e' width='40' height='20' rx='4'/>"},
    {"rectangle", "<rect id='e' width='40' height='20' transform='rotate(20)'/>"},
    {"rectangle", "<polygon id='e' points='0,0 40,0 40,20 0,20'/>"},
    {"rectangle", "<polygon id='e' points='0,0 20,0 40,0 40,20 0,20 0,0'/>"},
    {"rectangle", "<path id='e' d='M0 0H40V20H0z' transform='rotate(20)'/>"},
    {"rectangle", "<path id='e' d='M5 0H35A5 5 0 0 1 40 5V15A5 5 0 0 1 35 20H5A5 5 0 0 1 0 15V5"
                  "A5 5 0 0 1 5 0Z'/>"},
    {"pill", "<rect id='e' width='40' height='20' rx='10'/>"},
    {"pill", "<rect id='e' width='40' height='20' rx='9' ry='90'/>"},
    {"pill", "<path id='e' d='M10 0H30A10 10 0 0 1 30 20H10A10 10 0 0 1 10 0z'/>"},
    {"ellipse", "<rect id='e' width='20' height='20' rx='10'/>"},
    {"ellipse", "<circle id='e' r='5'/>"},
    {"ellipse", "<ellipse id='e' rx='5' ry='9'/>"},
    {"ellipse", "<path id='e' d='M0 10A20 10 0 0 1 40 10A20 10 0 0 1 0 10z'/>"},
    {"ellipse", "<path id='e' d='M20 0C31 0 40 4.5 40 10S31 20 20 20 0 15.5 0 10 9 0 20 0z'/>"},
    {"ellipse",
     "<path id='e' sodipodi:type='arc' d='M20 10A10 10 0 1 1 0 10A10 10 0 1 1 20 10z'/>"},
    {"draw", "<path id='e' sodipodi:type='arc' sodipodi:start='0' sodipodi:end='1' "
             "d='M20 10A10 10 0 0 1 10 20L10 10z'/>"},
    {"triangle", "<polygon id='e' points='0,10 10,10 5,0'/>"},
    {"triangle", "<path id='e' d='M0 10h10l-5-10z'/>"},
    {"diamond", "<polygon id='e' points='20,0 40,15 20,30 0,15'/>"},
    {"diamond", "<path id='e' d='M20 0L40 15L20 30L0 15L20 0'/>"},
    {"pentagon", "<polygon id='e' points='50,0 97.6,34.5 79.4,90.5 20.6,90.5 2.4,34.5'/>"},
    {"pentagon", "<polygon id='e' points='50,0 97.6,34.5 79.4,90.5 20.6,90.5 2.4,34.5' "
                 "transform='rotate(33)'/>"},
    {"hexagon", "<polygon id='e' points='25,0 75,0 100,43.3 75,86.6 25,86.6 0,43.3'/>"},
    {"hexagon", "<polygon id='e' points='10,0 190,0 200,20 190,40 10,40 0,20'/>"},
    {"octagon", "<polygon id='e' points='29,0 71,0 100,29 100,71 71,100 29,100 0,71 0,29'/>"},
    {"star",
     "<polygon id='e' points='50,0 61,35 98,35 68,57 79,91 50,70 21,91 32,57 2,35 39,35'/>"},
    {"star", "<path id='e' sodipodi:type='star' inkscape:flatsided='false' d='M0 0L9 0L5 5z'/>"},
    {"hexagon", "<path id='e' sodipodi:type='star' inkscape:flatsided='true' "
                "d='M25 0L75 0L100 43.3L75 86.6L25 86.6L0 43.3z'/>"},
    {"parallelogram-right", "<polygon id='e' points='10,0 50,0 40,20 0,20'/>"},
    {"parallelogram-left", "<polygon id='e' points='0,0 40,0 50,20 10,20'/>"},
    {"trapezoid", "<polygon id='e' points='10,0 40,0 50,20 0,20'/>"},
    {"draw", "<polygon id='e' points='0,0 40,10 0,20 10,10'/>"},
    {"draw", "<polygon id='e' points='0,0 40,0 40,40 30,40 30,10 0,10'/>"},
    {"draw", "<path id='e' d='M0 0H40V20H0zM5 5H30V10H5z'/>"},
    {"draw", "<path id='e' d='M0 0C5 5 10-5 15 0S30 9 40 0' fill='none' stroke='red'/>"},
    {"draw", "<polyline id='e' points='0,0 10,10 20,0' fill='none' stroke='red'/>"},
    {"triangle", "<polyline id='e' points='0,0 10,10 20,0'/>"}, /* filled: seen as an area */
    {"line", "<line id='e' x2='10' y2='5'/>"},
    {"line", "<path id='e' d='M0 0L10 5L20 10' fill='none' stroke='red'/>"},
    {"line", "<polyline id='e' points='0,0 9,9' fill='none' stroke='red'/>"},
    {"arrow", "<line id='e' x2='10' y2='5' marker-end='url(#m)'/>"},
    {"arrow", "<path id='e' d='M0 0C5 9 9 9 15 0' fill='none' style='marker-start:url(#m)'/>"},
    {"arrow", "<path id='e' d='M0 0L9 9' fill='none' inkscape:connection-end='#x'/>"},
    {"text", "<text id='e' y='20'>words</text>"},
    {"image", "<image id='e' width='10' height='10' href='x.png'/>"},
    {"group", "<g id='e'><rect width='1' height='1'/><rect x='9' width='1' height='1'/></g>"},
    {"group",
     "<a id='e' href='#x'><rect width='1' height='1'/><rect x='9' width='1' height='1'/></a>"},
    {"group", "<svg id='e'><rect width='1' height='1'/></svg>"},
    {"text", "<foreignObject id='e' width='9' height='9'><div xmlns='http://www.w3.org/1999/xhtml'>"
             "w</div></foreignObject>"},
    {"unknown", "<foreignObject id='e' width='9' height='9'/>"},
    {"ellipse", "<defs><circle id='c' r='5'/></defs><use id='e' href='#c'/>"},
    {"unknown", "<symbol id='c'><circle r='5'/><circle r='6'/></symbol><use id='e' href='#c'/>"},
};

static void test_kind(gconstpointer data)
{
    const KindCase *c = data;
    g_autofree char *body = g_strconcat("<marker id='m'/>", c->body, NULL);
    g_autoptr(SvgDocument) doc = parse(body);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);

    g_assert_cmpstr(svg_kind_name(get(shapes, "e")->kind), ==, c->kind);
}

static void test_kind_names(void)
{
    for (guint kind = 0; kind < SVG_KIND_COUNT; kind++) {
        g_assert_cmpuint(svg_kind_from_name(svg_kind_name(kind)), ==, kind);
    }
    g_assert_cmpuint(svg_kind_from_name(NULL), ==, SVG_KIND_COUNT);
    g_assert_cmpuint(svg_kind_from_name("Rectangle"), ==, SVG_KIND_COUNT);
    g_assert_true(svg_kind_flags(SVG_KIND_PILL) & SVG_KIND_GEO);
    g_assert_false(svg_kind_flags(SVG_KIND_IMAGE) & SVG_KIND_CREATABLE);
    g_assert_cmpuint(svg_kind_flags(SVG_KIND_COUNT), ==, 0);
}

/* --- labels ----------------------------------------------------------------------------------- */

static void test_label(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<g id='g'><title>Node</title><polygon id='p' points='0,0 99,0 99,40 0,40' fill='none' "
        "stroke='black'/><text id='t' x='10' y='20'>one</text>"
        "<text id='u' x='10' y='32'>two</text></g>"
        "<text id='free' x='300' y='300'>free</text>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    const SvgShape *p = get(shapes, "p");
    g_autoptr(SvgShape) t = svg_document_shape(doc, "t", NULL);

    g_assert_cmpstr(p->text, ==, "one\ntwo");
    g_assert_cmpstr(p->label_id, ==, "t");
    g_assert_null(p->parent); /* the group stands for this shape */
    g_assert_cmpstr(p->name, ==, "Node");
    g_assert_null(find(shapes, "g"));
    g_assert_null(find(shapes, "t"));
    g_assert_null(find(shapes, "u"));
    g_assert_cmpstr(get(shapes, "free")->text, ==, "free");
    g_assert_null(get(shapes, "free")->label_id);
    g_assert_cmpuint(shapes->len, ==, 2);
    g_assert_nonnull(t);
    g_assert_cmpstr(t->text, ==, "one");
}

/* The smallest outline around it; a text that only begins in a shape isn't its label. */
static void test_label_choice(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<rect id='big' width='300' height='300'/><rect id='small' x='10' y='10' width='80' "
              "height='40'/><text id='a' x='20' y='30'>in</text>"
              "<rect id='narrow' x='10' y='100' width='9' height='30'/>"
              "<text id='b' x='12' y='115'>a long caption beside it</text>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);

    g_assert_cmpstr(get(shapes, "small")->label_id, ==, "a");
    g_assert_null(get(shapes, "narrow")->text);
}

/* A frame around others has its title, not every word that lies in it. */
static void test_container(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<rect x='500' y='500' width='90' height='90'/>"
        "<rect id='frame' width='300' height='200'/><rect id='a' x='10' y='60' width='80' height='40'/>"
        "<rect id='b' x='110' y='60' width='80' height='40'/><text id='title' x='10' y='20'>Title</text>"
        "<text id='ta' x='20' y='80'>A</text><text id='tb' x='120' y='80'>B</text>"
        "<text id='note' x='150' y='180'>note</text>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);

    g_assert_cmpstr(get(shapes, "frame")->text, ==, "Title");
    g_assert_cmpstr(get(shapes, "a")->text, ==, "A");
    g_assert_cmpstr(get(shapes, "b")->text, ==, "B");
    g_assert_nonnull(find(shapes, "note"));
}

/* Words between what is in a frame are no title of it. */
static void test_words_in_container(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<rect x='500' y='500' width='90' height='90'/>"
        "<rect id='frame' width='300' height='200'/><rect x='10' y='20' width='80' height='40'/>"
        "<rect x='110' y='140' width='80' height='40'/><text id='note' x='215' y='100'>note</text>"
        "<rect id='low' x='600' width='300' height='200'/><rect x='610' y='20' width='80' "
        "height='40'/><rect x='710' y='60' width='80' height='40'/><text id='other' x='850' "
        "y='90'>note</text><text id='title' x='610' y='190'>Title</text>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);

    g_assert_null(get(shapes, "frame")->text);
    g_assert_nonnull(find(shapes, "note"));
    g_assert_cmpstr(get(shapes, "low")->text, ==, "Title");
    g_assert_nonnull(find(shapes, "other"));
}

/* What is behind the whole drawing is no box with words. */
static void test_background(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<rect id='page' width='800' height='600' fill='white'/>"
        "<rect x='10' y='60' width='80' height='40'/><rect x='210' y='60' width='80' height='40'/>"
        "<text id='t' x='400' y='300'>free</text>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);

    g_assert_null(get(shapes, "page")->text);
    g_assert_nonnull(find(shapes, "t"));
}

static void test_content(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<text id='a' x='0' y='10'><tspan sodipodi:role='line' x='0' y='10'>one</tspan>"
        "<tspan sodipodi:role='line' x='0' y='30'> two  <tspan>more</tspan></tspan></text>"
        "<text id='b' y='50'><tspan x='0' dy='1em'>up</tspan><tspan x='0' dy='1em'>down</tspan></text>"
        "<text id='c' y='90'>H<tspan dy='3'>2</tspan>O</text>"
        "<text id='d' y='110'><tspan x='0' y='110'>same</tspan><tspan x='90' y='110'>line</tspan></text>"
        "<foreignObject id='e' y='200' width='90' height='90'><div xmlns='http://www.w3.org/1999/xhtml'>"
        "<p>first<br/>second</p>third</div></foreignObject>"
        "<switch id='s'><foreignObject requiredFeatures='x'><p xmlns='http://www.w3.org/1999/xhtml'>"
        "whole</p></foreignObject><text id='f' y='400'>who…</text></switch>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);

    g_assert_cmpstr(get(shapes, "a")->text, ==, "one\ntwo more");
    g_assert_cmpstr(get(shapes, "b")->text, ==, "up\ndown");
    g_assert_cmpstr(get(shapes, "c")->text, ==, "H2O");
    g_assert_cmpstr(get(shapes, "d")->text, ==, "same line");
    g_assert_cmpstr(get(shapes, "e")->text, ==, "first\nsecond\nthird");
    g_assert_cmpstr(get(shapes, "f")->text, ==, "whole");
}

/* --- arrows ----------------------------------------------------------------------------------- */

#define BOXES                                                             \
    "<marker id='m'/><rect id='A' x='10' y='10' width='50' height='30'/>" \
    "<rect id='B' x='200' y='10' width='50' height='30'/>"

static void assert_arrow(const SvgShape *arrow, const char *from, const char *to)
{
    g_assert_cmpuint(arrow->kind, ==, SVG_KIND_ARROW);
    g_assert_cmpstr(arrow->from_id, ==, from);
    g_assert_cmpstr(arrow->to_id, ==, to);
}

static void test_arrows(void)
{
    g_autoptr(SvgDocument) doc = parse(
        BOXES "<line id='there' x1='60' y1='20' x2='198' y2='20' marker-end='url(#m)'/>"
              "<line id='back' x1='60' y1='30' x2='198' y2='30' marker-start='url(#m)'/>"
              "<path id='loose' d='M60 25L120 90' marker-end='url(#m)' stroke='red' fill='none'/>"
              "<path id='tied' d='M300 300L350 350' fill='none' inkscape:connection-start='#B' "
              "inkscape:connection-end='#A'/>"
              "<line id='joins' x1='60' y1='20' x2='199' y2='20' stroke='red'/>"
              "<line id='plain' x1='60' y1='20' x2='150' y2='20' stroke='red'/>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    const SvgShape *back = get(shapes, "back");

    assert_arrow(get(shapes, "there"), "A", "B");
    assert_arrow(back, "B", "A");
    g_assert_cmpfloat(back->start.x, ==, 198);
    g_assert_cmpfloat(back->end.x, ==, 60);
    assert_arrow(get(shapes, "loose"), "A", NULL);
    assert_arrow(get(shapes, "tied"), "B", "A");
    g_assert_cmpuint(get(shapes, "joins")->kind, ==, SVG_KIND_LINE);
    g_assert_cmpstr(get(shapes, "joins")->from_id, ==, "A");
    g_assert_cmpstr(get(shapes, "joins")->to_id, ==, "B");
    g_assert_cmpuint(get(shapes, "plain")->kind, ==, SVG_KIND_LINE);
    g_assert_null(get(shapes, "plain")->from_id);
    g_assert_null(get(shapes, "plain")->fill);
    g_assert_cmpstr(get(shapes, "plain")->color, ==, "red");
}

/* An arrow between things in a frame isn't about the frame; one to the frame is. */
static void test_arrow_in_frame(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<rect id='frame' width='400' height='200'/>" BOXES
              "<line id='in' x1='60' y1='20' x2='120' y2='100' marker-end='url(#m)'/>"
              "<line id='out' x1='600' y1='100' x2='400' y2='100' marker-end='url(#m)'/>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);

    assert_arrow(get(shapes, "in"), "A", NULL);
    assert_arrow(get(shapes, "out"), NULL, "frame");
}

/* Coordinates are the document's, whatever the transforms. */
static void test_arrow_transformed(void)
{
    g_autoptr(SvgDocument) doc =
        parse(BOXES "<g transform='translate(60,20)'><g transform='scale(2)'>"
                    "<line id='e' x2='70' y2='0' marker-end='url(#m)'/></g></g>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);

    assert_arrow(get(shapes, "e"), "A", "B");
    g_assert_cmpfloat(get(shapes, "e")->end.x, ==, 200);
}

/* As graphviz and others draw them: a line, and a filled tip beside it. */
static void test_arrow_heads(void)
{
    g_autoptr(SvgDocument) doc = parse(
        BOXES "<g id='g'><path id='e' d='M60 20C90 40 150 40 190 20' fill='none' stroke='black'/>"
              "<polygon id='h' points='190,16 200,20 190,24 190,16'/></g>"
              "<rect id='far' x='300' y='300' width='9' height='9'/>"
              "<path id='line' d='M400 400L500 400' fill='none' stroke='black'/>"
              "<polygon id='flag' points='450,300 460,300 455,310'/>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    g_autoptr(GHashTable) all = svg_attachments_all(doc, NULL);
    const GPtrArray *with = g_hash_table_lookup(all, svg_document_find(doc, "e"));

    assert_arrow(get(shapes, "e"), "A", "B");
    g_assert_cmpfloat_with_epsilon(get(shapes, "e")->end.x, 200, 0.1);
    g_assert_null(find(shapes, "h"));
    g_assert_nonnull(with);
    g_assert_true(with->len == 1 && with->pdata[0] == svg_document_find(doc, "h"));
    g_assert_cmpuint(get(shapes, "line")->kind, ==, SVG_KIND_LINE);
    g_assert_nonnull(find(shapes, "flag"));
}

/* The head of a short arrow may be longer than half its shaft, but not nearly as long. */
static void test_arrow_short(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<path id='h' d='M12 86L2 56H22z'/><path id='e' d='M12 0V56' fill='none' stroke='black'/>"
        "<g><path id='big' d='M120 90L60 56H180z'/>"
        "<path id='line' d='M120 20V56' fill='none' stroke='black'/></g>"
        "<path id='wave' d='M300 400 340 370 360 430 390 400 420 430' fill='none' stroke='black'/>"
        "<path id='loop' d='M450 400 490 370 510 430 540 400 570 430Z' fill='none' "
        "stroke='black'/>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);

    g_assert_cmpuint(get(shapes, "e")->kind, ==, SVG_KIND_ARROW);
    g_assert_cmpfloat_with_epsilon(get(shapes, "e")->end.y, 86, 0.1);
    g_assert_null(find(shapes, "h"));
    g_assert_cmpuint(get(shapes, "line")->kind, ==, SVG_KIND_LINE);
    g_assert_nonnull(find(shapes, "big"));
    g_assert_cmpuint(get(shapes, "wave")->kind, ==, SVG_KIND_DRAW);
    g_assert_nonnull(find(shapes, "loop"));
}

/* --- one shape by what lies near it ----------------------------------------------------------- */

static GPtrArray *attachments(SvgDocument *doc, const char *shape)
{
    return svg_attachments_of(doc, svg_document_find(doc, shape), NULL, NULL);
}

/* A part tells that a shape has nothing, and the tips of a line. */
static void test_attachments_near(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<rect id='a' x='500' width='160' height='140'/>"
              "<rect id='b' width='160' height='140'/><text id='t' x='505' y='505'>a</text>"
              "<path id='e' d='M400 900H450' fill='none' stroke='black'/>"
              "<polygon id='h' points='450,896 460,900 450,904'/>");
    g_autoptr(GPtrArray) a = attachments(doc, "a"), b = attachments(doc, "b"),
                         t = attachments(doc, "t"), e = attachments(doc, "e");

    g_assert_cmpuint(a->len, ==, 0);
    g_assert_cmpuint(b->len, ==, 0);
    g_assert_cmpuint(t->len, ==, 0);
    g_assert_cmpuint(e->len, ==, 1);
    g_assert_true(e->pdata[0] == svg_document_find(doc, "h"));
}

/* So it does for a group without words that is one thing. */
static void test_attachments_in_unit(void)
{
    g_autoptr(SvgDocument) doc = parse("<g><rect id='outline' width='160' height='140'/>"
                                       "<rect id='border' x='5' y='5' width='150' height='130'/>"
                                       "<path id='line' d='M0 70H160' stroke='red'/></g>");
    g_autoptr(GPtrArray) outline = attachments(doc, "outline"), border = attachments(doc, "border");

    g_assert_cmpuint(outline->len, ==, 2);
    g_assert_true(outline->pdata[0] == svg_document_find(doc, "border"));
    g_assert_true(outline->pdata[1] == svg_document_find(doc, "line"));
    g_assert_cmpuint(border->len, ==, 0);
}

/* Whether lines may end at "a", told by what is near it: what a line has to do with it is found,
 * however it does; what lies near and has nothing to do with it isn't. */
static void test_ends_near(void)
{
    static const struct {
        const char *drawing;
        gboolean any;
    } drawings[] = {
        {"<path d='M400 0H300' stroke='red'/>", FALSE},
        {"<path d='M400 0H140' stroke='red'/>", FALSE},
        {"<path d='M300 50H101' stroke='red'/>", TRUE},
        {"<path d='M300 50H110' stroke='red'/>", FALSE},
        {"<path d='M300 50H110' fill='none' stroke='red' marker-end='url(#m)'/>", TRUE},
        {"<path d='M-50 130H300' fill='none' stroke='red' marker-end='url(#m)'/>", FALSE},
        {"<path d='M300 50H130' fill='none' stroke='red'/><path d='M130 45 110 50 130 55z' "
         "fill='red'/>",
         TRUE},
        {"<path d='M300 50H130' fill='none' stroke='red'/><path d='M130 45 110 50 130 55z' "
         "fill='blue'/>",
         FALSE},
        {"<path d='M110 50H300' stroke='red'/><path d='M300 50V300' stroke='red'/>"
         "<polygon points='295,300 300,310 305,300' fill='red'/>",
         TRUE},
        {"<g><path d='M300 50H130' stroke='red'/><circle cx='120' cy='50' r='9'/></g>", TRUE},
        {"<g><path d='M300 50H130' stroke='red'/><circle cx='120' cy='90' r='9'/></g>", FALSE},
        {"<path d='M300 50H110' fill='none' marker-end='url(#m)' display='none'/>", FALSE},
        {"<path d='M300 50H110' fill='none' inkscape:connection-end='#a'/>", FALSE},
    };

    for (guint i = 0; i < G_N_ELEMENTS(drawings); i++) {
        g_autofree char *content =
            g_strconcat("<rect id='a' width='100' height='100'/>", drawings[i].drawing, NULL);
        g_autoptr(SvgDocument) doc = parse(content);
        gboolean any;
        g_autoptr(GPtrArray) near =
            svg_attachments_of(doc, svg_document_find(doc, "a"), NULL, &any);

        g_assert_nonnull(near);
        if (any != drawings[i].any) {
            g_error("%s", drawings[i].drawing);
        }
    }
}

/* Nothing ends at a line, whatever lies near it. */
static void test_ends_at_line(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<path id='a' d='M0 50H200' stroke='red' fill='none' marker-end='url(#m)'/>"
              "<text x='90' y='48'>beside</text><path d='M100 300V50' stroke='red'/>");
    gboolean any = TRUE;

    g_assert_null(svg_attachments_of(doc, svg_document_find(doc, "a"), NULL, &any));
    g_assert_false(any);
}

static gboolean has(GHashTable *all, SvgDocument *doc, const char *shape, const char *attachment)
{
    const GPtrArray *list = g_hash_table_lookup(all, svg_document_find(doc, shape));

    return list && g_ptr_array_find((GPtrArray *)list, svg_document_find(doc, attachment), NULL);
}

/* Words beside one end of an arrow are its own, whichever way it goes, and a bit beyond it as well:
 * how high they stand depends on the font. What is mostly beyond is not. */
static void test_words_at_end(void)
{
    static const struct {
        const char *arrow;
        double y;
        gboolean own;
    } cases[] = {{"M50 100V140", 109, TRUE},
                 {"M50 140V100", 109, TRUE},
                 {"M50 100V140", 98, FALSE},
                 {"M50 140V100", 98, FALSE}};

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *body =
            g_strdup_printf("<marker id='m'/><rect x='30' y='60' width='22' height='40'/>"
                            "<rect x='30' y='140' width='22' height='40'/>"
                            "<path id='a' d='%s' stroke='red' fill='none' marker-end='url(#m)'/>"
                            "<text id='t' x='54' y='%g' font-size='11'>yes</text>",
                            cases[i].arrow, cases[i].y);
        g_autoptr(SvgDocument) doc = parse(body);
        g_autoptr(GHashTable) all = svg_attachments_all(doc, NULL);

        g_assert_cmpint(has(all, doc, "a", "t"), ==, cases[i].own);
    }
}

/* What is settled keeps its own, and takes nothing from others. */
static void test_attachments_settled(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<rect id='large' width='190' height='160'/><text id='t' x='20' y='30'>a</text>"
              "<rect id='small' x='10' y='10' width='50' height='30'/>");
    g_autoptr(GHashTable) settled = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) before = svg_attachments_all(doc, NULL);
    g_autoptr(GHashTable) after = NULL;

    g_assert_true(has(before, doc, "small", "t"));
    g_assert_false(has(before, doc, "large", "t"));
    g_hash_table_add(settled, svg_document_find(doc, "small"));
    after = svg_attachments_all(doc, settled);
    g_assert_true(has(after, doc, "large", "t"));
    g_assert_false(has(after, doc, "small", "t"));
}

/* Where a part doesn't tell, it says so. */
static void test_attachments_unclear(void)
{
    static const char *const drawings[] = {
        "<style>.m { transform: translate(9px,9px) }</style><rect id='a' width='9' height='9'/>",
        "<rect id='a' width='99' height='99'/><text x='9' y='80' font-size='5'>words</text>",
        "<circle id='a' cx='20' cy='20' r='9'/><text x='12' y='40'>below</text>",
        "<g><rect id='a' width='99' height='50'/><text x='9' y='30'>words</text></g>",
        "<g><rect id='a' width='99' height='90'/><path d='M0 45H99'/><text x='300'>far</text></g>",
        "<defs><rect id='o' width='99' height='50'/></defs><use id='a' href='#o'/>"
        "<text x='20' y='30'>words</text><path d='M5 5h9v9z'/>",
        "<g><path id='a' d='M0 50H200' stroke='red' fill='none' marker-end='url(#m)'/>"
        "<foreignObject x='90' y='40' width='30' height='9'>words</foreignObject></g>",
    };

    for (guint i = 0; i < G_N_ELEMENTS(drawings); i++) {
        g_autoptr(SvgDocument) doc = parse(drawings[i]);

        g_assert_null(svg_attachments_of(doc, svg_document_find(doc, "a"), NULL, NULL));
    }
}

/* Many in one place, or in one outline: what belongs together is found in no more than a moment. */
static void test_crowds(void)
{
    static const char *const parts[] = {
        "<rect x='5' y='5' width='90' height='90'/>", "<text x='50' y='50'>a</text>",
        "<path d='M5 5L50 50' stroke='red' fill='none' marker-end='url(#m)'/>"};
    gint64 start = test_cpu_time();

    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autoptr(GString) body = g_string_new("<rect id='a' width='100' height='100'/>");
        g_autoptr(SvgDocument) doc = NULL;
        g_autoptr(GPtrArray) shapes = NULL;

        for (guint k = 0; k < 20000; k++) {
            g_string_append(body, parts[i]);
        }
        doc = parse(body->str);
        shapes = svg_document_shapes(doc);
        g_assert_cmpuint(shapes->len, >=, 1);
    }
    g_assert_cmpint(test_cpu_time() - start, <, 60 * G_TIME_SPAN_SECOND);
}

/* Lines without number beside each other, of which some may be hidden: each is looked at with its
 * neighbours, not with all. */
static void test_crowds_of_lines(void)
{
    static const char *const lines[] = {
        "<style>.far { display: inline-block }</style><path d='M300 50h9' stroke='red'/>",
        "<style>path.far { display: none }</style><path class='far' d='M300 50h9' stroke='red'/>",
        "<path d='M300 50h9' stroke='red' display='none'/>",
        "<path d='M300 50h9' style='stroke: red; display: none'/>",
        "<path d='M300 50h9' stroke='red' display='block'/>",
    };
    gint64 start = test_cpu_time();

    for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
        const char *line = strstr(lines[i], "<path");
        g_autoptr(GString) body = g_string_new("<rect id='a' width='100' height='100'/>");
        g_autoptr(SvgDocument) doc = NULL;
        g_autoptr(GPtrArray) near = NULL;
        gboolean any;

        g_string_append(body, lines[i]);
        for (guint k = 0; k < 20000; k++) {
            g_string_append(body, line);
        }
        doc = parse(body->str);
        near = svg_attachments_of(doc, svg_document_find(doc, "a"), NULL, &any);
        g_assert_nonnull(near);
        g_assert_false(any);
    }
    g_assert_cmpint(test_cpu_time() - start, <, 60 * G_TIME_SPAN_SECOND);
}

/* --- the list --------------------------------------------------------------------------------- */

static void test_list(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<defs><rect id='d' width='9' height='9'/></defs>"
        "<g id='layer' inkscape:groupmode='layer' inkscape:label='Back' sodipodi:insensitive='1'>"
        "<g id='in'><rect id='a' width='9' height='9' fill='#f00'/></g></g>"
        "<rect id='b' x='50' width='9' height='9' fill='none' stroke='blue'/>"
        "<g display='none'><rect id='c' width='9' height='9'/></g>"
        "<rect id='v' width='9' height='9' visibility='hidden'/><g id='empty'/>"
        "<rect id='p' width='9' height='9' fill='url(#x)'/>");
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    const char *const order[] = {"layer", "a", "b", "p"};
    const SvgShape *a = get(shapes, "a"), *layer = get(shapes, "layer");

    g_assert_cmpuint(shapes->len, ==, G_N_ELEMENTS(order));
    for (guint i = 0; i < shapes->len; i++) {
        g_assert_cmpstr(((SvgShape *)shapes->pdata[i])->id, ==, order[i]);
    }
    g_assert_true(layer->layer && layer->locked && a->locked);
    g_assert_cmpstr(layer->name, ==, "Back");
    g_assert_null(layer->parent);
    g_assert_null(layer->fill);
    g_assert_cmpstr(a->parent, ==, "layer");
    g_assert_cmpstr(a->fill, ==, "#ff0000");
    g_assert_cmpstr(a->stroke, ==, "none");
    g_assert_cmpstr(a->color, ==, "red");
    g_assert_cmpstr(get(shapes, "b")->fill, ==, "none");
    g_assert_cmpstr(get(shapes, "b")->color, ==, "blue");
    g_assert_false(get(shapes, "b")->locked);
    g_assert_true(g_str_has_prefix(get(shapes, "p")->fill, "url(#x)") ||
                  g_str_equal(get(shapes, "p")->fill, "none"));
}

static void test_errors(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<rect id='login-box' width='9' height='9'/><rect id='zero'/>"
              "<defs><g id='hidden'/></defs>");
    g_autoptr(GError) error = NULL;
    g_autofree char *long_id = g_strnfill(5000, 'x');
    SvgBox box;

    g_assert_null(svg_document_shape(doc, "login_box", &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND);
    g_assert_nonnull(strstr(error->message, "\"login-box\""));
    g_clear_error(&error);
    g_assert_null(svg_document_shape(doc, "unlike\nanything", &error));
    g_assert_null(strchr(error->message, '\n'));
    g_assert_null(strstr(error->message, "did you mean"));
    g_clear_error(&error);
    g_assert_null(svg_document_shape(doc, long_id, &error));
    g_assert_cmpuint(strlen(error->message), <, 200);
    g_clear_error(&error);
    g_assert_null(svg_document_shape(doc, "hidden", &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND);
    g_clear_error(&error);
    g_assert_false(svg_document_bounds(doc, "zero", &box, &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_INVALID);
    g_clear_error(&error);
    g_assert_false(svg_document_bounds(doc, "none", &box, &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND);
    g_clear_error(&error);
    g_assert_true(svg_document_bounds(doc, "login-box", &box, &error));
    g_assert_cmpfloat(box.w, ==, 9);
}

/* --- the grid --------------------------------------------------------------------------------- */

static SvgBox random_box(void)
{
    double size = exp(g_test_rand_double_range(-5, 9));

    return (SvgBox){g_test_rand_double_range(-500, 500), g_test_rand_double_range(-500, 500),
                    size * g_test_rand_double_range(0, 1), size * g_test_rand_double_range(0, 1)};
}

static SvgBox box_in(gconstpointer boxes, guint index)
{
    return ((const SvgBox *)boxes)[index];
}

static gboolean is_odd(gconstpointer boxes, guint index)
{
    (void)boxes;
    return index % 2;
}

static gboolean grown_holds(SvgBox b, SvgPoint p, double margin)
{
    return p.x >= b.x - margin && p.x <= b.x + b.w + margin && p.y >= b.y - margin &&
           p.y <= b.y + b.h + margin;
}

/* Against looking at every box. */
static void test_grid(void)
{
    enum { N = 400 };
    SvgBox boxes[N];
    guint found[N];

    for (int round = 0; round < 20; round++) {
        g_autoptr(SvgGrid) grid = NULL;

        for (int i = 0; i < N; i++) {
            boxes[i] = i % 7 ? random_box() : SVG_BOX_EMPTY;
        }
        grid = svg_grid_new(N, box_in, boxes, 2);
        for (int k = 0; k < 50; k++) {
            SvgPoint p = {g_test_rand_double_range(-600, 600), g_test_rand_double_range(-600, 600)};
            guint n = svg_grid_at(grid, p, found, N), expected = 0, odd = 0;

            for (int i = 0; i < N; i++) {
                gboolean holds = !svg_box_is_empty(boxes[i]) && grown_holds(boxes[i], p, 2);

                expected += holds;
                odd += holds && i % 2;
            }
            for (guint i = 0; i < n; i++) {
                g_assert_true(grown_holds(boxes[found[i]], p, 2));
            }
            g_assert_cmpuint(n, ==, expected);
            g_assert_cmpuint(svg_grid_find(grid, p, is_odd, boxes, found, N), ==, odd);
        }
    }
}

/* Everything in one place: answers stay few and quick. */
static void test_grid_stacked(void)
{
    enum { N = 20000 };
    g_autofree SvgBox *boxes = g_new(SvgBox, N);
    g_autoptr(SvgGrid) grid = NULL;
    guint found[8];

    for (int i = 0; i < N; i++) {
        boxes[i] = (SvgBox){0, 0, 10 - i * 1e-5, 10};
    }
    grid = svg_grid_new(N, box_in, boxes, 0);
    g_assert_cmpuint(svg_grid_at(grid, (SvgPoint){5, 5}, found, 8), ==, 8);
    g_assert_cmpuint(found[0], ==, N - 1);
    g_assert_cmpuint(svg_grid_at(grid, (SvgPoint){1e300, -1e300}, found, 8), ==, 0);
}

/* Path data of few commands on few points, so that ends often meet. */
static char *random_path(GRand *rand)
{
    GString *d = g_string_new("M 0 0");
    gint n = g_rand_int_range(rand, 0, g_rand_boolean(rand) ? 6 : 80);

    for (gint i = 0; i < n; i++) {
        static const char *const commands[] = {"L",         "L",           "L", "L",
                                               "C 1 2 3 4", "A 3 3 0 0 1", "M", "z"};
        const char *command = commands[g_rand_int_range(rand, 0, G_N_ELEMENTS(commands))];

        g_string_append(d, command);
        if (*command != 'z') {
            g_string_append_printf(d, " %d %d", g_rand_int_range(rand, 0, 3),
                                   g_rand_int_range(rand, 0, 3));
        }
    }
    return g_string_free(d, FALSE);
}

/* What is told of an outline by its trail is what its segments say. */
static void test_outline_told(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(9);
    const SvgMatrix m = {2, 0.5, 0, 2, 5, 5};
    guint n_told = 0;

    for (int i = 0; i < 20000; i++) {
        g_autofree char *d = random_path(rand);
        g_autoptr(GArray) segments = svg_path_parse(d, NULL);
        SvgBox box = svg_segments_box(segments, m);
        SvgOutlinePaint paint = g_rand_int_range(rand, 0, SVG_OUTLINE_FILLED + 1);
        SvgTrail trail = {.n_parts = 0};
        SvgUserPoint told_ends[4] = {0}, ends[4] = {0};
        SvgOutline told, outline = svg_outline_read(segments, m, box, paint);

        svg_path_each(d, svg_trail_add, &trail);
        if (svg_outline_told(&trail, m, box, paint, &told)) {
            g_assert_cmpint(told.kind, ==, outline.kind);
            g_assert_cmpint(told.closed, ==, outline.closed);
            n_told++;
        }
        if (svg_trail_ends(&trail, &told_ends[0], &told_ends[1], &told_ends[2], &told_ends[3])) {
            g_assert_true(svg_segments_ends(segments, &ends[0], &ends[1], &ends[2], &ends[3]));
            g_assert_cmpmem(told_ends, sizeof told_ends, ends, sizeof ends);
        }
    }
    g_assert_cmpuint(n_told, >, 5000);
}

int main(int argc, char **argv)
{
    int result;

    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *path = g_strdup_printf("/shapes/kind/%s/%u", kinds[i].kind, i);

        g_test_add_data_func(path, &kinds[i], test_kind);
    }
    g_test_add_func("/shapes/outline-told", test_outline_told);
    g_test_add_func("/shapes/near", test_attachments_near);
    g_test_add_func("/shapes/ends-near", test_ends_near);
    g_test_add_func("/shapes/ends-at-line", test_ends_at_line);
    g_test_add_func("/shapes/in-unit", test_attachments_in_unit);
    g_test_add_func("/shapes/words-at-end", test_words_at_end);
    g_test_add_func("/shapes/settled", test_attachments_settled);
    g_test_add_func("/shapes/unclear", test_attachments_unclear);
    g_test_add_func("/shapes/crowds", test_crowds);
    g_test_add_func("/shapes/crowds-of-lines", test_crowds_of_lines);
    g_test_add_func("/shapes/kind-names", test_kind_names);
    g_test_add_func("/shapes/label", test_label);
    g_test_add_func("/shapes/label-choice", test_label_choice);
    g_test_add_func("/shapes/container", test_container);
    g_test_add_func("/shapes/container/words", test_words_in_container);
    g_test_add_func("/shapes/background", test_background);
    g_test_add_func("/shapes/content", test_content);
    g_test_add_func("/shapes/arrows", test_arrows);
    g_test_add_func("/shapes/arrow-in-frame", test_arrow_in_frame);
    g_test_add_func("/shapes/arrow-transformed", test_arrow_transformed);
    g_test_add_func("/shapes/arrow-heads", test_arrow_heads);
    g_test_add_func("/shapes/arrow-short", test_arrow_short);
    g_test_add_func("/shapes/list", test_list);
    g_test_add_func("/shapes/errors", test_errors);
    g_test_add_func("/shapes/grid", test_grid);
    g_test_add_func("/shapes/grid-stacked", test_grid_stacked);
    result = g_test_run();
    svg_cleanup();
    return result;
}
