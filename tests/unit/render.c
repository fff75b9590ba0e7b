/* Pictures: their size, format and content, and every way a helper can fail. */
#include <svg/edit.h>
#include <svg/error.h>
#include <svg/limits.h>
#include <svg/render.h>
#include <svg/shape.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include <png.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_MEMORY_LIMIT FALSE
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_MEMORY_LIMIT FALSE
#endif
#endif
#ifndef HAS_MEMORY_LIMIT
#define HAS_MEMORY_LIMIT TRUE
#endif

#define WHITE 0xffffff
#define RED   0xff0000
#define GREEN 0x008000
#define BLUE  0x0000ff

/* --- reading PNGs back (RFC 2083), as far as cairo writes them: 8 bit, RGB or RGBA ------------ */

typedef struct {
    guint w, h, channels;
    guint8 *pixels;
} Image;

static void image_clear(Image *image)
{
    g_free(image->pixels);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Image, image_clear)

static guint be32(const guint8 *at)
{
    return (guint)at[0] << 24 | (guint)at[1] << 16 | (guint)at[2] << 8 | at[3];
}

static guint8 *inflate_bytes(GByteArray *packed, gsize want)
{
    g_autoptr(GZlibDecompressor) zlib = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
    g_autoptr(GInputStream) memory =
        g_memory_input_stream_new_from_data(packed->data, packed->len, NULL);
    g_autoptr(GInputStream) in = g_converter_input_stream_new(memory, G_CONVERTER(zlib));
    guint8 *raw = g_malloc(want);
    gsize got;
    g_assert_true(g_input_stream_read_all(in, raw, want, &got, NULL, NULL));
    g_assert_cmpuint(got, ==, want);
    return raw;
}

static int paeth(int a, int b, int c)
{
    int p = a + b - c, pa = ABS(p - a), pb = ABS(p - b), pc = ABS(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

static void unfilter(Image *image, const guint8 *raw)
{
    gsize bpp = image->channels, stride = image->w * bpp;
    image->pixels = g_malloc(stride * image->h);
    for (gsize y = 0; y < image->h; y++) {
        const guint8 *in = raw + y * (stride + 1);
        guint8 *out = image->pixels + y * stride;
        for (gsize x = 0; x < stride; x++) {
            int a = x >= bpp ? out[x - bpp] : 0, b = y > 0 ? out[x - stride] : 0;
            int c = x >= bpp && y > 0 ? (out - stride)[x - bpp] : 0;
            const int predicted[] = {0, a, b, (a + b) / 2, paeth(a, b, c)};
            g_assert_cmpuint(in[0], <, G_N_ELEMENTS(predicted));
            out[x] = (guint8)(in[x + 1] + predicted[in[0]]);
        }
    }
}

static Image read_png(GBytes *png)
{
    gsize len;
    const guint8 *data = g_bytes_get_data(png, &len);
    g_assert_cmpuint(len, >, 33);
    g_assert_cmpmem(data, 8, "\x89PNG\r\n\x1a\n", 8);
    g_assert_cmpmem(data + 12, 4, "IHDR", 4);
    Image image = {.w = be32(data + 16), .h = be32(data + 20), .channels = data[25] == 6 ? 4 : 3};
    g_assert_cmpuint(data[24], ==, 8);
    g_autoptr(GByteArray) packed = g_byte_array_new();
    for (gsize at = 8; at + 12 <= len; at += 12 + (gsize)be32(data + at)) {
        if (memcmp(data + at + 4, "IDAT", 4) == 0) {
            g_byte_array_append(packed, data + at + 8, be32(data + at));
        }
    }
    g_autofree guint8 *raw = inflate_bytes(packed, image.h * ((gsize)image.w * image.channels + 1));
    unfilter(&image, raw);
    return image;
}

static guint pixel(const Image *image, guint x, guint y)
{
    g_assert_cmpuint(x, <, image->w);
    g_assert_cmpuint(y, <, image->h);
    const guint8 *p = image->pixels + ((gsize)y * image->w + x) * image->channels;
    return (guint)p[0] << 16 | (guint)p[1] << 8 | p[2];
}

/* --- rendering -------------------------------------------------------------------------------- */

static SvgRenderOptions options_for(double x, double y, double w, double h)
{
    return (SvgRenderOptions){.view = {x, y, w, h}, .background = WHITE};
}

static GBytes *try_render(const char *svg, const SvgRenderOptions *options, GError **error)
{
    g_autoptr(GBytes) bytes = g_bytes_new(svg, strlen(svg));
    return svg_render_bytes(bytes, options, 1, error);
}

static Image render(const char *svg, const SvgRenderOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) png = try_render(svg, options, &error);
    g_assert_no_error(error);
    return read_png(png);
}

/* The colour in the middle of (x, y, w, h). */
static guint color_in(const char *svg, double x, double y, double w, double h)
{
    SvgRenderOptions options = options_for(x, y, w, h);
    options.max_side = 9;
    options.fill = TRUE;
    g_auto(Image) image = render(svg, &options);
    return pixel(&image, image.w / 2, image.h / 2);
}

static void assert_refused(const char *svg, const SvgRenderOptions *options, const char *because)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) picture = try_render(svg, options, &error);
    g_assert_null(picture);
    g_assert_error(error, SVG_ERROR, SVG_ERROR_RENDER);
    if (!strstr(error->message, because)) {
        g_error("\"%s\" doesn't say \"%s\"", error->message, because);
    }
    g_assert_null(strchr(error->message, '\n'));
}

