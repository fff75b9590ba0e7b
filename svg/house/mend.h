/* Bringing a drawing to a house style. Private to svg/house. */
#pragma once

#include "house/house.h"
#include "style/style.h"

typedef struct {
    SvgEdit *edit;
    SvgDocument *doc;
    const SvgHouse *house;
    GPtrArray *found;   /* SvgLint: what was mended */
    GHashTable *apart;  /* SvgNode: what isn't painted (masks, clip paths), with all in it */
    GHashTable *shared; /* SvgNode: what clones show: it looks different in each */
    gboolean locks;     /* something is locked */
    SvgNode *node;      /* that is looked at */
} SvgMending;

/* Notes that a value of `node` was replaced; `format` is a sentence. */
void svg_mending_tell(SvgMending *mending, SvgNode *node, SvgLintType type, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
/* Whether its own looks may be changed, with what others inherit of them. */
gboolean svg_mending_may(const SvgMending *mending, SvgNode *node);
/* The next element in the drawing, in its order, that may be mended; NULL at the end. */
SvgNode *svg_mending_next(const SvgMending *mending, SvgNode *at);
/* It draws something where it stands, and no clone shows it: what it inherits can be told. */
gboolean svg_mending_is_leaf(const SvgMending *mending, const SvgNode *node);
/* It has words of its own. */
gboolean svg_node_has_words(const SvgNode *node);

/* --- declared.c: values as they are written */
void svg_mend_declared(SvgMending *mending);
/* --- computed.c: what elements inherit, or have because nothing is said; lengths; contrast */
void svg_mend_computed(SvgMending *mending);
void svg_mend_lengths(SvgMending *mending);
void svg_mend_contrast(SvgMending *mending);
