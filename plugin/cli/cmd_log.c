/* fairy log: what fairies did to a drawing. */
#include "commands.h"
#include "entries.h"
#include "report.h"

#include <fairy/limits.h>

/* Who did something in the turn that begins with this entry. */
static guint n_fairies(const FairyJournalLog *log, guint first)
{
    const FairyJournalEntry *entry = log->entries->pdata[first];
    g_autoptr(GHashTable) authors = g_hash_table_new(g_str_hash, g_str_equal);
    guint turn = entry->turn;
    for (guint i = first; i < log->entries->len; i++) {
        entry = log->entries->pdata[i];
        if (entry->turn != turn) {
            break;
        }
        g_hash_table_add(authors, entry->author);
    }
    return g_hash_table_size(authors);
}

static void print_log(const FairyJournalLog *log)
{
    static const char *const marks[] = {
        [FAIRY_ENTRY_DONE] = "      ",
        [FAIRY_ENTRY_UNDONE] = "undone",
        [FAIRY_ENTRY_GONE] = "gone  ",
    };
    guint turn = 0, n = 0;
    for (guint i = 0; i < log->entries->len; i++) {
        const FairyJournalEntry *entry = log->entries->pdata[i];
        if (entry->turn != turn) {
            n = n_fairies(log, i);
            cli_print_turn(stdout, entry, n);
            turn = entry->turn;
        }
        cli_print_entry(stdout, entry, marks[entry->state], n > 1);
    }
    if (log->n_dropped > 0) {
        cli_print_line(
            stdout, "%u older ones are dropped: %u MB are kept of a drawing, %u MB of all",
            log->n_dropped, FAIRY_MAX_DRAWING_BYTES >> 20, FAIRY_MAX_JOURNAL_BYTES >> 20);
    }
}

int cli_log(const CliOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyJournalLog) log = fairy_journal_log_read(options->operands[0], &error);
    if (log == NULL) {
        return cli_print_error(error);
    }
    for (guint i = 0; options->json && i < log->entries->len; i++) {
        cli_print_entry_json(stdout, log->entries->pdata[i]);
    }
    if (!options->json) {
        print_log(log);
    }
    return CLI_EXIT_DONE;
}
