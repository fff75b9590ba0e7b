/* What the journal's entries look like, for people and for programs. */
#include "entries.h"

#include "print.h"

enum { MAX_IDS_SHOWN = 8 };

static char *join_shapes(const FairyJournalEntry *entry)
{
    g_auto(GStrv) ids = fairy_journal_entry_shapes(entry);
    guint n = g_strv_length(ids);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < MIN(n, MAX_IDS_SHOWN); i++) {
        g_string_append_printf(out, "%s%s", i > 0 ? ", " : "", ids[i]);
    }
    if (n > MAX_IDS_SHOWN) {
        g_string_append_printf(out, " and %u more", n - MAX_IDS_SHOWN);
    }
    return g_string_free(out, FALSE);
}

/* Behind others, where there is any. */
static void append(GString *line, const char *before, const char *text, const char *after)
{
    if (text != NULL && *text != '\0') {
        g_string_append_printf(line, "%s%s%s", before, text, after);
    }
}

/* "by Hazel at left"; the caller's. */
static char *whose(const FairyJournalEntry *entry)
{
    const char *name = entry->name != NULL ? entry->name : entry->author;
    return entry->task != NULL ? g_strdup_printf("by %s at %s", name, entry->task)
                               : g_strdup_printf("by %s", name);
}

void cli_print_entry(FILE *out, const FairyJournalEntry *entry, const char *mark, gboolean named)
{
    g_autofree char *shapes = join_shapes(entry);
    g_autoptr(GString) line = g_string_new(NULL);
    append(line, "", mark, " ");
    g_string_append_printf(line, "%5u  %s", entry->id, entry->type);
    append(line, "  ", shapes, "");
    g_autofree char *by = named ? whose(entry) : NULL;
    append(line, "  ", by, "");
    append(line, "  (", entry->detail, ")");
    cli_print_line(out, "%s", line->str);
}

void cli_print_turn(FILE *out, const FairyJournalEntry *entry, guint n_fairies)
{
    g_autofree char *all = n_fairies > 1 ? g_strdup_printf("%u fairies", n_fairies) : NULL;
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_local(entry->time / G_USEC_PER_SEC);
    g_autofree char *shown = time != NULL ? g_date_time_format(time, "%Y-%m-%d %H:%M:%S") : NULL;
    g_autoptr(GString) line = g_string_new(NULL);
    g_string_append_printf(line, "turn %u  %s  %s", entry->turn, shown != NULL ? shown : "",
                           all != NULL ? all : entry->author);
    append(line, ", ", entry->command, "");
    append(line, ", ", entry->model, "");
    append(line, ": ", entry->words, "");
    append(line, " (", entry->ended, ")");
    cli_print_line(out, "%s", line->str);
}

void cli_print_entry_json(FILE *out, const FairyJournalEntry *entry)
{
    cli_print_json(out, fairy_journal_entry_json(entry));
}
