/* From bytes to the tree, by libxml2's SAX parser. Private to svg/document. */
#pragma once

#include "document/document_priv.h"

/* Fills doc->root, doc->epilog and doc->ids from doc->source. SVG_ERROR_{PARSE,NOT_SVG,TOO_LARGE},
 * SVG_ERROR_IO without libxml2. */
gboolean svg_parse(SvgDocument *doc, GError **error);
