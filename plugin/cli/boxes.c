/* Boxes as text: a hundred thousand of them are printed in the time of one parse, so numbers don't
 * go through printf unless they must. */
#include "boxes.h"

#include <fairy/escape.h>

#include <math.h>
#include <string.h>

enum { DIGITS = 6, NUMBER_SIZE = 32 };

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

static char *put_text(char *out, const char *text, int len)
{
    memcpy(out, text, (gsize)len);
    return out + len;
}

static char *put_plain(char *out, guint digits, int exponent)
{
    char text[DIGITS];
    int used = 0;
    for (int i = DIGITS - 1; i >= 0; i--) {
        text[i] = (char)('0' + digits % 10);
        digits /= 10;
        used = used == 0 && text[i] != '0' ? i + 1 : used;
    }
    if (exponent < 0) {
        out = put_text(out, "0.000", 1 - exponent);
        return put_text(out, text, used);
    }
    int whole = exponent + 1;
    out = put_text(out, text, whole);
    if (used > whole) {
        *out++ = '.';
        out = put_text(out, text + whole, used - whole);
    }
    return out;
}

static char *put_number(char *out, double value)
{
    guint digits;
    int exponent;
    if (value == 0) {
        *out++ = '0';
        return out;
    }
    if (!split(fabs(value), &digits, &exponent)) {
        g_ascii_formatd(out, NUMBER_SIZE, "%.6g", value);
        return out + strlen(out);
    }
    if (value < 0) {
        *out++ = '-';
    }
    return put_plain(out, digits, exponent);
}

void cli_add_number(GString *out, double value)
{
    char text[NUMBER_SIZE];
    g_string_append_len(out, text, put_number(text, value) - text);
}

/* A line break in it would begin another line. */
static void add_id(GString *out, const char *id)
{
    g_autofree char *line = strpbrk(id, "\n\t") != NULL ? fairy_escape_line(id) : NULL;
    g_string_append(out, line != NULL ? line : id);
}

void cli_add_line(GString *out, const char *id, SvgPxBox box)
{
    const double numbers[] = {box.x, box.y, box.w, box.h};
    char text[G_N_ELEMENTS(numbers) * NUMBER_SIZE], *end = text;
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        *end++ = ',';
        end = put_number(end, numbers[i]);
    }
    *end++ = '\n';
    add_id(out, id);
    g_string_append_len(out, text, end - text);
}

void cli_add_json(GString *out, const char *id, const char *type, SvgPxBox box)
{
    static const char *const names[] = {"x", "y", "w", "h"};
    const double numbers[] = {box.x, box.y, box.w, box.h};
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "id", id);
    cJSON_AddStringToObject(object, "type", type);
    for (guint i = 0; i < G_N_ELEMENTS(numbers) && box.w >= 0; i++) {
        char text[NUMBER_SIZE];
        *put_number(text, numbers[i]) = '\0';
        cJSON_AddRawToObject(object, names[i], text);
    }
    g_autofree char *line = fairy_json_print(object);
    g_string_append(out, line);
    g_string_append_c(out, '\n');
    cJSON_Delete(object);
}
