/* How large a picture a model is shown, and the drawing of it beside all else. */
#include "prompt/part.h"

#include <fairy/limits.h>
#include <fairy/picture.h>
#include <svg/render.h>

#include <math.h>

#define PATCH_SIDE 28   /* px: pictures are paid for by patches of this size (model-apis.md 1.7) */
#define USUAL_EDGE 1568 /* px: what every model looks at in full */
#define ENOUGH     2    /* times as large as on a screen: more shows no more, and costs */
#define ROUNDING   1e-6 /* px */
#define LEAST_EDGE 768  /* px: but what is tiny on a screen is shown larger */

typedef struct {
    int w, h; /* px */
} Size;

/* As large as the model looks at in full, if there is so much to see. */
static Size picture_size(SvgBox view, double px, const FairyCapabilities *capabilities)
{
    double edge = capabilities->image_edge ? MIN(capabilities->image_edge, USUAL_EDGE) : USUAL_EDGE;
    double enough = MAX(ENOUGH * px * MAX(view.w, view.h), LEAST_EDGE);
    double scale = MIN(edge, enough) / MAX(view.w, view.h);
    double patches = view.w * view.h * scale * scale / (PATCH_SIDE * PATCH_SIDE);
    if (capabilities->image_tokens && patches > capabilities->image_tokens) {
        scale *= sqrt(capabilities->image_tokens / patches);
    }
    return (Size){(int)MAX(1, floor(view.w * scale + ROUNDING)),
                  (int)MAX(1, floor(view.h * scale + ROUNDING))};
}

static gboolean is_shown(const FairyComposeOptions *options)
{
    const FairyMode *mode = fairy_mode(options->mode ? options->mode : FAIRY_MODE_ONE_SHOTTING);
    return options->capabilities->images && mode->active &&
           g_strv_contains(mode->parts, fairy_part_screenshot.name);
}

/* One picture being drawn. */
typedef struct {
    SvgBox view;
    SvgRender *render; /* NULL: it couldn't be begun; the error tells why */
    GError *error;
    Size size;
} Canvas;

static void start(Canvas *canvas, const FairyComposeOptions *options, SvgBox view)
{
    SvgDocument *doc = options->doc;
    canvas->view = fairy_part_has_area(view) ? view : svg_document_page(doc);
    canvas->size = picture_size(canvas->view, svg_document_px_per_unit(doc), options->capabilities);
    SvgRenderOptions render = {.view = canvas->view,
                               .max_side = (guint)MAX(canvas->size.w, canvas->size.h),
                               .fill = TRUE,
                               .format = SVG_PICTURE_JPEG,
                               .background = 0xffffff,
                               .legible = TRUE};
    canvas->render = svg_render_start(doc, &render, &canvas->error);
}

/* What is drawn is waited for. */
static FairyPicture *finish(Canvas *canvas)
{
    FairyPicture *picture = g_new0(FairyPicture, 1);
    SvgRender *render = g_steal_pointer(&canvas->render);
    picture->jpeg = render ? svg_render_finish(render, &canvas->error) : NULL;
    picture->width = canvas->size.w;
    picture->height = canvas->size.h;
    picture->area = canvas->view;
    picture->why = canvas->error ? g_strdup(canvas->error->message) : NULL;
    return picture;
}

void fairy_picture_free(FairyPicture *picture)
{
    while (picture) {
        FairyPicture *next = picture->next;
        if (picture->jpeg) {
            g_bytes_unref(picture->jpeg);
        }
        g_free(picture->why);
        g_free(picture);
        picture = next;
    }
}

/* --- beside all else -------------------------------------------------------------------------- */

struct _FairyPainting {
    Canvas canvases[FAIRY_MAX_PICTURES];
    guint n, n_left; /* that aren't drawn yet */
    GSource *failed; /* none could be begun */
    FairyPaintedFunc func;
    gpointer data;
};

static FairyPainting *painting_new(const FairyComposeOptions *options)
{
    FairyPainting *painting = g_new0(FairyPainting, 1);
    painting->n = CLAMP(options->n_areas, 1, FAIRY_MAX_PICTURES);
    for (guint i = 0; i < painting->n; i++) {
        start(&painting->canvases[i], options,
              options->n_areas ? options->areas[i] : options->view);
    }
    return painting;
}

static FairyPicture *finish_all(FairyPainting *painting)
{
    FairyPicture *first = NULL;
    for (guint i = painting->n; i-- > 0;) {
        FairyPicture *picture = finish(&painting->canvases[i]);
        picture->next = first;
        first = picture;
    }
    fairy_painting_free(painting);
    return first;
}

FairyPicture *fairy_picture_draw(const FairyComposeOptions *options)
{
    return is_shown(options) ? finish_all(painting_new(options)) : NULL;
}

static void tell(FairyPainting *painting)
{
    FairyPaintedFunc func = painting->func;
    gpointer data = painting->data;
    func(finish_all(painting), data);
}

static void on_done(gpointer data)
{
    FairyPainting *painting = data;
    if (--painting->n_left == 0) {
        tell(painting);
    }
}

static gboolean on_failed(gpointer data)
{
    tell(data);
    return G_SOURCE_REMOVE;
}

FairyPainting *fairy_painting_start(const FairyComposeOptions *options, FairyPaintedFunc func,
                                    gpointer data)
{
    if (!is_shown(options)) {
        return NULL;
    }
    FairyPainting *painting = painting_new(options);
    painting->func = func;
    painting->data = data;
    for (guint i = 0; i < painting->n; i++) {
        SvgRender *render = painting->canvases[i].render;
        if (render) {
            painting->n_left++;
            svg_render_when_done(render, on_done, painting);
        }
    }
    if (painting->n_left == 0) {
        painting->failed = g_idle_source_new();
        g_source_set_callback(painting->failed, on_failed, painting, NULL);
        g_source_attach(painting->failed, g_main_context_get_thread_default());
    }
    return painting;
}

void fairy_painting_free(FairyPainting *painting)
{
    if (!painting) {
        return;
    }
    for (guint i = 0; i < painting->n; i++) {
        svg_render_cancel(painting->canvases[i].render);
        g_clear_error(&painting->canvases[i].error);
    }
    if (painting->failed) {
        g_source_destroy(painting->failed);
        g_source_unref(painting->failed);
    }
    g_free(painting);
}
