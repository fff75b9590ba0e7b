/* fairy ask: a model changes a drawing. */
#include "commands.h"
#include "edit.h"
#include "interrupt.h"

#include <fairy/ask.h>
#include <svg/shape.h>

static gboolean check_selection(SvgDocument *doc, char *const *ids, GError **error)
{
    for (; ids != NULL && *ids != NULL; ids++) {
        g_autoptr(SvgShape) shape = svg_document_shape(doc, *ids, error);
        if (shape == NULL) {
            return FALSE;
        }
    }
    return TRUE;
}

static int ask(CliEdit *edit, GError **error)
{
    const CliOptions *given = edit->options;
    if (!check_selection(edit->doc, given->select, error)) {
        return CLI_EXIT_INPUT;
    }
    FairyAskOptions options = {
        .model = given->model,
        .selection = (const char *const *)given->select,
        .view = given->view,
        .origin = given->origin,
        .timeout_ms = given->timeout_ms,
        .on_outcome = cli_edit_outcome,
        .data = edit,
        .interrupted = cli_interrupt_watch(),
        .web = cli_edit_web(edit),
    };
    g_autoptr(GError) local = NULL;
    g_autoptr(FairyTurn) turn = fairy_ask(edit->doc, given->operands[1], &options, &local);
    int code = cli_exit_code(local);
    if (local != NULL) {
        g_propagate_error(error, g_steal_pointer(&local));
    } else if (fairy_turn_has_refusals(turn)) {
        code = CLI_EXIT_REFUSED;
    }
    return code;
}

int cli_ask(const CliOptions *options)
{
    const char *prompt = options->operands[1];
    if (!g_utf8_validate(prompt, -1, NULL)) {
        return cli_print_failure(CLI_EXIT_USAGE, "the prompt isn't UTF-8; write it in UTF-8");
    }
    g_autofree char *words = g_strstrip(g_strdup(prompt));
    if (*words == '\0') {
        return cli_print_failure(CLI_EXIT_USAGE,
                                 "the prompt is empty; say what should change, e.g. "
                                 "\"align the red boxes left\"");
    }
    const FairyRecordInfo info = {
        .command = "ask",
        .model = options->model != NULL ? options->model : "offline",
        .words = words,
    };
    return cli_edit_run(options, &info, CLI_LINES_HUMAN, ask);
}
