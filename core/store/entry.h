/* Reading entries. Private to core/store. */
#pragma once

#include "store/drawing.h"

/* Returns the entries (FairyJournalEntry) from `first` to `last` whose state is in the set (1 <<
 * FairyJournalEntryState), the newest first. Free with g_ptr_array_unref(). Returns NULL with
 * FAIRY_ERROR_JOURNAL. */
GPtrArray *fairy_journal_entries_read(FairyDrawing *drawing, guint first, guint last, guint states,
                                      GError **error);
