/* What became worse between two states of a drawing, near what was changed between them. Only the
 * difference counts: what lay on something before, or ended at nothing, is told nowhere. */
#pragma once

#include <svg/document.h>
#include <svg/geometry.h>

typedef enum {
#define SVG_WORSE(id, says, grave, told, fix) SVG_WORSE_##id,
#include <svg/worse.def>
#undef SVG_WORSE
    SVG_WORSE_COUNT,
} SvgWorseKind;

typedef struct {
    SvgWorseKind kind;
    char *first, *second; /* ids of shapes; `second` is NULL where it is the page */
    SvgBox box;           /* of the first one, in document space, as it is now */
} SvgWorse;

void svg_worse_free(SvgWorse *worse);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgWorse, svg_worse_free)
/* What stands between the two: "lies on", "no longer ends at". Static. */
const char *svg_worse_says(SvgWorseKind kind);
/* What would put it right: a sentence. Static. */
const char *svg_worse_fix(SvgWorseKind kind);
/* Whether it is damage; else it is only not nice. */
gboolean svg_worse_is_grave(SvgWorseKind kind);
/* Whether the edit that brings it about has said so in its note. */
gboolean svg_worse_is_told(SvgWorseKind kind);

/* What is worse (SvgWorse) than it was at undo depth `depth`, each pair of shapes once, `most` at
 * most. Takes time for what was changed and what is near it. The document is put back as it is.
 * Empty when an edit is open. Free with g_ptr_array_unref(). */
GPtrArray *svg_document_worse(SvgDocument *doc, guint depth, guint most);
