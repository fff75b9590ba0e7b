/* Where arrows run: through shapes that they have nothing to do with, and into those that they
 * point at. */
#include "lint/crossing.h"

#include <math.h>
#include <string.h>

#define STEP_PX     6    /* in which it is looked for what is in an arrow's way … */
#define MOST_STEPS  64   /* … on one arrow */
#define DEEP        0.12 /* of a shape's shorter side: what is nearer to its border runs along it */
#define LEAST_WAY   0.3  /* of its shorter side: a shorter way cuts a corner */
#define SHARP       0.5  /* the sine of a turn: what is less is a curve, or a bend */
#define CORNERS     4    /* turns of a way … */
#define STOPS       3    /* … through shapes, that is there to go through them */
#define SEEN        0.6  /* opacity of a shape: what is fainter marks a region */
#define INSIDE_PX   8    /* from the outline: a head that is so far inside … */
#define INSIDE_DEEP 0.15 /* … and so much of the shorter side, isn't at it */
#define HABIT       0.5  /* of the arrows: that is how they are drawn here … */
#define FEW         4    /* … if they are no fewer */

static const SvgEntry *entry_at(const SvgLinter *linter, guint index)
{
    return svg_scene_entry(linter->scene, index);
}

static gboolean is_shape(const SvgLinter *linter, guint thing)
{
    return thing != SVG_NO_ENTRY && entry_at(linter, thing)->kind != SVG_KIND_TEXT &&
           entry_at(linter, thing)->closed;
}

/* An arrow between things of a diagram, and not a mark on a picture or a key. */
static gboolean connects(const SvgLinter *linter, guint arrow)
{
    const SvgEntry *entry = entry_at(linter, arrow);

    return entry->kind == SVG_KIND_ARROW && entry->tag != SVG_TAG_USE &&
           svg_linter_counts(linter, arrow) &&
           (is_shape(linter, entry->from) || is_shape(linter, entry->to));
}

/* --- through a shape -------------------------------------------------------------------------- */

static gboolean is_seen_whole(const SvgLinter *linter, guint shape)
{
    const SvgEntry *entry = entry_at(linter, shape);
    SvgStyle style;

    if (entry->fill.kind == SVG_PAINT_NONE) {
        return entry->stroke.kind != SVG_PAINT_NONE && !entry->dashed;
    }
    svg_style_of(linter->doc, entry->node, &style);
    return style.fill.alpha * style.fill_opacity * linter->facts[shape].opacity >= SEEN;
}

/* Around its middle, or as titles and rows of a class are; not in a corner, as titles of regions
 * are. */
static gboolean is_filled_with_words(const SvgLinter *linter, guint shape)
{
    const SvgEntry *entry = entry_at(linter, shape);
    SvgBox box = entry->box, words = SVG_BOX_EMPTY;
    SvgPoint middle;

    for (guint at = entry->label; at != SVG_NO_ENTRY; at = entry_at(linter, at)->next_label) {
        words = svg_box_union(words, entry_at(linter, at)->box);
    }
    middle = svg_box_center(words);
    return fabs(middle.x - box.x - box.w / 2) <= box.w / 4 &&
           fabs(middle.y - box.y - box.h / 2) <= box.h / 4 && words.h >= box.h / 8;
}

static gboolean lies_in(SvgBox inner, SvgBox outer)
{
    return svg_box_contains(outer, inner) || svg_box_contains(inner, outer);
}

/* Nothing of what the arrow connects is part of it, or it of that. */
static gboolean is_apart(const SvgLinter *linter, guint arrow, guint shape)
{
    const SvgEntry *entry = entry_at(linter, arrow);
    const guint ends[] = {entry->from, entry->to};
    SvgBox box = entry_at(linter, shape)->box;

    for (guint i = 0; i < 2; i++) {
        if (ends[i] == shape ||
            (ends[i] != SVG_NO_ENTRY && lies_in(entry_at(linter, ends[i])->box, box))) {
            return FALSE;
        }
    }
    return !svg_box_contains(box, entry->box) && !svg_box_holds(box, entry->start) &&
           !svg_box_holds(box, entry->end);
}

