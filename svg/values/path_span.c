/* How far a path of small steps comes, told without reading its numbers: most of a drawing's bytes
 * are such paths, and mostly all that matters of one is that it is somewhere else. */
#include "values/values.h"

#include <string.h>

#define STEPS      "clqhvm" /* relative, and no farther than their numbers */
#define MAX_DIGITS 15

typedef enum { UNKNOWN, DIGIT, PASSED } Kind;

/* One look for each byte. */
static const guint8 kinds[256] = {
    ['0'] = DIGIT,   ['1'] = DIGIT,   ['2'] = DIGIT,   ['3'] = DIGIT,   ['4'] = DIGIT,
    ['5'] = DIGIT,   ['6'] = DIGIT,   ['7'] = DIGIT,   ['8'] = DIGIT,   ['9'] = DIGIT,
    ['-'] = PASSED,  ['+'] = PASSED,  ['.'] = PASSED,  [','] = PASSED,  [' '] = PASSED,
    ['\t'] = PASSED, ['\n'] = PASSED, ['\r'] = PASSED, ['\f'] = PASSED, ['z'] = PASSED,
    ['Z'] = PASSED,  ['c'] = PASSED,  ['l'] = PASSED,  ['q'] = PASSED,  ['h'] = PASSED,
    ['v'] = PASSED,  ['m'] = PASSED,
};

static Kind kind_at(const char *at)
{
    return (Kind)kinds[(guchar)*at];
}

/* At digits: passes them, and adds what no number that begins so, in front of its point, is as
 * large as; a fraction is less than 1. FALSE for too many. */
static gboolean add_digits(const char **at, gboolean fraction, double *span)
{
    static const double powers[MAX_DIGITS] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                              1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
    const char *first = *at;
    gsize n;

    while (kind_at(*at) == DIGIT) {
        (*at)++;
    }
    n = (gsize)(*at - first);
    if (n == 0 || (n > MAX_DIGITS && !fraction)) {
        return FALSE;
    }
    *span += fraction ? 1 : (*first - '0' + 1) * powers[n - 1];
    return TRUE;
}

/* Of what follows the first place. */
static gboolean add_steps(const char *at, double *span)
{
    *span = 0;
    for (;;) {
        while (kind_at(at) == PASSED) {
            at++;
        }
        if (kind_at(at) != DIGIT) {
            return *at == '\0';
        }
        if (!add_digits(&at, at[-1] == '.', span)) {
            return FALSE;
        }
    }
}

/* Passes the first place. */
static gboolean read_begin(const char **d, SvgUserPoint *begin, gboolean *relative)
{
    svg_skip_space(d);
    *relative = **d == 'm';
    if (!*relative && **d != 'M') {
        return FALSE;
    }
    (*d)++;
    svg_skip_space(d);
    if (!svg_number_read(d, &begin->x)) {
        return FALSE;
    }
    svg_skip_comma(d);
    return svg_number_read(d, &begin->y);
}

gboolean svg_path_begin(const char *d, SvgUserPoint *begin)
{
    gboolean relative;

    return read_begin(&d, begin, &relative);
}

gboolean svg_path_span(const char *d, double *span)
{
    SvgUserPoint begin;
    gboolean relative;

    if (!read_begin(&d, &begin, &relative)) {
        return FALSE;
    }
    svg_skip_space(&d);
    /* more numbers belong to the "M" */
    return (relative || !*d || strchr(STEPS "zZ", *d)) && add_steps(d, span);
}
