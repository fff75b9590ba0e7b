/* Where there is room in a drawing for what is put beside its shapes. Private to core/annotate. */
#pragma once

#include "annotate/graph.h"

typedef struct {
    SvgBox page;
    GArray *taken;     /* SvgBox: shapes, words, and what was placed */
    GArray *stretches; /* SvgPoint, two for each: lines, outlines of what holds others */
    double gap;        /* that is kept between things */
} FairyLayout;

/* What is drawn now. Free with fairy_layout_free(). */
FairyLayout *fairy_layout_new(SvgDocument *doc, const FairyGraph *graph, double gap);
void fairy_layout_free(FairyLayout *layout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyLayout, fairy_layout_free)

/* Whether nothing is there or nearer than `gap`, and it is on the page. */
gboolean fairy_layout_is_free(const FairyLayout *layout, SvgBox box);
/* From now on something is there. */
void fairy_layout_take(FairyLayout *layout, SvgBox box);
/* Stores in *place where a w by h has room, nearest to a corner of the page: the bottom right one
 * first. FALSE if it has none. */
gboolean fairy_layout_find(const FairyLayout *layout, double w, double h, SvgBox *place);
