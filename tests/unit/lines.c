/* Labels of several texts, as programs write them that place each line: what changes with them, and
 * what doesn't. And words that were made to fit: lengths, places of letters, fonts. */
#include <svg/edit.h>
#include <svg/error.h>
#include <svg/shape.h>

#include <string.h>

#define HEAD \
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400' viewBox='0 0 400 400' font-family='DejaVu Sans'>\n"

/* A class as PlantUML has it, one as Dia has it, a box drawn by hand, and a text of two lines. */
static const char classes[] = HEAD
    "<rect id='c' x='10' y='10' width='110' height='80' fill='#fea' stroke='#a00'/>\n"
    "<ellipse id='icon' cx='26' cy='25' rx='11' ry='11' fill='#ada' stroke='#a00'/>\n"
    "<text id='name' x='45' y='29' font-size='12' textLength='50' "
    "lengthAdjust='spacingAndGlyphs'>Order</text>\n"
    "<line id='d1' x1='11' y1='42' x2='119' y2='42' stroke='#a00'/>\n"
    "<ellipse id='b1' cx='20' cy='53' rx='3' ry='3' fill='none' stroke='#083'/>\n"
    "<text id='f1' x='30' y='57' font-size='11'>id: int</text>\n"
    "<line id='d2' x1='11' y1='64' x2='119' y2='64' stroke='#a00'/>\n"
    "<ellipse id='b2' cx='20' cy='76' rx='3' ry='3' fill='#8b8' stroke='#083'/>\n"
    "<text id='m1' x='30' y='80' font-size='11'>total()</text>\n"
    "<g><rect id='s1' x='200' y='10' width='120' height='28' fill='#fff' stroke='#000'/>"
    "<text id='t1' x='260' y='29' font-size='14' text-anchor='middle'>Iterator</text>"
    "<rect id='s2' x='200' y='38' width='120' height='40' fill='#fff' stroke='#000'/>"
    "<text id='t2' x='204' y='53' font-size='12'>+First()</text>"
    "<text id='t3' x='204' y='69' font-size='12'>+Next()</text>"
    "<rect id='s3' x='200' y='78' width='120' height='22' fill='#fff' stroke='#000'/>"
    "<text id='t4' x='204' y='94' font-size='12'>+Last()</text></g>\n"
    "<g><path id='h' d='M10 200h120v70h-120z' fill='#adf' stroke='none'/>"
    "<path id='hand' d='M11 200c40 2 80-1 118 0c1 20-2 40 1 70c-40-2-80 1-119-1c-1-20 2-40 0-69' "
    "fill='none' stroke='#111' stroke-width='2'/></g>"
    "<text id='h1' x='70' y='229' font-size='12' text-anchor='middle'>Kafka</text>"
    "<text id='h2' x='70' y='244' font-size='12' text-anchor='middle'>reports</text>\n"
    "<g><text id='w1' x='200' y='300' font-size='12'>severity, place,</text>"
    "<text id='w2' x='200' y='315' font-size='12'>time and more</text></g>\n"
    "</svg>\n";

static SvgDocument *load(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static SvgBox box_of(SvgDocument *doc, const char *id)
{
    SvgBox box = SVG_BOX_EMPTY;
    g_autoptr(GError) error = NULL;
    svg_document_bounds(doc, id, &box, &error);
    g_assert_no_error(error);
    return box;
}

static void assert_text(SvgDocument *doc, const char *id, const char *text)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    g_assert_nonnull(shape);
    g_assert_cmpstr(shape->text, ==, text);
}

static void assert_has(SvgDocument *doc, const char *wanted, gboolean has)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    gsize size;
    const char *data = g_bytes_get_data(bytes, &size);
    g_autofree char *text = g_strndup(data, size);
    g_test_message("%s in %s", wanted, text);
    g_assert_cmpint(strstr(text, wanted) != NULL, ==, has);
}

/* What the edit says it did; the caller's. */
static char *commit(SvgEdit *edit)
{
    g_autoptr(GError) error = NULL;
    SvgChange *change = svg_edit_commit(edit, &error);
    g_assert_no_error(error);
    char *note = g_strdup(change->note ? change->note : "");
    svg_change_free(change);
    return note;
}

