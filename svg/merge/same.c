/* Whether two programs wrote the same. */
#include "merge/same.h"

#include "style/declarations.h"
#include "style/style.h"
#include "values/values.h"

#include <math.h>

#define ROUNDING 1e-5   /* of a number, or of 1 */
#define ELEMENT  "\x01" /* no character of XML */

static gboolean is_near(double a, double b)
{
    return fabs(a - b) <= ROUNDING * MAX(1, MAX(fabs(a), fabs(b)));
}

/* --- values ----------------------------------------------------------------------------------- */

static gboolean same_color(const char *a, const char *b)
{
    guint32 left, right;
    double alpha, other;
    return svg_color_parse(a, &left, &alpha) && svg_color_parse(b, &right, &other) &&
           left == right && is_near(alpha, other);
}

/* Numbers with what is between them; white space and commas separate. */
static gboolean same_tokens(const char *a, const char *b)
{
    for (;;) {
        svg_skip_comma(&a);
        svg_skip_comma(&b);
        if (!*a || !*b) {
            return *a == *b;
        }
        double left, right;
        gboolean number = svg_number_read(&a, &left), other = svg_number_read(&b, &right);
        if (number != other || (number ? !is_near(left, right) : *a++ != *b++)) {
            return FALSE;
        }
    }
}

gboolean svg_same_text(const char *a, const char *b)
{
    if (!a || !b) {
        return a == b;
    }
    return g_str_equal(a, b) || same_tokens(a, b) || same_color(a, b);
}

static gboolean same_segment(const SvgSegment *a, const SvgSegment *b)
{
    SvgUserPoint end = svg_segment_end(a), other = svg_segment_end(b);
    gboolean good = a->kind == b->kind && is_near(end.x, other.x) && is_near(end.y, other.y);
    guint n = a->kind == SVG_SEG_CUBIC ? 2 : a->kind == SVG_SEG_QUAD ? 1 : 0;
    for (guint i = 0; good && i < n; i++) {
        good = is_near(a->p[i].x, b->p[i].x) && is_near(a->p[i].y, b->p[i].y);
    }
    if (good && a->kind == SVG_SEG_ARC) {
        good = is_near(a->arc_center.x, b->arc_center.x) &&
               is_near(a->arc_center.y, b->arc_center.y) && is_near(a->arc_sweep, b->arc_sweep);
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
    return svg_transform_parse(a, &m) && svg_transform_parse(b, &n) && is_near(m.a, n.a) &&
           is_near(m.b, n.b) && is_near(m.c, n.c) && is_near(m.d, n.d) && is_near(m.e, n.e) &&
           is_near(m.f, n.f);
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
        good = svg_same_text(value, g_hash_table_lookup(right, name));
    }
    return good;
}

static const struct {
    const char *name;
    gboolean (*same)(const char *a, const char *b);
} kinds[] = {
    {"d", same_path},
    {"inkscape:original-d", same_path},
    {"transform", same_transform},
    {"style", same_style},
};

gboolean svg_same_value(const char *name, const char *a, const char *b)
{
    if (!a || !b || g_str_equal(a, b)) {
        return g_strcmp0(a, b) == 0;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (g_str_equal(kinds[i].name, name)) {
            return kinds[i].same(a, b);
        }
    }
    return svg_same_text(a, b);
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
