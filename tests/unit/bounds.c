/* Boxes of elements: expectations by hand from SVG 1.1 §7 (coordinates), §9 (shapes), §5.6 (use).
 */
#include "geometry/bounds.h"

#include "common/clock.h"
#include "common/drawing.h"

#include <svg/limits.h>

#include <math.h>
#include <string.h>

#define XMLNS "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"

static SvgBox box_of(SvgDocument *doc, const char *id)
{
    SvgNode *node = svg_document_find(doc, id);

    g_assert_nonnull(node);
    return svg_node_box(doc, node);
}

static void assert_near(SvgBox box, double x, double y, double w, double h)
{
    if (!(fabs(box.x - x) < 1e-6 && fabs(box.y - y) < 1e-6 && fabs(box.w - w) < 1e-6 &&
          fabs(box.h - h) < 1e-6)) {
        g_error("box is %.9g %.9g %.9g %.9g, expected %.9g %.9g %.9g %.9g", box.x, box.y, box.w,
                box.h, x, y, w, h);
    }
}

/* --- one element ------------------------------------------------------------------------------ */

typedef struct {
    const char *name, *body; /* the element has the id "e" */
    double box[4];           /* w < 0: draws nothing */
} Case;

static const Case cases[] = {
    {"rect", "<rect id='e' x='1' y='2' width='30' height='40'/>", {1, 2, 30, 40}},
    {"rect/units", "<rect id='e' x='1in' width='50%' height='10pt'/>", {96, 0, 100, 40 / 3.0}},
    {"rect/negative", "<rect id='e' width='-5' height='5'/>", {0, 0, -1, -1}},
    {"rect/no-height", "<rect id='e' width='5'/>", {0, 0, -1, -1}},
    {"rect/rounded-turned",
     "<rect id='e' width='20' height='20' rx='10' transform='rotate(45 10 10)'/>",
     {0, 0, 20, 20}},
    {"circle", "<circle id='e' cx='10' cy='20' r='5'/>", {5, 15, 10, 10}},
    {"circle/zero", "<circle id='e' cx='10' cy='20' r='0'/>", {0, 0, -1, -1}},
    {"circle/percent",
     "<circle id='e' r='10%'/>",
     {-15.811388300841896, -15.811388300841896, 31.622776601683793, 31.622776601683793}},
    {"ellipse", "<ellipse id='e' cx='10' cy='10' rx='4' ry='8'/>", {6, 2, 8, 16}},
    {"ellipse/auto", "<ellipse id='e' rx='4'/>", {-4, -4, 8, 8}},
    {"ellipse/turned", "<ellipse id='e' rx='4' ry='8' transform='rotate(90)'/>", {-8, -4, 16, 8}},
    {"line", "<line id='e' x1='5' y1='1' x2='2' y2='9'/>", {2, 1, 3, 8}},
    {"line/point", "<line id='e' x1='5' y1='1' x2='5' y2='1'/>", {5, 1, 0, 0}},
    {"line/percent", "<line id='e' x2='100%' y2='50%'/>", {0, 0, 200, 50}},
    {"polyline", "<polyline id='e' points='0,0 10,5 -3,7'/>", {-3, 0, 13, 7}},
    {"polygon/odd", "<polygon id='e' points='1,1 4,1 4,5 9'/>", {1, 1, 3, 4}},
    {"polygon/empty", "<polygon id='e'/>", {0, 0, -1, -1}},
    {"path/cubic", "<path id='e' d='M0 0C0 40 40 40 40 0'/>", {0, 0, 40, 30}},
    {"path/quad", "<path id='e' d='M0 0Q10 20 20 0z'/>", {0, 0, 20, 10}},
    {"path/arc", "<path id='e' d='M-5 0A5 5 0 0 1 5 0'/>", {-5, -5, 10, 5}},
    {"path/error", "<path id='e' d='M0 0 L10 10 L20 x'/>", {0, 0, 10, 10}},
    {"path/none", "<path id='e'/>", {0, 0, -1, -1}},
    {"image", "<image id='e' x='1' y='2' width='3' height='4'/>", {1, 2, 3, 4}},
    {"image/unknown", "<image id='e' href='none.png'/>", {0, 0, -1, -1}},
    {"image/png",
     "<image id='e' x='1' href='data:image/png;base64,"
     "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAAElFTkSuQmCC'/>",
     {1, 0, 3, 2}},
    {"image/png-width",
     "<image id='e' width='30' xlink:href='data:image/png;base64,"
     "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAAElFTkSuQmCC'/>",
     {0, 0, 30, 20}},
    {"image/jpeg", /* SOI, APP0 of 4 bytes, SOF0 5 × 7 */
     "<image id='e' href='data:image/jpeg;base64,/9j/4AAEAAD/wAALCAAHAAUBAREA'/>",
     {0, 0, 5, 7}},
    {"image/short", "<image id='e' href='data:image/png;base64,iVBORw0KGgo='/>", {0, 0, -1, -1}},
    {"foreign", "<foreignObject id='e' x='1' y='2' width='30' height='40'/>", {1, 2, 30, 40}},
    {"group",
     "<g id='e' transform='translate(10)'><rect width='1' height='1'/>"
     "<g><circle cx='9' cy='9' r='1'/></g></g>",
     {10, 0, 10, 10}},
    {"group/empty", "<g id='e'><g/></g>", {0, 0, -1, -1}},
    {"group/hidden-child",
     "<g id='e'><rect width='9' height='9' display='none'/><rect width='1' height='1'/></g>",
     {0, 0, 1, 1}},
    {"group/invisible-child",
     "<g id='e'><rect width='9' height='9' visibility='hidden'/><rect width='1' height='1'/></g>",
     {0, 0, 9, 9}},
    {"group/definitions",
     "<g id='e'><defs><rect width='9' height='9'/></defs></g>",
     {0, 0, -1, -1}},
    {"hidden", "<g style='display:none'><rect id='e' width='9' height='9'/></g>", {0, 0, -1, -1}},
    {"defined", "<defs><rect id='e' width='9' height='9'/></defs>", {0, 0, -1, -1}},
    {"clip", "<clipPath id='c'><rect id='e' width='9' height='9'/></clipPath>", {0, 0, -1, -1}},
    {"transform/order",
     "<rect id='e' width='2' height='1' transform='translate(10,0) scale(3)'/>",
     {10, 0, 6, 3}},
    {"transform/turned",
     "<rect id='e' width='10' height='10' transform='rotate(45)'/>",
     {-7.0710678118654755, 0, 14.142135623730951, 14.142135623730951}},
    {"transform/bad", "<rect id='e' width='2' height='1' transform='spin(3)'/>", {0, 0, 2, 1}},
    {"transform/css",
     "<rect id='e' width='2' height='1' transform='scale(9)' style='transform:translate(5px,6px)'/>",
     {5, 6, 2, 1}},
    {"transform/overflow",
     "<g id='e' transform='scale(1e200)'><g transform='scale(1e200)'><rect width='1' height='1'/>"
     "</g></g>",
     {0, 0, -1, -1}},
    {"switch", /* the first that passes, and only it */
     "<switch id='e'><rect width='9' height='9' systemLanguage='xx'/><rect width='2' height='1'/>"
     "<rect width='7' height='7'/></switch>",
     {0, 0, 2, 1}},
    {"switch/foreign",
     "<switch id='e'><foreignObject width='100%' height='100%' requiredFeatures='x'/>"
     "<image width='2' height='1'/></switch>",
     {0, 0, 2, 1}},
    {"extension",
     "<rect id='e' width='2' height='1' requiredExtensions='http://x'/>",
     {0, 0, -1, -1}},
    {"use",
     "<defs><rect id='r' x='1' width='2' height='1'/></defs><use id='e' href='#r' x='10' y='5'/>",
     {11, 5, 2, 1}},
    {"use/transform", /* x, y come after the transform: SVG 1.1 §5.6 */
     "<defs><rect id='r' width='2' height='1'/></defs>"
     "<use id='e' xlink:href='#r' x='10' transform='scale(2)'/>",
     {20, 0, 4, 2}},
    {"use/symbol",
     "<symbol id='s' viewBox='0 0 10 10'><rect width='10' height='5'/></symbol>"
     "<use id='e' href='#s' x='1' y='2' width='20' height='20'/>",
     {1, 2, 20, 10}},
    {"use/symbol-auto", /* 100 % of 200 × 100, centred: SVG 1.1 §5.6, §7.8 */
     "<symbol id='s' viewBox='0 0 10 10'><rect width='10' height='10'/></symbol>"
     "<use id='e' href='#s'/>",
     {50, 0, 100, 100}},
    {"use/missing", "<use id='e' href='#none'/>", {0, 0, -1, -1}},
    {"use/itself", "<use id='e' href='#e'/>", {0, 0, -1, -1}},
    {"use/ancestor",
     "<g id='e'><rect width='1' height='1'/><use href='#e' x='5'/></g>",
     {0, 0, 1, 1}},
    {"use/ring",
     "<defs><g id='a'><rect width='1' height='1'/><use href='#b' x='1'/></g>"
     "<g id='b'><rect width='1' height='1'/><use href='#a' x='1'/></g></defs>"
     "<use id='e' href='#a'/>",
     {0, 0, 2, 1}},
    {"use/chain",
     "<defs><rect id='r' width='1' height='1'/><use id='a' href='#r' x='1'/>"
     "<use id='b' href='#a' x='1'/></defs><use id='e' href='#b' x='1'/>",
     {3, 0, 1, 1}},
    {"use/style", /* what a clone shows inherits from the clone */
     "<defs><rect id='r' width='2em' height='1em'/></defs><use id='e' href='#r' font-size='20'/>",
     {0, 0, 40, 20}},
    {"use/hidden",
     "<defs><g id='r'><rect width='2' height='1'/></g></defs>"
     "<use id='e' href='#r' display='none'/>",
     {0, 0, -1, -1}},
    {"nested",
     "<svg id='e' x='10' y='10' width='20' height='20' viewBox='0 0 2 2'><rect width='1' "
     "height='1'/></svg>",
     {10, 10, 10, 10}},
    {"nested/aspect",
     "<svg id='e' width='40' height='20' viewBox='0 0 2 2' preserveAspectRatio='xMaxYMin'>"
     "<rect width='2' height='2'/></svg>",
     {20, 0, 20, 20}},
    {"nested/none",
     "<svg id='e' width='40' height='20' viewBox='0 0 2 2' preserveAspectRatio='none'>"
     "<rect width='1' height='1'/></svg>",
     {0, 0, 20, 10}},
    {"nested/percent",
     "<svg width='40' height='20' viewBox='0 0 8 4'><rect id='e' width='50%' height='100%'/></svg>",
     {0, 0, 20, 20}},
    {"nested/no-area",
     "<svg id='e' width='0' height='20'><rect width='1' height='1'/></svg>",
     {0, 0, -1, -1}},
    {"flow/empty",
     "<flowRoot id='e'><flowRegion><rect width='5' height='6'/></flowRegion></flowRoot>",
     {0, 0, -1, -1}},
};

