/* A drawing in the journal: what is known of it, what is about to be written, and its states.
 * Private to core/store. */
#pragma once

#include "store/db.h"

#include <fairy/journal.h>

typedef struct {
    FairyDb *db; /* borrowed */
    gint64 id;
    char *name;   /* for messages */
    char *digest; /* of the text as a run wrote it last; NULL = none did */
    guint last_entry, last_turn;
    guint drift; /* entries up to this number may not be exactly where their patches say */
    guint dropped;
    guint anew; /* entries up to this number are gone: the file was replaced by a new one */
} FairyDrawing;

/* Finds the drawing at a canonical path. *out is NULL, without an error, if there is none and
 * `create` is FALSE. Free with fairy_drawing_free(). Returns FALSE with FAIRY_ERROR_JOURNAL. */
gboolean fairy_drawing_find(FairyDb *db, const char *path, gboolean create, FairyDrawing **out,
                            GError **error);
void fairy_drawing_free(FairyDrawing *drawing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyDrawing, fairy_drawing_free)

/* --- what is about to be written -------------------------------------------------------------- */

typedef enum {
    FAIRY_PENDING_TURN, /* the entries are new */
    FAIRY_PENDING_ANEW, /* the same, but the file is a new one: entries before are gone */
    FAIRY_PENDING_UNDO,
    FAIRY_PENDING_REDO,
} FairyPendingKind;

typedef struct {
    FairyPendingKind kind;
    guint first, last;    /* the entries */
    char *before, *after; /* digests of the text */
    guint drift;          /* FairyDrawing.drift afterwards */
} FairyPending;

void fairy_pending_clear(FairyPending *pending);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyPending, fairy_pending_clear)

/* Announces what is about to be written, in a transaction of the caller's, who adds the entries of
 * a new turn in the same one. */
gboolean fairy_pending_add(FairyDrawing *drawing, const FairyPending *pending, GError **error);
/* Says that it was written, or wasn't, in a transaction of its own. Does nothing if another process
 * has found it out already. */
gboolean fairy_pending_end(FairyDrawing *drawing, gboolean happened, GError **error);
/* Returns whether something is announced. */
gboolean fairy_drawing_is_pending(FairyDrawing *drawing);
/* Returns the number of the first entry that may not have been written; one more than the last if
 * all were. */
guint fairy_pending_first(FairyDrawing *drawing);
/* Finds out by the file whether what was announced was written. The file must be claimed. */
gboolean fairy_drawing_settle(FairyDrawing *drawing, const char *path, GError **error);

/* --- states ----------------------------------------------------------------------------------- */

/* Undoes (`back`) or redoes, in `text`, the entries from `first` to `last` that are in this state.
 * The bytes of entries up to `drift` are searched. Returns FALSE with FAIRY_ERROR_JOURNAL, which
 * names what is in the way; `text` is undefined then. */
gboolean fairy_drawing_walk(FairyDrawing *drawing, guint first, guint last,
                            FairyJournalEntryState state, gboolean back, guint drift, GString *text,
                            GError **error);
/* Returns the `drift` for a drawing whose text has this digest. */
guint fairy_drawing_drift(const FairyDrawing *drawing, const char *digest);

/* Drops the oldest turns of this drawing, except turn `keep`, until it takes at most `max_drawing`
 * bytes, and then those of all drawings until the journal takes at most `max_all` bytes. In a
 * transaction of the caller's. */
gboolean fairy_drawing_prune(FairyDrawing *drawing, guint keep, gint64 max_drawing, gint64 max_all,
                             GError **error);
