/* A band is drawn by a copy of this process, on memory that it shares with us. */
#include "bands.h"

#include "../protocol.h"
#include "png.h"

#include <gio/gio.h>
#include <librsvg/rsvg.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PX_PER_INCH 96
#define NOT_DRAWN   "a part couldn't be drawn"

typedef struct {
    GPtrArray *drawings; /* GBytes: one for all, or one for each band */
    cairo_surface_t *surface;
    PngPiece *pieces[RENDER_MAX_BANDS]; /* NULL when each band isn't compressed by itself */
    int n;
} Bands;

/* --- drawings --------------------------------------------------------------------------------- */

static GPtrArray *split(GBytes *input)
{
    GPtrArray *drawings = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    gsize size;
    const char *data = g_bytes_get_data(input, &size);
    for (gsize from = 0, to; from <= size; from = to + 1) {
        const char *end = from < size ? memchr(data + from, '\0', size - from) : NULL;
        to = end ? (gsize)(end - data) : size;
        g_ptr_array_add(drawings, g_bytes_new_from_bytes(input, from, to - from));
    }
    return drawings;
}

static GBytes *drawing_of(const Bands *bands, int i)
{
    return bands->drawings->pdata[bands->drawings->len > 1 ? i : 0];
}

/* Each band reads its drawing itself, also where it is the same one for all. Read before, it would
 * be shared only until librsvg counts references to what it draws, which copies page after page.
 * Without a base file librsvg resolves no reference to another file. */
static RsvgHandle *read_drawing(GBytes *drawing, GError **error)
{
    g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_bytes(drawing);
    RsvgHandle *handle =
        rsvg_handle_new_from_stream_sync(stream, NULL, RSVG_HANDLE_FLAG_UNLIMITED, NULL, error);
    if (handle) {
        rsvg_handle_set_dpi(handle, PX_PER_INCH);
    }
    return handle;
}

/* --- one band --------------------------------------------------------------------------------- */

typedef struct {
    int from, to; /* rows */
} Band;

static Band band_at(const Bands *bands, int i)
{
    int height = cairo_image_surface_get_height(bands->surface);
    return (Band){height * i / bands->n, height * (i + 1) / bands->n};
}

static cairo_surface_t *surface_of(cairo_surface_t *whole, Band band)
{
    int stride = cairo_image_surface_get_stride(whole);
    unsigned char *rows = cairo_image_surface_get_data(whole) + (size_t)band.from * (size_t)stride;
    return cairo_image_surface_create_for_data(rows, cairo_image_surface_get_format(whole),
                                               cairo_image_surface_get_width(whole),
                                               band.to - band.from, stride);
}

static gboolean draw_on(cairo_surface_t *surface, RsvgHandle *handle, int height, int from,
                        GError **error)
{
    const RsvgRectangle all = {0, 0, cairo_image_surface_get_width(surface), height};
    cairo_t *cr = cairo_create(surface);
    cairo_translate(cr, 0, -from);
    gboolean ok = rsvg_handle_render_document(handle, cr, &all, error);
    if (ok && cairo_status(cr) != CAIRO_STATUS_SUCCESS) {
        g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED,
                            cairo_status_to_string(cairo_status(cr)));
        ok = FALSE;
    }
    cairo_destroy(cr);
    return ok;
}

static gboolean compress_band(const Bands *bands, int i, cairo_surface_t *surface, GError **error)
{
    if (!bands->pieces[i] || png_piece_fill(bands->pieces[i], surface, i + 1 == bands->n)) {
        return TRUE;
    }
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, "out of memory");
    return FALSE;
}

static gboolean draw_band(const Bands *bands, int i, GError **error)
{
    Band band = band_at(bands, i);
    RsvgHandle *handle = read_drawing(drawing_of(bands, i), error);
    if (!handle) {
        return FALSE;
    }
    cairo_surface_t *surface = surface_of(bands->surface, band);
    gboolean ok =
        draw_on(surface, handle, cairo_image_surface_get_height(bands->surface), band.from, error);
    cairo_surface_flush(surface);
    ok = ok && compress_band(bands, i, surface, error);
    cairo_surface_destroy(surface);
    g_object_unref(handle);
    return ok;
}

/* --- processes -------------------------------------------------------------------------------- */

/* Our own death is the other's, too: whoever has enough of us kills only us. */
static _Noreturn void be_other(const Bands *bands, int i, pid_t parent)
{
    g_autoptr(GError) error = NULL;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(EXIT_FAILURE);
    }
    if (!draw_band(bands, i, &error)) {
        g_printerr("%s\n", error ? g_strdelimit(error->message, "\n", ' ') : NOT_DRAWN);
        _exit(EXIT_FAILURE);
    }
    _exit(EXIT_SUCCESS);
}

static gboolean wait_for(pid_t other, GError **error)
{
    int status;
    while (waitpid(other, &status, 0) < 0) {
        if (errno != EINTR) {
            status = EXIT_FAILURE << 8;
            break;
        }
    }
    if (WIFSIGNALED(status)) {
        raise(WTERMSIG(status));
    }
    if (status == 0 || (error && *error)) {
        return status == 0;
    }
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, NOT_DRAWN);
    return FALSE;
}

/* The last band is ours, and those for which no process can be had. */
static gboolean draw_all(const Bands *bands, GError **error)
{
    pid_t self = getpid(), others[RENDER_MAX_BANDS] = {0};
    gboolean ok = TRUE;
    for (int i = 0; i < bands->n; i++) {
        others[i] = i + 1 < bands->n ? fork() : -1;
        if (others[i] == 0) {
            be_other(bands, i, self);
        }
        if (others[i] < 0) {
            ok = ok && draw_band(bands, i, error);
        }
    }
    for (int i = 0; i < bands->n; i++) {
        if (others[i] > 0 && !wait_for(others[i], ok ? error : NULL)) {
            ok = FALSE;
        }
    }
    return ok;
}

/* --- the picture ------------------------------------------------------------------------------ */

static gboolean draw(const Bands *bands, GError **error)
{
    guint n = bands->drawings->len;
    if (n != 1 && n != (guint)bands->n) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%u drawings for %d bands", n,
                    bands->n);
        return FALSE;
    }
    return draw_all(bands, error);
}

static gboolean make_pieces(Bands *bands, GError **error)
{
    int width = cairo_image_surface_get_width(bands->surface);
    for (int i = 0; i < bands->n; i++) {
        Band band = band_at(bands, i);
        bands->pieces[i] = png_piece_new(width, band.to - band.from);
        if (!bands->pieces[i]) {
            g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, "out of memory");
            return FALSE;
        }
    }
    return TRUE;
}

GByteArray *bands_make_picture(GBytes *input, int n, cairo_surface_t *surface,
                               const PictureOptions *options, GError **error)
{
    g_autoptr(GPtrArray) drawings = split(input);
    Bands bands = {.drawings = drawings, .surface = surface, .n = n};
    gboolean opaque_png = !options->jpeg && !options->transparent;
    if ((opaque_png && !make_pieces(&bands, error)) || !draw(&bands, error)) {
        return NULL;
    }
    return opaque_png ? png_join(bands.pieces, n, options->width, options->height)
                      : picture_encode(surface, options, error);
}
