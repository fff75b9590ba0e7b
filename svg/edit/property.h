/* Single declarations of an element. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Sets a property where the element has it: in its style="", else in its presentation attribute if
 * no sheet overrides it, else as a new declaration in style="". NULL removes it from both. */
void svg_set_property(SvgDocument *doc, SvgNode *node, SvgProperty property, const char *value);
/* Sets a property on the element itself, so that it holds whatever a style sheet says. */
void svg_force_property(SvgDocument *doc, SvgNode *node, SvgProperty property, const char *value);
/* Rules of a style sheet for an element's id, or for its place, don't hold for a copy: it says
 * itself then what they say. References are to what `ids` (char * → char *; may be NULL) has for
 * them. */
void svg_keep_declared(SvgDocument *doc, const SvgNode *from, SvgNode *to, GHashTable *ids);
/* By how much lengths grow from the element's own space to document space; 1 where that can't be
 * said. */
double svg_node_scale_factor(SvgDocument *doc, const SvgNode *node);
