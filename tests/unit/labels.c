/* Labels that other programs made: HTML in a <foreignObject>, and beside arrows. */
#include <svg/edit.h>
#include <svg/error.h>
#include <svg/shape.h>

#include <string.h>

#define XHTML "xmlns='http://www.w3.org/1999/xhtml'"

static const char drawing[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='200' viewBox='0 0 600 200'>\n"
    "<g transform='translate(100 50)'><rect id='a' x='-50' y='-25' width='100' height='50'/>"
    "<foreignObject id='fa' x='-20' y='-12' width='40' height='24'><div " XHTML ">"
    "<span class='l'><p>Hard</p></span></div></foreignObject></g>\n"
    "<g transform='translate(300 50)'><rect id='b' x='-50' y='-25' width='100' height='50'/>"
    "<switch><foreignObject id='fb' x='-20' y='-12' width='40' height='24' "
    "requiredFeatures='http://www.w3.org/TR/SVG11/feature#Extensibility'><div " XHTML ">"
    "One <b>two</b></div></foreignObject><text id='tb' y='5'>One two</text></switch></g>\n"
    "<g transform='translate(500 50)'><rect id='c' x='-50' y='-25' width='100' height='50'/>"
    "<foreignObject id='fc' xmlns:h='http://www.w3.org/1999/xhtml' x='-20' y='-12' width='40' "
    "height='24'><h:p style='color:red'>Soft</h:p></foreignObject></g>\n"
    "</svg>\n";

static SvgDocument *load(void)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(drawing, strlen(drawing), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static char *save(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static void commit(SvgEdit *edit)
{
    g_autoptr(GError) error = NULL;
    SvgChange *change = svg_edit_commit(edit, &error);
    g_assert_no_error(error);
    svg_change_free(change);
}

static void label(SvgDocument *doc, const char *id, const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_label(edit, id, text, &error);
    g_assert_no_error(error);
    commit(edit);
}

static void assert_text(SvgDocument *doc, const char *id, const char *text)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    g_assert_cmpstr(shape->text, ==, text);
}

static void assert_has(SvgDocument *doc, const char *wanted, gboolean has)
{
    g_autofree char *text = save(doc);
    g_test_message("%s in %s", wanted, text);
    g_assert_cmpint(strstr(text, wanted) != NULL, ==, has);
}

static void test_label(void)
{
    g_autoptr(SvgDocument) doc = load();
    label(doc, "a", "Harder");
    assert_text(doc, "a", "Harder");
    assert_has(doc, "<p>Harder</p>", TRUE);
    assert_has(doc, "overflow:visible", TRUE);
    SvgBox box;
    g_assert_true(svg_document_bounds(doc, "fa", &box, NULL));
    g_assert_cmpfloat(box.w, >, 42);
    g_assert_cmpfloat_with_epsilon(box.x + box.w / 2, 100, 0.01);
    label(doc, "a", "two\nlines");
    assert_text(doc, "a", "two\nlines");
    assert_has(doc, "<p>two<br/>", TRUE);
    label(doc, "a", "Harder than all the others");
    assert_has(doc, "<br/>", TRUE);
    g_assert_true(svg_document_bounds(doc, "fa", &box, NULL));
    g_assert_cmpfloat(box.w, <, 100);
    label(doc, "a", "");
    assert_text(doc, "a", NULL);
    assert_has(doc, "id='fa'", FALSE);
}

/* What stands in for it where it can't be drawn says the same. */
static void test_switch(void)
{
    g_autoptr(SvgDocument) doc = load();
    label(doc, "b", "Three");
    assert_text(doc, "b", "Three");
    assert_has(doc, ">Three</div>", TRUE);
    assert_has(doc, ">Three</text>", TRUE);
    assert_has(doc, "two", FALSE);
    label(doc, "b", "");
    assert_has(doc, "<switch>", FALSE);
}

/* As draw.io saves them: who draws no HTML shows a picture of the words, which are the shape's. */
static void test_picture(void)
{
    static const char text[] =
        "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='200'>\n"
        "<rect id='d' x='100' y='50' width='160' height='40' fill='#fff' stroke='#000'/>"
        "<g transform='translate(-0.5 -0.5)'><switch><foreignObject width='100%' height='100%' "
        "requiredFeatures='http://www.w3.org/TR/SVG11/feature#Extensibility' style='overflow:visible'>"
        "<div " XHTML
        " style='width:1px;height:1px;padding-top:70px;margin-left:180px'>channel</div>"
        "</foreignObject><image id='p' x='150' y='60' width='60' height='20' "
        "href='data:image/png;base64,AAAA'/></switch></g></svg>\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    assert_text(doc, "d", "channel");
    label(doc, "d", "queue");
    assert_text(doc, "d", "queue");
    assert_has(doc, ">queue</div>", TRUE);
    assert_has(doc, "<image", FALSE); /* it would show the old words */
}

/* Of two rectangles that are one, an arrow ends at that with the words. */
static void test_twins(void)
{
    static const char text[] =
        "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='200'>\n"
        "<marker id='m' orient='auto' markerWidth='8' markerHeight='8'><path d='M0 0L8 4L0 8z'/>"
        "</marker>"
        "<rect id='e' x='100' y='50' width='160' height='80' fill='#678' stroke='#345'/>"
        "<rect id='f' x='100' y='50' width='160' height='80' fill='#678' stroke='#345'/>"
        "<text x='150' y='90'>Bus</text>"
        "<rect id='g' x='400' y='50' width='100' height='80' fill='#678' stroke='#345'/>"
        "<path id='way' d='M400 90H260' stroke='#000' fill='none' marker-end='url(#m)'/></svg>\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    g_autoptr(SvgShape) way = svg_document_shape(doc, "way", NULL);
    g_assert_cmpstr(way->to_id, ==, "f");
    g_assert_cmpstr(way->from_id, ==, "g");
}

static void test_prefix(void)
{
    g_autoptr(SvgDocument) doc = load();
    label(doc, "c", "two\nlines");
    assert_has(doc, "<h:p style='color:red'>two lines</h:p>", TRUE);
}

static void set_style(SvgDocument *doc, const char *id, const SvgStyling *styling)
{
    g_autoptr(GError) error = NULL;
    const char *ids[] = {id, NULL};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_set_style(edit, ids, styling, &error);
    g_assert_no_error(error);
    commit(edit);
}

/* One after the other: that the words were asked about doesn't take them from their box. */
static void test_style(void)
{
    g_autoptr(SvgDocument) doc = load();
    set_style(doc, "fa", &(SvgStyling){.fill = "#ff0000"});
    set_style(doc, "a", &(SvgStyling){.given = SVG_STYLING_BOLD, .bold = TRUE});
    set_style(doc, "a", &(SvgStyling){.given = SVG_STYLING_ITALIC, .italic = TRUE});
    assert_has(doc,
               "<p style=\"color:#ff0000 !important;font-weight:bold !important;font-style:italic "
               "!important\">Hard</p>",
               TRUE);
    set_style(doc, "fc", &(SvgStyling){.fill = "#0000ff"});
    assert_has(doc, "style='color:#0000ff !important'>Soft", TRUE);
    set_style(doc, "b", &(SvgStyling){.given = SVG_STYLING_BOLD, .bold = TRUE});
    assert_has(doc, "<b style=\"font-weight:bold !important\">two</b>", TRUE);
}

/* Without words nothing of a font applies. */
static void test_none(void)
{
    g_autoptr(SvgDocument) doc = load();
    g_autoptr(GError) error = NULL;
    const char *ids[] = {"a", NULL};
    label(doc, "a", "");
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_set_style(
        edit, ids, &(SvgStyling){.given = SVG_STYLING_BOLD, .bold = TRUE}, &error));
    g_assert_error(error, SVG_ERROR, SVG_ERROR_INVALID);
    svg_edit_abort(edit);
}

/* A locked label stays where it is, whatever its shape does, and that is told. */
static gboolean turn(SvgEdit *edit, const char *const *ids)
{
    return svg_edit_rotate(edit, ids, 30, (SvgPoint){50, 50}, NULL);
}

static gboolean scale(SvgEdit *edit, const char *const *ids)
{
    return svg_edit_resize(edit, ids, 2, 2, (SvgPoint){0, 0}, NULL);
}

static gboolean shift(SvgEdit *edit, const char *const *ids)
{
    return svg_edit_offset(edit, ids, 20, 0, NULL);
}

static gboolean widen(SvgEdit *edit, const char *const *ids)
{
    return svg_edit_update(edit, ids[0], &(SvgSpec){.given = SVG_SPEC_W | SVG_SPEC_X, .w = 300},
                           NULL);
}

static void test_locked_label(void)
{
    static const char box[] =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 200' "
        "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd'>"
        "<rect id='a' x='10' y='30' width='120' height='60' fill='none' stroke='black'/>"
        "<text id='words' x='50' y='64' sodipodi:insensitive='1'>Locked</text></svg>";
    gboolean (*const verbs[])(SvgEdit *, const char *const *) = {turn, scale, shift, widen};
    static const char *const ids[] = {"a", NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++) {
        g_autoptr(SvgDocument) doc = svg_document_parse(box, strlen(box), "test.svg", NULL);
        g_autoptr(SvgShape) shape = svg_document_shape(doc, "a", NULL);
        g_assert_cmpstr(shape->label_id, ==, "words");
        SvgEdit *edit = svg_edit_begin(doc, "test");
        g_assert_true(verbs[i](edit, ids));
        g_assert_cmpstr(svg_edit_note(edit), ==, "kept locked: words");
        commit(edit);
        assert_has(doc, "<text id='words' x='50' y='64' sodipodi:insensitive='1'>", TRUE);
    }
}

/* A bent arrow whose head is a shape of its own, as Graphviz draws them: its words stand beside it,
 * in whatever size. */
static void test_arrow(void)
{
    static const char graph[] =
        "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='200' viewBox='0 0 400 200'>\n"
        "<g><ellipse id='a' fill='none' stroke='black' cx='50' cy='150' rx='30' ry='30'/>"
        "<text x='50' y='154' text-anchor='middle' font-size='14'>A</text></g>\n"
        "<g><ellipse id='b' fill='none' stroke='black' cx='250' cy='60' rx='30' ry='30'/>"
        "<text x='250' y='64' text-anchor='middle' font-size='14'>B</text></g>\n"
        "<g><path id='e' fill='none' stroke='black' d='M78,138C110,122 170,95 212,77'/>"
        "<polygon fill='black' stroke='black' points='211,74 222,73 214,80 211,74'/>"
        "<text id='t' x='145' y='98' text-anchor='middle' font-size='14'>go</text></g>\n"
        "</svg>\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(graph, strlen(graph), "test.svg", &error);
    g_assert_no_error(error);
    g_autoptr(SvgShape) arrow = svg_document_shape(doc, "e", NULL);
    g_assert_cmpint(arrow->kind, ==, SVG_KIND_ARROW);
    g_assert_cmpstr(arrow->text, ==, "go");
    label(doc, "e", "start");
    assert_has(doc, "font-size='14'>start</text>", TRUE);
    set_style(doc, "e", &(SvgStyling){.stroke = "#ff0000"});
    assert_has(doc, "<polygon fill='#ff0000' stroke='#ff0000'", TRUE);
}

/* Some programs write each line as a text of its own. */
static void test_lines(void)
{
    static const char box[] =
        "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='200' viewBox='0 0 400 200'>\n"
        "<g><rect id='a' fill='none' stroke='black' x='20' y='20' width='100' height='60'/>"
        "<text id='t1' x='70' y='46' text-anchor='middle' font-size='14'>One</text>"
        "<text id='t2' x='70' y='66' text-anchor='middle' font-size='14'>Two</text></g>\n"
        "</svg>\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(box, strlen(box), "test.svg", &error);
    g_assert_no_error(error);
    g_auto(GStrv) ids = svg_document_labels(doc, "a");
    g_assert_cmpuint(g_strv_length(ids), ==, 2);
    g_assert_cmpstr(ids[0], ==, "t1");
    g_assert_cmpstr(ids[1], ==, "t2");
    g_auto(GStrv) none = svg_document_labels(doc, "t1");
    g_assert_cmpuint(g_strv_length(none), ==, 0);
    label(doc, "a", "");
    assert_has(doc, "<text", FALSE);
}

/* All choices of a <switch> stand for the same: what a browser shows goes along with what we see. A
 * picture of the words becomes a text when they change. */
static void test_choices(void)
{
    g_autoptr(GError) error = NULL;
    static const char text[] =
        "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='200' viewBox='0 0 400 200'>\n"
        "<rect id='a' x='10' y='10' width='120' height='60' fill='#eef'/>"
        "<switch><foreignObject id='fa' width='100%' height='100%' "
        "requiredFeatures='http://www.w3.org/TR/SVG11/feature#Extensibility'><div " XHTML ">Words"
        "</div></foreignObject><text id='ta' x='70' y='45' text-anchor='middle'>Words</text></switch>\n"
        "<rect id='b' x='210' y='10' width='120' height='60' fill='#eef'/>"
        "<switch><text id='de' systemLanguage='de' x='270' y='45' text-anchor='middle'>Hallo</text>"
        "<text id='en' x='270' y='45' text-anchor='middle'>Hello</text></switch>\n"
        "<rect id='c' x='10' y='110' width='120' height='60' fill='#eef'/>"
        "<switch><foreignObject id='fc' width='100%' height='100%' "
        "requiredFeatures='http://www.w3.org/TR/SVG11/feature#Extensibility'><div " XHTML " "
        "style='font-size: 12px; color: #aa0000'>Drawn</div></foreignObject>"
        "<image id='ic' x='40' y='130' width='60' height='17' "
        "href='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9"
        "QDwADhgGAWjR9awAAAABJRU5ErkJggg=='/></switch>\n</svg>\n";
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    const char *ids[] = {"a", "b", "c", "ic", NULL};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_offset(edit, ids, 5, 7, &error));
    commit(edit);
    assert_has(doc, "<text id='ta' x='75' y='52'", TRUE);
    assert_has(doc, "<foreignObject id='fa' width='100%' height='100%'", TRUE);
    assert_has(doc, "<text id='de' systemLanguage='de' x='275' y='52'", TRUE);
    assert_has(doc, "<image id='ic' x='45' y='137'", TRUE);
    g_autofree char *moved = save(doc);
    const char *first = strstr(moved, "x=\"5\" y=\"7\""); /* the HTML in front of a text, */
    g_assert_nonnull(first);
    g_assert_nonnull(strstr(first + 1, "x=\"5\" y=\"7\"")); /* and of a picture */
    label(doc, "ic", "Written");
    assert_has(doc, "Drawn", FALSE);
    assert_has(doc, "<image", FALSE);
    assert_has(doc, "fill:#aa0000", TRUE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/labels/html-label", test_label);
    g_test_add_func("/labels/html-switch", test_switch);
    g_test_add_func("/labels/html-picture", test_picture);
    g_test_add_func("/labels/twins", test_twins);
    g_test_add_func("/labels/html-prefix", test_prefix);
    g_test_add_func("/labels/html-style", test_style);
    g_test_add_func("/labels/html-none", test_none);
    g_test_add_func("/labels/arrow", test_arrow);
    g_test_add_func("/labels/lines", test_lines);
    g_test_add_func("/labels/locked", test_locked_label);
    g_test_add_func("/labels/choices", test_choices);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
