/* The box that lines end at: of small figures of several parts, as an actor, that of all of them.
 * Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Before anything moves: reads which of what is drawn with the shape are such figures. */
void svg_figures_note(SvgDocument *doc, SvgNode *shape);
/* Lines end at the border of its svg_end_box(), whatever outline stands for it. */
gboolean svg_is_figure(SvgDocument *doc, SvgNode *shape);
/* The shape's own one; of a figure with its parts, and with its words where the drawing's lines end
 * beside these, too. */
SvgBox svg_end_box(SvgDocument *doc, SvgNode *shape);
