/* Labels of several texts while they are changed. Private to lines.c, line_room.c, line_table.c
 * and set_line.c. */
#pragma once

#include "edit/enlarge.h"
#include "edit/lines.h"

typedef struct {
    SvgEdit *edit;
    SvgNode *shape;
    GPtrArray *texts; /* SvgNode *; NULL for those that are gone */
    GArray *rows;     /* SvgRow */
    SvgEnlarge *enlarge;
    gboolean *tables;  /* of each row: svg_lines_in_table() */
    GHashTable *sides; /* of each text, which side of it is in line with others: SvgAlong */
    SvgFit fit;
    gboolean grown;
    GPtrArray *around; /* what the shape doesn't meet, and may when it is larger (SvgNode *) */
    double beyond;     /* how far words reached beyond the room that they have */
} SvgLines;

static inline SvgRow *svg_lines_row(const SvgLines *lines, guint i)
{
    return svg_row_at(lines->rows, i);
}

static inline SvgBox svg_lines_box(const SvgLines *lines, SvgNode *node)
{
    return svg_node_box(lines->edit->doc, node);
}

/* --- lines.c ---------------------------------------------------------------------------------- */

/* Reads what there is. */
void svg_lines_begin(SvgLines *lines, SvgEdit *edit, SvgNode *shape, const GPtrArray *texts,
                     SvgFit fit);
void svg_lines_clear(SvgLines *lines);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgLines, svg_lines_clear)
/* Writes what the rows are to become. */
gboolean svg_lines_write(SvgLines *lines, GError **error);
/* Nothing locked has the words of the text or those of what stands in for it, or it for that. */
gboolean svg_lines_may_write(const SvgLines *lines, SvgNode *text, GError **error);
/* A text that has other words now, and was `old` with the words `was`: its side that is in line
 * with the others goes back to where it was; what stands in for HTML says the same. */
gboolean svg_lines_reworded(SvgLines *lines, SvgNode *text, SvgBox old, const char *was,
                            GError **error);
/* Makes the lines of a text those; HTML has one. */
gboolean svg_lines_set_text(SvgLines *lines, SvgNode *text, char **to, GError **error);
/* A copy of what belongs to the shape, moved down by `by`, and behind `after` in the document where
 * that is a sibling; NULL with an error. */
SvgNode *svg_lines_copy(SvgLines *lines, SvgNode *node, SvgNode *after, double by, GError **error);
/* A copy of a text with other words, which is the text `at` from now on, behind the one before. */
gboolean svg_lines_write_copy(SvgLines *lines, SvgNode *text, double by, char *words, guint at,
                              GError **error);
gboolean svg_lines_erase(SvgLines *lines, SvgNode *node, GError **error);
/* From text `i` to the next line, where the text beside it tells; document space. */
double svg_lines_step(const SvgLines *lines, guint i);
/* Makes the place for a line below `y`, or closes it where `by` is below 0: in the compartment as
 * far as it is free, else the shape grows. */
gboolean svg_lines_open(SvgLines *lines, double y, double by, GError **error);

/* --- line_room.c ------------------------------------------------------------------------------ */

/* What is there before anything changes. */
void svg_lines_look_around(SvgLines *lines);
/* All that is written is read: it is to be these lines. Then the shape becomes as wide as they
 * need, and what became of it is told. */
gboolean svg_lines_finish(SvgLines *lines, char **to, GError **error);

/* --- line_table.c ----------------------------------------------------------------------------- */

/* Finds out which rows these are, once all are read: for `tables`. The caller's (g_free). */
gboolean *svg_lines_find_tables(SvgLines *lines);
/* Whether row `i` is written in columns, or has a compartment of its own as the rows of a table
 * do. */
gboolean svg_lines_in_table(const SvgLines *lines, guint i);
/* Writes the new lines behind and in front of such a row: each in copies of its texts, with a
 * divider where it has one; what is below moves down and the shape becomes higher. */
gboolean svg_lines_add_rows(SvgLines *lines, guint i, GError **error);
/* Says what becomes of the row in its columns: where it says as many words as before, each column
 * those that it had the place for; else what is the same at the ends stays, and the first of the
 * others says the rest. */
gboolean svg_lines_set_row(SvgLines *lines, guint i, GError **error);
/* Takes it out, with its divider. */
gboolean svg_lines_remove_row(SvgLines *lines, guint i, GError **error);
