/* Locks hold: after many random edits that were accepted, every locked element of real files has
 * its bytes, and draws the same pixels when it is drawn alone.
 *
 * TEST_SEED repeats a run; LOCKS_FILES and LOCKS_EDITS set how many files and accepted edits a
 * file; LOCKS_ALONE how many locked elements of a file are drawn. */
#include "common/locked.h"
#include "common/random_edits.h"
#include "document/node.h"

#include <svg/error.h>

/* Returns how many edits were accepted. */
static guint edit_many(SvgDocument *doc, guint wanted, GRand *rand)
{
    guint accepted = 0;
    g_autoptr(GPtrArray) shapes = NULL;
    for (guint tries = 0; accepted < wanted && tries < wanted * 20; tries++) {
        if (tries % 64 == 0) {
            g_clear_pointer(&shapes, g_ptr_array_unref);
            shapes = svg_document_shapes(doc);
        }
        g_autoptr(GError) error = NULL;
        g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
        if (test_random_verb(rand, edit, shapes, &error)) {
            g_autoptr(SvgChange) change = svg_edit_commit(g_steal_pointer(&edit), &error);
            g_assert_false(error && error->code == SVG_ERROR_LOCKED);
            accepted += change && !svg_change_is_empty(change);
        }
    }
    return accepted;
}

/* Compared so far: without any, the test would say nothing about pixels. */
static guint pictures;

/* The page must be the same, or the pictures aren't comparable: a file without one is left out. */
static gboolean try_file(const char *file, guint32 seed)
{
    guint alone = test_setting("LOCKS_ALONE", 3);
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    g_autoptr(GPtrArray) locked = doc ? test_locked_find(doc, alone) : NULL;
    if (!locked || !locked->len || !svg_node_attr(svg_document_root(doc), "height")) {
        return FALSE;
    }
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed ^ g_str_hash(file));
    guint accepted = edit_many(doc, test_setting("LOCKS_EDITS", 1000), rand);
    g_print("# %s: %u locked, %u edits\n", file, locked->len, accepted);
    pictures += test_locked_assert_held(doc, locked, alone);
    g_autoptr(GError) error = NULL;
    g_bytes_unref(svg_document_print(doc, &error));
    g_assert_no_error(error);
    return TRUE;
}

static void test_tutorials(void)
{
    g_autoptr(GPtrArray) files = test_files_in("/usr/share/inkscape/tutorials");
    if (!files->len) {
        g_test_skip("the package inkscape-tutorials isn't installed");
        return;
    }
    guint32 seed = test_seed();
    guint wanted = test_setting("LOCKS_FILES", 12), done = 0;
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    for (guint tries = 0; done < wanted && tries < wanted * 10; tries++) {
        guint pick = (guint)g_rand_int_range(rand, 0, (gint)files->len);
        done += try_file(files->pdata[pick], seed);
    }
    g_assert_cmpuint(done, ==, wanted);
    g_print("# %u pictures compared\n", pictures);
    g_assert_cmpuint(pictures, >, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/locks/tutorials", test_tutorials);
    int result = g_test_run();
    svg_cleanup();
    return result;
}
