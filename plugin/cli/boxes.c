/* Boxes as text: a hundred thousand of them are printed in the time of one parse, so numbers don't
 * go through printf unless they must. */
#include "boxes.h"

#include <math.h>

enum { DIGITS = 6, SMALLEST = -4 };

static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

/* The power of ten of the first digit. */
static int exponent_of(double value)
{
    int exponent = 0;
    if (value >= 1) {
        while (value >= powers[exponent + 1]) {
            exponent++;
        }
        return exponent;
    }
    while (value * powers[-exponent] < 1) {
        exponent--;
    }
    return exponent;
}

/* `value` in six digits: 0.0123 is 123000 and -2. FALSE when a digit more would be needed to know
 * how to round, or when it isn't written plainly. */
static gboolean split(double value, guint *digits, int *exponent)
{
    if (!(value >= 1e-4 && value < 999999)) {
        return FALSE;
    }
    *exponent = exponent_of(value);
    double scaled = value * powers[DIGITS - 1 - *exponent], whole = floor(scaled);
    if (fabs(scaled - whole - 0.5) < 1e-6) {
        return FALSE;
    }
    *digits = (guint)(scaled + 0.5);
    if (*digits == 1000000) {
        *digits = 100000;
        (*exponent)++;
    }
    return TRUE;
}

static void add_plain(GString *out, guint digits, int exponent)
{
    char text[DIGITS];
    int last = 0;
    for (int i = DIGITS - 1; i >= 0; i--) {
        text[i] = (char)('0' + digits % 10);
        digits /= 10;
        last = last == 0 && text[i] != '0' ? i : last;
    }
    if (exponent < 0) {
        g_string_append_len(out, "0.000", 1 - exponent);
        g_string_append_len(out, text, last + 1);
        return;
    }
    g_string_append_len(out, text, exponent + 1);
    if (last > exponent) {
        g_string_append_c(out, '.');
        g_string_append_len(out, text + exponent + 1, last - exponent);
    }
}

void cli_add_number(GString *out, double value)
{
    guint digits;
    int exponent;
    if (value == 0) {
        g_string_append_c(out, '0');
    } else if (split(fabs(value), &digits, &exponent)) {
        if (value < 0) {
            g_string_append_c(out, '-');
        }
        add_plain(out, digits, exponent);
    } else {
        char text[G_ASCII_DTOSTR_BUF_SIZE];
        g_string_append(out, g_ascii_formatd(text, sizeof text, "%.6g", value));
    }
}

void cli_add_line(GString *out, const char *id, SvgPxBox box)
{
    const double numbers[] = {box.x, box.y, box.w, box.h};
    g_string_append(out, id);
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        g_string_append_c(out, ',');
        cli_add_number(out, numbers[i]);
    }
    g_string_append_c(out, '\n');
}

static void add_json_string(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            g_string_append_c(out, '\\');
            g_string_append_c(out, *text);
        } else if ((guchar)*text < ' ') {
            g_string_append_printf(out, "\\u%04x", (guint)(guchar)*text);
        } else {
            g_string_append_c(out, *text);
        }
    }
    g_string_append_c(out, '"');
}

void cli_add_json(GString *out, const char *id, const char *type, SvgPxBox box)
{
    static const char *const names[] = {"x", "y", "w", "h"};
    const double numbers[] = {box.x, box.y, box.w, box.h};
    g_string_append(out, "{\"id\":");
    add_json_string(out, id);
    g_string_append(out, ",\"type\":");
    add_json_string(out, type);
    for (guint i = 0; i < G_N_ELEMENTS(numbers) && box.w >= 0; i++) {
        g_string_append_printf(out, ",\"%s\":", names[i]);
        cli_add_number(out, numbers[i]);
    }
    g_string_append(out, "}\n");
}
