/* Measuring and laying out text. Widths depend on the fonts that are there: expectations are built
 * from widths of parts, by the rules of SVG 1.1 §10. */
#include "geometry/text.h"

#include "geometry/text_shape.h"

#include <math.h>
#include <string.h>

#define XMLNS                                                                        \
    "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' " \
    "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd'"
#define CLOSE 1e-6

static SvgDocument *parse(const char *body)
{
    g_autofree char *text = g_strdup_printf(
        "<svg " XMLNS " width='200' height='100' font-family='sans-serif' font-size='20'>%s</svg>",
        body);
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test", &error);

    g_assert_no_error(error);
    return doc;
}

/* The box of the element "t" in `body`. */
static SvgBox box_of(const char *body)
{
    g_autoptr(SvgDocument) doc = parse(body);

    return svg_node_box(doc, svg_document_find(doc, "t"));
}

/* Writes down the ids; "-" behind those without a box. */
static void see_span(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style,
                     SvgMatrix matrix, const SvgTrail *trail, gpointer data)
{
    (void)style, (void)matrix, (void)trail;
    g_string_append_printf(data, "%s%s ", svg_node_attr(node, "id"),
                           svg_box_is_empty(bounds->visual) ? "-" : "");
}

static SvgStyle style_of(double size)
{
    SvgStyle style;

    svg_style_initial(&style);
    style.font_family = "sans-serif";
    style.font_size = size;
    return style;
}

static SvgTextExtents measure(const char *text)
{
    SvgStyle style = style_of(20);
    SvgTextExtents extents;

    svg_text_measure(text, &style, &extents);
    return extents;
}

static double width(const char *text)
{
    return measure(text).width;
}

static void assert_near(double got, double wanted)
{
    g_assert_cmpfloat_with_epsilon(got, wanted, CLOSE * MAX(1, fabs(wanted)));
}

/* One line from x on the baseline y. */
static void assert_line(SvgBox box, double x, double y, double w)
{
    SvgTextExtents e = measure("x");

    assert_near(box.x, x);
    assert_near(box.y, y - e.ascent);
    assert_near(box.w, w);
    assert_near(box.h, e.ascent + e.descent);
}

/* --- measuring -------------------------------------------------------------------------------- */

static void test_asleep(void)
{
    svg_text_cleanup(); /* nothing was woken yet */
}

/* Without the module sizes are estimates, and the warning comes once. */
static void test_no_module(void)
{
    SvgTextExtents e;

    if (g_test_subprocess()) {
        g_setenv("FAIRIES_TEXT", "/nowhere/libfairies-text.so", TRUE);
        e = measure("Hamburg \xe6\xbc\xa2");
        g_assert_cmpfloat(e.width, >, 20);
        g_assert_cmpfloat(e.width, <, 9 * 20);
        g_assert_cmpfloat(e.ascent + e.descent, >, 20);
        g_assert_cmpfloat(width("WWWW"), >, width("iiii"));
        g_assert_false(svg_box_is_empty(box_of("<text id='t'>a<tspan dx='3'>b</tspan></text>")));
        svg_text_cleanup();
        return;
    }
    g_test_trap_subprocess(NULL, 0, 0);
    g_test_trap_assert_passed();
    g_test_trap_assert_stderr("*libfairies-text.so can't be loaded*/nowhere/*FAIRIES_TEXT*");
    g_test_trap_assert_stderr_unmatched("*can't be loaded*can't be loaded*");
}

static void test_measure(void)
{
    SvgTextExtents e = measure("Hamburg");

    g_assert_cmpfloat(e.width, >, 20);
    g_assert_cmpfloat(e.width, <, 7 * 20);
    g_assert_cmpfloat(e.ascent, >, 10);
    g_assert_cmpfloat(e.descent, >, 1);
    g_assert_cmpfloat(e.ascent + e.descent, <, 40);
    g_assert_cmpfloat(width("WWWW"), >, width("iiii"));
    assert_near(width(""), 0);
    g_assert_cmpfloat(measure("").ascent, ==, e.ascent);
    assert_near(width("a\nb"), width("a b"));
    g_assert_cmpfloat(width("\xff\xfe broken"), >, 0);
}

