/* Ids that look like one that isn't there. Private to svg/. */
#pragma once

#include "document/node.h"

/* Sets SVG_ERROR_NOT_FOUND: no element has that id; with up to three ids of drawn elements that
 * differ from it by a slip of the pen. */
void svg_ids_not_found(SvgDocument *doc, const char *id, GError **error);
