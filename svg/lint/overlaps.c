/* Shapes of a diagram that lie partly on each other. */
#include "lint/linter.h"

#include <math.h>

#define LEAST_PX    1.5  /* what overlaps less touches */
#define LEAST_SHARE 0.03 /* of the smaller shape's shorter side: the same */
#define MOST_SHARE  0.5  /* of the smaller shape's area: what overlaps more is laid there */
#define LEAST_SIZE  0.2  /* of the larger shape's area: a smaller one is a badge on its rim */
#define SAMPLES     16   /* a side, where outlines aren't boxes */

/* What is half transparent is a set, too. */
static gboolean is_solid(const SvgLinter *linter, guint shape)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, shape);
    SvgStyle style;

    if (entry->fill.kind == SVG_PAINT_NONE) {
        return entry->stroke.kind != SVG_PAINT_NONE;
    }
    svg_style_of(linter->doc, entry->node, &style);
    return style.fill.alpha * style.fill_opacity >= 1 && linter->facts[shape].opacity >= 1;
}

/* Ellipses with nothing in them are sets: they overlap to say something. So do the fields that
 * others stand in. */
static gboolean may_overlap_by_accident(const SvgLinter *linter, guint shape)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, shape);

    return linter->facts[shape].labelled && !linter->facts[shape].holds &&
           svg_linter_counts(linter, shape) &&
           (entry->kind != SVG_KIND_ELLIPSE || entry->fill.kind != SVG_PAINT_NONE);
}

/* The box of the samples of `area` that lie in both outlines. */
static SvgBox common_part(const SvgLinter *linter, guint a, guint b, SvgBox where)
{
    g_autoptr(GArray) first = svg_linter_track(linter, a);
    g_autoptr(GArray) second = svg_linter_track(linter, b);
    double dx = where.w / SAMPLES, dy = where.h / SAMPLES;
    SvgBox common = SVG_BOX_EMPTY;

    for (guint i = 0; i < SAMPLES * SAMPLES; i++) {
        guint column = i % SAMPLES, row = i / SAMPLES;
        SvgBox cell = {where.x + column * dx, where.y + row * dy, dx, dy};

        if (svg_track_encloses(first, svg_box_center(cell)) &&
            svg_track_encloses(second, svg_box_center(cell))) {
            common = svg_box_union(common, cell);
        }
    }
    return common;
}

static gboolean overlap_a_little(const SvgLinter *linter, SvgBox a, SvgBox b, SvgBox common)
{
    double smaller = MIN(svg_box_area(a), svg_box_area(b)),
           larger = MAX(svg_box_area(a), svg_box_area(b));
    double side = MIN(MIN(a.w, a.h), MIN(b.w, b.h));
    double least = MAX(LEAST_PX * linter->px, LEAST_SHARE * side);

    return MIN(common.w, common.h) > least && svg_box_area(common) < MOST_SHARE * smaller &&
           smaller > LEAST_SIZE * larger;
}

static void compare_shapes(SvgLinter *linter, guint a, guint b)
{
    SvgBox p = svg_scene_entry(linter->scene, a)->box, q = svg_scene_entry(linter->scene, b)->box;
    SvgBox common = svg_box_intersection(p, q);
    const guint things[] = {a, b};
    g_autofree char *first = NULL, *second = NULL, *w = NULL, *h = NULL;

    if (!overlap_a_little(linter, p, q, common) || !may_overlap_by_accident(linter, b) ||
        !is_solid(linter, a) || !is_solid(linter, b)) {
        return;
    }
    if (!svg_linter_is_box(linter, a) || !svg_linter_is_box(linter, b)) {
        common = common_part(linter, a, b, common);
        if (!overlap_a_little(linter, p, q, common)) {
            return;
        }
    }
    first = svg_linter_words(linter, a);
    second = svg_linter_words(linter, b);
    w = svg_linter_number(linter, common.w);
    h = svg_linter_number(linter, common.h);
    svg_linter_report(linter, SVG_LINT_OVERLAPPING_SHAPES, things, 2,
                      "%s and %s overlap by %s by %s units.", first, second, w, h);
}

static void corners_of(SvgBox box, SvgPoint corners[4])
{
    for (guint i = 0; i < 4; i++) {
        corners[i] = (SvgPoint){i & 1 ? box.x + box.w : box.x, i & 2 ? box.y + box.h : box.y};
    }
}

/* A pair is looked at where a corner of one is in the other: at the first of them. */
static gboolean is_first_corner(SvgBox box, SvgBox other, guint corner)
{
    SvgPoint corners[4];

    corners_of(box, corners);
    for (guint i = 0; i < corner; i++) {
        if (svg_box_holds(other, corners[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean has_corner_in(SvgBox box, SvgBox other)
{
    SvgPoint corners[4];

    corners_of(box, corners);
    for (guint i = 0; i < 4; i++) {
        if (svg_box_holds(other, corners[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static void look_around(SvgLinter *linter, guint shape)
{
    SvgBox box = svg_scene_entry(linter->scene, shape)->box;
    SvgPoint corners[4];
    guint found[SVG_LINT_NEAR];

    corners_of(box, corners);
    for (guint i = 0; i < 4; i++) {
        guint n = svg_linter_nodes_at(linter, corners[i], found, SVG_LINT_NEAR);

        for (guint k = 0; k < n; k++) {
            SvgBox other = svg_scene_entry(linter->scene, found[k])->box;
            gboolean asked_already =
                found[k] < shape && linter->facts[found[k]].near && has_corner_in(other, box);

            if (found[k] != shape && !asked_already && is_first_corner(box, other, i) &&
                !svg_box_contains(box, other) && !svg_box_contains(other, box)) {
                compare_shapes(linter, shape, found[k]);
            }
        }
    }
}

void svg_lint_overlapping_shapes(SvgLinter *linter)
{
    svg_linter_need_holders(linter);
    for (guint i = 0; linter->n_nodes > 1 && i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (may_overlap_by_accident(linter, thing)) {
            look_around(linter, thing);
        }
    }
}
