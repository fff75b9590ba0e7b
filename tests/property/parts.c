/* A view of a part of a drawing shows what the same view of the whole drawing shows, pixel by
 * pixel, on real files. So do bands, for each of which a part is cut out.
 *
 * TEST_SEED repeats a run; PARTS_FILES sets the files per folder, PARTS_VIEWS the views per file.
 */
#include "common/random_edits.h"
#include "document/document_priv.h"
#include "html/html.h"
#include "index/index.h"
#include "render/part.h"

#include <svg/render.h>

#include <math.h>
#include <png.h>

/* An opacity that is folded into a paint is rounded once, not twice: one level for each of the
 * shapes that lie on one another. */
#define MOST_BY_ROUNDING 8
/* An opacity isn't folded where a <use> shows its element too; which of those are kept depends on
 * the view. */
#define MOST_IF_FOLDED 2

/* Behind an element with a transform cairo inverts the matrix around it anew, which it had from a
 * product before. Where there was none, a pixel of what is sampled through that matrix can be
 * rounded the other way. */
#define MOST_BY_MATRIX 1

static const char *const sampled[] = {"linearGradient", "radialGradient", "pattern", "image"};

static guint compared;

/* RGB, 8 bit. */
static GBytes *pixels_of(GBytes *png, guint *width)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    gsize len;
    gconstpointer data = g_bytes_get_data(png, &len);
    g_assert_true(png_image_begin_read_from_memory(&image, data, len));
    image.format = PNG_FORMAT_RGB;
    gsize size = PNG_IMAGE_SIZE(image);
    guint8 *pixels = g_malloc(size);
    g_assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    *width = image.width;
    return g_bytes_new_take(pixels, size);
}

/* The largest difference of a channel, and where it is. */
static int difference(GBytes *one, GBytes *other, guint *x, guint *y)
{
    guint width;
    g_autoptr(GBytes) a = pixels_of(one, &width), b = pixels_of(other, &width);
    gsize len = g_bytes_get_size(a);
    const guint8 *p = g_bytes_get_data(a, NULL), *q = g_bytes_get_data(b, NULL);
    int most = 0;
    g_assert_cmpuint(len, ==, g_bytes_get_size(b));
    for (gsize i = 0; i < len; i++) {
        if (ABS(p[i] - q[i]) > most) {
            most = ABS(p[i] - q[i]);
            *x = (guint)(i / 3 % width);
            *y = (guint)(i / 3 / width);
        }
    }
    return most;
}

static void keep_pictures(GBytes *whole, GBytes *part)
{
    const char *folder = g_getenv("PARTS_KEEP");
    if (folder) {
        g_autofree char *a = g_build_filename(folder, "whole.png", NULL);
        g_autofree char *b = g_build_filename(folder, "part.png", NULL);
        svg_file_write(a, whole, NULL);
        svg_file_write(b, part, NULL);
    }
}

static void assert_same(GBytes *whole, GBytes *part, int allowed, const SvgRenderOptions *options,
                        const char *file)
{
    guint x = 0, y = 0;
    int most = g_bytes_equal(whole, part) ? 0 : difference(whole, part, &x, &y);
    compared++;
    if (most > allowed) {
        SvgBox v = options->view;
        keep_pictures(whole, part);
        g_test_message("%s: the view %.17g,%.17g,%.17g,%.17g differs by %d at pixel %u, %u", file,
                       v.x, v.y, v.w, v.h, most, x, y);
        g_test_fail();
    }
}

/* Cutting must not change what is drawn; folding opacities may, by rounding. */
static int most_allowed(SvgDocument *doc)
{
    int most = svg_index_has_folds(doc) ? MOST_BY_ROUNDING : 0;
    for (guint i = 0; i < G_N_ELEMENTS(sampled) && !most; i++) {
        most = svg_document_has_name(doc, sampled[i]) ? MOST_BY_MATRIX : 0;
    }
    return most;
}

static void compare(SvgDocument *doc, const SvgRenderOptions *options, const char *file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) all = svg_document_print_utf8(doc);
    g_autoptr(GBytes) folded = svg_part_print(doc, (SvgBox){-1e300, -1e300, 2e300, 2e300}, 0);
    gboolean html = svg_html_drawings(doc) != NULL; /* which librsvg draws nothing of */
    g_autoptr(GBytes) whole = svg_render_bytes(html ? folded : all, options, 1, NULL);
    if (!whole) {
        return; /* librsvg can't draw it */
    }
    g_autoptr(GBytes) part = svg_render(doc, options, &error);
    g_assert_no_error(error);
    assert_same(whole, part, most_allowed(doc), options, file);
    if (svg_index_has_folds(doc)) {
        g_autoptr(GBytes) whole_folded = svg_render_bytes(folded, options, 1, &error);
        g_assert_no_error(error);
        assert_same(whole_folded, part, MOST_IF_FOLDED, options, file);
    }
}

static SvgBox random_view(SvgBox page, GRand *rand)
{
    double size = pow(2, g_rand_double_range(rand, -5, 0.3));
    return (SvgBox){page.x + page.w * g_rand_double_range(rand, -0.2, 1),
                    page.y + page.h * g_rand_double_range(rand, -0.2, 1), page.w * size,
                    page.h * size};
}

static void try_file(const char *file, guint32 seed, guint views)
{
    g_autoptr(SvgDocument) doc = svg_document_load(file, NULL);
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed ^ g_str_hash(file));
    for (guint i = 0; doc && i < views; i++) {
        SvgRenderOptions options = {
            .view = i ? random_view(svg_document_page(doc), rand) : svg_document_page(doc),
            .max_side = i % 2 ? 560 : 240, /* the larger ones in bands */
            .fill = TRUE,
            .background = 0xffffff,
        };
        compare(doc, &options, file);
    }
}

static void try_some(const char *file, guint32 seed, GRand *rand)
{
    (void)rand;
    try_file(file, seed, test_setting("PARTS_VIEWS", 4));
}

static void test_folder(gconstpointer folder)
{
    test_random_files(folder, test_setting("PARTS_FILES", 2), try_some);
}

static void test_one(gconstpointer data)
{
    try_file(data, test_seed(), test_setting("PARTS_VIEWS", 4));
}

int main(int argc, char **argv)
{
    static const char *const folders[] = {
        "/usr/share/inkscape/tutorials",
        "/usr/share/openclipart/svg/computer/icons/flat-theme",
        "/usr/share/openclipart/svg/animals",
        "/usr/share/openclipart/svg/signs_and_symbols",
        "/usr/share/openclipart/svg/transportation",
        "/usr/share/doc/linux-doc/html/_images",
        "/usr/share/icons/breeze/actions/22",
    };
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *path = g_strconcat("/parts", folders[i], NULL);
        g_test_add_data_func(path, folders[i], test_folder);
    }
    const char *more = g_getenv("PARTS_FOLDER"), *one = g_getenv("PARTS_FILE");
    if (more) {
        g_test_add_data_func("/parts/more", more, test_folder);
    }
    if (one) {
        g_test_add_data_func("/parts/one", one, test_one);
    }
    int result = g_test_run();
    g_print("# %u pictures compared\n", compared);
    svg_cleanup();
    return result;
}
