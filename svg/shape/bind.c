/* What arrows connect: by Inkscape's attributes, else by where their ends are. */
#include "document/document_priv.h"
#include "shape/grid.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>

#define START "inkscape:connection-start"
#define END   "inkscape:connection-end"

#define CANDIDATES    32
#define TOUCH_SHARE   0.005 /* of the page's longer side: how near is touching */
#define TOUCH_PX      6     /* at least */
#define TOUCH_PX_MOST 20
#define TIGHT_PX      2 /* what is smaller than that must be met, and so must a line without a head */
#define SAME          0.1 /* px: distances that are equal */
#define AHEAD_PX      24  /* how far a shape may be that an end points at, at least */
#define STEPS         4   /* in which it is looked for */

typedef struct {
    SvgScene *scene;
    SvgGrid *grid;
    double px, near;      /* document units: one px; how near is touching */
    SvgBox around;        /* all places that are asked about */
    gboolean connections; /* some arrow says itself what it connects */
    gboolean words;       /* there are some that can be touched */
} Binder;

static double touch_distance(SvgDocument *doc, double px)
{
    return CLAMP(TOUCH_SHARE * svg_box_side(svg_document_page(doc)), TOUCH_PX * px,
                 TOUCH_PX_MOST * px);
}

static gboolean is_words(const SvgEntry *entry)
{
    return entry->kind == SVG_KIND_TEXT;
}

/* Words beside a figure, and what else of it lies outside of the outline that stands for it. */
static gboolean sticks_out(const SvgScene *scene, const SvgEntry *entry)
{
    guint of = entry->labels != SVG_NO_ENTRY ? entry->labels : entry->part_of;

    return of != SVG_NO_ENTRY && entry->visible &&
           (svg_scene_entry(scene, of)->closed ||
            svg_scene_entry(scene, of)->kind == SVG_KIND_IMAGE) &&
           !svg_box_holds(svg_scene_entry(scene, of)->box, svg_box_center(entry->box));
}

static gboolean can_be_touched(const SvgEntry *entry)
{
    gboolean target = entry->closed || entry->kind == SVG_KIND_IMAGE || is_words(entry);

    return target && entry->visible && svg_entry_owner(entry) == SVG_NO_ENTRY;
}

/* --- which are bound -------------------------------------------------------------------------- */

static gboolean is_line(const SvgEntry *entry)
{
    return (entry->kind == SVG_KIND_LINE || entry->kind == SVG_KIND_DRAW) &&
           svg_entry_is_stroke(entry) && svg_entry_owner(entry) == SVG_NO_ENTRY;
}

static gboolean is_bound(const SvgEntry *entry)
{
    return entry->kind == SVG_KIND_ARROW || is_line(entry);
}

/* The smallest box that holds the ends of all that are bound. */
static SvgBox read_ends(const SvgScene *scene, gboolean *words)
{
    SvgBox box = SVG_BOX_EMPTY;

    *words = FALSE;
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (is_bound(entry)) {
            box = svg_box_union(box, (SvgBox){entry->start.x, entry->start.y, 0, 0});
            box = svg_box_union(box, (SvgBox){entry->end.x, entry->end.y, 0, 0});
        }
        *words |= is_words(entry) && can_be_touched(entry);
    }
    return box;
}

/* Of what lies near the ends. */
static SvgBox box_of_target(gconstpointer data, guint index)
{
    const Binder *binder = data;
    const SvgEntry *entry = svg_scene_entry(binder->scene, index);
    gboolean is_target = (can_be_touched(entry) || sticks_out(binder->scene, entry)) &&
                         svg_box_touches(entry->box, binder->around);

    return is_target ? entry->box : SVG_BOX_EMPTY;
}

/* --- what an end touches ---------------------------------------------------------------------- */

typedef struct {
    guint index; /* SVG_NO_ENTRY: nothing */
    double distance;
    double area;
    gboolean inside; /* well in it, rather than at its border */
} Target;

/* How the end meets the shape; INFINITY far when it doesn't. */
static Target meet(Binder *binder, guint index, SvgPoint end)
{
    const SvgEntry *entry = svg_scene_entry(binder->scene, index);
    Target target = {index, INFINITY, entry->box.w * entry->box.h, FALSE};
    double margin = svg_box_side(entry->box) > binder->near ? binder->near : TIGHT_PX * binder->px;

    if (is_words(entry)) {
        /* Of a border and the words beside it, the border is meant. */
        target.distance = svg_box_distance(entry->box, end) + TIGHT_PX * binder->px;
    } else {
        target.distance = svg_scene_distance(binder->scene, index, end);
        if (target.distance > margin && svg_scene_encloses(binder->scene, index, end)) {
            target.inside = TRUE;
            target.distance = 0;
            return target;
        }
    }
    target.distance = target.distance <= margin ? target.distance : INFINITY;
    return target;
}

