/* Words beside an arrow, which say what it stands for. */
#include "shape/grid.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>

#define CANDIDATES  32
#define INSIDE      8            /* places along a text that are looked at, at most */
#define PLACES      (INSIDE + 9) /* in and around it */
#define GAP         1.0          /* of a text's height: how far from its line it may be */
#define TAG         1.8          /* of its height: how large the area behind words is */
#define MARGIN_PX   12   /* around lines that are looked for: places asked about aren't on them */
#define NEAR_END    0.04 /* of the line: words there are about what it ends at */
#define OTHER       0.5  /* of the gap: how much nearer a line of another colour has to be */
#define ASIDE       0.5  /* likewise one that the words are at an end of, unless it runs … */
#define CORE_ALONG  0.25 /* … through the words further in than so much of their width … */
#define CORE_ACROSS 0.15 /* … and height: then they were laid on it */
#define SAME        1e-6 /* of the gap: no nearer than what was found before it */
#define FAR_COLOR   96   /* of a channel's 255: another colour */

typedef struct {
    SvgScene *scene;
    SvgGrid *lines;   /* NULL until there are words to ask for */
    guint8 *is_bound; /* by entry: an arrow ends there */
} Search;

static gboolean is_connection(const SvgEntry *entry)
{
    gboolean joins = entry->from != SVG_NO_ENTRY && entry->to != SVG_NO_ENTRY;

    return (entry->kind == SVG_KIND_ARROW || (entry->kind == SVG_KIND_LINE && joins)) &&
           entry->visible && entry->label == SVG_NO_ENTRY;
}

/* A connection, or one of the lines that it is made of. */
static gboolean is_way(const SvgScene *scene, const SvgEntry *entry)
{
    guint of = entry->part_of;

    return is_connection(entry) ||
           (of != SVG_NO_ENTRY && !entry->closed && is_connection(svg_scene_entry(scene, of)));
}

double svg_caption_gap(SvgBox text)
{
    return GAP * MIN(text.w, text.h);
}

static double gap_of(const SvgEntry *text)
{
    return svg_caption_gap(text->box);
}

static gboolean is_free(const SvgEntry *entry)
{
    return entry->kind == SVG_KIND_TEXT && entry->visible && !svg_box_is_empty(entry->box) &&
           entry->labels == SVG_NO_ENTRY && entry->label == SVG_NO_ENTRY &&
           entry->tag != SVG_TAG_USE;
}

/* A plain area behind words, no larger than they need: words on a line have one so that it doesn't
 * run through them. */
static gboolean is_tag(const SvgScene *scene, const SvgEntry *entry)
{
    const SvgEntry *text;

    if (!entry->closed || entry->label == SVG_NO_ENTRY || entry->stroke.kind != SVG_PAINT_NONE ||
        svg_entry_owner(entry) != SVG_NO_ENTRY) {
        return FALSE;
    }
    text = svg_scene_entry(scene, entry->label);
    return text->next_label == SVG_NO_ENTRY && entry->box.h <= TAG * text->box.h &&
           entry->box.w - text->box.w <= TAG * text->box.h;
}

/* --- the nearest line ------------------------------------------------------------------------- */

static gboolean is_other_color(const SvgPaint *a, const SvgPaint *b)
{
    if (a->kind != SVG_PAINT_COLOR || b->kind != SVG_PAINT_COLOR) {
        return FALSE;
    }
    for (int shift = 0; shift <= 16; shift += 8) {
        if (ABS((int)(a->rgb >> shift & 0xff) - (int)(b->rgb >> shift & 0xff)) > FAR_COLOR) {
            return TRUE;
        }
    }
    return FALSE;
}

double svg_caption_distance(double distance, SvgBox text, const SvgPaint *ink,
                            const SvgPaint *stroke)
{
    return distance + (is_other_color(ink, stroke) ? OTHER * svg_caption_gap(text) : 0);
}

/* What was found for one text. */
typedef struct {
    guint seen[PLACES * CANDIDATES]; /* lines that were considered */
    guint n_seen;
    guint best; /* SVG_NO_ENTRY if none is near */
    double distance;
} Nearest;

static gboolean see(Nearest *nearest, guint line)
{
    for (guint i = 0; i < nearest->n_seen; i++) {
        if (nearest->seen[i] == line) {
            return FALSE;
        }
    }
    nearest->seen[nearest->n_seen++] = line;
    return TRUE;
}

/* Words are laid on a line, wherever on it, or beside it about halfway. */
static double aside(const GArray *track, SvgBox text, SvgTrackPlace place, double gap)
{
    SvgBox core = svg_box_grown(text, -CORE_ALONG * text.w, -CORE_ACROSS * text.h);
    gboolean through = svg_track_nearest_to_box(track, core).distance == 0;

    return through ? 0 : ASIDE * gap * fabs(2 * place.along - 1);
}

static void consider(Search *search, const SvgEntry *text, guint line, Nearest *nearest)
{
    g_autoptr(GArray) track = svg_scene_track(search->scene, line);
    SvgTrackPlace place = svg_track_nearest_to_box(track, text->box);
    const SvgEntry *way = svg_scene_entry(search->scene, line);
    gboolean whole = way->part_of == SVG_NO_ENTRY && way->last_link == line;
    double gap = gap_of(text);

    if (place.distance >= gap ||
        (whole && (place.along <= NEAR_END || place.along >= 1 - NEAR_END))) {
        return;
    }
    double far = svg_caption_distance(place.distance, text->box, &text->fill, &way->stroke);
    far += whole ? aside(track, text->box, place, gap) : 0;
    if (far < nearest->distance - SAME * gap) {
        nearest->distance = far;
        nearest->best = whole || way->part_of == SVG_NO_ENTRY ? line : way->part_of;
    }
}