static void test_scale(void)
{
    SvgStyle small = style_of(0.01), large = style_of(5000);
    SvgTextExtents s, l;

    svg_text_measure("Scale", &small, &s);
    svg_text_measure("Scale", &large, &l);
    g_assert_cmpfloat_with_epsilon(l.width / s.width, 500000, 0.01);
    g_assert_cmpfloat_with_epsilon(l.ascent / s.ascent, 500000, 0.01);
}

static void test_spacing(void)
{
    SvgStyle style = style_of(20);
    SvgTextExtents e;

    style.letter_spacing = 3;
    style.word_spacing = 10;
    svg_text_measure("ab c", &style, &e);
    assert_near(e.width, width("ab c") + 4 * 3 + 10);
    style.letter_spacing = -100;
    svg_text_measure("ab c", &style, &e);
    g_assert_cmpfloat(e.width, >=, 0);
}

static void test_fonts(void)
{
    SvgStyle plain = style_of(20), bold = style_of(20), odd = style_of(20);
    SvgTextExtents p, b, o;

    bold.font_weight = 700;
    odd.font_family = "\"No Such Font At All\", 'sans-serif',,";
    svg_text_measure("Weight", &plain, &p);
    svg_text_measure("Weight", &bold, &b);
    svg_text_measure("Weight", &odd, &o);
    g_assert_cmpfloat(b.width, !=, p.width);
    assert_near(o.width, p.width);
    for (int i = 0; i < 600; i++) { /* more fonts than are kept */
        g_autofree char *name = g_strdup_printf("Family %d", i);

        odd.font_family = name;
        svg_text_measure("Weight", &odd, &o);
        g_assert_cmpfloat(o.width, >, 0);
    }
    svg_text_measure("Weight", &plain, &o);
    assert_near(o.width, p.width);
}

static void test_long(void)
{
    g_autofree char *text = g_strnfill(100000, 'm');

    g_assert_cmpfloat_with_epsilon(width(text) / width("m"), 100000, 100);
}

/* --- wrapping --------------------------------------------------------------------------------- */

static void test_wrap(void)
{
    SvgStyle style = style_of(20);
    g_auto(GStrv) two = svg_text_wrap("aaa bbb ccc", &style, width("aaa bbb") + 0.1);
    g_auto(GStrv) narrow = svg_text_wrap("aaa bbb", &style, 0.001);
    g_auto(GStrv) broken = svg_text_wrap("a\n\nb", &style, 1000);
    g_auto(GStrv) empty = svg_text_wrap("", &style, 1000);

    g_assert_cmpstrv(two, ((const char *[]){"aaa bbb", "ccc", NULL}));
    g_assert_cmpstrv(narrow, ((const char *[]){"aaa", "bbb", NULL}));
    g_assert_cmpstrv(broken, ((const char *[]){"a", "", "b", NULL}));
    g_assert_cmpstrv(empty, ((const char *[]){"", NULL}));
}

/* No line is wider than asked unless it is one word, and no word is lost. */
static void test_wrap_property(void)
{
    SvgStyle style = style_of(20);

    for (int round = 0; round < 50; round++) {
        g_autoptr(GString) text = g_string_new(NULL);
        double max = g_test_rand_double_range(20, 300);
        g_auto(GStrv) lines = NULL;
        g_autofree char *joined = NULL;

        for (int i = g_test_rand_int_range(1, 20); i > 0; i--) {
            g_autofree char *word = g_strnfill((gsize)g_test_rand_int_range(1, 12), 'n');

            g_string_append_printf(text, "%s%s", text->len ? " " : "", word);
        }
        lines = svg_text_wrap(text->str, &style, max);
        joined = g_strjoinv(" ", lines);
        g_assert_cmpstr(joined, ==, text->str);
        for (char **line = lines; *line; line++) {
            g_assert_true(width(*line) <= max + 0.01 || !strchr(*line, ' '));
        }
    }
}

/* --- layout ----------------------------------------------------------------------------------- */

static void test_line(void)
{
    assert_line(box_of("<text id='t' x='10' y='50'>abc</text>"), 10, 50, width("abc"));
    assert_line(box_of("<text id='t'>abc</text>"), 0, 0, width("abc"));
    assert_line(box_of("<text id='t' x='1em' y='50%'>abc</text>"), 20, 50, width("abc"));
    assert_line(box_of("<text id='t' x='10' dx='5' dy='-2'>abc</text>"), 15, -2, width("abc"));
    g_assert_true(svg_box_is_empty(box_of("<text id='t' x='10' y='50'>  \n </text>")));
    g_assert_true(svg_box_is_empty(box_of("<text id='t' font-size='0'>abc</text>")));
    g_assert_true(svg_box_is_empty(box_of("<text id='t'><tspan display='none'>a</tspan></text>")));
}

