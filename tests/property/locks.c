/* Locks hold: after many random edits that were accepted, every locked element of real files has
 * its bytes, and draws the same pixels when it is drawn alone. Elements are locked at random, and
 * there are locked clones of shapes that aren't locked themselves. The verbs ask first: a commit is
 * refused only for what shows when it is done.
 *
 * TEST_SEED repeats a run; LOCKS_FILES and LOCKS_EDITS set how many files and accepted edits a
 * file; LOCKS_ALONE how many locked elements of a file are drawn. */
#include "common/locked.h"
#include "common/random_edits.h"
#include "document/node.h"

#include <svg/error.h>

#define CLONES        3
#define ONE_LOCKED_IN 15

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
            g_assert_true(!error || error->code != SVG_ERROR_LOCKED || test_locked_is_late(error));
            accepted += change && !svg_change_is_empty(change);
        }
    }
    return accepted;
}

/* Compared so far: without any, the test would say nothing about pixels. */
static guint pictures;

static SvgDocument *parse(GBytes *bytes, const char *file)
{
    return svg_document_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), file, NULL);
}

static SvgDocument *with_locks(SvgDocument *plain, const char *file, GRand *rand)
{
    g_autoptr(GBytes) some = test_locked_some(plain, rand, ONE_LOCKED_IN);
    g_autoptr(SvgDocument) doc = parse(some, file);
    g_autoptr(GBytes) clones = test_locked_clones(doc, rand, CLONES);
    return parse(clones, file);
}

/* The page must be the same, or the pictures aren't comparable: a file without one is left out. */
static void try_file(const char *file, guint32 seed, GRand *rand)
{
    (void)seed;
    guint alone = test_setting("LOCKS_ALONE", 2 * CLONES);
    g_autoptr(SvgDocument) plain = svg_document_load(file, NULL);
    if (!plain || !svg_node_attr(svg_document_root(plain), "height")) {
        return;
    }
    g_autoptr(SvgDocument) doc = with_locks(plain, file, rand);
    g_autoptr(GPtrArray) locked = test_locked_find(doc, alone);
    guint accepted = edit_many(doc, test_setting("LOCKS_EDITS", 1000), rand);
    g_print("# %u locked, %u edits\n", locked->len, accepted);
    pictures += test_locked_assert_held(doc, locked, alone);
    g_autoptr(GError) error = NULL;
    g_bytes_unref(svg_document_print(doc, &error));
    g_assert_no_error(error);
}

static void test_folder(gconstpointer folder)
{
    guint before = pictures;
    test_random_files(folder, test_setting("LOCKS_FILES", 1), try_file);
    g_autoptr(GPtrArray) files = test_files_in(folder);
    g_assert_true(pictures > before || !files->len);
}

int main(int argc, char **argv)
{
    static const char *const folders[] = {
        "/usr/share/inkscape/tutorials",
        "/usr/share/openclipart/svg/animals",
        "/usr/share/openclipart/svg/computer/icons/flat-theme",
        "/usr/share/doc/linux-doc/html/_images",
    };
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_strconcat("/locks", folders[i], NULL);
        g_test_add_data_func(path, folders[i], test_folder);
    }
    int result = g_test_run();
    g_print("# %u pictures compared\n", pictures);
    svg_cleanup();
    return result;
}
