/* Swimlanes: what they are called, arrows from one to another, and words in them. And what is told
 * of lines where things lay on each other, and of words off the page. */
#include "common/drawing.h"

#include <svg/edit.h>
#include <svg/shape.h>

#include <string.h>

#define LANE(id, y, color)                                                                \
    "<rect id=\"" id "\" x=\"20\" y=\"" y "\" width=\"960\" height=\"180\" fill=\"" color \
    "\" stroke=\"#333\"/>"
#define STEP(id, x, y, words)                \
    "<rect id=\"" id "\" x=\"" x "\" y=\"" y \
    "\" width=\"120\" height=\"60\" fill=\"white\" stroke=\"#333\"/>" words

static const char lanes[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1000\" height=\"600\" font-size=\"16\" "
    "font-family=\"DejaVu Sans\">" LANE("customer", "20", "#def") LANE("kitchen", "200", "#fed")
        LANE("courier", "380",
             "#dfe") "<text id=\"c1\" x=\"35\" y=\"115\">Customer</text>"
                     "<text id=\"c2\" x=\"35\" y=\"295\">Kitchen</text>"
                     "<text id=\"c3\" x=\"35\" y=\"475\">Courier</text>" STEP(
                         "choose", "160", "80", "<text x=\"170\" y=\"115\">Choose</text>")
                         STEP("pay", "320", "80", "<text x=\"360\" y=\"115\">Pay</text>")
                             STEP("bake", "500", "260", "<text x=\"540\" y=\"295\">Bake</text>")
                                 STEP("fill", "320", "260", "<text x=\"360\" y=\"295\">Fill</text>")
                                     STEP("deliver", "500", "440",
                                          "<text x=\"520\" y=\"475\">Deliver</text>")
                                         STEP("eat", "820", "80",
                                              "<text x=\"860\" y=\"115\">Eat</text>") "</svg>";

static SvgDocument *load(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "lanes.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static void assert_text(SvgDocument *doc, const char *id, const char *text)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    g_assert_nonnull(shape);
    g_assert_cmpstr(shape->text, ==, text);
}

/* The note of the edit; the caller's. */
static char *commit(SvgEdit *edit)
{
    g_autoptr(GError) error = NULL;
    SvgChange *change = svg_edit_commit(edit, &error);
    g_assert_no_error(error);
    char *note = g_strdup(change->note ? change->note : "");
    svg_change_free(change);
    return note;
}

static char *connect(SvgDocument *doc, const char *id, const char *from, const char *to,
                     guint given, const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgSpec spec = {.kind = SVG_KIND_ARROW,
                    .id = id,
                    .from_id = from,
                    .to_id = to,
                    .text = text,
                    .given = given | SVG_SPEC_KIND | SVG_SPEC_FROM | SVG_SPEC_TO};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_create(edit, &spec, &error);
    g_assert_no_error(error);
    return commit(edit);
}

/* All lanes are called by the words before what is in them. */
static void test_names(void)
{
    g_autoptr(SvgDocument) doc = load(lanes);
    assert_text(doc, "customer", "Customer");
    assert_text(doc, "kitchen", "Kitchen");
    assert_text(doc, "courier", "Courier");
}

/* Through the lane between, and not around all of them. */
static void test_route(void)
{
    g_autoptr(SvgDocument) doc = load(lanes);
    g_autofree char *note = connect(doc, "hot", "deliver", "eat", SVG_SPEC_SQUARE, NULL);
    SvgBox box;
    g_assert_true(svg_document_bounds(doc, "hot", &box, NULL));
    g_assert_cmpfloat(box.x + box.w, <, 950);
    g_assert_cmpstr(note, ==, "");
}

/* Beside an arrow from lane to lane they are the arrow's, and lie on nothing. */
static void test_words(void)
{
    g_autoptr(SvgDocument) doc = load(lanes);
    g_autofree char *order = connect(doc, "order", "pay", "fill", 0, "order");
    g_autofree char *box = connect(doc, "box", "bake", "deliver", 0, "box");
    assert_text(doc, "order", "order");
    assert_text(doc, "box", "box");
    assert_text(doc, "customer", "Customer");
    g_assert_null(strstr(order, "lie on"));
    g_assert_null(strstr(box, "lie on"));
}

static void move(SvgEdit *edit, const char *id, double x, double y)
{
    g_autoptr(GError) error = NULL;
    svg_edit_move(edit, id, (SvgPoint){x, y}, SVG_ANCHOR_CENTER, &error);
    g_assert_no_error(error);
}

/* Two that change places lie on each other in between: the arrow is at both before and after. */
static void test_swap(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(
        "<marker id=\"m\" orient=\"auto\" markerWidth=\"8\" markerHeight=\"8\" refX=\"8\" refY=\"4\">"
        "<path d=\"M0,0 L8,4 L0,8 z\"/></marker>"
        "<rect id=\"wide\" x=\"20\" y=\"10\" width=\"130\" height=\"52\" fill=\"#eef\" stroke=\"#97d\"/>"
        "<rect id=\"small\" x=\"54\" y=\"112\" width=\"62\" height=\"58\" fill=\"#eef\" stroke=\"#97d\"/>"
        "<path id=\"line\" d=\"M85,112 C85,100 85,80 85,62\" fill=\"none\" stroke=\"black\" "
        "marker-end=\"url(#m)\"/>");
    SvgEdit *edit = svg_edit_begin(doc, "first");
    move(edit, "wide", 85, 141);
    g_free(commit(edit));
    edit = svg_edit_begin(doc, "second");
    move(edit, "small", 85, 36);
    g_autofree char *second = commit(edit);
    g_assert_null(strstr(second, "no longer ends"));
    g_autoptr(SvgShape) line = svg_document_shape(doc, "line", NULL);
    g_assert_cmpstr(line->from_id, ==, "small");
    g_assert_cmpstr(line->to_id, ==, "wide");
}

/* There is no room for the words but beyond the page: that is told with the arrow. */
static void test_off_page(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(
        "<rect id=\"a\" x=\"150\" y=\"5\" width=\"45\" height=\"20\" fill=\"#eef\" stroke=\"black\"/>"
        "<rect id=\"b\" x=\"150\" y=\"75\" width=\"45\" height=\"20\" fill=\"#eef\" stroke=\"black\"/>"
        "<rect id=\"c\" x=\"2\" y=\"28\" width=\"166\" height=\"44\" fill=\"#eef\" stroke=\"black\"/>");
    g_autofree char *note = connect(doc, "line", "a", "b", 0, "a name");
    g_test_message("%s", note);
    g_assert_nonnull(strstr(note, "the page"));
}

/* Lines that pass by words at both ends, as those of a scale do, join nothing. */
static void test_grid_lines(void)
{
    g_autoptr(SvgDocument) doc =
        test_parse_body("<text id=\"day\" x=\"102\" y=\"11\" font-size=\"12\">31</text>"
                        "<path id=\"grid\" d=\"M100,0 V96\" fill=\"none\" stroke=\"silver\"/>"
                        "<text id=\"release\" x=\"84\" y=\"92\" font-size=\"12\">Release</text>"
                        "<text id=\"boss\" x=\"180\" y=\"14\" font-size=\"12\">Boss</text>"
                        "<path id=\"tree\" d=\"M194,18 V76\" fill=\"none\" stroke=\"silver\"/>"
                        "<text id=\"aide\" x=\"182\" y=\"90\" font-size=\"12\">Aide</text>");
    g_autoptr(SvgShape) grid = svg_document_shape(doc, "grid", NULL);
    g_autoptr(SvgShape) tree = svg_document_shape(doc, "tree", NULL);
    g_assert_null(grid->from_id);
    g_assert_null(grid->to_id);
    g_assert_cmpstr(tree->from_id, ==, "boss");
    g_assert_cmpstr(tree->to_id, ==, "aide");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/lanes/names", test_names);
    g_test_add_func("/lanes/route", test_route);
    g_test_add_func("/lanes/words", test_words);
    g_test_add_func("/lanes/swap", test_swap);
    g_test_add_func("/lanes/off_page", test_off_page);
    g_test_add_func("/lanes/grid-lines", test_grid_lines);
    return g_test_run();
}
