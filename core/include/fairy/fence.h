/* What others wrote, as it stands in a prompt: a drawing, an answer of a model, another fairy. All
 * of it is told between two lines, and nothing in it can be taken for the second one. */
#pragma once

#include <glib.h>

/* The lines <data MARK> and </data MARK>; without a mark, which is NULL, <data> and </data>. */
void fairy_fence_open(GString *out, const char *mark);
void fairy_fence_close(GString *out, const char *mark);
/* Lines of what stands between them. What looks like the start of a fence's line gets \u003c for
 * its bracket, and what isn't seen becomes its escape, both as JSON has them: a string in JSON
 * stays the same string. */
void fairy_fence_text(GString *out, const char *text);
/* All three. */
void fairy_fence(GString *out, const char *mark, const char *text);
/* At most so many bytes of a text, of whole characters; behind them how many characters more there
 * are: "…(+42)". The caller's. */
char *fairy_fence_cut(const char *text, gsize most);
/* A sentence that quotes names, as one line for fairy_fence(): ends of lines are told as "\n", and
 * of what stands in quotes FAIRY_SHOWN_NAME_BYTES bytes. Of one that is longer than `most` bytes
 * all the same the middle is left out, and how much that was is told. The caller's. */
char *fairy_fence_line(const char *text, gsize most);
/* What no text can know before it is shown: 8 hexadecimal digits. The caller's. */
char *fairy_fence_mark(void);
