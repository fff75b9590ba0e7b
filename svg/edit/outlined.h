/* Shapes that lines end at, and mustn't run through. Private to svg/edit. */
#pragma once

#include "edit/way.h"

/* What a line may not run through: the outline of a shape at its end. */
typedef struct {
    SvgBox box;
    GArray *track; /* shape/track.h; NULL where the box is all that is known */
} SvgOutlined;

SvgOutlined svg_outlined(SvgEdit *edit, SvgNode *shape);
void svg_outlined_clear(SvgOutlined *outlined);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgOutlined, svg_outlined_clear)
/* From the outline to the point; below 0 inside of it. */
double svg_outlined_distance(const SvgOutlined *outlined, SvgPoint p);
/* The way doesn't run through it, but for its last `unit`s. */
gboolean svg_outlined_spares(const SvgOutlined *outlined, const GArray *way, double unit);
