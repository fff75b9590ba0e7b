/* One declared value to fields of an SvgStyle. Private to style/. */
#pragma once

#include "style/css.h"

typedef struct {
    SvgDocument *doc;
    SvgSheets *sheets;
    const SvgNode *node;
    const SvgStyle *parent;
    SvgStyle *style;
    gboolean *own; /* set when the value depends on more than the parent's style */
} SvgStyleContext;

/* FALSE, changing nothing, when `text` isn't a value of the property: a shorthand, too, has none.
 * inherit, initial, unset and revert are values of every one. */
gboolean svg_style_apply(const SvgStyleContext *context, SvgProperty property, const char *text);
/* Sets the values that properties have when none is declared, inherited or initial. */
void svg_style_inherit(const SvgStyleContext *context);
/* What others are measured in: color, and font-size. They must be applied first. */
gboolean svg_property_is_basis(int property);

/* Properties of fonts (font.c). */
gboolean svg_apply_baseline_shift(const SvgStyleContext *context, guint unused, const char *text);
gboolean svg_apply_font_family(const SvgStyleContext *context, guint unused, const char *text);
gboolean svg_apply_font_size(const SvgStyleContext *context, guint unused, const char *text);
gboolean svg_apply_font_stretch(const SvgStyleContext *context, guint unused, const char *text);
gboolean svg_apply_font_style(const SvgStyleContext *context, guint unused, const char *text);
gboolean svg_apply_font_weight(const SvgStyleContext *context, guint unused, const char *text);
gboolean svg_apply_line_height(const SvgStyleContext *context, guint unused, const char *text);
/* letter-spacing and word-spacing: the double at `offset`. */
gboolean svg_apply_spacing(const SvgStyleContext *context, guint offset, const char *text);

/* A length in user units. `%` is of `whole`, or of the viewport's diagonal when that is negative;
 * em of `font_size`. */
gboolean svg_style_length(const SvgStyleContext *context, const char *text, double font_size,
                          double whole, double *out);
/* A number or a percentage, as a fraction. */
gboolean svg_style_fraction(const char *text, double *out);
/* The index of `text`, in any case, among `words` (in lower case, NULL-terminated); -1 if it is
 * none of them. */
int svg_style_keyword(const char *text, const char *const *words);
