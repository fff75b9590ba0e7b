/* Reading entries. Private to core/store. */
#pragma once

#include "store/drawing.h"

/* FairyJournalEntry of those from `first` to `last` whose state is one of a set (1 <<
 * FairyJournalEntryState), newest first; NULL with FAIRY_ERROR_JOURNAL. */
GPtrArray *fairy_journal_entries_read(FairyDrawing *drawing, guint first, guint last, guint states,
                                      GError **error);