#define DRAWING                                                                             \
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50' width='100' height='50'>" \
    "<rect x='20' y='10' width='10' height='10' fill='red'/></svg>"

/* --- size ------------------------------------------------------------------------------------- */

static void test_size(void)
{
    static const struct {
        double w, h;
        guint max_side;
        gboolean fill;
        guint want_w, want_h;
    } cases[] = {
        {100, 50, 0, FALSE, 100, 50},
        {100, 50, 0, TRUE, 100, 50},
        {100, 50, 40, FALSE, 40, 20},
        {100, 50, 40, TRUE, 40, 20},
        {100, 50, 400, FALSE, 100, 50},
        {100, 50, 400, TRUE, 400, 200},
        {50, 100, 400, TRUE, 200, 400},
        {33.4, 10.6, 0, FALSE, 33, 11},
        {100, 0.01, 0, FALSE, 100, 1},
        {1e9, 1e-9, 30, FALSE, 30, 1},
        {1e-9, 1e-9, 0, FALSE, 1, 1},
        {1e-9, 5e-10, 50, TRUE, 50, 25},
        {16000, 2, 0, FALSE, SVG_MAX_PIXELS, 1},
        {4, 16000, 9999, FALSE, 2, SVG_MAX_PIXELS},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        SvgRenderOptions options = options_for(0, 0, cases[i].w, cases[i].h);
        options.max_side = cases[i].max_side;
        options.fill = cases[i].fill;
        g_auto(Image) image = render(DRAWING, &options);
        g_assert_cmpuint(image.w, ==, cases[i].want_w);
        g_assert_cmpuint(image.h, ==, cases[i].want_h);
    }
}

static void test_document(void)
{
    const char *text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='10 10 40 20' width='80' "
                       "height='40'><rect x='10' y='10' width='20' height='20' fill='red'/></svg>";
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "a.svg", &error);
    g_assert_no_error(error);
    const SvgRenderOptions options = {.view = SVG_BOX_EMPTY, .background = WHITE};
    g_autoptr(GBytes) png = svg_render(doc, &options, &error);
    g_assert_no_error(error);
    g_auto(Image) image = read_png(png);
    g_assert_cmpuint(image.w, ==, 80);
    g_assert_cmpuint(image.h, ==, 40);
    g_assert_cmphex(pixel(&image, 38, 20), ==, RED);
    g_assert_cmphex(pixel(&image, 42, 20), ==, WHITE);
}

/* Two at a time; each is of the document as it was. */
static void test_start_and_finish(void)
{
    const char *text = "<svg viewBox='0 0 40 20'><rect id='a' width='10' height='10' fill='red'/>"
                       "</svg>";
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "a.svg", &error);
    g_assert_no_error(error);
    const SvgRenderOptions options = options_for(0, 0, 40, 20);
    SvgRender *before = svg_render_start(doc, &options, &error);
    g_assert_no_error(error);
    SvgEdit *edit = svg_edit_begin(doc, "test");
    g_assert_true(svg_edit_move(edit, "a", (SvgPoint){20, 0}, SVG_ANCHOR_TOP_LEFT, &error));
    svg_change_free(svg_edit_commit(edit, &error));
    g_assert_no_error(error);
    SvgRender *after = svg_render_start(doc, &options, &error);
    g_assert_no_error(error);
    g_autoptr(GBytes) second = svg_render_finish(after, &error);
    g_assert_no_error(error);
    g_autoptr(GBytes) first = svg_render_finish(before, &error);
    g_assert_no_error(error);
    g_auto(Image) one = read_png(first), other = read_png(second);
    g_assert_cmphex(pixel(&one, 5, 5), ==, RED);
    g_assert_cmphex(pixel(&one, 25, 5), ==, WHITE);
    g_assert_cmphex(pixel(&other, 5, 5), ==, WHITE);
    g_assert_cmphex(pixel(&other, 25, 5), ==, RED);
}

/* Paints that librsvg doesn't know are drawn as browsers draw them, whoever says them. */
static void test_newer_paints(void)
{
    static const char text[] =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 20' style='--c: #00f'>"
        "<style>.v { fill: var(--c) }</style>"
        "<g fill='light-dark(#f00, #000)'><rect width='20' height='20'/></g>"
        "<rect x='20' width='20' height='20' style='fill: var(--none, #f00)'/>"
        "<rect class='v' x='40' width='20' height='20'/>"
        "<rect x='68' y='8' width='4' height='4' fill='none' stroke-width='6' "
        "style='stroke: light-dark(rgb(255, 0, 0), #fff)'/>"
        "<g style='color: var(--c)'><rect x='80' width='20' height='20' fill='currentColor'/></g>"
        "</svg>";
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < 5; i++) {
        g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "a.svg", NULL);
        const SvgRenderOptions options = options_for(20 * i, 0, 20, 20);
        SvgRender *start = svg_render_start(doc, &options, &error);
        g_assert_no_error(error);
        g_autoptr(GBytes) png = svg_render_finish(start, &error);
        g_assert_no_error(error);
        g_auto(Image) image = read_png(png);
        g_assert_cmphex(pixel(&image, image.w / 2, image.h / 2), ==,
                        (i == 2 || i == 4 ? BLUE : RED));
    }
}

