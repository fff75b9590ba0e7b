/* Runs of character data: the words between two tags. Private to svg/. */
#pragma once

#include "document/node.h"

/* Whether the bytes of a text node are its words and nothing else: no comment, CDATA section or
 * processing instruction, and nothing that came out of an entity with markup. */
gboolean svg_run_is_plain(const SvgNode *text);
/* Writes `words` in place of those of a plain text node, which aren't blank; the white space around
 * them, and every other byte, stays as it is. */
void svg_run_replace(SvgDocument *doc, SvgNode *text, const char *words);
/* Whether they are the words alone, or these in one CDATA section with white space around it: then
 * svg_run_replace() writes into that. */
gboolean svg_run_is_data(const SvgNode *text);
