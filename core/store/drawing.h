/* A drawing in the journal: what is known of it, what is about to happen to it, and its states.
 * Private to core/store. */
#pragma once

#include "store/db.h"

#include <fairy/journal.h>

typedef struct {
    FairyDb *db; /* borrowed */
    gint64 id;
    char *name;   /* for messages */
    char *digest; /* of the text as we wrote it last; NULL = never */
    guint last_entry, last_turn;
    guint drift; /* entries up to this one don't tell where exactly their bytes are */
    guint dropped;
    guint anew; /* entries up to this one are gone: the file was written anew */
} FairyDrawing;

/* The one at a canonical path. *out is NULL, without an error, when there is none and `create` is
 * FALSE. FALSE with FAIRY_ERROR_JOURNAL. */
gboolean fairy_drawing_find(FairyDb *db, const char *path, gboolean create, FairyDrawing **out,
                            GError **error);
void fairy_drawing_free(FairyDrawing *drawing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyDrawing, fairy_drawing_free)

/* --- what is about to be written -------------------------------------------------------------- */

typedef enum {
    FAIRY_PENDING_TURN, /* the entries are new */
    FAIRY_PENDING_ANEW, /* the same, and the file is written anew: those before are gone */
    FAIRY_PENDING_UNDO,
    FAIRY_PENDING_REDO,
} FairyPendingKind;

typedef struct {
    FairyPendingKind kind;
    guint first, last;    /* the entries */
    char *before, *after; /* digests of the text */
    guint drift;          /* of the drawing, after it */
} FairyPending;

void fairy_pending_clear(FairyPending *pending);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyPending, fairy_pending_clear)

/* In a transaction of the caller's. Entries of a new turn are added beside it. */
gboolean fairy_pending_add(FairyDrawing *drawing, const FairyPending *pending, GError **error);
/* It happened, or didn't: the journal says so from now on, in a transaction of its own. Does
 * nothing when somebody else has settled it. */
gboolean fairy_pending_end(FairyDrawing *drawing, gboolean happened, GError **error);
gboolean fairy_drawing_is_pending(FairyDrawing *drawing);
/* The number of the first entry that may never have happened; one more than the last when there is
 * none. */
guint fairy_pending_first(FairyDrawing *drawing);
/* Finds out by the file as it is whether what is pending happened. The file must be claimed. */
gboolean fairy_drawing_settle(FairyDrawing *drawing, const char *path, GError **error);

/* --- states ----------------------------------------------------------------------------------- */

/* Takes back (`back`) or does again the entries from `first` to `last` that are in that state.
 * Entries up to `drift` are looked for. FALSE with FAIRY_ERROR_JOURNAL, naming what is in the way;
 * then `text` is of no use. */
gboolean fairy_drawing_walk(FairyDrawing *drawing, guint first, guint last,
                            FairyJournalEntryState state, gboolean back, guint drift, GString *text,
                            GError **error);
/* `drift` for a drawing whose text has that digest. */
guint fairy_drawing_drift(const FairyDrawing *drawing, const char *digest);

/* Drops the oldest turns of this drawing, but for turn `keep`, until it takes at most `max_drawing`
 * bytes, and then of all drawings until the journal takes at most `max_all`. In a transaction of
 * the caller's. */
gboolean fairy_drawing_prune(FairyDrawing *drawing, guint keep, gint64 max_drawing, gint64 max_all,
                             GError **error);
