/* Connectors, as Inkscape binds them. Private to svg/edit. */
#pragma once

#include "edit/gap.h"
#include "edit/sides.h"

/* --- connector.c: what one says of itself ----------------------------------------------------- */

/* The shape that end 0 (start) or 1 (end) is bound to; NULL if none. */
SvgNode *svg_connector_end(SvgDocument *doc, const SvgNode *connector, guint which);
/* Binds an end, or unbinds it when `shape` is NULL. */
void svg_connector_bind(SvgEdit *edit, SvgNode *connector, guint which, SvgNode *shape);
/* After binding: lets Inkscape route a bound arrow, unless it is bent or keeps to sides. */
void svg_connector_set_bend(SvgEdit *edit, SvgNode *connector, gboolean bent);
/* Whether Inkscape would lay it elsewhere: it keeps to sides, or ends at a figure as a whole. */
gboolean svg_connector_is_own(SvgEdit *edit, const SvgNode *connector);
/* Whether it has right angles, and keeps them. */
gboolean svg_connector_is_square(const SvgNode *connector);
/* Whether it is one of those that go around what is in the way, which Inkscape leaves as it is. */
gboolean svg_connector_goes_around(const SvgNode *connector);
/* Makes it one that has right angles: as Inkscape routes it, or `around` things and from the sides
 * that were said. */
void svg_connector_set_square(SvgEdit *edit, SvgNode *connector, gboolean around);
/* The same of one that is straight. */
void svg_connector_set_straight(SvgEdit *edit, SvgNode *connector);
/* FALSE with SVG_ERROR_INVALID when both ends are bound to shapes: where it is follows from where
 * they are. */
gboolean svg_connector_check_free(SvgEdit *edit, SvgNode *node, GError **error);
/* Moves the first point towards the one after it, and the last towards the one before, by the gaps;
 * less where both would meet. */
void svg_gaps_set_off(SvgPoint *first, SvgPoint after, SvgPoint *last, SvgPoint before,
                      SvgGaps gaps);
/* The ends of a connector of one stretch: where the line between the two middles, or the arc
 * through them that bends so between its ends, leaves the bound shapes, or at the `sides` that were
 * said, and so far off them as `gaps` has it; an unbound end is what points[] says. `bend` is to
 * the left of the way, as seen on screen. */
void svg_connector_ends(SvgEdit *edit, SvgNode *const shapes[2], SvgSides sides, SvgGaps gaps,
                        double bend, SvgPoint points[2]);
/* The d of straight lines between the corners, in the element's own space. */
void svg_write_corners(SvgEdit *edit, SvgNode *line, const SvgUserPoint *corners, guint n);

/* --- connect.c: keeping it so ----------------------------------------------------------------- */

/* Of one bound at both ends: right angles, as Inkscape routes it where nothing is in the way; else
 * around that, which Inkscape leaves as it is. */
gboolean svg_connector_make_square(SvgEdit *edit, SvgNode *connector, GError **error);
/* One of those with both ends bound is a straight line again. */
gboolean svg_connector_make_straight(SvgEdit *edit, SvgNode *connector, GError **error);
/* Puts the bound ends of a connector that was moved back on their shapes. */
gboolean svg_connector_settle(SvgEdit *edit, SvgNode *node, GError **error);
