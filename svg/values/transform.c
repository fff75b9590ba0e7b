/* Transform lists: reading them, and writing a matrix as the plainest one. */
#include "values/values.h"

#include <math.h>
#include <string.h>

#define MAX_ARGS 6
#define MOST_FAR 1e5 /* what a rotation is written about */

/* What an argument is, and so which units it may have. */
typedef enum { ARG_NUMBER, ARG_LENGTH, ARG_LENGTH_Y, ARG_ANGLE } ArgKind;

static SvgMatrix make_matrix(const double *v, guint n)
{
    (void)n;
    return (SvgMatrix){v[0], v[1], v[2], v[3], v[4], v[5]};
}

static SvgMatrix make_translate(const double *v, guint n)
{
    return svg_matrix_translation(v[0], n > 1 ? v[1] : 0);
}

static SvgMatrix make_translate_y(const double *v, guint n)
{
    (void)n;
    return svg_matrix_translation(0, v[0]);
}

static SvgMatrix make_scale(const double *v, guint n)
{
    return svg_matrix_scaling(v[0], n > 1 ? v[1] : v[0]);
}

static SvgMatrix make_scale_x(const double *v, guint n)
{
    (void)n;
    return svg_matrix_scaling(v[0], 1);
}

static SvgMatrix make_scale_y(const double *v, guint n)
{
    (void)n;
    return svg_matrix_scaling(1, v[0]);
}

static SvgMatrix make_rotate(const double *v, guint n)
{
    return n > 1 ? svg_matrix_rotation(v[0], v[1], v[2]) : svg_matrix_rotation(v[0], 0, 0);
}

static double tangent(double degrees)
{
    return tan(fmod(degrees, 180) * (G_PI / 180));
}

static SvgMatrix make_skew(const double *v, guint n)
{
    return (SvgMatrix){1, n > 1 ? tangent(v[1]) : 0, tangent(v[0]), 1, 0, 0};
}

static SvgMatrix make_skew_y(const double *v, guint n)
{
    (void)n;
    return (SvgMatrix){1, tangent(v[0]), 0, 1, 0, 0};
}

/* SVG 1.1 §7.6, and what CSS Transforms 1 §13 adds. `counts`: a bit per number of arguments. */
static const struct {
    const char *name;
    guint counts;
    ArgKind first, rest;
    SvgMatrix (*make)(const double *v, guint n);
} FUNCTIONS[] = {
    {"matrix", 1 << 6, ARG_NUMBER, ARG_NUMBER, make_matrix},
    {"translate", 1 << 1 | 1 << 2, ARG_LENGTH, ARG_LENGTH_Y, make_translate},
    {"scale", 1 << 1 | 1 << 2, ARG_NUMBER, ARG_NUMBER, make_scale},
    {"rotate", 1 << 1 | 1 << 3, ARG_ANGLE, ARG_LENGTH, make_rotate},
    {"skewX", 1 << 1, ARG_ANGLE, ARG_ANGLE, make_skew},
    {"skewY", 1 << 1, ARG_ANGLE, ARG_ANGLE, make_skew_y},
    {"translateX", 1 << 1, ARG_LENGTH, ARG_LENGTH, make_translate},
    {"translateY", 1 << 1, ARG_LENGTH_Y, ARG_LENGTH_Y, make_translate_y},
    {"scaleX", 1 << 1, ARG_NUMBER, ARG_NUMBER, make_scale_x},
    {"scaleY", 1 << 1, ARG_NUMBER, ARG_NUMBER, make_scale_y},
    {"skew", 1 << 1 | 1 << 2, ARG_ANGLE, ARG_ANGLE, make_skew},
};

static const struct {
    const char *name;
    ArgKind kind;
    double factor; /* to user units or degrees */
} UNITS[] = {
    {"px", ARG_LENGTH, 1},          {"px", ARG_LENGTH_Y, 1},  {"deg", ARG_ANGLE, 1},
    {"rad", ARG_ANGLE, 180 / G_PI}, {"grad", ARG_ANGLE, 0.9}, {"turn", ARG_ANGLE, 360},
};

/* Moves *at behind a word; its length. */
static gsize read_word(const char **at)
{
    const char *start = *at;
    while (g_ascii_isalpha(**at)) {
        (*at)++;
    }
    return (gsize)(*at - start);
}

static gboolean is_word(const char *word, gsize length, const char *name)
{
    return g_ascii_strncasecmp(word, name, length) == 0 && !name[length];
}

#define LONGEST_UNIT 4

