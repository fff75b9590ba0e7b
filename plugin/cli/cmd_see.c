/* fairy see: what a model would see. */
#include "commands.h"
#include "report.h"

#include <fairy/compose.h>
#include <svg/render.h>

enum { WHITE = 0xffffff };

static SvgRenderOptions picture_options(const CliOptions *options, const char *path)
{
    g_autofree char *lower = g_ascii_strdown(path, -1);
    return (SvgRenderOptions){
        .view = options->view,
        .max_side = options->size,
        .fill = options->size > 0,
        .format = g_str_has_suffix(lower, ".png") ? SVG_PICTURE_PNG : SVG_PICTURE_JPEG,
        .background = WHITE,
        .shapes_next = TRUE,
    };
}

/* Starts the picture, which is made beside us while we describe the drawing. */
static SvgRender *start_picture(SvgDocument *doc, const CliOptions *options, GError **error)
{
    SvgRenderOptions render = picture_options(options, options->screenshot);
    return svg_render_start(doc, &render, error);
}

static gboolean save_overlay(SvgDocument *doc, const CliOptions *options, GError **error)
{
    SvgRenderOptions render = picture_options(options, options->overlay);
    g_autoptr(GBytes) bytes = svg_render_overlay(doc, &render, error);
    return bytes != NULL && svg_file_write(options->overlay, bytes, error);
}

/* Takes `picture`; waits for it, also where it isn't `wanted` any more. */
static gboolean save_picture(SvgRender *picture, gboolean wanted, const CliOptions *options,
                             GError **error)
{
    g_autoptr(GBytes) bytes = svg_render_finish(picture, error);
    return bytes != NULL && (!wanted || svg_file_write(options->screenshot, bytes, error));
}

/* What "ask" would send, but for the words. */
static gboolean print_prompt(SvgDocument *doc, const CliOptions *options, GError **error)
{
    static const FairyModelNeeds needs = {.prompt = TRUE, .images = TRUE};
    g_autoptr(FairyCoords) coords =
        fairy_coords_new(options->origin, fairy_coords_step_for(svg_document_page(doc)));
    FairyComposeOptions compose = {
        .doc = doc,
        .coords = coords,
        .view = options->view,
        .selection = (const char *const *)options->select,
        .needs = &needs,
        .max_tokens = options->max_tokens,
    };
    g_autoptr(FairyPrompt) prompt = fairy_compose(&compose, error);
    if (prompt == NULL) {
        return FALSE;
    }
    g_autofree char *text = fairy_prompt_show(prompt);
    fputs(text, stdout);
    return cli_flush(error);
}

static gboolean describe(SvgDocument *doc, const CliOptions *options, GError **error)
{
    g_autoptr(FairyCoords) coords =
        fairy_coords_new_document(options->origin, svg_document_page(doc));
    FairyViewOptions view = {
        .view = options->view,
        .selection = (const char *const *)options->select,
        .detail = options->simple ? FAIRY_DETAIL_SIMPLE : FAIRY_DETAIL_BLURRY,
        .max_tokens = options->max_tokens,
        .lines = options->lines,
    };
    g_autofree char *text = fairy_view(doc, coords, &view, error);
    if (text == NULL) {
        return FALSE;
    }
    fputs(text, stdout);
    if (!options->lines) {
        putchar('\n');
    }
    return cli_flush(error);
}

int cli_see(const CliOptions *options)
{
    if (options->size > 0 && options->screenshot == NULL && options->overlay == NULL) {
        return cli_print_failure(CLI_EXIT_USAGE,
                                 "--size is for a picture; add --screenshot OUT.png");
    }
    g_autoptr(GError) error = NULL, no_picture = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(options->operands[0], &error);
    if (doc == NULL) {
        return cli_print_error(error);
    }
    SvgRender *picture =
        options->screenshot != NULL ? start_picture(doc, options, &no_picture) : NULL;
    gboolean described =
        options->prompt ? print_prompt(doc, options, &error) : describe(doc, options, &error);
    gboolean saved = picture == NULL || save_picture(picture, described, options, &no_picture);
    if (described && options->overlay != NULL) {
        described = save_overlay(doc, options, &error);
    }
    if (!described) {
        return cli_print_error(error);
    }
    return saved && no_picture == NULL ? CLI_EXIT_DONE : cli_print_error(no_picture);
}
