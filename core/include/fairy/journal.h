/* The journal: what was done to which drawing, kept on disk, so that it can be looked up, taken
 * back and done again, also tomorrow, from another process.
 *
 * It is one SQLite file, fairies/journal.db under g_get_user_state_dir(), read and written by its
 * owner alone. A drawing is known by its canonical path. Kept is no drawing, but of each action the
 * bytes it replaced and those it wrote: bytes of the text as UTF-8, unpacked, as
 * svg_document_print_utf8() has it, so that a drawing in another encoding, or packed, is taken back
 * in the same way, and one that was packed anew is still the same.
 *
 * An entry is one action that changed something; a turn is what one run did. Both are numbered from
 * 1 in each drawing, and a number is never used again. Entries that were undone can be redone until
 * something else is done to the drawing; then they stay in the log, and no more.
 *
 * A run that is killed at any moment leaves a drawing and a journal that agree: what is about to be
 * written is announced before, with the digests of the text before and after, and who comes next
 * settles by the drawing's digest whether it happened. */
#pragma once

#include <fairy/claim.h>
#include <fairy/executor.h>

/* --- keeping ---------------------------------------------------------------------------------- */

/* What one run does to a document, for the journal. */
typedef struct _FairyJournalWriter FairyJournalWriter;

typedef struct {
    const char *command; /* "ask" */
    const char *model;   /* NULL = none */
    const char *words;   /* what was asked; NULL = nothing */
} FairyJournalWriterInfo;

/* `doc`, as it was read, must outlive it. */
FairyJournalWriter *fairy_journal_writer_new(SvgDocument *doc, const FairyJournalWriterInfo *info);
/* The latest outcome: an entry, if its action changed the document. */
void fairy_journal_writer_add(FairyJournalWriter *record, const FairyOutcome *outcome);
/* The run ends before it is done: why, in a word ("interrupted"); NULL: it is done. */
void fairy_journal_writer_end(FairyJournalWriter *record, const char *why);
/* Nobody will undo into the middle of what was done so far: it becomes one commit of the document
 * (svg_document_fold()), and what the journal is to have of each is set aside in a file, so that a
 * great many actions take no more memory than a few. Does nothing where that can't be. */
void fairy_journal_writer_fold(FairyJournalWriter *record);
/* Takes NULL. */
void fairy_journal_writer_free(FairyJournalWriter *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyJournalWriter, fairy_journal_writer_free)

/* What it did so far, for a run that goes on with it: {"before":digest,"after":digest,
 * "entries":[…]}. NULL when that is more than FAIRY_MAX_CHECKPOINT_BYTES, or not all that was done
 * was added. The caller's. */
cJSON *fairy_journal_writer_json(const FairyJournalWriter *record);
/* Does that to `doc`, which must be as it was before, and is given back as it was after: a document
 * of the same name; the caller's. NULL with FAIRY_ERROR_JOURNAL when that can't be. */
SvgDocument *fairy_journal_writer_redo(SvgDocument *doc, const cJSON *json, GError **error);
/* The record, of what that gave back, begins with it. */
void fairy_journal_writer_go_on(FairyJournalWriter *record, const cJSON *json);

typedef gboolean (*FairySaveFunc)(gpointer data, GError **error);
/* Writes the drawing by `save` to `path`, which is claimed, and keeps the record. `goes_on` says
 * that the document was read from there; else the file is a new one, and what was done to one of
 * that name before can't be taken back any more. FALSE when `save` failed, with its error: then
 * nothing is kept. When something can't be kept, the drawing is written all the same, and *warning
 * is a line that says why (the caller's); else it is NULL. */
gboolean fairy_journal_writer_save(FairyJournalWriter *record, const char *path, gboolean goes_on,
                                   FairySaveFunc save, gpointer data, char **warning,
                                   GError **error);

/* Whether the file at `path` is as the journal last wrote it there: nothing else has changed it,
 * and nothing is lost when it is written anew but what the journal has. `*n_done` (may be NULL) is
 * how many of its entries are done. FALSE also where the journal can't be read. */
gboolean fairy_journal_is_result(const char *path, guint *n_done);

/* --- without blocking ------------------------------------------------------------------------- */

/* Whatever writes to the journal's file (fairy_journal_writer_save(), fairy_session_save(),
 * fairy_checkpoint_save(), …) blocks while another process writes to it, for at most
 * FAIRY_MAX_DATABASE_MS each time it has to wait. Called from an attempt it never does: it fails
 * with FAIRY_ERROR_BUSY, nothing is done, and the attempt is made again. What it writes itself, and
 * the disk, take their time. */