static void test_white_space(void)
{
    assert_line(box_of("<text id='t'>\n  a\n   b \t</text>"), 0, 0, width("a b"));
    assert_line(box_of("<text id='t' xml:space='preserve'> a\n b </text>"), 0, 0, width(" a  b "));
    assert_line(box_of("<text id='t'>a <tspan> b</tspan><title>no</title></text>"), 0, 0,
                width("a ") + width("b"));
}

static void test_anchor(void)
{
    double w = width("abc");

    assert_line(box_of("<text id='t' x='50' text-anchor='middle'>abc</text>"), 50 - w / 2, 0, w);
    assert_line(box_of("<text id='t' x='50' text-anchor='end'>abc</text>"), 50 - w, 0, w);
    /* Runs of one chunk are anchored together. */
    assert_line(box_of("<text id='t' x='50' text-anchor='end'>ab<tspan>c</tspan></text>"),
                50 - width("ab") - width("c"), 0, width("ab") + width("c"));
}

/* Each absolute position begins a chunk, which is anchored by itself: §10.5. */
static void test_chunks(void)
{
    SvgBox box = box_of("<text id='t' x='0 100' y='0'>ab</text>");

    assert_line(box, 0, 0, 100 + width("b"));
    box = box_of("<text id='t' text-anchor='end' x='100'>ab<tspan x='60'>c</tspan></text>");
    assert_line(box, MIN(100 - width("ab"), 60 - width("c")), 0,
                100 - MIN(100 - width("ab"), 60 - width("c")));
}

static void test_lists(void)
{
    /* The inner list wins; the outer one goes on behind it: §10.5. */
    SvgBox box = box_of("<text id='t' x='0 20 40 60'>a<tspan x='200'>b</tspan>c</text>");

    assert_line(box, 0, 0, 200 + width("b"));
    box = box_of("<text id='t' dx='0 10 10'>abc</text>");
    assert_line(box, 0, 0, width("a") + width("b") + width("c") + 20);
    /* More values than characters, and values that aren't numbers. */
    assert_line(box_of("<text id='t' x='5 50 90 100'>a</text>"), 5, 0, width("a"));
    assert_line(box_of("<text id='t' x='5 zz 90'>abc</text>"), 5, 0, width("a") + width("bc"));
}

static void test_styles(void)
{
    SvgBox box = box_of("<text id='t' x='0' y='100'>a<tspan font-size='40'>b</tspan></text>");
    SvgStyle large = style_of(40);
    SvgTextExtents e;

    svg_text_measure("b", &large, &e);
    assert_near(box.w, width("a") + e.width);
    assert_near(box.y, 100 - e.ascent);
    assert_near(box.h, e.ascent + e.descent);
}

static void test_lines(void)
{
    SvgTextExtents e = measure("x");
    SvgBox box = box_of("<text id='t' x='10' y='50'><tspan sodipodi:role='line' x='10' y='50'>abc"
                        "</tspan><tspan sodipodi:role='line' x='10' y='80'>d</tspan></text>");

    assert_near(box.x, 10);
    assert_near(box.y, 50 - e.ascent);
    assert_near(box.w, width("abc"));
    assert_near(box.h, 30 + e.ascent + e.descent);
    /* Without positions a line is 1.25 × 20 below the one before. */
    box = box_of("<text id='t' x='10' y='50'><tspan sodipodi:role='line'>abc</tspan>"
                 "<tspan sodipodi:role='line'>d</tspan></text>");
    assert_near(box.x, 10);
    assert_near(box.w, width("abc"));
    assert_near(box.h, 25 + e.ascent + e.descent);
}

static void test_text_length(void)
{
    assert_line(box_of("<text id='t' x='100' text-anchor='middle' textLength='80'>abc</text>"), 60,
                0, 80);
}

