/* What markup from outside may say. */
#include "edit/allowed.h"

#include "style/declarations.h"
#include "values/color.h"
#include "values/values.h"

#include <svg/error.h>
#include <svg/limits.h>

#include <stdlib.h>
#include <string.h>

typedef enum {
    KIND_WORD,
    KIND_NUMBER,
    KIND_NUMBERS,
    KIND_LENGTH,
    KIND_LENGTHS,
    KIND_SIZE,
    KIND_SIZES,
    KIND_SHARE,
    KIND_ANGLE,
    KIND_COLOR,
    KIND_PAINT,
    KIND_LINK,
    KIND_REFERENCE,
    KIND_PATH,
    KIND_POINTS,
    KIND_TRANSFORM,
    KIND_ASPECT,
    KIND_ORDER,
    KIND_FAMILY,
    KIND_NAME,
    KIND_NAMES,
    KIND_TEXT,
    KIND_STYLE,
} Kind;

struct _SvgAllowed {
    const char *name;
    Kind kind;
    const char *words; /* with spaces; NULL = none */
    const char *on;    /* with spaces; "" = all; NULL = a property, which all may have */
};

static const SvgAllowed rows[] = {
#define SVG_ALLOWED(name_, kind_, words_, on_) {name_, KIND_##kind_, words_, on_},
#include "edit/allowed_attributes.def"
#undef SVG_ALLOWED
};

#define SVG_ALLOWED_ELEMENT(name_) name_ ", "
static const char elements[] =
#include "edit/allowed_elements.def"
    ;
#undef SVG_ALLOWED_ELEMENT

/* --- names ------------------------------------------------------------------------------------ */

/* Whether the list has the word; `separators` are what stands between its words. */
static gboolean has_word(const char *list, const char *word, const char *separators)
{
    gsize len = strlen(word);
    for (const char *at = list; len && *at;) {
        gsize n = strcspn(at, separators);
        if (n == len && memcmp(at, word, n) == 0) {
            return TRUE;
        }
        at += n;
        at += strspn(at, separators);
    }
    return FALSE;
}

gboolean svg_allowed_element(const char *name)
{
    return !strpbrk(name, ", ") && has_word(elements, name, ", ");
}

const char *svg_allowed_elements(void)
{
    static gsize made;
    static char *names;
    if (g_once_init_enter(&made)) {
        names = g_strndup(elements, strlen(elements) - strlen(", "));
        g_once_init_leave(&made, 1);
    }
    return names;
}

static int compare(const void *name, const void *row)
{
    return strcmp(name, ((const SvgAllowed *)row)->name);
}

const SvgAllowed *svg_allowed_find(const char *name)
{
    return bsearch(name, rows, G_N_ELEMENTS(rows), sizeof rows[0], compare);
}

gboolean svg_allowed_is_property(const SvgAllowed *row)
{
    return row->on == NULL;
}

gboolean svg_allowed_on(const SvgAllowed *row, const char *element)
{
    return !row->on || !*row->on || has_word(row->on, element, " ");
}

gboolean svg_allowed_is_geometry(const SvgAllowed *row, const char *element)
{
    static const char names[] = "cx cy d dx dy height points r transform width x x1 x2 y y1 y2";
    return has_word(g_str_equal(element, "ellipse") ? "cx cy rx ry transform" : names, row->name,
                    " ");
}

char *svg_allowed_names(const char *element)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].on && *rows[i].on && svg_allowed_on(&rows[i], element)) {
            g_string_append_printf(names, "%s%s", names->len ? ", " : "", rows[i].name);
        }
    }
    return g_string_free(g_steal_pointer(&names), FALSE);
}

/* --- values ----------------------------------------------------------------------------------- */

typedef gboolean (*ReadFunc)(const char **at);

static gboolean is_over(const char *at)
{
    svg_skip_space(&at);
    return !*at;
}

static gboolean read_number(const char **at)
{
    double value;
    return svg_number_read(at, &value);
}

/* A number with one of the units, which end with NULL, or without. */
static gboolean read_with_unit(const char **at, const char *const *units)
{
    if (!read_number(at)) {
        return FALSE;
    }
    while (*units && !g_str_has_prefix(*at, *units)) {
        units++;
    }
    *at += *units ? strlen(*units) : 0;
    return TRUE;
}

/* CSS Values 3 §6; also "50%". */
static gboolean read_length(const char **at)
{
    static const char *const units[] = {"px", "pt", "pc",   "mm",   "cm", "in", "em", "ex", "rem",
                                        "ch", "vw", "vmin", "vmax", "vh", "Q",  "%",  NULL};
    return read_with_unit(at, units);
}

static gboolean read_size(const char **at)
{
    return **at != '-' && read_length(at);
}

