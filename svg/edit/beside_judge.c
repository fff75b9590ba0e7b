/* How good a place beside a line is for its words. */
#include "edit/beside.h"
#include "edit/build.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>

#define OFF_END  0.06 /* of it: words nearer to an end are about what it ends at */
#define SURE     1.25 /* how many times farther other lines are */
#define REACH    0.9  /* of the greatest distance at which they are still read as the line's */
#define AIR      0.15 /* of their height: how far words stay from other things */
#define BEARABLE 4.0  /* costs: they lie on something where it is more */

/* What each is worth, against each other. */
#define COST_CROSSED  15.0
#define COST_LIES_ON  10.0
#define COST_NOT_READ 20.0
#define COST_TOUCHES  5.0
#define COST_NEAR     0.7

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
        if (svg_box_lines_up(other->box, thing->box, within) && holds_end(judge, other)) {
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