static void test_vertical(void)
{
    SvgBox box = box_of("<text id='t' x='50' y='10' writing-mode='tb'>abc</text>");

    assert_near(box.x + box.w / 2, 50);
    assert_near(box.y, 10);
    assert_near(box.h, width("abc"));
}

static void test_wrapped(void)
{
    SvgTextExtents e = measure("x");
    SvgStyle style = style_of(20);
    SvgFontMetrics metrics;
    g_autofree char *body = g_strdup_printf(
        "<text id='t' x='10' y='50' style='inline-size:%f'>aaa bbb</text>", width("aaa") + 1);
    SvgBox box = box_of(body);

    assert_near(box.x, 10);
    assert_near(box.w, MAX(width("aaa"), width("bbb")));
    assert_near(box.h, 25 + e.ascent + e.descent);
    box = box_of("<rect id='f' x='5' y='7' width='1' height='90'/>"
                 "<text id='t' style='shape-inside:url(#f)'>aaa bbb</text>");
    assert_near(box.x, 5);
    /* The font's em box is below half the leading, 1.25 − 1 of its size. */
    svg_text_font_metrics(&style, &metrics);
    assert_near(box.y, 7 + 2.5 + metrics.em_ascent * 20 - e.ascent);
    assert_near(box.h, 25 + e.ascent + e.descent);
}

static void test_references(void)
{
    assert_line(box_of("<text id='src' display='none'>abc</text>"
                       "<text id='t'><tref xlink:href='#src'/></text>"),
                0, 0, width("abc"));
    g_assert_true(svg_box_is_empty(
        box_of("<text id='t'><textPath xlink:href='#none'>abc</textPath></text>")));
    /* A frame that is the text itself, or its group, is no frame. */
    assert_line(box_of("<text id='t' style='shape-inside:url(#t)'>abc</text>"), 0, 0, width("abc"));
}

/* --- visual boxes ----------------------------------------------------------------------------- */

/* What Inkscape shows of the element "t". */
static SvgBox ink_of(const char *body)
{
    g_autoptr(SvgDocument) doc = parse(body);

    return svg_node_bounds(doc, svg_document_find(doc, "t")).visual;
}

static void assert_box(SvgBox box, SvgBox wanted)
{
    assert_near(box.x, wanted.x);
    assert_near(box.y, wanted.y);
    assert_near(box.w, wanted.w);
    assert_near(box.h, wanted.h);
}

static SvgBox moved(SvgBox box, double dx, double dy)
{
    return (SvgBox){box.x + dx, box.y + dy, box.w, box.h};
}

static void test_ink(void)
{
    SvgBox n = ink_of("<text id='t'>n</text>"), line = box_of("<text id='t'>n</text>"), box;

    /* An "n" stands on its baseline and is lower and narrower than its em box. */
    assert_near(n.y + n.h, 0);
    g_assert_cmpfloat(n.y, >, line.y + 2);
    g_assert_cmpfloat(n.x, >, 0);
    g_assert_cmpfloat(n.w, <, line.w);
    assert_box(ink_of("<text id='t' x='30' y='-4'>n</text>"), moved(n, 30, -4));
    assert_box(ink_of("<text id='t' x='30' text-anchor='end'>n</text>"),
               moved(n, 30 - width("n"), 0));
    assert_box(ink_of("<text id='t' transform='scale(2 3)'>n</text>"),
               (SvgBox){2 * n.x, 3 * n.y, 2 * n.w, 3 * n.h});
    assert_box(ink_of("<text id='t' stroke='red' stroke-width='4'>n</text>"),
               (SvgBox){n.x - 2, n.y - 2, n.w + 4, n.h + 4});
    assert_box(ink_of("<text id='t' stroke='none' stroke-width='4'>n</text>"), n);
    /* A space has no ink, but a place. */
    box = ink_of("<text id='t' xml:space='preserve'> n</text>");
    assert_near(box.x, 0);
    assert_near(box.x + box.w, width(" ") + n.x + n.w);
    /* A quarter turn. */
    box = ink_of("<text id='t' transform='rotate(90)'>n</text>");
    assert_box(box, (SvgBox){-n.y - n.h, n.x, n.h, n.w});
}