static gboolean read_share(const char **at)
{
    static const char *const units[] = {"%", NULL};
    return read_with_unit(at, units);
}

static gboolean read_angle(const char **at)
{
    static const char *const units[] = {"deg", "grad", "rad", "turn", NULL};
    return read_with_unit(at, units);
}

static gboolean read_single(const char *value, ReadFunc read)
{
    svg_skip_space(&value);
    return read(&value) && is_over(value);
}

/* One or more, with white space or a comma between them. */
static gboolean read_list(const char *value, ReadFunc read)
{
    svg_skip_space(&value);
    do {
        if (!read(&value)) {
            return FALSE;
        }
        svg_skip_comma(&value);
    } while (!is_over(value));
    return TRUE;
}

/* A name as it can stand in a reference without quotes. */
static gsize name_length(const char *at)
{
    gsize n = 0;
    while (at[n] && !strchr(" \t\r\n\"'()<>#\\;,{}&", at[n])) {
        n++;
    }
    return n;
}

/* "url(#id)", the id in quotes or not. */
static gboolean read_link(const char **at)
{
    const char *p = *at;
    if (!g_str_has_prefix(p, "url(")) {
        return FALSE;
    }
    p += strlen("url(");
    char quote = *p;
    gboolean quoted = quote == '"' || quote == '\'';
    p += quoted;
    gsize n = *p == '#' ? name_length(p + 1) : 0;
    p += n + 1;
    if (!n || (quoted && *p++ != quote) || *p != ')') {
        return FALSE;
    }
    *at = p + 1;
    return TRUE;
}

static gboolean is_color(const char *value)
{
    guint32 rgb;
    double alpha;
    return !strpbrk(value, "\\\"'<>;{}") &&
           (svg_color_parse(value, &rgb, &alpha) || g_str_equal(value, "currentColor"));
}

/* A colour, or a reference with or without a colour for where that fails (SVG 2 §13.2). */
static gboolean is_paint(const char *value)
{
    if (!read_link(&value)) {
        return is_color(value);
    }
    svg_skip_space(&value);
    return !*value || g_str_equal(value, "none") || is_color(value);
}

static gboolean is_path(const char *value)
{
    gssize error_at;
    g_autoptr(GArray) segments = svg_path_parse(value, &error_at);
    return error_at < 0 && segments->len > 0;
}

static gboolean is_points(const char *value)
{
    guint n = 0;
    svg_skip_space(&value);
    while (*value) {
        if (!read_number(&value)) {
            return FALSE;
        }
        n++;
        svg_skip_comma(&value);
    }
    return n >= 4 && n % 2 == 0;
}

static gboolean is_transform(const char *value)
{
    SvgMatrix matrix;
    return !strpbrk(value, "\\\"'<>;{}") && svg_transform_parse(value, &matrix);
}

/* SVG 2 §8.10. */
static gboolean is_aspect(const char *value)
{
    g_auto(GStrv) words = g_strsplit(value, " ", -1);
    static const char places[] = "none xMinYMin xMidYMin xMaxYMin xMinYMid xMidYMid xMaxYMid "
                                 "xMinYMax xMidYMax xMaxYMax";
    return words[0] && has_word(places, words[0], " ") &&
           (!words[1] || (has_word("meet slice", words[1], " ") && !words[2]));
}

static gboolean is_order(const char *value)
{
    g_auto(GStrv) words = g_strsplit(value, " ", -1);
    for (guint i = 0; words[i]; i++) {
        if (!has_word("fill stroke markers", words[i], " ")) {
            return FALSE;
        }
    }
    return words[0] != NULL;
}

/* Names of fonts, in quotes or not, with commas between. */
static gboolean is_family(const char *value)
{
    return *value && !strpbrk(value, "\\<>;{}()&@/:");
}

static gboolean is_reference(const char *value)
{
    return *value == '#' && value[1] && !value[1 + name_length(value + 1)];
}

static gboolean is_name(const char *value)
{
    return *value && !value[name_length(value)];
}

static gboolean is_names(const char *value)
{
    return *value && !strpbrk(value, "\\<>;{}()&\"'");
}

static gboolean is_text(const char *value)
{
    return g_utf8_validate(value, -1, NULL);
}

