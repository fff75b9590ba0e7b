/* What Inkscape notes in a document's <sodipodi:namedview> about its window. */
#pragma once

#include <svg/document.h>

/* What the person sees, in document space: an upper bound, as docked dialogs aren't noted. `text`
 * is the file that Inkscape gave an extension, in which it is fresh; `doc` the same, read. Empty
 * if it isn't there. */
SvgBox namedview_view(const char *text, SvgDocument *doc);
