/* CSS values token by token, each in one spelling. */
#include "merge/spelt.h"

#include "values/color.h"
#include "values/css_scan.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

#define ROUNDING  1e-5 /* of a number, or of 1 */
#define MAX_COLOR 256  /* bytes that a colour may have */

typedef enum { END, COLOR, NUMBER, STRING, LINK, NAME, HASH, MARK } Kind;

typedef struct {
    const char *at, *end;
    guint may;
    /* the token that was read last */
    Kind kind;
    GString *said; /* of a number the unit, unless its digits count */
    double number; /* of a colour its alpha */
    guint32 rgb;
} Reader;

gboolean svg_spelt_near(double a, double b)
{
    return fabs(a - b) <= ROUNDING * MAX(1, MAX(fabs(a), fabs(b)));
}

static void skip_separators(Reader *reader)
{
    reader->at = svg_css_skip_space(reader->at, reader->end);
    if (*reader->at == ',' && (reader->may & SVG_SPELT_COMMAS)) {
        reader->at = svg_css_skip_space(reader->at + 1, reader->end);
    }
}

/* light-dark() is two colours, which are read one by one. */
static gboolean read_color(Reader *reader)
{
    if (!(reader->may & SVG_SPELT_COLORS) || svg_color_is_light_dark(reader->at)) {
        return FALSE;
    }
    SvgCssRun run = svg_css_run(reader->at, reader->end, " \t\n\r\f,/!)");
    gsize len = (gsize)(run.solid - reader->at);
    g_autofree char *text = len <= MAX_COLOR ? g_strndup(reader->at, len) : NULL;
    if (!text || !svg_color_parse(text, &reader->rgb, &reader->number)) {
        return FALSE;
    }
    reader->at = run.solid;
    return TRUE;
}

static gboolean read_number(Reader *reader)
{
    const char *from = reader->at;
    if (!svg_number_read(&reader->at, &reader->number)) {
        return FALSE;
    }
    if (!(reader->may & SVG_SPELT_NUMBERS)) {
        g_string_append_len(reader->said, from, reader->at - from);
        reader->number = 0;
    }
    if (*reader->at == '%') {
        g_string_append_c(reader->said, *reader->at++);
    } else {
        svg_css_read_ident(&reader->at, reader->end, reader->said);
    }
    return TRUE;
}

static void collapse(GString *text)
{
    g_auto(GStrv) words = g_strsplit_set(g_strstrip(text->str), " \t\n\r\f", -1);
    g_string_truncate(text, 0);
    for (guint i = 0; words[i]; i++) {
        g_string_append_printf(text, *words[i] && text->len ? " %s" : "%s", words[i]);
    }
}

static gboolean read_string(Reader *reader)
{
    if (!svg_css_read_string(&reader->at, reader->end, reader->said)) {
        return FALSE;
    }
    if (reader->may & SVG_SPELT_NAMES) {
        collapse(reader->said);
    }
    return TRUE;
}

/* With the bracket behind it, a function's. */
static gboolean read_name(Reader *reader)
{
    if (!svg_css_read_ident(&reader->at, reader->end, reader->said)) {
        return FALSE;
    }
    if (*reader->at == '(') {
        g_string_append_c(reader->said, *reader->at++);
    }
    return TRUE;
}

static Kind read_mark(Reader *reader)
{
    char mark = *reader->at++;
    g_string_append_c(reader->said, mark);
    return mark == '#' && svg_css_read_name(&reader->at, reader->end, reader->said) ? HASH : MARK;
}

static void read_token(Reader *reader)
{
    g_string_truncate(reader->said, 0);
    reader->number = 0;
    reader->rgb = 0;
    skip_separators(reader);
    reader->kind = reader->at >= reader->end                                  ? END
                   : read_color(reader)                                       ? COLOR
                   : read_number(reader)                                      ? NUMBER
                   : read_string(reader)                                      ? STRING
                   : svg_css_read_url(&reader->at, reader->end, reader->said) ? LINK
                   : read_name(reader)                                        ? NAME
                                                                              : read_mark(reader);
}

static gboolean is_same_token(const Reader *a, const Reader *b)
{
    return a->kind == b->kind && a->rgb == b->rgb && svg_spelt_near(a->number, b->number) &&
           g_string_equal(a->said, b->said);
}

gboolean svg_spelt_same(const char *a, const char *b, guint may)
{
    g_autoptr(GString) said = g_string_new(NULL), other_said = g_string_new(NULL);
    Reader left = {.at = a, .end = a + strlen(a), .may = may, .said = said};
    Reader right = {.at = b, .end = b + strlen(b), .may = may, .said = other_said};
    do {
        read_token(&left);
        read_token(&right);
    } while (left.kind != END && is_same_token(&left, &right));
    return left.kind == END && right.kind == END;
}