static gboolean is_better(const Target *a, const Target *b, double same)
{
    if (b->index == SVG_NO_ENTRY || a->inside != b->inside) {
        return b->index == SVG_NO_ENTRY || b->inside;
    }
    if (a->inside || fabs(a->distance - b->distance) <= same) {
        return a->area < b->area;
    }
    return a->distance < b->distance;
}

/* The whole arrow runs within the box: it is about something in there. */
static gboolean is_around(SvgBox box, const SvgEntry *arrow, double near)
{
    SvgBox inner = {box.x + near, box.y + near, MAX(box.w - 2 * near, 0), MAX(box.h - 2 * near, 0)};

    return svg_box_holds(inner, arrow->start) && svg_box_holds(inner, arrow->end);
}

/* The shape whose border is nearest to the place, else the smallest one that it lies in. */
static Target at_place(Binder *binder, guint arrow, SvgPoint end)
{
    const SvgEntry *line = svg_scene_entry(binder->scene, arrow);
    guint found[CANDIDATES];
    guint n = svg_grid_at(binder->grid, end, found, CANDIDATES);
    Target best = {.index = SVG_NO_ENTRY};

    for (guint i = 0; i < n; i++) {
        SvgBox box = svg_scene_entry(binder->scene, found[i])->box;
        Target target;

        if (found[i] == arrow) {
            continue;
        }
        target = meet(binder, found[i], end);
        if (isfinite(target.distance) && !(target.inside && is_around(box, line, binder->near)) &&
            is_better(&target, &best, SAME * binder->px)) {
            best = target;
        }
    }
    return best;
}

/* How far ahead of an end a step takes. */
static double step_ahead(const Binder *binder, guint step)
{
    return MAX(AHEAD_PX * binder->px, 2 * binder->near) * step / STEPS;
}

static SvgPoint ahead_of(const Binder *binder, SvgPoint end, SvgPoint out, guint step)
{
    double far = step_ahead(binder, step);

    return (SvgPoint){end.x + far * out.x, end.y + far * out.y};
}

/* What is at the end, as at_place() told, or else what it points at. */
static Target look_ahead(Binder *binder, guint arrow, SvgPoint end, SvgPoint out, Target here)
{
    Target target = here;
    guint steps = out.x != 0 || out.y != 0 ? STEPS : 0;

    for (guint i = 1; i <= steps && (target.index == SVG_NO_ENTRY || target.inside); i++) {
        Target ahead = at_place(binder, arrow, ahead_of(binder, end, out, i));

        if (ahead.index != SVG_NO_ENTRY && !ahead.inside) {
            ahead.distance += step_ahead(binder, i);
            target = ahead;
        }
    }
    if (target.index != SVG_NO_ENTRY &&
        !can_be_touched(svg_scene_entry(binder->scene, target.index))) {
        target.index = svg_entry_owner(svg_scene_entry(binder->scene, target.index));
    }
    return target;
}

static guint touched(Binder *binder, guint arrow, SvgPoint end, SvgPoint out)
{
    return look_ahead(binder, arrow, end, out, at_place(binder, arrow, end)).index;
}

/* --- binding ---------------------------------------------------------------------------------- */

/* What the attribute names; SVG_NO_ENTRY when it names nothing that is drawn. */
static guint connected(const Binder *binder, const SvgEntry *arrow, const char *attr)
{
    SvgScene *scene = binder->scene;
    const char *reference = binder->connections ? svg_node_attr(arrow->node, attr) : NULL;

    return reference ? svg_scene_find(scene, svg_document_ref(scene->doc, reference))
                     : SVG_NO_ENTRY;
}

static void bind_arrow(Binder *binder, guint index)
{
    SvgEntry *arrow = svg_scene_entry(binder->scene, index);
    gboolean backwards = arrow->head_start && !arrow->head_end;
    guint start = connected(binder, arrow, START);
    guint end = connected(binder, arrow, END);

    arrow->from = backwards ? end : start;
    arrow->to = backwards ? start : end;
    if (arrow->from == SVG_NO_ENTRY) {
        arrow->from = touched(binder, index, arrow->start, arrow->start_out);
    }
    if (arrow->to == SVG_NO_ENTRY) {
        arrow->to = touched(binder, index, arrow->end, arrow->end_out);
    }
}

