/* Random edits on real files: what must hold whatever is done.
 *
 *   - undoing everything gives back the input, byte for byte;
 *   - a byte patch between any two states turns the one into the other;
 *   - so do the replacements of each commit between them, one after the other, and all at once;
 *   - what is printed parses again, into the same tree;
 *   - a failed or aborted edit leaves nothing behind;
 *   - every element is found by the id it is known by;
 *   - every locked element keeps its bytes.
 *
 * TEST_SEED repeats a run, EDITS_COUNT sets the edits per file, EDITS_FILES the files per folder.
 */
#include "common/random_edits.h"
#include "common/traced.h"
#include "document/document_priv.h"

#include <svg/edit.h>
#include <svg/error.h>

#include <math.h>
#include <string.h>

static guint edits_per_file = 60, files_per_folder = 6;

static GBytes *print(SvgDocument *doc)
{
    return svg_document_print_utf8(doc);
}

/* --- what must hold --------------------------------------------------------------------------- */

/* The bytes of every locked element that has an id of its own, found by plain text search. */
static GPtrArray *locked_parts(GBytes *bytes)
{
    GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
    const char *text = g_bytes_get_data(bytes, NULL);
    for (const char *at = text; (at = strstr(at, "sodipodi:insensitive")); at++) {
        const char *open = at;
        while (open > text && *open != '<') {
            open--;
        }
        const char *close = strchr(at, '>');
        g_ptr_array_add(out, g_strndup(open, (gsize)(close - open)));
    }
    return out;
}

static void assert_same(GBytes *a, GBytes *b, const char *what, const char *file)
{
    if (!g_bytes_equal(a, b)) {
        g_test_message("%s: %s", file, what);
        g_assert_cmpmem(g_bytes_get_data(a, NULL), g_bytes_get_size(a), g_bytes_get_data(b, NULL),
                        g_bytes_get_size(b));
    }
}

static void check_parses(SvgDocument *doc, const char *file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = print(doc);
    g_autoptr(SvgDocument) again =
        svg_document_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), file, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc), reread = svg_document_shapes(again);
    g_assert_cmpuint(shapes->len, ==, reread->len);
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *a = shapes->pdata[i], *b = reread->pdata[i];
        g_assert_cmpint(a->kind, ==, b->kind);
        g_assert_cmpstr(a->text, ==, b->text);
        double slack = 1e-6 * (fabs(a->box.x) + fabs(a->box.w) + 1);
        g_assert_cmpfloat_with_epsilon(a->box.x, b->box.x, slack);
        g_assert_cmpfloat_with_epsilon(a->box.w, b->box.w, slack);
    }
}

static void check_patches(SvgDocument *doc, GPtrArray *states, GRand *rand, const char *file)
{
    g_assert_cmpuint(svg_document_undo_depth(doc) + 1, ==, states->len);
    for (guint i = 0; i < 4; i++) {
        guint from = (guint)g_rand_int_range(rand, 0, (gint)states->len);
        guint to = (guint)g_rand_int_range(rand, 0, (gint)states->len);
        g_autoptr(GArray) patch = svg_document_patch(doc, from, to);
        g_autoptr(GBytes) got = svg_patch_apply(patch, states->pdata[from], NULL);
        g_assert_nonnull(got);
        assert_same(got, states->pdata[to], "a patch doesn't give the other state", file);
    }
}

static void check_trace(SvgDocument *doc, GPtrArray *states, GRand *rand, const char *file)
{
    guint to = (guint)g_rand_int_range(rand, 0, (gint)states->len);
    guint from = (guint)g_rand_int_range(rand, 0, (gint)to + 1);
    g_assert_true(test_traced(doc, states, from, to));
    g_autoptr(GBytes) now = print(doc);
    assert_same(now, states->pdata[states->len - 1], "asking changed the document", file);
}

static void check_undo(SvgDocument *doc, GPtrArray *states, const char *file)
{
    for (guint i = states->len - 1; i > 0; i--) {
        g_assert_true(svg_document_undo(doc));
        g_autoptr(GBytes) now = print(doc);
        assert_same(now, states->pdata[i - 1], "undo doesn't give the former state", file);
    }
    g_assert_false(svg_document_undo(doc));
    g_assert_false(svg_document_is_changed(doc));
    while (svg_document_redo(doc)) {
    }
    g_autoptr(GBytes) redone = print(doc);
    assert_same(redone, states->pdata[states->len - 1], "redo doesn't give the last state", file);
    while (svg_document_undo(doc)) {
    }
}

