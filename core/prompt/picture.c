/* How large a picture a model is shown, and the drawing of it beside all else. */
#include "prompt/part.h"

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

static SvgRender *start(const FairyComposeOptions *options, Size *size, GError **error)
{
    SvgDocument *doc = options->doc;
    SvgBox view = fairy_part_has_area(options->view) ? options->view : svg_document_page(doc);
    *size = picture_size(view, svg_document_px_per_unit(doc), options->capabilities);
    SvgRenderOptions render = {.view = view,
                               .max_side = (guint)MAX(size->w, size->h),
                               .fill = TRUE,
                               .format = SVG_PICTURE_JPEG,
                               .background = 0xffffff};
    return svg_render_start(doc, &render, error);
}

/* Takes `error`, and takes what is drawn, which is waited for; NULL when it couldn't be begun. */
static FairyPicture *finish(SvgRender *render, Size size, GError *error)
{
    FairyPicture *picture = g_new0(FairyPicture, 1);
    picture->jpeg = render ? svg_render_finish(render, &error) : NULL;
    picture->width = size.w;
    picture->height = size.h;
    picture->why = error ? g_strdup(error->message) : NULL;
    g_clear_error(&error);
    return picture;
}

FairyPicture *fairy_picture_draw(const FairyComposeOptions *options)
{
    GError *error = NULL;
    Size size;
    if (!is_shown(options)) {
        return NULL;
    }
    SvgRender *render = start(options, &size, &error);
    return finish(render, size, error);
}

void fairy_picture_free(FairyPicture *picture)
{
    if (picture) {
        g_clear_pointer(&picture->jpeg, g_bytes_unref);
        g_free(picture->why);
        g_free(picture);
    }
}

/* --- beside all else -------------------------------------------------------------------------- */

struct _FairyPainting {
    SvgRender *render; /* NULL: it couldn't be begun; the source tells why */
    GSource *failed;
    GError *error;
    Size size;
    FairyPaintedFunc func;
    gpointer data;
};

static void on_done(gpointer data)
{
    FairyPainting *painting = data;
    FairyPaintedFunc func = painting->func;
    gpointer func_data = painting->data;
    FairyPicture *picture = finish(g_steal_pointer(&painting->render), painting->size,
                                   g_steal_pointer(&painting->error));
    fairy_painting_free(painting);
    func(picture, func_data);
}

static gboolean on_failed(gpointer data)
{
    on_done(data);
    return G_SOURCE_REMOVE;
}

FairyPainting *fairy_painting_start(const FairyComposeOptions *options, FairyPaintedFunc func,
                                    gpointer data)
{
    if (!is_shown(options)) {
        return NULL;
    }
    FairyPainting *painting = g_new0(FairyPainting, 1);
    painting->func = func;
    painting->data = data;
    painting->render = start(options, &painting->size, &painting->error);
    if (painting->render) {
        svg_render_when_done(painting->render, on_done, painting);
    } else {
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
    svg_render_cancel(painting->render);
    if (painting->failed) {
        g_source_destroy(painting->failed);
        g_source_unref(painting->failed);
    }
    g_clear_error(&painting->error);
    g_free(painting);
}
