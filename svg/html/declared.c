/* CSS 2.1 §8–10, and of later modules what labels are made of: a table of properties. */
#include "html/declared.h"

#include "values/values.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct {
    SvgHtmlStyle *style;
    SvgHtmlRoom room;
} Target;

/* `at` is where in the style the value goes. */
typedef void (*Setter)(const Target *target, gsize at, const char *value);

#define FIELD(type, style, at) ((type *)(gpointer)((char *)(style) + (at)))

/* --- values ----------------------------------------------------------------------------------- */

/* NAN for auto, and for a part of what isn't known. */
static gboolean read_length(const Target *target, const char *value, double whole, double *out)
{
    const SvgLengthContext context = {whole, whole, target->style->font.font_size, 0};
    static const char *const automatic[] = {"auto", "none", "initial", "unset", "revert", NULL};
    double length;
    if (g_strv_contains(automatic, value) || (svg_length_is_percent(value) && !isfinite(whole))) {
        *out = NAN;
        return TRUE;
    }
    if (!svg_length_parse(value, &context, SVG_AXIS_X, &length)) {
        return FALSE;
    }
    *out = length;
    return TRUE;
}

/* The words of a value, with brackets whole; free with g_strfreev(). */
static char **words_of(const char *value)
{
    g_autoptr(GStrvBuilder) out = g_strv_builder_new();
    while (*(value += strspn(value, " \t\r\n"))) {
        const char *end = value;
        int depth = 0;
        for (; *end && (depth > 0 || !strchr(" \t\r\n", *end)); end++) {
            depth += *end == '(' ? 1 : *end == ')' ? -1 : 0;
        }
        g_autofree char *word = g_strndup(value, (gsize)(end - value));
        g_strv_builder_add(out, word);
        value = end;
    }
    return g_strv_builder_end(out);
}

static gboolean read_ink(const SvgHtmlStyle *style, const char *word, SvgHtmlInk *out)
{
    static const char *const none[] = {"none", "initial", "unset", "revert", NULL};
    if (g_strv_contains(none, word)) {
        *out = (SvgHtmlInk){0, 0};
        return TRUE;
    }
    if (g_ascii_strcasecmp(word, "currentcolor") == 0) {
        *out = (SvgHtmlInk){style->font.color, 1};
        return TRUE;
    }
    return svg_color_parse(word, &out->rgb, &out->alpha);
}

/* --- sizes ------------------------------------------------------------------------------------ */

static void set_width(const Target *target, gsize at, const char *value)
{
    read_length(target, value, target->room.width, FIELD(double, target->style, at));
}

static void set_height(const Target *target, gsize at, const char *value)
{
    read_length(target, value, target->room.height, FIELD(double, target->style, at));
}

/* One to four values: CSS 2.1 §8.3. */
static void set_sides(const Target *target, gsize at, const char *value)
{
    static const guint which[4][SVG_HTML_SIDES] = {
        {0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}};
    g_auto(GStrv) words = words_of(value);
    guint n = g_strv_length(words);
    double values[SVG_HTML_SIDES];
    if (n < 1 || n > SVG_HTML_SIDES) {
        return;
    }
    for (guint i = 0; i < n; i++) {
        if (!read_length(target, words[i], target->room.width, &values[i])) {
            return;
        }
    }
    for (guint i = 0; i < SVG_HTML_SIDES; i++) {
        FIELD(double, target->style, at)[i] = values[which[n - 1][i]];
    }
}

static gboolean is_unseen(const char *word)
{
    return g_str_equal(word, "none") || g_str_equal(word, "hidden");
}

static double border_width(const Target *target, const char *const *words, gboolean *found)
{
    double width = 3; /* medium */
    for (; *words; words++) {
        double length;
        *found |= g_str_equal(*words, "solid") || g_str_equal(*words, "dashed") ||
                  g_str_equal(*words, "dotted") || g_str_equal(*words, "double");
        if (is_unseen(*words)) {
            *found = TRUE;
            return 0;
        }
        if (read_length(target, *words, NAN, &length) && length >= 0) {
            width = length;
        }
    }
    return width;
}

