/* Whether two programs wrote the same. */
#include "merge/same.h"

#include "merge/spelt.h"
#include "style/declarations.h"
#include "style/style.h"
#include "values/values.h"

#include <stdlib.h>
#include <string.h>

#define ELEMENT "\x01" /* no character of XML */

/* --- kinds of values -------------------------------------------------------------------------- */

/* In which spellings a value may come: bits of SvgSpelt, and */
enum {
    TOKENS = 1 << 4, /* read by svg_spelt_same() */
    PATH = 1 << 5,
    TRANSFORM = 1 << 6,
    WORDS = 1 << 7, /* in any order, with white space */
    LINK = 1 << 8,
    STYLE = 1 << 9,

    LIST = TOKENS | SVG_SPELT_NUMBERS | SVG_SPELT_COMMAS,
    PAINT = TOKENS | SVG_SPELT_NUMBERS | SVG_SPELT_COLORS,
};

/* The kinds of both tables. */
enum {
    KIND_WORD = TOKENS,
    KIND_NUMBER = LIST,
    KIND_NUMBERS = LIST,
    KIND_LENGTH = LIST,
    KIND_LENGTHS = LIST,
    KIND_SIZE = LIST,
    KIND_SIZES = LIST,
    KIND_SHARE = LIST,
    KIND_ANGLE = LIST,
    KIND_COLOR = PAINT,
    KIND_PAINT = PAINT,
    KIND_LINK = PAINT, /* a filter may be functions, with what functions have */
    KIND_REFERENCE = LINK,
    KIND_PATH = PATH,
    KIND_POINTS = LIST,
    KIND_TRANSFORM = TRANSFORM | LIST,
    KIND_ASPECT = TOKENS,
    KIND_ORDER = TOKENS,
    KIND_FAMILY = TOKENS | SVG_SPELT_NAMES,
    KIND_FONT = TOKENS | SVG_SPELT_NAMES | SVG_SPELT_NUMBERS,
    KIND_NAME = 0,
    KIND_NAMES = WORDS,
    KIND_TEXT = 0,
    KIND_STYLE = STYLE,
};

typedef struct {
    const char *name;
    guint kind;
} Row;

static const Row written[] = {
#define SVG_ALLOWED(name_, kind_, words_, on_) {name_, KIND_##kind_},
#include "edit/allowed_attributes.def"
#undef SVG_ALLOWED
};

static const Row others[] = {
#define SVG_SPELT(name_, kind_) {name_, KIND_##kind_},
#include "merge/spelt.def"
#undef SVG_SPELT
};

static int compare(const void *name, const void *row)
{
    return strcmp(name, ((const Row *)row)->name);
}

static guint kind_of(const char *name)
{
    const Row *row = bsearch(name, written, G_N_ELEMENTS(written), sizeof written[0], compare);
    row = row ? row : bsearch(name, others, G_N_ELEMENTS(others), sizeof others[0], compare);
    return row ? row->kind : 0;
}

/* --- values ----------------------------------------------------------------------------------- */

static gboolean same_segment(const SvgSegment *a, const SvgSegment *b)
{
    SvgUserPoint end = svg_segment_end(a), other = svg_segment_end(b);
    gboolean good =
        a->kind == b->kind && svg_spelt_near(end.x, other.x) && svg_spelt_near(end.y, other.y);
    guint n = a->kind == SVG_SEG_CUBIC ? 2 : a->kind == SVG_SEG_QUAD ? 1 : 0;
    for (guint i = 0; good && i < n; i++) {
        good = svg_spelt_near(a->p[i].x, b->p[i].x) && svg_spelt_near(a->p[i].y, b->p[i].y);
    }
    if (good && a->kind == SVG_SEG_ARC) {
        good = svg_spelt_near(a->arc_center.x, b->arc_center.x) &&
               svg_spelt_near(a->arc_center.y, b->arc_center.y) &&
               svg_spelt_near(a->arc_sweep, b->arc_sweep);
    }
    return good;
}

static gboolean same_path(const char *a, const char *b)
{
    gssize wrong_a, wrong_b;
    g_autoptr(GArray) left = svg_path_parse(a, &wrong_a);
    g_autoptr(GArray) right = svg_path_parse(b, &wrong_b);
    gboolean good = wrong_a < 0 && wrong_b < 0 && left->len == right->len;
    for (guint i = 0; good && i < left->len; i++) {
        good =
            same_segment(&g_array_index(left, SvgSegment, i), &g_array_index(right, SvgSegment, i));
    }
    return good;
}

static gboolean same_transform(const char *a, const char *b)
{
    SvgMatrix m, n;
    return svg_transform_parse(a, &m) && svg_transform_parse(b, &n) && svg_spelt_near(m.a, n.a) &&
           svg_spelt_near(m.b, n.b) && svg_spelt_near(m.c, n.c) && svg_spelt_near(m.d, n.d) &&
           svg_spelt_near(m.e, n.e) && svg_spelt_near(m.f, n.f);
}

static gboolean same_style(const char *a, const char *b)
{
    g_autoptr(GHashTable) left = svg_style_table(a);
    g_autoptr(GHashTable) right = svg_style_table(b);
    gboolean good = g_hash_table_size(left) == g_hash_table_size(right);
    GHashTableIter iter;
    gpointer name, value;
    g_hash_table_iter_init(&iter, left);
    while (good && g_hash_table_iter_next(&iter, &name, &value)) {
        good = svg_same_declared(name, value, g_hash_table_lookup(right, name));
    }
    return good;
}

