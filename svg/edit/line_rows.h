/* The lines of a label, and what they become. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* The texts that the words of a shape are written in (SvgNode *), in the order of their lines; of a
 * text that goes on in others itself first. Empty where there are none. The whole drawing is read
 * for it. The caller's. */
GPtrArray *svg_label_texts(SvgEdit *edit, SvgNode *shape);
/* Which side of the texts is in line: that where they differ least. */
SvgAlong svg_lines_side(SvgEdit *edit, const GPtrArray *texts);

/* A line as it is listed: one text, one of the lines of a text, or several texts side by side. */
typedef struct {
    guint first, n; /* of the texts */
    guint line;     /* in its text */
    char *words;
    const char *to;           /* what it becomes; NULL: it is gone. Borrowed */
    GPtrArray *ahead, *after; /* new lines in front of it, and behind it. Borrowed strings */
} SvgRow;

static inline SvgRow *svg_row_at(const GArray *rows, guint i)
{
    return &g_array_index(rows, SvgRow, i);
}

/* How many lines words are, of which NULL has one, too. */
guint svg_count_lines(const char *words);
/* Those of the texts (SvgNode *), in their order (SvgRow). The caller's. */
GArray *svg_rows_read(SvgEdit *edit, const GPtrArray *texts);
/* Says of each row which of the lines it becomes, and which are new before and behind it; the
 * strings stay the caller's. */
void svg_rows_pair(GArray *rows, char **to);
/* How many kinds of signs that are no letters both have: members of a class are alike in these. */
guint svg_rows_shared_signs(const char *a, const char *b);
/* A row that is gone and has new lines behind it becomes the first of those; new ones in front of
 * it push it down by a line each, unless it is a row of a table. */
void svg_row_settle(SvgRow *row, gboolean in_table);