/* Words of the arrow in a frame of their own, or a mark on it: nothing else ends there. */
static gboolean is_on_arrow(const SvgLinter *linter, guint arrow, guint shape)
{
    svg_scene_bind_to(linter->scene, shape);
    return shape > arrow && !entry_at(linter, shape)->pointed_at;
}

static gboolean is_in_way(const SvgLinter *linter, guint arrow, guint shape)
{
    return linter->facts[shape].labelled && !linter->facts[shape].holds &&
           svg_linter_shape(linter, shape) == shape && svg_linter_counts(linter, shape) &&
           is_apart(linter, arrow, shape) && is_filled_with_words(linter, shape) &&
           is_seen_whole(linter, shape) && !is_on_arrow(linter, arrow, shape);
}

static gboolean runs_through(const SvgLinter *linter, const GArray *track, guint shape)
{
    SvgBox box = entry_at(linter, shape)->box;
    double side = MIN(box.w, box.h);
    g_autoptr(GArray) outline = svg_linter_track(linter, shape);

    return svg_crossing_of_outline(track, outline, box, DEEP * side) >= LEAST_WAY * side;
}

static gboolean is_labelled_at(gconstpointer data, guint thing)
{
    return ((const SvgLinter *)data)->facts[thing].labelled;
}

static void report_through(SvgLinter *linter, guint arrow, guint shape)
{
    const guint things[] = {arrow, shape};
    g_autofree char *words = svg_linter_words(linter, shape);

    svg_linter_report(linter, SVG_LINT_ARROW_THROUGH_SHAPE, things, 2,
                      "The arrow \"%s\" runs through %s, at which it neither begins nor ends.",
                      svg_node_id(linter->doc, entry_at(linter, arrow)->node), words);
}

static void add_once(GArray *things, guint thing)
{
    for (guint i = 0; i < things->len; i++) {
        if (g_array_index(things, guint, i) == thing) {
            return;
        }
    }
    g_array_append_val(things, thing);
}

/* Shapes with words that lie on the track (guint). */
static GArray *find_on_track(const SvgLinter *linter, const GArray *track)
{
    GArray *things = g_array_new(FALSE, FALSE, sizeof(guint));
    double length = svg_track_length(track);
    guint n = (guint)CLAMP(length / (STEP_PX * linter->px), 3, MOST_STEPS);
    guint found[SVG_LINT_NEAR];

    for (guint i = 1; i < n; i++) {
        guint at =
            svg_grid_find(svg_scene_outlines(linter->scene), svg_track_at(track, length * i / n),
                          is_labelled_at, linter, found, SVG_LINT_NEAR);

        for (guint k = 0; k < at; k++) {
            add_once(things, found[k]);
        }
    }
    return things;
}

static gboolean turns(const GArray *track)
{
    guint n = 0;

    for (guint i = 2; i < track->len; i++) {
        const SvgTrackPoint *p = &g_array_index(track, SvgTrackPoint, i - 2);
        double ax = p[1].at.x - p[0].at.x, ay = p[1].at.y - p[0].at.y;
        double bx = p[2].at.x - p[1].at.x, by = p[2].at.y - p[1].at.y;

        n += fabs(ax * by - ay * bx) > SHARP * hypot(ax, ay) * hypot(bx, by);
    }
    return n >= CORNERS;
}

gboolean svg_linter_is_tour(const SvgLinter *linter, guint line)
{
    g_autoptr(GArray) track = svg_linter_track(linter, line);
    g_autoptr(GArray) things = turns(track) ? find_on_track(linter, track) : NULL;
    guint n = 0;

    for (guint i = 0; things && i < things->len; i++) {
        guint shape = g_array_index(things, guint, i);

        n += !linter->facts[shape].holds;
    }
    return n >= STOPS;
}

/* `stretch`: the arrow, or one of the lines that it is made of. */
static void check_way(SvgLinter *linter, guint arrow, guint stretch)
{
    g_autoptr(GArray) track = svg_linter_track(linter, stretch);
    g_autoptr(GArray) things = find_on_track(linter, track);

    for (guint i = 0; i < things->len; i++) {
        guint shape = g_array_index(things, guint, i);

        if (is_in_way(linter, arrow, shape) && runs_through(linter, track, shape) &&
            !svg_linter_is_tour(linter, stretch)) {
            report_through(linter, arrow, shape);
        }
    }
}

