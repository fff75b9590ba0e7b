/* Single declarations of an element. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Sets a property where the element has it: in its style="", else in its presentation attribute if
 * no sheet overrides it, else as a new declaration in style="". NULL removes it from both. */
void svg_set_property(SvgDocument *doc, SvgNode *node, SvgProperty property, const char *value);
/* Sets a property on the element itself, so that it holds whatever a style sheet says. */
void svg_force_property(SvgDocument *doc, SvgNode *node, SvgProperty property, const char *value);
/* By how much lengths grow from the element's own space to document space; 1 where that can't be
 * said. */
double svg_node_scale_factor(SvgDocument *doc, const SvgNode *node);
