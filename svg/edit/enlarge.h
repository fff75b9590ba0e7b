/* More room in a shape that has parts: dividers, icons, words. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* What moves with the shape, its boxes as they are now: to be asked for before anything moves. */
typedef struct _SvgEnlarge SvgEnlarge;

SvgEnlarge *svg_enlarge_new(SvgEdit *edit, SvgNode *shape);
/* For who only asks where things are. */
SvgEnlarge *svg_enlarge_read(SvgEdit *edit, SvgNode *shape);
void svg_enlarge_free(SvgEnlarge *enlarge);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgEnlarge, svg_enlarge_free)
/* What was put into the shape meanwhile moves with it, too; what was taken out doesn't. */
void svg_enlarge_add(SvgEnlarge *enlarge, SvgNode *node);
void svg_enlarge_drop(SvgEnlarge *enlarge, SvgNode *node);
/* The room between what divides the shape around a height: a compartment, or all of it. Empty for
 * a text or a line, which has none. Document space. */
SvgBox svg_enlarge_compartment(const SvgEnlarge *enlarge, double y);
/* It is no text, and no line. */
gboolean svg_enlarge_has_room(const SvgEnlarge *enlarge);
/* How many there are, empty ones among them; which one a height is in, from 1; and where that is.
 * A band across the shape is one, too. */
guint svg_enlarge_compartments(const SvgEnlarge *enlarge);
guint svg_enlarge_compartment_at(const SvgEnlarge *enlarge, double y);
SvgBox svg_enlarge_nth_compartment(const SvgEnlarge *enlarge, guint n);
/* What divides it, the nearest at `y` or below; or at `y` or above. NULL when there is none. */
SvgNode *svg_enlarge_divider(const SvgEnlarge *enlarge, double y, gboolean below);
/* It has compartments, or is one of several boxes that stand on each other. */
gboolean svg_enlarge_is_divided(const SvgEnlarge *enlarge);
/* The small part beside a line of words, as icons and bullets are; NULL if there is none. */
SvgNode *svg_enlarge_bullet(const SvgEnlarge *enlarge, SvgBox line);
/* A part that touches the box and is no words, and neither as wide nor as high as the shape: an
 * icon. NULL if there is none. */
SvgNode *svg_enlarge_part_at(const SvgEnlarge *enlarge, SvgBox box);
/* From now on compartments are as wide as the column that the row of words is in, and
 * svg_enlarge_shift() leaves what stands beside it: uprights as high as the row, as records have,
 * part columns. */
void svg_enlarge_keep_to_column(SvgEnlarge *enlarge, SvgBox row);
/* Moves what is in the shape with its middle in [from, to) down by `by`, which may be below 0; what
 * sticks out of it stays. */
gboolean svg_enlarge_shift(SvgEnlarge *enlarge, double from, double to, double by, GError **error);
/* Makes the shape higher by `by`: what is below `y` in it moves down, what is as high as the shape
 * grows with it, everything else stays as it is. Boxes that it stands on move down, too. */
gboolean svg_enlarge_down(SvgEnlarge *enlarge, double y, double by, GError **error);
/* Makes it wider to the right, and boxes as wide right above and below as well: what is as wide as
 * the shape grows, words about its middle stay there, what is at its right edge stays at that.
 * `sides`: SvgNode of words → the SvgAlong that they are known to keep to; NULL: of none. */
gboolean svg_enlarge_right(SvgEnlarge *enlarge, double by, GHashTable *sides, GError **error);
/* Whether boxes as wide as it stand on it, or it on them. */
gboolean svg_enlarge_is_stacked(const SvgEnlarge *enlarge);
