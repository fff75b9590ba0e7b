/* Groups that are taken apart and shapes that are grouped look the same: real files are drawn
 * before and after, and undone to the byte.
 *
 * Grouped are shapes that are painted one after the other; to a new layer goes the topmost one: of
 * others it is wanted that they come to lie over something.
 *
 * TEST_SEED repeats a run; REGROUP_FILES sets how many files a folder, REGROUP_EDITS how many
 * accepted edits a file. With REGROUP_OUT=folder what differs is written there. */
#include "common/random_edits.h"
#include "document/node.h"

#include <svg/edit.h>
#include <svg/render.h>

#include <png.h>
#include <string.h>

#define SIDE 400
#define ROUNDING \
    16 /* levels of 255; a turn of 1e-18 has cairo paint the edges of a box in another way */
#define FEW 12 /* values of pixels */

static guint compared, refused;

/* --- pictures --------------------------------------------------------------------------------- */

typedef struct {
    guint width, height;
    GByteArray *pixels; /* RGBA; NULL: can't be drawn */
} Picture;

static void picture_clear(Picture *picture)
{
    g_clear_pointer(&picture->pixels, g_byte_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Picture, picture_clear)

static Picture draw(SvgDocument *doc)
{
    SvgRenderOptions options = {
        .view = SVG_BOX_EMPTY, .max_side = SIDE, .fill = TRUE, .background = 0xffffff};
    g_autoptr(GBytes) png = svg_render(doc, &options, NULL);
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png || !png_image_begin_read_from_memory(&image, g_bytes_get_data(png, NULL),
                                                  g_bytes_get_size(png))) {
        return (Picture){0};
    }
    image.format = PNG_FORMAT_RGBA;
    Picture out = {image.width, image.height, g_byte_array_new()};
    g_byte_array_set_size(out.pixels, (guint)PNG_IMAGE_SIZE(image));
    g_assert_true(png_image_finish_read(&image, NULL, out.pixels->data, 0, NULL));
    return out;
}

/* An edge may come to lie on the other side of a rounding when a matrix is multiplied out: then its
 * pixels have values of their neighbours. */
static gboolean is_near(const Picture *picture, guint x, guint y, guint channel, int value)
{
    int least = 255, most = 0;
    for (guint j = y ? y - 1 : 0; j <= MIN(y + 1, picture->height - 1); j++) {
        for (guint i = x ? x - 1 : 0; i <= MIN(x + 1, picture->width - 1); i++) {
            int at = picture->pixels->data[4 * (j * picture->width + i) + channel];
            least = MIN(least, at);
            most = MAX(most, at);
        }
    }
    return value >= least - ROUNDING && value <= most + ROUNDING;
}

static guint differing(const Picture *a, const Picture *b)
{
    guint n = 0;
    g_assert_cmpuint(a->pixels->len, ==, b->pixels->len);
    for (guint i = 0; i < a->pixels->len; i++) {
        guint pixel = i / 4;
        int value = b->pixels->data[i];
        n += ABS((int)a->pixels->data[i] - value) > ROUNDING &&
             !is_near(a, pixel % a->width, pixel / a->width, i % 4, value);
    }
    return n;
}

static void write_out(const char *file, GBytes *before, GBytes *after)
{
    const char *folder = g_getenv("REGROUP_OUT");
    if (folder) {
        g_autofree char *name = g_path_get_basename(file);
        g_autofree char *was = g_strdup_printf("%s/%u-before-%s", folder, compared, name);
        g_autofree char *is = g_strdup_printf("%s/%u-after-%s", folder, compared, name);
        svg_file_write(was, before, NULL);
        svg_file_write(is, after, NULL);
    }
}

/* --- edits ------------------------------------------------------------------------------------ */

