/* What became worse, near what was changed. */
#include "common/drawing.h"

#include <svg/compare.h>
#include <svg/edit.h>
#include <svg/journal.h>

#include <string.h>

/* "a lies on b; …" of what one edit did. */
static char *told(SvgDocument *doc, guint depth)
{
    g_autoptr(GPtrArray) worse = svg_document_worse(doc, depth, 8);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < worse->len; i++) {
        const SvgWorse *one = worse->pdata[i];
        g_string_append_printf(out, "%s%s %s%s%s", i ? "; " : "", one->first,
                               svg_worse_says(one->kind), one->second ? " " : "",
                               one->second ? one->second : "");
    }
    return g_string_free(out, FALSE);
}

static void offset(SvgDocument *doc, const char *id, double dx, double dy)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, NULL);
    svg_edit_offset(edit, (const char *const[]){id, NULL}, dx, dy, &error);
    g_assert_no_error(error);
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
}

static void delete (SvgDocument *doc, const char *id)
{
    g_autoptr(GError) error = NULL;
    SvgEdit *edit = svg_edit_begin(doc, NULL);
    svg_edit_delete(edit, id, &error);
    g_assert_no_error(error);
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
}

static const char boxes[] =
    "<rect id=\"frame\" x=\"5\" y=\"5\" width=\"180\" height=\"90\" fill=\"none\" stroke=\"black\"/>"
    "<rect id=\"a\" x=\"20\" y=\"20\" width=\"40\" height=\"30\" fill=\"#def\" stroke=\"black\"/>"
    "<text x=\"30\" y=\"40\" font-size=\"10\">A</text>"
    "<rect id=\"b\" x=\"120\" y=\"20\" width=\"40\" height=\"30\" fill=\"#def\" stroke=\"black\"/>"
    "<text x=\"130\" y=\"40\" font-size=\"10\">B</text>"
    "<path id=\"line\" d=\"M60,35 H120\" fill=\"none\" stroke=\"black\" marker-end=\"url(#m)\"/>"
    "<marker id=\"m\" orient=\"auto\" markerWidth=\"4\" markerHeight=\"4\"><path d=\"M0,0 L4,2 "
    "L0,4 z\"/></marker>";

/* By how much `a` moves, and what is worse then. */
static void check_offset(double dx, double dy, const char *expected)
{
    g_autoptr(SvgDocument) doc = test_parse_body(boxes);
    offset(doc, "a", dx, dy);
    g_autofree char *worse = told(doc, 0);
    g_assert_cmpstr(worse, ==, expected);
}

static void test_overlaps(void)
{
    check_offset(5, 20, "");
    check_offset(80, 0, "a lies on b");
    check_offset(60, 0, "line has no length left");
    check_offset(0, 30, "");
    check_offset(0, 48, "a crosses the border of frame");
}

/* What was so before isn't worse; and what is so no longer isn't, either. */
static void test_before(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(boxes);
    offset(doc, "a", 80, 10);
    guint depth = svg_document_undo_depth(doc);
    offset(doc, "a", 2, 0);
    g_autofree char *still = told(doc, depth);
    g_assert_cmpstr(still, ==, "");
    offset(doc, "a", -82, -10);
    g_autofree char *back = told(doc, depth);
    g_assert_cmpstr(back, ==, "");
}

static void test_ends(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(boxes);
    delete (doc, "b");
    g_autofree char *worse = told(doc, 0);
    g_assert_cmpstr(worse, ==, "line no longer ends at b");
    delete (doc, "line");
    g_autofree char *both = told(doc, 0);
    g_assert_cmpstr(both, ==, "");
}

static void test_page(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(
        "<rect id=\"a\" x=\"20\" y=\"20\" width=\"40\" height=\"30\" fill=\"#def\"/>");
    offset(doc, "a", -30, 0);
    g_autofree char *worse = told(doc, 0);
    g_assert_cmpstr(worse, ==, "a reaches beyond the page");
    offset(doc, "a", 1, 0);
    g_autofree char *less = told(doc, 1);
    g_assert_cmpstr(less, ==, "");
}

