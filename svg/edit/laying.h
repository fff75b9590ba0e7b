/* Where a line goes between two shapes, in the manner in which it was drawn. Private to svg/edit.
 */
#pragma once

#include "edit/joint.h"
#include "edit/outlined.h"

/* A way, and where the tips of its heads are. */
typedef struct {
    GArray *way;
    SvgPoint tips[2];
} SvgLaid;

void svg_laid_clear(SvgLaid *laid);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgLaid, svg_laid_clear)
/* The best way for that: as it was where that goes, stretched without kinks, or drawn on the sides
 * that face each other. FALSE when it is to have right angles, and no such way was found. */
gboolean svg_laying_find(SvgEdit *edit, const SvgJoint *joint, SvgNode *line,
                         const SvgLaying *laying, SvgLaid *out);

/* --- around.c --------------------------------------------------------------------------------- */

/* Right angles around what is in the way, from and to the sides that are said. Sets `tips`. The
 * caller's; NULL when there is no such way. */
GArray *svg_laying_around(SvgEdit *edit, const SvgJoint *joint, SvgNode *line,
                          const SvgLaying *laying, SvgRounding rounding, SvgPoint tips[2]);
/* Of corners where the line had none: a curve gets round ones. */
SvgRounding svg_laying_rounding(SvgEdit *edit, const SvgNode *line, const GArray *way);
/* Says that it has right angles now, if `way`, which it went, had none. */
void svg_laying_tell_square(SvgEdit *edit, SvgNode *line, const GArray *way);
/* One with sides. FALSE when it is to have right angles, and no such way was found. */
gboolean svg_laying_by_sides(SvgEdit *edit, const SvgJoint *joint, SvgNode *line,
                             const SvgLaying *laying, SvgLaid *out);

/* --- along.c ---------------------------------------------------------------------------------- */

/* How far behind its tip the line ends there: both heads have to find room. */
double svg_laying_back(const SvgJoint *joint, guint which, const SvgPoint tips[2]);
/* Where that is, of a line that goes on that way (a unit vector). */
SvgPoint svg_laying_behind(const SvgJoint *joint, guint which, const SvgPoint tips[2],
                           SvgPoint out);
/* SVG_MANNER_ALONG. FALSE when the way doesn't come to its shapes, or runs through them. */
gboolean svg_laying_along(SvgEdit *edit, const SvgJoint *joint, const SvgLaying *laying,
                          SvgLaid *out);
