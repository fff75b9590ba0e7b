/* Numbers of a reply. */
#include "stream/number.h"

#include <math.h>

enum { NONE, START, MINUS, ZERO, INTEGER, POINT, FRACTION, E, SIGN, EXPONENT };

typedef struct {
    guint8 zero, digit, minus, plus, point, e;
} Transitions;

static const Transitions transitions[] = {
    [NONE] = {0},
    [START] = {.zero = ZERO, .digit = INTEGER, .minus = MINUS},
    [MINUS] = {.zero = ZERO, .digit = INTEGER},
    [ZERO] = {.point = POINT, .e = E},
    [INTEGER] = {.zero = INTEGER, .digit = INTEGER, .point = POINT, .e = E},
    [POINT] = {.zero = FRACTION, .digit = FRACTION},
    [FRACTION] = {.zero = FRACTION, .digit = FRACTION, .e = E},
    [E] = {.zero = EXPONENT, .digit = EXPONENT, .minus = SIGN, .plus = SIGN},
    [SIGN] = {.zero = EXPONENT, .digit = EXPONENT},
    [EXPONENT] = {.zero = EXPONENT, .digit = EXPONENT},
};

void fairy_number_start(FairyNumber *number)
{
    number->state = START;
    number->len = 0;
}

static guint next_state(const Transitions *t, char b)
{
    if (b >= '1' && b <= '9') {
        return t->digit;
    }
    switch (b) {
    case '0':
        return t->zero;
    case '-':
        return t->minus;
    case '+':
        return t->plus;
    case '.':
        return t->point;
    case 'e':
    case 'E':
        return t->e;
    default:
        return NONE;
    }
}

gsize fairy_number_push(FairyNumber *number, const char *bytes, gsize len)
{
    for (gsize n = 0; n < len; n++) {
        guint next = next_state(&transitions[number->state], bytes[n]);
        if (next == NONE) {
            return n;
        }
        number->state = next;
        if (number->len <= FAIRY_NUMBER_DIGITS) {
            number->digits[number->len++] = bytes[n];
        }
    }
    return len;
}

gboolean fairy_number_is_whole(const FairyNumber *number)
{
    return number->state == ZERO || number->state == INTEGER || number->state == FRACTION ||
           number->state == EXPONENT;
}

/* Most numbers: integer and power of ten are exact as doubles, so that the division is the only
 * rounding (W. D. Clinger, 1990). */
static gboolean value_of_few(const FairyNumber *number, double *value)
{
    static const double tens[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
    if (number->len > G_N_ELEMENTS(tens) || number->state == EXPONENT) {
        return FALSE;
    }
    gint64 digits = 0;
    guint decimals = 0;
    gboolean negative = number->digits[0] == '-', fraction = FALSE;
    for (guint i = negative; i < number->len; i++) {
        if (number->digits[i] == '.') {
            fraction = TRUE;
        } else {
            digits = digits * 10 + (number->digits[i] - '0');
            decimals += fraction;
        }
    }
    *value = (double)(negative ? -digits : digits) / tens[decimals];
    return TRUE;
}

gboolean fairy_number_value(FairyNumber *number, double *value)
{
    if (number->len > FAIRY_NUMBER_DIGITS) {
        return FALSE;
    }
    if (value_of_few(number, value)) {
        return TRUE;
    }
    number->digits[number->len] = '\0';
    /* + 0.0 makes -0 plain 0 */
    *value = g_ascii_strtod(number->digits, NULL) + 0.0;
    return isfinite(*value);
}
