/* One request as a conversation: instructions, history, the drawing as it is now, the words. */
#include "prompt/system.h"

#include <fairy/compose.h>
#include <fairy/limits.h>
#include <fairy/scene_data.h>
#include <fairy/tokens.h>
#include <svg/render.h>

#include <math.h>
#include <string.h>

#define PATCH_SIDE   28 /* px: pictures are paid for by patches of this size (model-apis.md 1.7) */
#define USUAL_EDGE   1568 /* px: what every model looks at in full */
#define MOST_COLOURS 12   /* colours and fonts that are told */

/* --- the picture ------------------------------------------------------------------------------ */

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

static void add_picture(FairySpeech *speech, const FairyComposeOptions *options, SvgBox view)
{
    Size size = picture_size(view, options->needs);
    SvgRenderOptions render = {.view = view,
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
        fairy_speech_image(speech, "picture", picture, "image/jpeg", size.w, size.h);
    }
}

/* --- the drawing ------------------------------------------------------------------------------ */

static void append_part(GString *out, const char *heading, const char *text)
{
    const char *begin = text && *text == '\n' ? text + 1 : text;
    if (begin && *begin && !g_str_equal(begin, "[]")) {
        gboolean lines = begin != text || strchr(begin, '\n');
        gboolean ended = g_str_has_suffix(begin, "\n");
        g_string_append_printf(out, "%s:%s%s%s", heading, lines ? "\n" : " ", begin,
                               ended ? "" : "\n");
    }
}

static char *state_text(const FairyComposeOptions *options, SvgBox view, GError **error)
{
    FairyViewOptions asked = {.view = view,
                              .selection = options->selection,
                              .max_tokens =
                                  options->max_tokens ? options->max_tokens : FAIRY_VIEW_TOKENS,
                              .lines = TRUE};
    g_autoptr(FairyScene) scene = fairy_scene_new(options->doc, options->coords, &asked, error);
    if (!scene) {
        return NULL;
    }
    g_autofree char *pages = fairy_pages_json(options->doc, options->coords);
    g_autofree char *layers = fairy_layers_json(options->doc);
    g_autofree char *style = fairy_style_json(options->doc, MOST_COLOURS);
    g_autofree char *todos_text = NULL;
    if (options->todos && fairy_todos_items(options->todos)->len) {
        cJSON *todos = fairy_todos_json(options->todos);
        todos_text = cJSON_PrintUnformatted(todos);
        cJSON_Delete(todos);
    }
    GString *out = g_string_new("The drawing as it is now.\n");
    append_part(out, "pages", pages);
    append_part(out, "layers", layers);
    append_part(out, "colours and fonts in use", style);
    append_part(out, "your view", scene->view);
    append_part(out, "shapes", *scene->shapes ? scene->shapes : "none in your view");
    append_part(out, "not listed", scene->omitted);
    append_part(out, "clusters outside your view", scene->clusters);
    append_part(out, "possible faults", scene->lints);
    append_part(out, "selected by the person (\"this\", \"these\")", scene->selected);
    append_part(out, "your list of things to do", todos_text);
    return g_string_free(out, FALSE);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void add_history(FairyPrompt *prompt, const GPtrArray *history)
{
    for (guint i = 0; history && i < history->len; i++) {
        const FairySpeech *old = history->pdata[i];
        FairySpeech *speech = fairy_prompt_speech(prompt, old->role);
        for (guint k = 0; k < old->pieces->len; k++) {
            const FairyPiece *piece = old->pieces->pdata[k];
            fairy_speech_text(speech, piece->name, g_strdup(piece->text));
        }
        ((FairyPiece *)speech->pieces->pdata[speech->pieces->len - 1])->stable = TRUE;
    }
}

FairyPrompt *fairy_compose(const FairyComposeOptions *options, GError **error)
{
    SvgBox view = svg_box_is_empty(options->view) ? svg_document_page(options->doc) : options->view;
    g_autofree char *state = state_text(options, view, error);
    if (!state) {
        return NULL;
    }
    gboolean picture = options->needs->images && svg_document_shapes(options->doc)->len > 0;
    FairyPrompt *prompt = fairy_prompt_new();
    prompt->actions = fairy_actions_offered();
    fairy_system_write(prompt, prompt->actions, picture);
    add_history(prompt, options->history);
    FairySpeech *now = fairy_prompt_speech(prompt, FAIRY_ROLE_USER);
    if (picture) {
        add_picture(now, options, view);
    }
    fairy_speech_text(now, "drawing", g_steal_pointer(&state));
    if (options->words) {
        fairy_speech_text(now, "words", g_strdup(options->words));
    }
    return prompt;
}
