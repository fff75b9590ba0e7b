/* Pictures are files in the runtime folder, one of each kind for a drawing. */
#include "picture.h"

#include "turn_priv.h"

#include <fairy/runtime.h>
#include <svg/render.h>

#include <glib/gstdio.h>

enum { SIDE = 480 /* px */, TIMEOUT_MS = 5000 };

typedef struct {
    Turn *turn;
    SvgRender *render;
    const char *when;
} Sketch;

/* The caller's; NULL where there is no folder. */
static char *path_of(const Drawing *drawing, const char *when)
{
    g_autofree char *folder = fairy_runtime_folder(NULL);
    g_autofree char *name = g_strdup_printf("picture-%u-%s.png", drawing->number, when);
    return folder != NULL ? g_build_filename(folder, name, NULL) : NULL;
}

static void show_picture(Turn *turn, const char *when, GBytes *png)
{
    g_autofree char *path = path_of(turn->drawing, when);
    if (path == NULL ||
        !g_file_set_contents_full(path, g_bytes_get_data(png, NULL), (gssize)g_bytes_get_size(png),
                                  G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL)) {
        return;
    }
    cJSON *event = new_event("picture");
    cJSON_AddStringToObject(event, "when", when);
    cJSON_AddStringToObject(event, "path", path);
    drawing_show(turn->drawing, event, TRUE);
}

static void on_drawn(gpointer data)
{
    Sketch *sketch = data;
    Turn *turn = sketch->turn;
    g_autoptr(GBytes) png = svg_render_finish(sketch->render, NULL);
    if (turn_back(turn) && png != NULL) {
        show_picture(turn, sketch->when, png);
    }
    g_free(sketch);
}

void turn_picture(Turn *turn, const char *when)
{
    const Drawing *drawing = turn->drawing;
    const SvgRenderOptions options = {.view = SVG_BOX_EMPTY,
                                      .max_side = SIDE,
                                      .fill = TRUE,
                                      .background = 0xffffff,
                                      .timeout_ms = TIMEOUT_MS};
    gsize len = 0;
    const char *text = g_bytes_get_data(drawing->bytes, &len);
    g_autoptr(SvgDocument) doc = desk_n_attached(drawing->desk) > 0
                                     ? svg_document_parse(text, len, drawing->name, NULL)
                                     : NULL;
    SvgRender *render = doc != NULL ? svg_render_start(doc, &options, NULL) : NULL;
    if (render != NULL) {
        Sketch *sketch = g_new(Sketch, 1);
        *sketch = (Sketch){turn_hold(turn), render, when};
        svg_render_when_done(render, on_drawn, sketch);
    }
}

void drawing_remove_pictures(const Drawing *drawing)
{
    static const char *const whens[] = {"before", "after"};
    for (gsize i = 0; i < G_N_ELEMENTS(whens); i++) {
        g_autofree char *path = path_of(drawing, whens[i]);
        if (path != NULL) {
            g_unlink(path);
        }
    }
}