/* The value of one such unit; FALSE when there is none of that name. */
static gboolean unit_size(const char *name, gsize length, ArgKind kind,
                          const SvgLengthContext *sizes, double *size)
{
    SvgAxis axis = kind == ARG_LENGTH_Y ? SVG_AXIS_Y : SVG_AXIS_X;
    for (gsize i = 0; i < G_N_ELEMENTS(UNITS); i++) {
        if (UNITS[i].kind == kind && is_word(name, length, UNITS[i].name)) {
            *size = UNITS[i].factor;
            return TRUE;
        }
    }
    if (!sizes || (kind != ARG_LENGTH && kind != ARG_LENGTH_Y) || length > LONGEST_UNIT) {
        return FALSE;
    }
    char one[LONGEST_UNIT + 2] = "1";
    memcpy(one + 1, name, length);
    return svg_length_parse(one, sizes, axis, size);
}

/* Moves *at behind the unit of a number, and makes that user units or degrees. */
static gboolean read_unit(const char **at, ArgKind kind, const SvgLengthContext *sizes,
                          double *value)
{
    const char *word = *at;
    double size = 1;
    if (**at == '%') {
        (*at)++;
    } else {
        read_word(at);
    }
    gsize length = (gsize)(*at - word);
    if (length > 0 && !unit_size(word, length, kind, sizes, &size)) {
        return FALSE;
    }
    *value *= size;
    return TRUE;
}

/* "(1, 2)"; the number of arguments, or 0 when it isn't that. */
static guint read_args(const char **at, ArgKind first, ArgKind rest, const SvgLengthContext *sizes,
                       double *values)
{
    guint n = 0;
    svg_skip_space(at);
    if (**at != '(') {
        return 0;
    }
    (*at)++;
    svg_skip_space(at);
    gboolean comma = FALSE;
    while (**at != ')' || comma) {
        if (n == MAX_ARGS || !svg_number_read(at, &values[n]) ||
            !read_unit(at, n == 0 ? first : rest, sizes, &values[n])) {
            return 0;
        }
        n++;
        comma = svg_skip_comma(at);
    }
    (*at)++;
    return n;
}

static gboolean read_function(const char **at, const SvgLengthContext *sizes, SvgMatrix *out)
{
    const char *word = *at;
    gsize length = read_word(at);
    for (gsize i = 0; length > 0 && i < G_N_ELEMENTS(FUNCTIONS); i++) {
        if (!is_word(word, length, FUNCTIONS[i].name)) {
            continue;
        }
        double values[MAX_ARGS];
        guint n = read_args(at, FUNCTIONS[i].first, FUNCTIONS[i].rest, sizes, values);
        if (n == 0 || !(FUNCTIONS[i].counts & 1u << n)) {
            return FALSE;
        }
        *out = FUNCTIONS[i].make(values, n);
        return TRUE;
    }
    return FALSE;
}

static gboolean is_none(const char *text)
{
    gsize length = read_word(&text);
    const char *word = text - length;
    svg_skip_space(&text);
    return !*text && is_word(word, length, "none");
}

static gboolean read_list(const char *at, const SvgLengthContext *sizes, SvgMatrix *product)
{
    gboolean comma = FALSE;
    svg_skip_space(&at);
    if (is_none(at)) {
        return TRUE;
    }
    while (*at || comma) {
        SvgMatrix next;
        if (!read_function(&at, sizes, &next)) {
            return FALSE;
        }
        *product = svg_matrix_multiply(*product, next);
        comma = FALSE;
        while (svg_skip_comma(&at)) {
            comma = TRUE;
        }
    }
    return svg_matrix_is_finite(*product);
}

gboolean svg_transform_parse_css(const char *text, const SvgLengthContext *sizes, SvgMatrix *out)
{
    *out = SVG_MATRIX_IDENTITY;
    if (!text || read_list(text, sizes, out)) {
        return TRUE;
    }
    *out = SVG_MATRIX_IDENTITY;
    return FALSE;
}

gboolean svg_transform_parse(const char *text, SvgMatrix *out)
{
    return svg_transform_parse_css(text, NULL, out);
}

/* --- transform-origin: CSS Transforms 1 §6 ---------------------------------------------------- */

static const struct {
    const char *name;
    gboolean x, y; /* what it can be */
    double share;
} SIDES[] = {
    {"left", TRUE, FALSE, 0},   {"right", TRUE, FALSE, 1},   {"top", FALSE, TRUE, 0},
    {"bottom", FALSE, TRUE, 1}, {"center", TRUE, TRUE, 0.5},
};

/* A keyword or length along one axis; FALSE when it can't be that. */
static gboolean read_side(const char *word, SvgAxis axis, const SvgLengthContext *sizes,
                          double *value)
{
    for (gsize i = 0; i < G_N_ELEMENTS(SIDES); i++) {
        if (g_ascii_strcasecmp(word, SIDES[i].name) == 0) {
            *value = SIDES[i].share * (axis == SVG_AXIS_X ? sizes->width : sizes->height);
            return axis == SVG_AXIS_X ? SIDES[i].x : SIDES[i].y;
        }
    }
    return svg_length_parse(word, sizes, axis, value);
}

