/* Drawings that are arranged anew, as a whole or in part: what is locked is as it was, nothing is
 * gone, and undo gives the bytes back.
 *
 * TEST_SEED repeats a run; LAYOUT_FILES sets how many files a folder. */
#include "common/locked.h"
#include "common/random_edits.h"

#include <svg/error.h>
#include <svg/layout.h>

#include <math.h>

#define MOST_SHAPES   400
#define ONE_LOCKED_IN 8

static guint arranged, refused;

static guint count_elements(GBytes *bytes)
{
    gsize len;
    const char *text = g_bytes_get_data(bytes, &len);
    guint n = 0;
    for (gsize i = 0; i < len; i++) {
        n += text[i] == '<';
    }
    return n;
}

static SvgLayout random_layout(GRand *rand)
{
    return (SvgLayout){
        .arrangement = (SvgArrangement)g_rand_int_range(rand, 0, SVG_N_ARRANGEMENTS),
        .way = (SvgWay)g_rand_int_range(rand, 0, SVG_N_WAYS),
        .way_given = g_rand_boolean(rand),
        .gap = g_rand_boolean(rand) ? NAN : g_rand_double_range(rand, 0, 60),
        .route_given = g_rand_int_range(rand, 0, 3) == 0,
        .orthogonal = g_rand_boolean(rand),
    };
}

/* All, or a few. */
static char **random_choice(GRand *rand, const GPtrArray *shapes)
{
    if (!shapes->len || g_rand_int_range(rand, 0, 3)) {
        return NULL;
    }
    g_autoptr(GStrvBuilder) ids = g_strv_builder_new();
    for (guint i = 0, n = (guint)g_rand_int_range(rand, 1, 8); i < n; i++) {
        const SvgShape *shape = shapes->pdata[g_rand_int_range(rand, 0, (gint)shapes->len)];
        g_strv_builder_add(ids, shape->id);
    }
    return g_strv_builder_end(ids);
}

static gboolean arrange(GRand *rand, SvgDocument *doc, GPtrArray *shapes)
{
    g_autoptr(GError) error = NULL;
    SvgLayout layout = random_layout(rand);
    g_auto(GStrv) ids = random_choice(rand, shapes);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    gboolean ok = svg_edit_layout(edit, (const char *const *)ids, &layout, &error);
    g_test_message("arrangement %d of %s", layout.arrangement, ids ? ids[0] : "all");
    if (!ok) {
        svg_edit_abort(edit);
        g_assert_error(error, SVG_ERROR, error->code);
        if (error->code == SVG_ERROR_LAYOUT) {
            g_error("arrangement %d: %s", layout.arrangement, error->message);
        }
        return FALSE;
    }
    g_autoptr(SvgChange) change = svg_edit_commit(edit, &error);
    return change != NULL;
}

static SvgDocument *parse(GBytes *bytes, const char *file)
{
    return svg_document_parse(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), file, NULL);
}

/* A few are locked in one file of two. */
static SvgDocument *load(const char *file, GRand *rand)
{
    g_autoptr(SvgDocument) plain = svg_document_load(file, NULL);
    g_autoptr(GBytes) bytes = !plain                 ? NULL
                              : g_rand_boolean(rand) ? test_locked_some(plain, rand, ONE_LOCKED_IN)
                                                     : svg_document_print(plain, NULL);
    return bytes ? parse(bytes, file) : NULL;
}

static void try_file(const char *file, guint32 seed, GRand *rand)
{
    (void)seed;
    g_autoptr(SvgDocument) doc = load(file, rand);
    g_autoptr(GPtrArray) shapes = doc ? svg_document_shapes(doc) : NULL;
    if (!shapes || shapes->len > MOST_SHAPES) {
        return;
    }
    g_autoptr(GPtrArray) locked = test_locked_find(doc, 0);
    g_autoptr(GBytes) before = svg_document_print(doc, NULL);
    gboolean ok = arrange(rand, doc, shapes);
    g_autoptr(GBytes) now = svg_document_print(doc, NULL);
    *(ok ? &arranged : &refused) += 1;
    test_locked_assert_held(doc, locked, 0);
    g_assert_cmpuint(count_elements(now), >=, count_elements(before));
    if (ok) {
        svg_document_undo(doc);
    }
    g_autoptr(GBytes) after = svg_document_print(doc, NULL);
    g_assert_cmpmem(g_bytes_get_data(after, NULL), g_bytes_get_size(after),
                    g_bytes_get_data(before, NULL), g_bytes_get_size(before));
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, test_setting("LAYOUT_FILES", 6), try_file);
}

int main(int argc, char **argv)
{
    static const char *const folders[] = {
        "fixtures",
        "/usr/share/openclipart/svg/computer/icons/flat-theme",
        "/usr/share/inkscape/tutorials",
        "/usr/share/doc/linux-doc/html/_images",
    };
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_strconcat("/layouts/", folders[i], NULL);
        g_test_add_data_func(path, folders[i], test_folder);
    }
    int result = g_test_run();
    g_print("# %u arranged, %u refused\n", arranged, refused);
    svg_cleanup();
    return result;
}
