/* Places beside a line, and which of them is best. */
#include "edit/beside.h"

#include "edit/build.h"
#include "edit/mask_gap.h"
#include "shape/scene.h"
#include "shape/track.h"
#include "shape/unit.h"

#include <math.h>

#define WINDOW   0.05 /* of the line's length: what its direction is read from, either way */
#define OFF_END  0.06 /* of it: words nearer to an end are about what it ends at */
#define SURE     1.25 /* how many times farther other lines are */
#define REACH    0.9  /* of the greatest distance at which they are still read as the line's */
#define AIR      0.15 /* of their height: how far words stay from other things */
#define LEVEL    0.1  /* of a unit vector: a line that has no upper side, or no left one */
#define BEARABLE 4.0  /* costs: they lie on something where it is more */

/* What each is worth, against each other. */
#define COST_CROSSED  15.0
#define COST_LIES_ON  10.0
#define COST_NOT_READ 20.0
#define COST_TOUCHES  5.0
#define COST_NEAR     0.7
#define COST_ALONG    1.5 /* for all of the line */
#define COST_OTHER    0.3 /* the other side, or farther off */

/* --- judging ---------------------------------------------------------------------------------- */

typedef struct {
    const SvgSurroundings *around;
    const SvgBesideWords *words;
    SvgBesidePlace *place;
    SvgBox box;
    double own; /* how far the line is, as recognition counts it */
    double worst;
} Judge;

static void add(Judge *judge, double cost)
{
    judge->place->cost += cost;
    judge->place->clear &= cost < BEARABLE;
}

static void add_under(Judge *judge, double cost, const SvgNear *thing)
{
    add(judge, cost);
    if (cost > judge->worst) {
        judge->worst = cost;
        judge->place->under = thing;
    }
}

/* 0 to 1. */
static double share_on(SvgBox box, SvgBox of)
{
    double w = MIN(box.x + box.w, of.x + of.w) - MAX(box.x, of.x);
    double h = MIN(box.y + box.h, of.y + of.h) - MAX(box.y, of.y);
    return w > 0 && h > 0 ? w * h / svg_box_area(box) : 0;
}

static void judge_own(Judge *judge)
{
    SvgTrackPlace at = svg_track_nearest_to_box(judge->around->own, judge->box);
    double gap = svg_caption_gap(judge->box);
    gboolean off_end = at.along > OFF_END && at.along < 1 - OFF_END;
    judge->own =
        svg_caption_distance(at.distance, judge->box, &judge->words->ink, &judge->around->stroke);
    add(judge, at.distance > REACH * gap || !off_end ? COST_NOT_READ : 0);
    add(judge, at.distance < judge->words->gap / 2 ? COST_LIES_ON : 0);
}

static void judge_way(Judge *judge, const SvgNear *way)
{
    double distance = svg_track_nearest_to_box(way->track, judge->box).distance;
    double counted = svg_caption_distance(distance, judge->box, &judge->words->ink, &way->stroke);
    if (distance == 0) {
        add_under(judge, COST_CROSSED, way);
    } else if (counted <= SURE * judge->own) {
        add(judge, COST_LIES_ON);
    } else {
        add(judge, counted < 2 * judge->own ? COST_NEAR : 0);
    }
}

static void judge_words(Judge *judge, const SvgNear *other)
{
    double air = AIR * judge->words->h;
    SvgBox box = judge->box;
    double share = share_on(box, other->box);
    if (share > 0) {
        add_under(judge, COST_TOUCHES + COST_LIES_ON * share, other);
    } else if (svg_box_touches(svg_box_grown(box, air, air), other->box)) {
        add(judge, COST_TOUCHES);
    } else if (svg_text_continues(box, other->box) || svg_text_continues(other->box, box)) {
        add(judge, COST_NEAR);
    }
}

static gboolean is_same_span(double a, double a_size, double b, double b_size, double within)
{
    return fabs(a - b) <= within && fabs(a + a_size - b - b_size) <= within;
}

