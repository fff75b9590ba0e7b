/* fairy see: what a model would see. */
#include "commands.h"
#include "edit.h"
#include "report.h"

#include <fairy/compose.h>
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

/* Here is one fairy, which has just come to the drawing. */
static void say_what_lacks(const FairyMode *mode)
{
    static const char *const parts[][2] = {
        {"project", "a project"},
        {"project-brief", "a project"},
        {"solo-tasks", "tasks"},
        {"task", "a task"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (g_strv_contains(mode->parts, parts[i][0])) {
            fprintf(stderr, "fairy: in the mode %s there would be %s, too; here is none\n",
                    mode->name, parts[i][1]);
            return;
        }
    }
}

/* What a fairy would send, but for the words. */
static gboolean print_prompt(SvgDocument *doc, const CliOptions *options, GError **error)
{
    static const FairyModelNeeds needs = {.prompt = TRUE, .images = TRUE};
    g_autoptr(FairyCoords) coords =
        fairy_coords_new(options->origin, fairy_coords_step_for(svg_document_page(doc)));
    FairyModeId mode = options->mode ? options->mode : FAIRY_MODE_ONE_SHOTTING;
    FairyComposeOptions compose = {
        .mode = mode,
        .doc = doc,
        .coords = coords,
        .view = options->view,
        .selection = (const char *const *)options->select,
        .needs = &needs,
        .max_tokens = options->max_tokens,
    };
    g_autoptr(FairyPrompt) prompt =
        cli_check_selection(doc, options->select, error) ? fairy_compose(&compose, error) : NULL;
    if (prompt == NULL) {
        return FALSE;
    }
    say_what_lacks(fairy_mode(mode));
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
    if (options->mode != FAIRY_MODE_NONE && !options->prompt) {
        return cli_print_failure(CLI_EXIT_USAGE, "--mode is for what is sent; add --prompt");
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
