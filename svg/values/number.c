/* Numbers as SVG writes them, and what separates them. */
#include "values/values.h"

#include <math.h>
#include <string.h>

#define PRINTED_DIGITS 10
/* A mantissa and a power of ten up to these are exact doubles, so one operation rounds once. */
#define EXACT_MANTISSA (G_GUINT64_CONSTANT(1) << 53)
#define EXACT_POWER    22
/* So many digits are an exact mantissa, wherever the point is. */
#define PLAIN_DIGITS 15
/* One more digit than this still fits 64 bits. */
#define MANTISSA_ROOM (G_MAXUINT64 / 10 - 1)

static const double POWERS[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

typedef struct {
    guint64 mantissa;
    gint64 exponent;
    gboolean truncated; /* digits didn't fit the mantissa */
} Decimal;

void svg_skip_space(const char **at)
{
    while (**at <= ' ' && g_ascii_isspace(**at)) {
        (*at)++;
    }
}

gboolean svg_skip_comma(const char **at)
{
    svg_skip_space(at);
    if (**at != ',') {
        return FALSE;
    }
    (*at)++;
    svg_skip_space(at);
    return TRUE;
}

/* `shift`: what one digit more adds to the exponent. */
static const char *scan_digits(const char *p, int shift, Decimal *decimal)
{
    for (; g_ascii_isdigit(*p); p++) {
        if (decimal->mantissa < MANTISSA_ROOM) {
            decimal->mantissa = decimal->mantissa * 10 + (guint64)(*p - '0');
            decimal->exponent += shift;
        } else {
            decimal->truncated = TRUE;
        }
    }
    return p;
}

/* The "e" of "2em" is no exponent: only a digit behind it makes it one. */
static const char *scan_exponent(const char *p, Decimal *decimal)
{
    const gint64 enough = 100000;
    if (*p != 'e' && *p != 'E') {
        return p;
    }
    const char *digits = p + (p[1] == '-' || p[1] == '+' ? 2 : 1);
    if (!g_ascii_isdigit(*digits)) {
        return p;
    }
    gint64 exponent = 0;
    for (; g_ascii_isdigit(*digits); digits++) {
        exponent = MIN(exponent * 10 + (*digits - '0'), enough);
    }
    decimal->exponent += p[1] == '-' ? -exponent : exponent;
    return digits;
}

/* NULL when no number starts at `p`; otherwise its end. */
static const char *scan_number(const char *p, Decimal *decimal)
{
    if (*p == '+' || *p == '-') {
        p++;
    }
    const char *end = scan_digits(p, 0, decimal);
    gsize n_digits = (gsize)(end - p);
    if (*end == '.') {
        const char *fraction = end + 1;
        end = scan_digits(fraction, -1, decimal);
        n_digits += (gsize)(end - fraction);
    }
    return n_digits > 0 ? scan_exponent(end, decimal) : NULL;
}

static const char *scan_plain_digits(const char *p, guint64 *mantissa)
{
    for (guint digit = (guint)(*p - '0'); digit <= 9; digit = (guint)(*++p - '0')) {
        *mantissa = *mantissa * 10 + digit;
    }
    return p;
}

/* Nearly every number is short and without exponent: its digits are an exact double, and so is the
 * power of ten. FALSE, having done nothing, for any other. */
static gboolean read_plain(const char **at, double *value)
{
    const char *start = **at == '-' || **at == '+' ? *at + 1 : *at;
    guint64 mantissa = 0;
    const char *end = scan_plain_digits(start, &mantissa), *fraction = end;
    gboolean has_point = *end == '.';
    if (has_point) {
        fraction = end + 1;
        end = scan_plain_digits(fraction, &mantissa);
    }
    gssize n_digits = end - start - has_point;
    if (n_digits == 0 || n_digits > PLAIN_DIGITS || *end == 'e' || *end == 'E') {
        return FALSE;
    }
    double number = (double)mantissa / POWERS[end - fraction];
    *value = **at == '-' && mantissa > 0 ? -number : number;
    *at = end;
    return TRUE;
}

gboolean svg_number_read(const char **at, double *value)
{
    if (read_plain(at, value)) {
        return TRUE;
    }
    Decimal decimal = {0};
    const char *end = scan_number(*at, &decimal);
    if (!end) {
        return FALSE;
    }
    double number;
    if (decimal.mantissa == 0) {
        number = 0;
    } else if (!decimal.truncated && decimal.mantissa <= EXACT_MANTISSA &&
               ABS(decimal.exponent) <= EXACT_POWER) {
        number = (double)decimal.mantissa;
        number = decimal.exponent < 0 ? number / POWERS[-decimal.exponent]
                                      : number * POWERS[decimal.exponent];
        number = **at == '-' ? -number : number;
    } else {
        number = g_ascii_strtod(*at, NULL);
    }
    if (!isfinite(number)) {
        return FALSE;
    }
    *value = number;
    *at = end;
    return TRUE;
}

gboolean svg_number_parse(const char *text, double *value)
{
    double number;
    if (!text) {
        return FALSE;
    }
    svg_skip_space(&text);
    if (!svg_number_read(&text, &number)) {
        return FALSE;
    }
    svg_skip_space(&text);
    if (*text) {
        return FALSE;
    }
    *value = number;
    return TRUE;
}

/* Splits |value| into its digits, without zeros at the end, and the place of the point in them. */
static int split_digits(double value, char digits[PRINTED_DIGITS], int *point)
{
    char text[32];
    g_ascii_formatd(text, sizeof text, "%.9e", fabs(value)); /* d.ddddddddde+xx */
    int n = 0;
    const char *p = text;
    for (; *p && *p != 'e' && n < PRINTED_DIGITS; p++) {
        if (*p != '.') {
            digits[n++] = *p;
        }
    }
    while (n > 0 && digits[n - 1] == '0') {
        n--;
    }
    *point = *p == 'e' ? (int)g_ascii_strtoll(p + 1, NULL, 10) + 1 : 1;
    return n;
}

static char *put(char *out, const char *digits, int n)
{
    memcpy(out, digits, (gsize)n);
    return out + n;
}

static char *put_zeros(char *out, int n)
{
    memset(out, '0', (gsize)n);
    return out + n;
}

const char *svg_number_print(double value, char *buf)
{
    char digits[PRINTED_DIGITS], *out = buf;
    int point = 0, n = isfinite(value) ? split_digits(value, digits, &point) : 0;
    if (n > 0 && value < 0) {
        *out++ = '-';
    }
    if (n == 0) {
        out = put(out, "0", 1);
    } else if (point <= 0) {
        out = put(out, "0.", 2);
        out = put_zeros(out, -point);
        out = put(out, digits, n);
    } else {
        int whole = MIN(n, point);
        out = put(out, digits, whole);
        out = put_zeros(out, point - whole);
        if (n > whole) {
            out = put(out, ".", 1);
            out = put(out, digits + whole, n - whole);
        }
    }
    *out = '\0';
    return buf;
}
