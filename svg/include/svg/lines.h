/* The words of a shape line by line, as they are listed, and changes of one of them. */
#pragma once

#include <svg/edit.h>

typedef struct {
    char *id;          /* of the text or HTML that it is written in */
    char *text;        /* white space collapsed */
    guint compartment; /* from 1, downwards, where dividers part the shape; 1 where none do */
    char **spans;      /* the pieces between two tags, of more than one; else empty */
} SvgLine;

/* The lines of a shape's words (SvgLine), or of those of a text; those of SvgShape.text, and of a
 * group with an outline around its texts all of these. *n_compartments (may be NULL) counts the
 * empty ones, too. Empty for what has no words. Free with g_ptr_array_unref(). */
GPtrArray *svg_document_lines(SvgDocument *doc, const char *id, guint *n_compartments);

typedef enum {
    SVG_LINE_REPLACE,
    SVG_LINE_AFTER, /* a new line behind it */
    SVG_LINE_BEFORE,
    SVG_LINE_DELETE,
    SVG_N_LINE_OPS,
} SvgLineOp;

typedef struct {
    SvgLineOp op;
    guint line; /* from 1, among those of the compartment or of all; 0: the only one, or for a
                   new line the last or the first */
    guint compartment; /* from 1; 0: any */
    guint span;        /* from 1: only this piece of the line is replaced; 0: all of it */
} SvgLinePlace;

/* Changes one line of a shape's words, or of the words of a text, which may be one of those a shape
 * has: all other lines, pieces and bytes of words stay as they are. `text` may be several lines,
 * which follow each other. A new line looks like the one that it is put beside, with its bullet;
 * what is below goes down, and the shape grows by what its compartment has no room for, without
 * stretching dividers, icons and letters; what a line that is gone leaves is closed. In a record,
 * where each line has a compartment and all but the first's are as high, a line comes and goes with
 * one. Letters' own
 * places and a textLength go with the words that they fitted. HTML and the text that stands in for
 * it say the same then.
 * SVG_ERROR_NOT_FOUND, with the lines that there are, when it has no such line, compartment or
 * piece; SVG_ERROR_INVALID when it can't be done so. */
gboolean svg_edit_set_line(SvgEdit *edit, const char *id, const SvgLinePlace *place,
                           const char *text, GError **error);