/* Of some of the commits one is made. */
static void fold_some(SvgDocument *doc, GRand *rand, GPtrArray *states, const char *file)
{
    guint depth = states->len - 1, from = (guint)g_rand_int_range(rand, 0, (gint)depth + 1);
    gboolean folds = depth >= from + 2;
    g_assert_true(svg_document_fold(doc, from) == folds);
    if (folds) {
        g_ptr_array_remove_range(states, from + 1, depth - from - 1);
    }
    g_assert_cmpuint(svg_document_undo_depth(doc) + 1, ==, states->len);
    g_autoptr(GBytes) now = print(doc);
    assert_same(now, states->pdata[states->len - 1], "folding changed the document", file);
}

/* svg_node_id() would give one to who has none. */
static void check_ids(SvgDocument *doc, const char *file)
{
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        if (node->name && (!node->id || svg_document_find(doc, node->id) != node)) {
            g_error("%s: a <%s> isn't found by its id \"%s\"", file, node->name->str, node->id);
        }
    }
}

static void edit_once(SvgDocument *doc, GRand *rand, GPtrArray *shapes, GPtrArray *states,
                      const char *file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    gboolean good = test_random_verb(rand, edit, shapes, &error);
    g_assert_true(good == (error == NULL));
    if (!good) {
        g_assert_cmpint((gint)strlen(error->message), >, 10);
        g_assert_null(strchr(error->message, '\n'));
    }
    if (good && g_rand_int_range(rand, 0, 10)) {
        svg_change_free(svg_edit_commit(g_steal_pointer(&edit), &error));
        g_assert_true(!error || g_error_matches(error, SVG_ERROR, SVG_ERROR_INVALID)); /* reach */
        if (svg_document_undo_depth(doc) == states->len) {
            g_ptr_array_add(states, print(doc));
        }
    } else {
        svg_edit_abort(g_steal_pointer(&edit));
    }
    g_autoptr(GBytes) now = print(doc);
    assert_same(now, states->pdata[states->len - 1],
                "a refused or aborted edit left something behind", file);
    check_ids(doc, file);
}

static void torture(const char *file, guint32 seed)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(file, &error);
    if (!doc) {
        return;
    }
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed ^ g_str_hash(file));
    g_autoptr(GPtrArray) states = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    g_ptr_array_add(states, print(doc));
    g_autoptr(GPtrArray) locked = locked_parts(states->pdata[0]);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    for (guint i = 0; i < edits_per_file; i++) {
        edit_once(doc, rand, shapes, states, file);
        if (!g_rand_int_range(rand, 0, 20)) {
            fold_some(doc, rand, states, file);
        }
        if (i % 16 == 0) {
            g_ptr_array_unref(shapes);
            shapes = svg_document_shapes(doc);
        }
    }
    const char *text = g_bytes_get_data(states->pdata[states->len - 1], NULL);
    for (guint i = 0; i < locked->len; i++) {
        g_assert_nonnull(strstr(text, locked->pdata[i]));
    }
    check_parses(doc, file);
    check_patches(doc, states, rand, file);
    for (guint i = 0; i < 4; i++) {
        check_trace(doc, states, rand, file);
    }
    check_undo(doc, states, file);
}

static void try_file(const char *file, guint32 seed, GRand *rand)
{
    (void)rand;
    torture(file, seed);
}

static void test_failed(void)
{
    static const TestFailed failed[] = {
        {"/usr/share/openclipart/svg/computer/icons/flat-theme/file_locked.svg", 596843589},
        {"/usr/share/openclipart/svg/computer/icons/flat-theme/desktop.svg", 7932},
    };
    test_failed_once(failed, G_N_ELEMENTS(failed), try_file);
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, files_per_folder, try_file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    edits_per_file = test_setting("EDITS_COUNT", edits_per_file);
    files_per_folder = test_setting("EDITS_FILES", files_per_folder);
    g_test_add_func("/edits/failed-once", test_failed);
    g_test_add_data_func("/edits/fixtures", "fixtures", test_folder);
    g_test_add_data_func("/edits/inkscape-tutorials", "/usr/share/inkscape/tutorials", test_folder);
    g_test_add_data_func("/edits/openclipart",
                         "/usr/share/openclipart/svg/computer/icons/flat-theme", test_folder);
    g_test_add_data_func("/edits/breeze", "/usr/share/icons/breeze/actions/22", test_folder);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
