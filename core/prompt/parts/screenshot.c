/* A picture of the view. */
#include "prompt/part.h"

#include <svg/render.h>

#include <math.h>

#define PATCH_SIDE 28   /* px: pictures are paid for by patches of this size (model-apis.md 1.7) */
#define USUAL_EDGE 1568 /* px: what every model looks at in full */

typedef struct {
    int w, h; /* px */
} Size;

/* As large as the model looks at in full. */
static Size picture_size(SvgBox view, const FairyModelNeeds *needs)
{
    double edge = needs->image_edge ? MIN(needs->image_edge, USUAL_EDGE) : USUAL_EDGE;
    double scale = edge / MAX(view.w, view.h);
    double patches = view.w * view.h * scale * scale / (PATCH_SIDE * PATCH_SIDE);
    if (needs->image_tokens && patches > needs->image_tokens) {
        scale *= sqrt(needs->image_tokens / patches);
    }
    return (Size){(int)MAX(1, floor(view.w * scale)), (int)MAX(1, floor(view.h * scale))};
}

static void write_part(const FairyWriting *writing, GString *out)
{
    (void)out;
    const FairyComposeOptions *options = writing->options;
    gboolean blank = !*writing->scene->shapes && !*writing->scene->omitted;
    if (!options->needs->images || blank) {
        return;
    }
    Size size = picture_size(writing->view, options->needs);
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
        fairy_speech_image(writing->speech, "picture", picture, "image/jpeg", size.w, size.h);
    }
}

const FairyPart fairy_part_screenshot = {
    .name = "screenshot",
    .place = FAIRY_PART_STATE,
    .write = write_part,
};
