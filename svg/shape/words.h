/* Where pieces of words are. Private to svg/. */
#pragma once

#include "document/node.h"

#include <svg/words.h>

/* A text or HTML: what has pieces of SVG_WORDS_TEXT. */
gboolean svg_words_are_in(const SvgNode *node);
/* The text node; NULL when there is none, or its bytes are more than its words. */
SvgNode *svg_words_find(SvgNode *node, SvgWordsKind kind, guint piece);
/* How many pieces there are, also of those that can't be changed. */
guint svg_words_count(SvgNode *node, SvgWordsKind kind);
/* White space collapsed, none at the ends. The caller's. */
char *svg_words_collapse(const char *text);
/* The text that readers of the language see in place of this one; NULL if there is none. */
SvgNode *svg_words_variant(SvgNode *text, const char *language);
/* The same of a <title> or <desc>. */
SvgNode *svg_words_remark(const SvgNode *node, SvgWordsKind kind, const char *language);
/* Of a text the HTML that browsers show in its place, beside it in a <switch>; of HTML that text.
 * NULL if there is none. */
SvgNode *svg_words_beside_html(SvgNode *node);
/* The text node in a text or HTML that says this, if one alone does; NULL otherwise. */
SvgNode *svg_words_saying(SvgNode *node, const char *words);
