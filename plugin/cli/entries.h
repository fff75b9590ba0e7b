/* Entries of the journal, as they are printed. */
#pragma once

#include <fairy/journal.h>

#include <stdio.h>

/* A line: "  12  align  order, pay  (detail)", with `mark` in front ("", "undone"); `named`: with
 * the fairy's name and task behind the shapes. */
void cli_print_entry(FILE *out, const FairyJournalEntry *entry, const char *mark, gboolean named);
/* A line about the turn it belongs to: number, when, who, which model, which words. Several fairies
 * are "n fairies"; 1 = the entry's. */
void cli_print_turn(FILE *out, const FairyJournalEntry *entry, guint n_fairies);
/* A line of JSON. */
void cli_print_entry_json(FILE *out, const FairyJournalEntry *entry);
