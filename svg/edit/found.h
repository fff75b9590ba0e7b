/* What was found to go with shapes, as long as it is kept. Private to svg/. */
#pragma once

#include "document/document_priv.h"
#include "shape/ends.h"

#include <svg/geometry.h>

/* The ends of lines at a shape. */
typedef struct {
    GArray *list; /* SvgLineEnd; shape/ends.h */
    SvgBox box;   /* of the shape when they were as listed */
} SvgEnds;

typedef struct {
    GHashTable *lists;   /* SvgNode * of a shape → GPtrArray of what goes with it */
    GHashTable *settled; /* SvgNode * of a shape that was asked about → its SvgBox then; empty where
                            it counts as changed since */
    GHashTable *ends;    /* SvgNode * of a shape → SvgEnds of the lines at it; NULL: none */
    GHashTable *gaps;    /* SvgNode * of a connector → SvgGaps; private to edit/gap.c */
    GHashTable *figures; /* SvgNode * → its parts; private to edit/end_box.c */
    GHashTable *fresh;   /* SvgNode * that was made since → its number, from 1 on */
    guint n_asked, n_ends_asked;
    gboolean complete;      /* `lists` has every shape of the drawing */
    gboolean ends_complete; /* so has `ends` */
} SvgFollow;

/* Whether it is the end that is looked for, given the line and what else counts. */
typedef gboolean (*SvgEndFunc)(const SvgLineEnd *end, const SvgNode *line, guint which);
/* The first of the ends at shapes that are known so far for which `func` is TRUE; NULL: none. */
SvgLineEnd *svg_follow_find_end(SvgDocument *doc, SvgEndFunc func, const SvgNode *line,
                                guint which);

/* The document's; empty at first. */
SvgFollow *svg_follow_of(SvgDocument *doc);
