/* What pictures show of HTML in a <foreignObject>; outlines and the page's edge in those that are
 * read. Places are compared with Chromium's by corpus/labels.py. */
#include "html/html.h"

#include "common/clock.h"
#include "common/drawing.h"
#include "render/edge.h"
#include "render/part.h"

#include <svg/error.h>
#include <svg/survey.h>

#include <string.h>

#define FEATURE "requiredFeatures='http://www.w3.org/TR/SVG11/feature#Extensibility'"
#define XHTML   "xmlns='http://www.w3.org/1999/xhtml'"

static const SvgBox everywhere = {-1e6, -1e6, 2e6, 2e6};

/* What is rendered of a drawing with that body; the caller's. */
static char *drawn(const char *body, double hairline)
{
    g_autoptr(SvgDocument) doc = test_parse_body(body);
    g_autoptr(GBytes) before = svg_document_print_utf8(doc);
    g_autoptr(GBytes) part = svg_part_print(doc, everywhere, hairline);
    g_autoptr(GBytes) after = svg_document_print_utf8(doc);
    gsize len;
    const char *data = g_bytes_get_data(part, &len);
    g_assert_true(g_bytes_equal(before, after)); /* the drawing itself stays */
    return g_strndup(data, len);
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part)) {
        g_error("%s isn't in %s", part, text);
    }
}

static void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part)) {
        g_error("%s is in %s", part, text);
    }
}

/* --- which of a switch ------------------------------------------------------------------------ */

static void test_switch(void)
{
    g_autofree char *text = drawn("<switch><foreignObject width='80' height='20' " FEATURE
                                  "><div " XHTML ">Log in</div></foreignObject>"
                                  "<text>[Not supported by viewer]</text></switch>",
                                  0);
    assert_has(text, ">Log in</text></g></g><text>[Not");
    assert_lacks(text, "foreignObject");
    assert_lacks(text, "requiredFeatures");
}

static void test_features(void)
{
    g_autofree char *text = drawn("<switch><g " FEATURE "><rect width='9' height='9'/></g>"
                                  "<text>Text is not SVG</text></switch>",
                                  0);
    assert_has(text, "<switch><g><rect");
    g_autofree char *none = drawn("<rect width='9' height='9'/><switch><g " FEATURE "/>"
                                  "<text>Text is not SVG</text></switch>",
                                  0);
    assert_lacks(none, "Text is not SVG");
}

static void test_left_alone(void)
{
    static const char *const bodies[] = {
        /* A program's own data. */
        "<switch><foreignObject width='1' height='1' requiredExtensions='http://ns.adobe.com/a'>"
        "<i>words</i></foreignObject><rect width='9' height='9'/></switch>",
        /* Only a browser can show it, or what stands in for it. */
        "<switch><foreignObject width='9' height='9'><img " XHTML " src='a.png'/></foreignObject>"
        "<text>a picture</text></switch>",
    };
    for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
        g_autofree char *text = drawn(bodies[i], 0);
        assert_has(text, bodies[i]);
    }
}

static void test_nothing_seen(void)
{
    static const char *const bodies[] = {
        "<foreignObject width='0' height='9'><p " XHTML ">word</p></foreignObject>",
        "<foreignObject width='90' height='9' display='none'><p " XHTML ">word</p></foreignObject>",
        "<foreignObject width='90' height='9'><p " XHTML " style='display:none'>word</p>"
        "</foreignObject>",
        "<foreignObject width='90' height='20'><p " XHTML " style='margin-top:40px'>word</p>"
        "</foreignObject>",
    };
    for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
        g_autofree char *text = drawn(bodies[i], 0);
        assert_lacks(text, "word");
        assert_lacks(text, "foreignObject");
    }
}

/* --- how it looks ----------------------------------------------------------------------------- */

