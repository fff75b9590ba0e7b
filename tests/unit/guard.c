/* The guard, by itself: writes that no verb would make go around the asking, and must be caught at
 * the commit and rolled back; harmless ones must pass. */
#include "document/splice.h"

#include <svg/edit.h>
#include <svg/error.h>

#include <string.h>

#define HEAD                                                                    \
    "<svg xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' " \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape'>"

static const char plain[] = HEAD
    "<defs id='d'><linearGradient id='h'><stop id='s'/></linearGradient>"
    "<linearGradient id='f' href='#h'/></defs><style id='y'>.c{fill:red}</style>"
    "<g id='g' transform='scale(2)'><rect id='p'/>"
    "<g id='l' sodipodi:insensitive='true' style='fill:url(#f)'><rect id='m'/><rect id='n'/></g>"
    "<rect id='k' sodipodi:insensitive='1' style='stroke:url(#gone)'/><rect id='q'/></g></svg>";

/* The same with a rule that looks at neighbours. */
static const char structural[] =
    HEAD "<style id='y'>rect:nth-child(2){fill:red}</style>"
         "<g id='g'><rect id='p'/><rect id='k' sodipodi:insensitive='1'/><rect id='q'/></g></svg>";

/* The same with references that only a sheet has. */
static const char referring[] =
    HEAD "<defs><linearGradient id='h'><stop id='s'/></linearGradient>"
         "<linearGradient id='f' href='#h'/></defs>"
         "<style id='y'>.c{fill:url(#f);stroke:url('#gone')}</style>"
         "<g id='g'><rect id='p'/><rect id='k' class='c' sodipodi:insensitive='1'/>"
         "<rect id='q'/></g></svg>";

static SvgNode *find(SvgDocument *doc, const char *id)
{
    return svg_document_find(doc, id);
}

/* --- what is tried -----------------------------------------------------------------------------
 */

static void on_locked(SvgDocument *doc)
{
    svg_splice_attr(doc, find(doc, "m"), "x", "1");
}

static void on_ancestor(SvgDocument *doc)
{
    svg_splice_attr(doc, find(doc, "g"), "transform", "scale(3)");
}

static void on_ancestor_name(SvgDocument *doc)
{
    svg_splice_attr(doc, find(doc, "g"), "inkscape:label", "Group");
}

static void on_gradient(SvgDocument *doc)
{
    svg_splice_attr(doc, find(doc, "s"), "offset", "1");
}

static void on_sheet(SvgDocument *doc)
{
    svg_splice_text(doc, find(doc, "y"), ".c{fill:blue}");
}

static void remove_sheet(SvgDocument *doc)
{
    svg_splice_remove(doc, find(doc, "y"));
}

static void remove_locked(SvgDocument *doc)
{
    svg_splice_remove(doc, find(doc, "k"));
}

static void swap_locked(SvgDocument *doc)
{
    svg_splice_move(doc, find(doc, "k"), find(doc, "g"), find(doc, "l"));
}

static void into_locked(SvgDocument *doc)
{
    svg_splice_insert(doc, find(doc, "l"), svg_splice_new(doc, "rect"), find(doc, "n"));
}

static void beside_locked(SvgDocument *doc)
{
    svg_splice_insert(doc, find(doc, "g"), svg_splice_new(doc, "rect"), find(doc, "k"));
}

static void past_locked(SvgDocument *doc)
{
    svg_splice_move(doc, find(doc, "p"), find(doc, "g"), NULL);
}

static void take_missing_id(SvgDocument *doc)
{
    svg_splice_attr(doc, find(doc, "q"), "id", "gone");
}

static void on_neighbour(SvgDocument *doc)
{
    svg_splice_attr(doc, find(doc, "q"), "x", "1");
}

/* --- what comes of it --------------------------------------------------------------------------
 */

typedef struct {
    const char *name, *drawing;
    void (*change)(SvgDocument *doc);
    gboolean allowed;
} Case;

