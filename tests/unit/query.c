/* What is listed, in which order, and where: <svg/query.h>. */
#include <svg/error.h>
#include <svg/query.h>

#include <math.h>
#include <string.h>

static SvgDocument *parse(const char *root, const char *content)
{
    g_autofree char *text = g_strdup_printf(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
        "id='page' %s>%s</svg>",
        root, content);
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static void add_id(const SvgQueryItem *item, gpointer data)
{
    GString *ids = data;
    g_string_append_printf(ids, "%s%s", ids->len ? " " : "", item->id);
}

static void add_all(const SvgQueryItem *item, gpointer data)
{
    SvgPxBox box = item->geometric;
    g_string_append_printf(data, "%s:%g,%g,%g,%g ", item->name, box.x, box.y, box.w, box.h);
}

static void assert_listed(const char *content, const char *expected)
{
    g_autoptr(SvgDocument) doc = parse("width='100' height='100'", content);
    g_autoptr(GString) ids = g_string_new(NULL);
    svg_document_query(doc, add_id, ids);
    g_assert_cmpstr(ids->str, ==, expected);
}

static void test_order(void)
{
    assert_listed("<g id='a'><g id='b'><rect id='c' width='1' height='1'/></g>"
                  "<rect id='d' width='1' height='1'/></g><rect id='e' width='1' height='1'/>",
                  "page a b c d e");
}

static void test_listed(void)
{
    assert_listed("<g display='none' id='g'><rect id='r' width='1' height='1'/></g>", "g r");
    assert_listed("<symbol id='s'><rect id='r' width='1' height='1'/></symbol>", "r");
    assert_listed("<marker id='m'><rect id='r' width='1' height='1'/></marker>", "r");
    assert_listed("<defs><rect id='r' width='1' height='1'/></defs>", "");
    assert_listed("<pattern><rect width='1' height='1'/></pattern><clipPath><rect width='1' "
                  "height='1'/></clipPath><mask><rect width='1' height='1'/></mask>",
                  "");
    assert_listed("<rect id='none'/><g id='empty'/><path id='nothing' d='M'/>", "");
    assert_listed("<rect id='r' width='1' height='1' visibility='hidden'/>", "page r");
}

/* Parts of a text follow it. What isn't displayed itself isn't laid out, as Inkscape has it. */
static void test_text(void)
{
    assert_listed("<text id='t' x='9' y='9'>a<tspan id='s'>b<tspan id='u'>c</tspan></tspan></text>",
                  "page t s u");
    assert_listed("<g id='g' display='none'><text id='t' y='9'>a<tspan id='s'>b</tspan></text></g>",
                  "g t s");
    assert_listed("<text id='t' display='none' y='9'>a<tspan id='s'>b</tspan></text>", "");
    assert_listed("<text id='t' y='9'/>", "");
}

/* The rectangle of a symbol is listed where it stands, and not again where it is shown. */
static void test_instances(void)
{
    assert_listed("<symbol id='s'><rect id='r' width='1' height='1'/></symbol>"
                  "<use id='u' xlink:href='#s'/><use id='v' xlink:href='#s'/>",
                  "page r u v");
    assert_listed("<g id='g'><use id='u' xlink:href='#g'/></g>", "");
}

static void test_hidden_do_not_count(void)
{
    g_autoptr(SvgDocument) doc =
        parse("width='9' height='9'",
              "<g><rect x='2' y='3' width='4' height='5'/><g style='display:none'>"
              "<circle r='50'/></g><switch><rect systemLanguage='xx' width='70' height='70'/>"
              "<rect x='3' y='3' width='1' height='1'/></switch></g>");
    g_autoptr(GString) boxes = g_string_new(NULL);
    svg_document_query(doc, add_all, boxes);
    g_assert_cmpstr(boxes->str, ==,
                    "svg:2,3,4,5 g:2,3,4,5 rect:2,3,4,5 g:-50,-50,100,100 circle:-50,-50,100,100 "
                    "switch:3,3,1,1 rect:0,0,70,70 rect:3,3,1,1 ");
}

/* SVG 1.1 §7.8; a side that isn't given is 100 %. */
static void test_pixels(void)
{
    static const struct {
        const char *root, *expected;
    } rows[] = {
        {"", "svg:10,20,30,40 "},
        {"viewBox='0 0 200 100'", "svg:10,20,30,40 "},
        {"width='50%' height='50%' viewBox='0 0 200 100'", "svg:5,10,15,20 "},
        {"height='400' viewBox='0 0 200 100'", "svg:10,170,30,40 "},
        {"width='1in' height='1in' viewBox='0 0 48 48'", "svg:20,40,60,80 "},
        {"width='400' height='400' viewBox='10 10 200 100' preserveAspectRatio='none'",
         "svg:0,40,60,160 "},
        {"width='400' height='400' viewBox='0 0 200 100' preserveAspectRatio='xMinYMin'",
         "svg:20,40,60,80 "},
        {"width='400' height='400' viewBox='0 0 200 100' preserveAspectRatio='xMidYMid slice'",
         "svg:-160,80,120,160 "},
        {"width='-5' height='400' viewBox='0 0 200 100'", "svg:10,170,30,40 "},
        {"width='400' height='400' viewBox='0 0 0 0'", "svg:10,20,30,40 "},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(SvgDocument) doc =
            parse(rows[i].root, "<rect x='10' y='20' width='30' height='40'/>");
        g_autoptr(GString) boxes = g_string_new(NULL);
        svg_document_query_ids(doc, NULL, add_all, boxes, NULL);
        g_assert_cmpstr(boxes->str, ==, rows[i].expected);
    }
}

static void test_ids(void)
{
    g_autoptr(SvgDocument) doc =
        parse("", "<rect id='box' width='2' height='3'/><defs><g id='box2'/></defs><g/>");
    const char *good[] = {"box2", "box", "g-2", NULL}, *bad[] = {"box", "bax", NULL};
    g_autoptr(GString) boxes = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    g_assert_true(svg_document_query_ids(doc, good, add_all, boxes, &error));
    g_assert_cmpstr(boxes->str, ==, "g:0,0,-1,-1 rect:0,0,2,3 g:0,0,-1,-1 ");
    g_string_truncate(boxes, 0);
    g_assert_false(svg_document_query_ids(doc, bad, add_all, boxes, &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND);
    g_assert_nonnull(strstr(error->message, "\"box\""));
    g_assert_cmpuint(boxes->len, ==, 0);
}

/* Asked for alone, each has the box that it has in the list of all: lines of texts, clones, what is
 * clipped, hidden or nowhere. */
static void test_alone(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "viewBox='0 0 100 50' width='200' height='100'",
        "<defs><rect id='r' width='4' height='5'/><clipPath id='k'><rect width='3' "
        "height='3'/></clipPath></defs><g id='g' transform='scale(2)' clip-path='url(#k)'><path "
        "id='p' d='M1 1h9v9z' stroke='red'/><use id='u' href='#r' x='7'/></g><text id='t' y='20'><tspan id='s'>one</tspan><tspan id='w' x='0' "
        "y='40'>two</tspan></text><circle id='c' r='4' display='none'/><g id='e'/>");
    static const char *const ids[] = {"r", "g", "p", "u", "t", "s", "w", "c", "e"};
    const char *all[G_N_ELEMENTS(ids) + 1] = {NULL};
    g_autoptr(GString) apart = g_string_new(NULL), together = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
        all[i] = ids[i];
        svg_document_query_ids(doc, (const char *const[]){ids[i], NULL}, add_all, apart, NULL);
    }
    svg_document_query_ids(doc, all, add_all, together, NULL);
    g_assert_cmpstr(apart->str, ==, together->str);
    g_assert_nonnull(strstr(apart->str, "tspan:0,"));
}