static char *label(SvgDocument *doc, const char *id, const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_label(edit, id, text, &error);
    g_assert_no_error(error);
    return commit(edit);
}

static char *style(SvgDocument *doc, const char *id, const SvgStyling *styling)
{
    g_autoptr(GError) error = NULL;
    const char *ids[] = {id, NULL};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_set_style(edit, ids, styling, &error);
    g_assert_no_error(error);
    return commit(edit);
}

static void assert_box(SvgBox box, double x, double y, double w, double h)
{
    g_assert_cmpfloat_with_epsilon(box.x, x, 0.01);
    g_assert_cmpfloat_with_epsilon(box.y, y, 0.01);
    g_assert_cmpfloat_with_epsilon(box.w, w, 0.01);
    g_assert_cmpfloat_with_epsilon(box.h, h, 0.01);
}

/* The box grows by a line; dividers and icons keep their size, what is below goes down. */
static void test_compartments(void)
{
    g_autoptr(SvgDocument) doc = load(classes);
    g_autofree char *note = label(doc, "c", "Order\nid: int\nname: string\ntotal()");
    g_assert_nonnull(strstr(note, "c was made larger"));
    assert_text(doc, "c", "Order\nid: int\nname: string\ntotal()");
    double by = box_of(doc, "c").h - 80;
    g_assert_cmpfloat(by, >, 11);
    g_assert_cmpfloat(by, <, 20);
    assert_box(box_of(doc, "icon"), 15, 14, 22, 22);
    assert_box(box_of(doc, "d1"), 11, 42, 108, 0);
    assert_box(box_of(doc, "b1"), 17, 50, 6, 6);
    assert_box(box_of(doc, "d2"), 11, 64 + by, 108, 0);
    assert_box(box_of(doc, "b2"), 17, 73 + by, 6, 6);
    assert_has(doc, "textLength='50'", TRUE); /* of words that stay as they are */
    assert_has(doc, ">id: int</text>", TRUE);
}

/* What is new between two compartments goes to that which it is like; what is gone leaves no gap.
 */
static void test_which_compartment(void)
{
    g_autoptr(SvgDocument) doc = load(classes);
    g_free(label(doc, "c", "Order\nkey: string\nid: int\ntotal()"));
    g_assert_cmpfloat(box_of(doc, "f1").y, >, 42);
    assert_text(doc, "c", "Order\nkey: string\nid: int\ntotal()");
    assert_box(box_of(doc, "d1"), 11, 42, 108, 0);
    SvgBox before = box_of(doc, "d2");
    g_free(label(doc, "c", "Order\nkey: string\ntotal()"));
    assert_text(doc, "c", "Order\nkey: string\ntotal()");
    g_assert_cmpfloat_with_epsilon(box_of(doc, "d2").y, before.y, 0.01);
    g_free(label(doc, "c", "Purchase\nkey: string\ntotal()"));
    assert_text(doc, "c", "Purchase\nkey: string\ntotal()");
    assert_has(doc, "textLength", FALSE);
    assert_has(doc, "lengthAdjust", FALSE);
}

/* Boxes that stand on each other are one: those below go down, all become as wide. */
static void test_stack(void)
{
    g_autoptr(SvgDocument) doc = load(classes);
    g_free(label(doc, "s2", "+First()\n+Peek()\n+Next()"));
    assert_text(doc, "s2", "+First()\n+Peek()\n+Next()");
    assert_box(box_of(doc, "s2"), 200, 38, 120, 56);
    assert_box(box_of(doc, "s3"), 200, 94, 120, 22);
    assert_box(box_of(doc, "s1"), 200, 10, 120, 28);
    g_free(label(doc, "s3", "+Last(of: the, whole: collection)\n+End()"));
    g_assert_cmpfloat(box_of(doc, "s3").w, >, 180);
    g_assert_cmpfloat_with_epsilon(box_of(doc, "s1").w, box_of(doc, "s3").w, 0.01);
    SvgBox name = box_of(doc, "t1"), frame = box_of(doc, "s1");
    g_assert_cmpfloat_with_epsilon(name.x + name.w / 2, frame.x + frame.w / 2, 1);
    g_assert_cmpfloat_with_epsilon(box_of(doc, "t2").x, box_of(doc, "t3").x, 0.5);
}

