/* A band is drawn by a copy of this process, on memory that it shares with us. */
#include "bands.h"

#include <gio/gio.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX_BANDS 4
/* Whatever is in a band, all of the drawing is walked and all text laid out for it: small pictures
 * don't pay. */
#define LEAST_ROWS 128

/* --- one band --------------------------------------------------------------------------------- */

typedef struct {
    int from, to; /* rows */
} Band;

static cairo_surface_t *surface_of(cairo_surface_t *whole, Band band)
{
    int stride = cairo_image_surface_get_stride(whole);
    unsigned char *rows = cairo_image_surface_get_data(whole) + (size_t)band.from * (size_t)stride;
    return cairo_image_surface_create_for_data(rows, cairo_image_surface_get_format(whole),
                                               cairo_image_surface_get_width(whole),
                                               band.to - band.from, stride);
}

static gboolean draw_band(RsvgHandle *handle, cairo_surface_t *whole, Band band, GError **error)
{
    const RsvgRectangle all = {0, 0, cairo_image_surface_get_width(whole),
                               cairo_image_surface_get_height(whole)};
    cairo_surface_t *surface = surface_of(whole, band);
    cairo_t *cr = cairo_create(surface);
    cairo_translate(cr, 0, -band.from);
    gboolean ok = rsvg_handle_render_document(handle, cr, &all, error);
    if (ok && cairo_status(cr) != CAIRO_STATUS_SUCCESS) {
        g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED,
                            cairo_status_to_string(cairo_status(cr)));
        ok = FALSE;
    }
    cairo_destroy(cr);
    cairo_surface_flush(surface);
    cairo_surface_destroy(surface);
    return ok;
}

/* --- processes -------------------------------------------------------------------------------- */

/* Our own death is the other's, too: whoever has enough of us kills only us. */
static _Noreturn void be_other(RsvgHandle *handle, cairo_surface_t *whole, Band band, pid_t parent)
{
    g_autoptr(GError) error = NULL;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(EXIT_FAILURE);
    }
    if (!draw_band(handle, whole, band, &error)) {
        g_printerr("%s\n", g_strdelimit(error->message, "\n", ' '));
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
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, "a part couldn't be drawn");
    return FALSE;
}

static int count_bands(int height)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return (int)CLAMP(MIN(processors, height / LEAST_ROWS), 1, MAX_BANDS);
}

gboolean bands_draw(RsvgHandle *handle, cairo_surface_t *surface, GError **error)
{
    int height = cairo_image_surface_get_height(surface), n = count_bands(height);
    pid_t self = getpid(), others[MAX_BANDS] = {0};
    gboolean ok = TRUE;
    for (int i = 0; i < n; i++) {
        Band band = {height * i / n, height * (i + 1) / n};
        others[i] = i + 1 < n ? fork() : -1;
        if (others[i] == 0) {
            be_other(handle, surface, band, self);
        }
        if (others[i] < 0) {
            ok = ok && draw_band(handle, surface, band, error);
        }
    }
    for (int i = 0; i < n; i++) {
        if (others[i] > 0 && !wait_for(others[i], ok ? error : NULL)) {
            ok = FALSE;
        }
    }
    return ok;
}
