/* The client of fairy-render: decides what the picture shows and how large it is, and turns every
 * way the helper can end into a picture or a sentence. */
#include "document/document_priv.h"
#include "index/index.h"
#include "render/client.h"
#include "render/edge.h"
#include "render/part.h"
#include "render/process.h"
#include "render/protocol.h"
#include "render/view.h"
#include "render/warm.h"
#include "shape/scene.h"

#include <svg/error.h>
#include <svg/limits.h>
#include <svg/render.h>

#include <float.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_TIMEOUT_MS 20000
/* Room for a picture that doesn't compress. */
#define MAX_BYTES_PER_PIXEL 5
#define MAX_EXTRA_BYTES     (1u << 20)

#define MARGIN_PX 2
/* A drawing is walked anew for each band: small pictures don't pay. */
#define LEAST_ROWS 128
/* What things take, about: listing one of the drawing, drawing one that shows, filling a pixel. */
#define LIST_US  0.7
#define DRAW_US  25
#define PIXEL_US 0.02

typedef struct {
    guint w, h;
} PictureSize;

/* --- how it is called ------------------------------------------------------------------------- */

static char **helper_arguments(const char *helper, const SvgRenderOptions *options,
                               PictureSize size, guint n_bands)
{
    gboolean jpeg = options->format == SVG_PICTURE_JPEG;
    guint quality = options->quality ? MIN(options->quality, 100) : RENDER_DEFAULT_QUALITY;
    g_autofree char *background = options->transparent && !jpeg
                                      ? g_strdup(RENDER_TRANSPARENT)
                                      : g_strdup_printf("%06x", options->background & 0xffffff);
    /* A net under our own clock, should we die before the helper. */
    guint cpu_s = (options->timeout_ms / 1000 + 2) * RENDER_MAX_THREADS;
    char *all[] = {
        g_strdup(helper),
        g_strdup_printf("--" RENDER_OPTION_WIDTH "=%u", size.w),
        g_strdup_printf("--" RENDER_OPTION_HEIGHT "=%u", size.h),
        g_strconcat("--" RENDER_OPTION_FORMAT "=", jpeg ? RENDER_FORMAT_JPEG : RENDER_FORMAT_PNG,
                    NULL),
        g_strdup_printf("--" RENDER_OPTION_QUALITY "=%u", quality),
        g_strconcat("--" RENDER_OPTION_BACKGROUND "=", background, NULL),
        g_strdup_printf("--" RENDER_OPTION_BANDS "=%u", n_bands),
        g_strdup_printf("--" RENDER_OPTION_CPU "=%u", cpu_s),
        NULL,
    };
    return g_memdup2(all, sizeof all);
}

/* --- how it ended ----------------------------------------------------------------------------- */

static gboolean ran_out_of_memory(const char *message)
{
    /* What librsvg, Rust, GLib, cairo and libjpeg say then. */
    static const char *const said[] = {"memory allocation of", "failed to allocate",
                                       "out of memory", "nomemory", "insufficient memory"};
    g_autofree char *lower = g_ascii_strdown(message, -1);
    for (gsize i = 0; i < G_N_ELEMENTS(said); i++) {
        if (strstr(lower, said[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static void set_too_slow(guint timeout_ms, GError **error)
{
    char seconds[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(seconds, sizeof seconds, "%.4g", timeout_ms / 1000.0);
    g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                "the picture took longer than %s s: ask for a smaller picture or view", seconds);
}

static void set_signalled(int signal, guint timeout_ms, GError **error)
{
    if (signal == SIGXCPU) {
        set_too_slow(timeout_ms, error);
    } else if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGKILL) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                    "the picture helper was stopped from outside (signal %d)", signal);
    } else {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                    "librsvg crashed on this drawing (signal %d)", signal);
    }
}

static void set_failed(const SvgProcessResult *result, GError **error)
{
    if (ran_out_of_memory(result->message)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                    "the picture needed more than %d GiB of memory: ask for a smaller one",
                    RENDER_MAX_MEMORY_GIB);
    } else if (*result->message) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER, "librsvg: %s", result->message);
    } else {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                    "the picture helper failed without saying why (status %d)", result->code);
    }
}

static gboolean has_format(GBytes *picture, SvgPictureFormat format)
{
    static const char *const magic[] = {
        [SVG_PICTURE_PNG] = "\x89PNG\r\n\x1a\n",
        [SVG_PICTURE_JPEG] = "\xff\xd8\xff",
    };
    gsize len;
    const char *data = g_bytes_get_data(picture, &len);
    gsize want = strlen(magic[format]);
    return len > want && memcmp(data, magic[format], want) == 0;
}