/* As mermaid has it: rules for HTML stand among those for SVG, which mustn't reach what we draw. */
static void test_style(void)
{
    g_autofree char *text =
        drawn("<style>p{margin:0;color:#123456} .node{text-align:center} text{fill:red}"
              ".plate{background-color:rgba(232,232,232,0.5)}</style><g class='node'>"
              "<foreignObject id='f' class='own' x='10' y='20' width='100' height='24' "
              "transform='scale(2)'><div " XHTML " class='plate' style='font-size:12px'>"
              "<p><b>A &lt; B</b></p></div></foreignObject></g>",
              0);
    assert_has(text, "<g id='f' class='own' transform='scale(2)'>");
    assert_has(text, "<rect x=\"10\" y=\"20\" width=\"100\"");
    assert_has(text, "fill:#e8e8e8!important;fill-opacity:0.5!important");
    assert_has(text, "fill:#123456!important;fill-opacity:1!important");
    assert_has(text, "font-size:12px!important;font-weight:700!important");
    assert_has(text, ">A &lt; B</text>");
}

static SvgBox box_of(const char *body)
{
    g_autoptr(SvgDocument) doc = test_parse_body(body);
    const GPtrArray *all = svg_html_drawings(doc);
    g_assert_nonnull(all);
    g_assert_cmpuint(all->len, ==, 1);
    return ((const SvgHtmlDrawing *)all->pdata[0])->box;
}

static double middle(SvgBox box)
{
    return box.x + box.w / 2;
}

/* As draw.io has it: in the middle of a box that is one px high, and beyond it. */
static void test_place(void)
{
    SvgBox box =
        box_of("<foreignObject width='100%' height='100%' style='overflow:visible'><div " XHTML
               " style='display:flex;align-items:unsafe center;justify-content:unsafe "
               "center;width:118px;height:1px;padding-top:40px;margin-left:21px'><div "
               "style='font-size:12px'>Login</div></div></foreignObject>");
    g_assert_cmpfloat_with_epsilon(middle(box), 80, 1);
    g_assert_cmpfloat(box.y, >, 30);
    g_assert_cmpfloat(box.y + box.h, <, 54);

    box = box_of("<foreignObject x='50' width='10' height='9' style='overflow:visible'><div " XHTML
                 " style='display:flex;justify-content:center;width:10px;white-space:nowrap'><i>"
                 "much too long</i></div></foreignObject>");
    g_assert_cmpfloat_with_epsilon(middle(box), 55, 1);
}

static void test_white_space(void)
{
    g_autofree char *text = drawn("<foreignObject width='300' height='60'><p " XHTML "><i>a</i> "
                                  "<i>b</i><!-- no space --><i>c</i>\n</p></foreignObject>",
                                  0);
    assert_has(text, ">a</text>");
    assert_has(text, "> </text>");
    assert_has(text, ">b</text>");
    g_assert_null(strstr(strstr(text, ">b</text>"), "> </text>"));
}

/* --- hostile ones ----------------------------------------------------------------------------- */

static char *nested(const char *open, const char *close, guint n, const char *inner)
{
    GString *out = g_string_new("<foreignObject width='90' height='90'>");
    for (guint i = 0; i < n; i++) {
        g_string_append(out, open);
    }
    g_string_append(out, inner);
    for (guint i = 0; i < n; i++) {
        g_string_append(out, close);
    }
    g_string_append(out, "</foreignObject>");
    return g_string_free(out, FALSE);
}

/* Each box is measured before it is laid out: nested ones mustn't be for each way. */
static void test_limits(void)
{
    static const char *const opens[] = {
        "<div>", "<div style='display:inline-block'>", "<div style='display:flex'>",
        "<div style='display:table'><div style='display:table-row'><div style='display:table-cell'>"};
    static const char *const closes[] = {"</div>", "</div>", "</div>", "</div></div></div>"};
    gint64 begin = test_cpu_time();
    for (guint i = 0; i < G_N_ELEMENTS(opens); i++) {
        g_autofree char *body = nested(opens[i], closes[i], 150, "word <b>and</b> word");
        g_autofree char *text = drawn(body, 0);
        assert_lacks(text, "foreignObject");
    }
    g_autofree char *word = g_strnfill(400000, 'w');
    g_autofree char *long_one =
        nested("<p style='font-size:9px;overflow-wrap:anywhere'>", "</p>", 1, word);
    g_autofree char *cut = drawn(long_one, 0);
    assert_has(cut, "www");
    g_autofree char *many = nested("<i>word</i> <br/>", "", 30000, "");
    g_autofree char *text = drawn(many, 0);
    assert_has(text, ">word</text>");
    g_assert_cmpint(test_cpu_time() - begin, <, 60 * G_USEC_PER_SEC);
}