/* A drawing that is read for both at once is listed as one that isn't; as it is when asked. */
static void test_shapes_next(void)
{
    const char *text = "<svg viewBox='0 0 400 200'><g id='g' transform='translate(5)'>"
                       "<rect id='a' width='100' height='50'/><text id='t' x='20' y='30'>one</text>"
                       "</g><use id='u' href='#a' y='100' style='stroke:red'/></svg>";
    g_autoptr(GError) error = NULL;
    SvgRenderOptions options = options_for(0, 0, 400, 200);
    options.shapes_next = TRUE;
    for (int edited = 0; edited < 2; edited++) {
        g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "a.svg", &error);
        g_autoptr(SvgDocument) other = svg_document_parse(text, strlen(text), "a.svg", &error);
        SvgRender *render = svg_render_start(doc, &options, &error);
        g_assert_no_error(error);
        SvgDocument *const both[] = {doc, other};
        for (gsize i = 0; i < G_N_ELEMENTS(both) && edited; i++) {
            SvgEdit *edit = svg_edit_begin(both[i], "test");
            g_assert_true(svg_edit_move(edit, "a", (SvgPoint){200, 0}, SVG_ANCHOR_TOP_LEFT, NULL));
            svg_change_free(svg_edit_commit(edit, &error));
            g_assert_no_error(error);
        }
        g_autoptr(GPtrArray) found = svg_document_shapes(doc);
        g_autoptr(GPtrArray) expected = svg_document_shapes(other);
        g_assert_cmpuint(found->len, ==, expected->len);
        for (guint i = 0; i < found->len; i++) {
            const SvgShape *a = found->pdata[i], *b = expected->pdata[i];
            g_assert_cmpstr(a->id, ==, b->id);
            g_assert_cmpstr(a->text, ==, b->text);
            g_assert_cmpmem(&a->box, sizeof a->box, &b->box, sizeof b->box);
        }
        const SvgShape *box = found->pdata[0];
        g_assert_cmpstr(box->id, ==, "a");
        g_assert_cmpstr(box->text, ==, "one");
        g_assert_cmpfloat(box->box.x, ==, edited ? 200 : 5);
        g_autoptr(GBytes) picture = svg_render_finish(render, &error);
        g_assert_no_error(error);
        g_assert_nonnull(picture);
    }
}

static GBytes *picture_of(SvgDocument *doc, SvgBox view, gboolean shapes_next)
{
    g_autoptr(GError) error = NULL;
    SvgRenderOptions options = options_for(view.x, view.y, view.w, view.h);
    options.shapes_next = shapes_next;
    GBytes *picture = svg_render(doc, &options, &error);
    g_assert_no_error(error);
    return picture;
}

/* What isn't looked at closely for a view, as it lies elsewhere, is in the picture of the next. */
static void test_shapes_next_elsewhere(void)
{
    const char *text = "<svg viewBox='0 0 400 200'><rect id='a' width='100' height='50'/>"
                       "<path d='M250 150C250 90 256 90 256 150' fill='none' stroke='red' "
                       "stroke-width='70'/><path d='M40 80C40 50 42 50 42 80' fill='none' "
                       "stroke='blue' stroke-width='60'/></svg>";
    const SvgBox views[] = {{0, 0, 120, 60}, {190, 20, 120, 60}, {0, 0, 400, 200}};
    for (gsize i = 0; i < G_N_ELEMENTS(views); i++) {
        g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "a.svg", NULL);
        for (gsize k = 0; k < G_N_ELEMENTS(views); k++) {
            g_autoptr(SvgDocument) other = svg_document_parse(text, strlen(text), "a.svg", NULL);
            g_autoptr(GBytes) expected = picture_of(other, views[(i + k) % 3], FALSE);
            g_autoptr(GBytes) found = picture_of(doc, views[(i + k) % 3], k == 0);
            g_assert_true(g_bytes_equal(found, expected));
        }
    }
}

