/* Path data and points moved by rewriting as few bytes as possible. */
#include "geometry/path_read.h"

#include <math.h>
#include <string.h>

/* Of the operands of a sum; less is what rounding left, and would show as digits. */
#define NOISE 1e-14

typedef struct {
    GString *out;
    const char *done;     /* how far the data is copied */
    const char *last_end; /* of the number before, */
    gboolean flag;        /* which is a flag, */
    gboolean rewritten;   /* or was rewritten, */
    gboolean has_point;   /* with a point in it */
} Mover;

/* `value` + `delta`, on a decimal grid as fine as the larger of them is known. */
static double shifted(double value, double delta)
{
    double sum = value + delta, size = MAX(fabs(value), fabs(delta));
    if (sum == 0 || fabs(sum) > size / 100) {
        return sum;
    }
    double grid = pow(10, ceil(log10(size * NOISE)));
    return grid > 0 ? rint(sum / grid) * grid : sum;
}

/* Whether `text` in the place of `at` would read as more of the number before. A flag ends by
 * itself, but not for every reader: where a sign set it off, something still does. */
static gboolean runs_on(const Mover *mover, const char *at, const char *text)
{
    if (!at || mover->last_end != at) {
        return FALSE;
    }
    if (mover->flag) {
        return g_ascii_isdigit(*text) && (*at == '-' || *at == '+');
    }
    return g_ascii_isdigit(*text) || (*text == '.' && mover->rewritten && !mover->has_point);
}

static void put_number(Mover *mover, const SvgPathArg *arg, const char *text, gsize length)
{
    g_string_append_len(mover->out, mover->done, arg->text - mover->done);
    if (runs_on(mover, arg->text, text)) {
        g_string_append_c(mover->out, ' ');
    }
    g_string_append_len(mover->out, text, (gssize)length);
    mover->done = mover->last_end = arg->end;
}

/* FALSE when the sum isn't finite. */
static gboolean move_number(Mover *mover, const SvgPathArg *arg, double delta)
{
    char buf[SVG_NUMBER_SIZE];
    double moved = shifted(arg->value, delta);
    if (!isfinite(moved)) {
        return FALSE;
    }
    const char *text = delta == 0 ? arg->text : svg_number_print(moved, buf);
    gsize length = delta == 0 ? (gsize)(arg->end - arg->text) : strlen(text);
    put_number(mover, arg, text, length);
    mover->flag = arg->kind == SVG_ARG_FLAG;
    mover->rewritten = delta != 0;
    mover->has_point = memchr(text, '.', length) != NULL;
    return TRUE;
}

static gboolean move_command(Mover *mover, const SvgPathReader *reader, double dx, double dy)
{
    gboolean absolute = !reader->relative || reader->leading;
    for (guint i = 0; i < reader->n_args; i++) {
        const SvgPathArg *arg = &reader->args[i];
        double delta = arg->kind == SVG_ARG_X ? dx : arg->kind == SVG_ARG_Y ? dy : 0;
        if (!move_number(mover, arg, absolute ? delta : 0)) {
            return FALSE;
        }
    }
    return TRUE;
}

static char *finish(Mover *mover, gboolean good)
{
    if (!good) {
        g_string_free(mover->out, TRUE);
        return NULL;
    }
    g_string_append(mover->out, mover->done);
    return g_string_free(mover->out, FALSE);
}

char *svg_path_translate(const char *d, double dx, double dy)
{
    Mover mover = {.out = g_string_new(NULL), .done = d ? d : ""};
    SvgPathReader reader;
    gboolean good = TRUE;
    svg_path_reader_init(&reader, d);
    while (good && svg_path_reader_next(&reader)) {
        good = move_command(&mover, &reader, dx, dy);
    }
    return finish(&mover, good && !reader.failed);
}

static gboolean read_coordinate(const char **at, SvgPathArgKind kind, SvgPathArg *arg)
{
    arg->kind = kind;
    arg->text = *at;
    if (!svg_number_read(at, &arg->value)) {
        return FALSE;
    }
    arg->end = *at;
    svg_skip_comma(at);
    return TRUE;
}

char *svg_points_translate(const char *points, double dx, double dy)
{
    const char *at = points ? points : "";
    Mover mover = {.out = g_string_new(NULL), .done = at};
    gboolean good = TRUE;
    svg_skip_space(&at);
    while (good && *at) {
        SvgPathArg x, y;
        good = read_coordinate(&at, SVG_ARG_X, &x);
        if (good && !*at) {
            break;
        }
        good = good && read_coordinate(&at, SVG_ARG_Y, &y) && move_number(&mover, &x, dx) &&
               move_number(&mover, &y, dy);
    }
    return finish(&mover, good);
}
