/* A catalogue in memory. Private to core/po. */
#pragma once

#include <fairy/po.h>

typedef struct {
    char *context; /* NULL = none */
    char *words, *translation;
    gboolean fuzzy, obsolete;
    GPtrArray *places, *remarks; /* char *; NULL = none */
} FairyPoEntry;

struct _FairyPo {
    GPtrArray *entries;  /* FairyPoEntry, as they stand in the file */
    GHashTable *by_name; /* of fairy_po_key() to those that aren't obsolete */
    char *language;
};

/* A name for words in a context; the caller's. */
char *fairy_po_key(const char *context, const char *words);
/* Takes the entry over. Returns FALSE, leaving it, if there is such a one that isn't obsolete. */
gboolean fairy_po_take(FairyPo *po, FairyPoEntry *entry);
void fairy_po_entry_free(FairyPoEntry *entry);
/* Appends `text` as strings of the format, behind `keyword`. */
void fairy_po_quote(GString *out, const char *keyword, const char *text);
