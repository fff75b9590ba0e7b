/* Where everything is, in pixels: the boxes of all elements in one pass, as an editor lists them.
 *
 * Listed is every element that is drawn, or would be if it were displayed: also the parts of a
 * text, what `display` or a <switch> hides, and what is in a <symbol> or <marker> outside <defs>.
 * Not what is in <defs>, a clip path, mask, pattern or gradient. Nor a text
 * that isn't displayed itself: it isn't laid out. What is hidden doesn't count for the boxes of
 * what it is in. */
#pragma once

#include <svg/document.h>

/* In px at 96 dpi, from the page's top left corner: document space through the root's viewBox,
 * width, height and preserveAspectRatio. Empty when w < 0. */
typedef struct {
    double x, y, w, h;
} SvgPxBox;

typedef struct {
    const char *id;             /* its own or derived; borrowed from the document */
    const char *name;           /* "rect" */
    SvgPxBox geometric, visual; /* see SvgBounds */
} SvgQueryItem;

typedef void (*SvgQueryFunc)(const SvgQueryItem *item, gpointer data);

/* Calls `func` for every listed element that has a box, in document order, parents first. */
void svg_document_query(SvgDocument *doc, SvgQueryFunc func, gpointer data);
/* Calls `func` for these elements (NULL-terminated ids; NULL: the root), in the order given; the
 * boxes are empty where an element isn't listed or draws nothing. FALSE with SVG_ERROR_NOT_FOUND,
 * before any call, when an id isn't there; the message names ids that look alike. */
gboolean svg_document_query_ids(SvgDocument *doc, const char *const *ids, SvgQueryFunc func,
                                gpointer data, GError **error);
