/* One line that is to be changed. Private to set_line.c, set_line_find.c and set_line_block.c. */
#pragma once

#include "edit/line_list.h"
#include "edit/lines_priv.h"

#include <svg/lines.h>

typedef struct {
    SvgEdit *edit;
    const SvgLinePlace *place;
    const char *text;
    char **to; /* its lines */
    SvgLineOwner owner;
    SvgLines lines;
    guint row; /* which one */
} SvgLineSetting;

static inline SvgRow *svg_line_setting_row(const SvgLineSetting *setting)
{
    return svg_lines_row(&setting->lines, setting->row);
}

static inline gboolean svg_line_is_new(const SvgLinePlace *place)
{
    return place->op == SVG_LINE_AFTER || place->op == SVG_LINE_BEFORE;
}

/* --- set_line_find.c -------------------------------------------------------------------------- */

/* Which compartment row `i` is in, and how many rows there are in the one that is meant. */
guint svg_line_setting_compartment(const SvgLineSetting *setting, guint i);
guint svg_line_setting_count(const SvgLineSetting *setting);
/* Finds the row; FALSE with SVG_ERROR_NOT_FOUND and the lines that there are. */
gboolean svg_line_setting_find(SvgLineSetting *setting, GError **error);
/* Refuses, "WHAT; the lines of … are: …". */
gboolean svg_line_setting_fail(const SvgLineSetting *setting, const char *what, GError **error);

/* --- set_line_block.c ------------------------------------------------------------------------- */

/* Whether a text has several lines, or is HTML in a <switch>, which can't be copied alone. */
gboolean svg_line_holds_several(SvgNode *text);
/* Whether the row's text is one of several lines, or is to be. */
gboolean svg_line_setting_is_block(const SvgLineSetting *setting);
/* Changes the line in its text, so that the row becomes these. */
gboolean svg_line_setting_write_block(SvgLineSetting *setting, char **of_row, GError **error);
/* Appends copies of the lines. */
void svg_lines_append(GPtrArray *out, char **lines);
