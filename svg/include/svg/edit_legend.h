/* What colours, lines and shapes of a drawing mean, told in it. */
#pragma once

#include <svg/edit.h>

typedef enum { SVG_SWATCH_BOX, SVG_SWATCH_LINE, SVG_SWATCH_ARROW } SvgSwatch;

/* A row of a legend: a sample, and what it stands for. */
typedef struct {
    const char *text;
    const char *like; /* the id of a shape whose looks, as they are seen, the sample has: what it is
                         painted with, its width, dashes, heads, and how transparent it is. NULL:
                         as shapes of the drawing mostly look */
    gboolean swatch_given; /* else as `like` is; without one a box */
    SvgSwatch swatch;
    SvgStyling styling; /* `color` (of a box its fill, else the stroke), `stroke`, `fill`, dash and
                           width are taken where given, before all else */
} SvgLegendEntry;

typedef struct {
    const char *id;    /* that is free, of the group; NULL makes one */
    const char *title; /* words above the rows; NULL: none */
    const SvgLegendEntry *entries;
    guint n; /* at least 1 */
    gboolean at_given;
    SvgPoint at; /* the top left corner */
    gboolean anchor_given;
    SvgAnchor anchor; /* else where on the page; without both, a corner where there is room */
} SvgLegend;

/* Draws one: a frame, and in it a row for each entry, as a group. Without `at` it lies on nothing:
 * as near to `anchor` as there is room. The id of the group, the document's; NULL with
 * SVG_ERROR_INVALID when there is none on the page, or a shape that a sample is to be like has no
 * looks of its own. */
const char *svg_edit_legend(SvgEdit *edit, const SvgLegend *legend, GError **error);
