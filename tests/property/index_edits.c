/* The index is what one fresh pass over the drawing finds: after every random edit, undo and redo,
 * on real files.
 *
 * TEST_SEED repeats a run; INDEX_EDITS sets the edits per file, INDEX_FILES the files per folder.
 */
#include "common/random_edits.h"
#include "document/splice.h"
#include "geometry/bounds.h"
#include "index/index.h"

#include <svg/edit.h>
#include <svg/journal.h>

#include <math.h>

typedef struct {
    SvgNode *node;
    SvgBounds bounds;
} Fresh;

static void add_fresh(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style,
                      SvgMatrix matrix, const SvgTrail *trail, gpointer data)
{
    (void)style, (void)matrix, (void)trail;
    Fresh fresh = {node, *bounds};
    g_array_append_val((GArray *)data, fresh);
}

static gboolean is_close(double a, double b, double scale)
{
    return fabs(a - b) <= 1e-9 * (1 + scale);
}

static gboolean same_box(SvgBox a, SvgBox b)
{
    double scale = fabs(a.x) + fabs(a.y) + fabs(a.w) + fabs(a.h);
    return (svg_box_is_empty(a) && svg_box_is_empty(b)) ||
           (is_close(a.x, b.x, scale) && is_close(a.y, b.y, scale) && is_close(a.w, b.w, scale) &&
            is_close(a.h, b.h, scale));
}

static gboolean is_leaf(const SvgNode *node)
{
    return !(svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_CONTAINER);
}

static void check_box(SvgDocument *doc, SvgNode *node, SvgBox a, SvgBox b)
{
    if (!same_box(a, b)) {
        g_error("%s is at %.15g %.15g %.15g %.15g, the index says %.15g %.15g %.15g %.15g",
                svg_node_id(doc, node), a.x, a.y, a.w, a.h, b.x, b.y, b.w, b.h);
    }
}

static void check_bounds(SvgDocument *doc, const GArray *fresh)
{
    g_autoptr(GHashTable) drawn = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < fresh->len; i++) {
        const Fresh *want = &g_array_index(fresh, Fresh, i);
        const SvgBounds *got = svg_index_bounds(doc, want->node);
        g_hash_table_add(drawn, want->node);
        SvgBounds there = got ? *got : SVG_BOUNDS_EMPTY;
        check_box(doc, want->node, want->bounds.geometric, there.geometric);
        check_box(doc, want->node, want->bounds.visual, there.visual);
    }
    SvgNode *root = svg_document_root(doc);
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        if (!g_hash_table_contains(drawn, at) && svg_index_bounds(doc, at)) {
            g_error("%s isn't drawn, the index says it is", svg_node_id(doc, at));
        }
    }
}

static void check_area(SvgDocument *doc, const GArray *fresh, SvgBox area)
{
    g_autoptr(GPtrArray) got = svg_index_touching(doc, area);
    guint n = 0;
    for (guint i = 0; i < fresh->len; i++) {
        const Fresh *want = &g_array_index(fresh, Fresh, i);
        if (is_leaf(want->node) && svg_box_touches(want->bounds.visual, area)) {
            g_assert_cmpuint(n, <, got->len);
            g_assert_true(got->pdata[n++] == want->node);
        }
    }
    g_assert_cmpuint(n, ==, got->len);
}

static void check_point(SvgDocument *doc, const GArray *fresh, SvgPoint point)
{
    g_autoptr(GPtrArray) got = svg_index_at(doc, point);
    SvgBox spot = {point.x, point.y, 0, 0};
    guint n = 0;
    for (guint i = fresh->len; i-- > 0;) {
        const Fresh *want = &g_array_index(fresh, Fresh, i);
        if (is_leaf(want->node) && svg_box_touches(want->bounds.visual, spot)) {
            g_assert_true(n < got->len && got->pdata[n] == want->node);
            n++;
        }
    }
    g_assert_cmpuint(n, ==, got->len);
}

static void check(SvgDocument *doc, GRand *rand)
{
    g_autoptr(GArray) fresh = g_array_new(FALSE, FALSE, sizeof(Fresh));
    svg_document_each_bounds(doc, add_fresh, fresh);
    SvgBox page = svg_document_page(doc);
    if (g_rand_boolean(rand)) {
        check_bounds(doc, fresh);
    }
    for (guint i = 0; i < 3; i++) {
        double x = page.x + page.w * g_rand_double_range(rand, -0.2, 1.2);
        double y = page.y + page.h * g_rand_double_range(rand, -0.2, 1.2);
        double size = pow(g_rand_double(rand), 3);
        check_area(doc, fresh, (SvgBox){x, y, page.w * size, page.h * size});
        check_point(doc, fresh, (SvgPoint){x, y});
    }
    check_bounds(doc, fresh);
}