/* What a kind is: for a single value, a list of such, or anything else; and in words. */
static const struct {
    ReadFunc single, list;
    gboolean (*is_it)(const char *value);
    const char *words;
} kinds[] = {
    [KIND_WORD] = {NULL, NULL, NULL, NULL},
    [KIND_NUMBER] = {read_number, NULL, NULL, "a number"},
    [KIND_NUMBERS] = {NULL, read_number, NULL, "numbers"},
    [KIND_LENGTH] = {read_length, NULL, NULL, "a length, as 12, 1.5em or 50%"},
    [KIND_LENGTHS] = {NULL, read_length, NULL, "lengths, as 12, 1.5em or 50%"},
    [KIND_SIZE] = {read_size, NULL, NULL, "a length of 0 or more, as 12, 1.5em or 50%"},
    [KIND_SIZES] = {NULL, read_size, NULL, "lengths of 0 or more, as 6 3"},
    [KIND_SHARE] = {read_share, NULL, NULL, "a number from 0 to 1, or a percentage"},
    [KIND_ANGLE] = {read_angle, NULL, NULL, "an angle"},
    [KIND_COLOR] = {NULL, NULL, is_color, "a colour, as #1971c2, rgb(25,113,194) or a name of CSS"},
    [KIND_PAINT] = {NULL, NULL, is_paint,
                    "a colour, as #1971c2, rgb(25,113,194) or a name of CSS, or url(#id) of a "
                    "gradient or pattern of the drawing"},
    [KIND_LINK] = {NULL, NULL, NULL, "url(#id) of something in the drawing"},
    [KIND_REFERENCE] = {NULL, NULL, is_reference, "#id of something in the drawing"},
    [KIND_PATH] = {NULL, NULL, is_path, "path data, as M 0 0 L 10 5"},
    [KIND_POINTS] = {NULL, NULL, is_points, "two or more points, as 0,0 10,5"},
    [KIND_TRANSFORM] = {NULL, NULL, is_transform, "a transform, as translate(5,3) rotate(30)"},
    [KIND_ASPECT] = {NULL, NULL, is_aspect, "none, or as xMidYMid meet"},
    [KIND_ORDER] = {NULL, NULL, is_order, "fill, stroke and markers in some order"},
    [KIND_FAMILY] = {NULL, NULL, is_family, "names of fonts, with commas"},
    [KIND_NAME] = {NULL, NULL, is_name, "a name without spaces and quotes"},
    [KIND_NAMES] = {NULL, NULL, is_names, "names, with spaces"},
    [KIND_TEXT] = {NULL, NULL, is_text, "a text"},
    [KIND_STYLE] = {NULL, NULL, NULL, NULL},
};

static gboolean link_holds(const char *value)
{
    return read_link(&value) && is_over(value);
}

static gboolean holds(const SvgAllowed *row, const char *value)
{
    if (row->kind == KIND_LINK) {
        return link_holds(value);
    }
    if (kinds[row->kind].single) {
        return read_single(value, kinds[row->kind].single);
    }
    if (kinds[row->kind].list) {
        return read_list(value, kinds[row->kind].list);
    }
    return kinds[row->kind].is_it && kinds[row->kind].is_it(value);
}

static void fail(const SvgAllowed *row, const char *value, GError **error)
{
    g_autofree char *shown = svg_name_shown(value);
    g_auto(GStrv) words = g_strsplit(row->words ? row->words : "", " ", -1);
    g_autofree char *list = g_strjoinv(", ", words);
    const char *what = kinds[row->kind].words;
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "%s=\"%s\" isn't valid; give %s%s%s",
                row->name, shown, what ? what : "one of ", what && *list ? ", or one of " : "",
                list);
}

gboolean svg_allowed_value(const SvgAllowed *row, const char *value, GError **error)
{
    g_autofree char *clean = g_strstrip(g_strdup(value));
    if ((row->words && has_word(row->words, clean, " ") && !strchr(clean, ' ')) ||
        (!row->on && g_str_equal(clean, "inherit")) || holds(row, clean)) {
        return TRUE;
    }
    fail(row, value, error);
    return FALSE;
}

/* --- style="" --------------------------------------------------------------------------------- */

static gboolean keep_declaration(const SvgDeclaration *declaration, GString *out,
                                 GPtrArray *left_out, GError **error)
{
    g_autofree char *name = g_ascii_strdown(declaration->name.at, (gssize)declaration->name.len);
    g_autofree char *value = g_strndup(declaration->value.at, declaration->value.len);
    const SvgAllowed *row = svg_allowed_find(name);
    if (!row || !svg_allowed_is_property(row)) {
        g_ptr_array_add(left_out, g_steal_pointer(&name));
        return TRUE;
    }
    if (!svg_allowed_value(row, value, error)) {
        return FALSE;
    }
    g_string_append_printf(out, "%s%s:%s%s", out->len ? ";" : "", name, value,
                           declaration->important ? " !important" : "");
    return TRUE;
}

char *svg_allowed_style(const char *style, GPtrArray *left_out, GError **error)
{
    g_autoptr(GString) out = g_string_new(NULL);
    const char *end = style + strlen(style);
    SvgDeclaration declaration;
    while (svg_declaration_next(&style, end, &declaration)) {
        if (!keep_declaration(&declaration, out, left_out, error)) {
            return NULL;
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}