static void look_at(Search *search, const SvgEntry *text, SvgPoint at, Nearest *nearest)
{
    guint found[CANDIDATES];
    guint n = svg_grid_at(search->lines, at, found, CANDIDATES);

    for (guint i = 0; i < n; i++) {
        if (see(nearest, found[i])) {
            consider(search, text, found[i], nearest);
        }
    }
}

/* So close to each other that no line runs through the words unseen. */
static void look_inside(Search *search, const SvgEntry *text, Nearest *nearest)
{
    SvgBox b = text->box;
    double n = ceil(MAX(b.w, b.h) / (2 * MARGIN_PX * svg_px(search->scene->doc)));
    guint places = (guint)CLAMP(n, 1, INSIDE);

    for (guint i = 0; i < places; i++) {
        double at = (i + 0.5) / places;
        SvgPoint wide = {b.x + at * b.w, b.y + b.h / 2}, high = {b.x + b.w / 2, b.y + at * b.h};

        look_at(search, text, b.w >= b.h ? wide : high, nearest);
    }
}

/* The line that the words are nearest to; SVG_NO_ENTRY if none is near. */
static guint line_of(Search *search, guint text)
{
    const SvgEntry *entry = svg_scene_entry(search->scene, text);
    SvgBox b = entry->box;
    double gap = gap_of(entry);
    Nearest nearest = {.best = SVG_NO_ENTRY, .distance = (1 + OTHER + ASIDE) * gap};
    SvgPoint middle = svg_box_center(b);

    look_at(search, entry, middle, &nearest);
    look_inside(search, entry, &nearest);
    for (guint i = 0; i < 2; i++) {
        double away = gap * (i ? 0.75 : 0.25);
        const SvgPoint asked[] = {{b.x - away, middle.y},
                                  {b.x + b.w + away, middle.y},
                                  {middle.x, b.y - away},
                                  {middle.x, b.y + b.h + away}};

        for (guint k = 0; k < G_N_ELEMENTS(asked); k++) {
            look_at(search, entry, asked[k], &nearest);
        }
    }
    return nearest.best;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* The last text of those that label `line`; SVG_NO_ENTRY when there is none. */
static guint last_text(const SvgScene *scene, guint line)
{
    guint last = svg_scene_entry(scene, line)->label;

    while (last != SVG_NO_ENTRY && svg_scene_entry(scene, last)->next_label != SVG_NO_ENTRY) {
        last = svg_scene_entry(scene, last)->next_label;
    }
    return last;
}

/* A second text joins when it reads on from the first. */
static void give(SvgScene *scene, guint line, guint text)
{
    guint last = last_text(scene, line);

    if (last == SVG_NO_ENTRY) {
        svg_scene_entry(scene, line)->label = text;
    } else if (svg_text_continues(svg_scene_entry(scene, last)->box,
                                  svg_scene_entry(scene, text)->box)) {
        svg_scene_entry(scene, last)->next_label = text;
    } else {
        return;
    }
    svg_scene_entry(scene, text)->labels = line;
}

static SvgBox box_of_way(gconstpointer scene, guint index)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);

    return is_way(scene, entry) ? entry->box : SVG_BOX_EMPTY;
}

/* Its words are the line's, and it is part of it. */
static void give_tag(SvgScene *scene, guint line, guint tag)
{
    SvgEntry *entry = svg_scene_entry(scene, tag);
    guint text = entry->label;

    svg_scene_entry(scene, text)->labels = SVG_NO_ENTRY;
    give(scene, line, text);
    if (svg_scene_entry(scene, text)->labels == line) {
        entry->label = SVG_NO_ENTRY;
        entry->part_of = line;
    } else {
        svg_scene_entry(scene, text)->labels = tag;
    }
}

static void find(Search *search)
{
    SvgScene *scene = search->scene;

    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        gboolean tag = is_tag(scene, entry);
        guint line;

        if (search->is_bound[i] || (!tag && !is_free(entry))) {
            continue;
        }
        if (!search->lines) {
            search->lines = svg_grid_new(scene->entries->len, box_of_way, scene,
                                         MARGIN_PX * svg_px(scene->doc));
        }
        line = line_of(search, i);
        if (line != SVG_NO_ENTRY && tag) {
            give_tag(scene, line, i);
        } else if (line != SVG_NO_ENTRY) {
            give(scene, line, i);
        }
    }
}

SvgBox svg_caption_reach(SvgBox where, double height)
{
    double tag = TAG * height, aside = where.w * (1 - SVG_MOSTLY_INSIDE);

    return svg_box_grown(where, aside + 2 * tag, 2 * tag);
}

SvgBox svg_scene_caption_area(const SvgScene *scene)
{
    SvgBox area = SVG_BOX_EMPTY;

    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (is_free(entry) || is_tag(scene, entry)) {
            area = svg_box_union(area, svg_box_grown(entry->box, gap_of(entry), gap_of(entry)));
        }
    }
    return area;
}

/* Marks what arrows end at. FALSE when there is no arrow. */
static gboolean mark_bound(Search *search)
{
    gboolean any = FALSE;

    for (guint i = 0; i < search->scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(search->scene, i);
        const guint ends[] = {entry->from, entry->to};

        any |= is_connection(entry);
        for (guint k = 0; k < 2; k++) {
            if (ends[k] != SVG_NO_ENTRY) {
                search->is_bound[ends[k]] = TRUE;
            }
        }
    }
    return any;
}

void svg_scene_find_captions(SvgScene *scene)
{
    guint n = scene->entries->len;
    Search search = {.scene = scene, .is_bound = g_new0(guint8, MAX(n, 1))};

    if (mark_bound(&search)) {
        find(&search);
        g_clear_pointer(&search.lines, svg_grid_free);
    }
    g_free(search.is_bound);
}