static void test_rotate(void)
{
    SvgBox n = ink_of("<text id='t'>n</text>");
    SvgBox turned = {-n.y - n.h, n.x, n.h, n.w}; /* about the origin */

    assert_box(ink_of("<text id='t' x='7' y='9' rotate='90'>n</text>"), moved(turned, 7, 9));
    /* The last angle goes on to the end of the element, not further: SVG 1.1 §10.5. */
    assert_box(ink_of("<text id='t' x='0 50 100' rotate='0 90'>nnn</text>"),
               svg_box_union(svg_box_union(n, moved(turned, 50, 0)), moved(turned, 100, 0)));
    assert_box(ink_of("<text id='t' x='0 50'><tspan rotate='90'>n</tspan>n</text>"),
               svg_box_union(turned, moved(n, 50, 0)));
}

static void test_spans(void)
{
    g_autoptr(SvgDocument) doc = parse("<text id='t' y='20'>n<tspan id='a' font-size='40'>n"
                                       "<tspan id='b'>n</tspan></tspan><tspan id='c'/></text>");
    g_autoptr(GString) seen = g_string_new(NULL);
    SvgNode *text = svg_document_find(doc, "t");
    SvgContext context;
    SvgBounds whole;

    svg_context_of_children(doc, text, &context);
    whole = svg_text_bounds(doc, text, &context, see_span, seen);
    g_assert_cmpstr(seen->str, ==, "a b c- ");
    g_assert_cmpfloat(whole.visual.w, >, 0);
}

static void test_baselines(void)
{
    SvgBox n = ink_of("<text id='t'>n</text>"), box;
    SvgTextExtents e = measure("n");

    assert_box(ink_of("<text id='t'><tspan baseline-shift='5'>n</tspan></text>"), moved(n, 0, -5));
    assert_box(ink_of("<text id='t'><tspan baseline-shift='super'>n</tspan></text>"),
               moved(n, 0, -0.4 * 20));
    assert_box(ink_of("<text id='t'><tspan baseline-shift='-10%'>n</tspan></text>"),
               moved(n, 0, 2));
    box = box_of("<text id='t' dominant-baseline='central'>n</text>");
    assert_near(box.y + box.h / 2, 0);
    box = box_of("<text id='t' dominant-baseline='text-before-edge'>n</text>");
    assert_near(box.y, 0);
    box = box_of("<text id='t' alignment-baseline='text-after-edge'>n</text>");
    assert_near(box.y, -e.ascent - e.descent);
    /* Half of the x-height is below. */
    box = ink_of("<text id='t' dominant-baseline='middle'>x</text>");
    g_assert_cmpfloat_with_epsilon(box.y + box.h / 2, 0, 0.2);
}

static void test_direction(void)
{
    double w = width("abc");

    assert_line(box_of("<text id='t' x='50' direction='rtl'>abc</text>"), 50 - w, 0, w);
    assert_line(box_of("<text id='t' x='50' direction='rtl' text-anchor='end'>abc</text>"), 50, 0,
                w);
    assert_line(box_of("<text id='t' x='50' direction='rtl' text-anchor='middle'>abc</text>"),
                50 - w / 2, 0, w);
}

/* A tspan that is a line stands below the one before, for Inkscape; for others where it says. */
static void test_line_rules(void)
{
    const char *body = "<text id='t' x='10' y='50'><tspan sodipodi:role='line' x='90' y='70'>n"
                       "</tspan><tspan sodipodi:role='line' x='90' y='80'>n</tspan></text>";
    SvgBox n = ink_of("<text id='t'>n</text>"), box;

    assert_box(ink_of(body), svg_box_union(moved(n, 10, 50), moved(n, 10, 75)));
    box = box_of(body);
    assert_near(box.x, 90);
    assert_near(box.y + measure("n").ascent, 70);
    /* An empty line takes room, line-height counts, and the text's own is the least. */
    assert_box(ink_of("<text id='t' style='line-height:2'><tspan sodipodi:role='line'>n</tspan>"
                      "<tspan sodipodi:role='line'/><tspan sodipodi:role='line'>n</tspan></text>"),
               svg_box_union(n, moved(n, 0, 80)));
    assert_box(ink_of("<text id='t' style='line-height:0'><tspan sodipodi:role='line'>n</tspan>"
                      "<tspan sodipodi:role='line'>n</tspan></text>"),
               n);
    assert_box(ink_of("<text id='t' sodipodi:linespacing='150%'><tspan sodipodi:role='line'>n"
                      "</tspan><tspan sodipodi:role='line'>n</tspan></text>"),
               svg_box_union(n, moved(n, 0, 30)));
}

