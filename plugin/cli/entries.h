/* Entries of the journal, as they are printed. */
#pragma once

#include <fairy/journal.h>

#include <stdio.h>

/* A line: "  12  align  order, pay  (detail)", with `mark` in front ("", "undone"). */
void cli_print_entry(FILE *out, const FairyJournalEntry *entry, const char *mark);
/* A line about the turn it belongs to: number, when, who, which model, which words. */
void cli_print_turn(FILE *out, const FairyJournalEntry *entry);
/* A line of JSON. */
void cli_print_entry_json(FILE *out, const FairyJournalEntry *entry);