gboolean svg_transform_origin_parse(const char *text, const SvgLengthContext *sizes,
                                    SvgUserPoint *out)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t\r\n\f", -1);
    const char *given[2] = {"center", "center"};
    guint n = 0;
    for (char **word = words; *word && n < G_N_ELEMENTS(given); word++) {
        if (**word) {
            given[n++] = *word;
        }
    }
    SvgUserPoint found;
    for (guint i = 0; n > 0 && i < G_N_ELEMENTS(given); i++) {
        if (read_side(given[i], SVG_AXIS_X, sizes, &found.x) &&
            read_side(given[1 - i], SVG_AXIS_Y, sizes, &found.y)) {
            *out = found;
            return TRUE;
        }
    }
    return FALSE;
}

static void put_call(GString *out, const char *name, const double *values, guint n)
{
    char buf[SVG_NUMBER_SIZE];
    g_string_append(out, name);
    for (guint i = 0; i < n; i++) {
        g_string_append_c(out, i == 0 ? '(' : ',');
        g_string_append(out, svg_number_print(values[i], buf));
    }
    g_string_append_c(out, ')');
}

static void put_nothing(GString *out, SvgMatrix m)
{
    (void)out;
    (void)m;
}

static void put_translate(GString *out, SvgMatrix m)
{
    put_call(out, "translate", (double[]){m.e, m.f}, m.f == 0 ? 1 : 2);
}

static void put_scale(GString *out, SvgMatrix m)
{
    put_call(out, "scale", (double[]){m.a, m.d}, m.a == m.d ? 1 : 2);
}

/* The centre is the point that the matrix leaves where it is. From one that is far away, as a small
 * turn has it, renderers that count with single precision come back elsewhere. */
static void put_rotate(GString *out, SvgMatrix m)
{
    double degrees = atan2(m.b, m.a) * (180 / G_PI);
    double cotangent = m.b == 0 ? 0 : (1 + m.a) / m.b; /* of half the angle */
    double cx = (m.e - m.f * cotangent) / 2, cy = (m.f + m.e * cotangent) / 2;
    if (fabs(cx) <= MOST_FAR && fabs(cy) <= MOST_FAR) {
        put_call(out, "rotate", (double[]){degrees, cx, cy}, m.e == 0 && m.f == 0 ? 1 : 3);
    }
}

static void put_matrix(GString *out, SvgMatrix m)
{
    put_call(out, "matrix", (double[]){m.a, m.b, m.c, m.d, m.e, m.f}, 6);
}

static double linear_size(SvgMatrix m)
{
    return MAX(MAX(fabs(m.a), fabs(m.b)), MAX(fabs(m.c), fabs(m.d)));
}

/* What rounding leaves where a zero belongs would be written with all its zeros. */
static SvgMatrix without_noise(SvgMatrix m)
{
    double linear = linear_size(m) * 1e-14;
    double shift = MAX(linear_size(m), MAX(fabs(m.e), fabs(m.f))) * 1e-12;
    return (SvgMatrix){
        fabs(m.a) < linear ? 0 : m.a, fabs(m.b) < linear ? 0 : m.b, fabs(m.c) < linear ? 0 : m.c,
        fabs(m.d) < linear ? 0 : m.d, fabs(m.e) < shift ? 0 : m.e,  fabs(m.f) < shift ? 0 : m.f,
    };
}

static gboolean is_near(SvgMatrix got, SvgMatrix wanted)
{
    const double tolerance = 1e-9;
    double linear = tolerance * linear_size(wanted);
    double shift = tolerance * MAX(fabs(wanted.e), fabs(wanted.f));
    return fabs(got.a - wanted.a) <= linear && fabs(got.b - wanted.b) <= linear &&
           fabs(got.c - wanted.c) <= linear && fabs(got.d - wanted.d) <= linear &&
           fabs(got.e - wanted.e) <= shift && fabs(got.f - wanted.f) <= shift;
}

/* The first form whose text reads back as the matrix says it. */
char *svg_transform_print(SvgMatrix m)
{
    static void (*const FORMS[])(GString *, SvgMatrix) = {put_nothing, put_translate, put_scale,
                                                          put_rotate};
    SvgMatrix clean = without_noise(m);
    GString *out = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(FORMS); i++) {
        SvgMatrix read;
        FORMS[i](out, clean);
        if (svg_transform_parse(out->str, &read) && is_near(read, clean)) {
            return g_string_free(out, FALSE);
        }
        g_string_truncate(out, 0);
    }
    put_matrix(out, clean);
    return g_string_free(out, FALSE);
}