/* Inkscape drops the space at the end of an element, and line feeds. */
static void test_space_rules(void)
{
    SvgBox cut = ink_of("<text id='t'><tspan>n </tspan><tspan>n</tspan></text>");
    SvgBox whole = ink_of("<text id='t'>nn</text>");

    g_assert_cmpfloat_with_epsilon(cut.w, whole.w, 0.01);
    g_assert_cmpfloat_with_epsilon(ink_of("<text id='t'>n\nn</text>").w, whole.w, 0.01);
    assert_box(ink_of("<text id='t' xml:space='preserve'>\nn\nn\n</text>"),
               ink_of("<text id='t'>n n</text>"));
    g_assert_true(svg_box_is_empty(ink_of("<text id='t' xml:space='preserve'>\n</text>")));
    assert_near(box_of("<text id='t'>n\nn</text>").w, width("n n"));
    assert_near(box_of("<text id='t'><tspan>n </tspan><tspan>n</tspan></text>").w,
                width("n ") + width("n"));
}

static void test_along_path(void)
{
    SvgBox n = ink_of("<text id='t'>n</text>");
    SvgBox turned = {-n.y - n.h, n.x, n.h, n.w};
    const char *down = "<path id='p' d='M10 20V90' display='none'/>";
    g_autofree char *late = g_strconcat(
        down, "<text id='t'><textPath xlink:href='#p' startOffset='50%'>n</textPath></text>", NULL);
    g_autofree char *out = g_strconcat(
        down, "<text id='t'><textPath xlink:href='#p' startOffset='80'>n</textPath></text>", NULL);
    g_autofree char *moved_path = g_strdup(
        "<path id='p' d='M0 0H100' transform='translate(10 20) rotate(90)' display='none'/>"
        "<text id='t'><textPath xlink:href='#p'>n</textPath></text>");

    assert_box(ink_of(late), moved(turned, 10, 20 + 35));
    g_assert_true(svg_box_is_empty(ink_of(out)));
    assert_box(ink_of(moved_path), moved(turned, 10, 20));
}

#define FLOW                                                                    \
    "<flowRoot id='t'><flowRegion><rect x='5' y='7' width='%f' height='%d'/>"   \
    "</flowRegion><flowPara>nn nn</flowPara><flowPara/><flowPara>nn</flowPara>" \
    "</flowRoot>"

/* Lines fill the region from its top; what doesn't fit isn't drawn. */
static void test_flow(void)
{
    const double lines[] = {0, 1, 2, 4};
    const int heights[] = {20, 30, 60, 110};

    for (guint i = 0; i < G_N_ELEMENTS(heights); i++) {
        g_autofree char *body = g_strdup_printf(FLOW, width("nn ") + 1, heights[i]);
        SvgBox n = ink_of("<text id='t'>n</text>"), box = ink_of(body);

        if (lines[i] == 0) {
            g_assert_true(svg_box_is_empty(box));
        } else {
            assert_near(box.x, 5 + n.x);
            assert_near(box.h, n.h + (lines[i] - 1) * 25);
        }
    }
}

#define ALIGNED                                           \
    "<rect id='f' x='10' y='0' width='100' height='90'/>" \
    "<text id='t' style='shape-inside:url(#f);text-align:%s'>%s</text>"

static void test_align(void)
{
    double w = width("nn");
    g_autofree char *center = g_strdup_printf(ALIGNED, "center", "nn");
    g_autofree char *end = g_strdup_printf(ALIGNED, "end", "nn");
    g_autofree char *both =
        g_strdup_printf(ALIGNED, "justify", "nn nn nnnnnnnnnnnn"); /* the third on a line alone */
    SvgBox box = box_of(both);

    assert_near(box_of(center).x, 60 - w / 2);
    assert_near(box_of(end).x, 110 - w);
    assert_near(box.x, 10);
    g_assert_cmpfloat(box.w, >=, 99.9);
}

