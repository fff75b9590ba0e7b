/* Which elements are where: boxes, order, and what it costs after an edit. */
#include "index/index.h"

#include "document/splice.h"
#include "index/rtree.h"

#include <svg/edit.h>
#include <svg/journal.h>

#include <math.h>
#include <string.h>
#include <time.h>

static SvgDocument *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test.svg", &error);
    g_assert_no_error(error);
    return doc;
}

/* The ids, separated by spaces. */
static char *ids_of(SvgDocument *doc, GPtrArray *nodes)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < nodes->len; i++) {
        g_string_append_printf(out, i ? " %s" : "%s", svg_node_id(doc, nodes->pdata[i]));
    }
    g_ptr_array_unref(nodes);
    return g_string_free(out, FALSE);
}

static void assert_touching(SvgDocument *doc, double x, double y, double w, double h,
                            const char *want)
{
    g_autofree char *got = ids_of(doc, svg_index_touching(doc, (SvgBox){x, y, w, h}));
    g_assert_cmpstr(got, ==, want);
}

static void assert_at(SvgDocument *doc, double x, double y, const char *want)
{
    g_autofree char *got = ids_of(doc, svg_index_at(doc, (SvgPoint){x, y}));
    g_assert_cmpstr(got, ==, want);
}

#define THREE                                                                    \
    "<svg viewBox='0 0 100 100'><g id='g'><rect id='a' width='10' height='10'/>" \
    "<rect id='b' x='5' y='5' width='10' height='10'/></g>"                      \
    "<circle id='c' cx='50' cy='50' r='5'/><g display='none'><rect id='d' width='9' height='9'/></g>"

static void test_areas(void)
{
    g_autoptr(SvgDocument) doc = parse(THREE "</svg>");
    assert_touching(doc, 0, 0, 100, 100, "a b c");
    assert_touching(doc, 0, 0, 1, 1, "a");
    assert_touching(doc, 10, 10, 0, 0, "a b");
    assert_touching(doc, 10.001, 10.001, 0, 0, "b");
    assert_touching(doc, 20, 20, 10, 10, "");
    assert_touching(doc, -1e300, -1e300, 2e300, 2e300, "a b c");
    assert_touching(doc, 0, 0, -1, -1, "");
    assert_at(doc, 7, 7, "b a");
    assert_at(doc, 50, 50, "c");
}

/* What an edit has written is looked at, and then it writes again. */
static void test_within_an_edit(void)
{
    g_autoptr(SvgDocument) doc = parse(THREE "</svg>");
    assert_touching(doc, 0, 0, 1, 1, "a");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    for (guint i = 1; i < 4; i++) {
        SvgPoint to = {20.0 * i, 80};
        g_assert_true(svg_edit_move(edit, "a", to, SVG_ANCHOR_TOP_LEFT, NULL));
        assert_touching(doc, to.x + 4, to.y + 4, 1, 1, "a");
    }
}

/* A clone shows a group: what is taken out of that is taken out of the clone, too. */
static void test_clones_of_groups(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<svg viewBox='0 0 400 200'><g id='g'><rect id='a' width='10' height='10'/>"
        "<rect id='b' x='30' y='30' width='10' height='10'/></g><use id='u' href='#g' x='100'/>"
        "<g id='h'/></svg>");
    assert_touching(doc, 100, 0, 5, 5, "u");
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_delete(edit, "a", NULL));
    assert_touching(doc, 100, 0, 5, 5, "");
    svg_splice_move(doc, svg_document_find(doc, "b"), svg_document_find(doc, "h"), NULL);
    assert_touching(doc, 130, 30, 5, 5, "");
}

static void splice(SvgDocument *doc, const char *id, const char *name, const char *value)
{
    svg_splice_attr(doc, svg_document_find(doc, id), name, value);
}

