/* A picture: surface, background, PNG by cairo, JPEG by libjpeg. */
#include "picture.h"

#include <gio/gio.h>
#include <sys/mman.h>

#include <stdio.h>
#include <stdlib.h>

/* clang-format off: it needs what stands above, and would be sorted before it. */
#include <jpeglib.h>
/* clang-format on */

#define SCREEN_DPI 96

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

void *picture_shared_memory(gsize size)
{
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

static cairo_surface_t *shared_surface(cairo_format_t format, int width, int height)
{
    int stride = cairo_format_stride_for_width(format, width);
    void *pixels = stride > 0 ? picture_shared_memory((gsize)stride * (gsize)height) : NULL;
    if (!pixels) {
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
    } else if (!encode_transparent_png(surface, out, error)) {
        return NULL;
    }
    return g_steal_pointer(&out);
}
