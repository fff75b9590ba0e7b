/* A legend on its way, and its rows. Private to core/annotate. */
#pragma once

#include "annotate/layout.h"

typedef enum { FAIRY_ROW_COLOR, FAIRY_ROW_LINE, FAIRY_ROW_NUMBER } FairyRowKind;

typedef struct {
    FairyRowKind kind;
    char *key;         /* what tells it from others, and by which its meaning is given */
    const char *color; /* "#rrggbb"; borrowed of a shape */
    SvgDash dash;
    guint n;        /* shapes or lines */
    GString *names; /* of the first of them */
} FairyLegendRow;

typedef struct {
    const FairyAnnotation *annotation;
    SvgDocument *doc;
    FairyGraph *graph;
    FairyLayout *layout;
    cJSON *actions;
    double size;  /* of the letters */
    double width; /* of one of them */
    GArray *rows; /* FairyLegendRow */
    const char *title;
    GArray *own; /* SvgBox, of legends that the drawing has */
    GHashTable
        *explained[FAIRY_ROW_NUMBER]; /* of colours and lines: keys of rows that these have */
} FairyLegend;

/* Frees what a row has; of FairyLegend.rows. */
void fairy_legend_clear_row(gpointer data);
/* Returns the row of that key, a new one if there is none yet; valid until the next one is made. */
FairyLegendRow *fairy_legend_row(FairyLegend *legend, FairyRowKind kind, const char *key);
/* One more thing that has what the row is about. */
void fairy_legend_add_name(FairyLegendRow *row, const char *name);
/* Make a row for each colour of shapes, for each kind of line; none where all are alike. */
void fairy_legend_find_colors(FairyLegend *legend);
void fairy_legend_find_lines(FairyLegend *legend);
/* Returns the key of a line's row, and stores what is told apart by it; free with g_free(). */
char *fairy_legend_line_key(const FairyLegend *legend, const SvgShape *shape, SvgDash *dash,
                            const char **color);

/* Finds the legends that the drawing has, and what they explain. */
void fairy_legend_find_own(FairyLegend *legend);
/* Whether the shape is one of these, or in one. */
gboolean fairy_legend_is_own(const FairyLegend *legend, const SvgShape *shape);
/* Whether one of them has such a row: a colour, a kind of line. */
gboolean fairy_legend_is_explained(const FairyLegend *legend, FairyRowKind kind, const char *key);

/* Returns what stands in the row: what the person said that it means, else names. Free with
 * g_free(). */
char *fairy_legend_row_text(const FairyLegend *legend, const FairyLegendRow *row);
/* Returns "solid", "dashed" or "dotted"; static. */
const char *fairy_legend_dash_name(SvgDash dash);