/* Where there is room the lines stay in the middle, and the shape as it is. */
static void test_room(void)
{
    g_autoptr(SvgDocument) doc = load(classes);
    double middle = (box_of(doc, "h1").y + box_of(doc, "h2").y + box_of(doc, "h2").h) / 2;
    g_autofree char *note = label(doc, "h", "Kafka\nweather\nreports");
    g_assert_cmpstr(note, ==, "");
    assert_text(doc, "h", "Kafka\nweather\nreports");
    assert_box(box_of(doc, "h"), 10, 200, 120, 70);
    SvgBox top = box_of(doc, "h1"), bottom = box_of(doc, "h2");
    g_assert_cmpfloat_with_epsilon((top.y + bottom.y + bottom.h) / 2, middle, 0.5);
}

/* A text of several lines is listed by line, and changed so. */
static void test_block(void)
{
    g_autoptr(SvgDocument) doc = load(classes);
    assert_text(doc, "w1", "severity, place,\ntime and more");
    g_free(label(doc, "w1", "severity,\nplace,\ntime and more"));
    assert_text(doc, "w1", "severity,\nplace,\ntime and more");
    g_assert_cmpfloat_with_epsilon(box_of(doc, "w2").x, 200, 2);
    g_assert_cmpfloat(box_of(doc, "w2").y, >, 318);
}

/* Larger letters stand as far apart in letters, and where they began. */
static void test_fonts(void)
{
    g_autoptr(SvgDocument) doc = load(classes);
    SvgStyling larger = {.given = SVG_STYLING_FONT_SIZE, .font_size = 15};
    double x = box_of(doc, "t2").x;
    g_free(style(doc, "s2", &larger));
    SvgBox first = box_of(doc, "t2"), second = box_of(doc, "t3");
    g_assert_cmpfloat_with_epsilon(first.x, x, 0.5);
    g_assert_cmpfloat_with_epsilon(second.x, x, 0.5);
    g_assert_cmpfloat_with_epsilon(second.y - first.y, 20, 0.2);
    SvgStyling family = {.font_family = "DejaVu Sans Mono"};
    g_free(style(doc, "s2", &family));
    g_assert_cmpfloat_with_epsilon(box_of(doc, "t3").x, x, 0.5);
    SvgStyling huge = {.given = SVG_STYLING_FONT_SIZE, .font_size = 30};
    g_autofree char *told = style(doc, "s2", &huge);
    g_assert_nonnull(strstr(told, "too large"));
}

/* Lines that were broken at a width are broken at it in larger letters. */
static void test_wrapped(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD
        "<text id='t' x='10' y='30' font-size='14' data-max-width='150'>"
        "<tspan x='10' y='30'>All the words that</tspan>"
        "<tspan x='10' y='47.5'>were broken here</tspan></text>\n"
        "<rect id='b' x='10' y='100' width='120' height='80' fill='#eef'/>"
        "<text id='bt' x='70' y='145' font-size='12' text-anchor='middle'>Order service</text></svg>\n");
    g_autoptr(GError) error = NULL;
    SvgSpec spec = {.given = SVG_SPEC_FONT_SIZE, .font_size = 20};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_update(edit, "t", &spec, &error));
    g_free(commit(edit));
    assert_text(doc, "t", "All the words\nthat were\nbroken here");
    SvgBox box = box_of(doc, "t");
    g_assert_cmpfloat(box.w, <=, 150);
    g_assert_cmpfloat_with_epsilon(box.h, 2 * 25 + 23.3, 3);
    SvgStyling larger = {.given = SVG_STYLING_FONT_SIZE, .font_size = 22};
    g_free(style(doc, "b", &larger));
    assert_text(doc, "b", "Order\nservice");
}

/* In a label that has become too wide, lines that ended where there was no room go on in the next
 * one; those that a person ended stay. */