static void test_odd_values(void)
{
    g_autofree char *text =
        drawn("<foreignObject width='90' height='90'><div " XHTML
              " style='margin:1e308px;padding:-5px;width:calc(1px);border:thick;flex:;gap:nan;"
              "background:url(x) no-repeat;height:-3px;display:flex;font:;line-height:-1'>word"
              "<table><tr><td colspan='999999'>a</td></tr></table></div></foreignObject>",
              0);
    assert_lacks(text, "foreignObject");
    assert_lacks(text, "nan");
    assert_lacks(text, "inf\"");
}

/* --- pictures that are read ------------------------------------------------------------------- */

static void test_hairlines(void)
{
    g_autofree char *text =
        drawn("<path id='thin' stroke='red' stroke-width='.2' d='M0 0h100'/>"
              "<path id='thick' stroke='red' stroke-width='3' d='M0 0h100'/>"
              "<path id='none' stroke-width='.2' d='M0 0h100v9z'/>"
              "<path id='dot' stroke='red' stroke-width='.2' d='M0 0h2'/>"
              "<g transform='scale(4)'><path id='scaled' stroke='red' stroke-width='.1' "
              "d='M0 0h100'/></g>",
              2);
    assert_has(text, "d='M0 0h100' style=\"stroke-width:2");
    assert_has(text, "id='thick' stroke='red' stroke-width='3' d='M0 0h100'/>");
    assert_has(text, "id='none' stroke-width='.2' d='M0 0h100v9z'/>");
    assert_has(text, "id='dot' stroke='red' stroke-width='.2' d='M0 0h2'/>");
    assert_has(text, "d='M0 0h100' style=\"stroke-width:0.5");
    g_autofree char *plain = drawn("<path stroke='red' stroke-width='.2' d='M0 0h100'/>", 0);
    assert_lacks(plain, "style");
}

static void test_edge(void)
{
    g_autoptr(SvgDocument) doc =
        test_parse("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100'/>");
    g_autofree char *within = svg_page_edge(doc, (SvgBox){0, 0, 200, 100}, 1);
    g_autofree char *part = svg_page_edge(doc, (SvgBox){50, 20, 30, 30}, 1);
    g_autofree char *beyond = svg_page_edge(doc, (SvgBox){-50, 0, 250, 100}, 0.5);
    g_assert_cmpstr(within, ==, "");
    g_assert_cmpstr(part, ==, "");
    assert_has(beyond, "M0,0h200v100h-200z");
    assert_has(beyond, "stroke-width:0.5");
}

static void test_fonts(void)
{
    g_assert_true(svg_font_is_installed("DejaVu Sans"));
    g_assert_true(svg_font_is_installed("sans-serif"));
    g_assert_true(svg_font_is_installed("monospace"));
    g_assert_false(svg_font_is_installed("No Such Family"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/html/switch", test_switch);
    g_test_add_func("/html/features", test_features);
    g_test_add_func("/html/left-alone", test_left_alone);
    g_test_add_func("/html/nothing-seen", test_nothing_seen);
    g_test_add_func("/html/style", test_style);
    g_test_add_func("/html/place", test_place);
    g_test_add_func("/html/white-space", test_white_space);
    g_test_add_func("/html/limits", test_limits);
    g_test_add_func("/html/odd-values", test_odd_values);
    g_test_add_func("/html/hairlines", test_hairlines);
    g_test_add_func("/html/edge", test_edge);
    g_test_add_func("/html/fonts", test_fonts);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