/* The picture, or why there is none. */
static GBytes *judge(SvgProcessResult *result, const SvgRenderOptions *options, GError **error)
{
    guint timeout_ms = options->timeout_ms;
    if (result->end == SVG_PROCESS_TIMED_OUT) {
        set_too_slow(timeout_ms, error);
    } else if (result->end == SVG_PROCESS_FLOODED) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                    "the picture helper sent more bytes than such a picture can have");
    } else if (result->end == SVG_PROCESS_SIGNALED && !ran_out_of_memory(result->message)) {
        set_signalled(result->code, timeout_ms, error);
    } else if (result->end == SVG_PROCESS_SIGNALED || result->code != 0) {
        set_failed(result, error);
    } else if (!has_format(result->output, options->format)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                    "the picture helper sent something that isn't a picture");
    } else {
        return g_steal_pointer(&result->output);
    }
    return NULL;
}

/* --- the picture ------------------------------------------------------------------------------ */

static gboolean check_view(SvgBox view, double px_per_unit, GError **error)
{
    const double values[] = {view.x, view.y, view.w, view.h};
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        if (!(fabs(values[i]) <= 2 * SVG_MAX_COORDINATE)) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                        "the view is out of range: coordinates go from -%g to %g",
                        SVG_MAX_COORDINATE, SVG_MAX_COORDINATE);
            return FALSE;
        }
    }
    if (!(view.w > 0 && view.h > 0)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                    "the view is empty: its width and height must be more than 0");
        return FALSE;
    }
    if (!(px_per_unit > 0 && isfinite(px_per_unit))) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                    "the drawing's scale isn't a positive number of px per unit");
        return FALSE;
    }
    return TRUE;
}

static PictureSize picture_size(SvgBox view, const SvgRenderOptions *options, double px_per_unit)
{
    guint limit = options->max_side ? MIN(options->max_side, SVG_MAX_PIXELS) : SVG_MAX_PIXELS;
    double longer = MAX(view.w, view.h);
    double side = longer * px_per_unit;
    if (side > limit || (options->fill && options->max_side)) {
        side = limit;
    }
    return (PictureSize){
        .w = (guint)CLAMP(round(side * (view.w / longer)), 1, limit),
        .h = (guint)CLAMP(round(side * (view.h / longer)), 1, limit),
    };
}

struct _SvgRender {
    SvgRenderOptions options;
    PictureSize size;
    double pixel; /* in document units, where outlines are one wide at least; else 0 */
    guint n_bands;
    GStrv argv, environment; /* of the helper */
    GAsyncQueue *copies;     /* GBytes, once: what is drawn; empty when nothing is */
    gint cancelled;          /* atomic */
    gatomicrefcount refs;    /* who asked for it, and the thread that attends to it */

    GMutex mutex;
    GCond is_done;
    gboolean done;   /* from then on the thread doesn't look at it */
    GSource *waiter; /* to be woken then; or NULL */
    GError *failed;  /* the helper couldn't be started */
    SvgProcessResult result;
};

static void render_unref(SvgRender *render)
{
    if (!g_atomic_ref_count_dec(&render->refs)) {
        return;
    }
    g_mutex_clear(&render->mutex);
    g_cond_clear(&render->is_done);
    g_clear_pointer(&render->copies, g_async_queue_unref);
    g_clear_error(&render->failed);
    svg_process_result_clear(&render->result);
    g_strfreev(render->argv);
    g_strfreev(render->environment);
    g_free(render);
}

/* Who asks for the shapes next has as much to do as the picture takes: it needs a processor. */
static gboolean is_asker_busy(SvgDocument *doc, const SvgRenderOptions *options, PictureSize size)
{
    SvgBox page = svg_document_page(doc);
    double share = svg_box_area(options->view) / MAX(svg_box_area(page), DBL_MIN);
    double n = doc->n_rendered, shown = n * MIN(share, 1);
    return options->shapes_next && LIST_US * n >= DRAW_US * shown + PIXEL_US * size.w * size.h;
}

static gint most_bands = RENDER_MAX_BANDS; /* atomic */

void svg_render_limit_bands(guint n)
{
    g_atomic_int_set(&most_bands, n ? (gint)MIN(n, RENDER_MAX_BANDS) : RENDER_MAX_BANDS);
}

static guint count_bands(SvgDocument *doc, const SvgRenderOptions *options, PictureSize size)
{
    guint processors = g_get_num_processors();
    if (doc && is_asker_busy(doc, options, size)) {
        processors--;
    }
    return CLAMP(MIN(processors, size.h / LEAST_ROWS), 1, (guint)g_atomic_int_get(&most_bands));
}

