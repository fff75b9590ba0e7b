/* Labels whose rows stand in columns, divided from each other, as D2's tables and classes are; and
 * boxes that grow around their middle, so that lines there stay where they are. */
#include <svg/edit.h>
#include <svg/shape.h>

#include <string.h>

#define HEAD \
    "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='500' viewBox='0 0 600 500' font-family='DejaVu Sans'>\n"

/* A table as D2 draws it, with three columns, of which most rows use two. */
static const char table[] = HEAD
    "<g id='users'><g class='shape'>"
    "<rect id='box' x='0' y='0' width='251' height='144' fill='#fff' stroke='#0A0F25' stroke-width='2'/>"
    "<rect id='header' x='0' y='0' width='251' height='36' fill='#0A0F25'/>"
    "<text id='title' x='10' y='25.75' fill='#fff' font-size='24'>users</text>"
    "<text id='n1' x='10' y='59' fill='#0D32B2' font-size='20'>id</text>"
    "<text id='t1' x='111' y='59' fill='#676C7E' font-size='20'>int</text>"
    "<text id='k1' x='241' y='59' fill='#4A6FF3' font-size='20' text-anchor='end'>PK</text>"
    "<line id='l1' x1='0' x2='251' y1='72' y2='72' stroke='#0A0F25' stroke-width='2'/>"
    "<text id='n2' x='10' y='95' fill='#0D32B2' font-size='20'>name</text>"
    "<text id='t2' x='111' y='95' fill='#676C7E' font-size='20'>string</text>"
    "<line id='l2' x1='0' x2='251' y1='108' y2='108' stroke='#0A0F25' stroke-width='2'/>"
    "<text id='n3' x='10' y='131' fill='#0D32B2' font-size='20'>email</text>"
    "<text id='t3' x='111' y='131' fill='#676C7E' font-size='20'>string</text>"
    "<line id='l3' x1='0' x2='251' y1='144' y2='144' stroke='#0A0F25' stroke-width='2'/>"
    "</g></g>\n</svg>\n";

/* A participant with its lifeline, as PlantUML draws them, shadow and all. */
static const char participant[] = HEAD
    "<defs><filter id='f' height='300%' width='300%' x='-1' y='-1'><feGaussianBlur stdDeviation='2'/>"
    "<feOffset dx='4' dy='4'/><feBlend in='SourceGraphic'/></filter></defs>\n"
    "<rect id='bank' x='228' y='51' width='47' height='33' fill='#FEFECE' stroke='#A80036' filter='url(#f)'/>"
    "<text id='words' x='235' y='73' font-size='14' textLength='33'>Bank</text>"
    "<line id='life' x1='251.5' x2='251.5' y1='84' y2='295' stroke='#A80036' stroke-dasharray='5,5'/>\n"
    "</svg>\n";

static SvgDocument *load(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

/* What the edit says it did; the caller's. */
static char *label(SvgDocument *doc, const char *id, const char *text, SvgFit fit)
{
    g_autoptr(GError) error = NULL;
    SvgSpec spec = {.text = text, .fit = fit, .given = SVG_SPEC_FIT};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_update(edit, id, &spec, &error);
    g_assert_no_error(error);
    SvgChange *change = svg_edit_commit(edit, &error);
    g_assert_no_error(error);
    char *note = g_strdup(change->note ? change->note : "");
    svg_change_free(change);
    return note;
}

static char *refused(SvgDocument *doc, const char *id, const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgSpec spec = {.text = text};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_update(edit, id, &spec, &error));
    svg_edit_abort(edit);
    return g_strdup(error->message);
}

static SvgBox box_of(SvgDocument *doc, const char *id)
{
    SvgBox box = SVG_BOX_EMPTY;
    g_assert_true(svg_document_bounds(doc, id, &box, NULL));
    return box;
}

static void assert_text(SvgDocument *doc, const char *id, const char *text)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    g_assert_cmpstr(shape->text, ==, text);
}

static void assert_near(double a, double b)
{
    g_assert_cmpfloat_with_epsilon(a, b, 0.01);
}

