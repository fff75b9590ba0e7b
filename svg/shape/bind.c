/* What arrows connect: by Inkscape's attributes, else by where their ends are. */
#include "document/document_priv.h"
#include "shape/grid.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>

#define START "inkscape:connection-start"
#define END   "inkscape:connection-end"

#define CANDIDATES 32
#define ALIKE      0.02 /* of an area: boxes of one size */
#define SAME       0.1  /* px: distances that are equal */

#define ALONG 0.1 /* of a line: what is nearer to an end may be what it is at */

#define WIDE_PX 4 /* a line whose head reaches far */

#define FRONT 0.5 /* of what is around an outline and its side, at least */

#define MAX_ASKED 8 /* shapes; when more are asked about one by one, all lines are bound */

typedef struct _SvgBinder {
    SvgScene *scene;
    SvgGrid *grid;
    SvgTouch touch;
    double reach;          /* user units: how far it is looked */
    GArray *lines;         /* guint: those that aren't bound yet */
    SvgBox ends;           /* all ends, of all lines, and a little around them */
    SvgBox places;         /* what may touch lines that are bound now lies there */
    SvgBox area;           /* lines that have to do with it are bound */
    const SvgEntry *shape; /* lines that may point at it are being bound */
    guint n_asked;
    gboolean arrows;      /* there are some */
    gboolean words;       /* there are some that can be touched */
    gboolean connections; /* some arrow says itself what it connects */
    gboolean spread;      /* an arrow may be bound to a shape by what sticks out of it */
} Binder;

static gboolean is_words(const SvgEntry *entry)
{
    return entry->kind == SVG_KIND_TEXT;
}

/* The front of something thick, of which the outline is the back: drawn around it like an L. */
static gboolean is_front(const SvgEntry *part, const SvgEntry *outline)
{
    return part->closed && outline->kind == SVG_KIND_DRAW &&
           svg_box_area(part->box) >= FRONT * svg_box_area(outline->box);
}

/* Words beside a figure, what else of it lies outside of the outline that stands for it, and its
 * front. */
static gboolean sticks_out(const SvgScene *scene, const SvgEntry *entry)
{
    guint of = entry->labels != SVG_NO_ENTRY ? entry->labels : entry->part_of;
    const SvgEntry *outline = of != SVG_NO_ENTRY ? svg_scene_entry(scene, of) : NULL;

    return outline && entry->visible && (outline->closed || outline->kind == SVG_KIND_IMAGE) &&
           (!svg_box_holds(outline->box, svg_box_center(entry->box)) || is_front(entry, outline));
}

gboolean svg_entry_is_target(const SvgEntry *entry)
{
    return entry->closed || entry->kind == SVG_KIND_IMAGE || is_words(entry);
}

