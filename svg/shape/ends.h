/* Which ends of lines go where a shape goes. Private to svg/. */
#pragma once

#include "document/node.h"

#include <svg/geometry.h>

/* An end of a line or arrow that is at a shape. Points in document space. */
typedef struct {
    SvgNode *line;     /* the element whose outline has the end; not a connector of Inkscape's */
    gboolean first;    /* it is where that outline begins */
    SvgPoint at;       /* that end */
    SvgPoint tip;      /* where it meets the shape: the tip of its head, or the end itself */
    SvgNode *heads[2]; /* drawn beside the line at this end; NULL where there are fewer */
    SvgNode *shape;    /* what it is at; NULL: nothing */
    SvgNode *whole;    /* what it is listed as: of several lines that are one, the first */
    SvgNode *link;     /* of several lines that are one: the next, NULL: there is none; */
    guint link_end;    /* its end where both meet: 0 where it begins, or 1 */
    struct {
        SvgPoint at, tip, corner; /* as they were read; the corner is the line's other end */
    } read;
} SvgLineEnd;

/* The ends at `shape` (SvgLineEnd), in document order: what svg_document_shapes() tells as from_id
 * and to_id. NULL if there are none. Reads the whole drawing: see svg_attachments_of(). Free with
 * g_array_unref(). */
GArray *svg_ends_at(SvgDocument *doc, SvgNode *shape);
/* SvgNode * of every shape that has any → those (GArray). The caller's. */
GHashTable *svg_ends_all(SvgDocument *doc);
/* Both ends of a line or arrow as it is drawn, the one where its outline begins first, and which of
 * them it comes from. FALSE for what is no line, and for several lines that are one. Reads the
 * whole drawing. */
gboolean svg_line_both_ends(SvgDocument *doc, const SvgNode *line, SvgLineEnd ends[2], guint *from);
/* Of several lines that are one: the ends where it starts (0) and where it ends (1). FALSE for
 * others. Reads the whole drawing. */
gboolean svg_line_link_ends(SvgDocument *doc, const SvgNode *line, SvgLineEnd ends[2]);
/* Where the outline of a line, polyline, polygon or path begins and ends; FALSE for what has none.
 */
gboolean svg_line_ends(SvgDocument *doc, const SvgNode *node, SvgPoint ends[2]);