static char *save(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

/* The id of the text that says so. */
static char *text_saying(SvgDocument *doc, const char *words)
{
    g_autofree char *all = save(doc);
    g_autofree char *wanted = g_strdup_printf(">%s</text>", words);
    char *end = strstr(all, wanted);
    g_assert_nonnull(end);
    *end = '\0';
    char *id = strstr(strrchr(all, '<'), " id=") + 5;
    return g_strndup(id, strcspn(id, "\"'"));
}

static void test_new_row(void)
{
    g_autoptr(SvgDocument) doc = load(table);
    g_autofree char *note = label(
        doc, "box", "users\nid int PK\nname string\nphone varchar\nemail string", SVG_FIT_SHRINK);
    assert_text(doc, "box", "users\nid int PK\nname string\nphone varchar\nemail string");
    g_autofree char *name = text_saying(doc, "phone"), *type = text_saying(doc, "varchar");
    assert_near(box_of(doc, name).x, box_of(doc, "n2").x);
    assert_near(box_of(doc, name).y, box_of(doc, "n2").y + 36);
    assert_near(box_of(doc, type).x, box_of(doc, "t2").x);
    assert_near(box_of(doc, "box").h, 180);
    assert_near(box_of(doc, "header").h, 36);
    assert_near(box_of(doc, "n3").y, box_of(doc, "n2").y + 72);
    assert_near(box_of(doc, "l3").y, 180);
    g_assert_nonnull(strstr(note, "was made larger"));
}

/* The last of them, with more columns than the row before it. */
static void test_last_row(void)
{
    g_autoptr(SvgDocument) doc = load(table);
    g_autofree char *note = label(
        doc, "box", "users\nid int PK\nname string\nemail string\nteam int FK", SVG_FIT_SHRINK);
    assert_text(doc, "box", "users\nid int PK\nname string\nemail string\nteam int FK");
    g_autofree char *key = text_saying(doc, "FK");
    assert_near(box_of(doc, key).x + box_of(doc, key).w, box_of(doc, "k1").x + box_of(doc, "k1").w);
    assert_near(box_of(doc, "box").h, 180);
    g_assert_nonnull(strstr(note, "was made larger"));
}

/* Right under the heading. */
static void test_first_row(void)
{
    g_autoptr(SvgDocument) doc = load(table);
    g_autofree char *note =
        label(doc, "box", "users\ntag text\nid int PK\nname string\nemail string", SVG_FIT_SHRINK);
    assert_text(doc, "box", "users\ntag text\nid int PK\nname string\nemail string");
    assert_near(box_of(doc, "box").h, 180);
    g_assert_nonnull(strstr(note, "was made larger"));
}

static void test_gone_row(void)
{
    g_autoptr(SvgDocument) doc = load(table);
    g_autofree char *note = label(doc, "box", "users\nid int PK\nemail string", SVG_FIT_SHRINK);
    assert_text(doc, "box", "users\nid int PK\nemail string");
    g_assert_nonnull(strstr(note, "smaller by a row"));
    g_assert_null(strstr(note, "larger"));
    assert_near(box_of(doc, "box").h, 108);
    assert_near(box_of(doc, "l3").y, 108);
}

/* Each column says its part. */
static void test_changed_row(void)
{
    g_autoptr(SvgDocument) doc = load(table);
    g_autofree char *note =
        label(doc, "box", "users\nid uuid PK\nfull_name text\nemail string", SVG_FIT_SHRINK);
    assert_text(doc, "n2", "full_name");
    assert_text(doc, "t2", "text");
    assert_text(doc, "t1", "uuid");
    assert_near(box_of(doc, "box").h, 144);
    g_assert_cmpstr(note, ==, "");
}

/* What stands beside a row comes and goes with it. */
static void test_bullets(void)
{
    g_autoptr(SvgDocument) doc = load(
        HEAD "<rect id='box' x='10' y='10' width='180' height='70' fill='#fff' stroke='#000'/>"
             "<circle id='b1' cx='20' cy='26' r='3'/><text id='n1' x='30' y='30' font-size='12'>"
             "size</text><text id='t1' x='100' y='30' font-size='12'>int</text>"
             "<circle id='b2' cx='20' cy='46' r='3'/><text id='n2' x='30' y='50' font-size='12'>"
             "name</text><text id='t2' x='100' y='50' font-size='12'>text</text></svg>");
    g_free(label(doc, "box", "size int\nname text\nlast date", SVG_FIT_SHRINK));
    g_autofree char *more = save(doc);
    g_assert_nonnull(strstr(more, "cy='66'") ? more : strstr(more, "cy=\"66\""));
    g_free(label(doc, "box", "size int\nlast date", SVG_FIT_SHRINK));
    g_autofree char *less = save(doc);
    guint n = 0;
    for (const char *at = less; (at = strstr(at, "<circle")); at++) {
        n++;
    }
    g_assert_cmpuint(n, ==, 2);
}

static void test_too_many_words(void)
{
    g_autoptr(SvgDocument) doc = load(table);
    g_autofree char *why =
        refused(doc, "box", "users\nid int PK\nname string\nemail string\na b c d e f");
    g_assert_nonnull(strstr(why, "give it 3 at most"));
}

static void test_grows_about_middle(void)
{
    g_autoptr(SvgDocument) doc = load(participant);
    g_autofree char *note = label(doc, "bank", "Payment service", SVG_FIT_GROW);
    SvgBox box = box_of(doc, "bank"), words = box_of(doc, "words");
    assert_near(box.x + box.w / 2, 251.5);
    g_assert_cmpfloat(words.x - box.x, >=, 2);
    g_assert_cmpfloat(box.x + box.w - words.x - words.w, >=, 2);
    SvgBox life = box_of(doc, "life");
    assert_near(life.x, 251.5);
    assert_near(life.w, 0);
    g_autofree char *all = save(doc);
    g_assert_null(strstr(all, "matrix")); /* the stroke and the shadow aren't stretched */
    g_assert_nonnull(strstr(note, "was made larger"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rows/new", test_new_row);
    g_test_add_func("/rows/last", test_last_row);
    g_test_add_func("/rows/first", test_first_row);
    g_test_add_func("/rows/gone", test_gone_row);
    g_test_add_func("/rows/changed", test_changed_row);
    g_test_add_func("/rows/bullets", test_bullets);
    g_test_add_func("/rows/too_many_words", test_too_many_words);
    g_test_add_func("/rows/grows_about_middle", test_grows_about_middle);
    return g_test_run();
}
