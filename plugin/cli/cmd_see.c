/* fairy see: what a model would see. */
#include "commands.h"
#include "overlay.h"
#include "print.h"
#include "see_prompt.h"

#include <fairy/view.h>
#include <svg/render.h>
#include <svg/shape.h>

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
    render.legible = TRUE;
    return svg_render_start(doc, &render, error);
}

static gboolean save_outlines(SvgDocument *doc, const CliOptions *options, GError **error)
{
    SvgRenderOptions render = picture_options(options, options->outlines);
    g_autoptr(GBytes) bytes = svg_render_outlines(doc, &render, error);
    return bytes != NULL && cli_write_picture(options->outlines, bytes, error);
}

static gboolean save_overlay(SvgDocument *doc, const CliOptions *options, GError **error)
{
    SvgRenderOptions render = picture_options(options, options->overlay);
    render.legible = TRUE;
    g_autoptr(CliOverlay) overlay = cli_overlay_new(doc, options, error);
    guint n = 0;
    const SvgMark *marks = overlay != NULL ? cli_overlay_marks(overlay, &n) : NULL;
    SvgRender *picture =
        overlay != NULL ? svg_render_start_marked(doc, &render, marks, n, error) : NULL;
    g_autoptr(GBytes) bytes = picture != NULL ? svg_render_finish(picture, error) : NULL;
    return bytes != NULL && cli_write_picture(options->overlay, bytes, error);
}

/* Takes `picture`; waits for it, also where it isn't `wanted` any more. */
static gboolean save_picture(SvgRender *picture, gboolean wanted, const CliOptions *options,
                             GError **error)
{
    g_autoptr(GBytes) bytes = svg_render_finish(picture, error);
    return bytes != NULL && (!wanted || cli_write_picture(options->screenshot, bytes, error));
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
    cli_print_text(stdout, text, -1);
    if (!options->lines) {
        cli_print_text(stdout, "\n", -1);
    }
    return cli_flush(error);
}

/* What is for something else than is asked; NULL = nothing. */
static const char *misfit(const CliOptions *options)
{
    if (options->size > 0 && options->screenshot == NULL && options->outlines == NULL &&
        options->overlay == NULL) {
        return "--size is for a picture; add --screenshot OUT.png";
    }
    if (options->prompt) {
        return options->session != NULL && options->no_session
                   ? "--session and --no-session exclude each other; keep one"
                   : NULL;
    }
    return options->mode != FAIRY_MODE_NONE ? "--mode is for what is sent; add --prompt"
           : options->context != NULL       ? "--context is for what is sent; add --prompt"
           : options->projects != NULL      ? "--projects is for what is sent; add --prompt"
           : options->session != NULL       ? "--session is for what is sent; add --prompt"
           : options->operands[1] != NULL   ? "PROMPT is for what is sent; add --prompt"
                                            : NULL;
}

int cli_see(const CliOptions *options)
{
    const char *why = misfit(options);
    if (why != NULL) {
        return cli_print_failure(CLI_EXIT_USAGE, "%s", why);
    }
    g_autoptr(GError) error = NULL, no_picture = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(options->operands[0], &error);
    if (doc == NULL) {
        return cli_print_error(error);
    }
    SvgRender *picture =
        options->screenshot != NULL ? start_picture(doc, options, &no_picture) : NULL;
    gboolean described =
        options->prompt ? cli_see_prompt(doc, options, &error) : describe(doc, options, &error);
    gboolean saved = picture == NULL || save_picture(picture, described, options, &no_picture);
    if (described && options->outlines != NULL) {
        described = save_outlines(doc, options, &error);
    }
    if (described && options->overlay != NULL) {
        described = save_overlay(doc, options, &error);
    }
    if (!described) {
        return cli_print_error(error);
    }
    return saved && no_picture == NULL ? CLI_EXIT_DONE : cli_print_error(no_picture);
}