static char *print(SvgDocument *doc)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static void test_case(gconstpointer data)
{
    const Case *c = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(c->drawing, strlen(c->drawing), "t", &error);
    g_assert_no_error(error);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    c->change(doc);
    svg_change_free(svg_edit_commit(edit, &error));
    g_autofree char *after = print(doc);
    if (c->allowed) {
        g_assert_no_error(error);
        g_assert_cmpstr(after, !=, c->drawing);
        g_autoptr(GBytes) printed = svg_document_print(doc, &error);
        g_assert_no_error(error);
        g_assert_nonnull(printed);
    } else {
        g_assert_error(error, SVG_ERROR, SVG_ERROR_LOCKED);
        g_assert_cmpstr(after, ==, c->drawing);
    }
}

static const Case cases[] = {
    {"locked", plain, on_locked, FALSE},
    {"ancestor", plain, on_ancestor, FALSE},
    {"ancestor-name", plain, on_ancestor_name, TRUE},
    {"gradient-of-gradient", plain, on_gradient, FALSE},
    {"sheet", plain, on_sheet, FALSE},
    {"sheet-removed", plain, remove_sheet, FALSE},
    {"removed", plain, remove_locked, FALSE},
    {"order-of-locked", plain, swap_locked, FALSE},
    {"into", plain, into_locked, FALSE},
    {"beside", plain, beside_locked, TRUE},
    {"past", plain, past_locked, TRUE},
    {"missing-id", plain, take_missing_id, FALSE},
    {"neighbour", plain, on_neighbour, TRUE},
    {"beside-and-nth-child", structural, beside_locked, FALSE},
    {"past-and-nth-child", structural, past_locked, FALSE},
    {"neighbour-and-nth-child", structural, on_neighbour, TRUE},
    {"gradient-of-sheet", referring, on_gradient, FALSE},
    {"missing-id-of-sheet", referring, take_missing_id, FALSE},
    {"neighbour-and-sheet", referring, on_neighbour, TRUE},
};

/* What a sheet refers to is looked at once, not for each lock. */
static void test_many_locks(void)
{
    g_autoptr(GString) text = g_string_new(HEAD "<style>");
    for (guint i = 0; i < 20000; i++) {
        g_string_append_printf(text, ".c%u{fill:url(#f%u);stroke-width:2}\n", i, i % 9);
    }
    g_string_append(text, "</style><g id='g'><rect id='q'/>");
    for (guint i = 0; i < 5000; i++) {
        g_string_append_printf(text, "<rect class='c%u' sodipodi:insensitive='1'/>", i);
    }
    g_string_append(text, "</g></svg>");
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(text->str, text->len, "t", &error);
    g_assert_no_error(error);
    g_test_timer_start();
    SvgEdit *edit = svg_edit_begin(doc, "test");
    on_neighbour(doc);
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
    g_autoptr(GBytes) printed = svg_document_print(doc, &error);
    g_assert_no_error(error);
    g_assert_nonnull(printed);
    double seconds = g_test_timer_elapsed();
    g_test_message("%.3f s", seconds);
    g_assert_cmpfloat(seconds, <, 5);
}

static SvgDocument *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test", &error);
    g_assert_no_error(error);
    return doc;
}

/* The commit and the saving must agree. */
static void assert_may_set(SvgDocument *doc, const char *id, const char *name, gboolean may)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_splice_attr(doc, find(doc, id), name, g_str_equal(name, "transform") ? "scale(3)" : "red");
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_cmpint(error == NULL, ==, may);
    g_assert_true(may || g_error_matches(error, SVG_ERROR, SVG_ERROR_LOCKED));
    g_clear_error(&error);
    g_autoptr(GBytes) saved = svg_document_print(doc, &error);
    g_assert_no_error(error);
    g_assert_nonnull(saved);
}

