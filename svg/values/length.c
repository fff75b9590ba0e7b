/* Lengths with units, in user units. */
#include "values/values.h"

#include <math.h>

#define INITIAL_FONT_SIZE 16 /* px */

typedef enum {
    OF_PX,
    OF_FONT,
    OF_ROOT_FONT,
    OF_WIDTH,
    OF_HEIGHT,
    OF_SMALLER,
    OF_LARGER,
    OF_AXIS
} Basis;

static const struct {
    const char *name;
    Basis basis;
    double factor;
} UNITS[] = {
    {"", OF_PX, 1},
    {"px", OF_PX, 1},
    {"pt", OF_PX, 96.0 / 72},
    {"pc", OF_PX, 16},
    {"in", OF_PX, 96},
    {"cm", OF_PX, 96 / 2.54},
    {"mm", OF_PX, 96 / 25.4},
    {"q", OF_PX, 96 / 101.6},
    {"rem", OF_ROOT_FONT, 1},
    {"em", OF_FONT, 1},
    {"ex", OF_FONT, 0.5},
    {"ch", OF_FONT, 0.5},
    {"vw", OF_WIDTH, 0.01},
    {"vh", OF_HEIGHT, 0.01},
    {"vmin", OF_SMALLER, 0.01},
    {"vmax", OF_LARGER, 0.01},
    {"%", OF_AXIS, 0.01},
};

static double basis_size(Basis basis, const SvgLengthContext *context, SvgAxis axis)
{
    const double sizes[] = {
        [OF_PX] = 1,
        [OF_FONT] = context->font_size,
        [OF_ROOT_FONT] = context->root_font_size > 0 ? context->root_font_size : INITIAL_FONT_SIZE,
        [OF_WIDTH] = context->width,
        [OF_HEIGHT] = context->height,
        [OF_SMALLER] = MIN(context->width, context->height),
        [OF_LARGER] = MAX(context->width, context->height),
    };
    if (basis != OF_AXIS) {
        return sizes[basis];
    }
    if (axis == SVG_AXIS_OTHER) {
        return hypot(context->width, context->height) / G_SQRT2;
    }
    return axis == SVG_AXIS_X ? context->width : context->height;
}

/* Splits "12.5mm" into the number and the index of its unit; FALSE when it isn't that. */
static gboolean read_length(const char *text, double *number, gsize *unit)
{
    if (!text) {
        return FALSE;
    }
    svg_skip_space(&text);
    if (!svg_number_read(&text, number)) {
        return FALSE;
    }
    const char *end = text;
    while (*end && !g_ascii_isspace(*end)) {
        end++;
    }
    gsize length = (gsize)(end - text);
    svg_skip_space(&end);
    for (gsize i = 0; !*end && i < G_N_ELEMENTS(UNITS); i++) {
        if (g_ascii_strncasecmp(text, UNITS[i].name, length) == 0 && !UNITS[i].name[length]) {
            *unit = i;
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_length_parse(const char *text, const SvgLengthContext *context, SvgAxis axis,
                          double *value)
{
    const char *at = text;
    double number;
    gsize unit;
    if (at && svg_number_read(&at, &number) && !*at) {
        *value = number;
        return TRUE;
    }
    if (!read_length(text, &number, &unit)) {
        return FALSE;
    }
    double length = number * UNITS[unit].factor * basis_size(UNITS[unit].basis, context, axis);
    if (!isfinite(length)) {
        return FALSE;
    }
    *value = length;
    return TRUE;
}

gboolean svg_length_is_percent(const char *text)
{
    double number;
    gsize unit;
    return read_length(text, &number, &unit) && UNITS[unit].basis == OF_AXIS;
}

static gboolean is_separator(char c)
{
    return c == ',' || g_ascii_isspace(c);
}

gboolean svg_list_is_single(const char *list)
{
    guint n = 0;
    gboolean in_value = FALSE;
    for (; list && *list && n < 2; list++) {
        gboolean separates = is_separator(*list);
        n += !separates && !in_value;
        in_value = !separates;
    }
    return n < 2;
}
