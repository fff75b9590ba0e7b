/* What shapes share, in <defs>. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef struct {
    const char *name, *value;
} SvgNewAttr;

/* The id of an element in <defs> that shapes of one colour share: `tag`, named `prefix` and the
 * colour `css` ("#rrggbb"), with one path in it; made on first use. `attrs` end with a NULL name.
 */
const char *svg_shared_def(SvgEdit *edit, const char *tag, const char *prefix, const char *css,
                           const SvgNewAttr *attrs, const char *d, const char *style);
/* A <defs> of the root that may be written to, and has no shape behind it whose id is derived; made
 * if there is none, in front of everything or, because of such shapes, behind it. */
SvgNode *svg_find_defs(SvgEdit *edit);
/* A copy of a definition where it looks as the original does, of its own: nothing in it has an id
 * or is locked, and it is named `wish`, or like it where that is taken. NULL where there can't be
 * one. */
SvgNode *svg_defs_copy(SvgEdit *edit, SvgNode *from, const char *wish);
/* Puts a copy that was made otherwise there. The parent of the original must allow it
 * (svg_locks_allow_children()). */
void svg_defs_add_beside(SvgEdit *edit, SvgNode *original, SvgNode *copy);
