/* fairy undo, fairy redo: back and forth in the journal. */
#include "commands.h"
#include "entries.h"
#include "print.h"

static gboolean read_count(const char *text, guint *n, GError **error)
{
    guint64 value = 0;
    if (!g_ascii_string_to_unsigned(text, 10, 1, G_MAXINT, &value, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "\"%s\" is no number of entries; it is a whole number from 1 up", text);
        return FALSE;
    }
    *n = (guint)value;
    return TRUE;
}

static gboolean read_step(const CliOptions *options, FairyJournalStep *step, GError **error)
{
    const char *count = options->operands[1];
    gboolean to = options->to != G_MAXUINT;
    if ((count != NULL) + options->turn + to > 1) {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            "N, --turn and --to exclude each other; keep one");
        return FALSE;
    }
    step->kind = options->turn ? FAIRY_STEP_TURN : to ? FAIRY_STEP_TO : FAIRY_STEP_COUNT;
    step->n = to ? options->to : 1;
    return count == NULL || read_count(count, &step->n, error);
}

static int take_step(const CliOptions *options, gboolean redo)
{
    g_autoptr(GError) error = NULL;
    FairyJournalStep step = {.redo = redo};
    if (!read_step(options, &step, &error)) {
        return cli_print_error(error);
    }
    g_autoptr(GPtrArray) entries = fairy_journal_step(options->operands[0], step, &error);
    if (entries == NULL) {
        return cli_print_error(error);
    }
    for (guint i = 0; i < entries->len && !options->quiet; i++) {
        if (options->json) {
            cli_print_entry_json(stdout, entries->pdata[i]);
        } else {
            cli_print_entry(stdout, entries->pdata[i], redo ? "redone" : "undone", FALSE);
        }
    }
    return CLI_EXIT_DONE;
}

int cli_undo(const CliOptions *options)
{
    return take_step(options, FALSE);
}

int cli_redo(const CliOptions *options)
{
    return take_step(options, TRUE);
}