/* What overflows is no box; nothing overflows the stack. */
static void test_limits(void)
{
    g_autoptr(SvgDocument) doc = parse("width='1e300' height='1e300' viewBox='0 0 1e-200 1e-200'",
                                       "<rect x='1e200' y='1e200' width='1e200' height='1e200'/>");
    g_autoptr(GString) boxes = g_string_new(NULL);
    svg_document_query_ids(doc, NULL, add_all, boxes, NULL);
    g_assert_null(strstr(boxes->str, "inf"));
    g_assert_null(strstr(boxes->str, "nan"));
    g_autoptr(GString) deep = g_string_new(NULL);
    for (guint i = 0; i < 500; i++) {
        g_string_append(deep, "<g display='none'>");
    }
    g_string_append(deep, "<rect width='1' height='1'/>");
    for (guint i = 0; i < 500; i++) {
        g_string_append(deep, "</g>");
    }
    g_autoptr(SvgDocument) nested = parse("", deep->str);
    g_string_truncate(boxes, 0);
    svg_document_query(nested, add_id, boxes);
    g_assert_cmpstr(boxes->str, ==, "g-500 rect-1"); /* a hidden one doesn't count for any other */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/query/order", test_order);
    g_test_add_func("/query/listed", test_listed);
    g_test_add_func("/query/text", test_text);
    g_test_add_func("/query/instances", test_instances);
    g_test_add_func("/query/hidden-do-not-count", test_hidden_do_not_count);
    g_test_add_func("/query/pixels", test_pixels);
    g_test_add_func("/query/ids", test_ids);
    g_test_add_func("/query/alone", test_alone);
    g_test_add_func("/query/limits", test_limits);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
