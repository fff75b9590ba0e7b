/* Words that are HTML in a <foreignObject>, as mermaid and draw.io write them. Private to svg/edit.
 */
#pragma once

#include "edit/edit_priv.h"

/* px: smaller boxes only say where words are; in others they are laid out. */
#define SVG_HTML_LEAST 2

/* The <foreignObject> that holds the words of a shape: itself, or among its labels; also where a
 * text only stands in for it. NULL when there is none, or it has no words. */
SvgNode *svg_html_words(SvgEdit *edit, SvgNode *shape);
/* That, and those in it: all whose words are the shape's and may be changed (SvgNode *). */
GPtrArray *svg_html_all_words(SvgEdit *edit, SvgNode *shape);
/* svg_html_words() of a line, too, whose words don't go with it: the whole drawing is read for it.
 */
SvgNode *svg_html_label(SvgEdit *edit, SvgNode *shape);
/* Other words in the font of the first, in lines that are no wider than `shape`, unless that is a
 * line. Their box is made as much wider or narrower as they are. */
gboolean svg_html_set_words(SvgEdit *edit, SvgNode *shape, SvgNode *html, const char *text,
                            GError **error);
/* The innermost element around all its words; NULL without any. */
SvgNode *svg_html_host(SvgNode *html);
/* Its words, which were `old`, are others: its box is made as much wider and higher about its
 * middle, and a picture of them becomes a text. */
gboolean svg_html_reworded(SvgEdit *edit, SvgNode *html, const char *old, GError **error);
/* Its words are placed by CSS alone: its own box doesn't tell where they are. */
gboolean svg_html_is_loose(const SvgNode *html);
/* Where CSS says how wide its lines may be, they may be so much wider (document units); the words
 * stay where they are. */
void svg_html_widen(SvgEdit *edit, SvgNode *html, double by);
/* They stand about a height that CSS says, not below it. */
gboolean svg_html_is_in_middle(SvgNode *html);
/* How many lines it has, with rules between them, which take about as much. */
guint svg_html_count_rows(SvgNode *html);
/* From line to line of such, in document space. */
double svg_html_step(SvgEdit *edit, SvgNode *html);
/* With the <switch> it is in, if it is in one. */
gboolean svg_html_delete(SvgEdit *edit, SvgNode *html, GError **error);
/* What `styling` says of fonts; `ink` is a CSS colour, or NULL: the same. */
void svg_html_restyle(SvgEdit *edit, SvgNode *html, const SvgStyling *styling, const char *ink);
/* Of an element in it that has words of its own: these get the colour. */
void svg_html_set_color(SvgEdit *edit, SvgNode *host, const char *css);
/* Whether the element, of HTML or of SVG, has words that no element in it has. */
gboolean svg_has_own_words(const SvgNode *node);