/* A thing that lines are drawn to, rather than a part of a picture. */
static gboolean is_node(const SvgEntry *entry)
{
    return entry->label != SVG_NO_ENTRY || entry->kind != SVG_KIND_DRAW;
}

static gboolean meets(const Binder *binder, const Target *target)
{
    return target->index != SVG_NO_ENTRY && !target->inside &&
           (target->distance <= TIGHT_PX * binder->px ||
            is_words(svg_scene_entry(binder->scene, target->index))) &&
           is_node(svg_scene_entry(binder->scene, target->index));
}

/* A loop, rather than a line across the shape. */
static gboolean goes_out(Binder *binder, const SvgEntry *line, guint shape)
{
    return !svg_scene_encloses(binder->scene, shape, svg_box_center(line->box)) &&
           !svg_box_contains(svg_scene_entry(binder->scene, shape)->box, line->box);
}

static gboolean is_free_words(gconstpointer scene, guint index)
{
    return is_words(svg_scene_entry(scene, index)) && can_be_touched(svg_scene_entry(scene, index));
}

/* What the end of a line without a head may meet: of what lies ahead, only words count. */
static Target met(Binder *binder, guint line, SvgPoint end, SvgPoint out)
{
    Target target = at_place(binder, line, end);
    gboolean words = target.index != SVG_NO_ENTRY && !target.inside;
    guint found;

    for (guint i = 1; i <= STEPS && binder->words && !words; i++) {
        words = svg_grid_find(binder->grid, ahead_of(binder, end, out, i), is_free_words,
                              binder->scene, &found, 1) > 0;
    }
    return words ? look_ahead(binder, line, end, out, target) : (Target){.index = SVG_NO_ENTRY};
}

/* A line without a head connects two shapes when it goes from the border of one to that of the
 * other. */
static void bind_line(Binder *binder, guint index)
{
    SvgEntry *line = svg_scene_entry(binder->scene, index);
    Target from = met(binder, index, line->start, line->start_out);
    Target to = meets(binder, &from) ? met(binder, index, line->end, line->end_out) : from;

    if (meets(binder, &to) && (from.index != to.index || goes_out(binder, line, from.index))) {
        line->kind = SVG_KIND_LINE;
        line->from = from.index;
        line->to = to.index;
    }
}

void svg_scene_bind_arrows(SvgScene *scene)
{
    gboolean words;
    SvgBox ends = read_ends(scene, &words);
    Binder binder = {.scene = scene,
                     .px = svg_px(scene->doc),
                     .words = words,
                     .connections = svg_document_has_name(scene->doc, START) ||
                                    svg_document_has_name(scene->doc, END)};

    if (svg_box_is_empty(ends)) {
        return;
    }
    binder.near = touch_distance(scene->doc, binder.px);
    binder.around = svg_box_grown(ends, 2 * binder.near, 2 * binder.near);
    binder.grid = svg_grid_new(scene->entries->len, box_of_target, &binder, binder.near);
    for (guint i = 0; i < scene->entries->len; i++) {
        if (!is_bound(svg_scene_entry(scene, i))) {
            continue;
        }
        if (svg_scene_entry(scene, i)->kind == SVG_KIND_ARROW) {
            bind_arrow(&binder, i);
        } else {
            bind_line(&binder, i);
        }
    }
    svg_grid_free(binder.grid);
}

/* --- whether it may be bound ------------------------------------------------------------------ */

double svg_scene_bind_reach(SvgDocument *doc)
{
    double px = svg_px(doc), near = touch_distance(doc, px);

    return near + MAX(AHEAD_PX * px, 2 * near);
}

static gboolean may_touch(SvgPoint end, SvgPoint out, guint steps, double far, SvgBox at)
{
    for (guint i = 0; i <= steps; i++) {
        double by = far * i / STEPS;

        if (svg_box_holds(at, (SvgPoint){end.x + by * out.x, end.y + by * out.y})) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_entry_may_end_at(SvgDocument *doc, const SvgEntry *line, gboolean arrow,
                              const SvgEntry *shape, SvgBox at)
{
    double px = svg_px(doc), near = touch_distance(doc, px);
    gboolean must_meet = !arrow && !is_words(shape);
    double by = (must_meet ? TIGHT_PX * px : near) + SAME * px;
    double far = MAX(AHEAD_PX * px, 2 * near);
    guint steps = must_meet ? 0 : STEPS;
    SvgBox around = svg_box_grown(at, by, by);

    return (!must_meet || is_node(shape)) &&
           (may_touch(line->start, line->start_out, steps, far, around) ||
            may_touch(line->end, line->end_out, steps, far, around));
}
