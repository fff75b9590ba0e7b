/* What a transaction that is over changed, as far as it shows. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* A set of elements, in the order they were found. */
typedef struct {
    SvgDocument *doc;
    GPtrArray *nodes; /* SvgNode */
    GHashTable *known;
} SvgTouched;

void svg_touched_init(SvgTouched *touched, SvgDocument *doc);
void svg_touched_clear(SvgTouched *touched);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgTouched, svg_touched_clear)
/* Adds it if it is in the tree now; of a part of a text the text. */
void svg_touched_add(SvgTouched *touched, SvgNode *node);
/* Adds the clones of all that is in the set, and of what that is in, as the tree is now. */
void svg_touched_add_clones(SvgTouched *touched);
/* Adds what is in the tree now and was written to, whichever state it is in now: what was put
 * elsewhere, and what shows, but for an id where there was none, and declared prefixes. */
void svg_touched_read(SvgTouched *touched, const SvgLog *log);
/* Whether all that the transaction wrote to says what it said, where it was: but for what is
 * formal. */
gboolean svg_touched_is_nothing(SvgDocument *doc, SvgLog *log);
