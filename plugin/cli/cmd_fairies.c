/* fairy fairies: who comes, by name, and what the person always wants of them. */
#include "cells.h"
#include "commands.h"
#include "print.h"

#include <fairy/roster.h>

#include <string.h>

enum { NAME_CELLS = 12 };

static void print_one(const FairyRosterEntry *entry)
{
    const char *words = entry->words != NULL ? entry->words : "";
    g_autofree char *name =
        cli_cells_fit(entry->name, MAX(cli_cells(entry->name), NAME_CELLS), TRUE);
    g_autofree char *line =
        g_strconcat(name, " ", entry->awake ? "awake   " : "asleep  ", words, NULL);
    cli_print_line(stdout, "%s", g_strchomp(line));
}

static void print_json(const FairyRosterEntry *entry)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", entry->name);
    cJSON_AddBoolToObject(json, "awake", entry->awake);
    if (entry->words != NULL) {
        cJSON_AddStringToObject(json, "words", entry->words);
    }
    cli_print_json(stdout, json);
}

static int list(const CliOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyRoster) roster = fairy_roster_load(&error);
    FairyRosterEntry entry;
    guint n = 0;
    if (roster == NULL) {
        return cli_print_error(error);
    }
    for (; fairy_roster_entry(roster, n, &entry); n++) {
        (options->json ? print_json : print_one)(&entry);
    }
    if (n == 0 && !options->json) {
        cli_print_failure(CLI_EXIT_DONE, "none is kept by name, so that names are drawn; \"fairy "
                                         "fairies wake NAME\" keeps one");
    }
    return CLI_EXIT_DONE;
}

static gboolean rename_one(char *const *words, GError **error)
{
    return fairy_roster_rename(words[0], words[1], error);
}

static gboolean wake(char *const *words, GError **error)
{
    return fairy_roster_set_awake(words[0], TRUE, error);
}

static gboolean put_to_sleep(char *const *words, GError **error)
{
    return fairy_roster_set_awake(words[0], FALSE, error);
}

static gboolean give_words(char *const *words, GError **error)
{
    return fairy_roster_set_words(words[0], words[1], error);
}

static const struct {
    const char *word, *takes;
    guint n; /* words that it takes */
    gboolean (*change)(char *const *words, GError **error);
} verbs[] = {
    {"wake", "NAME", 1, wake},
    {"sleep", "NAME", 1, put_to_sleep},
    {"rename", "NAME NEW", 2, rename_one},
    {"words", "NAME WORDS", 2, give_words},
};

int cli_fairies(const CliOptions *options)
{
    g_autoptr(GError) error = NULL;
    char **operands = options->operands;
    if (operands[0] == NULL) {
        return list(options);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++) {
        if (strcmp(verbs[i].word, operands[0]) != 0) {
            continue;
        }
        if (g_strv_length(operands + 1) != verbs[i].n) {
            return cli_print_failure(CLI_EXIT_USAGE,
                                     "fairies %s takes %s; \"fairy fairies --help\" tells how",
                                     verbs[i].word, verbs[i].takes);
        }
        return verbs[i].change(operands + 1, &error) ? CLI_EXIT_DONE : cli_print_error(error);
    }
    return cli_print_failure(
        CLI_EXIT_USAGE, "fairies can't \"%s\"; it can wake, sleep, rename and words", operands[0]);
}