/* Of one side, or of all where `at` is that of the array's end. */
static void set_border(const Target *target, gsize at, const char *value)
{
    g_auto(GStrv) words = words_of(value);
    gboolean found = FALSE, all = at == offsetof(SvgHtmlStyle, border_ink);
    double width = border_width(target, (const char *const *)words, &found);
    target->style->border_ink = (SvgHtmlInk){target->style->font.color, 1};
    for (char **word = words; *word; word++) {
        if (!is_unseen(*word)) {
            read_ink(target->style, *word, &target->style->border_ink);
        }
    }
    for (guint i = 0; i < SVG_HTML_SIDES; i++) {
        gsize own = offsetof(SvgHtmlStyle, border) + i * sizeof(double);
        if (all || own == at) {
            target->style->border[i] = found ? width : 0;
        }
    }
}

/* --- colours ---------------------------------------------------------------------------------- */

static void set_ink(const Target *target, gsize at, const char *value)
{
    read_ink(target->style, value, FIELD(SvgHtmlInk, target->style, at));
}

static void set_background(const Target *target, gsize at, const char *value)
{
    g_auto(GStrv) words = words_of(value);
    SvgHtmlInk ink = {0, 0};
    for (char **word = words; *word && !read_ink(target->style, *word, &ink); word++) {
    }
    *FIELD(SvgHtmlInk, target->style, at) = ink;
}

static void set_alpha(const Target *target, gsize at, const char *value)
{
    double alpha;
    if (svg_number_parse(value, &alpha)) {
        *FIELD(double, target->style, at) *= CLAMP(alpha, 0, 1);
    }
}

/* --- words of a list -------------------------------------------------------------------------- */

typedef struct {
    const char *word;
    SvgHtmlDisplay display;
    gboolean in_line;
} DisplayRow;

