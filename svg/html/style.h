/* What CSS and the elements themselves say of a piece of HTML. Private to svg/html.
 *
 * Lengths are user units of the <foreignObject>. */
#pragma once

#include "style/css.h"

typedef enum {
    SVG_HTML_NONE,
    SVG_HTML_INLINE,
    SVG_HTML_BREAK,
    SVG_HTML_BLOCK,
    SVG_HTML_FLEX,
    SVG_HTML_TABLE,
    SVG_HTML_ROWS, /* <tbody> and the like */
    SVG_HTML_ROW,
    SVG_HTML_CELL,
} SvgHtmlDisplay;

typedef enum {
    SVG_HTML_START,
    SVG_HTML_CENTER,
    SVG_HTML_END,
    SVG_HTML_BETWEEN,
    SVG_HTML_AROUND,
    SVG_HTML_EVENLY,
    SVG_HTML_STRETCH,
} SvgHtmlPlace;

typedef enum {
    SVG_HTML_BASELINE,
    SVG_HTML_TOP,
    SVG_HTML_MIDDLE,
    SVG_HTML_BOTTOM,
} SvgHtmlVertical;

typedef enum {
    SVG_HTML_AS_IS,
    SVG_HTML_UPPER,
    SVG_HTML_LOWER,
    SVG_HTML_CAPITAL,
} SvgHtmlCase;

enum { SVG_HTML_ABOVE, SVG_HTML_RIGHT, SVG_HTML_BELOW, SVG_HTML_LEFT, SVG_HTML_SIDES };

typedef struct {
    guint32 rgb;
    double alpha; /* 0: nothing is painted */
} SvgHtmlInk;

typedef struct {
    SvgStyle font; /* all that SVG knows, too */

    /* Inherited. */
    gboolean collapse; /* white space is one space */
    gboolean breaks;   /* lines are broken where they are too long */
    gboolean feeds;    /* line feeds end lines */
    gboolean anywhere; /* also in the middle of a word that is too long */
    SvgHtmlCase letters;
    gboolean underlined, struck;
    double rise;       /* of sub and sup, upwards */
    double alpha;      /* of all that is around */
    SvgHtmlInk behind; /* words in a line */

    /* Of this element alone. */
    SvgHtmlDisplay display;
    gboolean in_line;              /* a box that stands in a line, as a letter does */
    gboolean whole;                /* margins of what is in it don't reach out of it */
    gboolean marked;               /* a list item */
    double margin[SVG_HTML_SIDES]; /* NAN: auto */
    double padding[SVG_HTML_SIDES];
    double border[SVG_HTML_SIDES];
    SvgHtmlInk border_ink, fill;
    double width, height;                    /* NAN: auto */
    double min_width, max_width, min_height; /* NAN: none */
    gboolean with_border;                    /* these are of the box with its border */
    gboolean column;                         /* of a flex box */
    SvgHtmlPlace justify, align;
    double grow, gap, spacing;
    SvgHtmlVertical vertical;
} SvgHtmlStyle;

/* What a box is laid out in; NAN or INFINITY where that isn't known yet. */
typedef struct {
    double width, height;
} SvgHtmlRoom;

/* Of the <foreignObject>, whose own style `font` is. */
void svg_html_style_root(SvgDocument *doc, const SvgNode *node, const SvgStyle *font,
                         SvgHtmlStyle *style);
/* Of an element in one of that style. */
void svg_html_style(SvgDocument *doc, SvgSheets *sheets, const SvgNode *node,
                    const SvgHtmlStyle *parent, SvgHtmlRoom room, SvgHtmlStyle *style);
/* "div", of whatever namespace. */
const char *svg_html_name(const SvgNode *node);
/* Padding and border of both sides along an axis. */
double svg_html_edges(const SvgHtmlStyle *style, gboolean vertical);
/* The width or height that is asked for, of the whole box with its border; NAN when none is. */
double svg_html_asked(const SvgHtmlStyle *style, gboolean vertical);
/* The same, kept between the least and the most that are asked for. */
double svg_html_kept(const SvgHtmlStyle *style, double width);