typedef struct _FairyJournalAttempt FairyJournalAttempt;
/* Does all of it, or fails: FALSE with an error. */
typedef gboolean (*FairyJournalAttemptFunc)(gpointer data, GError **error);
/* It is done, or `error`, which is borrowed, says why not. */
typedef void (*FairyJournalAttemptedFunc)(const GError *error, gpointer data);
/* Both are called from the thread-default main context, never from inside this call: `func` until
 * it isn't busy, for FAIRY_MAX_DATABASE_MS at most, then `done`, once. The result is gone then;
 * until then fairy_journal_attempt_free() ends it, and nothing more is called. */
FairyJournalAttempt *fairy_journal_attempt_start(FairyJournalAttemptFunc func,
                                                 FairyJournalAttemptedFunc done, gpointer data);
/* Not from within `func`. Takes NULL. */
void fairy_journal_attempt_free(FairyJournalAttempt *attempt);

/* --- looking up ------------------------------------------------------------------------------- */

typedef enum {
    FAIRY_ENTRY_DONE,
    FAIRY_ENTRY_UNDONE, /* can be redone */
    FAIRY_ENTRY_GONE,   /* was undone, or its file replaced, and can't be redone */
} FairyJournalEntryState;

/* "done", "undone", "gone" */
const char *fairy_journal_entry_state_name(FairyJournalEntryState state);

typedef struct {
    guint id, turn;
    gint64 time;    /* of the turn: µs since 1970, UTC */
    char *author;   /* "fairy" */
    char *command;  /* "ask" */
    char *model;    /* NULL = none */
    char *words;    /* NULL = none */
    char *ended;    /* "interrupted", "budget": why its run ended early; NULL = it was done */
    char *type;     /* of the action */
    char *action;   /* as JSON; NULL when it was longer than FAIRY_MAX_KEPT_ACTION */
    char *outcome;  /* "ok", "adjusted" */
    char *detail;   /* or NULL */
    cJSON *changes; /* {"added":[],"changed":[],"removed":[]}: ids of shapes */
    char *before,
        *after; /* digests of the text before and after the turn (svg_document_digest()) */
    FairyJournalEntryState state;
} FairyJournalEntry;

void fairy_journal_entry_free(FairyJournalEntry *entry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyJournalEntry, fairy_journal_entry_free)
/* All ids of `changes`, each once, NULL-terminated; the caller's. */
char **fairy_journal_entry_shapes(const FairyJournalEntry *entry);
/* {"id":12,"turn":3,"time":"2026-…Z","author":…,"command":…,"model":…,"words":…,"ended":…,
 * "type":…,"action":{…},"outcome":…,"detail":…,"added":[…],"changed":[…],"removed":[…],"before":…,
 * "after":…,"state":…}; what
 * there is none of is left out. The caller's. */
cJSON *fairy_journal_entry_json(const FairyJournalEntry *entry);

typedef struct {
    GPtrArray *entries; /* FairyJournalEntry, newest first */
    guint n_dropped;    /* older ones, dropped to keep the journal within its limits */
} FairyJournalLog;

/* What was done to the drawing at `path`; no entries when nothing was, or the journal isn't there.
 * NULL with FAIRY_ERROR_JOURNAL when it can't be read, or SVG_ERROR_IO when there is neither such a
 * drawing nor a record of one. Free with fairy_journal_log_free(). */
FairyJournalLog *fairy_journal_log_read(const char *path, GError **error);
void fairy_journal_log_free(FairyJournalLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyJournalLog, fairy_journal_log_free)

/* --- back and forth --------------------------------------------------------------------------- */

typedef enum {
    FAIRY_STEP_COUNT, /* `n` entries */
    FAIRY_STEP_TURN,  /* what is left of the latest turn, or of the next to redo */
    FAIRY_STEP_TO,    /* undo all after entry `n`; 0 = all */
} FairyJournalStepKind;

typedef struct {
    gboolean redo;
    FairyJournalStepKind kind;
    guint n;
} FairyJournalStep;

/* Takes back or does again what was done to the drawing at `path`, and writes it. Where something
 * else has changed the file since, the bytes are looked for by what stands around them; when they
 * aren't there any more, or could be more than one place, it refuses. The result must be an SVG
 * drawing, with every locked element as it was. Returns the entries (FairyJournalEntry) in the
 * order in which they were undone or redone; NULL with an error, and then nothing was written:
 * FAIRY_ERROR_JOURNAL, FAIRY_ERROR_BUSY or one of SVG_ERROR. */
GPtrArray *fairy_journal_step(const char *path, FairyJournalStep step, GError **error);
/* The drawing as it was before and after entry `id`, worked out from how it is now. FALSE with
 * FAIRY_ERROR_JOURNAL when it can't be: the entry is gone, or the file was changed at that place.
 */
gboolean fairy_journal_look(const char *path, guint id, SvgDocument **before, SvgDocument **after,
                            GError **error);
