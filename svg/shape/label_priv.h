/* Parts of label.c. */
#pragma once

#include "shape/scene.h"

G_BEGIN_DECLS

#define SVG_CENTERED 0.1 /* of a box' sides: how far off its middle a title is at most */

/* It isn't just a box with words where there are two things in it, or more: outlines or arrows. */
gboolean svg_outline_holds_little(SvgScene *scene, guint outline);
/* The middle of the box is about that of the outer one. */
gboolean svg_box_is_in_middle(SvgBox outer, SvgBox box);
/* The texts (guint, indices) found in one outline, which are put in order from the top down: the
 * first is its label, of a container, or where they are scattered, the first that may be its title;
 * those that go with it join. The others stay what they are. */
void svg_labels_join(SvgScene *scene, guint outline, GArray *found);

G_END_DECLS
