/* Whose words are whose: as they were listed, until they are listed again. */
#include <svg/edit.h>
#include <svg/shape.h>

#include <string.h>

/* Two lines of words, each a text: both are the outer frame's as long as the inner one lies above
 * them, and the lower one is the inner frame's when that is drawn first. */
static const char frames[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 400 300'>\n"
    "<rect id='outer' x='20' y='20' width='360' height='260' fill='none' stroke='black'/>\n"
    "<text id='one' x='200' y='100' font-size='20'>Prepare</text>\n"
    "<text id='two' x='200' y='124' font-size='20'>Advance</text>\n"
    "<g><rect id='inner' x='80' y='104' width='240' height='140' fill='none' stroke='black'/></g>\n"
    "</svg>\n";

static SvgDocument *load(void)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(frames, strlen(frames), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

static void send_to_back(SvgDocument *doc, const char *id)
{
    g_autoptr(GError) error = NULL;
    const char *ids[] = {id, NULL};
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_send_to_back(edit, ids, &error);
    g_assert_no_error(error);
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
}

static void label(SvgDocument *doc, const char *id, const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_edit_label(edit, id, text, &error);
    g_assert_no_error(error);
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
}

static void assert_words(SvgDocument *doc, const char *id, const char *words)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    g_assert_nonnull(shape);
    g_assert_cmpstr(shape->text, ==, words);
}

/* Whoever edits by a list goes by it to the end, though the drawing reads otherwise by then. */
static void test_kept(void)
{
    g_autoptr(SvgDocument) doc = load();
    assert_words(doc, "outer", "Prepare\nAdvance");
    send_to_back(doc, "inner");
    assert_words(doc, "outer", "Prepare");
    label(doc, "outer", "Prepare\nRetreat");
    assert_words(doc, "one", "Prepare");
    assert_words(doc, "two", "Retreat");
}

static void test_again(void)
{
    g_autoptr(SvgDocument) doc = load();
    send_to_back(doc, "inner");
    assert_words(doc, "inner", "Advance");
    svg_edit_reread(doc);
    label(doc, "inner", "Hold");
    assert_words(doc, "one", "Prepare");
    assert_words(doc, "two", "Hold");
    label(doc, "outer", "Begin");
    assert_words(doc, "one", "Begin");
}

/* What is drawn on a shape after the list goes with it, though it had nothing in the list. */
static void test_drawn_since(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = load();
    svg_edit_reread(doc);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    const SvgSpec note = {.kind = SVG_KIND_TEXT,
                          .id = "note",
                          .text = "Note",
                          .x = 150,
                          .y = 180,
                          .given = SVG_SPEC_KIND | SVG_SPEC_X | SVG_SPEC_Y};
    g_assert_nonnull(svg_edit_create(edit, &note, &error));
    g_assert_no_error(error);
    SvgBox was;
    g_assert_true(svg_document_bounds(doc, "note", &was, &error));
    const char *ids[] = {"inner", NULL};
    g_assert_true(svg_edit_offset(edit, ids, 10, 30, &error));
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
    g_autoptr(SvgShape) moved = svg_document_shape(doc, "note", NULL);
    g_assert_cmpfloat_with_epsilon(moved->box.x, was.x + 10, 0.01);
    g_assert_cmpfloat_with_epsilon(moved->box.y, was.y + 30, 0.01);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/reread/kept", test_kept);
    g_test_add_func("/reread/again", test_again);
    g_test_add_func("/reread/drawn-since", test_drawn_since);
    return g_test_run();
}
