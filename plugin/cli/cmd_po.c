/* fairy po: the words of drawings, for translators. */
#include "commands.h"
#include "print.h"

#include <fairy/batch.h>
#include <fairy/po.h>

#include <string.h>

#define USUAL_OUTPUT "messages.pot"

static int add_file(FairyPo *po, const char *path, const FairyPo *glossary)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(path, &error);
    if (doc == NULL) {
        return cli_print_error(error);
    }
    fairy_po_add_drawing(po, doc, path, glossary);
    return CLI_EXIT_DONE;
}

static int write_out(const FairyPo *po, const char *output)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = fairy_po_print(po);
    if (strcmp(output, "-") == 0) {
        cli_print_text(stdout, text, -1);
        return CLI_EXIT_DONE;
    }
    g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
    if (!svg_file_write(output, bytes, &error)) {
        return cli_print_error(error);
    }
    cli_print_result(output);
    return CLI_EXIT_DONE;
}

static void on_fault(const char *line, gpointer data)
{
    *(int *)data = cli_print_failure(CLI_EXIT_INPUT, "%s", line);
}

/* What can't be read is told, and the words of the others are written. */
int cli_po(const CliOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyPo) po = fairy_po_new(), glossary = NULL;
    int code = CLI_EXIT_DONE;
    if (options->glossary != NULL) {
        glossary = fairy_po_load(options->glossary, &error);
        if (glossary == NULL) {
            return cli_print_error(error);
        }
    }
    g_auto(GStrv) paths =
        fairy_batch_find((const char *const *)options->operands, on_fault, &code, &error);
    if (paths == NULL) {
        return cli_print_error(error);
    }
    for (char **path = paths; *path != NULL; path++) {
        int one = add_file(po, *path, glossary);
        code = one != CLI_EXIT_DONE ? one : code;
    }
    int written = write_out(po, options->output != NULL ? options->output : USUAL_OUTPUT);
    return code != CLI_EXIT_DONE ? code : written;
}
