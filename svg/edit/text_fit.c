/* Words fitted to the outline of their shape: an ellipse, a diamond, a triangle have less room than
 * their box. */
#include "edit/text_fit.h"

#include "edit/build.h"
#include "geometry/text.h"
#include "shape/track.h"

#include <math.h>
#include <string.h>

#define USED        0.9 /* of the width there is, unless told otherwise */
#define SHRINK_STEP 0.9
#define GROWTH      1.1
#define MOST_STEPS  50
#define MOST_LINES  24   /* tried, one more at a time */
#define LONG_TEXT   2000 /* bytes; beyond, the lines aren't balanced against the outline */
#define LEVELS      5    /* where the width of a block is taken: its ends, and between */
#define SLACK       1.001

/* Where the words of a kind stand, as a share of its height, if not in the middle. */
static const struct {
    SvgKind kind;
    double at;
} centers[] = {
    {SVG_KIND_TRIANGLE, 0.66}, {SVG_KIND_HEART, 0.4},  {SVG_KIND_STAR, 0.55},
    {SVG_KIND_CYLINDER, 0.56}, {SVG_KIND_CLOUD, 0.53}, {SVG_KIND_PENTAGON, 0.55},
};

gboolean svg_words_beside(SvgEdit *edit, SvgNode *shape)
{
    SvgBox box = svg_node_box(edit->doc, shape);
    return box.w <= 0 || box.h <= 0 || svg_node_is_line(edit, shape) ||
           svg_node_is_arrow(edit, shape);
}

/* --- reading an outline ----------------------------------------------------------------------- */

/* The first part: what comes after it is drawn inside. */
static void add_track(SvgTextFit *room, const GArray *track)
{
    guint n = 1;
    while (n < track->len && !g_array_index(track, SvgTrackPoint, n).first) {
        n++;
    }
    for (guint i = 0; i < n && track->len; i++) {
        SvgPoint ends[] = {g_array_index(track, SvgTrackPoint, i).at,
                           g_array_index(track, SvgTrackPoint, (i + 1) % n).at};
        g_array_append_vals(room->edges, ends, 2);
    }
}

/* What is free to the left and to the right of the center at that level: 0 outside. */
static void free_at(const SvgTextFit *room, double y, double *left, double *right)
{
    guint crossed = 0;
    *left = *right = INFINITY;
    for (guint i = 0; i + 1 < room->edges->len; i += 2) {
        SvgPoint a = g_array_index(room->edges, SvgPoint, i),
                 b = g_array_index(room->edges, SvgPoint, i + 1);
        if ((a.y <= y) == (b.y <= y)) {
            continue;
        }
        double off = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y) - room->center.x;
        *left = off <= 0 ? MIN(*left, -off) : *left;
        *right = off >= 0 ? MIN(*right, off) : *right;
        crossed += off > 0;
    }
    if (crossed % 2 == 0 || !isfinite(*left)) {
        *left = *right = 0;
    }
}

static double half_width(const SvgTextFit *room, double y)
{
    double left, right;
    free_at(room, y, &left, &right);
    return MIN(left, right);
}

/* The middle of the body of a figure that something sticks out of at one side, as the pointer of a
 * balloon does. */
static double body_middle(const SvgTextFit *room)
{
    static const double levels[] = {0.2, 0.35, 0.5, 0.65, 0.8};
    double left = INFINITY, right = INFINITY;
    for (guint i = 0; i < G_N_ELEMENTS(levels); i++) {
        double to_left, to_right;
        free_at(room, room->box.y + levels[i] * room->box.h, &to_left, &to_right);
        left = MIN(left, to_left);
        right = MIN(right, to_right);
    }
    return room->center.x + (left > 0 && right > 0 ? (right - left) / 2 : 0);
}

void svg_text_fit_read(SvgEdit *edit, SvgNode *shape, SvgTextFit *out)
{
    SvgBox box = svg_node_box(edit->doc, shape);
    SvgEntry entry = svg_entry_read(edit->doc, shape, box);
    g_autoptr(GArray) track = svg_track_of(edit->doc, &entry);
    *out = (SvgTextFit){
        .edges = g_array_new(FALSE, FALSE, sizeof(SvgPoint)), .box = box, .used = USED};
    add_track(out, track);
    out->center = svg_box_center(out->box);
    for (guint i = 0; i < G_N_ELEMENTS(centers); i++) {
        if (centers[i].kind == entry.kind) {
            out->center.y = out->box.y + centers[i].at * out->box.h;
        }
    }
    if (entry.kind == SVG_KIND_DRAW) {
        out->center.x = body_middle(out);
    }
}

void svg_text_fit_clear(SvgTextFit *room)
{
    g_clear_pointer(&room->edges, g_array_unref);
}

double svg_text_fit_middle(SvgEdit *edit, SvgNode *shape)
{
    g_auto(SvgTextFit) room = {0};
    svg_text_fit_read(edit, shape, &room);
    return room.center.x;
}

