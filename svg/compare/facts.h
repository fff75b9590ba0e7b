/* How things lie to each other in one state of a drawing. Private to svg/compare. */
#pragma once

#include "document/node.h"

#include <svg/compare.h>

/* One of them. Elements may be out of the tree in another state. */
typedef struct {
    SvgWorseKind kind;
    SvgNode *first, *second; /* `second` is NULL where it is the page */
    double amount;           /* how far, in document units; less is better */
} SvgFact;

/* Of a state. */
typedef struct {
    SvgDocument *doc;
    GHashTable *things; /* private: what elements are */
    GHashTable *facts;  /* a set of SvgFact */
    GPtrArray *order;   /* the same, as they were found */
    GPtrArray *pages;
    double px;
} SvgFacts;

/* What has to do with `leaves` (SvgNode): drawn elements that aren't containers, those that aren't
 * in the tree now left aside. Reads the drawing near them as it is now. Facts are found in the
 * order of `leaves`, so that the same edits tell the same each time. */
void svg_facts_read(SvgFacts *facts, SvgDocument *doc, const GPtrArray *leaves);
void svg_facts_clear(SvgFacts *facts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgFacts, svg_facts_clear)
/* NULL when it isn't so. Which of two that lie on each other is first doesn't matter. */
const SvgFact *svg_facts_find(const SvgFacts *facts, const SvgFact *like);
/* In the drawing as it is now: how far the letters reach beyond the shape, on the side where that
 * is most; and how far the nearer end of the line is from the shape. Of what is drawn. */
double svg_fact_excess(SvgDocument *doc, SvgNode *words, SvgNode *shape);
double svg_fact_distance(SvgDocument *doc, SvgNode *line, SvgNode *shape);
