/* Path data and points moved and scaled by rewriting as few bytes as possible. */
#include "values/path_read.h"

#include <math.h>
#include <string.h>

/* Of the operands of a sum; less is what rounding left, and would show as digits. */
#define NOISE 1e-14
/* Significant digits of a scaled length: Inkscape's, too. A place may need more of them. */
#define SCALED_DIGITS 8
/* Of an ellipse's angle: an axis that is this near to upright is. */
#define UPRIGHT 1e-9

typedef struct {
    GString *out;
    SvgScaling by;
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

static double rounded(double value)
{
    double grid = pow(10, floor(log10(fabs(value))) + 1 - SCALED_DIGITS);
    return value != 0 && isfinite(grid) && grid > 0 ? rint(value / grid) * grid : value;
}

static double scaled(double value, double scale)
{
    return scale == 1 ? value : rounded(value * scale);
}

/* FALSE when the value isn't finite. */
static gboolean change_number(Mover *mover, const SvgPathArg *arg, double value)
{
    char buf[SVG_NUMBER_SIZE];
    gboolean changed = value != arg->value;
    if (!isfinite(value)) {
        return FALSE;
    }
    const char *text = changed ? svg_number_print(value, buf) : arg->text;
    gsize length = changed ? strlen(text) : (gsize)(arg->end - arg->text);
    put_number(mover, arg, text, length);
    mover->flag = arg->kind == SVG_ARG_FLAG;
    mover->rewritten = changed;
    mover->has_point = memchr(text, '.', length) != NULL;
    return TRUE;
}

/* Radii and angle of an ellipse that is scaled (SVG 1.1 §F.6.6 lets the rest of an arc be): its
 * axes are those of the scaled one's second moments. */
static void scale_ellipse(const SvgScaling *by, double *rx, double *ry, double *degrees)
{
    double quarters = *degrees / 90, sx = by->sx, sy = by->sy;
    gboolean upright = fabs(quarters - rint(quarters)) < UPRIGHT;
    if (sx == sy || upright || *rx == *ry) {
        gboolean lying = upright && fmod(fabs(rint(quarters)), 2) == 1 && *rx != *ry;
        *degrees = sx != sy && *rx == *ry ? 0 : *degrees;
        *rx = scaled(*rx, lying ? sy : sx);
        *ry = scaled(*ry, lying ? sx : sy);
        return;
    }
    double angle = fmod(*degrees, 180) * (G_PI / 180), c = cos(angle), s = sin(angle);
    double ux = *rx * c * sx, uy = *rx * s * sy, vx = -*ry * s * sx, vy = *ry * c * sy;
    double difference = (ux * ux + vx * vx - uy * uy - vy * vy) / 2, both = ux * uy + vx * vy;
    double larger = sqrt((ux * ux + vx * vx + uy * uy + vy * vy) / 2 + hypot(difference, both));
    double smaller = larger > 0 ? fabs(*rx * *ry * sx * sy) / larger : 0;
    *rx = rounded(larger);
    *ry = rounded(smaller);
    *degrees = rounded(atan2(both, difference) / 2 * (180 / G_PI));
}

static gboolean change_command(Mover *mover, const SvgPathReader *reader)
{
    const SvgScaling *by = &mover->by;
    gboolean absolute = !reader->relative || reader->leading;
    double values[SVG_PATH_MAX_ARGS] = {0};
    for (guint i = 0; i < reader->n_args; i++) {
        const SvgPathArg *arg = &reader->args[i];
        gboolean is_x = arg->kind == SVG_ARG_X;
        double scale = is_x ? by->sx : by->sy;
        values[i] = arg->value;
        if (is_x || arg->kind == SVG_ARG_Y) {
            values[i] = absolute ? shifted(arg->value * scale, is_x ? by->dx : by->dy)
                                 : scaled(arg->value, scale);
        }
    }
    if (reader->command == 'A' && (by->sx != 1 || by->sy != 1)) {
        scale_ellipse(by, &values[0], &values[1], &values[2]);
    }
    for (guint i = 0; i < reader->n_args; i++) {
        if (!change_number(mover, &reader->args[i], values[i])) {
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
    if (runs_on(mover, mover->done, mover->done)) {
        g_string_append_c(mover->out, ' '); /* a last x without its y */
    }
    g_string_append(mover->out, mover->done);
    return g_string_free(mover->out, FALSE);
}

char *svg_path_scale(const char *d, SvgScaling by)
{
    Mover mover = {.out = g_string_new(NULL), .by = by, .done = d ? d : ""};
    SvgPathReader reader;
    gboolean good = TRUE;
    svg_path_reader_init(&reader, d);
    while (good && svg_path_reader_next(&reader)) {
        good = change_command(&mover, &reader);
    }
    return finish(&mover, good && !reader.failed);
}

char *svg_path_translate(const char *d, double dx, double dy)
{
    return svg_path_scale(d, (SvgScaling){1, 1, dx, dy});
}

/* --- every end by itself ---------------------------------------------------------------------- */

/* The share of the way from the delta of a segment's beginning to that of its end, by which the
 * argument pair goes. */
static double share_of(char command, guint pair, guint n_pairs)
{
    gboolean last = pair + 1 == n_pairs;

    return last ? 1 : command == 'C' ? (pair == 0 ? 0 : 1) : command == 'S' ? 1 : 0.5;
}

/* What is added to one coordinate: relative ones are told from where the segment begins. */
static double delta_at(const SvgPathReader *reader, guint pair, guint n_pairs, double from,
                       double to)
{
    double delta = from + share_of(reader->command, pair, n_pairs) * (to - from);

    return reader->relative && !reader->leading ? delta - from : delta;
}

static gboolean shift_command(Mover *mover, const SvgPathReader *reader, SvgUserPoint from,
                              SvgUserPoint to)
{
    guint n_pairs = 0, n_x = 0, n_y = 0;

    for (guint i = 0; i < reader->n_args; i++) {
        n_pairs += reader->args[i].kind == SVG_ARG_X;
    }
    if ((reader->command == 'H' && from.y != to.y) || (reader->command == 'V' && from.x != to.x)) {
        return FALSE;
    }
    n_pairs = MAX(n_pairs, 1);
    for (guint i = 0; i < reader->n_args; i++) {
        const SvgPathArg *arg = &reader->args[i];
        double value = arg->value;

        if (arg->kind == SVG_ARG_X) {
            value = shifted(value, delta_at(reader, n_x++, n_pairs, from.x, to.x));
        } else if (arg->kind == SVG_ARG_Y) {
            value = shifted(value, delta_at(reader, n_y++, n_pairs, from.y, to.y));
        }
        if (!change_number(mover, arg, value)) {
            return FALSE;
        }
    }
    return TRUE;
}

char *svg_path_shift(const char *d, const SvgUserPoint *deltas, guint n)
{
    Mover mover = {.out = g_string_new(NULL), .done = d ? d : ""};
    SvgPathReader reader;
    gboolean good = TRUE;
    guint i = 0;

    svg_path_reader_init(&reader, d);
    while (good && svg_path_reader_next(&reader)) {
        if (reader.command != 'Z') {
            good = i < n && shift_command(&mover, &reader, deltas[i > 0 ? i - 1 : 0], deltas[i]);
            i++;
        }
    }
    return finish(&mover, good && !reader.failed && i == n);
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
        good = good && read_coordinate(&at, SVG_ARG_Y, &y) &&
               change_number(&mover, &x, shifted(x.value, dx)) &&
               change_number(&mover, &y, shifted(y.value, dy));
    }
    return finish(&mover, good);
}

char *svg_points_shift(const char *points, const SvgUserPoint *deltas, guint n)
{
    const char *at = points ? points : "";
    Mover mover = {.out = g_string_new(NULL), .done = at};
    gboolean good = TRUE;
    guint i = 0;

    svg_skip_space(&at);
    for (; good && *at; i++) {
        SvgPathArg x, y;

        good = i < n && read_coordinate(&at, SVG_ARG_X, &x) &&
               read_coordinate(&at, SVG_ARG_Y, &y) &&
               change_number(&mover, &x, shifted(x.value, deltas[i].x)) &&
               change_number(&mover, &y, shifted(y.value, deltas[i].y));
    }
    return finish(&mover, good && i == n);
}
