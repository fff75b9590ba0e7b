/* What changed: the record every commit leaves, and undo. */
#pragma once

#include <svg/document.h>

/* `len` bytes at `offset` of the newer file (UTF-8) were `old` before. */
typedef struct {
    gsize offset, len;
    GBytes *old;
} SvgHunk;

/* One committed edit. Reading it needs no document. */
typedef struct {
    guint version;    /* of the document after it */
    char *author;
    char **added;     /* ids, NULL-terminated */
    char **changed;
    char **removed;
    GArray *reverse;  /* SvgHunk, by offset: turns the newer file into the older one */
} SvgChange;

/* Takes NULL. */
void svg_change_free(SvgChange *change);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgChange, svg_change_free)
/* Whether it changed a single byte. */
gboolean svg_change_is_empty(const SvgChange *change);
/* The file before the change, from the file after it, both in UTF-8. NULL with SVG_ERROR_INVALID
 * when the patch doesn't fit `newer`. */
GBytes *svg_change_revert(const SvgChange *change, GBytes *newer, GError **error);

/* Puts back the exact state before the latest commit that isn't undone yet. FALSE when there is
 * none. */
gboolean svg_document_undo(SvgDocument *doc);
/* Does again what the latest undo took back; FALSE when there is nothing to redo. */
gboolean svg_document_redo(SvgDocument *doc);
/* How many commits can be undone. */
guint svg_document_undo_depth(SvgDocument *doc);
