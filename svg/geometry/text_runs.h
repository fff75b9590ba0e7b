/* The characters of a <text> as one string, cut where the style or the position changes. Private to
 * svg/geometry. */
#pragma once

#include "geometry/parts.h"

/* Where Inkscape departs from the specifications. Geometric boxes are by the standard, visual ones
 * as Inkscape shows them. */
typedef enum {
    SVG_TEXT_STANDARD,
    /* White space is collapsed in each text node alone, and dropped at the ends of elements; line
     * feeds vanish. A tspan that is a line (sodipodi:role) stands below the one before, whatever
     * its own x and y. The first style of a line says how all of it is anchored, without the letter
     * spacing and the space at its end. */
    SVG_TEXT_INKSCAPE,
} SvgTextRules;

#define SVG_TEXT_NO_SPAN (-1)

/* An element within the text. */
typedef struct {
    SvgNode *node;
    int parent; /* index of a span, or SVG_TEXT_NO_SPAN */
    SvgStyle style;
} SvgTextSpan;

/* Characters of one style. */
typedef struct {
    SvgStyle style;
    gsize from, to; /* bytes of SvgTextRuns.text */
    guint first;    /* index of its first character */
    int span;       /* innermost, or SVG_TEXT_NO_SPAN */
    double shift;   /* of the baseline, upwards */
    int path;       /* index of the path it runs along; -1 if none */
} SvgTextRun;

typedef enum {
    SVG_PLACE_X,
    SVG_PLACE_Y,
    SVG_PLACE_DX,
    SVG_PLACE_DY,
    SVG_PLACE_ROTATE, /* degrees; of this character alone */
    SVG_PLACE_HANG, /* from here to the end of the line there are only spaces, that take no room */
    SVG_PLACE_COUNT,
} SvgPlaceKind;

/* Where character `at` goes. By `at`; of several of one kind the first counts. */
typedef struct {
    guint at;
    SvgPlaceKind kind;
    double value;
} SvgTextPlace;

/* A line that begins below the one before. */
typedef struct {
    guint first;            /* its first character; of empty lines that of the next */
    double ascent, descent; /* of its line box: CSS 2.1 §10.8 */
    double x, y;            /* where it begins; NAN: below the one before, at the text's x */
    int anchor;             /* SvgTextAnchor; -1: the characters' */
    double gap;             /* added to each space */
} SvgTextLine;

/* What text runs along. */
typedef struct {
    SvgNode *shape; /* NULL when it refers to none: then nothing is drawn */
    double offset;  /* startOffset in user units, or */
    double part;    /* as a part of the length; negative: it isn't one */
} SvgTextPath;

typedef struct {
    SvgTextRules rules;
    gboolean differs; /* from what the other rules give, maybe */
    GString *text;
    GArray *runs;   /* SvgTextRun */
    GArray *places; /* SvgTextPlace */
    GArray *spans;  /* SvgTextSpan, in document order */
    GArray *lines;  /* SvgTextLine; the first begins with the text */
    GArray *paths;  /* SvgTextPath */
    guint n_chars;
    gboolean after_space; /* a collapsible space now would add nothing */
    gboolean trim;        /* the last character is a collapsible space */
} SvgTextRuns;

/* `context` is the one of the children of `text`, a <text> or <flowRoot>. */
void svg_text_runs_init(SvgTextRuns *runs, SvgDocument *doc, SvgNode *text,
                        const SvgContext *context, SvgTextRules rules);
void svg_text_runs_clear(SvgTextRuns *runs);
/* Distance between lines in user units. */
double svg_text_line_height(const SvgStyle *style);
/* The line box of `style` alone: its font's em box, and half of the leading on each side. */
void svg_text_line_box(const SvgStyle *style, double *ascent, double *descent);