static void set_display(const Target *target, gsize at, const char *value)
{
    static const DisplayRow rows[] = {
        {"none", SVG_HTML_NONE, FALSE},
        {"inline", SVG_HTML_INLINE, FALSE},
        {"contents", SVG_HTML_INLINE, FALSE},
        {"block", SVG_HTML_BLOCK, FALSE},
        {"flow-root", SVG_HTML_BLOCK, FALSE},
        {"list-item", SVG_HTML_BLOCK, FALSE},
        {"inline-block", SVG_HTML_BLOCK, TRUE},
        {"flex", SVG_HTML_FLEX, FALSE},
        {"inline-flex", SVG_HTML_FLEX, TRUE},
        {"-webkit-box", SVG_HTML_FLEX, FALSE},
        {"grid", SVG_HTML_BLOCK, FALSE},
        {"inline-grid", SVG_HTML_BLOCK, TRUE},
        {"table", SVG_HTML_TABLE, FALSE},
        {"inline-table", SVG_HTML_TABLE, TRUE},
        {"table-row-group", SVG_HTML_ROWS, FALSE},
        {"table-row", SVG_HTML_ROW, FALSE},
        {"table-cell", SVG_HTML_CELL, FALSE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (g_ascii_strcasecmp(value, rows[i].word) == 0) {
            *FIELD(SvgHtmlDisplay, target->style, at) = rows[i].display;
            target->style->in_line = rows[i].in_line;
            target->style->marked = g_str_equal(rows[i].word, "list-item");
            target->style->whole |= g_str_equal(rows[i].word, "flow-root");
        }
    }
}

typedef struct {
    const char *word;
    int value;
} Word;

/* The last of several words counts: "unsafe center". FALSE when it isn't among them. */
static gboolean find_word(const Word *words, const char *value, int *out)
{
    const char *last = strrchr(value, ' ');
    for (; words->word; words++) {
        if (g_ascii_strcasecmp(last ? last + 1 : value, words->word) == 0) {
            *out = words->value;
            return TRUE;
        }
    }
    return FALSE;
}

static void set_place(const Target *target, gsize at, const char *value)
{
    static const Word words[] = {
        {"start", SVG_HTML_START},
        {"flex-start", SVG_HTML_START},
        {"left", SVG_HTML_START},
        {"center", SVG_HTML_CENTER},
        {"end", SVG_HTML_END},
        {"flex-end", SVG_HTML_END},
        {"right", SVG_HTML_END},
        {"space-between", SVG_HTML_BETWEEN},
        {"space-around", SVG_HTML_AROUND},
        {"space-evenly", SVG_HTML_EVENLY},
        {"stretch", SVG_HTML_STRETCH},
        {"normal", SVG_HTML_STRETCH},
        {"baseline", SVG_HTML_START},
        {NULL, 0},
    };
    int found;
    if (find_word(words, value, &found)) {
        *FIELD(SvgHtmlPlace, target->style, at) = (SvgHtmlPlace)found;
    }
}

static void set_vertical(const Target *target, gsize at, const char *value)
{
    static const Word words[] = {
        {"baseline", SVG_HTML_BASELINE},
        {"top", SVG_HTML_TOP},
        {"text-top", SVG_HTML_TOP},
        {"middle", SVG_HTML_MIDDLE},
        {"bottom", SVG_HTML_BOTTOM},
        {"text-bottom", SVG_HTML_BOTTOM},
        {NULL, 0},
    };
    int found;
    if (find_word(words, value, &found)) {
        *FIELD(SvgHtmlVertical, target->style, at) = (SvgHtmlVertical)found;
    }
}

static void set_case(const Target *target, gsize at, const char *value)
{
    static const Word words[] = {
        {"none", SVG_HTML_AS_IS},
        {"uppercase", SVG_HTML_UPPER},
        {"lowercase", SVG_HTML_LOWER},
        {"capitalize", SVG_HTML_CAPITAL},
        {NULL, 0},
    };
    int found;
    if (find_word(words, value, &found)) {
        *FIELD(SvgHtmlCase, target->style, at) = (SvgHtmlCase)found;
    }
}

/* A switch: the word that turns it on is the one it is named for. */
static void set_border_box(const Target *target, gsize at, const char *value)
{
    *FIELD(gboolean, target->style, at) = g_str_equal(value, "border-box");
}

static void set_column(const Target *target, gsize at, const char *value)
{
    *FIELD(gboolean, target->style, at) = g_str_has_prefix(value, "column");
}

static void set_anywhere(const Target *target, gsize at, const char *value)
{
    static const char *const breaking[] = {"break-word", "anywhere", "break-all", NULL};
    *FIELD(gboolean, target->style, at) = g_strv_contains(breaking, value);
}

static void set_whole(const Target *target, gsize at, const char *value)
{
    *FIELD(gboolean, target->style, at) |= !g_str_equal(value, "visible");
}

/* CSS Text 3 §3. */
static void set_space(const Target *target, gsize at, const char *value)
{
    static const struct {
        const char *word;
        gboolean collapse, breaks, feeds;
    } rows[] = {
        {"normal", TRUE, TRUE, FALSE},  {"nowrap", TRUE, FALSE, FALSE},
        {"pre", FALSE, FALSE, TRUE},    {"pre-wrap", FALSE, TRUE, TRUE},
        {"pre-line", TRUE, TRUE, TRUE}, {"break-spaces", FALSE, TRUE, TRUE},
        {"initial", TRUE, TRUE, FALSE},
    };
    (void)at;
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (g_str_equal(value, rows[i].word)) {
            target->style->collapse = rows[i].collapse;
            target->style->breaks = rows[i].breaks;
            target->style->feeds = rows[i].feeds;
        }
    }
}

