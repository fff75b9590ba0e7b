/* Which element of one state of a drawing is which of another. Private to svg/merge. */
#pragma once

#include "document/node.h"

typedef struct {
    GHashTable *there; /* SvgNode of the base → of the other state */
    GHashTable *back;  /* and back */
    GHashTable *moved; /* those of the other state (set) that have another parent, or another place
                          among their siblings */
} SvgMatch;

/* By their ids, else by what they are and where they stand. Free with svg_match_free(). */
SvgMatch *svg_match_new(SvgDocument *base, SvgDocument *other);
/* Takes NULL. */
void svg_match_free(SvgMatch *match);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgMatch, svg_match_free)

/* NULL = it has none. */
SvgNode *svg_match_there(const SvgMatch *match, const SvgNode *base);
SvgNode *svg_match_back(const SvgMatch *match, const SvgNode *other);
/* Whether both elements say the same of themselves: name and attributes (svg_same_value()), without
 * ids, and without what editors add for themselves. */
gboolean svg_match_says_same(const SvgNode *base, const SvgNode *other);
/* Whether both say the same, with all that is in them. */
gboolean svg_match_is_alike(SvgNode *a, SvgNode *b);
