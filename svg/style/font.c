/* The values of font properties, line height and spacing. */
#include "style/apply.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

gboolean svg_apply_font_family(const SvgStyleContext *context, guint unused, const char *text)
{
    (void)unused;
    if (!*text) {
        return FALSE;
    }
    context->style->font_family = svg_sheets_keep(context->sheets, text, strlen(text));
    return TRUE;
}

/* CSS Fonts 3 §3.5. Each keyword is 1.2 times the one before, as librsvg draws it. */
static gboolean size_from_keyword(const SvgStyleContext *context, const char *text, double *size)
{
    static const char *const absolute[] = {"xx-small", "x-small",  "small",     "medium", "large",
                                           "x-large",  "xx-large", "xxx-large", NULL};
    static const char *const relative[] = {"smaller", "larger", NULL};
    enum { MEDIUM = 3 };
    const double step = 1.2;
    int word = svg_style_keyword(text, absolute);
    if (word >= 0) {
        SvgStyle initial;
        svg_style_initial(&initial);
        *size = initial.font_size * pow(step, word - MEDIUM);
        return TRUE;
    }
    word = svg_style_keyword(text, relative);
    *size = context->parent->font_size * (word == 1 ? step : 1 / step);
    return word >= 0;
}

gboolean svg_apply_font_size(const SvgStyleContext *context, guint unused, const char *text)
{
    double basis = context->parent->font_size, size;
    (void)unused;
    if (!size_from_keyword(context, text, &size) &&
        (!svg_style_length(context, text, basis, basis, &size) || size < 0)) {
        return FALSE;
    }
    context->style->font_size = size;
    return TRUE;
}

/* CSS Fonts 3 §3.3, and the percentages of CSS Fonts 4 §2.3. */
static const struct {
    const char *name;
    double percent;
} widths[] = {
    {"ultra-condensed", 50},  {"extra-condensed", 62.5}, {"condensed", 75},
    {"semi-condensed", 87.5}, {"normal", 100},           {"semi-expanded", 112.5},
    {"expanded", 125},        {"extra-expanded", 150},   {"ultra-expanded", 200},
};
enum { NORMAL_WIDTH = 4, LAST_WIDTH = G_N_ELEMENTS(widths) - 1 };

static int width_of(const char *keyword)
{
    for (int i = 0; keyword && i <= LAST_WIDTH; i++) {
        if (g_ascii_strcasecmp(keyword, widths[i].name) == 0) {
            return i;
        }
    }
    return keyword ? -1 : NORMAL_WIDTH;
}

static int width_from_percent(double percent)
{
    int best = 0;
    for (int i = 1; i <= LAST_WIDTH; i++) {
        best = fabs(widths[i].percent - percent) < fabs(widths[best].percent - percent) ? i : best;
    }
    return best;
}

gboolean svg_apply_font_stretch(const SvgStyleContext *context, guint unused, const char *text)
{
    static const char *const relative[] = {"narrower", "wider", NULL};
    int step = svg_style_keyword(text, relative), width = width_of(text);
    double fraction;
    (void)unused;
    if (step >= 0) {
        width = CLAMP(width_of(context->parent->font_stretch) + (step ? 1 : -1), 0, LAST_WIDTH);
    } else if (width < 0) {
        if (!strchr(text, '%') || !svg_style_fraction(text, &fraction) || fraction < 0) {
            return FALSE;
        }
        width = width_from_percent(fraction * 100);
    }
    context->style->font_stretch = width == NORMAL_WIDTH ? NULL : widths[width].name;
    return TRUE;
}

gboolean svg_apply_font_style(const SvgStyleContext *context, guint unused, const char *text)
{
    static const char *const words[] = {"normal", "italic", "oblique", NULL};
    g_autofree char *first = g_strndup(text, strcspn(text, " \t\n\r\f"));
    int word = svg_style_keyword(first, words);
    gboolean with_angle = text[strlen(first)] != '\0'; /* "oblique 14deg" */
    (void)unused;
    if (word < 0 || (with_angle && word != 2)) {
        return FALSE;
    }
    context->style->font_italic = word > 0;
    return TRUE;
}

/* CSS Fonts 4 §2.2.1. */
static int bolder_than(int weight)
{
    return weight < 350 ? 400 : weight < 550 ? 700 : MAX(weight, 900);
}

static int lighter_than(int weight)
{
    return weight < 550 ? MIN(weight, 100) : weight < 750 ? 400 : 700;
}

gboolean svg_apply_font_weight(const SvgStyleContext *context, guint unused, const char *text)
{
    static const char *const words[] = {"normal", "bold", "bolder", "lighter", NULL};
    int inherited = context->parent->font_weight;
    const int weights[] = {400, 700, bolder_than(inherited), lighter_than(inherited)};
    int word = svg_style_keyword(text, words);
    double number;
    (void)unused;
    if (word >= 0) {
        context->style->font_weight = weights[word];
        return TRUE;
    }
    if (!svg_number_parse(text, &number) || number < 1 || number > 1000) {
        return FALSE;
    }
    context->style->font_weight = (int)CLAMP(number, 100, 900);
    return TRUE;
}

gboolean svg_apply_line_height(const SvgStyleContext *context, guint unused, const char *text)
{
    double size = context->style->font_size, factor = 0, height = -1;
    gboolean is_normal = g_ascii_strcasecmp(text, "normal") == 0;
    (void)unused;
    if (svg_number_parse(text, &factor)) {
        height = factor * size;
    } else if (!is_normal && !svg_style_length(context, text, size, size, &height)) {
        return FALSE;
    }
    if ((height < 0 && !is_normal) || !isfinite(height)) {
        return FALSE;
    }
    context->style->line_height = height;
    context->style->line_height_factor = factor;
    return TRUE;
}

gboolean svg_apply_spacing(const SvgStyleContext *context, guint offset, const char *text)
{
    double size = context->style->font_size, spacing = 0;
    if (g_ascii_strcasecmp(text, "normal") != 0 &&
        !svg_style_length(context, text, size, size, &spacing)) {
        return FALSE;
    }
    *(double *)G_STRUCT_MEMBER_P(context->style, offset) = spacing;
    return TRUE;
}

/* sub and super as Inkscape and librsvg have them (SVG 1.1 §10.9.2 leaves it to the font). */
gboolean svg_apply_baseline_shift(const SvgStyleContext *context, guint unused, const char *text)
{
    static const char *const words[] = {"baseline", "sub", "super", NULL};
    static const double shifts[] = {0, -0.2, 0.4};
    double basis = context->parent->font_size, shift;
    int word = svg_style_keyword(text, words);
    (void)unused;
    if (word >= 0) {
        shift = shifts[word] * basis;
    } else if (!svg_style_length(context, text, context->style->font_size, basis, &shift)) {
        return FALSE;
    }
    context->style->baseline_shift = shift;
    return TRUE;
}
