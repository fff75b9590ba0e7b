/* The sides of shapes at which arrows leave and arrive, where that was said. Private to svg/edit.
 */
#pragma once

#include "edit/edit_priv.h"

#define SVG_SPEC_SIDES (SVG_SPEC_FROM_SIDE | SVG_SPEC_TO_SIDE)

/* Of the start and of the end. */
typedef struct {
    gboolean said[2];
    SvgSide at[2];
} SvgSides;

gboolean svg_sides_any(SvgSides sides);
/* What `spec` says. */
SvgSides svg_sides_asked(const SvgSpec *spec);
/* What was said of the connector, for ends that are at shapes. */
SvgSides svg_sides_of(SvgDocument *doc, const SvgNode *connector);
/* Keeps that with it. */
void svg_sides_write(SvgEdit *edit, SvgNode *connector, SvgSides sides);
/* FALSE with SVG_ERROR_INVALID where `spec` says one of an end that is at no shape, or a bend, too.
 * `id` is NULL for a new arrow. */
gboolean svg_sides_check(const SvgSpec *spec, const char *id, SvgNode *const shapes[2],
                         GError **error);
/* After binding: keeps what `spec` says beside what is known. Checks as above; one that is to be
 * bent has no sides any more. */
gboolean svg_sides_update(SvgEdit *edit, SvgNode *connector, const SvgSpec *spec, GError **error);
/* Out of the shape there, 1 long. */
SvgPoint svg_side_out(SvgSide side);
/* Where the way from the shape's middle to the middle of that side of its box leaves its outline.
 */
SvgPoint svg_side_point(SvgEdit *edit, SvgNode *shape, SvgSide side);
