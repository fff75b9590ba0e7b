/* Words of a line that has spans of other looks. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* The words between all its tags, white space collapsed. The caller's. */
char *svg_spans_read(SvgNode *line);
/* Makes the words of `line`, a text or a part of it, those: in the pieces where they differ, so
 * that all others keep their looks. FALSE, changing nothing, when it has no spans, when nothing of
 * the words is the same, or when spans have places of their own. */
gboolean svg_spans_replace(SvgEdit *edit, SvgNode *line, const char *words);
/* The same of what stands from one text node in `top` to another. */
gboolean svg_spans_replace_from(SvgEdit *edit, SvgNode *top, const SvgNode *first,
                                const SvgNode *last, const char *words);
/* What these text nodes in `top` (SvgNode *, one at least), which follow each other, say when
 * number `span` of them says `words`. The caller's. */
char *svg_spans_with(SvgNode *top, const GPtrArray *runs, guint span, const char *words);
