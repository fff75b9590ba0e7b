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

static guint next_state(const Transitions *t, guchar b)
{
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
        return g_ascii_isdigit((char)b) ? t->digit : NONE;
    }
}

gboolean fairy_number_push(FairyNumber *number, guchar b)
{
    guint next = next_state(&transitions[number->state], b);
    if (next == NONE) {
        return FALSE;
    }
    number->state = next;
    if (number->len <= FAIRY_NUMBER_DIGITS) {
        number->digits[MIN(number->len, FAIRY_NUMBER_DIGITS)] = (char)b;
        number->len++;
    }
    return TRUE;
}

gboolean fairy_number_is_whole(const FairyNumber *number)
{
    return number->state == ZERO || number->state == INTEGER || number->state == FRACTION ||
           number->state == EXPONENT;
}

gboolean fairy_number_value(const FairyNumber *number, double *value)
{
    if (number->len > FAIRY_NUMBER_DIGITS) {
        return FALSE;
    }
    char digits[FAIRY_NUMBER_DIGITS + 1] = {0};
    for (guint i = 0; i < number->len; i++) {
        digits[i] = number->digits[i];
    }
    /* + 0.0 makes -0 plain 0 */
    *value = g_ascii_strtod(digits, NULL) + 0.0;
    return isfinite(*value);
}
