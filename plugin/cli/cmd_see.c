/* fairy see: what a model would see. */
#include "commands.h"
#include "report.h"

#include <fairy/view.h>
#include <svg/render.h>

enum { WHITE = 0xffffff };

static gboolean draw(SvgDocument *doc, const CliOptions *options, GError **error)
{
    g_autofree char *lower = g_ascii_strdown(options->screenshot, -1);
    SvgRenderOptions render = {
        .view = options->view,
        .max_side = options->size,
        .fill = options->size > 0,
        .format = g_str_has_suffix(lower, ".png") ? SVG_PICTURE_PNG : SVG_PICTURE_JPEG,
        .background = WHITE,
    };
    g_autoptr(GBytes) picture = svg_render(doc, &render, error);
    return picture != NULL && svg_file_write(options->screenshot, picture, error);
}

static gboolean describe(SvgDocument *doc, const CliOptions *options, GError **error)
{
    g_autoptr(FairyCoords) coords =
        fairy_coords_new_document(options->origin, svg_document_page(doc));
    FairyViewOptions view = {
        .view = options->view,
        .selection = (const char *const *)options->select,
        .detail = options->simple ? FAIRY_DETAIL_SIMPLE : FAIRY_DETAIL_BLURRY,
    };
    cJSON *json = fairy_view(doc, coords, &view, error);
    if (json == NULL) {
        return FALSE;
    }
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    puts(text);
    cJSON_free(text);
    return cli_flush(error);
}

int cli_see(const CliOptions *options)
{
    if (options->size > 0 && options->screenshot == NULL) {
        return cli_print_failure(CLI_EXIT_USAGE,
                                 "--size is for a picture; add --screenshot OUT.png");
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(options->operands[0], &error);
    if (doc == NULL || !describe(doc, options, &error) ||
        (options->screenshot != NULL && !draw(doc, options, &error))) {
        return cli_print_error(error);
    }
    return CLI_EXIT_DONE;
}
