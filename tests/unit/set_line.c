/* One line of a shape's words: how lines are listed, and what is written when one changes. */
#include <svg/error.h>
#include <svg/lines.h>

#include <string.h>

#define SVG(inner)                                                                  \
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 300' font-size='10' " \
    "font-family='DejaVu Sans'>" inner "</svg>"

/* A class as PlantUML draws them, with an empty compartment. */
#define CLASS                                                                                \
    SVG("<g><rect id='a' x='20' y='20' width='120' height='70' fill='#ffe' stroke='black'/>" \
        "<path d='M20 40H140' stroke='black'/><path d='M20 80H140' stroke='black'/>"         \
        "<text id='n' x='80' y='34' text-anchor='middle'>Order</text>"                       \
        "<text id='x' x='28' y='54'>id: <tspan fill='red'>int</tspan></text>"                \
        "<text id='y' x='28' y='67'>total</text></g>")

static SvgDocument *parse(const char *text)
{
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test", NULL);
    g_assert_nonnull(doc);
    return doc;
}

static void change(SvgDocument *doc, const char *id, SvgLinePlace place, const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_set_line(edit, id, &place, text, &error);
    g_assert_no_error(error);
    g_autoptr(SvgChange) done = svg_edit_commit(edit, &error);
    g_assert_no_error(error);
    g_assert_nonnull(done);
}

static void assert_refused(SvgDocument *doc, const char *id, SvgLinePlace place, int code,
                           const char *words)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_set_line(edit, id, &place, "x", &error));
    svg_edit_abort(edit);
    g_assert_error(error, SVG_ERROR, code);
    g_assert_nonnull(strstr(error->message, words));
}

static void assert_text(SvgDocument *doc, const char *id, const char *text)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    g_assert_cmpstr(shape->text, ==, text);
}

static void assert_has(SvgDocument *doc, const char *part)
{
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    g_assert_nonnull(strstr(text, part));
}

static void test_list(void)
{
    g_autoptr(SvgDocument) doc = parse(CLASS);
    guint n = 0;
    g_autoptr(GPtrArray) lines = svg_document_lines(doc, "a", &n);
    g_assert_cmpuint(lines->len, ==, 3);
    g_assert_cmpuint(n, ==, 3);
    const SvgLine *name = lines->pdata[0], *member = lines->pdata[1];
    g_assert_cmpstr(name->id, ==, "n");
    g_assert_cmpuint(name->compartment, ==, 1);
    g_assert_null(name->spans[0]);
    g_assert_cmpstr(member->text, ==, "id: int");
    g_assert_cmpuint(member->compartment, ==, 2);
    g_assert_cmpstr(member->spans[1], ==, "int");
    g_autoptr(GPtrArray) one = svg_document_lines(doc, "y", NULL);
    g_assert_cmpuint(one->len, ==, 1);
    g_autoptr(GPtrArray) none = svg_document_lines(doc, "nobody", NULL);
    g_assert_cmpuint(none->len, ==, 0);
}

static void test_replace(void)
{
    g_autoptr(SvgDocument) doc = parse(CLASS);
    change(doc, "a", (SvgLinePlace){.line = 3}, "sum");
    assert_text(doc, "a", "Order\nid: int\nsum");
    change(doc, "a", (SvgLinePlace){.compartment = 2, .line = 1, .span = 2}, "long");
    assert_has(doc, "id: <tspan fill='red'>long</tspan>");
    change(doc, "y", (SvgLinePlace){0}, "all");
    assert_text(doc, "a", "Order\nid: long\nall");
}

static void test_more(void)
{
    g_autoptr(SvgDocument) doc = parse(CLASS);
    SvgBox box;
    change(doc, "a", (SvgLinePlace){.op = SVG_LINE_AFTER, .compartment = 3}, "go()");
    assert_text(doc, "a", "Order\nid: int\ntotal\ngo()");
    change(doc, "a", (SvgLinePlace){.op = SVG_LINE_BEFORE, .compartment = 2}, "no");
    assert_text(doc, "a", "Order\nno\nid: int\ntotal\ngo()");
    change(doc, "a", (SvgLinePlace){.op = SVG_LINE_DELETE, .line = 4}, "");
    assert_text(doc, "a", "Order\nno\nid: int\ngo()");
    g_assert_true(svg_document_bounds(doc, "a", &box, NULL));
    g_assert_cmpfloat(box.h, >, 90);
}

static void test_refused(void)
{
    g_autoptr(SvgDocument) doc = parse(CLASS);
    assert_refused(doc, "a", (SvgLinePlace){.line = 7}, SVG_ERROR_NOT_FOUND, "2 \"id: int\"");
    assert_refused(doc, "a", (SvgLinePlace){0}, SVG_ERROR_NOT_FOUND, "which line");
    assert_refused(doc, "a", (SvgLinePlace){.compartment = 4}, SVG_ERROR_NOT_FOUND,
                   "3 compartments");
    assert_refused(doc, "a", (SvgLinePlace){.line = 2, .span = 3}, SVG_ERROR_NOT_FOUND,
                   "2 \"int\"");
}

/* The element of each line stays its own. */
static void test_one_text(void)
{
    g_autoptr(SvgDocument) doc =
        parse(SVG("<text id='t' x='20' y='40'><tspan x='20' y='40' font-weight='bold'>one</tspan>"
                  "<tspan x='20' y='52'>two</tspan><tspan x='20' y='64' fill='red'>three</tspan>"
                  "</text>"));
    change(doc, "t", (SvgLinePlace){.op = SVG_LINE_DELETE, .line = 2}, "");
    assert_has(doc, "<tspan x='20' y='52' fill='red'>three</tspan>");
    change(doc, "t", (SvgLinePlace){.op = SVG_LINE_AFTER, .line = 1}, "again");
    assert_has(doc, "font-weight=\"bold\">again</tspan>");
    assert_has(doc, "<tspan x='20' y='64' fill='red'>three</tspan>");
    assert_text(doc, "t", "one\nagain\nthree");
}

static void test_html(void)
{
    g_autoptr(SvgDocument) doc = parse(
        SVG("<foreignObject id='f' x='20' y='20' width='100' height='40'>"
            "<div xmlns='http://www.w3.org/1999/xhtml'><b>one</b><br/>two</div></foreignObject>"));
    change(doc, "f", (SvgLinePlace){.line = 2}, "second");
    change(doc, "f", (SvgLinePlace){.op = SVG_LINE_AFTER, .line = 2}, "third");
    assert_has(doc, "<b>one</b><br/><span>second</span><br/><span>third</span>");
    change(doc, "f", (SvgLinePlace){.op = SVG_LINE_DELETE, .line = 1}, "");
    assert_text(doc, "f", "second\nthird");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/set_line/list", test_list);
    g_test_add_func("/set_line/replace", test_replace);
    g_test_add_func("/set_line/more", test_more);
    g_test_add_func("/set_line/refused", test_refused);
    g_test_add_func("/set_line/one-text", test_one_text);
    g_test_add_func("/set_line/html", test_html);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
