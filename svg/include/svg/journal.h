/* What changed: the record every commit leaves; undo and redo; byte patches. */
#pragma once

#include <svg/document.h>

/* One committed edit. Reading it needs no document. */
typedef struct {
    guint version; /* of the document after it */
    char *author;
    char **added; /* ids of shapes, NULL-terminated */
    char **changed;
    char **removed;
    char *note;   /* what svg_edit_note() told in the end, and what the commit found out; NULL:
                     nothing, or it isn't of svg_edit_commit() */
    gsize n_note; /* how many bytes of it are of svg_edit_note(): the rest came of the edit, and may
                     be otherwise after the next one */
} SvgChange;

/* Takes NULL. */
void svg_change_free(SvgChange *change);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgChange, svg_change_free)
/* Whether no shape was added, changed or removed. */
gboolean svg_change_is_empty(const SvgChange *change);

/* Puts back the exact state before the latest commit that isn't undone yet. FALSE when there is
 * none, or an edit is open. */
gboolean svg_document_undo(SvgDocument *doc);
/* Does again what the latest undo took back; FALSE when there is nothing to redo. A commit ends
 * what can be redone. */
gboolean svg_document_redo(SvgDocument *doc);
/* How many commits can be undone: 0 is the document as it was loaded. */
guint svg_document_undo_depth(SvgDocument *doc);

/* --- looking back ----------------------------------------------------------------------------- */

/* The undo depth at which the document is as it was at `version`: more than
 * svg_document_undo_depth() where commits were undone since, less where others were made. *lost
 * (may be NULL) is TRUE when that state is gone, because other commits took the place of undone
 * ones: then it is the latest state before those. */
guint svg_document_depth_at(SvgDocument *doc, guint version, gboolean *lost);
/* The record of the commit that leads from undo depth `index` to the next one, also of one that is
 * undone and can be redone. NULL when there is none. The caller's. */
SvgChange *svg_document_change(SvgDocument *doc, guint index);
typedef void (*SvgVisitFunc)(SvgDocument *doc, gpointer data);
/* Calls `func` while the document is as it is at that undo depth, and puts it back. `func` must
 * only ask about shapes. FALSE, calling nothing, when an edit is open or there is no such depth. */
gboolean svg_document_visit(SvgDocument *doc, guint depth, SvgVisitFunc func, gpointer data);
/* Calls `func`, which may edit, and then takes back all that it committed: afterwards nothing of it
 * can be undone or redone, and what could be still can. FALSE, calling nothing, when an edit is
 * open. */
gboolean svg_document_rehearse(SvgDocument *doc, SvgVisitFunc func, gpointer data);

/* Makes one commit of all since undo depth `from`, by the author of the first: they are undone and
 * redone together from here on, and the states between are gone. Memory doesn't grow with their
 * number then, but with how many elements they changed. FALSE, doing nothing, when there are fewer
 * than two, an edit is open, or something can be redone. */
gboolean svg_document_fold(SvgDocument *doc, guint from);

/* --- patches ---------------------------------------------------------------------------------- */

/* `len` bytes at `offset` become `bytes`. */
typedef struct {
    gsize offset, len;
    GBytes *bytes;
} SvgHunk;

/* The smallest set of hunks (SvgHunk, by offset, not touching each other) that turns the document's
 * UTF-8 bytes at undo depth `from` into those at `to`; both at most svg_document_undo_depth(). With
 * from > to it reverses changes. Free with g_array_unref(). */
GArray *svg_document_patch(SvgDocument *doc, guint from, guint to);
/* The patched bytes; NULL with SVG_ERROR_INVALID when the patch doesn't fit into `bytes`. */
GBytes *svg_patch_apply(const GArray *patch, GBytes *bytes, GError **error);

/* --- for keeping ------------------------------------------------------------------------------ */

#define SVG_CONTEXT 96 /* bytes kept on each side of a replacement */

typedef struct {
    const char *at; /* not NUL-terminated */
    gsize len;
} SvgPiece;

/* `old` at `offset` became `new_`; `head` and `tail` are what stands before and behind it, in both
 * states: SVG_CONTEXT bytes, fewer at the ends of the file. Enough to take it back, or do it again,
 * in a file that has changed elsewhere. */
typedef struct {
    gsize offset; /* in the UTF-8 bytes before */
    SvgPiece old, new_, head, tail;
} SvgReplacement;

/* What some commits did to the UTF-8 bytes, told one after the other. */
typedef struct _SvgTrace SvgTrace;

/* Of the commits from undo depth `from` to `to`. Takes time for the document once, and for each
 * commit for what it changed. Nothing may be done to `doc` as long as it exists. NULL when the
 * replacements would take more than `max_bytes`. */
SvgTrace *svg_trace_new(SvgDocument *doc, guint from, guint to, gsize max_bytes);
/* Takes NULL. */
void svg_trace_free(SvgTrace *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgTrace, svg_trace_free)

/* `at` is good during the call. */
typedef void (*SvgReplacementFunc)(const SvgReplacement *at, gpointer data);
/* What the next commit did: replacements by offset, further than SVG_CONTEXT from each other. FALSE
 * when there is no other. */
gboolean svg_trace_next(SvgTrace *trace, SvgReplacementFunc func, gpointer data);
/* After the last: in the same way, what all of them did together; as often as it is asked. */
void svg_trace_all(SvgTrace *trace, SvgReplacementFunc func, gpointer data);

/* FALSE with SVG_ERROR_LOCKED when `after`, another state of the drawing `before`, doesn't have
 * every locked element of it as it was, or has others. */
gboolean svg_document_keeps_locks(SvgDocument *before, SvgDocument *after, GError **error);