static void test_runs_through(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(boxes);
    offset(doc, "b", 0, 45);
    offset(doc, "b", 0, -45);
    g_autofree char *nothing = told(doc, 0);
    g_assert_cmpstr(nothing, ==, "");
}

static void move_two(SvgDocument *doc, gpointer data)
{
    offset(doc, "a", 80, 0);
    *(guint *)data = svg_document_undo_depth(doc);
}

/* What is only tried out leaves nothing, and takes nothing away that could be redone. */
static void test_rehearsal(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(boxes);
    guint depth = 0;
    offset(doc, "b", 0, 10);
    svg_document_undo(doc);
    g_autoptr(GBytes) before = svg_document_print_utf8(doc);
    g_assert_true(svg_document_rehearse(doc, move_two, &depth));
    g_autoptr(GBytes) after = svg_document_print_utf8(doc);
    g_assert_cmpuint(depth, ==, 1);
    g_assert_cmpuint(svg_document_undo_depth(doc), ==, 0);
    g_assert_true(g_bytes_equal(before, after));
    g_assert_true(svg_document_redo(doc));
    SvgEdit *edit = svg_edit_begin(doc, NULL);
    g_assert_false(svg_document_rehearse(doc, move_two, &depth));
    svg_edit_abort(edit);
}

/* The same edits tell the same, in the order in which things were changed. */
static void test_order(void)
{
    g_autoptr(GString) body = g_string_new(NULL);
    const char *ids[9] = {NULL};
    g_autoptr(GStringChunk) chunk = g_string_chunk_new(64);
    for (guint i = 0; i < 8; i++) {
        guint y = 5 + 20 * i;
        g_string_append_printf(body,
                               "<rect id=\"r%u\" x=\"5\" y=\"%u\" width=\"60\" height=\"16\" "
                               "fill=\"#def\" stroke=\"black\"/><text id=\"t%u\" x=\"10\" "
                               "y=\"%u\" font-size=\"10\">word</text>",
                               i, y, i, y + 11);
        g_autofree char *id = g_strdup_printf("t%u", i);
        ids[i] = g_string_chunk_insert(chunk, id);
    }
    g_autoptr(SvgDocument) doc = test_parse_body(body->str);
    for (guint i = 0; i < 8; i++) {
        offset(doc, ids[i], 45, 0);
    }
    g_autofree char *worse = told(doc, 0);
    g_test_message("%s", worse);
    const char *at = worse;
    for (guint i = 0; i < 8; i++) {
        at = strstr(at, ids[i]);
        g_assert_nonnull(at);
    }
}

/* Words belong to the sign, and don't stick out of the pole behind it. */
static void test_pole(void)
{
    g_autoptr(SvgDocument) doc = test_parse_body(
        "<rect id=\"pole\" x=\"30\" y=\"5\" width=\"10\" height=\"90\" fill=\"#888\"/>"
        "<rect id=\"sign\" x=\"100\" y=\"30\" width=\"60\" height=\"30\" fill=\"#fd0\"/>"
        "<text x=\"106\" y=\"48\" font-size=\"10\">Bus stop</text>");
    offset(doc, "sign", -95, 0);
    g_autofree char *worse = told(doc, 0);
    g_assert_cmpstr(worse, ==, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/compare/overlaps", test_overlaps);
    g_test_add_func("/compare/before", test_before);
    g_test_add_func("/compare/ends", test_ends);
    g_test_add_func("/compare/page", test_page);
    g_test_add_func("/compare/runs-through", test_runs_through);
    g_test_add_func("/compare/rehearsal", test_rehearsal);
    g_test_add_func("/compare/order", test_order);
    g_test_add_func("/compare/pole", test_pole);
    return g_test_run();
}
