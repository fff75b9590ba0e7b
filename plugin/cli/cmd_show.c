/* fairy show: one entry of the journal in full, and how it looked. */
#include "commands.h"
#include "entries.h"
#include "print.h"

#include <svg/render.h>

enum { WHITE = 0xffffff, DEFAULT_SIZE = 1200 };

static const FairyJournalEntry *find(const FairyJournalLog *log, const char *operand, guint *id)
{
    guint64 number = 0;
    *id = 0;
    if (g_ascii_string_to_unsigned(operand, 10, 1, G_MAXINT, &number, NULL)) {
        *id = (guint)number;
    }
    for (guint i = 0; i < log->entries->len; i++) {
        const FairyJournalEntry *entry = log->entries->pdata[i];
        if (entry->id == *id) {
            return entry;
        }
    }
    return NULL;
}

static void print_field(const char *name, const char *value)
{
    if (value != NULL) {
        cli_print_line(stdout, "%-8s %s", name, value);
    }
}

static void print_ids(const cJSON *list)
{
    const cJSON *id;
    g_autoptr(GString) out = g_string_new(NULL);
    cJSON_ArrayForEach(id, list)
    {
        g_string_append_printf(out, "%s%s", out->len > 0 ? ", " : "",
                               cJSON_IsString(id) ? id->valuestring : "");
    }
    if (out->len > 0) {
        print_field(list->string, out->str);
    }
}

static void print_entry(const FairyJournalEntry *entry)
{
    const cJSON *list;
    cli_print_turn(stdout, entry, 1);
    g_autofree char *id =
        g_strdup_printf("%u, %s", entry->id, fairy_journal_entry_state_name(entry->state));
    print_field("entry", id);
    print_field("action", entry->action != NULL ? entry->action : entry->type);
    print_field("outcome", entry->outcome);
    print_field("detail", entry->detail);
    cJSON_ArrayForEach(list, entry->changes)
    {
        print_ids(list);
    }
}

static gboolean draw(const CliOptions *options, const FairyJournalEntry *entry, GError **error)
{
    const char *path = options->screenshot;
    g_autofree char *lower = g_ascii_strdown(path, -1);
    g_autoptr(SvgDocument) before = NULL, after = NULL;
    g_auto(GStrv) ids = fairy_journal_entry_shapes(entry);
    const SvgRenderOptions render = {
        .view = SVG_BOX_EMPTY,
        .max_side = options->size > 0 ? options->size : DEFAULT_SIZE,
        .format = g_str_has_suffix(lower, ".png") ? SVG_PICTURE_PNG : SVG_PICTURE_JPEG,
        .background = WHITE,
    };
    if (!fairy_journal_reconstruct(options->operands[0], entry->id, &before, &after, error)) {
        return FALSE;
    }
    g_autoptr(GBytes) picture =
        svg_render_pair(before, after, (const char *const *)ids, &render, error);
    return picture != NULL && cli_write_picture(path, picture, error);
}

int cli_show(const CliOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyJournalLog) log = fairy_journal_log_read(options->operands[0], &error);
    guint id = 0;
    if (log == NULL) {
        return cli_print_error(error);
    }
    const FairyJournalEntry *entry = find(log, options->operands[1], &id);
    if (entry == NULL) {
        return cli_print_failure(CLI_EXIT_INPUT,
                                 "%s has no entry \"%s\"; \"fairy log\" lists those it has",
                                 options->operands[0], options->operands[1]);
    }
    if (options->json) {
        cli_print_entry_json(stdout, entry);
    } else {
        print_entry(entry);
    }
    if (options->screenshot != NULL && !draw(options, entry, &error)) {
        return cli_print_error(error);
    }
    return CLI_EXIT_DONE;
}