static GHashTable *set_of(char **words)
{
    GHashTable *set = g_hash_table_new(g_str_hash, g_str_equal);
    for (; *words; words++) {
        if (**words) {
            g_hash_table_add(set, *words);
        }
    }
    return set;
}

static gboolean same_words(const char *a, const char *b)
{
    g_auto(GStrv) words = g_strsplit_set(a, " \t\n\r\f", -1);
    g_auto(GStrv) other_words = g_strsplit_set(b, " \t\n\r\f", -1);
    g_autoptr(GHashTable) left = set_of(words), right = set_of(other_words);
    gboolean good = g_hash_table_size(left) == g_hash_table_size(right);
    GHashTableIter iter;
    gpointer word;
    g_hash_table_iter_init(&iter, left);
    while (good && g_hash_table_iter_next(&iter, &word, NULL)) {
        good = g_hash_table_contains(right, word);
    }
    return good;
}

static gboolean is_base64(const char *link)
{
    return g_str_has_prefix(link, "data:") && strstr(link, ";base64,");
}

/* An embedded picture is broken into lines by the one, and not by the other. */
static gboolean same_link(const char *a, const char *b)
{
    if (!is_base64(a) || !is_base64(b)) {
        return FALSE;
    }
    for (;; a++, b++) {
        svg_skip_space(&a);
        svg_skip_space(&b);
        if (!*a || *a != *b) {
            return *a == *b;
        }
    }
}

static gboolean same_kind(guint kind, const char *a, const char *b)
{
    return ((kind & STYLE) && same_style(a, b)) || ((kind & PATH) && same_path(a, b)) ||
           ((kind & TRANSFORM) && same_transform(a, b)) || ((kind & WORDS) && same_words(a, b)) ||
           ((kind & LINK) && same_link(a, b)) || ((kind & TOKENS) && svg_spelt_same(a, b, kind));
}

gboolean svg_same_value(const char *name, const char *a, const char *b)
{
    return g_strcmp0(a, b) == 0 || (a && b && same_kind(kind_of(name), a, b));
}

gboolean svg_same_declared(const char *name, const char *a, const char *b)
{
    return g_strcmp0(a, b) == 0 || (a && b && same_kind(kind_of(name) | TOKENS, a, b));
}

/* --- parts ------------------------------------------------------------------------------------ */

static char *name_of(const SvgDeclaration *declaration)
{
    SvgSlice name = declaration->name;
    return svg_declaration_is_custom(declaration) ? g_strndup(name.at, name.len)
                                                  : g_ascii_strdown(name.at, (gssize)name.len);
}

GHashTable *svg_style_table(const char *style)
{
    GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const char *at = style ? style : "", *end = at + strlen(at);
    SvgDeclaration next;
    while (svg_declaration_next(&at, end, &next)) {
        char *value = g_strdup_printf("%.*s%s", (int)next.value.len, next.value.at,
                                      next.important ? " !important" : "");
        g_hash_table_replace(table, name_of(&next), value);
    }
    return table;
}

GPtrArray *svg_style_names(const char *style, const char *other)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    const char *const both[] = {style, other};
    for (gsize i = 0; i < G_N_ELEMENTS(both); i++) {
        const char *at = both[i] ? both[i] : "", *end = at + strlen(at);
        SvgDeclaration next;
        while (svg_declaration_next(&at, end, &next)) {
            g_autofree char *name = name_of(&next);
            if (!g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL)) {
                g_ptr_array_add(names, g_steal_pointer(&name));
            }
        }
    }
    return names;
}

gboolean svg_is_geometry(const char *name)
{
    static const char *const names[] = {
        "x",
        "y",
        "width",
        "height",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
        "x1",
        "y1",
        "x2",
        "y2",
        "d",
        "dx",
        "dy",
        "rotate",
        "points",
        "transform",
        "transform-origin",
        "inkscape:original-d",
        "sodipodi:cx",
        "sodipodi:cy",
        "sodipodi:rx",
        "sodipodi:ry",
        "sodipodi:r1",
        "sodipodi:r2",
        "sodipodi:arg1",
        "sodipodi:arg2",
        "sodipodi:start",
        "sodipodi:end",
        "sodipodi:sides",
        "inkscape:transform-center-x",
        "inkscape:transform-center-y",
        "viewBox",
        NULL,
    };
    return g_strv_contains(names, name);
}

gboolean svg_is_merged(const char *name)
{
    static const char *const aside[] = {
        "id",          "xmlns",       SVG_LOCK_ATTRIBUTE,  "inkscape:zoom",
        "inkscape:cx", "inkscape:cy", "inkscape:rotation", NULL,
    };
    return !g_strv_contains(aside, name) && !g_str_has_prefix(name, "xmlns:") &&
           !g_str_has_prefix(name, "inkscape:window-");
}

char *svg_own_text(const SvgNode *node)
{
    GString *out = g_string_new(NULL);
    for (const SvgNode *child = node->first; child; child = child->next) {
        g_string_append(out, child->name ? ELEMENT : child->text);
    }
    return g_string_free(out, FALSE);
}
