/* What the journal's entries look like, for people and for programs. */
#include "entries.h"

#include "report.h"

enum { MAX_IDS_SHOWN = 8 };

char *cli_one_line(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text != NULL ? text : "", -1);
    GString *out = g_string_new(NULL);
    for (const char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        g_string_append_unichar(out, g_unichar_iscntrl(c) ? ' ' : c);
    }
    return g_string_free(out, FALSE);
}

static char *join_shapes(const FairyEntry *entry)
{
    g_auto(GStrv) ids = fairy_entry_shapes(entry);
    guint n = g_strv_length(ids);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < MIN(n, MAX_IDS_SHOWN); i++) {
        g_autofree char *id = cli_one_line(ids[i]);
        g_string_append_printf(out, "%s%s", i > 0 ? ", " : "", id);
    }
    if (n > MAX_IDS_SHOWN) {
        g_string_append_printf(out, " and %u more", n - MAX_IDS_SHOWN);
    }
    return g_string_free(out, FALSE);
}

void cli_print_entry(FILE *out, const FairyEntry *entry, const char *mark)
{
    g_autofree char *shapes = join_shapes(entry), *type = cli_one_line(entry->type);
    g_autofree char *detail = cli_one_line(entry->detail);
    fprintf(out, "%s%s%5u  %s", mark, *mark != '\0' ? " " : "", entry->id, type);
    if (*shapes != '\0') {
        fprintf(out, "  %s", shapes);
    }
    if (*detail != '\0') {
        fprintf(out, "  (%s)", detail);
    }
    fputc('\n', out);
}

void cli_print_turn(FILE *out, const FairyEntry *entry)
{
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_local(entry->time / G_USEC_PER_SEC);
    g_autofree char *shown = time != NULL ? g_date_time_format(time, "%Y-%m-%d %H:%M:%S") : NULL;
    g_autofree char *author = cli_one_line(entry->author), *model = cli_one_line(entry->model);
    g_autofree char *words = cli_one_line(entry->words), *command = cli_one_line(entry->command);
    g_autofree char *ended = cli_one_line(entry->ended);
    fprintf(out, "turn %u  %s  %s, %s", entry->turn, shown != NULL ? shown : "", author, command);
    if (*model != '\0') {
        fprintf(out, ", %s", model);
    }
    if (*words != '\0') {
        fprintf(out, ": %s", words);
    }
    if (*ended != '\0') {
        fprintf(out, " (%s)", ended);
    }
    fputc('\n', out);
}

void cli_print_entry_json(FILE *out, const FairyEntry *entry)
{
    cli_print_json(out, fairy_entry_json(entry));
}