/* Neither sizes nor lists nor letters without a font can make a box that isn't one. */
static void test_odd(void)
{
    static const char *const bodies[] = {
        "<text id='t' font-size='1e30'>n</text>",
        "<text id='t' font-size='1e-30'>n</text>",
        "<text id='t' x='1e300' dx='1e300'>nn</text>",
        "<text id='t' rotate='1e300 x'>nn</text>",
        "<text id='t' letter-spacing='-1e9'>nn</text>",
        "<text id='t' textLength='1e-9'>nn</text>",
        "<text id='t' textLength='9' lengthAdjust='spacingAndGlyphs'>\xe2\x80\x8b</text>",
        "<text id='t'>\xf0\x9f\x98\x80 \xe6\xbc\xa2 \xd7\x90\xd7\x91 a</text>",
        "<text id='t' writing-mode='tb' rotate='30' dy='3'>a\xe6\xbc\xa2</text>",
        "<path id='p' d='M0 0'/><text id='t'><textPath xlink:href='#p'>n</textPath></text>",
        "<text id='t'><textPath xlink:href='#t'>n</textPath></text>",
        "<text id='t' style='inline-size:1e-9px'>aa bb cc</text>",
        ("<flowRoot id='t'><flowRegion><use xlink:href='#t'/></flowRegion>"
         "<flowPara>n</flowPara></flowRoot>"),
    };

    for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
        g_autoptr(SvgDocument) doc = parse(bodies[i]);
        SvgBounds bounds = svg_node_bounds(doc, svg_document_find(doc, "t"));

        g_assert_true(isfinite(bounds.visual.x + bounds.visual.w));
        g_assert_true(isfinite(bounds.geometric.y + bounds.geometric.h));
    }
}

/* The box of a text doesn't depend on how it is cut into spans, kerning across cuts apart. */
static void test_cut_property(void)
{
    for (int round = 0; round < 30; round++) {
        g_autoptr(GString) whole = g_string_new(NULL);
        g_autoptr(GString) cut = g_string_new(NULL);
        g_autofree char *a = NULL;
        g_autofree char *b = NULL;

        for (int i = g_test_rand_int_range(1, 30); i > 0; i--) {
            const char *piece = g_test_rand_int_range(0, 4) ? "n" : " ";

            g_string_append(whole, piece);
            g_string_append_printf(cut, "<tspan>%s</tspan>", piece);
        }
        a = g_strdup_printf("<text id='t' x='3'>%s</text>", whole->str);
        b = g_strdup_printf("<text id='t' x='3'>%s</text>", cut->str);
        g_assert_cmpfloat_with_epsilon(box_of(a).w, box_of(b).w, 0.01);
    }
}

int main(int argc, char **argv)
{
    int result;

    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/asleep", test_asleep);
    g_test_add_func("/text/no-module", test_no_module);
    g_test_add_func("/text/measure", test_measure);
    g_test_add_func("/text/scale", test_scale);
    g_test_add_func("/text/spacing", test_spacing);
    g_test_add_func("/text/fonts", test_fonts);
    g_test_add_func("/text/long", test_long);
    g_test_add_func("/text/wrap", test_wrap);
    g_test_add_func("/text/wrap-property", test_wrap_property);
    g_test_add_func("/text/line", test_line);
    g_test_add_func("/text/white-space", test_white_space);
    g_test_add_func("/text/anchor", test_anchor);
    g_test_add_func("/text/chunks", test_chunks);
    g_test_add_func("/text/lists", test_lists);
    g_test_add_func("/text/styles", test_styles);
    g_test_add_func("/text/lines", test_lines);
    g_test_add_func("/text/text-length", test_text_length);
    g_test_add_func("/text/vertical", test_vertical);
    g_test_add_func("/text/wrapped", test_wrapped);
    g_test_add_func("/text/references", test_references);
    g_test_add_func("/text/ink", test_ink);
    g_test_add_func("/text/rotate", test_rotate);
    g_test_add_func("/text/spans", test_spans);
    g_test_add_func("/text/baselines", test_baselines);
    g_test_add_func("/text/direction", test_direction);
    g_test_add_func("/text/line-rules", test_line_rules);
    g_test_add_func("/text/space-rules", test_space_rules);
    g_test_add_func("/text/along-path", test_along_path);
    g_test_add_func("/text/flow", test_flow);
    g_test_add_func("/text/align", test_align);
    g_test_add_func("/text/odd", test_odd);
    g_test_add_func("/text/cut-property", test_cut_property);
    result = g_test_run();
    svg_cleanup();
    return result;
}
