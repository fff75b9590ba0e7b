/* Where an element is, said by its own attributes or by its transform. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* What an element's own space is to its surroundings. */
typedef struct {
    SvgMatrix parent, inverse; /* its parent's content → document space, and back */
    SvgStyle style;
    SvgLengthContext lengths;
} SvgPlace;

/* --- transform.c ------------------------------------------------------------------------------ */

/* FALSE with SVG_ERROR_INVALID when the transform of a group around it can't be inverted. */
gboolean svg_place_find(SvgEdit *edit, SvgNode *node, SvgPlace *out, GError **error);
/* What the element's transform does, its origin included. */
SvgMatrix svg_place_own(SvgEdit *edit, const SvgNode *node, const SvgPlace *place);
/* Makes it `m`, for every renderer. FALSE with SVG_ERROR_INVALID when that isn't finite. */
gboolean svg_place_write(SvgEdit *edit, SvgNode *node, const SvgPlace *place, SvgMatrix m,
                         GError **error);

/* --- attributes.c ----------------------------------------------------------------------------- */

/* Rewrites the attributes that hold the element's geometry, as `by` maps the space its parent's
 * content is in. With `pen`, its stroke grows by the root of the area's factor, as Inkscape's does.
 * FALSE, changing nothing, when they can't say it exactly, or something else in the element's user
 * space would stay behind. */
gboolean svg_attributes_scale(SvgEdit *edit, SvgNode *node, const SvgPlace *place, SvgScaling by,
                              gboolean pen);
/* Gives lines of a text that Inkscape places by itself the places it gives them, so that they stand
 * there for everybody. */
void svg_text_place_lines(SvgEdit *edit, SvgNode *text, const SvgStyle *style);
/* Adds `by` to the x and y of a text and of what is in it. FALSE, changing nothing, when they
 * aren't lists of plain numbers. */
gboolean svg_text_shift(SvgEdit *edit, SvgNode *text, SvgUserPoint by);