/* What lies elsewhere is needed where something in the view shows it, clips or fills with it. */
static void test_shapes_next_referred_to(void)
{
    const char *text =
        "<svg viewBox='0 0 400 200'><rect id='far' x='300' y='150' width='40' height='30' "
        "fill='red' fill-opacity='1' stroke='none' opacity='.5'/><g id='around'><rect id='inner' "
        "x='350' y='150' width='30' height='30' fill='lime'/></g><rect width='90' height='50' "
        "fill='blue' opacity='.3'/><use href='#far' x='-290' y='-140'/><use href='#around' "
        "x='-300' y='-150'/><use href='#inner' x='-290' y='-130'/><defs><clipPath id='c'><use "
        "href='#far' x='-280' y='-140'/></clipPath></defs><g clip-path='url(#c)'><rect width='60' "
        "height='60'/></g><text x='350' y='20'>far</text></svg>";
    const SvgBox views[] = {{0, 0, 120, 60}, {290, 140, 100, 50}, {20, 10, 20, 20}};
    for (gsize i = 0; i < G_N_ELEMENTS(views); i++) {
        g_autoptr(SvgDocument) doc = svg_document_parse(text, strlen(text), "a.svg", NULL);
        g_autoptr(SvgDocument) other = svg_document_parse(text, strlen(text), "a.svg", NULL);
        g_autoptr(GBytes) expected = picture_of(other, views[i], FALSE);
        g_autoptr(GBytes) found = picture_of(doc, views[i], TRUE);
        g_assert_true(g_bytes_equal(found, expected));
    }
}

static void test_bad_views(void)
{
    static const struct {
        SvgBox view;
        const char *because;
    } cases[] = {
        {{0, 0, -1, -1}, "empty"},         {{0, 0, 0, 0}, "empty"},
        {{0, 0, 10, 0}, "empty"},          {{0, 0, 0, 10}, "empty"},
        {{G_MAXDOUBLE, 0, 1, 1}, "range"}, {{0, 0, 1e300, 1}, "range"},
        {{0, 0, 1, G_MAXDOUBLE}, "range"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        SvgRenderOptions options = {.view = cases[i].view};
        assert_refused(DRAWING, &options, cases[i].because);
    }
    SvgRenderOptions options = options_for(0, 0, 1, 1);
    options.view.x = g_ascii_strtod("nan", NULL);
    assert_refused(DRAWING, &options, "range");
    options.view.x = g_ascii_strtod("inf", NULL);
    assert_refused(DRAWING, &options, "range");
}

/* --- formats ---------------------------------------------------------------------------------- */

static void test_background(void)
{
    SvgRenderOptions options = options_for(0, 0, 100, 50);
    options.background = GREEN;
    g_auto(Image) opaque = render(DRAWING, &options);
    g_assert_cmphex(pixel(&opaque, 5, 5), ==, GREEN);
    g_assert_cmphex(pixel(&opaque, 25, 15), ==, RED);
    options.transparent = TRUE;
    g_auto(Image) clear = render(DRAWING, &options);
    g_assert_cmpuint(clear.channels, ==, 4);
    g_assert_cmpuint(clear.pixels[3], ==, 0);
    g_assert_cmpuint(clear.pixels[(15 * 100 + 25) * 4 + 3], ==, 255);
}

/* The frame header of a JPEG (ITU T.81 §B.2.2). */
static void assert_jpeg_size(GBytes *jpeg, guint w, guint h)
{
    gsize len, at = 2;
    const guint8 *data = g_bytes_get_data(jpeg, &len);
    g_assert_cmpmem(data, 2, "\xff\xd8", 2);
    g_assert_cmpmem(data + len - 2, 2, "\xff\xd9", 2);
    while (at + 9 < len && data[at + 1] != 0xc0) {
        at += 2 + ((gsize)data[at + 2] << 8 | data[at + 3]);
    }
    g_assert_cmpuint(at + 9, <, len);
    g_assert_cmpuint((guint)data[at + 5] << 8 | data[at + 6], ==, h);
    g_assert_cmpuint((guint)data[at + 7] << 8 | data[at + 8], ==, w);
}

/* What doesn't compress, and is large enough for several bands: libpng, which checks every sum,
 * reads the same as we do. */
static void test_noise(void)
{
    SvgRenderOptions options = options_for(0, 0, 700, 700);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) png = try_render(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 700 700'><filter id='f' x='0' y='0' width='1' "
        "height='1'><feTurbulence baseFrequency='0.9' numOctaves='4'/></filter>"
        "<rect width='700' height='700' filter='url(#f)'/></svg>",
        &options, &error);
    g_assert_no_error(error);
    g_auto(Image) ours = read_png(png);
    png_image theirs = {.version = PNG_IMAGE_VERSION};
    g_assert_true(png_image_begin_read_from_memory(&theirs, g_bytes_get_data(png, NULL),
                                                   g_bytes_get_size(png)));
    theirs.format = PNG_FORMAT_RGB;
    g_autofree guint8 *pixels = g_malloc(PNG_IMAGE_SIZE(theirs));
    g_assert_true(png_image_finish_read(&theirs, NULL, pixels, 0, NULL));
    g_assert_cmpuint(theirs.warning_or_error, ==, 0);
    g_assert_cmpmem(pixels, PNG_IMAGE_SIZE(theirs), ours.pixels, (gsize)3 * ours.w * ours.h);
    g_assert_cmpuint(g_bytes_get_size(png), >, (gsize)700 * 700);
}

