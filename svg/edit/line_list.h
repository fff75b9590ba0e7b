/* Which lines the words of a shape have. Private to svg/edit. */
#pragma once

#include "edit/enlarge.h"
#include "edit/line_rows.h"

typedef struct {
    SvgNode *shape;   /* whose words they are: the shape, or a text of its own */
    GPtrArray *texts; /* the texts and HTML they are written in (SvgNode *), by place */
    GPtrArray *only;  /* those of them that were named (SvgNode *); NULL: all count */
} SvgLineOwner;

/* Finds out whose words are meant by a node; without texts where there are none. */
void svg_line_owner_init(SvgLineOwner *owner, SvgEdit *edit, SvgNode *node);
void svg_line_owner_clear(SvgLineOwner *owner);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgLineOwner, svg_line_owner_clear)
/* Whether the row counts. */
gboolean svg_line_owner_has(const SvgLineOwner *owner, const SvgRow *row);
/* The pieces of a row (strings): between tags, and of each text in it. The caller's. */
GPtrArray *svg_row_spans(const GPtrArray *texts, const SvgRow *row);
/* Which compartment a row is in, from 1. */
guint svg_row_compartment(SvgEdit *edit, const SvgEnlarge *enlarge, const GPtrArray *texts,
                          const SvgRow *row);