static gboolean try_ungroup(GRand *rand, SvgEdit *edit, GPtrArray *shapes)
{
    g_autoptr(GPtrArray) groups = g_ptr_array_new();
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        if (shape->n_children || shape->kind == SVG_KIND_GROUP) {
            g_ptr_array_add(groups, shape->id);
        }
    }
    guint pick = groups->len ? (guint)g_rand_int_range(rand, 0, (gint)groups->len) : 0;
    g_autoptr(GPtrArray) ids =
        groups->len ? svg_edit_ungroup(edit, groups->pdata[pick], NULL) : NULL;
    return ids != NULL;
}

static gboolean is_leaf(const SvgShape *shape)
{
    return !shape->n_children && !shape->layer && !shape->label_id;
}

/* Nothing is painted between the two. */
static gboolean try_group(GRand *rand, SvgEdit *edit, GPtrArray *shapes)
{
    guint at = shapes->len > 1 ? (guint)g_rand_int_range(rand, 1, (gint)shapes->len) : 0;
    const SvgShape *a = at ? shapes->pdata[at - 1] : NULL, *b = at ? shapes->pdata[at] : NULL;
    if (!at || !is_leaf(a) || !is_leaf(b)) {
        return FALSE;
    }
    const char *ids[] = {a->id, b->id, NULL};
    g_test_message("group %s and %s", a->id, b->id);
    return svg_edit_group(edit, ids, NULL, NULL, NULL) != NULL;
}

static gboolean try_one(GRand *rand, SvgDocument *doc, GPtrArray *shapes)
{
    g_autoptr(SvgEdit) edit = svg_edit_begin(doc, "test");
    gboolean done =
        g_rand_boolean(rand) ? try_ungroup(rand, edit, shapes) : try_group(rand, edit, shapes);
    g_autoptr(GError) error = NULL;
    if (!done) {
        refused++;
        return FALSE;
    }
    g_autoptr(SvgChange) change = svg_edit_commit(g_steal_pointer(&edit), &error);
    g_assert_no_error(error);
    return change != NULL;
}

static void compare(const char *file, const Picture *before, GBytes *was, SvgDocument *doc)
{
    g_auto(Picture) after = draw(doc);
    g_assert_nonnull(after.pixels);
    guint n = differing(before, &after);
    compared++;
    if (n > FEW) {
        g_autoptr(GBytes) is = svg_document_print_utf8(doc);
        write_out(file, was, is);
        g_test_message("%s: %u values differ", file, n);
        g_test_fail();
    }
}

static void try_file(const char *file, guint32 seed, GRand *files)
{
    (void)files;
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    g_auto(Picture) before = {0};
    if (doc) {
        before = draw(doc);
    }
    if (!before.pixels) {
        return;
    }
    g_autoptr(GBytes) was = svg_document_print_utf8(doc);
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed ^ g_str_hash(file));
    guint wanted = test_setting("REGROUP_EDITS", 4), done = 0;
    for (guint tries = 0; done < wanted && tries < wanted * 5; tries++) {
        g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
        if (!try_one(rand, doc, shapes)) {
            continue;
        }
        done++;
        compare(file, &before, was, doc);
        g_assert_true(svg_document_undo(doc));
        g_autoptr(GBytes) is = svg_document_print_utf8(doc);
        g_assert_true(g_bytes_equal(was, is));
    }
}

static void test_failed(void)
{
    static const TestFailed failed[] = {
        {"/usr/share/openclipart/svg/signs_and_symbols/farm_0_symbol_1m_bwh.svg", 2690074026},
    };
    test_failed_once(failed, G_N_ELEMENTS(failed), try_file);
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, test_setting("REGROUP_FILES", 2), try_file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/regroup/failed-once", test_failed);
    static const char *const folders[] = {"/usr/share/openclipart/svg/animals",
                                          "/usr/share/openclipart/svg/signs_and_symbols",
                                          "/usr/share/openclipart/svg/transportation",
                                          "/usr/share/inkscape/tutorials", "corpus/diagrams"};
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_strconcat("/regroup/", folders[i], NULL);
        g_test_add_data_func(path, folders[i], test_folder);
    }
    int result = g_test_run();
    g_print("# %u compared, %u refused\n", compared, refused);
    svg_cleanup();
    return result;
}