static SvgPoint stretched(SvgBox box, SvgPoint p, double sx, double sy)
{
    return (SvgPoint){box.x + (p.x - box.x) * sx, box.y + (p.y - box.y) * sy};
}

void svg_text_fit_stretch(SvgTextFit *room, double sx, double sy)
{
    for (guint i = 0; i < room->edges->len; i++) {
        SvgPoint *p = &g_array_index(room->edges, SvgPoint, i);
        *p = stretched(room->box, *p, sx, sy);
    }
    room->center = stretched(room->box, room->center, sx, sy);
    room->box.w *= sx;
    room->box.h *= sy;
}

/* --- widths ----------------------------------------------------------------------------------- */

double svg_text_fit_width(const SvgTextFit *room, double height)
{
    double least = INFINITY;
    for (guint i = 0; i < LEVELS; i++) {
        double at = (double)i / (LEVELS - 1) - 0.5;
        least = MIN(least, half_width(room, room->center.y + at * height * (1 - 1e-9)));
    }
    return 2 * least;
}

/* --- fitting ---------------------------------------------------------------------------------- */

double svg_lines_width(char **lines, const SvgStyle *font)
{
    double width = 0;
    for (; *lines; lines++) {
        SvgTextExtents extents;
        svg_text_measure(*lines, font, &extents);
        width = MAX(width, extents.width);
    }
    return width;
}

/* The fewest lines that the text fits in at the font's size. NULL when it doesn't. */
static char **fitting_lines(const SvgTextFit *room, const char *text, const SvgStyle *font)
{
    guint n = 1;
    for (const char *at = text; (at = strchr(at, '\n')); at++) {
        n++;
    }
    for (guint tries = 0; tries < MOST_LINES; tries++) {
        double width = room->used * svg_text_fit_width(room, n * SVG_LINE_HEIGHT * font->font_size);
        if (width <= 0) {
            return NULL;
        }
        g_auto(GStrv) lines = svg_text_wrap(text, font, width);
        guint needed = g_strv_length(lines);
        if (needed <= n && svg_lines_width(lines, font) <= width * SLACK) {
            return g_steal_pointer(&lines);
        }
        n = MAX(needed, n + 1);
    }
    return NULL;
}

static SvgFitted unfitting(const SvgTextFit *room, const char *text, const SvgStyle *font,
                           double share)
{
    SvgStyle style = *font;
    style.serial = 0;
    style.font_size *= share;
    double width = MAX(svg_text_fit_width(room, style.font_size), room->box.w / 2);
    return (SvgFitted){svg_text_wrap(text, &style, room->used * width), share, FALSE};
}

SvgFitted svg_text_fit_fit(const SvgTextFit *room, const char *text, const SvgStyle *font,
                           double least)
{
    SvgStyle style = *font;
    style.serial = 0;
    for (double share = 1; strlen(text) <= LONG_TEXT;) {
        style.font_size = font->font_size * share;
        char **lines = fitting_lines(room, text, &style);
        if (lines) {
            return (SvgFitted){lines, share, TRUE};
        }
        if (share <= least) {
            break;
        }
        share = MAX(share * SHRINK_STEP, least);
    }
    return unfitting(room, text, font, least);
}

/* The side that has too little: wide enough for the longest word, else high enough. */
static gboolean is_too_narrow(const SvgTextFit *room, const char *text, const SvgStyle *font)
{
    double width = room->used * svg_text_fit_width(room, SVG_LINE_HEIGHT * font->font_size);
    g_auto(GStrv) words = svg_text_wrap(text, font, 0);
    return svg_lines_width(words, font) > width || room->box.h > room->box.w;
}

gboolean svg_text_fit_grow(SvgTextFit *room, const char *text, const SvgStyle *font, SvgFitted *out)
{
    for (guint i = 0; strlen(text) <= LONG_TEXT && i < MOST_STEPS; i++) {
        char **lines = fitting_lines(room, text, font);
        if (lines) {
            *out = (SvgFitted){lines, 1, TRUE};
            return TRUE;
        }
        room->used = MIN(room->used, USED);
        gboolean wider = is_too_narrow(room, text, font);
        svg_text_fit_stretch(room, wider ? GROWTH : 1, wider ? 1 : GROWTH);
    }
    return FALSE;
}

/* How far a box reaches beyond another, where that is most. */
static double excess(SvgBox frame, SvgBox box)
{
    return MAX(MAX(frame.x - box.x, box.x + box.w - frame.x - frame.w),
               MAX(frame.y - box.y, box.y + box.h - frame.y - frame.h));
}

void svg_text_fit_tell(SvgEdit *edit, SvgNode *shape, SvgBox frame, SvgBox before, SvgBox after)
{
    if (shape == edit->rewording || svg_words_beside(edit, shape) ||
        svg_node_is_open(edit, shape)) {
        return;
    }
    double px = svg_px(edit->doc);
    if (excess(frame, before) <= px && excess(svg_node_box(edit->doc, shape), after) > px) {
        svg_edit_remark(edit,
                        "the words on %s are too large for it now; a larger w or h makes room",
                        svg_node_id(edit->doc, shape));
    }
}
