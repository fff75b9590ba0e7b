/* What may look wrong in a drawing: texts that don't fit, arrows that end at nothing, boxes that
 * are nearly aligned. Diagrams are meant: things with words on them and arrows between them. The
 * patches that a picture is painted of are left in peace, and so is what is locked or hidden.
 *
 * Sizes that the eye judges by ("1 to 3 px") are px at 96 dpi of the drawing in its own size. */
#pragma once

#include <svg/document.h>

typedef enum {
#define SVG_LINT(id, name, says, fix) SVG_LINT_##id,
#include <svg/lints.def>
#undef SVG_LINT
    SVG_LINT_COUNT,
} SvgLintType;

typedef struct {
    SvgLintType type;
    char **ids;    /* of what it is about, at least one; labelled shapes stand for their labels */
    char *message; /* a sentence with its numbers, in units of document space */
} SvgLint;

void svg_lint_free(SvgLint *lint);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgLint, svg_lint_free)

/* The type of that name, or of one that it had before. FALSE when there is none. */
gboolean svg_lint_from_name(const char *name, SvgLintType *out);
/* "near-miss" … and the sentences of lints.def. Static. */
const char *svg_lint_name(SvgLintType type);
const char *svg_lint_says(SvgLintType type);
const char *svg_lint_fix(SvgLintType type);

/* What was found (SvgLint) among things that touch `view` (NULL = anywhere), by type and then in
 * document order; the same for the same drawing and fonts. Takes about as long as reading the
 * shapes, however they lie; where very many lie in one place, not every pair of them is looked at.
 * Free with g_ptr_array_unref().
 *
 * `unseen`, unless it is NULL, gets the ids (which it frees) of shapes with words that nobody sees
 * as they are drawn, locked or not, with the reason, which is static: "too small to read",
 * "transparent", "covered", … Some of its words are enough. */
GPtrArray *svg_document_lints(SvgDocument *doc, const SvgBox *view, GHashTable *unseen);

/* What a lint is about, as a line: the same for the same kind about the same things, in whatever
 * order they lie. The caller's. */
char *svg_lint_key(const SvgLint *lint);
/* Whether it is about one of the ids (a set). */
gboolean svg_lint_is_about(const SvgLint *lint, GHashTable *ids);
/* The keys of all lints of the drawing as it is. Free with g_hash_table_unref(). */
GHashTable *svg_document_lint_keys(SvgDocument *doc);
/* The lints (SvgLint) about what commits since undo depth `depth` added or changed that weren't so
 * then. Looked for where that lies: takes as long as svg_document_lints() of that view, twice.
 * Empty when an edit is open or there is no such depth. Free with g_ptr_array_unref(). */
GPtrArray *svg_document_new_lints(SvgDocument *doc, guint depth);
