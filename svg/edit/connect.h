/* Connectors, as Inkscape binds them. Private to svg/edit. */
#pragma once

#include "edit/gap.h"

/* The shape that end 0 (start) or 1 (end) is bound to; NULL if none. */
SvgNode *svg_connector_end(SvgDocument *doc, const SvgNode *connector, guint which);
/* Binds an end, or unbinds it when `shape` is NULL. */
void svg_connector_bind(SvgEdit *edit, SvgNode *connector, guint which, SvgNode *shape);
/* After binding: lets Inkscape route a bound arrow, unless it is bent. */
void svg_connector_set_bend(SvgEdit *edit, SvgNode *connector, gboolean bent);
/* Of one bound at both ends: right angles, as Inkscape routes it where nothing is in the way; else
 * around that, which Inkscape leaves as it is. */
gboolean svg_connector_make_square(SvgEdit *edit, SvgNode *connector, GError **error);
/* Whether it is one of those. */
gboolean svg_connector_is_square(const SvgNode *connector);
/* One of those with both ends bound is a straight line again. */
gboolean svg_connector_make_straight(SvgEdit *edit, SvgNode *connector, GError **error);
/* The ends of a straight connector: where the line between the two middles leaves the bound shapes,
 * and so far off them as `gaps` has it; an unbound end is what points[] says. */
void svg_connector_ends(SvgEdit *edit, SvgNode *const shapes[2], SvgGaps gaps, SvgPoint points[2]);
/* FALSE with SVG_ERROR_INVALID when both ends are bound to shapes: where it is follows from where
 * they are. */
gboolean svg_connector_check_free(SvgEdit *edit, SvgNode *node, GError **error);
/* The d of straight lines between the corners, in the element's own space. */
void svg_write_corners(SvgEdit *edit, SvgNode *line, const SvgUserPoint *corners, guint n);
/* Puts the bound ends of a connector that was moved back on their shapes. */
gboolean svg_connector_settle(SvgEdit *edit, SvgNode *node, GError **error);
