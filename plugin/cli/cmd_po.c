/* fairy po: the words of drawings, for translators. */
#include "commands.h"
#include "print.h"

#include <fairy/po.h>
#include <fairy/walk.h>

#include <string.h>

#define USUAL_OUTPUT "messages.pot"

static int add_file(FairyPo *po, const FairyWalked *file, const FairyPo *glossary)
{
    if (file->fault != NULL) {
        return cli_print_failure(CLI_EXIT_INPUT, "%s: %s", file->path, file->fault);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(file->path, &error);
    if (doc == NULL) {
        return cli_print_error(error);
    }
    fairy_po_add_drawing(po, doc, file->path, glossary);
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

/* What can't be read is told, and the words of the others are written, if there are others. */
int cli_po(const CliOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyPo) po = fairy_po_new(), glossary = NULL;
    int code = CLI_EXIT_DONE;
    guint n_read = 0;
    if (options->glossary != NULL) {
        glossary = fairy_po_load(options->glossary, &error);
        if (glossary == NULL) {
            return cli_print_error(error);
        }
    }
    g_autoptr(GPtrArray) found =
        fairy_walk((const char *const *)options->operands, NULL, FALSE, &error);
    if (found == NULL) {
        return cli_print_error(error);
    }
    for (guint i = 0; i < found->len; i++) {
        int one = add_file(po, found->pdata[i], glossary);
        code = one != CLI_EXIT_DONE ? one : code;
        n_read += one == CLI_EXIT_DONE;
    }
    if (n_read == 0 && code != CLI_EXIT_DONE) {
        return code;
    }
    int written = write_out(po, options->output != NULL ? options->output : USUAL_OUTPUT);
    return code != CLI_EXIT_DONE ? code : written;
}