/* --- into a shape ----------------------------------------------------------------------------- */

/* It points at something in the shape. */
static gboolean is_at_part(SvgLinter *linter, guint arrow, guint shape, SvgPoint tip)
{
    guint found[SVG_LINT_NEAR];
    guint n = svg_linter_outlines_at(linter, tip, found, SVG_LINT_NEAR);
    SvgBox box = entry_at(linter, shape)->box;

    for (guint i = 0; i < n; i++) {
        SvgBox inner = entry_at(linter, found[i])->box;

        if (found[i] != shape && found[i] != arrow && svg_box_contains(box, inner)) {
            return TRUE;
        }
    }
    return entry_at(linter, entry_at(linter, shape)->label)->next_label != SVG_NO_ENTRY ||
           entry_at(linter, shape)->n_parts > 0;
}

static gboolean ends_inside(SvgLinter *linter, guint arrow, guint shape, SvgPoint tip)
{
    SvgBox box;
    double deep;

    if (!is_shape(linter, shape) || !linter->facts[shape].labelled || linter->facts[shape].holds ||
        !svg_linter_counts(linter, shape) || !svg_scene_encloses(linter->scene, shape, tip)) {
        return FALSE;
    }
    box = entry_at(linter, shape)->box;
    deep = MAX(INSIDE_PX * linter->px, INSIDE_DEEP * MIN(box.w, box.h));
    return svg_scene_distance(linter->scene, shape, tip) > deep && is_seen_whole(linter, shape) &&
           is_filled_with_words(linter, shape) &&
           !svg_box_contains(box, entry_at(linter, arrow)->box) &&
           !is_at_part(linter, arrow, shape, tip) &&
           svg_linter_cover_at(linter, arrow, tip, SVG_LINT_OPAQUE) == SVG_NO_ENTRY;
}

static gboolean head_is_inside(SvgLinter *linter, guint arrow)
{
    const SvgEntry *entry = entry_at(linter, arrow);

    return connects(linter, arrow) && ends_inside(linter, arrow, entry->to, entry->end);
}

static gboolean is_in_sample(gconstpointer data, guint thing)
{
    const SvgLinter *linter = data;

    return linter->facts[thing].arrow;
}

/* Where most arrows are drawn so, it is meant. */
static gboolean is_habit(SvgLinter *linter)
{
    guint n = 0, inside = 0;

    svg_scene_bind_some(linter->scene, is_in_sample, linter);
    for (guint i = 0; i < linter->n; i++) {
        if (linter->facts[i].arrow && connects(linter, i)) {
            n++;
            inside += head_is_inside(linter, i);
        }
    }
    return n >= FEW && inside > HABIT * n;
}

static void report_inside(SvgLinter *linter, guint arrow)
{
    const SvgEntry *entry = entry_at(linter, arrow);
    const guint things[] = {arrow, entry->to};
    g_autofree char *words = svg_linter_words(linter, entry->to);
    g_autofree char *by =
        svg_linter_number(linter, svg_scene_distance(linter->scene, entry->to, entry->end));

    svg_linter_report(linter, SVG_LINT_ARROW_INSIDE_SHAPE, things, 2,
                      "The head of the arrow \"%s\" lies in %s, %s units from its outline.",
                      svg_node_id(linter->doc, entry->node), words, by);
}

static void check_heads(SvgLinter *linter)
{
    g_autoptr(GArray) inside = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (linter->facts[thing].arrow && head_is_inside(linter, thing)) {
            g_array_append_val(inside, thing);
        }
    }
    for (guint i = 0; inside->len > 0 && !is_habit(linter) && i < inside->len; i++) {
        report_inside(linter, g_array_index(inside, guint, i));
    }
}

void svg_lint_arrow_ways(SvgLinter *linter)
{
    svg_linter_need_holders(linter);
    for (guint i = 0; linter->n_nodes > 2 && i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);
        gboolean line = svg_linter_is_line(linter, thing);
        guint arrow = line ? svg_linter_shape(linter, thing) : thing;

        if (line && connects(linter, arrow)) {
            check_way(linter, arrow, thing);
        }
    }
    check_heads(linter);
}
