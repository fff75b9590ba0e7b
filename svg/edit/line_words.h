/* One line of a text or of HTML, whatever elements it is in. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* The text nodes of a line (SvgNode *), from 0 as svg_content_read() has them; empty for what is no
 * such line, or has no words. The caller's. */
GPtrArray *svg_line_runs(SvgNode *text, guint line);
/* FALSE with SVG_ERROR_INVALID when something in the line isn't just its words. */
gboolean svg_line_is_plain(SvgEdit *edit, SvgNode *text, guint line, GError **error);
/* Other words in a line that is plain. Pieces where they don't differ keep their looks; what was
 * made to fit the old ones goes with them. */
void svg_line_set_words(SvgEdit *edit, SvgNode *text, guint line, const char *words);
/* The same of one piece of it, from 0, as the line has them. */
void svg_line_set_span(SvgEdit *edit, SvgNode *text, guint line, guint span, const char *words);
/* Takes the words of a text node away. */
void svg_line_clear_run(SvgEdit *edit, SvgNode *run);

/* --- text_lines.c, html_lines.c: more and fewer ----------------------------------------------- */

/* A line more behind one that is there, or in front of it, which looks like that one. FALSE with
 * SVG_ERROR_INVALID where lines aren't elements of their own. */
gboolean svg_text_insert_line(SvgEdit *edit, SvgNode *text, guint line, gboolean before,
                              const char *words, GError **error);
gboolean svg_text_remove_line(SvgEdit *edit, SvgNode *text, guint line, GError **error);
/* The same of HTML. */
gboolean svg_html_insert_line(SvgEdit *edit, SvgNode *html, guint line, gboolean before,
                              const char *words, GError **error);
gboolean svg_html_remove_line(SvgEdit *edit, SvgNode *html, guint line, GError **error);