static void test_jpeg(void)
{
    SvgRenderOptions options = options_for(0, 0, 100, 50);
    options.format = SVG_PICTURE_JPEG;
    options.transparent = TRUE; /* which it can't be */
    gsize size[3];
    const guint quality[] = {1, 0, 100};
    for (gsize i = 0; i < G_N_ELEMENTS(quality); i++) {
        g_autoptr(GError) error = NULL;
        options.quality = quality[i];
        g_autoptr(GBytes) jpeg = try_render(DRAWING, &options, &error);
        g_assert_no_error(error);
        assert_jpeg_size(jpeg, 100, 50);
        size[i] = g_bytes_get_size(jpeg);
    }
    g_assert_cmpuint(size[0], <, size[1]);
    g_assert_cmpuint(size[1], <, size[2]);
}

/* --- content ---------------------------------------------------------------------------------- */

static void test_view(void)
{
    SvgRenderOptions options = options_for(15, 5, 20, 20);
    options.max_side = 40;
    options.fill = TRUE;
    g_auto(Image) image = render(DRAWING, &options);
    g_assert_cmphex(pixel(&image, 9, 20), ==, WHITE);
    g_assert_cmphex(pixel(&image, 10, 20), ==, RED);
    g_assert_cmphex(pixel(&image, 29, 20), ==, RED);
    g_assert_cmphex(pixel(&image, 30, 20), ==, WHITE);
    g_assert_cmphex(pixel(&image, 20, 9), ==, WHITE);
    g_assert_cmphex(pixel(&image, 20, 10), ==, RED);
}

/* A pixel of any view shows the cell of a 16 × 16 board that its centre lies in. */
static void test_random_views(void)
{
    g_autoptr(GString) board = g_string_new("<svg viewBox='0 0 160 160'>");
    for (int i = 0; i < 256; i++) {
        g_string_append_printf(board,
                               "<rect x='%d' y='%d' width='10' height='10' fill='#%02x%02xff'/>",
                               i % 16 * 10, i / 16 * 10, i % 16 * 16, i / 16 * 16);
    }
    g_string_append(board, "</svg>");
    for (int n = 0; n < 12; n++) {
        int x = g_test_rand_int_range(0, 15), y = g_test_rand_int_range(0, 15);
        int w = g_test_rand_int_range(1, 17 - x), h = g_test_rand_int_range(1, 17 - y);
        SvgRenderOptions options = options_for(x * 10, y * 10, w * 10, h * 10);
        options.max_side = (guint)g_test_rand_int_range(100, 300);
        options.fill = TRUE;
        g_auto(Image) image = render(board->str, &options);
        for (int i = 0; i < w * h; i++) {
            int column = i % w, row = i / w;
            guint px = (guint)((column + 0.5) * image.w / w),
                  py = (guint)((row + 0.5) * image.h / h);
            guint want = (guint)(x + column) * 16 << 16 | (guint)(y + row) * 16 << 8 | 0xff;
            g_assert_cmphex(pixel(&image, px, py), ==, want);
        }
    }
}

/* Each draws red at (0, 0)–(10, 10), blue at (-10, 0)–(0, 10), outside its page. */
#define MARKS \
    "<rect width='10' height='10' fill='red'/><rect x='-10' width='10' height='10' fill='blue'/>"
#define NS "xmlns='http://www.w3.org/2000/svg'"

static const char *const odd_roots[] = {
    "<svg " NS " viewBox='0 0 10 10'>" MARKS "</svg>",
    "<svg viewBox='0 0 10 10'>" MARKS "</svg>",
    "<svg width='10' height='10'>" MARKS "</svg>",
    "<svg>" MARKS "</svg>",
    "<svg width='100%' height='100%'>" MARKS "</svg>",
    "<svg width='0' height='-4'>" MARKS "</svg>",
    "<svg viewBox='0 0 0 0'>" MARKS "</svg>",
    "<svg viewBox='1 2 three'>" MARKS "</svg>",
    "<svg x='7' y='9' viewBox='0 0 10 10' width='1mm' height='7in' preserveAspectRatio='xMaxYMin slice'>" MARKS
    "</svg>",
    "<svg viewBox='0 0 10 10' overflow='hidden' style='overflow:hidden;width:3px;x:4px'>" MARKS
    "</svg>",
    "<svg viewBox='0 0 10 10' style=\"font-family:'A';width:3px\">" MARKS "</svg>",
    "<svg viewBox='0 0 10 10' style='font-family:\"A\";width:3px'>" MARKS "</svg>",
    "<svg viewBox='0 0 10 10'><style>svg{width:3px;height:3px;x:2px;overflow:hidden}</style>" MARKS
    "</svg>",
    "<svg\n\tviewBox = \"0 0 10 10\"\r\n>" MARKS "</svg >\n<!-- end -->\n",
    "<svg:svg xmlns:svg='http://www.w3.org/2000/svg' " NS " viewBox='0 0 10 10'>" MARKS
    "</svg:svg>",
    "<svg:svg " NS " viewBox='0 0 10 10'>" MARKS "</svg:svg>",
    "\xEF\xBB\xBF<?xml version='1.0' encoding='ISO-8859-1'?><svg viewBox='0 0 10 10'>" MARKS
    "</svg>",
    "<?xml version='1.0' encoding=\"UTF-16\" standalone='no'?>\n<svg viewBox='0 0 10 10'>" MARKS
    "</svg>",
    "<?xml-model href='a'?><!-- <svg> --><?a <svg> ?><svg viewBox='0 0 10 10'>" MARKS "</svg>",
    "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/a>b.dtd'><svg viewBox='0 0 10 10'>" MARKS
    "</svg>",
    "<!DOCTYPE svg [<!ENTITY a ']>'> <!-- ' ]> --> <?p ' ]> ?> <!ENTITY b \"'<svg>\">]>"
    "<svg viewBox='0 0 10 10'>" MARKS "</svg>",
    "<svg viewBox='0 0 10 10' title='a > b'>" MARKS "</svg>",
    "<svg viewBox='0 0 10 10' inkscape:version='1' a:b='1' c:b='2'><sodipodi:namedview d:e='1'/>" MARKS
    "</svg>",
    "<svg viewBox='0 0 10 10' xmlns:fairies-view='urn:x' fairies-view:a='1'>" MARKS "</svg>",
};

