/* Small figures with their words above or below. Private to svg/shape. */
#pragma once

#include "document/node.h"

/* Whether `shape` may be in a figure, or be one, whose words are `text` and those that go on from
 * it, away from the shape: what svg_scene_find_figures() would say at most, told without the rest
 * of the drawing. `text` is the sibling nearest to the shape that may be words: `after` it, or
 * before. */
gboolean svg_figure_may_have(SvgDocument *doc, const SvgNode *shape, const SvgNode *text,
                             gboolean after);
