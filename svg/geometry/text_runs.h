/* The characters of a <text> as one string, cut where the style or the position changes. Private to
 * svg/geometry. */
#pragma once

#include "geometry/parts.h"

/* Characters of one style. */
typedef struct {
    SvgStyle style;
    gsize from, to; /* bytes of SvgTextRuns.text */
    guint first;    /* index of its first character */
} SvgTextRun;

typedef enum {
    SVG_PLACE_X,
    SVG_PLACE_Y,
    SVG_PLACE_DX,
    SVG_PLACE_DY,
    SVG_PLACE_LINE, /* below the line before, by the value; back to the text's x */
    SVG_PLACE_COUNT,
} SvgPlaceKind;

/* Where character `at` goes. By `at`; of several of one kind the first counts. */
typedef struct {
    guint at;
    SvgPlaceKind kind;
    double value;
} SvgTextPlace;

typedef struct {
    GString *text;  /* white space collapsed as each style says (SVG 1.1 §10.15) */
    GArray *runs;   /* SvgTextRun */
    GArray *places; /* SvgTextPlace */
    guint n_chars;
    guint n_lines;        /* sodipodi:role="line" */
    gboolean after_space; /* a collapsible space now would add nothing */
    gboolean trim;        /* the last character is a collapsible space */
    SvgBox path;          /* of the paths that text runs along, in the text's user space */
} SvgTextRuns;

/* `context` is the one of the children of `text`. */
void svg_text_runs_init(SvgTextRuns *runs, SvgDocument *doc, SvgNode *text,
                        const SvgContext *context);
void svg_text_runs_clear(SvgTextRuns *runs);
/* Distance between lines in user units. */
double svg_text_line_height(const SvgStyle *style);
/* The outline of a shape that text refers to, in the text's user space, through the shape's own
 * transform. Empty for anything else. */
SvgBox svg_text_frame_box(SvgDocument *doc, SvgNode *shape, const SvgContext *context);
