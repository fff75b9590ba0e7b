/* fairy lint: what may look wrong in drawings. */
#include "commands.h"
#include "findings.h"
#include "print.h"

#include <fairy/walk.h>

#include <string.h>

typedef struct {
    const CliOptions *options;
    const SvgHouse *house; /* NULL = what looks wrong anywhere */
    CliFindings *findings;
    gboolean failed, found;
} Lint;

static void fail_file(Lint *lint, const char *path, const GError *error)
{
    cli_print_error(error);
    cli_findings_add(lint->findings, path, NULL, error->message);
    lint->failed = TRUE;
}

static void leave_out(GPtrArray *found, guint ignored)
{
    for (guint i = ignored != 0 ? found->len : 0; i > 0; i--) {
        const FairyFinding *finding = found->pdata[i - 1];
        SvgLintType type;
        if (svg_lint_from_name(finding->kind, &type) && (ignored & 1u << type) != 0) {
            g_ptr_array_remove_index(found, i - 1);
        }
    }
}

static void lint_file(Lint *lint, const char *path)
{
    const SvgBox *view = &lint->options->view;
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(path, &error);
    if (doc == NULL) {
        fail_file(lint, path, error);
        return;
    }
    g_autoptr(GPtrArray) found = lint->house != NULL
                                     ? fairy_findings_of_house(doc, lint->house)
                                     : fairy_findings(doc, svg_box_is_empty(*view) ? NULL : view);
    leave_out(found, lint->options->ignored);
    cli_findings_add(lint->findings, path, found, NULL);
    lint->found = lint->found || found->len > 0;
}

/* A folder, a pattern, a list. */
static void lint_walked(Lint *lint, const char *path)
{
    const char *const inputs[] = {path, NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) walked = fairy_walk(inputs, NULL, FALSE, &error);
    if (walked == NULL) {
        fail_file(lint, path, error);
    }
    for (guint i = 0; walked != NULL && i < walked->len; i++) {
        const FairyWalked *file = walked->pdata[i];
        if (file->fault == NULL) {
            lint_file(lint, file->path);
        } else {
            g_set_error(&error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", file->path,
                        file->fault);
            fail_file(lint, file->path, error);
            g_clear_error(&error);
        }
    }
}

/* What can't be read counts for more than what was found in others. */
int cli_lint(const CliOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgHouse) house =
        options->style != NULL ? svg_house_load(options->style, &error) : NULL;
    if (error != NULL) {
        return cli_print_error(error);
    }
    g_autoptr(CliFindings) findings =
        cli_findings_new(options->json ? CLI_FORMAT_JSON : options->format, "fairy lint");
    Lint lint = {.options = options, .house = house, .findings = findings};
    for (char **path = options->operands; *path != NULL; path++) {
        gboolean named = strcmp(*path, "-") == 0 || (g_file_test(*path, G_FILE_TEST_EXISTS) &&
                                                     !g_file_test(*path, G_FILE_TEST_IS_DIR));
        (named ? lint_file : lint_walked)(&lint, *path);
    }
    cli_findings_end(findings);
    return lint.failed ? CLI_EXIT_INPUT : lint.found ? CLI_EXIT_FOUND : CLI_EXIT_DONE;
}