static void test_case(gconstpointer data)
{
    const Case *c = data;
    g_autoptr(SvgDocument) doc = test_parse_body(c->body);
    SvgBox box = box_of(doc, "e");

    if (c->box[2] < 0) {
        g_assert_true(svg_box_is_empty(box));
    } else {
        assert_near(box, c->box[0], c->box[1], c->box[2], c->box[3]);
    }
}

/* --- the root and contexts -------------------------------------------------------------------- */

static void test_root(void)
{
    g_autoptr(SvgDocument) doc =
        test_parse("<svg " XMLNS " width='200mm' height='100mm' viewBox='10 20 200 100'>"
                   "<rect id='e' x='10' y='20' width='50%' height='1'/></svg>");
    g_autoptr(SvgDocument) moved = test_parse(
        "<svg " XMLNS " width='200' height='100' viewBox='0 0 20 10' transform='translate(30,0)'>"
        "<rect id='e' width='1' height='1'/></svg>");

    assert_near(box_of(doc, "e"), 10, 20, 100, 1);
    assert_near(svg_node_box(doc, svg_document_root(doc)), 10, 20, 100, 1);
    assert_near(box_of(moved, "e"), 3, 0, 1, 1); /* 30 px outside are 3 units inside */
}

/* CSS Values 3 §6.1.1 */
static void test_rem(void)
{
    static const char text[] =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 200' font-size='10'>"
        "<g font-size='40'><rect id='e' x='1rem' y='2rem' width='4rem' height='1em'/></g>"
        "<svg id='inner' x='1rem'><rect id='f' x='1rem' width='2rem' height='1rem'/></svg></svg>";
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "drawing", NULL);
    assert_near(box_of(doc, "e"), 10, 20, 40, 40);
    assert_near(box_of(doc, "f"), 20, 0, 20, 10);
}