/* The line starts or ends in it, at something that is in it, too. */
static gboolean holds_end(const Judge *judge, const SvgNear *thing)
{
    const GArray *own = judge->around->own;
    double room = judge->words->h / 2;
    guint ends[] = {0, own->len - 1};
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        SvgPoint at = g_array_index(own, SvgTrackPoint, ends[i]).at;
        if (svg_box_contains(thing->box, (SvgBox){at.x - room, at.y - room, 2 * room, 2 * room})) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A container of one of its ends, or a lane or column beside such a one: words lie in it as the
 * line does. */
static gboolean is_frame(const Judge *judge, const SvgNear *thing)
{
    double within = AIR * judge->words->h;
    for (guint i = 0; i < judge->around->things->len; i++) {
        const SvgNear *other = &g_array_index(judge->around->things, SvgNear, i);
        gboolean same =
            other == thing ||
            is_same_span(other->box.x, other->box.w, thing->box.x, thing->box.w, within) ||
            is_same_span(other->box.y, other->box.h, thing->box.y, thing->box.h, within);
        if (same && holds_end(judge, other)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What holds all of the line may hold its words, too. */
static void judge_outline(Judge *judge, const SvgNear *thing)
{
    double distance = svg_track_nearest_to_box(thing->track, judge->box).distance;
    double share = share_on(judge->box, thing->box);
    gboolean holds =
        thing->kind == SVG_NEAR_OUTLINE &&
        (svg_box_contains(thing->box, judge->around->own_box) || is_frame(judge, thing));
    gboolean inside =
        share > 0 && svg_track_encloses(thing->track, svg_box_center(judge->box)) && !holds;
    if (distance <= 0 || inside) {
        add_under(judge, COST_TOUCHES + COST_LIES_ON * share, thing);
    } else if (distance < AIR * judge->words->h) {
        add(judge, COST_NEAR);
    }
}

static void judge_thing(Judge *judge, SvgNear *thing)
{
    static void (*const judges[])(Judge *, const SvgNear *) = {
        [SVG_NEAR_HEAD] = judge_outline,
        [SVG_NEAR_WAY] = judge_way,
        [SVG_NEAR_WORDS] = judge_words,
        [SVG_NEAR_OUTLINE] = judge_outline,
    };
    double reach = 2 * judge->words->h;
    if (!svg_box_touches(svg_box_grown(judge->box, reach, reach), thing->box)) {
        return;
    }
    svg_near_read(judge->around, thing);
    if (thing->kind != SVG_NEAR_UNSEEN) {
        judges[thing->kind](judge, thing);
    }
}

static void judge_page(Judge *judge)
{
    SvgBox page = svg_document_page(judge->around->doc);
    gboolean in_page = svg_box_is_empty(page) || !svg_box_contains(page, judge->around->own_box) ||
                       svg_box_contains(page, judge->box);
    add(judge, in_page ? 0 : COST_TOUCHES);
}

void svg_beside_judge(const SvgSurroundings *around, const SvgBesideWords *words,
                      SvgBesidePlace *place)
{
    Judge judge = {.around = around, .words = words, .place = place};
    judge.box = (SvgBox){place->middle.x - words->w / 2, place->middle.y - words->h / 2, words->w,
                         words->h};
    place->clear = TRUE;
    judge_own(&judge);
    judge_page(&judge);
    for (guint i = 0; i < around->things->len; i++) {
        judge_thing(&judge, &g_array_index(around->things, SvgNear, i));
    }
}

/* --- choosing --------------------------------------------------------------------------------- */

/* A place of the line, and the unit vector of its way there. */
typedef struct {
    SvgPoint at;
    double x, y;
} Way;

static Way way_at(const GArray *track, double length, double along)
{
    SvgPoint a = svg_track_at(track, MAX(along - WINDOW, 0) * length);
    SvgPoint b = svg_track_at(track, MIN(along + WINDOW, 1) * length);
    double step = hypot(b.x - a.x, b.y - a.y);
    Way way = {svg_track_at(track, along * length), 0, 0};
    if (step > 0) {
        way.x = (b.x - a.x) / step;
        way.y = (b.y - a.y) / step;
    }
    return way;
}

/* From the line to the middle of the words, across its way: half of what they are across it. */
static double half_across(const Way *way, double w, double h)
{
    return (fabs(way->y) * w + fabs(way->x) * h) / 2;
}

/* `side` 1 is the left of the way, -1 its right. */
static SvgPoint beside(const Way *way, double side, double off)
{
    return (SvgPoint){way->at.x + side * off * way->y, way->at.y - side * off * way->x};
}

static gboolean is_level(const Way *way)
{
    return fabs(way->x) >= fabs(way->y);
}

/* Above a level line, to the right of an upright one. */
static double usual_side(const Way *way, SvgBesideHabit habit)
{
    double side = way->x > LEVEL * LEVEL || (fabs(way->x) <= LEVEL * LEVEL && way->y > 0) ? 1 : -1;
    return (is_level(way) ? habit.below : habit.left) ? -side : side;
}

gboolean svg_beside_is_usual(const GArray *track, SvgBox words, SvgBesideHabit habit,
                             gboolean *level)
{
    SvgPoint middle = svg_box_center(words);
    Way way = way_at(track, svg_track_length(track), svg_track_nearest(track, middle).along);
    double off = (middle.x - way.at.x) * way.y - (middle.y - way.at.y) * way.x;
    *level = is_level(&way);
    return off * usual_side(&way, habit) >= 0;
}

/* Whether that side of the line is the one that was asked for. */
static gboolean is_side(const Way *way, double side, const SvgSpec *wish)
{
    static const double x[] = {[SVG_SIDE_LEFT] = -1, [SVG_SIDE_RIGHT] = 1};
    static const double y[] = {[SVG_SIDE_TOP] = -1, [SVG_SIDE_BOTTOM] = 1, [SVG_SIDE_RIGHT] = 0};
    if (!wish || !(wish->given & SVG_SPEC_SIDE)) {
        return TRUE;
    }
    return side * (way->y * x[wish->side] - way->x * y[wish->side]) > LEVEL;
}

static void add_places(const SvgSurroundings *around, const SvgBesideWords *words,
                       const SvgSpec *wish, double along, double base, GArray *out)
{
    const double gaps[] = {words->usual, words->gap, 2.5 * words->gap, 4 * words->gap};
    Way way = way_at(around->own, svg_track_length(around->own), along);
    for (guint i = 0; i < 2 * G_N_ELEMENTS(gaps); i++) {
        double side = usual_side(&way, words->habit) * (i % 2 ? -1 : 1);
        double off = half_across(&way, words->w, words->h) + gaps[i / 2];
        guint n_other = i % 2 + i / 2;
        SvgBesidePlace place = {.middle = beside(&way, side, off),
                                .cost = base + COST_OTHER * n_other};
        if (is_side(&way, side, wish)) {
            svg_beside_judge(around, words, &place);
            g_array_append_val(out, place);
        }
    }
}

static int by_cost(gconstpointer a, gconstpointer b)
{
    double x = ((const SvgBesidePlace *)a)->cost, y = ((const SvgBesidePlace *)b)->cost;
    return (x > y) - (x < y);
}

GArray *svg_beside_places(const SvgSurroundings *around, const SvgBesideWords *words,
                          const SvgSpec *wish, SvgPoint first)
{
    static const double steps[] = {0,     -0.05, 0.05, -0.1, 0.1,   -0.15, 0.15, -0.2, 0.2,
                                   -0.25, 0.25,  -0.3, 0.3,  -0.35, 0.35,  -0.4, 0.4};
    GArray *out = g_array_new(FALSE, FALSE, sizeof(SvgBesidePlace));
    gboolean asked = wish && wish->given & SVG_SPEC_ALONG;
    double middle = asked ? wish->along : svg_track_nearest(around->own, first).along;
    guint n = asked ? 5 : G_N_ELEMENTS(steps);
    if (!(svg_track_length(around->own) > 0)) {
        return out;
    }
    for (guint i = 0; i < n; i++) {
        double along = middle + steps[i];
        if (along > 0 && along < 1) {
            add_places(around, words, wish, along, COST_ALONG * fabs(steps[i]), out);
        }
    }
    g_array_sort(out, by_cost);
    return out;
}

/* --- staying beside --------------------------------------------------------------------------- */

typedef struct {
    GPtrArray *words; /* SvgNode: the texts, and the plain areas behind them */
    GArray *track;    /* the line's, before it changed */
    SvgBox box;       /* of the words then */
    SvgPaint ink;
    double along, side, clear; /* `clear` below 0: they lie on it, */
    double share;              /* so far out of what would be beside it */
} Note;

static void note_free(gpointer data)
{
    Note *note = data;
    if (note) {
        g_ptr_array_unref(note->words);
        g_array_unref(note->track);
        g_free(note);
    }
}

static Note *note_of(SvgEdit *edit, SvgNode *line)
{
    return edit->beside ? g_hash_table_lookup(edit->beside, line) : NULL;
}

static gboolean is_text(const SvgNode *node)
{
    return svg_node_is_words(node);
}

/* The texts, and what of the line's other parts they lie on. */
static GPtrArray *words_of(SvgEdit *edit, SvgNode *line, SvgBox *box)
{
    g_autoptr(GPtrArray) parts = svg_node_free_labels(edit, line);
    GPtrArray *words = g_ptr_array_new();
    *box = SVG_BOX_EMPTY;
    for (guint i = 0; i < parts->len; i++) {
        if (is_text(parts->pdata[i])) {
            g_ptr_array_add(words, parts->pdata[i]);
            *box = svg_box_union(*box, svg_node_box(edit->doc, parts->pdata[i]));
        }
    }
    for (guint i = 0; words->len && i < parts->len; i++) {
        if (!is_text(parts->pdata[i]) &&
            svg_box_holds(svg_node_box(edit->doc, parts->pdata[i]), svg_box_center(*box))) {
            g_ptr_array_add(words, parts->pdata[i]);
        }
    }
    return words;
}

/* How the words in note->box lie beside the way. */
static void measure(Note *note, const GArray *track)
{
    SvgPoint middle = svg_box_center(note->box);
    double length = svg_track_length(track);
    note->along = svg_track_nearest(track, middle).along;
    Way way = way_at(track, length, note->along);
    double off = (middle.x - way.at.x) * way.y - (middle.y - way.at.y) * way.x;
    double half = half_across(&way, note->box.w, note->box.h);
    note->side = off < 0 ? -1 : 1;
    note->clear = fabs(off) - half;
    note->share = half > 0 ? fabs(off) / half : 0;
}

void svg_beside_note(SvgEdit *edit, SvgNode *line)
{
    if (svg_node_is_line(edit, line)) {
        svg_beside_note_line(edit, line);
    }
}

void svg_beside_note_line(SvgEdit *edit, SvgNode *line)
{
    g_auto(SvgSurroundings) around = {0};
    SvgBox box;
    if (note_of(edit, line)) {
        return;
    }
    g_autoptr(GPtrArray) words = words_of(edit, line, &box);
    if (words->len == 0 || svg_box_is_empty(box)) {
        return;
    }
    svg_surroundings_read_own(edit, line, &around);
    if (!(svg_track_length(around.own) > 0)) {
        return;
    }
    Note *note = g_new0(Note, 1);
    SvgStyle style;
    svg_style_of(edit->doc, words->pdata[0], &style);
    *note = (Note){.words = g_steal_pointer(&words),
                   .track = g_array_ref(around.own),
                   .box = box,
                   .ink = style.fill};
    note->ink.server = NULL;
    measure(note, note->track);
    if (!edit->beside) {
        edit->beside = g_hash_table_new_full(NULL, NULL, NULL, note_free);
    }
    g_hash_table_insert(edit->beside, line, note);
}

/* The line as a whole was moved. */
static gboolean is_moved(const GArray *before, const GArray *after, SvgPoint *by)
{
    SvgPoint a = g_array_index(before, SvgTrackPoint, 0).at;
    SvgPoint b = g_array_index(after, SvgTrackPoint, 0).at;
    gboolean same = before->len == after->len;
    *by = (SvgPoint){b.x - a.x, b.y - a.y};
    for (guint i = 0; same && i < before->len; i++) {
        SvgPoint p = g_array_index(before, SvgTrackPoint, i).at;
        SvgPoint q = g_array_index(after, SvgTrackPoint, i).at;
        double size = fabs(p.x) + fabs(p.y) + fabs(q.x) + fabs(q.y);
        same = fabs(q.x - p.x - by->x) + fabs(q.y - p.y - by->y) <= 1e-9 * size;
    }
    return same;
}

static SvgPoint kept_place(const Note *note, const GArray *track)
{
    Way way = way_at(track, svg_track_length(track), note->along);
    double half = half_across(&way, note->box.w, note->box.h);
    return beside(&way, note->side, note->clear < 0 ? note->share * half : half + note->clear);
}

/* Where they were, unless they would lie on something there and don't elsewhere. */
static SvgPoint settled_place(SvgEdit *edit, SvgNode *line, const Note *note)
{
    g_auto(SvgSurroundings) around = {0};
    SvgPoint by, middle = svg_box_center(note->box);
    double clear = MAX(note->clear, 0);
    SvgBesideWords words = {
        .w = note->box.w, .h = note->box.h, .gap = clear, .usual = clear, .ink = note->ink};
    svg_surroundings_read(edit, line, words.w + 3 * words.h, &around);
    if (around.own->len < 2 || is_moved(note->track, around.own, &by)) {
        return around.own->len < 2 ? middle : (SvgPoint){middle.x + by.x, middle.y + by.y};
    }
    SvgBesidePlace kept = {.middle = kept_place(note, around.own)};
    svg_beside_judge(&around, &words, &kept);
    if (note->clear < 0 || kept.clear) {
        return kept.middle;
    }
    g_autoptr(GArray) places = svg_beside_places(&around, &words, NULL, kept.middle);
    const SvgBesidePlace *best = places->len ? &g_array_index(places, SvgBesidePlace, 0) : NULL;
    return best && best->clear ? best->middle : kept.middle;
}

/* FALSE when some are gone. */
static gboolean box_of_words(SvgEdit *edit, const Note *note, SvgBox *box)
{
    *box = SVG_BOX_EMPTY;
    for (guint i = 0; i < note->words->len; i++) {
        SvgNode *node = note->words->pdata[i];
        if (!svg_node_contains(edit->doc->root, node)) {
            return FALSE;
        }
        *box = is_text(node) ? svg_box_union(*box, svg_node_box(edit->doc, node)) : *box;
    }
    return TRUE;
}

static gboolean move_words(SvgEdit *edit, const Note *note, SvgPoint from, SvgPoint to,
                           GError **error)
{
    double dx = to.x - from.x, dy = to.y - from.y;
    for (guint i = 0; i < note->words->len; i++) {
        svg_edit_changed(edit, note->words->pdata[i]);
        if ((dx != 0 || dy != 0) && !svg_node_move_by(edit, note->words->pdata[i], dx, dy, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_beside_settle(SvgEdit *edit, SvgNode *line, GError **error)
{
    const Note *note = note_of(edit, line);
    SvgBox now;
    if (!note || !box_of_words(edit, note, &now)) {
        return TRUE;
    }
    SvgPoint from = svg_box_center(now), to = settled_place(edit, line, note);
    svg_mask_gap_follow(edit, line, now, svg_box_offset(now, to.x - from.x, to.y - from.y));
    return move_words(edit, note, from, to, error);
}

gboolean svg_beside_again(SvgEdit *edit, SvgNode *line, GError **error)
{
    Note *note = note_of(edit, line);
    SvgBox now;
    if (!note || !box_of_words(edit, note, &now)) {
        return TRUE;
    }
    double side = note->side, clear = note->clear, share = note->share;
    SvgBox was = note->box;
    note->box = now;
    measure(note, note->track);
    note->side = side;
    note->clear = clear;
    note->share = share;
    SvgPoint from = svg_box_center(now), to = kept_place(note, note->track);
    svg_mask_gap_follow(edit, line, was, svg_box_offset(now, to.x - from.x, to.y - from.y));
    return move_words(edit, note, from, to, error);
}

gboolean svg_beside_carries(SvgEdit *edit, SvgNode *line, SvgNode *part)
{
    const Note *note = note_of(edit, line);
    return note && g_ptr_array_find(note->words, part, NULL);
}
