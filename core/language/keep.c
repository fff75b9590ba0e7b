/* Keeps the shapes that a word for a kind or a colour means. */
#include "language/language.h"

#include <math.h>
#include <stdlib.h>

#define NEAR_COLOR 0.1 /* of black to white: looks the same */

/* How far apart two colours are, by their hue most of all: 0 … about 1. */
static double color_distance(const char *a, const char *b)
{
    guint p = (guint)strtoul(a + 1, NULL, 16), q = (guint)strtoul(b + 1, NULL, 16);
    double sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        double d = ((int)(p >> shift & 0xff) - (int)(q >> shift & 0xff)) / 255.0;
        sum += d * d;
    }
    return sqrt(sum / 3);
}

static gboolean is_near_color(const char *css, const char *color)
{
    return css && css[0] == '#' && color[0] == '#' && color_distance(css, color) < NEAR_COLOR;
}

/* People draw the line between these elsewhere. */
static gboolean is_also_called(const char *own, const char *name)
{
    static const char *const pairs[][2] = {
        {"light-red", "pink"}, {"light-violet", "pink"}, {"orange", "brown"}, {"red", "brown"}};
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        if (g_str_equal(pairs[i][0], own) && g_str_equal(pairs[i][1], name)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean has_color(const SvgShape *shape, const char *color, int effort)
{
    if (effort == 0 && color[0] == '#') {
        return is_near_color(shape->fill, color) || is_near_color(shape->stroke, color);
    }
    const char *name = color[0] == '#' ? svg_palette_nearest(color) : color;
    if (!name) {
        return FALSE;
    }
    if (effort == 0) {
        return shape->color && g_str_equal(shape->color, name);
    }
    const char *fill = shape->fill ? svg_palette_nearest(shape->fill) : NULL;
    const char *stroke = shape->stroke ? svg_palette_nearest(shape->stroke) : NULL;
    if (effort == 1) {
        return (fill && g_str_equal(fill, name)) || (stroke && g_str_equal(stroke, name));
    }
    const char *family = g_str_has_prefix(name, "light-") ? name + 6 : name;
    const char *own = shape->color ? shape->color : "";
    return g_str_equal(g_str_has_prefix(own, "light-") ? own + 6 : own, family) ||
           is_also_called(own, name);
}

GPtrArray *fairy_shapes_keep_color(GPtrArray *shapes, const char *color)
{
    for (int effort = 0; effort < 3; effort++) {
        g_autoptr(GPtrArray) kept = g_ptr_array_new();
        for (guint i = 0; i < shapes->len; i++) {
            if (has_color(shapes->pdata[i], color, effort)) {
                g_ptr_array_add(kept, shapes->pdata[i]);
            }
        }
        if (kept->len) {
            g_ptr_array_unref(shapes);
            return g_steal_pointer(&kept);
        }
    }
    g_ptr_array_set_size(shapes, 0);
    return shapes;
}

/* A square on its corner is a diamond. */
static SvgKind seen_kind(const SvgShape *shape)
{
    double corner = fabs(fmod(fabs(shape->rotation), 90) - 45);
    return shape->kind == SVG_KIND_RECTANGLE && corner < 10 ? SVG_KIND_DIAMOND : shape->kind;
}

static gboolean fits_noun(const SvgShape *shape, const FairyNoun *noun, guint kinds)
{
    if (noun->flags & FAIRY_NOUN_LAYER) {
        return shape->layer;
    }
    if (shape->layer || !(FAIRY_KIND_BIT(seen_kind(shape)) & kinds)) {
        return FALSE;
    }
    return !(noun->flags & FAIRY_NOUN_EVEN) ||
           fabs(shape->box.w - shape->box.h) <= 0.1 * shape->box.w;
}

GPtrArray *fairy_shapes_keep_noun(GPtrArray *shapes, const FairyNoun *noun)
{
    guint kinds = noun->kinds;
    for (int effort = 0; effort < 2; effort++, kinds = noun->wider) {
        g_autoptr(GPtrArray) kept = g_ptr_array_new();
        for (guint i = 0; i < shapes->len; i++) {
            if (fits_noun(shapes->pdata[i], noun, kinds)) {
                g_ptr_array_add(kept, shapes->pdata[i]);
            }
        }
        if (kept->len) {
            g_ptr_array_unref(shapes);
            return g_steal_pointer(&kept);
        }
    }
    g_ptr_array_set_size(shapes, 0);
    return shapes;
}
