/* The edge of the page in a picture that shows more. Private to svg/render. */
#pragma once

#include <svg/document.h>

/* Markup in document space, with the prefix of view.h: a line around each page, and grey over what
 * is beyond; "" where the view is all within a page. `pixel` is one of the picture in document
 * units; 0: there is no need for any of it. The caller's. */
char *svg_page_edge(SvgDocument *doc, SvgBox view, double pixel);