static void test_broken_anew(void)
{
    g_autoptr(SvgDocument) doc =
        load(HEAD "<rect id='soft' x='20' y='20' width='160' height='90' fill='#eef'/>"
                  "<text x='100' font-size='16' text-anchor='middle'>"
                  "<tspan x='100' y='61'>A rather long label</tspan>"
                  "<tspan x='100' y='81'>for this small box</tspan></text>\n"
                  "<rect id='hard' x='20' y='140' width='160' height='90' fill='#eef'/>"
                  "<text x='100' font-size='16' text-anchor='middle'>"
                  "<tspan x='100' y='181'>Payment</tspan>"
                  "<tspan x='100' y='201'>by card or invoice</tspan></text></svg>\n");
    SvgStyling larger = {.given = SVG_STYLING_FONT_SIZE, .font_size = 24};
    g_free(style(doc, "soft", &larger));
    assert_text(doc, "soft", "A rather long\nlabel for this\nsmall box");
    g_free(style(doc, "hard", &larger));
    assert_text(doc, "hard", "Payment\nby card or\ninvoice");
}

/* Spans keep their looks where their words stay; lengths and places go with the words they fitted.
 */
static void test_spans(void)
{
    g_autoptr(SvgDocument) doc =
        load(HEAD "<text id='s' x='10' y='30'>One <tspan font-weight='bold'>bold</tspan> and "
                  "<tspan fill='red' textLength='40'>red</tspan> words</text>\n"
                  "<text id='p' x='10 20 30' y='60' dx='0 1 2'>abc</text>"
                  "<text id='q' x='10 20 30' y='90' textLength='70'>def</text></svg>\n");
    g_free(label(doc, "s", "One bold and blue words"));
    assert_has(doc,
               "<tspan font-weight='bold'>bold</tspan> and <tspan fill='red'>blue</tspan> words",
               TRUE);
    g_free(label(doc, "s", "Just one bold and blue words"));
    assert_has(doc, "Just one <tspan font-weight='bold'>bold</tspan> and", TRUE);
    g_free(label(doc, "s", "Just one word"));
    assert_text(doc, "s", "Just one word");
    g_free(label(doc, "p", "abcd"));
    assert_has(doc, "<text id='p' x='10' y='60' dx='0'>abcd</text>", TRUE);
    assert_has(doc, "<text id='q' x='10 20 30' y='90' textLength='70'>def</text>", TRUE);
}

/* Lids, dividers and outlines that are drawn by themselves are painted as the shape is. */
static void test_parts(void)
{
    g_autoptr(SvgDocument) doc = load(classes);
    SvgStyling paints = {.stroke = "#0000cc", .fill = "#ccffcc"};
    g_free(style(doc, "c", &paints));
    assert_has(doc, "id='d1' x1='11' y1='42' x2='119' y2='42' stroke='#0000cc'", TRUE);
    assert_has(doc, "id='b1' cx='20' cy='53' rx='3' ry='3' fill='none' stroke='#083'", TRUE);
    g_free(style(doc, "h", &paints));
    assert_has(doc, "fill='none' stroke='#0000cc' stroke-width='2'", TRUE);
    assert_has(doc, "fill='#ccffcc' stroke='none'", TRUE);
}

/* Icons and bullets keep their size in a shape that is made higher. */
static void test_icons(void)
{
    g_autoptr(SvgDocument) doc = load(classes);
    g_autoptr(GError) error = NULL;
    SvgSpec spec = {.given = SVG_SPEC_H, .h = 120};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_update(edit, "c", &spec, &error));
    g_free(commit(edit));
    assert_box(box_of(doc, "icon"), 15, 14, 22, 22);
    g_assert_cmpfloat_with_epsilon(box_of(doc, "b2").w, 6, 0.01);
    g_assert_cmpfloat_with_epsilon(box_of(doc, "b2").h, 6, 0.01);
    assert_box(box_of(doc, "b2"), 17, 73, 6, 6);
}