static void test_contexts(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(
        "<g id='g' transform='translate(5,6)' font-size='7'><svg id='s' x='1' width='20' "
        "height='20' viewBox='0 0 2 2'><rect id='r' transform='scale(3)'/></svg></g>"
        "<g id='flat' transform='scale(0)'><rect id='in'/></g>");
    SvgNode *s = svg_document_find(doc, "s"), *r = svg_document_find(doc, "r");
    SvgContext context, flat;
    SvgMatrix m = svg_node_matrix(doc, s);

    g_assert_true(svg_context_of_children(doc, s, &context));
    g_assert_cmpfloat(m.e, ==, 5);
    g_assert_cmpfloat(context.matrix.a, ==, 10);
    g_assert_cmpfloat(context.matrix.e, ==, 6);
    g_assert_cmpfloat(context.viewport.width, ==, 2);
    g_assert_cmpfloat(context.viewport.font_size, ==, 7);
    g_assert_cmpfloat(svg_node_parent_matrix(doc, r).a, ==, 10);
    g_assert_cmpfloat(svg_node_matrix(doc, r).a, ==, 30);
    g_assert_false(svg_context_of_children(doc, svg_document_find(doc, "flat"), &flat));
    g_assert_true(svg_node_is_rendered(doc, r));
}

static void test_displayed(void)
{
    static const struct {
        const char *attributes;
        gboolean displayed;
    } wanted[] = {
        {"", TRUE},
        {"style='display:inline;fill:red'", TRUE},
        {"style='display : inline'", TRUE},
        {"style='fill:red;display:block'", TRUE},
        {"style='fill:url(#displayed)'", TRUE},
        {"style='display:none'", FALSE},
        {"style='fill:red; display : none'", FALSE},
        {"style='DISPLAY:none'", FALSE},
        {"style='Display:None'", FALSE},
        {"style='display/**/:none'", FALSE},
        {"style='--d:none;display:var(--d)'", FALSE},
        {"style='display:inline;display:none'", FALSE},
        {"display='none'", FALSE},
        {"display='none' style='display:inline'", TRUE},
        {"display='inline' style='display:none'", FALSE},
    };

    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        g_autofree char *body = g_strdup_printf("<g %s><g style='display:inline'><rect id='in'/>"
                                                "</g></g><rect id='r' %s/>",
                                                wanted[i].attributes, wanted[i].attributes);
        g_autoptr(SvgDocument) doc = test_parse_body(body);

        g_test_message("%s", wanted[i].attributes);
        g_assert_cmpint(svg_node_is_displayed(doc, svg_document_find(doc, "r")), ==,
                        wanted[i].displayed);
        g_assert_cmpint(svg_node_is_rendered(doc, svg_document_find(doc, "in")), ==,
                        wanted[i].displayed);
    }
    g_autoptr(SvgDocument) doc = test_parse_body(
        "<style>.gone { display: none }</style><g class='gone'><rect id='in'/></g><rect id='r'/>");
    g_assert_false(svg_node_is_rendered(doc, svg_document_find(doc, "in")));
    g_assert_true(svg_node_is_rendered(doc, svg_document_find(doc, "r")));
}

