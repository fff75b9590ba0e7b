/* fairy-render: draws one SVG from standard input, as render/protocol.h says. Alone in its process,
 * with limits, because librsvg can crash, hang or eat memory on odd files. */
#include "../protocol.h"
#include "bands.h"
#include "limits.h"
#include "warm.h"

#include <fontconfig/fontconfig.h>
#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <librsvg/rsvg.h>

#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEPT_BLOCK_BYTES (32 << 20) /* the most that malloc takes */
#define KEPT_BYTES       (512 << 20)

#if ADDRESS_SANITIZER
/* The leak checker asks for this: what others keep until the end of the process. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\nleak:libpango\nleak:librsvg\nleak:libxml2\n";
}
#endif

typedef struct {
    PictureOptions picture;
    int bands;
    int cpu_s; /* 0 = no limit */
} Options;

/* --- options ---------------------------------------------------------------------------------- */

static gboolean check_options(const Options *options, GError **error)
{
    const PictureOptions *picture = &options->picture;
    if (picture->width > 0 && picture->height > 0 && picture->quality > 0 &&
        picture->quality <= 100 && options->bands > 0 && options->bands <= RENDER_MAX_BANDS &&
        options->cpu_s >= 0 && !(picture->jpeg && picture->transparent)) {
        return TRUE;
    }
    g_set_error(
        error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--width and --height must be more than 0, --quality 1 to 100, --bands 1 to " G_STRINGIFY(
            RENDER_MAX_BANDS) ", --cpu not negative, and a JPEG has a background");
    return FALSE;
}

static gboolean read_format(const char *text, gboolean *jpeg, GError **error)
{
    *jpeg = g_strcmp0(text, RENDER_FORMAT_JPEG) == 0;
    if (*jpeg || !text || strcmp(text, RENDER_FORMAT_PNG) == 0) {
        return TRUE;
    }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--format is " RENDER_FORMAT_PNG " or " RENDER_FORMAT_JPEG ", not \"%s\"", text);
    return FALSE;
}

static gboolean read_background(const char *text, PictureOptions *picture, GError **error)
{
    picture->background = 0xffffff;
    picture->transparent = g_strcmp0(text, RENDER_TRANSPARENT) == 0;
    if (!text || picture->transparent) {
        return TRUE;
    }
    guint64 rgb;
    if (!g_ascii_string_to_unsigned(text, 16, 0, 0xffffff, &rgb, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--background is RRGGBB or " RENDER_TRANSPARENT ", not \"%s\"", text);
        return FALSE;
    }
    picture->background = (guint)rgb;
    return TRUE;
}

static gboolean read_options(Options *options, int *argc, char ***argv, GError **error)
{
    PictureOptions *picture = &options->picture;
    g_autofree char *format = NULL, *background = NULL;
    const GOptionEntry entries[] = {
        {RENDER_OPTION_WIDTH, 0, 0, G_OPTION_ARG_INT, &picture->width, "Width of the picture",
         "PX"},
        {RENDER_OPTION_HEIGHT, 0, 0, G_OPTION_ARG_INT, &picture->height, "Height of the picture",
         "PX"},
        {RENDER_OPTION_FORMAT, 0, 0, G_OPTION_ARG_STRING, &format, "png (default) or jpeg",
         "FORMAT"},
        {RENDER_OPTION_QUALITY, 0, 0, G_OPTION_ARG_INT, &picture->quality, "JPEG quality, 1 to 100",
         "N"},
        {RENDER_OPTION_BACKGROUND, 0, 0, G_OPTION_ARG_STRING, &background,
         "Colour behind the drawing; \"none\" in a PNG", "RRGGBB"},
        {RENDER_OPTION_BANDS, 0, 0, G_OPTION_ARG_INT, &options->bands,
         "Draw so many bands at the same time", "N"},
        {RENDER_OPTION_CPU, 0, 0, G_OPTION_ARG_INT, &options->cpu_s,
         "Give up after so much processor time", "SECONDS"},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("< drawing.svg > picture");
    g_option_context_set_summary(
        context, "Draws an SVG to fill a picture of exactly the given size. The drawing can load "
                 "no other file.");
    g_option_context_add_main_entries(context, entries, NULL);
    return g_option_context_parse(context, argc, argv, error) &&
           read_format(format, &picture->jpeg, error) &&
           read_background(background, picture, error) && check_options(options, error);
}

/* --- limits ----------------------------------------------------------------------------------- */

static void confine(int cpu_s)
{
    limits_set(cpu_s, RENDER_MAX_MEMORY_GIB);
    /* One heap per thread would use the address space up on a machine with many cores. */
    mallopt(M_ARENA_MAX, 2);
    /* Layers come and go, each as large as the picture: their memory is kept, as getting it from
     * the system anew costs more than drawing on it. */
    mallopt(M_MMAP_THRESHOLD, KEPT_BLOCK_BYTES);
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    g_setenv("RAYON_NUM_THREADS", G_STRINGIFY(RENDER_MAX_THREADS), TRUE);
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* The caller starts us before it knows what to draw. Whatever is read now, the copies of us that
 * draw bands needn't read each. */
static void use_the_wait(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&input, 1, 0) == 0) {
        FcInit();
    }
}

static GBytes *read_input(GError **error)
{
    g_autoptr(GInputStream) input = g_unix_input_stream_new(STDIN_FILENO, FALSE);
    g_autoptr(GOutputStream) all = g_memory_output_stream_new_resizable();
    gboolean ok =
        g_output_stream_splice(all, input, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, error) >= 0;
    return ok ? g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(all)) : NULL;
}

static GByteArray *make_picture(const Options *options, GError **error)
{
    cairo_surface_t *surface = picture_surface(&options->picture, error);
    use_the_wait();
    g_autoptr(GBytes) input = surface ? read_input(error) : NULL;
    GByteArray *picture =
        input ? bands_make_picture(input, options->bands, surface, &options->picture, error) : NULL;
    g_clear_pointer(&surface, cairo_surface_destroy);
    return picture;
}

static gboolean write_picture(const GByteArray *picture, GError **error)
{
    if (fwrite(picture->data, 1, picture->len, stdout) == picture->len && fflush(stdout) == 0) {
        return TRUE;
    }
    g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_FAILED, "the picture couldn't be written");
    return FALSE;
}

static int print_versions(void)
{
    printf("fairies " FAIRIES_VERSION "\nlibrsvg %u.%u.%u\ncairo %s\n", rsvg_major_version,
           rsvg_minor_version, rsvg_micro_version, cairo_version_string());
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--" RENDER_OPTION_VERSION) == 0) {
        return print_versions();
    }
    if (argc == 2 && strcmp(argv[1], "--" RENDER_OPTION_WARM) == 0) {
        warm_serve(&argc, &argv);
    }
    Options options = {.picture = {.quality = RENDER_DEFAULT_QUALITY}, .bands = 1};
    g_autoptr(GError) error = NULL;
    g_autoptr(GByteArray) picture = NULL;
    if (read_options(&options, &argc, &argv, &error)) {
        confine(options.cpu_s);
        picture = make_picture(&options, &error);
    }
    if (picture && write_picture(picture, &error)) {
        return EXIT_SUCCESS;
    }
    g_printerr("%s\n", g_strdelimit(error->message, "\n", ' '));
    return EXIT_FAILURE;
}