/* DejaVu has no Chinese: the whole label is set in what the list names next. */
static void test_embedded(void)
{
    static const char font[] = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf";
    g_autofree char *data = NULL;
    gsize size;
    g_assert_true(g_file_get_contents(font, &data, &size, NULL));
    g_autofree char *base64 = g_base64_encode((const guchar *)data, size);
    static const struct {
        const char *families, *wanted;
    } cases[] = {{"own-bold", "font-family:sans-serif"},
                 {"own-bold,Segoe UI Emoji", "font-family:Segoe UI Emoji, sans-serif"},
                 {"own-bold,Courier,monospace", "font-family:Courier, monospace"}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf(
            HEAD "<style>@font-face{font-family:own-bold;src:url(\"data:font/ttf;base64,%s\")}"
                 ".t{font-family:%s}</style>"
                 "<rect id='r' x='10' y='10' width='200' height='60' fill='#eef'/>"
                 "<text id='t' class='t' x='110' y='45' text-anchor='middle'>Web</text>\n</svg>\n",
            base64, cases[i].families);
        g_autoptr(SvgDocument) doc = load(text);
        g_autofree char *fine = label(doc, "r", "Redis");
        g_assert_cmpstr(fine, ==, "");
        g_autofree char *note = label(doc, "r", "Redis \xe7\xbd\x91\xe7\xbb\x9c");
        g_assert_nonnull(strstr(note, "own-bold"));
        g_assert_nonnull(strstr(note, strchr(cases[i].wanted, ':') + 1));
        assert_has(doc, cases[i].wanted, TRUE);
        assert_has(doc, "font-weight:bold", TRUE);
    }
}

/* New words are as bold and as slanted as the font that lacks their letters: as its name has it, or
 * its rule. */
static void test_embedded_face(void)
{
    static const char font[] = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf";
    static const struct {
        const char *family, *rule;
        gboolean bold, italic;
    } cases[] = {{"own-font-bold", "", TRUE, FALSE},
                 {"own-font-italic", "", FALSE, TRUE},
                 {"own", "font-weight:700;font-style:italic;", TRUE, TRUE},
                 {"own", "font-weight:400;font-style:normal;", FALSE, FALSE}};
    g_autofree char *data = NULL;
    gsize size;
    g_assert_true(g_file_get_contents(font, &data, &size, NULL));
    g_autofree char *base64 = g_base64_encode((const guchar *)data, size);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf(
            HEAD "<style>@font-face{font-family:%s;%ssrc:url(\"data:font/ttf;base64,%s\")}</style>"
                 "<rect id='a' x='10' y='10' width='200' height='40' fill='#eef'/>"
                 "<text x='60' y='35' font-family='%s' font-size='16'>Redis</text>"
                 "<rect id='b' x='10' y='150' width='200' height='40' fill='#eef'/>\n</svg>\n",
            cases[i].family, cases[i].rule, base64, cases[i].family);
        g_autoptr(SvgDocument) doc = load(text);
        g_free(label(doc, "b", "\xe7\xbd\x91\xe7\xbb\x9c"));
        assert_has(doc, "font-family:sans-serif", TRUE);
        assert_has(doc, "font-weight:700;text", cases[i].bold);
        assert_has(doc, "font-family:sans-serif;font-style:italic", cases[i].italic);
    }
}

#define WORDS "\xe7\xbd\x91mmmmmmmm"

static double width_of(const char *look)
{
    g_autofree char *text =
        g_strdup_printf(HEAD "<text id='t' font-size='16' %s>" WORDS "</text>\n</svg>\n", look);
    g_autoptr(SvgDocument) doc = load(text);
    SvgBox box;
    g_assert_true(svg_document_bounds(doc, "t", &box, NULL));
    return box.w;
}

/* A box grows to words as they are set: in the fallback, bold as the font was. */
static void test_embedded_fits(void)
{
    static const char font[] = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf";
    double plain = width_of("font-family='sans-serif'");
    double bold = width_of("font-family='sans-serif' font-weight='bold'");
    g_autofree char *data = NULL;
    gsize size;
    g_assert_true(g_file_get_contents(font, &data, &size, NULL));
    g_autofree char *base64 = g_base64_encode((const guchar *)data, size);
    g_autofree char *text = g_strdup_printf(
        HEAD "<style>@font-face{font-family:own-bold;src:url(\"data:font/ttf;base64,%s\")}</style>"
             "<rect id='r' x='10' y='10' width='%d' height='30' fill='#eef'/>"
             "<text id='t' font-family='own-bold' font-size='16' x='%d' y='30' "
             "text-anchor='middle'>a</text>\n</svg>\n",
        base64, (int)(plain + bold) / 2, 10 + (int)(plain + bold) / 4);
    g_autoptr(SvgDocument) doc = load(text);
    g_autoptr(GError) error = NULL;
    SvgSpec spec = {.given = SVG_SPEC_FIT, .fit = SVG_FIT_GROW, .text = WORDS};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_update(edit, "r", &spec, &error));
    g_free(commit(edit));
    SvgBox box, words;
    g_assert_true(svg_document_bounds(doc, "r", &box, &error));
    g_assert_true(svg_document_bounds(doc, "t", &words, &error));
    assert_has(doc, "font-weight:bold", TRUE);
    g_assert_cmpfloat(plain, <, bold);
    g_assert_cmpfloat(words.w, <=, box.w);
}