typedef SvgRun *(*StartFunc)(const SvgProcess *process, GError **error);

static SvgRun *start_helper(const SvgRender *render, StartFunc start, GError **error)
{
    PictureSize size = render->size;
    const SvgProcess process = {
        .argv = (const char *const *)render->argv,
        .environment = (const char *const *)render->environment,
        .max_output = (gsize)size.w * size.h * MAX_BYTES_PER_PIXEL + MAX_EXTRA_BYTES,
        .timeout_ms = render->options.timeout_ms,
        .cancelled = &render->cancelled,
    };
    g_autoptr(GError) cause = NULL;
    SvgRun *run = start(&process, &cause);
    if (!run) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_RENDER,
                    "the picture helper %s can't be started: %s", render->argv[0], cause->message);
    }
    return run;
}

static void tell_done(SvgRender *render)
{
    g_mutex_lock(&render->mutex);
    render->done = TRUE;
    g_cond_signal(&render->is_done);
    if (render->waiter) {
        g_source_set_ready_time(render->waiter, 0);
    }
    g_mutex_unlock(&render->mutex);
}

static void finish_helper(SvgRender *render, SvgRun *run, GBytes *copies)
{
    svg_run_finish(run, copies, &render->result);
    if (render->result.end == SVG_PROCESS_LOST &&
        (run = start_helper(render, svg_run_start, &render->failed))) {
        svg_process_result_clear(&render->result);
        svg_run_finish(run, copies, &render->result);
    }
}

/* Starting a program holds its thread up until the program runs: here, nobody waits for that. */
static void attend(gpointer data, G_GNUC_UNUSED gpointer unused)
{
    SvgRender *render = data;
    gboolean wanted = !g_atomic_int_get(&render->cancelled);
    SvgRun *run = wanted ? start_helper(render, svg_warm_start, &render->failed) : NULL;
    g_autoptr(GBytes) copies = g_async_queue_pop(render->copies);
    if (run && g_bytes_get_size(copies) > 0) {
        finish_helper(render, run, copies);
    } else if (run) {
        svg_run_cancel(run);
    }
    tell_done(render);
    render_unref(render);
}

/* Threads that attend to pictures: more at a time would only be in each other's way. */
static GThreadPool *attendants(void)
{
    static GThreadPool *pool;
    if (g_once_init_enter(&pool)) {
        int n = (int)g_get_num_processors();
        g_once_init_leave(&pool, g_thread_pool_new(attend, NULL, n, FALSE, NULL));
    }
    return pool;
}

/* With its helper started, which has libraries to load while the copy is made. `doc` is what is
 * drawn a view of, if it is there. */
static SvgRender *render_new(SvgDocument *doc, const SvgRenderOptions *options, double px_per_unit,
                             GError **error)
{
    g_autofree char *helper = NULL;
    if (!check_view(options->view, px_per_unit, error) ||
        !(helper = svg_render_find_helper(error))) {
        return NULL;
    }
    SvgRender *render = g_new0(SvgRender, 1);
    render->options = *options;
    if (!render->options.timeout_ms) {
        render->options.timeout_ms = DEFAULT_TIMEOUT_MS;
    }
    render->size = picture_size(options->view, options, px_per_unit);
    render->pixel = options->legible ? options->view.w / render->size.w : 0;
    render->n_bands = count_bands(doc, options, render->size);
    render->argv = helper_arguments(helper, &render->options, render->size, render->n_bands);
    render->environment = svg_render_environment();
    render->copies = g_async_queue_new_full((GDestroyNotify)g_bytes_unref);
    g_atomic_ref_count_init(&render->refs);
    g_atomic_ref_count_inc(&render->refs);
    g_mutex_init(&render->mutex);
    g_cond_init(&render->is_done);
    g_thread_pool_push(attendants(), render, NULL);
    return render;
}

/* Gives the helper the copies when they are whole; takes over both. NULL when not. */
static SvgRender *feed(SvgRender *render, GString *copies, gboolean whole)
{
    g_string_truncate(copies, whole ? copies->len : 0);
    g_async_queue_push(render->copies, g_string_free_to_bytes(copies));
    if (!whole) {
        g_clear_pointer(&render, svg_render_cancel);
    }
    return render;
}

/* What a band of `n` shows and some pixels more: edges are softened. */
static SvgBox band_area(const SvgRender *render, guint i, guint n)
{
    SvgBox view = render->options.view;
    PictureSize size = render->size;
    guint from = size.h * i / n, to = size.h * (i + 1) / n;
    double x_unit = view.w / size.w, y_unit = view.h / size.h;
    return (SvgBox){view.x - MARGIN_PX * x_unit, view.y + (from - (double)MARGIN_PX) * y_unit,
                    view.w + 2 * MARGIN_PX * x_unit, (to - from + 2.0 * MARGIN_PX) * y_unit};
}

