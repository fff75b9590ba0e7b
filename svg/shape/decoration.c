/* What belongs to an outline in drawings without groups: what was drawn right after it, on it. */
#include "shape/scene.h"
#include "shape/unit.h"

#include <math.h>

#define SMALL     0.25 /* of the outline's area: the largest icon */
#define SHADOW    0.5  /* the least transparent one */
#define SHADOW_PX 10   /* how far it is shifted, at most */
#define SAME_PX   0.5  /* lengths that are the same */

#define MOST_BADGES 1 /* icons with words: the letter of a class; more are nodes in a container */

/* The entries after an outline that lie on it, as far as they go on. */
typedef struct {
    SvgScene *scene;
    guint outline;
    guint list[SVG_UNIT_MEMBERS];
    guint n, n_texts;
    double px;
} Run;

static gboolean is_text(const SvgEntry *entry)
{
    return entry->kind == SVG_KIND_TEXT;
}

/* FALSE where the run ends. */
static gboolean lies_on(const SvgEntry *outline, const SvgEntry *entry)
{
    if (entry->parent != outline->parent || entry->part_of != SVG_NO_ENTRY ||
        entry->head_of != SVG_NO_ENTRY || entry->head_start || entry->head_end ||
        entry->kind == SVG_KIND_GROUP || entry->kind == SVG_KIND_UNKNOWN) {
        return FALSE;
    }
    return is_text(entry) ? svg_box_holds(outline->box, svg_box_center(entry->box))
                          : svg_box_contains(svg_unit_reach(outline->box), entry->box);
}

static void read_run(Run *run)
{
    const SvgEntry *outline = svg_scene_entry(run->scene, run->outline);

    run->n = run->n_texts = 0;
    for (guint i = run->outline + 1; i < run->scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(run->scene, i);

        if (!entry->visible || svg_box_is_empty(entry->box)) {
            continue;
        }
        if (run->n == SVG_UNIT_MEMBERS || !lies_on(outline, entry)) {
            return;
        }
        run->list[run->n++] = i;
        run->n_texts += is_text(entry);
    }
}

static gboolean has_words_in(const Run *run, SvgBox box)
{
    for (guint i = 0; i < run->n; i++) {
        const SvgEntry *entry = svg_scene_entry(run->scene, run->list[i]);

        if (is_text(entry) && svg_box_holds(box, svg_box_center(entry->box))) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_icon(SvgBox outer, SvgBox box, double px)
{
    return MAX(box.w, box.h) <= SVG_UNIT_ICON_PX * px && box.w * box.h <= SMALL * outer.w * outer.h;
}

gboolean svg_line_decorates(const SvgEntry *line, SvgBox outline, double px)
{
    return is_icon(outline, line->box, px) || (svg_unit_is_at_border(outline, line->start) &&
                                               svg_unit_is_at_border(outline, line->end));
}

static gboolean is_decoration(const Run *run, const SvgEntry *entry)
{
    SvgBox outer = svg_scene_entry(run->scene, run->outline)->box;

    if (!entry->closed) {
        return svg_line_decorates(entry, outer, run->px);
    }
    return is_icon(outer, entry->box, run->px) ||
           (!svg_unit_is_inside(outer, entry->box) && !has_words_in(run, entry->box));
}

/* The run up to the first thing of its own. */
static void cut(Run *run)
{
    SvgBox outer = svg_scene_entry(run->scene, run->outline)->box;
    guint n = 0, n_texts = 0, n_marks = 0, n_badges = 0;

    for (; n < run->n; n++) {
        const SvgEntry *entry = svg_scene_entry(run->scene, run->list[n]);
        gboolean icon = !is_text(entry) && is_icon(outer, entry->box, run->px);

        if (!is_text(entry) && !is_decoration(run, entry)) {
            break;
        }
        n_texts += is_text(entry);
        n_marks += entry->closed && !icon && svg_unit_is_mark(outer, entry->box);
        n_badges += icon && has_words_in(run, entry->box);
    }
    run->n = n_marks <= SVG_UNIT_MARKS && n_badges <= MOST_BADGES ? n : 0;
    run->n_texts = n_texts;
}

/* What is behind everything has no decoration. */
static gboolean may_have(SvgScene *scene, const SvgEntry *entry)
{
    return entry->closed && !svg_box_contains(entry->box, svg_scene_page(scene)) &&
           entry->visible && entry->label == SVG_NO_ENTRY && entry->part_of == SVG_NO_ENTRY &&
           entry->head_of == SVG_NO_ENTRY && entry->kind != SVG_KIND_IMAGE;
}

void svg_scene_find_decoration(SvgScene *scene)
{
    Run run = {.scene = scene, .px = svg_px(scene->doc)};

    for (guint i = 0; i < scene->entries->len; i++) {
        run.outline = i;
        if (!may_have(scene, svg_scene_entry(scene, i))) {
            continue;
        }
        read_run(&run);
        cut(&run);
        for (guint k = 0; k < run.n && run.n_texts; k++) {
            SvgEntry *entry = svg_scene_entry(scene, run.list[k]);

            if (!is_text(entry)) {
                entry->part_of = i;
            }
        }
    }
}

/* --- shadows ---------------------------------------------------------------------------------- */

static double opacity_of(const SvgEntry *entry)
{
    double paint = MAX(entry->fill.kind == SVG_PAINT_NONE ? 0 : entry->fill.alpha,
                       entry->stroke.kind == SVG_PAINT_NONE ? 0 : entry->stroke.alpha);

    return entry->opacity * paint;
}

/* A pale copy of it, a bit beside it. */
static gboolean is_shadow_of(const SvgEntry *copy, const SvgEntry *outline, double px)
{
    double dx = fabs(copy->box.x - outline->box.x), dy = fabs(copy->box.y - outline->box.y);

    return copy->closed && outline->closed && copy->visible && outline->visible &&
           copy->parent == outline->parent && copy->kind == outline->kind &&
           copy->label == SVG_NO_ENTRY && copy->part_of == SVG_NO_ENTRY &&
           fabs(copy->box.w - outline->box.w) <= SAME_PX * px &&
           fabs(copy->box.h - outline->box.h) <= SAME_PX * px &&
           MAX(dx, dy) > SVG_UNIT_SAME * outline->box.w && MAX(dx, dy) <= SHADOW_PX * px &&
           opacity_of(copy) <= SHADOW && opacity_of(outline) > opacity_of(copy);
}

void svg_scene_find_shadows(SvgScene *scene)
{
    double px = svg_px(scene->doc);

    for (guint i = 0; i + 1 < scene->entries->len; i++) {
        SvgEntry *copy = svg_scene_entry(scene, i);

        if (is_shadow_of(copy, svg_scene_entry(scene, i + 1), px)) {
            copy->part_of = i + 1;
        }
    }
}
