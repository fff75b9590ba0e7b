/* The characters of a <text> as one string, cut where the style or the position changes. Private to
 * svg/geometry. */
#pragma once

#include "geometry/parts.h"

/* Where Inkscape departs from the specifications. Geometric boxes are by the standard, visual ones
 * as Inkscape shows them. */
typedef enum {
    SVG_TEXT_STANDARD,
    /* White space is collapsed in each text node alone, and dropped at the ends of elements; line
     * feeds vanish, of preserved space at the ends. A tspan that is a line (sodipodi:role) stands
     * below the one before, whatever its own x and y. The first style of a line says how all of it
     * is anchored, without the letter spacing and the space at its end. */
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
    gsize from, to; /* bytes of SvgTextRuns.text */
    guint first;    /* index of its first character */
    int span;       /* innermost, whose style it has; or SVG_TEXT_NO_SPAN */
    double shift;   /* of the baseline, upwards */
    int path;       /* index of the path it runs along; -1 if none */
} SvgTextRun;

typedef enum {
    SVG_PLACE_X,
    SVG_PLACE_Y,
    SVG_PLACE_DX,
    SVG_PLACE_DY,
    SVG_PLACE_ROTATE, /* degrees; of this character alone */
    /* Where a line says that it is, but doesn't count. */
    SVG_PLACE_CLAIMED_X,
    SVG_PLACE_CLAIMED_Y,
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
    int span;               /* whose style its line box has even when it is empty */
    double ascent, descent; /* of its line box; of the only one 0 */
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
    gboolean differs;      /* from what the other rules give, maybe */
    gboolean wrapped;      /* its lines were cut to fit */
    const SvgStyle *style; /* of the text itself */
    SvgStyle own_style;    /* where that isn't the context's */
    GString *text;
    GArray *runs;   /* SvgTextRun */
    GArray *places; /* SvgTextPlace */
    GArray *spans;  /* SvgTextSpan, in document order */
    GArray *lines;  /* SvgTextLine; the first begins with the text */
    GArray *paths;  /* SvgTextPath */
    GArray *stack;  /* of elements that are open, while reading */
    guint n_chars;
    gboolean after_space; /* a collapsible space now would add nothing */
    gboolean trim;        /* the last character is a collapsible space */
} SvgTextRuns;

void svg_text_runs_init(SvgTextRuns *runs);
void svg_text_runs_clear(SvgTextRuns *runs);
/* Reads a <text> or <flowRoot>, in place of what was read before; `context` is the one of its
 * children. */
void svg_text_runs_read(SvgTextRuns *runs, SvgDocument *doc, SvgNode *text,
                        const SvgContext *context, SvgTextRules rules);
/* The style of a span; of the text itself for SVG_TEXT_NO_SPAN. */
const SvgStyle *svg_text_style(const SvgTextRuns *runs, int span);
/* The character behind run `index`. */
guint svg_text_run_end(const SvgTextRuns *runs, guint index);
/* Makes `line` as high as the characters from `first` up to `end` need it (CSS 2.1 §10.8), and at
 * least as high as the text's own style does. */
void svg_text_line_grow(const SvgTextRuns *runs, guint first, guint end, SvgTextLine *line);