/* One for each band, as protocol.h says, or one for all when they would be the same. */
static gboolean print_copies(SvgRender *render, SvgDocument *doc, GString *out, GError **error)
{
    guint n = svg_part_is_whole(doc) ? 1 : render->n_bands;
    g_autofree char *edge = svg_page_edge(doc, render->options.view, render->pixel);
    for (guint i = 0; i < n; i++) {
        g_autoptr(GBytes) part =
            svg_part_print(doc, band_area(render, i, render->n_bands), render->pixel);
        g_string_append_len(out, "", i > 0); /* a NUL */
        if (!svg_view_copy(part, render->options.view, edge, out, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

SvgRender *svg_render_start(SvgDocument *doc, const SvgRenderOptions *options, GError **error)
{
    SvgRenderOptions complete = *options;
    if (svg_box_is_empty(complete.view)) {
        complete.view = svg_document_page(doc);
    }
    SvgRender *render = render_new(doc, &complete, svg_document_px_per_unit(doc), error);
    if (!render) {
        return NULL;
    }
    SvgBox all = band_area(render, 0, 1);
    /* While the helper loads its libraries. */
    gboolean looked = complete.shapes_next && svg_scene_look(doc, &all);
    GString *copies = g_string_new(NULL);
    gboolean printed = print_copies(render, doc, copies, error);
    if (looked) {
        svg_index_drop(doc);
    }
    return feed(render, copies, printed);
}

/* --- its end ---------------------------------------------------------------------------------- */

typedef struct {
    GSource source;
    SvgRenderFunc func;
    gpointer data;
} Waiter;

static gboolean wake(GSource *source, GSourceFunc func, gpointer data)
{
    (void)func, (void)data;
    const Waiter *waiter = (Waiter *)source;
    waiter->func(waiter->data); /* may free all of this */
    return G_SOURCE_REMOVE;
}

void svg_render_when_done(SvgRender *render, SvgRenderFunc func, gpointer data)
{
    static GSourceFuncs funcs = {.dispatch = wake};
    GSource *source = g_source_new(&funcs, sizeof(Waiter));
    ((Waiter *)source)->func = func;
    ((Waiter *)source)->data = data;
    g_source_attach(source, g_main_context_get_thread_default());
    g_mutex_lock(&render->mutex);
    render->waiter = source;
    g_source_set_ready_time(source, render->done ? 0 : -1);
    g_mutex_unlock(&render->mutex);
}

static void drop_waiter(SvgRender *render)
{
    g_mutex_lock(&render->mutex);
    GSource *source = g_steal_pointer(&render->waiter);
    g_mutex_unlock(&render->mutex);
    if (source) {
        g_source_destroy(source);
        g_source_unref(source);
    }
}

void svg_render_cancel(SvgRender *render)
{
    if (render) {
        drop_waiter(render);
        g_atomic_int_set(&render->cancelled, TRUE);
        render_unref(render);
    }
}

GBytes *svg_render_finish(SvgRender *render, GError **error)
{
    GBytes *picture = NULL;
    drop_waiter(render);
    g_mutex_lock(&render->mutex);
    while (!render->done) {
        g_cond_wait(&render->is_done, &render->mutex);
    }
    g_mutex_unlock(&render->mutex);
    if (render->failed) {
        g_propagate_error(error, g_steal_pointer(&render->failed));
    } else {
        picture = judge(&render->result, &render->options, error);
    }
    render_unref(render);
    return picture;
}

GBytes *svg_render(SvgDocument *doc, const SvgRenderOptions *options, GError **error)
{
    SvgRender *render = svg_render_start(doc, options, error);
    return render ? svg_render_finish(render, error) : NULL;
}

SvgRender *svg_render_start_bytes(GBytes *svg, const SvgRenderOptions *options, double px_per_unit,
                                  GError **error)
{
    SvgRender *render = render_new(NULL, options, px_per_unit, error);
    if (render) {
        GString *copy = g_string_new(NULL);
        gboolean printed = svg_view_copy(svg, options->view, "", copy, error);
        render = feed(render, copy, printed);
    }
    return render;
}

GBytes *svg_render_bytes(GBytes *svg, const SvgRenderOptions *options, double px_per_unit,
                         GError **error)
{
    SvgRender *render = svg_render_start_bytes(svg, options, px_per_unit, error);
    return render ? svg_render_finish(render, error) : NULL;
}
