/* What browsers think of elements before any style sheet does. Private to svg/html. */
#pragma once

#include "html/style.h"

enum {
    SVG_HTML_BOLD = 1 << 0,
    SVG_HTML_ITALIC = 1 << 1,
    SVG_HTML_MONO = 1 << 2,
    SVG_HTML_UNDERLINED = 1 << 3,
    SVG_HTML_STRUCK = 1 << 4,
    SVG_HTML_CENTERED = 1 << 5,
    SVG_HTML_PRESERVED = 1 << 6, /* white space */
    SVG_HTML_INDENTED = 1 << 7,
    SVG_HTML_LISTED = 1 << 8,
    SVG_HTML_LINKED = 1 << 9, /* where it leads somewhere */
};

typedef struct {
    const char *name;
    SvgHtmlDisplay display;
    guint look;    /* flags */
    double size;   /* of letters, in those around */
    double margin; /* above and below, in letters */
    double rise;   /* in letters around */
} SvgHtmlElement;

/* Never NULL: what isn't known is like a <span>. */
const SvgHtmlElement *svg_html_element(const char *name);
