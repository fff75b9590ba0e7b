/* The journal: what was done to which drawing, stored on disk, so that any process can look it up,
 * undo it and redo it later.
 *
 * It is one SQLite file, fairies/journal.db under g_get_user_state_dir(), which only its owner can
 * read and write. A drawing is known by its canonical path. The journal doesn't store drawings, but
 * of each action the bytes that it replaced and those that it wrote. They are bytes of the
 * decompressed text in UTF-8 (svg_document_print_utf8()), so that undo works for a drawing in
 * another encoding or in .svgz, too, also when something compressed it anew.
 *
 * An entry is one action that changed something; a turn is what one run did. Both are numbered from
 * 1 in each drawing, and a number is never used again. Entries that were undone can be redone until
 * something else is done to the drawing; then they stay in the log only.
 *
 * A run that is killed at any moment leaves a drawing and a journal that agree: what is about to be
 * written is announced before, with the digests of the text before and after, and the next process
 * finds out by the drawing's digest whether it was written. */
#pragma once

#include <fairy/claim.h>
#include <fairy/executor.h>

/* --- writing ---------------------------------------------------------------------------------- */

/* A journal writer: collects what one run does to a document, and stores it. */
typedef struct _FairyJournalWriter FairyJournalWriter;

typedef struct {
    const char *command; /* "ask" */
    const char *model;   /* name of the model; NULL = none */
    const char *words;   /* the person's words; NULL = none */
} FairyJournalWriterInfo;

/* Makes a writer, and begins to open the journal in a thread, which takes longer than to read a
 * small drawing. `info` is copied. Free with fairy_journal_writer_free(). */
FairyJournalWriter *fairy_journal_writer_new(const FairyJournalWriterInfo *info);
/* Says which document it writes of; once, and before all else. `doc` must be as it was read, or as
 * fairy_journal_writer_replay() returned it, and must outlive the writer. */
void fairy_journal_writer_begin(FairyJournalWriter *record, SvgDocument *doc);
/* Adds the latest outcome. If its action made a commit it becomes an entry. */
void fairy_journal_writer_add(FairyJournalWriter *record, const FairyOutcome *outcome);
/* Does the same for an action that the fairy of this name did, at the task with this id; each may
 * be NULL. */
void fairy_journal_writer_add_by(FairyJournalWriter *record, const FairyOutcome *outcome,
                                 const char *name, const char *task);
/* Says why the run ended early, in a word ("interrupted"); NULL = it is done. */
void fairy_journal_writer_end(FairyJournalWriter *record, const char *why);
/* Folds what was done so far into one commit of the document (svg_document_fold()), into the middle
 * of which nobody can undo any more, and moves its entries to a temporary file, so that memory
 * doesn't grow with the number of actions. Does nothing if that isn't possible. */
void fairy_journal_writer_fold(FairyJournalWriter *record);
/* Frees the writer. Accepts NULL. */
void fairy_journal_writer_free(FairyJournalWriter *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyJournalWriter, fairy_journal_writer_free)

/* Returns what was done so far, for a run that resumes this one: {"before":digest,"after":digest,
 * "entries":[…]}. Free with cJSON_Delete(). Returns NULL if it was folded, if not every commit was
 * added, or if it is larger than FAIRY_MAX_CHECKPOINT_BYTES. */
cJSON *fairy_journal_writer_json(const FairyJournalWriter *record);
/* Applies that to `doc`, whose digest must be "before". Returns a document of the same name whose
 * digest is "after"; free with svg_document_free(). Returns NULL with FAIRY_ERROR_JOURNAL if it
 * isn't possible. */
SvgDocument *fairy_journal_writer_replay(SvgDocument *doc, const cJSON *json, GError **error);
/* Puts these entries before those of a writer that was made for the document which
 * fairy_journal_writer_replay() returned. */
void fairy_journal_writer_prepend(FairyJournalWriter *record, const cJSON *json);

typedef gboolean (*FairySaveFunc)(gpointer data, GError **error);
/* Calls `save`, which writes the drawing to `path`, and stores the entries as one turn. The caller
 * has claimed the path. `goes_on` says that the document was read from there; else the file is a
 * new one, and what was done to a former file of that name can't be undone any more. Returns FALSE
 * with the error of `save`, storing nothing. If only the storing fails, it returns TRUE, and
 * `unkept` (an error's place like `error`; may be NULL) says why. */
gboolean fairy_journal_writer_save(FairyJournalWriter *record, const char *path, gboolean goes_on,
                                   FairySaveFunc save, gpointer data, GError **unkept,
                                   GError **error);

/* Returns whether the file at `path` is as a run last wrote it there: nothing else has changed it,
 * so that the journal has all that would be lost if it were replaced. *n_done (may be NULL) becomes
 * how many of its entries are done. Returns FALSE also if the journal can't be read. */
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
/* Calls `func` once. Returns what it returned. */
gboolean fairy_journal_try(FairyJournalAttemptFunc func, gpointer data, GError **error);
/* It is done, or `error`, which is borrowed, says why not. */
typedef void (*FairyJournalAttemptedFunc)(const GError *error, gpointer data);
/* Both are called from the thread-default main context with that priority (G_PRIORITY_DEFAULT),
 * never from inside this call: `func` until it isn't busy, for FAIRY_MAX_DATABASE_MS at most, then
 * `done`, once. The result is gone then; until then fairy_journal_attempt_free() ends it, and
 * nothing more is called. */
