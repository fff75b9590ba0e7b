/* Words of the window: sentences about a drawing, Markdown for labels, words that are meant for
 * one fairy. No toolkit. All strings are free with g_free(). */
#pragma once

#include "model.h"

/* Returns what the fairies will look at: "3 selected in order.svg", "the view of order.svg". */
char *win_scope_text(const WinDrawing *drawing, const char *scope);
/* Returns what the latest turn cost so far: "$0.0123, 4,567 tokens, 2 requests"; "" for nothing. */
char *win_cost_text(const WinDrawing *drawing);
/* Returns what is held, a sentence; NULL if nothing is. */
char *win_hold_text(const WinDrawing *drawing);
/* Returns what a fairy is doing: "working on column 1: Aligning, 2 of 5 done". */
char *win_fairy_text(const WinFairy *fairy);
/* Returns a line as one would read it to somebody: "Teasel: Aligned 3 shapes. Refused: …". */
char *win_line_text(const WinLine *line);

/* Returns Markdown as Pango markup: **bold**, *italic* and `code`; the rest is shown as it is. The
 * result is valid whatever the text. */
char *win_markup(const char *markdown);
/* Returns Markdown as plain text, without these marks. */
char *win_plain(const char *markdown);

/* Returns the fairy to whom these words are said ("Teasel: leave that"), borrowed from the drawing,
 * and stores in *rest where the words begin; NULL, and all of the words, if nobody is named. */
const WinFairy *win_words_for(const WinDrawing *drawing, const char *words, const char **rest);

/* Returns a colour for a dark ground: the colour "#rrggbb" nearer to white. Anything else is
 * returned as it is. */
char *win_color_on_dark(const char *color);
