/* fairy lint: what may look wrong in drawings. */
#include "commands.h"
#include "print.h"

#include <svg/house.h>

#include <cjson/cJSON.h>

#include <string.h>

enum { MAX_IDS = 8 };

/* "a", "b" and "c"; when there are very many, the first of them. */
static char *join_ids(char *const *ids)
{
    guint n = g_strv_length((char **)ids), shown = n > MAX_IDS ? MAX_IDS : n;
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < shown; i++) {
        const char *before = i == 0 ? "" : i + 1 < n ? ", " : " and ";
        g_string_append_printf(out, "%s\"%s\"", before, ids[i]);
    }
    if (n > shown) {
        g_string_append_printf(out, " and %u more", n - shown);
    }
    return g_string_free(out, FALSE);
}

static void print_lines(const char *file, const GPtrArray *lints)
{
    for (guint i = 0; i < lints->len; i++) {
        const SvgLint *lint = lints->pdata[i];
        g_autofree char *ids = join_ids(lint->ids);
        cli_print_line(stdout, "%s: %s: %s: %s Fix: %s", file, svg_lint_name(lint->type), ids,
                       lint->message, svg_lint_fix(lint->type));
    }
}

static cJSON *new_lint(const SvgLint *lint)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", svg_lint_name(lint->type));
    cJSON_AddItemToObject(
        object, "shapeIds",
        cJSON_CreateStringArray((const char *const *)lint->ids, (int)g_strv_length(lint->ids)));
    cJSON_AddStringToObject(object, "message", lint->message);
    cJSON_AddStringToObject(object, "fix", svg_lint_fix(lint->type));
    return object;
}

static void print_json(const char *file, const GPtrArray *lints)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "file", file);
    cJSON *list = cJSON_AddArrayToObject(object, "lints");
    for (guint i = 0; i < lints->len; i++) {
        cJSON_AddItemToArray(list, new_lint(lints->pdata[i]));
    }
    cli_print_json(stdout, object);
}

static int lint_file(const char *path, const SvgHouse *house, const CliOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(path, &error);
    if (doc == NULL) {
        return cli_print_error(error);
    }
    g_autoptr(GPtrArray) lints =
        house != NULL
            ? svg_document_house_lints(doc, house)
            : svg_document_lints(doc, svg_box_is_empty(options->view) ? NULL : &options->view, NULL);
    if (options->json) {
        print_json(path, lints);
    } else {
        print_lines(path, lints);
    }
    return lints->len > 0 ? CLI_EXIT_FOUND : CLI_EXIT_DONE;
}

/* What can't be read counts for more than what was found in others. */
int cli_lint(const CliOptions *options)
{
    gboolean failed = FALSE, found = FALSE;
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgHouse) house = NULL;
    if (options->style != NULL) {
        house = svg_house_load(options->style, &error);
        if (house == NULL) {
            return cli_print_error(error);
        }
    }
    for (char **path = options->operands; *path != NULL; path++) {
        int code = lint_file(*path, house, options);
        found |= code == CLI_EXIT_FOUND;
        failed |= code != CLI_EXIT_FOUND && code != CLI_EXIT_DONE;
    }
    return failed ? CLI_EXIT_INPUT : found ? CLI_EXIT_FOUND : CLI_EXIT_DONE;
}