static void test_odd_roots(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(odd_roots); i++) {
        g_test_message("%s", odd_roots[i]);
        g_assert_cmphex(color_in(odd_roots[i], 0, 0, 10, 10), ==, RED);
        g_assert_cmphex(color_in(odd_roots[i], -10, 0, 10, 10), ==, BLUE);
        g_assert_cmphex(color_in(odd_roots[i], 10, 0, 10, 10), ==, WHITE);
        g_assert_cmphex(color_in(odd_roots[i], 4, 4, 1, 1), ==, RED);
    }
}

static void test_percent_is_of_the_page(void)
{
    const char *svg =
        "<svg viewBox='0 0 40 20' width='400'><rect width='50%' height='50%' fill='red'/></svg>";
    g_assert_cmphex(color_in(svg, 18, 8, 2, 2), ==, RED);
    g_assert_cmphex(color_in(svg, 20, 8, 2, 2), ==, WHITE);
    g_assert_cmphex(color_in(svg, 18, 10, 2, 2), ==, WHITE);
}

static void test_style_of_the_root_counts_once(void)
{
    const char *svg = "<svg viewBox='0 0 10 10'><style>svg{opacity:.5}</style>"
                      "<rect width='10' height='10'/></svg>";
    guint gray = color_in(svg, 0, 0, 10, 10) & 0xff;
    g_assert_cmpuint(gray, >=, 127);
    g_assert_cmpuint(gray, <=, 128);
}

static void test_unbound_xlink(void)
{
    g_assert_cmphex(color_in("<svg><defs><rect id='r' width='10' height='10' fill='red'/></defs>"
                             "<use xlink:href='#r' x='20'/></svg>",
                             20, 0, 10, 10),
                    ==, RED);
}

static void test_text(void)
{
    SvgRenderOptions options = options_for(0, 0, 40, 40);
    g_auto(Image) image = render("<svg><text x='5' y='35' font-size='40'>W</text></svg>", &options);
    guint dark = 0;
    for (guint i = 0; i < 40 * 40; i++) {
        dark += pixel(&image, i % 40, i / 40) < 0x404040;
    }
    g_assert_cmpuint(dark, >, 40);
}

