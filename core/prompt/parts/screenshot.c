/* A picture of the view. */
#include "prompt/part.h"

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

static void write_part(const FairyWriting *writing, GString *out)
{
    (void)out;
    const FairyComposeOptions *options = writing->options;
    gboolean blank = !*writing->scene->shapes && !*writing->scene->omitted;
    if (!options->capabilities->images || blank) {
        return;
    }
    double px = svg_document_px_per_unit(options->doc);
    Size size = picture_size(writing->view, px, options->capabilities);
    SvgRenderOptions render = {.view = writing->view,
                               .max_side = (guint)MAX(size.w, size.h),
                               .fill = TRUE,
                               .format = SVG_PICTURE_JPEG,
                               .background = 0xffffff};
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) picture = svg_render(options->doc, &render, &error);
    if (error && options->no_picture) {
        *options->no_picture = g_strdup(error->message);
    }
    if (picture) {
        fairy_message_add_image(writing->message, "picture", picture, "image/jpeg", size.w, size.h);
    }
}

const FairyPart fairy_part_screenshot = {
    .name = "screenshot",
    .place = FAIRY_PART_STATE,
    .write = write_part,
};
