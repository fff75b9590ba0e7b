/* A picture: surface, background, PNG by libpng, JPEG by libjpeg. */
#include "picture.h"

#include <gio/gio.h>
#include <sys/mman.h>

#include <png.h>
#include <stdio.h>
#include <stdlib.h>

/* clang-format off: it needs what stands above, and would be sorted before it. */
#include <jpeglib.h>
/* clang-format on */

#define SCREEN_DPI 96
/* Of a drawing, with its even areas, more effort makes files 10 to 20 % smaller and takes four
 * times as long; filtering rows makes most larger. */
#define PNG_LEVEL 2

static gboolean check_status(cairo_status_t status, GError **error)
{
    if (status == CAIRO_STATUS_SUCCESS) {
        return TRUE;
    }
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, cairo_status_to_string(status));
    return FALSE;
}

static double channel(guint rgb, int shift)
{
    return ((rgb >> shift) & 0xff) / 255.0;
}

/* Processes that are copies of this one draw on the same pixels. */
static cairo_surface_t *shared_surface(cairo_format_t format, int width, int height)
{
    int stride = cairo_format_stride_for_width(format, width);
    void *pixels = stride > 0 ? mmap(NULL, (size_t)stride * (size_t)height, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_ANONYMOUS, -1, 0)
                              : MAP_FAILED;
    if (pixels == MAP_FAILED) {
        return NULL;
    }
    return cairo_image_surface_create_for_data(pixels, format, width, height, stride);
}

cairo_surface_t *picture_surface(const PictureOptions *options, GError **error)
{
    cairo_format_t format = options->transparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24;
    cairo_surface_t *surface = shared_surface(format, options->width, options->height);
    if (!surface) {
        check_status(CAIRO_STATUS_NO_MEMORY, error);
        return NULL;
    }
    if (!options->transparent) {
        guint rgb = options->background;
        cairo_t *cr = cairo_create(surface);
        cairo_set_source_rgb(cr, channel(rgb, 16), channel(rgb, 8), channel(rgb, 0));
        cairo_paint(cr);
        cairo_destroy(cr);
    }
    if (check_status(cairo_surface_status(surface), error)) {
        return surface;
    }
    cairo_surface_destroy(surface);
    return NULL;
}

/* This program has one picture to make: if that fails there is nothing to go back to. */
static void jpeg_failed(j_common_ptr jpeg)
{
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    g_printerr("%s\n", message);
    exit(EXIT_FAILURE);
}

static void png_failed(png_structp png, png_const_charp message)
{
    (void)png;
    g_printerr("%s\n", message);
    exit(EXIT_FAILURE);
}

static void append_png(png_structp png, png_bytep data, size_t len)
{
    g_byte_array_append(png_get_io_ptr(png), data, (guint)len);
}

static void flush_png(png_structp png)
{
    (void)png;
}

/* cairo's pixels are 32 bits in the machine's order, B G R x in memory on a little endian one. */
static void set_pixel_layout(png_structp png)
{
    if (G_BYTE_ORDER == G_LITTLE_ENDIAN) {
        png_set_filler(png, 0, PNG_FILLER_AFTER);
        png_set_bgr(png);
    } else {
        png_set_filler(png, 0, PNG_FILLER_BEFORE);
    }
}

static void encode_opaque_png(cairo_surface_t *surface, GByteArray *out)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, png_failed, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_failed(png, "out of memory");
    }
    guint width = (guint)cairo_image_surface_get_width(surface);
    guint height = (guint)cairo_image_surface_get_height(surface);
    png_set_write_fn(png, out, append_png, flush_png);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
    png_set_compression_level(png, PNG_LEVEL);
    png_set_compression_buffer_size(png, 1 << 16);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_write_info(png, info);
    set_pixel_layout(png);
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    for (guint y = 0; y < height; y++) {
        png_write_row(png, pixels + y * stride);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
}

static cairo_status_t append(void *closure, const unsigned char *data, unsigned int len)
{
    g_byte_array_append(closure, data, len);
    return CAIRO_STATUS_SUCCESS;
}

/* cairo multiplies colours by alpha, PNG doesn't: cairo's own writer knows. */
static gboolean encode_transparent_png(cairo_surface_t *surface, GByteArray *out, GError **error)
{
    return check_status(cairo_surface_write_to_png_stream(surface, append, out), error);
}

static void encode_jpeg(cairo_surface_t *surface, int quality, GByteArray *out)
{
    struct jpeg_error_mgr errors;
    struct jpeg_compress_struct jpeg = {.err = jpeg_std_error(&errors)};
    errors.error_exit = jpeg_failed;
    unsigned char *buffer = NULL;
    unsigned long size = 0;
    jpeg_create_compress(&jpeg);
    jpeg_mem_dest(&jpeg, &buffer, &size);
    jpeg.image_width = (JDIMENSION)cairo_image_surface_get_width(surface);
    jpeg.image_height = (JDIMENSION)cairo_image_surface_get_height(surface);
    jpeg.input_components = 4;
    jpeg.in_color_space = G_BYTE_ORDER == G_LITTLE_ENDIAN ? JCS_EXT_BGRX : JCS_EXT_XRGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, quality, TRUE);
    jpeg.density_unit = 1;
    jpeg.X_density = jpeg.Y_density = SCREEN_DPI;
    jpeg_start_compress(&jpeg, TRUE);
    unsigned char *pixels = cairo_image_surface_get_data(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = pixels + jpeg.next_scanline * stride;
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    g_byte_array_append(out, buffer, (guint)size);
    free(buffer);
}

GByteArray *picture_encode(cairo_surface_t *surface, const PictureOptions *options, GError **error)
{
    g_autoptr(GByteArray) out = g_byte_array_new();
    cairo_surface_flush(surface);
    if (options->jpeg) {
        encode_jpeg(surface, options->quality, out);
    } else if (!options->transparent) {
        encode_opaque_png(surface, out);
    } else if (!encode_transparent_png(surface, out, error)) {
        return NULL;
    }
    return g_steal_pointer(&out);
}
