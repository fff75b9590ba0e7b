/* Reading entries. Private to core/store. */
#pragma once

#include "store/drawing.h"

/* FairyEntry of those from `first` to `last` whose state is one of a set (1 << FairyEntryState),
 * newest first; NULL with FAIRY_ERROR_JOURNAL. */
GPtrArray *fairy_entries_read(FairyDrawing *drawing, guint first, guint last, guint states,
                              GError **error);
