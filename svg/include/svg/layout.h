/* A diagram, or a part of it, arranged anew: by Graphviz, in a process of its own (fairy-layout),
 * or tidied up. Nothing is drawn anew: shapes are moved, frames fitted around what is in them, and
 * lines and arrows laid between them, by the verbs of <svg/edit.h>. */
#pragma once

#include <svg/edit.h>

typedef enum {
    SVG_ARRANGE_LAYERED, /* arrows point one way, layer by layer */
    SVG_ARRANGE_TREE, /* the same from the shapes that nothing leads to, whichever way arrows go */
    SVG_ARRANGE_RADIAL, /* in rings around the one in the middle */
    SVG_ARRANGE_FORCE,  /* what is joined is near each other, in no direction */
    SVG_ARRANGE_TIDY,   /* as they are, in even rows and columns, and none on another */
    SVG_N_ARRANGEMENTS,
} SvgArrangement;

typedef enum { SVG_WAY_DOWN, SVG_WAY_RIGHT, SVG_WAY_UP, SVG_WAY_LEFT, SVG_N_WAYS } SvgWay;

typedef struct {
    SvgArrangement arrangement;
    SvgWay way; /* of layers and trees; where `way_given`, else as most arrows go now */
    gboolean way_given;
    double gap;           /* between shapes beside each other, document units; NAN: as their sizes
                             have it */
    gboolean route_given; /* else as most lines go now, and when tidied up each as it does */
    gboolean orthogonal;  /* lines get right angles; else they are straight, but for those that
                             would run through a shape */
} SvgLayout;

/* Arranges shapes: those of `ids` and what is in them, or with NULL all that lines join or that
 * have words. The first keeps the place of the whole: its top left corner. What is locked or out of
 * scope stays where it is, and the rest around it. Frames go with what is in them, and become as
 * large as that needs; what else lies on a shape goes along; what lies to the right of all, or
 * below, makes room. The page grows where it gets too small and the edit has no scope. FALSE with
 * SVG_ERROR_INVALID when there is nothing to arrange, or the gap is less than 0; SVG_ERROR_LAYOUT
 * when Graphviz fails; SVG_ERROR_LOCKED when
 * all is locked. */
gboolean svg_edit_layout(SvgEdit *edit, const char *const *ids, const SvgLayout *layout,
                         GError **error);