/* A filter's region is wide enough for each who has it: what one needs, all have. */
static void test_shared_filters(void)
{
    g_autoptr(SvgDocument) doc = parse(
        "<svg viewBox='0 0 400 200'><filter id='f'><feGaussianBlur stdDeviation='1'/></filter>"
        "<rect id='a' width='10' height='10' filter='url(#f)'/><g id='g'>"
        "<rect id='b' x='100' width='10' height='10' filter='url(#f)' stroke='red' "
        "stroke-width='0'/></g></svg>");
    SvgNode *a = svg_document_find(doc, "a");
    g_assert_cmpfloat_with_epsilon(svg_index_bounds(doc, a)->visual.w, 14.8, 1e-9);
    splice(doc, "b", "stroke-width", "20");
    g_assert_cmpfloat_with_epsilon(svg_index_bounds(doc, a)->visual.w, 34.8, 1e-9);
    splice(doc, "b", "filter", NULL);
    g_assert_cmpfloat_with_epsilon(svg_index_bounds(doc, a)->visual.w, 14.8, 1e-9);
    splice(doc, "b", "filter", "url(#f)");
    splice(doc, "b", "stroke-width", NULL);
    splice(doc, "g", "stroke-width", "6");
    g_assert_cmpfloat_with_epsilon(svg_index_bounds(doc, a)->visual.w, 20.8, 1e-9);
    svg_splice_remove(doc, svg_document_find(doc, "g"));
    g_assert_cmpfloat_with_epsilon(svg_index_bounds(doc, a)->visual.w, 14.8, 1e-9);
}

/* … also when what needed it leaves a group with the filter: to where it isn't drawn, or for good.
 */
static void test_left_filters(void)
{
    for (guint gone = 0; gone < 2; gone++) {
        g_autoptr(SvgDocument) doc = parse(
            "<svg viewBox='0 0 400 200'><filter id='f'><feGaussianBlur stdDeviation='1'/></filter>"
            "<rect id='a' width='10' height='10' filter='url(#f)'/><g filter='url(#f)'>"
            "<rect x='100' width='10' height='10'/><g><g id='i'><rect x='100' width='10' height='10' "
            "stroke='red' stroke-width='20'/></g></g></g><text id='t'><tspan>x</tspan></text></svg>");
        SvgNode *a = svg_document_find(doc, "a"), *i = svg_document_find(doc, "i");
        g_assert_cmpfloat_with_epsilon(svg_index_bounds(doc, a)->visual.w, 34.8, 1e-9);
        if (gone) {
            svg_splice_remove(doc, i);
        } else {
            svg_splice_move(doc, i, svg_document_find(doc, "t"), NULL);
        }
        g_assert_cmpfloat_with_epsilon(svg_index_bounds(doc, a)->visual.w, 14.8, 1e-9);
    }
}

static void test_what_is_not_drawn(void)
{
    g_autoptr(SvgDocument) doc = parse(THREE "</svg>");
    g_assert_null(svg_index_bounds(doc, svg_document_find(doc, "d")));
    const SvgBounds *group = svg_index_bounds(doc, svg_document_find(doc, "g"));
    g_assert_cmpfloat(group->visual.w, ==, 15);
    g_assert_cmpfloat(svg_index_bounds(doc, svg_document_root(doc))->visual.w, ==, 55);
}

static void test_edits(void)
{
    g_autoptr(SvgDocument) doc = parse(THREE "</svg>");
    assert_at(doc, 50, 50, "c");
    splice(doc, "a", "x", "45");
    splice(doc, "a", "y", "45");
    assert_at(doc, 50, 50, "c a");
    g_assert_cmpfloat(svg_index_bounds(doc, svg_document_find(doc, "g"))->visual.w, ==, 50);
    splice(doc, "g", "transform", "translate(1000)");
    assert_at(doc, 50, 50, "c");
    assert_at(doc, 1050, 50, "a");
    g_assert_cmpfloat(svg_index_bounds(doc, svg_document_root(doc))->visual.x, ==, 45);
    splice(doc, "g", "display", "none");
    assert_touching(doc, -1e9, -1e9, 2e9, 2e9, "c");
    splice(doc, "g", "display", NULL);
    svg_splice_move(doc, svg_document_find(doc, "c"), svg_document_root(doc),
                    svg_document_find(doc, "g"));
    assert_touching(doc, -1e9, -1e9, 2e9, 2e9, "c a b");
    svg_splice_remove(doc, svg_document_find(doc, "g"));
    assert_touching(doc, -1e9, -1e9, 2e9, 2e9, "c");
}