/* What a locked clone shows inherits from the clone, wherever the original is (SVG 2 §5.6.4). */
static void test_originals(void)
{
    g_autoptr(SvgDocument) doc =
        parse(HEAD "<g id='g'><path id='o' d='M0 0H9V9z'/></g>"
                   "<use id='k' href='#o' x='50' sodipodi:insensitive='1'/></svg>");
    assert_may_set(doc, "g", "transform", TRUE);
    assert_may_set(doc, "g", "fill", TRUE);
    assert_may_set(doc, "o", "fill", FALSE);
    g_autoptr(SvgDocument) sheet =
        parse(HEAD "<style>[fill] path{stroke:red}</style><g id='g'><path id='o' d='M0 0H9V9z'/>"
                   "</g><use id='k' href='#o' x='50' sodipodi:insensitive='1'/></svg>");
    assert_may_set(sheet, "g", "fill", FALSE);
}

#define LENT                                                                                            \
    HEAD                                                                                                \
        "<g id='layer' inkscape:groupmode='layer'/><g id='red' inkscape:groupmode='layer' fill='red'/>" \
        "<g id='g'><linearGradient id='f'><stop/></linearGradient><rect id='p'/>"                       \
        "</g><rect id='k' fill='url(#f)' sodipodi:insensitive='1'/></svg>"

/* A gradient inherits from the group it is in, also from the one that this came into. */
static void test_lenders(void)
{
    g_autoptr(SvgDocument) doc = parse(LENT);
    assert_may_set(doc, "layer", "fill", TRUE);
    svg_document_undo(doc);
    assert_may_set(doc, "g", "transform", TRUE);
    assert_may_set(doc, "g", "fill", FALSE);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_splice_move(doc, find(doc, "g"), find(doc, "layer"), NULL);
    g_autoptr(SvgChange) change = svg_edit_commit(edit, NULL);
    g_assert_nonnull(change);
    assert_may_set(doc, "layer", "transform", TRUE);
    assert_may_set(doc, "layer", "fill", FALSE);
}

/* The same of what is drawn around a locked element. */
static void test_new_parents(void)
{
    g_autoptr(SvgDocument) doc =
        parse(HEAD "<g id='around'/><g id='g'><rect id='k' sodipodi:insensitive='1'/></g></svg>");
    SvgEdit *edit = svg_edit_begin(doc, "test");
    svg_splice_move(doc, find(doc, "g"), find(doc, "around"), NULL);
    g_autoptr(SvgChange) change = svg_edit_commit(edit, NULL);
    g_assert_nonnull(change);
    assert_may_set(doc, "around", "transform", FALSE);
}

/* The verbs ask first. */
static void test_lenders_are_asked_for(void)
{
    g_autoptr(SvgDocument) doc = parse(LENT);
    const char *const ids[] = {"g", NULL};
    SvgStyling styling = {.given = SVG_STYLING_OPACITY, .opacity = 0.5};
    g_autoptr(GError) error = NULL, there = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_set_style(edit, ids, &styling, &error));
    g_assert_cmpstr(error->message, ==,
                    "nothing of that style applies: g holds what something locked is drawn with, "
                    "so its opacity stays");
    svg_edit_abort(g_steal_pointer(&edit));
    edit = svg_edit_begin(doc, "test");
    g_assert_false(svg_edit_to_layer(edit, ids, "red", &there));
    g_assert_cmpstr(there->message, ==,
                    "something locked is drawn with what is in \"g\", so its looks can't change");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/locks/guard/", cases[i].name, NULL);
        g_test_add_data_func(path, &cases[i], test_case);
    }
    g_test_add_func("/locks/guard/many", test_many_locks);
    g_test_add_func("/locks/guard/originals", test_originals);
    g_test_add_func("/locks/guard/lenders", test_lenders);
    g_test_add_func("/locks/guard/new-parents", test_new_parents);
    g_test_add_func("/locks/asking/lenders", test_lenders_are_asked_for);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
