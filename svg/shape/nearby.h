/* Ids that look like one that isn't there. Private to svg/. */
#pragma once

#include "document/node.h"

/* Up to three ids of drawn elements that differ from `id` by a slip of the pen, nearest first,
 * quoted and joined by " or "; NULL if there are none. The caller's. */
char *svg_ids_alike(SvgDocument *doc, const char *id);