/* --- all of them ------------------------------------------------------------------------------ */

typedef struct {
    SvgDocument *doc;
    GString *order;
    SvgBox box;
} Seen;

static void see(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style, SvgMatrix matrix,
                const SvgTrail *trail, gpointer data)
{
    Seen *seen = data;
    SvgMatrix own = svg_node_matrix(seen->doc, node);
    SvgBox box = bounds->geometric;

    g_assert_null(trail);
    g_assert_true(style->displayed);
    g_assert_cmpmem(&own, sizeof own, &matrix, sizeof matrix);
    if (!svg_box_is_empty(box)) {
        SvgBox alone = svg_node_box(seen->doc, node);

        assert_near(alone, box.x, box.y, box.w, box.h);
    }
    g_string_append_printf(seen->order, "%s ", svg_node_id(seen->doc, node));
    seen->box = box;
}

static void test_each(void)
{
    g_autoptr(SvgDocument) doc =
        test_parse_body("<defs><rect id='d' width='9' height='9'/></defs>"
                        "<g id='g' transform='rotate(30)'><rect id='a' width='1' height='2'/>"
                        "<use id='u' href='#d' x='3'/><g id='e'/></g>"
                        "<g id='off' display='none'><rect id='no' width='1' height='1'/></g>"
                        "<rect id='b' x='50' width='1' height='1' visibility='hidden'/>"
                        "<text id='t'><tspan id='ts'/></text>");
    Seen seen = {doc, g_string_new(NULL), SVG_BOX_EMPTY};
    g_autofree char *root = g_strdup(svg_node_id(doc, svg_document_root(doc)));
    g_autofree char *expected = g_strdup_printf("a u e g b t %s ", root);

    svg_document_each_bounds(doc, see, &seen);
    g_assert_cmpstr(seen.order->str, ==, expected);
    g_assert_cmpfloat(seen.box.x + seen.box.w, ==, 51);
    g_string_free(seen.order, TRUE);
}

