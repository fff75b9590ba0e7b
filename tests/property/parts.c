/* A view of a part of a drawing shows what the same view of the whole drawing shows, pixel by
 * pixel, on real files.
 *
 * TEST_SEED repeats a run; PARTS_FILES sets the files per folder, PARTS_VIEWS the views per file.
 */
#include "common/random_edits.h"

#include <svg/render.h>

#include <cairo.h>
#include <math.h>
#include <string.h>

/* An opacity that is folded into a paint is rounded once, not twice. */
#define MOST_BY_ROUNDING 2

static guint compared, parts;

typedef struct {
    GBytes *bytes;
    gsize at;
} Source;

static cairo_status_t read_source(void *closure, unsigned char *data, unsigned int len)
{
    Source *source = closure;
    gsize all;
    const char *bytes = g_bytes_get_data(source->bytes, &all);
    if (len > all - source->at) {
        return CAIRO_STATUS_READ_ERROR;
    }
    memcpy(data, bytes + source->at, len);
    source->at += len;
    return CAIRO_STATUS_SUCCESS;
}

/* The largest difference of a channel, and where it is. */
static int difference(GBytes *one, GBytes *other, int *x, int *y)
{
    Source sources[] = {{one, 0}, {other, 0}};
    cairo_surface_t *a = cairo_image_surface_create_from_png_stream(read_source, &sources[0]);
    cairo_surface_t *b = cairo_image_surface_create_from_png_stream(read_source, &sources[1]);
    int w = cairo_image_surface_get_width(a), h = cairo_image_surface_get_height(a), most = 0;
    int stride = cairo_image_surface_get_stride(a);
    g_assert_cmpint(stride, ==, cairo_image_surface_get_stride(b));
    g_assert_cmpint(h, ==, cairo_image_surface_get_height(b));
    const unsigned char *p = cairo_image_surface_get_data(a), *q = cairo_image_surface_get_data(b);
    for (int i = 0; i < h * stride; i++) {
        int here = i % stride < w * 4 && i % 4 < 3 ? ABS(p[i] - q[i]) : 0;
        if (here > most) {
            most = here;
            *x = i % stride / 4;
            *y = i / stride;
        }
    }
    cairo_surface_destroy(a);
    cairo_surface_destroy(b);
    return most;
}

static GBytes *of_whole(SvgDocument *doc, const SvgRenderOptions *options)
{
    g_autoptr(GBytes) all = svg_document_print_utf8(doc);
    return svg_render_bytes(all, options, 1, NULL);
}

static void compare(SvgDocument *doc, const SvgRenderOptions *options, const char *file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) whole = of_whole(doc, options);
    if (!whole) {
        return; /* librsvg can't draw it */
    }
    g_autoptr(GBytes) part = svg_render(doc, options, &error);
    g_assert_no_error(error);
    compared++;
    if (g_bytes_equal(whole, part)) {
        return;
    }
    int x = 0, y = 0, most = difference(whole, part, &x, &y);
    if (most > MOST_BY_ROUNDING) {
        const char *folder = g_getenv("PARTS_KEEP");
        if (folder) {
            g_autofree char *a = g_build_filename(folder, "whole.png", NULL);
            g_autofree char *b = g_build_filename(folder, "part.png", NULL);
            g_file_set_contents(a, g_bytes_get_data(whole, NULL), (gssize)g_bytes_get_size(whole),
                                NULL);
            g_file_set_contents(b, g_bytes_get_data(part, NULL), (gssize)g_bytes_get_size(part),
                                NULL);
        }
        SvgBox v = options->view;
        g_test_message("%s: the view %.17g,%.17g,%.17g,%.17g differs by %d at pixel %d, %d", file,
                       v.x, v.y, v.w, v.h, most, x, y);
        g_test_fail();
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
            .max_side = 240,
            .fill = TRUE,
            .background = 0xffffff,
        };
        guint before = compared;
        compare(doc, &options, file);
        parts += compared - before;
    }
}

static void test_folder(gconstpointer data)
{
    g_autoptr(GPtrArray) files = test_files_in(data);
    if (!files->len) {
        g_test_skip("the package with these files isn't installed");
        return;
    }
    guint32 seed = test_seed();
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    guint wanted = test_setting("PARTS_FILES", 8);
    for (guint i = 0; i < MIN(wanted, files->len); i++) {
        const char *file = wanted < files->len
                               ? files->pdata[g_rand_int_range(rand, 0, (gint)files->len)]
                               : files->pdata[i];
        try_file(file, seed, test_setting("PARTS_VIEWS", 4));
    }
}

static void test_one(gconstpointer data)
{
    try_file(data, test_seed(), test_setting("PARTS_VIEWS", 8));
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
