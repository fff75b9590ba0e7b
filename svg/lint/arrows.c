/* Arrows that end at nothing, or short of what they point at. */
#include "lint/linter.h"

#include <math.h>

#define NEAR_PX     6     /* from the end to what it is meant to touch, as arrows are read … */
#define NEAR_SHARE  0.005 /* … of the page's longer side … */
#define NEAR_MOST   20    /* … px at most */
#define SHORT_PX    60    /* a gap that is wider isn't one */
#define SHORT_SHARE 1     /* of the arrow's length: likewise */
#define STEPS       24    /* in which what is ahead is looked for */
#define APART       2     /* near: how far from an arrow's end the words may be that it is about */
#define FIELD       4     /* arrows, of which more than … */
#define FREE_SHARE  0.5   /* … have no shape at either end: they are vectors, and aren't lost */
#define ENOUGH      1000  /* arrows tell what all are like */

typedef enum { CONNECTED, SHORT, LOST } State;

typedef struct {
    SvgPoint at, ahead; /* `ahead`: a unit vector, or 0,0 */
    State state;
    guint shape;        /* that it is bound to, or ahead of it; SVG_NO_ENTRY if none */
    gboolean at_border; /* CONNECTED: to the border of a shape, and not to something in it */
    double gap;         /* SHORT: from there */
} End;

typedef struct {
    guint index;
    End ends[2]; /* tail, head */
} Arrow;

typedef struct {
    SvgLinter *linter;
    SvgGrid *near_things, *things; /* what an arrow may be about; NULL until asked for */
    double near;
    GArray *all;                /* Arrow: those near the view */
    gboolean vectors, floating; /* that's how most arrows of the drawing are */
    gboolean others;            /* there are some that connect things */
    guint n;                    /* in the drawing */
} Arrows;

static const SvgEntry *entry_at(const Arrows *arrows, guint index)
{
    return svg_scene_entry(arrows->linter->scene, index);
}

static SvgPoint point_ahead(const End *end, double way)
{
    return (SvgPoint){end->at.x + way * end->ahead.x, end->at.y + way * end->ahead.y};
}

/* --- friends ---------------------------------------------------------------------------------- */

static gboolean may_be_friend(const SvgEntry *entry)
{
    return entry->visible && entry->kind != SVG_KIND_GROUP && entry->head_of == SVG_NO_ENTRY;
}

static SvgBox box_of_thing(gconstpointer data, guint index)
{
    const Arrows *arrows = data;
    const SvgEntry *entry = entry_at(arrows, index);

    return may_be_friend(entry) ? entry->box : SVG_BOX_EMPTY;
}

/* Those that may be at the place: around the view, there are fewer to sort. */
static const SvgGrid *things_at(Arrows *arrows, SvgPoint at)
{
    const SvgLinter *linter = arrows->linter;
    SvgBox inner = svg_box_grown(linter->around, -arrows->near, -arrows->near);
    gboolean near = svg_box_holds(inner, at);
    SvgGrid **grid = near ? &arrows->near_things : &arrows->things;

    if (!*grid) {
        *grid = near ? svg_grid_new_of(linter->about, box_of_thing, arrows, arrows->near)
                     : svg_grid_new(linter->n, box_of_thing, arrows, arrows->near);
    }
    return *grid;
}

/* What lies at the end, other than something that the whole arrow lies in. */
static gboolean is_friend(const Arrows *arrows, guint arrow, guint thing, SvgPoint at)
{
    const SvgEntry *entry = entry_at(arrows, thing);
    g_autoptr(GArray) track = NULL;
    gboolean line =
        entry->kind == SVG_KIND_LINE || entry->kind == SVG_KIND_ARROW ||
        (entry->kind == SVG_KIND_DRAW && !entry->closed && entry->fill.kind == SVG_PAINT_NONE);

    if (thing == arrow || entry->labels == arrow) {
        return FALSE;
    }
    if (!line) {
        return !svg_box_contains(entry->box, entry_at(arrows, arrow)->box);
    }
    track = svg_linter_track(arrows->linter, thing);
    return svg_track_distance(track, at) <= arrows->near;
}

/* Where there is too much to look at, there is one. */
static gboolean has_friend_at(Arrows *arrows, guint arrow, SvgPoint at)
{
    guint found[2 * SVG_LINT_NEAR];
    guint n = svg_grid_at(things_at(arrows, at), at, found, G_N_ELEMENTS(found));
    for (guint i = 0; i < n; i++) {
        if (is_friend(arrows, arrow, found[i], at)) {
            return TRUE;
        }
    }
    return n == G_N_ELEMENTS(found);
}

