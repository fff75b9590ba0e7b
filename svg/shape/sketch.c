/* Outlines that are drawn by hand, as Excalidraw and rough.js do. */
#include "shape/sketch.h"

#include <math.h>

#define MAX_STROKES 24
#define MAX_SAMPLES 320
#define PER_SEGMENT 4    /* samples */
#define MEETS       0.12 /* of the box's longer side: ends that are one */
#define MIDDLE      0.4  /* of the box's sides: where an outline isn't */
#define LOOSE       0.15 /* of half a side: how far off a form hands are */
#define OCTANTS     0xffu

typedef struct {
    SvgPoint start, end;
} Stroke;

/* What is read of one. Samples are in the box: its middle is 0,0, its sides are at 1 and -1. */
typedef struct {
    SvgMatrix m;
    SvgBox box;
    Stroke strokes[MAX_STROKES];
    SvgPoint samples[MAX_SAMPLES];
    guint of[MAX_SAMPLES]; /* the stroke of each */
    guint n_strokes, n_samples;
} Sketch;

static gboolean add_sample(Sketch *sketch, SvgPoint p)
{
    SvgPoint middle = svg_box_center(sketch->box);
    double w = sketch->box.w / 2, h = sketch->box.h / 2;

    if (sketch->n_samples == MAX_SAMPLES) {
        return FALSE;
    }
    sketch->of[sketch->n_samples] = sketch->n_strokes - 1;
    sketch->samples[sketch->n_samples++] = (SvgPoint){(p.x - middle.x) / w, (p.y - middle.y) / h};
    return TRUE;
}

static gboolean add_segment(Sketch *sketch, const SvgSegment *s, SvgUserPoint from)
{
    for (guint i = 0; i <= PER_SEGMENT; i++) {
        SvgUserPoint at = svg_segment_at(s, from, (double)i / PER_SEGMENT);

        if (!add_sample(sketch, svg_matrix_to_document(sketch->m, at))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* FALSE when there is too much of it, or something else than strokes. */
static gboolean read_strokes(Sketch *sketch, const GArray *segments)
{
    SvgUserPoint at = {0, 0};
    gboolean drawn = FALSE;

    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *s = &g_array_index(segments, SvgSegment, i);
        SvgPoint end = svg_matrix_to_document(sketch->m, svg_segment_end(s));

        if (s->kind == SVG_SEG_CLOSE) {
            return FALSE;
        }
        if (s->kind == SVG_SEG_MOVE) {
            drawn = FALSE;
        } else {
            if (!drawn && sketch->n_strokes == MAX_STROKES) {
                return FALSE;
            }
            if (!drawn) {
                SvgPoint start = svg_matrix_to_document(sketch->m, at);
                sketch->strokes[sketch->n_strokes++] = (Stroke){start, end};
            }
            sketch->strokes[sketch->n_strokes - 1].end = end;
            drawn = TRUE;
            if (!add_segment(sketch, s, at)) {
                return FALSE;
            }
        }
        at = svg_segment_end(s);
    }
    return sketch->n_strokes > 1;
}

/* --- around something ------------------------------------------------------------------------- */

static double distance_to(const Sketch *sketch, guint sample, SvgPoint p)
{
    SvgPoint middle = svg_box_center(sketch->box), at = sketch->samples[sample];
    double x = middle.x + at.x * sketch->box.w / 2, y = middle.y + at.y * sketch->box.h / 2;

    return hypot(x - p.x, y - p.y);
}

/* It comes back to where it began, from further away; a short one was nowhere else. */
static gboolean comes_back(const Sketch *sketch, guint stroke, double by)
{
    SvgPoint start = sketch->strokes[stroke].start, end = sketch->strokes[stroke].end;
    gboolean away = FALSE;

    for (guint i = 0; i < sketch->n_samples && !away; i++) {
        away = sketch->of[i] == stroke && distance_to(sketch, i, start) > by;
    }
    return away && hypot(start.x - end.x, start.y - end.y) <= by;
}

/* An end of stroke `of` is where another one goes, or its own other end is. */
static gboolean meets(const Sketch *sketch, guint of, SvgPoint end, double by)
{
    gboolean met = comes_back(sketch, of, by);

    for (guint i = 0; i < sketch->n_samples && !met; i++) {
        met = sketch->of[i] != of && distance_to(sketch, i, end) <= by;
    }
    return met;
}

static gboolean all_meet(const Sketch *sketch)
{
    double by = MEETS * svg_box_side(sketch->box);

    for (guint i = 0; i < sketch->n_strokes; i++) {
        if (!meets(sketch, i, sketch->strokes[i].start, by) ||
            !meets(sketch, i, sketch->strokes[i].end, by)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean goes_around(const Sketch *sketch)
{
    guint seen = 0;

    for (guint i = 0; i < sketch->n_samples; i++) {
        SvgPoint p = sketch->samples[i];
        double turn = (atan2(p.y, p.x) + G_PI) / (2 * G_PI) * 8;

        if (fabs(p.x) < MIDDLE && fabs(p.y) < MIDDLE) {
            return FALSE;
        }
        seen |= 1u << ((guint)turn & 7);
    }
    return seen == OCTANTS;
}

/* --- what it looks like ----------------------------------------------------------------------- */

static double off_rectangle(SvgPoint p)
{
    return fabs(MAX(fabs(p.x), fabs(p.y)) - 1);
}

static double off_ellipse(SvgPoint p)
{
    return fabs(hypot(p.x, p.y) - 1);
}

static double off_diamond(SvgPoint p)
{
    return fabs(fabs(p.x) + fabs(p.y) - 1);
}

static SvgKind kind_of(const Sketch *sketch)
{
    static const struct {
        SvgKind kind;
        double (*off)(SvgPoint p);
    } forms[] = {{SVG_KIND_RECTANGLE, off_rectangle},
                 {SVG_KIND_ELLIPSE, off_ellipse},
                 {SVG_KIND_DIAMOND, off_diamond}};

    for (gsize k = 0; k < G_N_ELEMENTS(forms); k++) {
        guint i = 0;

        while (i < sketch->n_samples && forms[k].off(sketch->samples[i]) <= LOOSE) {
            i++;
        }
        if (i == sketch->n_samples) {
            return forms[k].kind;
        }
    }
    return SVG_KIND_DRAW;
}

gboolean svg_sketch_read(const GArray *segments, SvgMatrix m, SvgBox box, SvgKind *kind)
{
    Sketch sketch = {.m = m, .box = box};

    if (!read_strokes(&sketch, segments) || !all_meet(&sketch) || !goes_around(&sketch)) {
        return FALSE;
    }
    *kind = kind_of(&sketch);
    return TRUE;
}