/* A change reaches what refers to it, however far away. */
static void test_reach(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg><style>.far{transform:translate(500px)}</style>"
              "<defs><g id='s'><rect id='r' width='4' height='4'/></g></defs>"
              "<use id='u' href='#s' x='100'/><use id='v' href='#u' x='100'/>"
              "<rect id='e' width='4' height='4'/></svg>");
    assert_at(doc, 102, 2, "u");
    assert_at(doc, 202, 2, "v");
    splice(doc, "r", "y", "50");
    assert_at(doc, 102, 52, "u");
    assert_at(doc, 202, 52, "v");
    splice(doc, "u", "y", "10");
    assert_at(doc, 202, 62, "v");
    splice(doc, "e", "id", "s2");
    splice(doc, "u", "href", "#s2");
    assert_at(doc, 102, 12, "u");
    assert_at(doc, 202, 12, "v");
}

static void test_sibling_selectors(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg><style>.hide + rect {display:none}</style>"
              "<rect id='a' width='4' height='4'/><rect id='b' width='4' height='4'/></svg>");
    assert_at(doc, 1, 1, "b a");
    splice(doc, "a", "class", "hide");
    assert_at(doc, 1, 1, "a");
    g_assert_null(svg_index_sheets(doc)); /* nor can a part of it be drawn alone */
}

/* A first id makes who refers to it, or what a rule says of it, another; ":root" stays the same
 * element. */
static void test_first_ids(void)
{
    g_autoptr(SvgDocument) doc =
        parse("<svg><style>:root {fill:red} #wide {stroke-width:8;stroke:red}</style>"
              "<use id='u' href='#wide' x='50'/><rect width='4' height='4'/></svg>");
    SvgNode *rect = svg_node_next_element(svg_document_find(doc, "u"));
    assert_touching(doc, 0, 0, 1, 1, "rect-1");
    assert_touching(doc, 50, 0, 1, 1, "");
    svg_splice_attr(doc, rect, "id", "wide");
    assert_touching(doc, 50, 0, 1, 1, "u");
    assert_touching(doc, 7, 0, 0.5, 1, "wide");
    assert_touching(doc, 57, 0, 0.5, 1, "u");
    svg_splice_attr(doc, rect, "id", "other");
    assert_touching(doc, 50, 0, 1, 1, "");
    g_assert_nonnull(svg_index_sheets(doc));
}

static void test_undo(void)
{
    g_autoptr(SvgDocument) doc = parse(THREE "</svg>");
    assert_at(doc, 50, 50, "c");
    SvgEdit *edit = svg_edit_begin(doc, "test");
    const char *const ids[] = {"c", NULL};
    g_assert_true(svg_edit_offset(edit, ids, 20, 0, NULL));
    assert_at(doc, 70, 50, "c");
    svg_change_free(svg_edit_commit(edit, NULL));
    g_assert_true(svg_document_undo(doc));
    assert_at(doc, 70, 50, "");
    assert_at(doc, 50, 50, "c");
    g_assert_true(svg_document_redo(doc));
    assert_at(doc, 70, 50, "c");
    edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_delete(edit, "c", NULL));
    assert_at(doc, 70, 50, "");
    svg_edit_abort(edit);
    assert_at(doc, 70, 50, "c");
}