/* Clones of clones of clones: 10^30 of them. */
static void test_bomb(void)
{
    g_autoptr(GString) body = g_string_new("<defs><g id='g0'><rect width='1' height='1'/></g>");
    g_autoptr(SvgDocument) doc = NULL;
    gint64 start;

    for (int i = 1; i <= 30; i++) {
        g_string_append_printf(body, "<g id='g%d'>", i);
        for (int k = 0; k < 10; k++) {
            g_string_append_printf(body, "<use href='#g%d' x='%d'/>", i - 1, k);
        }
        g_string_append(body, "</g>");
    }
    g_string_append(body, "</defs><use id='e' href='#g30'/>");
    doc = test_parse_body(body->str);
    start = test_cpu_time();
    g_assert_false(svg_box_is_empty(box_of(doc, "e"))); /* what was seen counts */
    g_assert_cmpint(test_cpu_time() - start, <, 20 * G_USEC_PER_SEC);
}

/* A chain of clones longer than any stack may be ends quietly. */
static void test_chain(void)
{
    g_autoptr(GString) body = g_string_new("<rect id='u0' width='1' height='1'/>");
    g_autoptr(SvgDocument) doc = NULL;

    for (int i = 1; i <= 6000; i++) {
        g_string_append_printf(body, "<use id='u%d' href='#u%d' x='1'/>", i, i - 1);
    }
    doc = test_parse_body(body->str);
    assert_near(box_of(doc, "u100"), 100, 0, 1, 1);
    g_assert_true(svg_box_is_empty(box_of(doc, "u6000")));
}

/* The box of a turned path is where its points are: no sampled point lies outside, and the box is
 * no larger than the points by more than the sampling's grain. */
static void test_tight(void)
{
    for (int i = 0; i < 50; i++) {
        double p[8], angle = g_test_rand_double_range(0, 360);
        g_autoptr(SvgDocument) doc = NULL;
        g_autofree char *body = NULL;
        SvgBox box, points = SVG_BOX_EMPTY;
        SvgMatrix m = svg_matrix_rotation(angle, 0, 0);

        for (int k = 0; k < 8; k++) {
            p[k] = g_test_rand_int_range(-100, 100);
        }
        body =
            g_strdup_printf("<path id='e' transform='rotate(%.12f)' d='M%g %gC%g %g %g %g %g %g'/>",
                            angle, p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]);
        doc = test_parse_body(body);
        box = box_of(doc, "e");
        for (int k = 0; k <= 2000; k++) {
            double t = k / 2000.0, s = 1 - t;
            double b[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
            SvgUserPoint at = {b[0] * p[0] + b[1] * p[2] + b[2] * p[4] + b[3] * p[6],
                               b[0] * p[1] + b[1] * p[3] + b[2] * p[5] + b[3] * p[7]};
            SvgPoint q = svg_matrix_to_document(m, at);

            points = svg_box_union(points, (SvgBox){q.x, q.y, 0, 0});
        }
        g_assert_cmpfloat_with_epsilon(box.x, points.x, 0.01);
        g_assert_cmpfloat_with_epsilon(box.y, points.y, 0.01);
        g_assert_cmpfloat_with_epsilon(box.w, points.w, 0.02);
        g_assert_cmpfloat_with_epsilon(box.h, points.h, 0.02);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/bounds/case/", cases[i].name, NULL);

        g_test_add_data_func(path, &cases[i], test_case);
    }
    g_test_add_func("/bounds/root", test_root);
    g_test_add_func("/bounds/rem", test_rem);
    g_test_add_func("/bounds/contexts", test_contexts);
    g_test_add_func("/bounds/displayed", test_displayed);
    g_test_add_func("/bounds/each", test_each);
    g_test_add_func("/bounds/bomb", test_bomb);
    g_test_add_func("/bounds/chain", test_chain);
    g_test_add_func("/bounds/tight", test_tight);
    return g_test_run();
}