static gboolean can_be_touched(const SvgEntry *entry)
{
    return svg_entry_is_target(entry) && entry->visible && svg_entry_is_seen(entry) &&
           svg_entry_owner(entry) == SVG_NO_ENTRY;
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

static SvgBox with_ends(SvgBox box, const SvgEntry *line)
{
    box = svg_box_union(box, (SvgBox){line->start.x, line->start.y, 0, 0});
    return svg_box_union(box, (SvgBox){line->end.x, line->end.y, 0, 0});
}

/* Of what lies near the ends. */
static SvgBox box_of_target(gconstpointer data, guint index)
{
    const Binder *binder = data;
    const SvgEntry *entry = svg_scene_entry(binder->scene, index);
    double border = svg_entry_border(entry);
    SvgBox box = svg_box_grown(svg_figure_whole(binder->scene, entry), border, border);
    gboolean is_target = (can_be_touched(entry) || sticks_out(binder->scene, entry)) &&
                         svg_box_touches(box, binder->ends) && svg_box_touches(box, binder->places);

    return is_target ? box : SVG_BOX_EMPTY;
}

/* --- what an end touches ---------------------------------------------------------------------- */

typedef struct {
    guint index; /* SVG_NO_ENTRY: nothing */
    double distance;
    double area;
    gboolean inside;   /* well in it, rather than at its border */
    gboolean labelled; /* of equals the one with words is meant, else the upper one */
} Target;

/* How the end meets the shape; INFINITY far when it doesn't. */
static Target meet(Binder *binder, guint index, SvgPoint end)
{
    const SvgEntry *entry = svg_scene_entry(binder->scene, index);
    Target target = {index, INFINITY, entry->box.w * entry->box.h, FALSE,
                     entry->label != SVG_NO_ENTRY};
    double margin = svg_box_side(entry->box) > binder->touch.near ? binder->touch.near
                                                                  : SVG_TIGHT_PX * binder->touch.px;

    margin =
        MAX(margin + svg_entry_border(entry), svg_touch_rounded(binder->touch, entry->box, end));
    if (is_words(entry)) {
        /* Of a border and words, the border is meant, also where the end lies in the words. */
        target.distance = svg_box_distance(entry->box, end) + SVG_TIGHT_PX * binder->touch.px;
    } else {
        target.distance = svg_scene_distance(binder->scene, index, end);
        if (target.distance > margin && svg_scene_encloses(binder->scene, index, end)) {
            target.inside = TRUE;
            target.distance = 0;
            return target;
        }
        if (entry->joined) {
            target.distance = MIN(target.distance, svg_figure_distance(binder->scene, entry, end));
        }
    }
    target.distance = target.distance <= margin ? target.distance : INFINITY;
    target.distance += is_words(entry) ? SVG_GAP_PX * binder->touch.px : 0;
    return target;
}

static gboolean is_better(const Target *a, const Target *b, double same)
{
    if (b->index == SVG_NO_ENTRY || a->inside != b->inside) {
        return b->index == SVG_NO_ENTRY || b->inside;
    }
    if (a->inside || fabs(a->distance - b->distance) <= same) {
        gboolean alike = fabs(a->area - b->area) <= ALIKE * MAX(a->area, b->area);
        return !alike                       ? a->area < b->area
               : a->labelled != b->labelled ? a->labelled
                                            : a->index > b->index;
    }
    return a->distance < b->distance;
}

/* The whole arrow runs within the box: it is about something in there. */
static gboolean is_around(SvgBox box, const SvgEntry *arrow, double near)
{
    SvgBox inner = {box.x + near, box.y + near, MAX(box.w - 2 * near, 0), MAX(box.h - 2 * near, 0)};
    return svg_box_holds(inner, arrow->start) && svg_box_holds(inner, arrow->end);
}

/* Words that stand along the line, rather than where it goes, are its own or nobody's. */
static gboolean is_along(SvgBox words, const SvgEntry *line)
{
    SvgPoint way = {line->end.x - line->start.x, line->end.y - line->start.y};
    SvgPoint middle = svg_box_center(words);
    double length = way.x * way.x + way.y * way.y;
    double at = (middle.x - line->start.x) * way.x + (middle.y - line->start.y) * way.y;
    return at > ALONG * length && at < (1 - ALONG) * length;
}

/* The shape whose border is nearest to the place, else the smallest one that it lies in. */
static Target at_place(Binder *binder, guint arrow, SvgPoint end)
{
    const SvgEntry *line = svg_scene_entry(binder->scene, arrow);
    guint found[CANDIDATES];
    guint n = svg_grid_at(binder->grid, end, found, CANDIDATES);
    Target best = {.index = SVG_NO_ENTRY};
    for (guint i = 0; i < n; i++) {
        const SvgEntry *entry = svg_scene_entry(binder->scene, found[i]);
        SvgBox box = entry->box;
        Target target = meet(binder, found[i], end);

        if (found[i] != arrow && isfinite(target.distance) &&
            !(target.inside && is_around(box, line, binder->touch.near)) &&
            !(is_words(entry) && is_along(box, line)) &&
            is_better(&target, &best, SAME * binder->touch.px)) {
            best = target;
        }
    }
    return best;
}

static SvgPoint ahead_of(const Binder *binder, SvgPoint end, SvgPoint out, guint step)
{
    double far = svg_touch_ahead(binder->touch, step);
    return (SvgPoint){end.x + far * out.x, end.y + far * out.y};
}

/* What is at the end, as at_place() told, or else what it points at. */
static Target look_ahead(Binder *binder, guint arrow, SvgPoint end, SvgPoint out, Target here)
{
    Target target = here;
    guint steps = out.x != 0 || out.y != 0 ? SVG_TOUCH_STEPS : 0;
    for (guint i = 1; i <= steps && (target.index == SVG_NO_ENTRY || target.inside); i++) {
        Target ahead = at_place(binder, arrow, ahead_of(binder, end, out, i));

        if (ahead.index != SVG_NO_ENTRY && !ahead.inside) {
            ahead.distance += svg_touch_ahead(binder->touch, i);
            target = ahead;
        }
    }
    if (target.index != SVG_NO_ENTRY &&
        !can_be_touched(svg_scene_entry(binder->scene, target.index))) {
        target.index = svg_entry_owner(svg_scene_entry(binder->scene, target.index));
    }
    return target;
}

/* How far the head of a wide line goes on beyond its end, as the size of a marker follows the
 * width: up to where the ray leaves all that is drawn of the line. */
static guint steps_to_tip(const Binder *binder, const SvgEntry *line, SvgPoint end, SvgPoint out)
{
    SvgDocument *doc = binder->scene->doc;
    double step = svg_touch_ahead(binder->touch, 1), x = INFINITY, y = INFINITY;

    if (line->stroke_width < WIDE_PX * binder->touch.px) {
        return 0;
    }
    SvgBox drawn = svg_node_bounds(doc, line->node).visual;
    if (out.x != 0) {
        x = ((out.x > 0 ? drawn.x + drawn.w : drawn.x) - end.x) / out.x;
    }
    if (out.y != 0) {
        y = ((out.y > 0 ? drawn.y + drawn.h : drawn.y) - end.y) / out.y;
    }
    return (guint)CLAMP(round(MIN(x, y) / step), 0, SVG_TOUCH_STEPS);
}

static guint touched(Binder *binder, guint arrow, SvgPoint end, SvgPoint out)
{
    const SvgEntry *line = svg_scene_entry(binder->scene, arrow);
    guint steps = out.x != 0 || out.y != 0 ? steps_to_tip(binder, line, end, out) : 0;
    Target here = at_place(binder, arrow, ahead_of(binder, end, out, steps));

    if (steps > 0 && (here.index == SVG_NO_ENTRY || here.inside)) {
        here = at_place(binder, arrow, end);
    }
    return look_ahead(binder, arrow, end, out, here).index;
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

static void point_at(const Binder *binder, guint end)
{
    if (end != SVG_NO_ENTRY) {
        svg_scene_entry(binder->scene, end)->pointed_at = TRUE;
    }
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
    point_at(binder, arrow->from);
    point_at(binder, arrow->to);
}

/* Words that a line passes by, as those of a scale or a grid do, aren't joined by it. */
static gboolean meets(const Binder *binder, const SvgEntry *line, SvgPoint end, SvgPoint out,
                      const Target *target)
{
    if (target->index == SVG_NO_ENTRY || target->inside) {
        return FALSE;
    }
    const SvgEntry *entry = svg_scene_entry(binder->scene, target->index);
    if (is_words(entry) && !svg_line_is_aimed(entry->box, end, out)) {
        return FALSE;
    }
    double most = entry->label != SVG_NO_ENTRY ? svg_line_gap(binder->touch, line, end, entry)
                                               : SVG_TIGHT_PX * binder->touch.px;
    return (target->distance <= most || is_words(entry)) && svg_entry_is_node(entry);
}

/* A loop, rather than a line across the shape. */
static gboolean goes_out(Binder *binder, guint line, guint shape)
{
    g_autoptr(GArray) track = svg_scene_track(binder->scene, line);
    SvgPoint halfway = svg_track_at(track, svg_track_length(track) / 2);
    return !svg_scene_encloses(binder->scene, shape, halfway) &&
           !svg_box_contains(svg_scene_entry(binder->scene, shape)->box,
                             svg_scene_entry(binder->scene, line)->box);
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
    for (guint i = 1; i <= SVG_TOUCH_STEPS && binder->words && !words; i++) {
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
    Target to = meets(binder, line, line->start, line->start_out, &from)
                    ? met(binder, index, line->end, line->end_out)
                    : (Target){.index = SVG_NO_ENTRY};
    if (meets(binder, line, line->end, line->end_out, &to) &&
        (from.index != to.index || goes_out(binder, index, from.index))) {
        line->kind = SVG_KIND_LINE;
        line->from = from.index;
        line->to = to.index;
    }
}

/* --- which, and when -------------------------------------------------------------------------- */

/* Looks over the drawing. */
static Binder *binder_new(SvgScene *scene)
{
    Binder *binder = g_new0(Binder, 1);
    binder->scene = scene;
    binder->touch = svg_touch_of(scene->doc);
    binder->reach = svg_touch_reach(binder->touch) + binder->touch.px;
    binder->lines = g_array_new(FALSE, FALSE, sizeof(guint));
    binder->ends = binder->area = SVG_BOX_EMPTY;
    binder->connections =
        svg_document_has_name(scene->doc, START) || svg_document_has_name(scene->doc, END);
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (is_bound(entry)) {
            g_array_append_val(binder->lines, i);
            binder->ends = with_ends(binder->ends, entry);
            binder->arrows |= entry->kind == SVG_KIND_ARROW;
        }
        binder->words |= is_words(entry) && can_be_touched(entry);
        binder->spread |= sticks_out(scene, entry);
    }
    if (!svg_box_is_empty(binder->ends)) {
        binder->ends = svg_box_grown(binder->ends, binder->reach, binder->reach);
    }
    return binder;
}

void svg_binder_free(Binder *binder)
{
    g_array_unref(binder->lines);
    g_free(binder);
}

static void bind_each(Binder *binder, const GArray *lines)
{
    for (guint i = 0; i < lines->len; i++) {
        guint index = g_array_index(lines, guint, i);

        if (svg_scene_entry(binder->scene, index)->kind == SVG_KIND_ARROW) {
            bind_arrow(binder, index);
        } else {
            bind_line(binder, index);
        }
    }
}

/* Binds those that are meant; NULL: all. */
static void bind_meant(SvgScene *scene, SvgGridKeepFunc is_meant, gconstpointer data)
{
    Binder *binder = scene->binder;
    g_autoptr(GArray) now = g_array_new(FALSE, FALSE, sizeof(guint));
    guint kept = 0;
    binder->places = SVG_BOX_EMPTY;
    for (guint i = 0; i < binder->lines->len; i++) {
        guint index = g_array_index(binder->lines, guint, i);

        if (!is_meant || is_meant(data, index)) {
            g_array_append_val(now, index);
            binder->places = with_ends(binder->places, svg_scene_entry(scene, index));
        } else {
            g_array_index(binder->lines, guint, kept++) = index;
        }
    }
    g_array_set_size(binder->lines, kept);
    if (now->len > 0) {
        binder->places = svg_box_grown(binder->places, binder->reach, binder->reach);
        binder->grid = svg_grid_new(scene->entries->len, box_of_target, binder, binder->touch.near);
        bind_each(binder, now);
        g_clear_pointer(&binder->grid, svg_grid_free);
    }
    if (kept == 0) {
        scene->bound = TRUE;
        g_clear_pointer(&scene->binder, svg_binder_free);
    }
}

static gboolean is_in_area(gconstpointer data, guint index)
{
    const Binder *binder = data;
    const SvgEntry *line = svg_scene_entry(binder->scene, index);
    SvgBox box = with_ends(line->box, line);
    return svg_box_touches(svg_box_grown(box, binder->reach, binder->reach), binder->area);
}

/* An arrow in the middle of a box doesn't end at it. */
static gboolean may_point_at(gconstpointer data, guint index)
{
    const Binder *binder = data;
    const SvgEntry *line = svg_scene_entry(binder->scene, index), *shape = binder->shape;
    SvgBox outer = svg_box_grown(shape->box, binder->reach, binder->reach);
    SvgBox inner = svg_box_grown(shape->box, -binder->reach, -binder->reach);
    return line->kind == SVG_KIND_ARROW &&
           (svg_box_holds(outer, line->start) || svg_box_holds(outer, line->end)) &&
           !(svg_entry_is_box(shape) && svg_box_holds(inner, line->start) &&
             svg_box_holds(inner, line->end));
}

void svg_scene_bind_some(SvgScene *scene, SvgGridKeepFunc is_meant, gconstpointer data)
{
    if (!scene->bound) {
        scene->binder = scene->binder ? scene->binder : binder_new(scene);
        bind_meant(scene, is_meant, data);
    }
}

void svg_scene_bind_arrows(SvgScene *scene)
{
    svg_scene_bind_some(scene, NULL, NULL);
}

void svg_scene_bind_in(SvgScene *scene, SvgBox area)
{
    Binder *binder = scene->binder;
    if (scene->bound || (binder && svg_box_contains(binder->area, area))) {
        return;
    }
    scene->binder = binder = binder ? binder : binder_new(scene);
    if (binder->connections || binder->spread) {
        svg_scene_bind_arrows(scene);
    } else if (!svg_box_is_empty(area)) {
        binder->area = svg_box_union(binder->area, area);
        bind_meant(scene, is_in_area, binder);
    }
}

void svg_scene_bind_to(SvgScene *scene, guint index)
{
    SvgEntry *shape = svg_scene_entry(scene, index);
    Binder *binder = scene->binder;
    if (!binder || !binder->arrows || shape->asked || !can_be_touched(shape) ||
        svg_box_contains(binder->area, shape->box)) {
        return;
    }
    shape->asked = TRUE;
    if (++binder->n_asked > MAX_ASKED) {
        svg_scene_bind_arrows(scene);
    } else {
        binder->shape = shape;
        bind_meant(scene, may_point_at, binder);
    }
}