/* What is around goes on: CSS 2.1 §16.3.1. */
static void set_decoration(const Target *target, gsize at, const char *value)
{
    (void)at;
    target->style->underlined |= strstr(value, "underline") != NULL;
    target->style->struck |= strstr(value, "line-through") != NULL;
}

static void set_grow(const Target *target, gsize at, const char *value)
{
    g_auto(GStrv) words = words_of(value);
    double grow = 0;
    if (*words && g_str_equal(*words, "auto")) {
        grow = 1;
    } else if (!*words || !svg_number_parse(*words, &grow)) {
        return;
    }
    *FIELD(double, target->style, at) = MAX(grow, 0);
}

/* --- the table -------------------------------------------------------------------------------- */

#define AT(field)         offsetof(SvgHtmlStyle, field)
#define SIDE(field, side) (offsetof(SvgHtmlStyle, field) + (side) * sizeof(double))

typedef struct {
    const char *name;
    Setter set;
    gsize at;
} Row;

static const Row rows[] = {
    {"display", set_display, AT(display)},
    {"margin", set_sides, AT(margin)},
    {"margin-top", set_width, SIDE(margin, SVG_HTML_ABOVE)},
    {"margin-right", set_width, SIDE(margin, SVG_HTML_RIGHT)},
    {"margin-bottom", set_width, SIDE(margin, SVG_HTML_BELOW)},
    {"margin-left", set_width, SIDE(margin, SVG_HTML_LEFT)},
    {"padding", set_sides, AT(padding)},
    {"padding-top", set_width, SIDE(padding, SVG_HTML_ABOVE)},
    {"padding-right", set_width, SIDE(padding, SVG_HTML_RIGHT)},
    {"padding-bottom", set_width, SIDE(padding, SVG_HTML_BELOW)},
    {"padding-left", set_width, SIDE(padding, SVG_HTML_LEFT)},
    {"border", set_border, AT(border_ink)},
    {"border-top", set_border, SIDE(border, SVG_HTML_ABOVE)},
    {"border-right", set_border, SIDE(border, SVG_HTML_RIGHT)},
    {"border-bottom", set_border, SIDE(border, SVG_HTML_BELOW)},
    {"border-left", set_border, SIDE(border, SVG_HTML_LEFT)},
    {"border-color", set_ink, AT(border_ink)},
    {"background", set_background, AT(fill)},
    {"background-color", set_ink, AT(fill)},
    {"opacity", set_alpha, AT(alpha)},
    {"width", set_width, AT(width)},
    {"height", set_height, AT(height)},
    {"min-width", set_width, AT(min_width)},
    {"max-width", set_width, AT(max_width)},
    {"min-height", set_height, AT(min_height)},
    {"box-sizing", set_border_box, AT(with_border)},
    {"overflow", set_whole, AT(whole)},
    {"flex-direction", set_column, AT(column)},
    {"flex", set_grow, AT(grow)},
    {"flex-grow", set_grow, AT(grow)},
    {"gap", set_width, AT(gap)},
    {"column-gap", set_width, AT(gap)},
    {"row-gap", set_width, AT(gap)},
    {"justify-content", set_place, AT(justify)},
    {"align-items", set_place, AT(align)},
    {"vertical-align", set_vertical, AT(vertical)},
    {"white-space", set_space, 0},
    {"overflow-wrap", set_anywhere, AT(anywhere)},
    {"word-wrap", set_anywhere, AT(anywhere)},
    {"word-break", set_anywhere, AT(anywhere)},
    {"text-transform", set_case, AT(letters)},
    {"text-decoration", set_decoration, 0},
    {"text-decoration-line", set_decoration, 0},
    {"border-spacing", set_width, AT(spacing)},
};

void svg_html_declare(SvgHtmlStyle *style, SvgHtmlRoom room, SvgSlice name, const char *value)
{
    const Target target = {style, room};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (strlen(rows[i].name) == name.len &&
            g_ascii_strncasecmp(rows[i].name, name.at, name.len) == 0) {
            rows[i].set(&target, rows[i].at, value);
        }
    }
}