/* --- many ------------------------------------------------------------------------------------- */

static SvgDocument *many(guint n, double step)
{
    g_autoptr(GString) svg = g_string_new("<svg viewBox='0 0 2000 2000'><g id='all'>");
    guint side = (guint)ceil(sqrt(n));
    g_string_append(svg, "<rect id='page' width='2000' height='2000'/>");
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(svg, "<rect id='r%u' x='%d' y='%d' width='4' height='4'/>", i,
                               (int)(i % side * step), (int)(i / side * step));
    }
    g_string_append(svg, "</g></svg>");
    return parse(svg->str);
}

static double cpu_seconds(clock_t since)
{
    return (double)(clock() - since) / CLOCKS_PER_SEC;
}

static guint count_at(SvgDocument *doc, double x, double y)
{
    GPtrArray *found = svg_index_at(doc, (SvgPoint){x, y});
    guint n = found->len;
    g_ptr_array_unref(found);
    return n;
}

/* Neither a box around everything nor many on one spot make other questions slow: 100,000 of them
 * would take minutes if each looked at all boxes. */
static void test_crowds(void)
{
    g_autoptr(SvgDocument) spread = many(40000, 10), spot = many(40000, 0);
    clock_t start = clock();
    for (guint i = 0; i < 100000; i++) {
        g_assert_cmpuint(count_at(spread, 1 + i % 200 * 10, 1), ==, 2);
    }
    g_assert_cmpuint(count_at(spot, 1, 1), ==, 40001);
    for (guint i = 0; i < 100000; i++) {
        g_assert_cmpuint(count_at(spot, 100, 100), ==, 1);
    }
    g_assert_cmpfloat(cpu_seconds(start), <, 20);
}

/* A fresh pass for each move would take minutes too. */
static void test_many_moves(void)
{
    g_autoptr(SvgDocument) doc = many(10000, 10);
    g_assert_cmpuint(count_at(doc, 1, 1), ==, 2);
    clock_t start = clock();
    for (guint i = 0; i < 10000; i++) {
        char id[16];
        g_snprintf(id, sizeof id, "r%u", i * 7 % 10000);
        splice(doc, id, "x", i % 2 ? "1500.5" : "1700");
        assert_at(doc, 1999, 1999, "page");
        g_assert_cmpuint(count_at(doc, i % 2 ? 1501 : 1701, i * 7 % 10000 / 100 * 10 + 1), >=, 2);
    }
    g_test_message("%.1f us a move and two questions", cpu_seconds(start) * 100);
    g_assert_cmpfloat(cpu_seconds(start), <, 20);
}

/* All that was drawn is gone by the time a tree pays. */
static void test_tree_of_nothing(void)
{
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint32));
    SvgRtree *tree = svg_rtree_new(NULL, 0);
    svg_rtree_touching(tree, (SvgBox){-1e9, -1e9, 2e9, 2e9}, found);
    g_assert_cmpuint(found->len, ==, 0);
    svg_rtree_free(tree);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/index/areas", test_areas);
    g_test_add_func("/index/within-an-edit", test_within_an_edit);
    g_test_add_func("/index/clones-of-groups", test_clones_of_groups);
    g_test_add_func("/index/shared-filters", test_shared_filters);
    g_test_add_func("/index/left-filters", test_left_filters);
    g_test_add_func("/index/what-is-not-drawn", test_what_is_not_drawn);
    g_test_add_func("/index/edits", test_edits);
    g_test_add_func("/index/reach", test_reach);
    g_test_add_func("/index/sibling-selectors", test_sibling_selectors);
    g_test_add_func("/index/first-ids", test_first_ids);
    g_test_add_func("/index/undo", test_undo);
    g_test_add_func("/index/crowds", test_crowds);
    g_test_add_func("/index/tree-of-nothing", test_tree_of_nothing);
    g_test_add_func("/index/many-moves", test_many_moves);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