/* A drawing gets nothing from the disk, by whatever reference. */
static void test_external_files(void)
{
    static const char *const references[] = {
        "<image xlink:href='%s' width='10' height='10'/>",
        "<image href='file://%s' width='10' height='10'/>",
        "<image href='other.svg' width='10' height='10'/>",
        "<use xlink:href='%s#r'/>",
        "<use href='file://%s#r'/>",
        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='%s'/>",
        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' parse='text' href='file://%s'/>",
        "<filter id='f'><feImage href='file://%s'/></filter><rect width='9' height='9' filter='url(#f)'/>",
    };
    g_autofree char *folder = g_dir_make_tmp("fairies-render-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "other.svg", NULL);
    g_autofree char *old = g_get_current_dir();
    g_assert_true(g_file_set_contents(path,
                                      "<svg " NS " width='10' height='10'><rect id='r' "
                                      "width='10' height='10' fill='red'/></svg>",
                                      -1, NULL));
    g_assert_cmpint(g_chdir(folder), ==, 0);
    for (gsize i = 0; i < G_N_ELEMENTS(references); i++) {
        g_auto(GStrv) parts = g_strsplit(references[i], "%s", 2);
        g_autofree char *reference = g_strjoinv(path, parts);
        g_autofree char *svg = g_strdup_printf("<svg viewBox='0 0 10 10'>%s</svg>", reference);
        g_assert_cmphex(color_in(svg, 0, 0, 10, 10), ==, WHITE);
    }
    g_assert_cmpint(g_chdir(old), ==, 0);
    g_assert_cmpint(g_unlink(path), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* librsvg doesn't place single letters: it goes on in a line, and so it must in a view of where
 * that leads to. */
static void test_spread_text(void)
{
    static const char *const texts[] = {
        "<text x='50 10 0' y='40'>MMM</text>",
        "<text x='50' dx='0 -45 -45 -45' y='40'>MMMM</text>",
        "<text x='50' y='40' textLength='9'>MMMM</text>",
        "<text y='40'><tspan x='50 10 0'>MMM</tspan></text>",
        "<defs><text id='t' x='50 10 0' y='40'>MMM</text></defs><use href='#t'/>",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *svg = g_strdup_printf(
            "<svg " NS " viewBox='0 0 200 60' font-size='40'>%s<rect width='1' height='1'/></svg>",
            texts[i]);
        g_autoptr(GError) error = NULL;
        g_autoptr(SvgDocument) doc = svg_document_parse(svg, strlen(svg), "a.svg", &error);
        g_assert_no_error(error);
        SvgRenderOptions options = options_for(100, 0, 20, 60);
        g_autoptr(GBytes) part = svg_render(doc, &options, &error);
        g_assert_no_error(error);
        g_autoptr(GBytes) whole = try_render(svg, &options, &error);
        g_assert_no_error(error);
        g_autoptr(GBytes) empty = try_render("<svg " NS "/>", &options, &error);
        g_assert_true(g_bytes_equal(part, whole));
        g_assert_false(g_bytes_equal(whole, empty));
    }
}

static void test_bad_drawings(void)
{
    static const char *const cases[][2] = {
        {"", "start tag"},
        {"hello", "start tag"},
        {"<html><svg/></html>", "start tag"},
        {"<!-- <svg/>", "start tag"},
        {"<!DOCTYPE svg [ <svg/>", "start tag"},
        {"<svg", "start tag"},
        {"<svg width='3", "start tag"},
        {"<svg width=3/>", "start tag"},
        {"<svg><g></svg>", "librsvg: "},
        {"<svg>", "librsvg: "},
        {"<svg><text>\xff\xfe</text></svg>", "librsvg: "},
    };
    SvgRenderOptions options = options_for(0, 0, 10, 10);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        assert_refused(cases[i][0], &options, cases[i][1]);
    }
}

/* --- limits of the real helper ---------------------------------------------------------------- */

static void test_hang(void)
{
    SvgRenderOptions options = options_for(0, 0, 10, 10);
    options.timeout_ms = 700;
    gint64 start = g_get_monotonic_time();
    assert_refused("<svg><filter id='f'><feTurbulence baseFrequency='0.05' numOctaves='100000000'/>"
                   "</filter><rect width='9' height='9' filter='url(#f)'/></svg>",
                   &options, "took longer than 0.7 s");
    g_assert_cmpint(g_get_monotonic_time() - start, <, (gint64)10 * G_USEC_PER_SEC);
}

static void test_memory(void)
{
    if (!HAS_MEMORY_LIMIT) {
        g_test_skip("no address space limit under the address sanitizer");
        return;
    }
    g_autoptr(GString) svg = g_string_new("<svg viewBox='0 0 10 10'>");
    for (int i = 0; i < 12; i++) {
        g_string_append(svg, "<g opacity='0.9'>");
    }
    g_string_append(svg, "<rect width='9' height='9'/>");
    for (int i = 0; i < 12; i++) {
        g_string_append(svg, "</g>");
    }
    g_string_append(svg, "</svg>");
    SvgRenderOptions options = options_for(0, 0, 10, 10);
    options.max_side = SVG_MAX_PIXELS;
    options.fill = TRUE;
    assert_refused(svg->str, &options, "more than 2 GiB of memory");
}

/* --- helpers that misbehave ------------------------------------------------------------------- */

/* Renders with a shell script in the helper's place. */
static void assert_script_refused(const char *script, const char *svg, guint timeout_ms,
                                  const char *because)
{
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "fairies-helper-XXXXXX", NULL);
    int fd = g_mkstemp_full(path, 0, 0700);
    g_assert_cmpint(fd, >=, 0);
    g_assert_true(g_close(fd, NULL));
    g_autofree char *text = g_strconcat("#!/bin/sh\n", script, "\n", NULL);
    g_assert_true(g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
    svg_render_set_helper(path);
    SvgRenderOptions options = options_for(0, 0, 10, 10);
    options.timeout_ms = timeout_ms;
    assert_refused(svg, &options, because);
    svg_render_set_helper(NULL);
    g_assert_cmpint(g_unlink(path), ==, 0);
}

static void test_failing_helpers(void)
{
    static const char *const cases[][2] = {
        {"kill -SEGV $$", "librsvg crashed on this drawing (signal 11)"},
        {"kill -ABRT $$", "librsvg crashed on this drawing (signal 6)"},
        {"kill -XCPU $$", "took longer than 20 s"},
        {"kill -TERM $$", "stopped from outside (signal 15)"},
        {"echo 'memory allocation of 9 bytes failed' >&2; kill -ABRT $$", "2 GiB of memory"},
        {"echo broken >&2; exit 1", "librsvg: broken"},
        {"printf 'a\\nb\\tc\\001\\377\\n\\n' >&2; exit 1", "librsvg: b c"},
        {"exit 7", "status 7"},
        {"exit 0", "isn't a picture"},
        {"echo hello", "isn't a picture"},
        {"cat", "isn't a picture"},
        {"echo ${FAIRIES_TEST_KEY:-unset} >&2; exit 1", "librsvg: unset"},
    };
    g_setenv("FAIRIES_TEST_KEY", "secret", TRUE);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        assert_script_refused(cases[i][0], DRAWING, 0, cases[i][1]);
    }
    g_unsetenv("FAIRIES_TEST_KEY");
}

static void test_endless_helpers(void)
{
    static const char *const cases[][2] = {
        {"exec sleep 60", "took longer than 0.3 s"},
        {"exec sleep 60 >/dev/null 2>&1 </dev/null", "took longer than 0.3 s"},
        {"exec cat /dev/zero >&2", "took longer than 0.3 s"},
        {"exec cat /dev/zero", "more bytes than"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        gboolean floods = strstr(cases[i][1], "bytes") != NULL;
        assert_script_refused(cases[i][0], DRAWING, floods ? 0 : 300, cases[i][1]);
    }
}

/* More than any pipe holds, to a helper that reads nothing, or talks before it reads. */
static void test_large_input(void)
{
    g_autofree char *spaces = g_strnfill(4 << 20, ' ');
    g_autofree char *svg = g_strconcat("<svg>", spaces, "</svg>", NULL);
    assert_script_refused("exit 3", svg, 0, "status 3");
    assert_script_refused("exec 0<&-; echo closed >&2; exit 1", svg, 0, "librsvg: closed");
    assert_script_refused("exec sleep 60", svg, 300, "took longer than");
    assert_script_refused("head -c 900000 /dev/zero; head -c 900000 /dev/zero >&2; cat >/dev/null; "
                          "echo >&2; echo read all >&2; exit 1",
                          svg, 0, "librsvg: read all");
    g_assert_cmphex(color_in(svg, 0, 0, 1, 1), ==, WHITE);
}

static void test_missing_helper(void)
{
    SvgRenderOptions options = options_for(0, 0, 10, 10);
    svg_render_set_helper("/nowhere/fairy-render");
    assert_refused(DRAWING, &options,
                   "fairy-render wasn't found (looked in /nowhere/fairy-render)");
    svg_render_set_helper(g_get_tmp_dir());
    assert_refused(DRAWING, &options, "wasn't found");
    svg_render_set_helper(NULL);
    g_autofree char *old = g_strdup(g_getenv("FAIRIES_RENDER"));
    g_setenv("FAIRIES_RENDER", "/elsewhere/x", TRUE);
    assert_refused(DRAWING, &options, "looked in /elsewhere/x");
    if (old) {
        g_setenv("FAIRIES_RENDER", old, TRUE);
    } else {
        g_unsetenv("FAIRIES_RENDER");
    }
    assert_script_refused("", DRAWING, 0, "isn't a picture");
    g_assert_cmphex(color_in(DRAWING, 20, 10, 10, 10), ==, RED);
}

/* --- threads ---------------------------------------------------------------------------------- */

static gpointer render_some(gpointer data)
{
    int *wrong = data;
    for (int i = 0; i < 4; i++) {
        *wrong += color_in(DRAWING, 20, 10, 10, 10) != RED;
    }
    return NULL;
}

static void test_threads(void)
{
    GThread *threads[4];
    int wrong[G_N_ELEMENTS(threads)] = {0};
    for (gsize i = 0; i < G_N_ELEMENTS(threads); i++) {
        threads[i] = g_thread_new("render", render_some, &wrong[i]);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(threads); i++) {
        g_thread_join(threads[i]);
        g_assert_cmpint(wrong[i], ==, 0);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/render/size", test_size);
    g_test_add_func("/render/document", test_document);
    g_test_add_func("/render/start-and-finish", test_start_and_finish);
    g_test_add_func("/render/newer-paints", test_newer_paints);
    g_test_add_func("/render/shapes-next", test_shapes_next);
    g_test_add_func("/render/shapes-next-elsewhere", test_shapes_next_elsewhere);
    g_test_add_func("/render/shapes-next-referred-to", test_shapes_next_referred_to);
    g_test_add_func("/render/bad-views", test_bad_views);
    g_test_add_func("/render/background", test_background);
    g_test_add_func("/render/noise", test_noise);
    g_test_add_func("/render/jpeg", test_jpeg);
    g_test_add_func("/render/view", test_view);
    g_test_add_func("/render/random-views", test_random_views);
    g_test_add_func("/render/odd-roots", test_odd_roots);
    g_test_add_func("/render/percent-is-of-the-page", test_percent_is_of_the_page);
    g_test_add_func("/render/style-of-the-root-counts-once", test_style_of_the_root_counts_once);
    g_test_add_func("/render/unbound-xlink", test_unbound_xlink);
    g_test_add_func("/render/spread-text", test_spread_text);
    g_test_add_func("/render/text", test_text);
    g_test_add_func("/render/external-files", test_external_files);
    g_test_add_func("/render/bad-drawings", test_bad_drawings);
    g_test_add_func("/render/hang", test_hang);
    g_test_add_func("/render/memory", test_memory);
    g_test_add_func("/render/failing-helpers", test_failing_helpers);
    g_test_add_func("/render/endless-helpers", test_endless_helpers);
    g_test_add_func("/render/large-input", test_large_input);
    g_test_add_func("/render/missing-helper", test_missing_helper);
    g_test_add_func("/render/threads", test_threads);
    int status = g_test_run();
    svg_cleanup();
    return status;
}