static SvgNode *random_element(SvgDocument *doc, GRand *rand)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    SvgNode *root = svg_document_root(doc);
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        if (at->name && !at->foreign && at != root) {
            g_ptr_array_add(all, at);
        }
    }
    return all->len ? all->pdata[g_rand_int_range(rand, 0, (gint)all->len)] : NULL;
}

/* Writes what verbs seldom or never write, to anything: definitions, hidden elements, groups. */
static void odd_change(SvgDocument *doc, GRand *rand)
{
    static const char *const values[][2] = {
        {"transform", "translate(7 3)"},
        {"transform", NULL},
        {"style", "display:none"},
        {"style", "fill:red;clip-path:url(#a)"},
        {"style", NULL},
        {"display", "none"},
        {"class", "a"},
        {"d", "M0 0L100 30V9"},
        {"id", "a"},
        {"xlink:href", "#a"},
        {"clip-path", "url(#a)"},
        {"width", "33"},
        {"systemLanguage", "de"},
        {"mask", "url(#a)"},
        {"filter", "url(#a)"},
        {"viewBox", "0 0 10 10"},
    };
    SvgNode *node = random_element(doc, rand), *other = random_element(doc, rand);
    int pick = g_rand_int_range(rand, 0, (gint)G_N_ELEMENTS(values) + 6);
    if (!node) {
        return;
    }
    if (pick < (int)G_N_ELEMENTS(values)) {
        svg_splice_attr(doc, node, values[pick][0], values[pick][1]);
    } else if (pick == G_N_ELEMENTS(values)) {
        svg_splice_remove(doc, node);
    } else if (pick == G_N_ELEMENTS(values) + 1) {
        svg_splice_text(doc, node, "some text");
    } else if (!svg_node_contains(node, other) && !other->parent->foreign) {
        svg_splice_move(doc, node, other->parent, other);
    }
}

static void edit_once(SvgDocument *doc, GRand *rand, GPtrArray *shapes)
{
    SvgEdit *edit = svg_edit_begin(doc, "test");
    gboolean good = TRUE;
    for (int i = g_rand_int_range(rand, 1, 4); i > 0 && good; i--) {
        good = test_random_verb(rand, edit, shapes, NULL);
    }
    if (good && !g_rand_int_range(rand, 0, 3)) {
        odd_change(doc, rand);
        check(doc, rand); /* in the middle of an edit, too */
        odd_change(doc, rand);
    }
    if (good && g_rand_int_range(rand, 0, 6)) {
        svg_change_free(svg_edit_commit(edit, NULL));
    } else {
        svg_edit_abort(edit);
    }
}

static void torture(const char *file, guint32 seed, guint edits)
{
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    if (!doc) {
        return;
    }
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed ^ g_str_hash(file));
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    check(doc, rand);
    for (guint i = 0; i < edits; i++) {
        edit_once(doc, rand, shapes);
        if (!g_rand_int_range(rand, 0, 4)) {
            svg_document_undo(doc);
        }
        if (!g_rand_int_range(rand, 0, 6)) {
            svg_document_redo(doc);
        }
        check(doc, rand);
    }
    while (svg_document_undo(doc)) {
    }
    check(doc, rand);
}

static void try_file(const char *file, guint32 seed, GRand *rand)
{
    (void)rand;
    torture(file, seed, test_setting("INDEX_EDITS", 25));
}

/* Definitions went, and with them the markers of a line; an id was another again by redo; a text
 * came into another one. */
static void test_failed(void)
{
    static const TestFailed failed[] = {
        {"/usr/share/doc/linux-doc/html/_images/BigTreePreemptRCUBHdyntickCB.svg", 824064002},
        {"/usr/share/inkscape/tutorials/tutorial-shapes.pt.svg", 1896690208},
        {"/usr/share/doc/linux-doc/html/_images/pipeline_4k_split.svg", 1344856021}};
    test_failed_once(failed, G_N_ELEMENTS(failed), try_file);
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, test_setting("INDEX_FILES", 3), try_file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/index-edits/failed-once", test_failed);
    g_test_add_data_func("/index-edits/fixtures", "fixtures", test_folder);
    g_test_add_data_func("/index-edits/tutorials", "/usr/share/inkscape/tutorials", test_folder);
    g_test_add_data_func("/index-edits/openclipart",
                         "/usr/share/openclipart/svg/computer/icons/flat-theme", test_folder);
    g_test_add_data_func("/index-edits/linux-doc", "/usr/share/doc/linux-doc/html/_images",
                         test_folder);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
