/* All states of a document between two undo depths at once, as writes into one list of slots.
 * Private to svg/journal. */
#pragma once

#include "document/log.h"

/* A place for bytes. In a state in which it has nothing to hold it is empty. */
typedef struct {
    SvgSlice first, now; /* what it holds in the first state, and in the one reached */
    guint next;          /* the slot behind it; 0 = it is the last */
    gboolean constant;   /* of nodes that no commit wrote to */
} SvgSlot;

typedef struct {
    guint slot, len; /* of what it holds from then on */
    const char *at;
} SvgWrite;

typedef struct {
    GArray *slots;  /* SvgSlot; the first in order is 0, which is empty */
    GArray *writes; /* SvgWrite, commit after commit */
    GArray *ends;   /* guint: for each commit, where its writes end */
} SvgByteTimeline;

/* At the last state. NULL when the writes hold more than `max_bytes`. The bytes are the document's.
 */
SvgByteTimeline *svg_byte_timeline_new(SvgDocument *doc, guint from, guint to, gsize max_bytes);
/* Takes NULL. */
void svg_byte_timeline_free(SvgByteTimeline *timeline);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgByteTimeline, svg_byte_timeline_free)
