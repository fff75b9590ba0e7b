/* Boxes, one in another, and the pieces that are painted. Private to svg/html.
 *
 * CSS 2.1's blocks and lines, flex boxes and tables, as far as labels are made of them: no floats,
 * nothing positioned. */
#pragma once

#include "html/style.h"

/* What is painted, in this order. */
typedef struct {
    char *text;    /* NULL: a filled box */
    double x, y;   /* of a text where its baseline begins; of a box its corner */
    double w, h;   /* of a text its advance and its ascent */
    SvgStyle font; /* of a text */
    gboolean underlined, struck;
    SvgHtmlInk ink;
} SvgHtmlPiece;

typedef enum {
    SVG_HTML_FINAL,
    SVG_HTML_NARROWEST, /* only the width counts, with all lines as short as they can be */
    SVG_HTML_WIDEST,    /* … as long */
} SvgHtmlMode;

typedef struct {
    SvgDocument *doc;
    SvgSheets *sheets;
    GArray *pieces; /* SvgHtmlPiece */
    SvgHtmlMode mode;
    guint depth, steps; /* of the elements that it is at, and that it was at */
} SvgHtmlLayout;

typedef struct {
    double w, h;
    double baseline; /* of its first line, from above; NAN without any */
} SvgHtmlSize;

/* An element that is laid out, and where among the pieces its own are. */
typedef struct {
    SvgHtmlStyle style;
    SvgNode *node; /* NULL: the text of what it is in */
    guint from, to;
    SvgHtmlSize size;
} SvgHtmlItem;

/* The steps and the depth that an element may take; the rest of it isn't laid out. */
#define SVG_HTML_MAX_STEPS 20000
#define SVG_HTML_MAX_DEPTH 48

/* Appends a piece with its text, which it takes over. */
void svg_html_fill(SvgHtmlLayout *layout, double x, double y, double w, double h, SvgHtmlInk ink);
void svg_html_text(SvgHtmlLayout *layout, double x, double y, const SvgHtmlStyle *style,
                   char *text);
void svg_html_shift(SvgHtmlLayout *layout, guint from, guint to, double dx, double dy);

/* Lays out the box of an element with its border there, `width` wide. In a mode that asks for a
 * width, what it needs. */
SvgHtmlSize svg_html_box(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style, double x,
                         double y, double width, double height);
/* How wide such a box is where it is as wide as what is in it, with `available` to be had. */
double svg_html_fit(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style,
                    SvgHtmlRoom available);
/* The content of a box, from there on; of each, `style` is the box's, and `room` what is in it. */
SvgHtmlSize svg_html_flow(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style, double x,
                          double y, SvgHtmlRoom room);
SvgHtmlSize svg_html_flex(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style, double x,
                          double y, SvgHtmlRoom room);
SvgHtmlSize svg_html_table(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style,
                           double x, double y, SvgHtmlRoom room);
/* Whether a box with that display has rows of its own. */
gboolean svg_html_has_rows(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style);
/* White space between elements, and comments. */
gboolean svg_html_is_blank(const SvgNode *node);
/* The style of a child; FALSE when it isn't laid out. */
gboolean svg_html_child(SvgHtmlLayout *layout, const SvgNode *node, const SvgHtmlStyle *parent,
                        SvgHtmlRoom room, SvgHtmlStyle *style);