/* What others are painted with as well stays as it is. */
static void test_shared(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD
        "<defs><linearGradient id='g' gradientUnits='userSpaceOnUse' x1='0' x2='100'>"
        "<stop offset='0' stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>"
        "<linearGradient id='k'><stop offset='0' stop-color='red'/></linearGradient></defs>"
        "<rect id='a' width='50' height='50' fill='url(#g)'/>"
        "<rect id='b' x='60' width='50' height='50' fill='url(#g)'/>"
        "<rect id='m' y='60' width='50' height='50' fill='url(#k)'/>"
        "<rect id='n' x='60' y='60' width='50' height='50' fill='url(#k)'/></svg>\n");
    g_autoptr(GError) error = NULL;
    SvgSpec spec = {.given = SVG_SPEC_X | SVG_SPEC_W, .x = 20, .w = 80, .color = "green"};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_update(edit, "a", &spec, &error));
    g_assert_true(svg_edit_update(edit, "m", &spec, &error));
    g_free(commit(edit));
    assert_has(doc, "x1='0' x2='100'><stop offset='0' stop-color='red'/>", TRUE);
    assert_has(doc, "<linearGradient id='k'><stop offset='0' stop-color='red'/>", TRUE);
    assert_has(doc, "<rect id='b' x='60' width='50' height='50' fill='url(#g)'/>", TRUE);
    assert_has(doc, "<rect id='n' x='60' y='60' width='50' height='50' fill='url(#k)'/>", TRUE);
}

/* A head that is locked is copied for another colour; nobody has locked the copy. */
static void test_locked_head(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD "<marker xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' id='m' "
             "markerWidth='9' markerHeight='9'><path id='p' sodipodi:insensitive='true' "
             "style='fill:#ff0000;stroke:none' d='M0 0 9 4 0 9z'/></marker>"
             "<path id='l' d='M10 20H90' fill='none' stroke='red' "
             "style='marker-end:url(#m)'/></svg>\n");
    g_autoptr(GError) error = NULL;
    SvgSpec spec = {.color = "green"};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_update(edit, "l", &spec, &error));
    g_free(commit(edit));
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    const char *first = strstr(text, "insensitive");
    const char *path = strstr(text, "M0 0 9 4 0 9z");
    g_assert_true(path && strstr(path + 1, "M0 0 9 4 0 9z")); /* a copy was made */
    g_assert_nonnull(first);
    g_assert_null(strstr(first + 1, "insensitive"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/lines/compartments", test_compartments);
    g_test_add_func("/lines/which_compartment", test_which_compartment);
    g_test_add_func("/lines/stack", test_stack);
    g_test_add_func("/lines/room", test_room);
    g_test_add_func("/lines/block", test_block);
    g_test_add_func("/lines/fonts", test_fonts);
    g_test_add_func("/lines/wrapped", test_wrapped);
    g_test_add_func("/lines/broken_anew", test_broken_anew);
    g_test_add_func("/lines/spans", test_spans);
    g_test_add_func("/lines/parts", test_parts);
    g_test_add_func("/lines/icons", test_icons);
    g_test_add_func("/lines/embedded", test_embedded);
    g_test_add_func("/lines/embedded-face", test_embedded_face);
    g_test_add_func("/lines/embedded-fits", test_embedded_fits);
    g_test_add_func("/lines/shared", test_shared);
    g_test_add_func("/lines/locked_head", test_locked_head);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