FairyJournalAttempt *fairy_journal_attempt_start(FairyJournalAttemptFunc func,
                                                 FairyJournalAttemptedFunc done, gpointer data,
                                                 int priority);
/* Not from within `func`. Takes NULL. */
void fairy_journal_attempt_free(FairyJournalAttempt *attempt);

/* --- looking up ------------------------------------------------------------------------------- */

typedef enum {
    FAIRY_ENTRY_DONE,
    FAIRY_ENTRY_UNDONE, /* undone, and can be redone */
    FAIRY_ENTRY_GONE,   /* undone, or its file was replaced, and can't be redone */
} FairyJournalEntryState;

/* Returns "done", "undone" or "gone"; static. */
const char *fairy_journal_entry_state_name(FairyJournalEntryState state);

typedef struct {
    guint id, turn;
    gint64 time;    /* of the turn, in µs since 1970 */
    char *author;   /* id of who did it: "fairy" */
    char *name;     /* the fairy's name: "Hazel"; NULL = none did it, or it isn't known */
    char *task;     /* id of the task at which it was done; NULL = at none */
    char *command;  /* "ask" */
    char *model;    /* NULL = none */
    char *words;    /* the person's words; NULL = none */
    char *ended;    /* why its run ended early: "interrupted", "budget"; NULL = it was done */
    char *type;     /* name of the action */
    char *action;   /* as JSON; NULL if it was longer than FAIRY_MAX_KEPT_ACTION */
    char *outcome;  /* "ok", "adjusted" */
    char *detail;   /* of the outcome; may be NULL */
    cJSON *changes; /* {"added":[],"changed":[],"removed":[]}: ids of shapes */
    char *before,
        *after; /* digests of the text before and after the turn (svg_document_digest()) */
    FairyJournalEntryState state;
} FairyJournalEntry;

/* Frees the entry and all in it. Accepts NULL. */
void fairy_journal_entry_free(FairyJournalEntry *entry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyJournalEntry, fairy_journal_entry_free)
/* Returns all ids in `changes`, each once, NULL-terminated. Free with g_strfreev(). */
char **fairy_journal_entry_shapes(const FairyJournalEntry *entry);
/* Returns {"id":12,"turn":3,"time":"2026-…Z","author":…,"fairy":…,"name":…,
 * "task":…,"command":…,"model":…,"words":…,"ended":…,
 * "type":…,"action":{…},"outcome":…,"detail":…,"added":[…],"changed":[…],"removed":[…],"before":…,
 * "after":…,"state":…}, without members that have no value. Free with cJSON_Delete(). */
cJSON *fairy_journal_entry_json(const FairyJournalEntry *entry);

typedef struct {
    GPtrArray *entries; /* FairyJournalEntry, newest first */
    guint n_dropped;    /* older entries that were dropped, as the journal has limits */
} FairyJournalLog;

/* Reads what was done to the drawing at `path`; without entries if nothing was, or if there is no
 * journal. Free with fairy_journal_log_free(). Returns NULL with FAIRY_ERROR_JOURNAL if the journal
 * can't be read, or with SVG_ERROR_IO if there is neither such a drawing nor an entry of one. */
FairyJournalLog *fairy_journal_log_read(const char *path, GError **error);
/* Frees the log and its entries. Accepts NULL. */
void fairy_journal_log_free(FairyJournalLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyJournalLog, fairy_journal_log_free)

/* --- undo and redo ---------------------------------------------------------------------------- */

typedef enum {
    FAIRY_STEP_COUNT, /* `n` entries */
    FAIRY_STEP_TURN,  /* the rest of the latest turn, or of the next one to redo */
    FAIRY_STEP_TO,    /* undo only: all entries after entry `n`; 0 = all entries */
} FairyJournalStepKind;

typedef struct {
    gboolean redo;
    FairyJournalStepKind kind;
    guint n;
} FairyJournalStep;

/* Undoes or redoes entries of the drawing at `path`, which it claims, and writes the drawing. If
 * another program has changed the file since, an entry's bytes are searched by the bytes around
 * them; if they are gone, or are found in several places, the step is refused. The result must be
 * an SVG drawing with every locked element as it was. Returns the entries (FairyJournalEntry) in
 * the order in which they were undone or redone; free with g_ptr_array_unref(). Returns NULL,
 * writing nothing, with FAIRY_ERROR_JOURNAL, FAIRY_ERROR_BUSY, or an error of SVG_ERROR. */
GPtrArray *fairy_journal_step(const char *path, FairyJournalStep step, GError **error);
/* Works out from the present drawing how it was before and after entry `id`. Free both with
 * svg_document_free(). Returns FALSE, with both NULL, and FAIRY_ERROR_JOURNAL if the entry is gone
 * or the file was changed at that place; also with the errors of reading the drawing. */
gboolean fairy_journal_reconstruct(const char *path, guint id, SvgDocument **before,
                                   SvgDocument **after, GError **error);
