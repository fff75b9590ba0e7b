/* Colours, fills and single declarations of an element. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Sets a property where the element has it: in its style="", else in its presentation attribute if
 * no sheet overrides it, else as a new declaration in style="". NULL removes it from both. */
void svg_set_property(SvgDocument *doc, SvgNode *node, SvgProperty property, const char *value);

/* Paints a shape of our own from scratch: stroke, and a fill made from the same colour. */
gboolean svg_paint_new(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error);
/* Changes colour and fill of an existing shape, or of everything free in a group; only what
 * spec->color and SVG_SPEC_FILL ask for. */
gboolean svg_paint_existing(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error);
/* User units per px at the document's size: what "2 px wide" is in this drawing. */
double svg_unit(SvgDocument *doc);
/* The id of an arrowhead marker in that colour; makes it in <defs> on first use. */
const char *svg_arrowhead(SvgEdit *edit, const char *css);
/* A <defs> of the root that may be written to; made in front of everything if there is none. */
SvgNode *svg_find_defs(SvgEdit *edit);
