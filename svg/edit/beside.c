/* Places beside a line, and which of them is best. */
#include "edit/beside.h"

#include "edit/build.h"
#include "edit/mask_gap.h"
#include "shape/scene.h"
#include "shape/track.h"
#include "shape/unit.h"

#include <math.h>

#define WINDOW 0.05 /* of the line's length: what its direction is read from, either way */
#define LEVEL  0.1  /* of a unit vector: a line that has no upper side, or no left one */
#define BY_ITSELF \
    0.15 /* of its length: how far from where new words go those are that nobody put elsewhere */

/* What each costs, beside what svg_beside_judge() says. */
#define COST_ALONG 1.5 /* for all of the line */
#define COST_OTHER 0.3 /* the other side, or farther off */

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
    gboolean turned;           /* the line goes the other way since */
    gboolean anew;             /* they go where new ones would, which are */
    SvgBesideWords as_new;     /* so */
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
    svg_mask_gap_note(edit, line);
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

void svg_beside_turn(SvgEdit *edit, SvgNode *line)
{
    svg_beside_note_line(edit, line);
    Note *note = note_of(edit, line);
    if (note) {
        note->turned = TRUE;
    }
}

/* Where new words of that size would go first. */
static SvgPoint first_place(SvgEdit *edit, SvgNode *line, const Note *note)
{
    double gap = note->clear < 0 ? 0 : note->as_new.usual;
    return svg_line_label_point(edit, line, note->box.w, note->box.h, gap);
}

void svg_beside_anew(SvgEdit *edit, SvgNode *line, const SvgBesideWords *words)
{
    svg_beside_note_line(edit, line);
    Note *note = note_of(edit, line);
    if (!note || note->anew) {
        return;
    }
    note->as_new = *words;
    note->as_new.w = note->box.w;
    note->as_new.h = note->box.h;
    note->as_new.ink = note->ink;
    double usual = svg_track_nearest(note->track, first_place(edit, line, note)).along;
    note->anew = fabs(note->along - usual) <= BY_ITSELF || fabs(note->along - 0.5) <= BY_ITSELF;
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

/* Its outline begins where it ended. */
static gboolean is_turned(const Note *note, const GArray *track)
{
    SvgPoint a = g_array_index(note->track, SvgTrackPoint, 0).at;
    SvgPoint b = g_array_index(note->track, SvgTrackPoint, note->track->len - 1).at;
    SvgPoint now = g_array_index(track, SvgTrackPoint, 0).at;
    return note->turned && hypot(now.x - b.x, now.y - b.y) < hypot(now.x - a.x, now.y - a.y);
}

static SvgPoint kept_place(const Note *note, const GArray *track)
{
    gboolean turned = is_turned(note, track);
    double along = turned ? 1 - note->along : note->along;
    Way way = way_at(track, svg_track_length(track), along);
    double half = half_across(&way, note->box.w, note->box.h);
    return beside(&way, turned ? -note->side : note->side,
                  note->clear < 0 ? note->share * half : half + note->clear);
}

static gboolean is_on_other_side(const GArray *track, const SvgBesideWords *words, SvgPoint middle)
{
    SvgBox box = {middle.x - words->w / 2, middle.y - words->h / 2, words->w, words->h};
    gboolean level, usual = svg_beside_is_usual(track, box, words->habit, &level);
    return !usual && (level ? words->habit.below : words->habit.left);
}

/* There as new words would be; on the line, if that is where they were. */
static SvgPoint new_place(SvgEdit *edit, SvgNode *line, const Note *note,
                          const SvgSurroundings *around)
{
    SvgBesidePlace first = {.middle = first_place(edit, line, note)};
    if (note->clear < 0) {
        Note on = *note;
        on.along = svg_track_nearest(around->own, first.middle).along;
        on.turned = FALSE;
        return kept_place(&on, around->own);
    }
    svg_beside_judge(around, &note->as_new, &first);
    if (first.clear && !is_on_other_side(around->own, &note->as_new, first.middle)) {
        return first.middle;
    }
    g_autoptr(GArray) places = svg_beside_places(around, &note->as_new, NULL, first.middle);
    return places->len ? g_array_index(places, SvgBesidePlace, 0).middle : first.middle;
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
    if (note->anew) {
        return new_place(edit, line, note, &around);
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
    SvgPoint to = settled_place(edit, line, note);
    return move_words(edit, note, svg_box_center(now), to, error);
}

gboolean svg_beside_again(SvgEdit *edit, SvgNode *line, GError **error)
{
    Note *note = note_of(edit, line);
    SvgBox now;
    if (!note || !box_of_words(edit, note, &now)) {
        return TRUE;
    }
    g_auto(SvgSurroundings) around = {0};
    Note kept = *note;
    svg_surroundings_read_own(edit, line, &around);
    const GArray *track = svg_track_length(around.own) > 0 ? around.own : note->track;
    kept.box = now;
    measure(&kept, track);
    kept.side = is_turned(note, track) ? -note->side : note->side;
    kept.turned = FALSE;
    kept.clear = note->clear;
    kept.share = note->share;
    SvgPoint to = kept_place(&kept, track);
    return move_words(edit, note, svg_box_center(now), to, error);
}

gboolean svg_beside_carries(SvgEdit *edit, SvgNode *line, SvgNode *part)
{
    const Note *note = note_of(edit, line);
    return note && g_ptr_array_find(note->words, part, NULL);
}