/* It comes from another page, or goes there. */
static gboolean is_at_edge(const Arrows *arrows, SvgPoint p)
{
    SvgBox page = svg_box_grown(arrows->linter->page, -arrows->near, -arrows->near);

    return p.x <= page.x || p.x >= page.x + page.w || p.y <= page.y || p.y >= page.y + page.h;
}

/* Words stand a little apart from the arrows that point at them. */
static gboolean has_friend_ahead(Arrows *arrows, guint arrow, const End *end)
{
    for (guint i = 1; i <= APART; i++) {
        if (has_friend_at(arrows, arrow, point_ahead(end, i * arrows->near))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- short of a shape ------------------------------------------------------------------------- */

/* With its markers, and with the heads that are drawn beside it. */
static SvgBox drawn_box(const Arrows *arrows, guint arrow)
{
    SvgBox drawn = svg_node_bounds(arrows->linter->doc, entry_at(arrows, arrow)->node).visual;
    guint first = arrow > SVG_MAX_HEADS ? arrow - SVG_MAX_HEADS : 0;
    guint last = MIN(arrow + SVG_MAX_HEADS, arrows->linter->n - 1);

    for (guint i = first; i <= last; i++) {
        if (entry_at(arrows, i)->head_of == arrow) {
            drawn = svg_box_union(drawn, entry_at(arrows, i)->box);
        }
    }
    return drawn;
}

static State state_before(const Arrows *arrows, guint arrow, guint shape)
{
    SvgBox drawn = svg_box_grown(drawn_box(arrows, arrow), arrows->near, arrows->near);

    return svg_box_touches(drawn, entry_at(arrows, shape)->box) ? CONNECTED : SHORT;
}

/* A shape at `at` that is ahead: not one that the end lies in, nor the other end's. */
static guint shape_at(const Arrows *arrows, const Arrow *arrow, guint which, SvgPoint at)
{
    guint found[SVG_LINT_NEAR];
    guint n = svg_linter_outlines_at(arrows->linter, at, found, SVG_LINT_NEAR);

    for (guint i = 0; i < n; i++) {
        if (found[i] != arrow->ends[1 - which].shape && found[i] != arrow->index &&
            !svg_box_holds(entry_at(arrows, found[i])->box, arrow->ends[which].at)) {
            return found[i];
        }
    }
    return SVG_NO_ENTRY;
}

/* The shape that the end points at from near by. */
static guint shape_ahead(const Arrows *arrows, const Arrow *arrow, guint which)
{
    const End *end = &arrow->ends[which];
    SvgBox box = entry_at(arrows, arrow->index)->box;
    double reach = MIN(SHORT_PX * arrows->linter->px, SHORT_SHARE * hypot(box.w, box.h));
    guint found = SVG_NO_ENTRY;

    for (guint i = 1; i <= STEPS && found == SVG_NO_ENTRY; i++) {
        found = shape_at(arrows, arrow, which, point_ahead(end, reach * i / STEPS));
    }
    return found;
}

/* From the border; negative inside. */
static double gap_to(const Arrows *arrows, guint shape, SvgPoint p)
{
    SvgScene *scene = arrows->linter->scene;
    const SvgEntry *entry = svg_scene_entry(scene, shape);
    double gap = svg_scene_distance(scene, shape, p);

    if (entry->joined && gap > 0) {
        gap = MIN(gap, svg_figure_distance(scene, entry, p));
    }
    return svg_scene_encloses(scene, shape, p) ? -gap : gap;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* It lies on something in which there is nothing else to connect: a picture, as on a key. */
static gboolean is_picture(const Arrows *arrows, const SvgEntry *entry)
{
    guint found[SVG_LINT_NEAR];
    guint n =
        svg_linter_outlines_at(arrows->linter, svg_box_center(entry->box), found, SVG_LINT_NEAR);

    for (guint i = 0; i < n; i++) {
        if (!arrows->linter->facts[found[i]].holds &&
            svg_box_contains(entry_at(arrows, found[i])->box, entry->box)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void read_bound(const Arrows *arrows, guint arrow, End *end)
{
    const SvgEntry *shape = entry_at(arrows, end->shape);

    end->gap = shape->closed ? gap_to(arrows, end->shape, end->at) : 0;
    end->state = end->gap > arrows->near ? state_before(arrows, arrow, end->shape) : CONNECTED;
    end->at_border = end->state == CONNECTED && end->gap >= -arrows->near;
}

static void read_free(Arrows *arrows, Arrow *arrow, guint which)
{
    End *end = &arrow->ends[which];

    if (is_at_edge(arrows, end->at) || has_friend_at(arrows, arrow->index, end->at)) {
        return;
    }
    end->shape = shape_ahead(arrows, arrow, which);
    if (end->shape == SVG_NO_ENTRY) {
        end->state = has_friend_ahead(arrows, arrow->index, end) ? CONNECTED : LOST;
    } else {
        end->gap = gap_to(arrows, end->shape, end->at);
        end->state = state_before(arrows, arrow->index, end->shape);
    }
}

static Arrow read_arrow(Arrows *arrows, guint index)
{
    const SvgEntry *entry = entry_at(arrows, index);
    Arrow arrow = {index,
                   {{entry->start, entry->start_out, CONNECTED, entry->from, FALSE, 0},
                    {entry->end, entry->end_out, CONNECTED, entry->to, FALSE, 0}}};

    for (guint i = 0; i < 2; i++) {
        if (arrow.ends[i].shape != SVG_NO_ENTRY) {
            read_bound(arrows, index, &arrow.ends[i]);
        } else {
            read_free(arrows, &arrow, i);
        }
    }
    return arrow;
}

static gboolean is_shape(const Arrows *arrows, guint index)
{
    return index != SVG_NO_ENTRY && entry_at(arrows, index)->kind != SVG_KIND_TEXT;
}

/* Neither end is at a shape; words may be. */
static gboolean is_free(const Arrows *arrows, const SvgEntry *entry)
{
    return !is_shape(arrows, entry->from) && !is_shape(arrows, entry->to);
}

static gboolean is_near(const Arrows *arrows, guint index)
{
    const SvgEntry *entry = entry_at(arrows, index);
    const SvgLintFacts *facts = arrows->linter->facts;

    return facts[index].near || (entry->from != SVG_NO_ENTRY && facts[entry->from].near) ||
           (entry->to != SVG_NO_ENTRY && facts[entry->to].near);
}

static gboolean is_meant(const Arrows *arrows, guint index)
{
    const SvgEntry *entry = entry_at(arrows, index);

    return svg_linter_counts(arrows->linter, index) && entry->tag != SVG_TAG_USE &&
           !is_picture(arrows, entry);
}

static void read_near(Arrows *arrows)
{
    svg_linter_need_holders(arrows->linter);
    for (guint i = 0; i < arrows->linter->n; i++) {
        gboolean is_arrow = arrows->linter->facts[i].arrow;

        arrows->n += is_arrow;
        if (is_arrow && is_near(arrows, i) && is_meant(arrows, i)) {
            Arrow arrow = read_arrow(arrows, i);

            g_array_append_val(arrows->all, arrow);
        }
    }
}

/* Nearly always, there is nothing to report. */
static gboolean are_all_connected(const Arrows *arrows)
{
    for (guint i = 0; i < arrows->all->len; i++) {
        const Arrow *arrow = &g_array_index(arrows->all, Arrow, i);

        if (arrow->ends[0].state != CONNECTED || arrow->ends[1].state != CONNECTED) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean is_floating(const Arrow *arrow)
{
    return arrow->ends[0].state != CONNECTED && arrow->ends[1].state != CONNECTED;
}

/* --- what the arrows of the drawing are like -------------------------------------------------- */

static gboolean is_in_sample(gconstpointer data, guint index)
{
    const Arrows *arrows = data;

    return svg_linter_in_sample(index, MAX(arrows->n / ENOUGH, 1)) &&
           arrows->linter->facts[index].arrow;
}

/* Of many arrows, some (guint). */
static GArray *find_sample(const Arrows *arrows)
{
    GArray *sample = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint i = 0; i < arrows->linter->n; i++) {
        if (is_in_sample(arrows, i) && is_meant(arrows, i)) {
            g_array_append_val(sample, i);
        }
    }
    return sample;
}

static guint count_free(const Arrows *arrows, const GArray *sample)
{
    guint n = 0;

    for (guint i = 0; i < sample->len; i++) {
        n += is_free(arrows, entry_at(arrows, g_array_index(sample, guint, i)));
    }
    return n;
}

static guint count_floating(Arrows *arrows, const GArray *sample)
{
    guint n = 0;

    for (guint i = 0; i < sample->len; i++) {
        Arrow arrow = read_arrow(arrows, g_array_index(sample, guint, i));

        n += is_floating(&arrow);
    }
    return n;
}

/* It takes a look at what lies at their ends; nothing else depends on it. */
static gboolean is_any_floating(const Arrows *arrows)
{
    for (guint i = 0; i < arrows->all->len; i++) {
        if (is_floating(&g_array_index(arrows->all, Arrow, i))) {
            return TRUE;
        }
    }
    return FALSE;
}

static void sum_up(Arrows *arrows)
{
    g_autoptr(GArray) sample = find_sample(arrows);
    guint n = sample->len, free_ones;

    svg_scene_bind_some(arrows->linter->scene, is_in_sample, arrows);
    free_ones = count_free(arrows, sample);
    arrows->others = n > free_ones;
    arrows->vectors = n >= FIELD && free_ones > FREE_SHARE * n;
    arrows->floating =
        n > 1 && is_any_floating(arrows) && count_floating(arrows, sample) > FREE_SHARE * n;
}

/* --- reporting -------------------------------------------------------------------------------- */

static gboolean has_words_beside(const Arrows *arrows, SvgBox box, double apart)
{
    SvgPoint middle = svg_box_center(box);
    const SvgPoint beside[] = {{middle.x, box.y - apart},
                               {middle.x, box.y + box.h + apart},
                               {box.x - apart, middle.y},
                               {box.x + box.w + apart, middle.y}};
    guint found[1];

    for (guint i = 0; i < G_N_ELEMENTS(beside); i++) {
        if (svg_grid_at(svg_linter_texts(arrows->linter), beside[i], found, 1)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Among arrows that connect things, one that doesn't, with words beside it: they tell what such
 * arrows mean. */
static gboolean is_sample(const Arrows *arrows, const Arrow *arrow)
{
    const SvgEntry *entry = entry_at(arrows, arrow->index);
    gboolean explained = entry->label != SVG_NO_ENTRY;

    if (!is_free(arrows, entry) || !arrows->others) {
        return FALSE;
    }
    for (guint i = 1; i <= 1 + APART && !explained; i++) {
        explained = has_words_beside(arrows, entry->box, i * arrows->near);
    }
    return explained;
}

static void report_short(const Arrows *arrows, const Arrow *arrow, guint which)
{
    static const char *const names[] = {"tail", "head"};
    const End *end = &arrow->ends[which];
    const guint things[] = {arrow->index, end->shape};
    g_autofree char *words = svg_linter_words(arrows->linter, end->shape);
    g_autofree char *by = svg_linter_number(arrows->linter, end->gap);

    if (svg_linter_is_node(arrows->linter, end->shape)) {
        svg_linter_report(arrows->linter, SVG_LINT_SHORT_ARROW, things, 2,
                          "The %s of the arrow is %s units away from %s.", names[which], by, words);
    }
}

/* An arrow that stays away from shapes at both ends is drawn so where others are, too. */
static void report_arrow(const Arrows *arrows, const Arrow *arrow)
{
    static const char *const says[] = {NULL, "The tail of the arrow touches nothing.",
                                       "The head of the arrow touches nothing.",
                                       "Neither end of the arrow touches anything."};
    const End *ends = arrow->ends;
    guint lost = (ends[0].state == LOST) | (ends[1].state == LOST) << 1;

    if (is_sample(arrows, arrow)) {
        return;
    }
    if (lost && !arrows->vectors) {
        svg_linter_report(arrows->linter, SVG_LINT_UNCONNECTED_ARROW, &arrow->index, 1, "%s",
                          says[lost]);
    }
    for (guint i = 0; i < 2; i++) {
        gboolean meant = ends[1 - i].state == CONNECTED ? ends[1 - i].at_border : !arrows->floating;

        if (ends[i].state == SHORT && meant) {
            report_short(arrows, arrow, i);
        }
    }
}

void svg_lint_arrows(SvgLinter *linter)
{
    double side = MAX(linter->page.w, linter->page.h);
    double near = CLAMP(NEAR_SHARE * side, NEAR_PX * linter->px, NEAR_MOST * linter->px);
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(Arrow));
    Arrows arrows = {.linter = linter, .near = near, .all = all};

    if (linter->n_nodes > 0) {
        read_near(&arrows);
    }
    if (!are_all_connected(&arrows)) {
        sum_up(&arrows);
    }
    for (guint i = 0; i < all->len; i++) {
        report_arrow(&arrows, &g_array_index(all, Arrow, i));
    }
    g_clear_pointer(&arrows.near_things, svg_grid_free);
    g_clear_pointer(&arrows.things, svg_grid_free);
}
