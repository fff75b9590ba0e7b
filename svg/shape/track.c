/* Flattens outlines, and measures from them. */
#include "shape/track.h"

#include "geometry/parts.h"

#include <math.h>

#define PIECES      16        /* of a curve */
#define QUARTER     12        /* corners of a quarter of an ellipse */
#define LOOKS       8         /* in a box's longer side */
#define MOST_LOOKS  512       /* at one stretch */
#define MOST_POINTS 4096      /* of one track: what goes on is left out */
#define USUAL       8         /* points of a track */
#define MOST_KEPT   (1 << 20) /* points, in all tracks of a scene */

typedef struct {
    GArray *points;
    SvgMatrix matrix;
} Drawer;

static void put(GArray *points, SvgPoint at, gboolean first)
{
    SvgTrackPoint point = {at, first};

    if (points->len < MOST_POINTS) {
        g_array_append_val(points, point);
    }
}

static void draw(const SvgSegment *segment, SvgUserPoint from, gpointer data)
{
    Drawer *drawer = data;
    guint pieces = svg_segment_is_curve(segment) ? PIECES : 1;

    for (guint i = 1; i <= pieces; i++) {
        SvgUserPoint at = svg_segment_at(segment, from, (double)i / pieces);

        put(drawer->points, svg_matrix_to_document(drawer->matrix, at),
            segment->kind == SVG_SEG_MOVE);
    }
}

static void draw_rectangle(GArray *points, const SvgRoundedBox *rect, SvgMatrix matrix)
{
    SvgUserBox b = rect->box;
    const SvgUserPoint corners[] = {
        {b.x, b.y}, {b.x + b.w, b.y}, {b.x + b.w, b.y + b.h}, {b.x, b.y + b.h}, {b.x, b.y}};

    for (guint i = 0; i < G_N_ELEMENTS(corners); i++) {
        put(points, svg_matrix_to_document(matrix, corners[i]), i == 0);
    }
}

/* Of the unit circle, clockwise on screen from its right end on. */
static SvgUserPoint corner_of_circle(guint corner)
{
    static const double cosines[QUARTER + 1] = {
        1,
        0.99144486137381038,
        0.96592582628906831,
        0.92387953251128674,
        0.86602540378443865,
        0.79335334029123517,
        G_SQRT2 / 2,
        0.60876142900872066,
        0.5,
        0.38268343236508977,
        0.25881904510252074,
        0.13052619222005157,
        0,
    };
    double along = cosines[corner % QUARTER], across = cosines[QUARTER - corner % QUARTER];
    const SvgUserPoint quarters[] = {
        {along, across}, {-across, along}, {-along, -across}, {across, -along}};

    return quarters[corner / QUARTER % G_N_ELEMENTS(quarters)];
}

/* A part of an ellipse, in quarters from its right end on. */
static void draw_round(GArray *points, SvgMatrix matrix, SvgUserPoint center, SvgUserPoint radii,
                       guint first, guint quarters)
{
    guint begun = points->len, n = quarters * QUARTER + 1;

    g_array_set_size(points, begun + n);
    for (guint i = 0; i < n; i++) {
        SvgUserPoint unit = corner_of_circle(first * QUARTER + i);
        SvgUserPoint at = {center.x + radii.x * unit.x, center.y + radii.y * unit.y};

        g_array_index(points, SvgTrackPoint, begun + i) =
            (SvgTrackPoint){svg_matrix_to_document(matrix, at), begun + i == 0};
    }
}

static void draw_ellipse(GArray *points, SvgBox box)
{
    SvgPoint center = svg_box_center(box);

    draw_round(points, SVG_MATRIX_IDENTITY, (SvgUserPoint){center.x, center.y},
               (SvgUserPoint){box.w / 2, box.h / 2}, 0, 4);
}

static void draw_box(GArray *points, SvgBox box)
{
    SvgRoundedBox rect = {.box = {box.x, box.y, box.w, box.h}};

    draw_rectangle(points, &rect, SVG_MATRIX_IDENTITY);
}

static void draw_rounded(GArray *points, const SvgRoundedBox *rect, SvgMatrix matrix)
{
    SvgUserBox b = rect->box;
    double left = b.x + rect->rx, right = b.x + b.w - rect->rx;
    double top = b.y + rect->ry, bottom = b.y + b.h - rect->ry;
    const SvgUserPoint centers[] = {{right, bottom}, {left, bottom}, {left, top}, {right, top}};
    guint first = points->len;

    for (guint i = 0; i < G_N_ELEMENTS(centers); i++) {
        draw_round(points, matrix, centers[i], (SvgUserPoint){rect->rx, rect->ry}, i, 1);
    }
    put(points, g_array_index(points, SvgTrackPoint, first).at, FALSE);
}

/* 0, 0 where one of them has to be told from the other. */
static SvgUserPoint ellipse_radii(const SvgNode *node, const SvgLengthContext *viewport)
{
    double r = svg_node_length(node, "r", SVG_AXIS_OTHER, viewport, 0);

    return svg_node_tag(node) == SVG_TAG_CIRCLE
               ? (SvgUserPoint){r, r}
               : (SvgUserPoint){svg_node_length(node, "rx", SVG_AXIS_X, viewport, 0),
                                svg_node_length(node, "ry", SVG_AXIS_Y, viewport, 0)};
}

static gboolean has_segments(SvgTag tag)
{
    return (svg_tag_flags(tag) & SVG_TAG_HAS_VERTICES) != 0;
}

/* Of what has no segments, and may not be as its box says. FALSE when it can't be read. */
static gboolean draw_turned(GArray *points, SvgDocument *doc, const SvgEntry *entry,
                            SvgMatrix matrix)
{
    SvgLengthContext viewport = svg_element_viewport(doc, entry->node);
    SvgRoundedBox rect;

    if (svg_tag_flags(entry->tag) & SVG_TAG_IS_ROUND) {
        SvgUserPoint radii = ellipse_radii(entry->node, &viewport);
        SvgUserPoint center = {svg_node_length(entry->node, "cx", SVG_AXIS_X, &viewport, 0),
                               svg_node_length(entry->node, "cy", SVG_AXIS_Y, &viewport, 0)};

        if (!(radii.x > 0 && radii.y > 0)) {
            return FALSE;
        }
        draw_round(points, matrix, center, radii, 0, 4);
        return TRUE;
    }
    if (entry->tag != SVG_TAG_RECT || !svg_rect_read(entry->node, &viewport, &rect)) {
        return FALSE;
    }
    if (rect.rx > 0 && rect.ry > 0) {
        draw_rounded(points, &rect, matrix);
    } else {
        draw_rectangle(points, &rect, matrix);
    }
    return TRUE;
}

static gboolean has_own_box(const SvgEntry *entry)
{
    return entry->upright && !entry->joined && entry->kind != SVG_KIND_TEXT;
}

/* `matrix` is the entry's. */
static void draw_entry(GArray *points, SvgDocument *doc, const SvgEntry *entry, SvgMatrix matrix)
{
    gboolean own_box = has_own_box(entry);

    if (has_segments(entry->tag)) {
        Drawer drawer = {points, matrix};
        SvgLengthContext viewport = svg_element_viewport(doc, entry->node);

        svg_node_each_segment(entry->node, &viewport, draw, &drawer);
    } else if (own_box || !draw_turned(points, doc, entry, matrix)) {
        SvgBox box = own_box ? entry->box : svg_node_box(doc, entry->node);

        (entry->kind == SVG_KIND_ELLIPSE ? draw_ellipse : draw_box)(points, box);
    }
}

static GArray *new_track(SvgDocument *doc, const SvgEntry *entry, SvgMatrix matrix)
{
    GArray *points = g_array_sized_new(FALSE, FALSE, sizeof(SvgTrackPoint), USUAL);

    draw_entry(points, doc, entry, matrix);
    return points;
}

GArray *svg_track_of(SvgDocument *doc, const SvgEntry *entry)
{
    gboolean only_box = has_own_box(entry) && !has_segments(entry->tag);

    return new_track(doc, entry,
                     only_box ? SVG_MATRIX_IDENTITY : svg_node_matrix(doc, entry->node));
}

GArray *svg_scene_track(SvgScene *scene, guint index)
{
    gpointer key = GUINT_TO_POINTER(index + 1);
    GArray *track = scene->tracks ? g_hash_table_lookup(scene->tracks, key) : NULL;
    const SvgEntry *entry;

    if (track) {
        return g_array_ref(track);
    }
    entry = svg_scene_entry(scene, index);
    track = new_track(scene->doc, entry, svg_scene_matrix(scene, entry));
    if (!scene->tracks || scene->track_points > MOST_KEPT) {
        g_clear_pointer(&scene->tracks, g_hash_table_unref);
        scene->tracks = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
        scene->track_points = 0;
    }
    scene->track_points += track->len;
    g_hash_table_insert(scene->tracks, key, g_array_ref(track));
    return track;
}

/* --- measuring -------------------------------------------------------------------------------- */

static double distance(SvgPoint a, SvgPoint b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* The share of the way from a to b at which it is nearest to p. */
static double nearest_on(SvgPoint a, SvgPoint b, SvgPoint p)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double square = dx * dx + dy * dy;

    return square > 0 ? CLAMP(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0, 1) : 0;
}

SvgTrackPlace svg_track_nearest(const GArray *track, SvgPoint p)
{
    SvgTrackPlace best = {INFINITY, 0};
    double length = 0;

    for (guint i = 1; i < track->len; i++) {
        const SvgTrackPoint *b = &g_array_index(track, SvgTrackPoint, i);
        SvgPoint a = g_array_index(track, SvgTrackPoint, i - 1).at;
        double t, away;

        if (b->first) {
            continue;
        }
        t = nearest_on(a, b->at, p);
        away = distance((SvgPoint){a.x + t * (b->at.x - a.x), a.y + t * (b->at.y - a.y)}, p);
        if (away < best.distance) {
            best = (SvgTrackPlace){away, length + t * distance(a, b->at)};
        }
        length += distance(a, b->at);
    }
    best.along = length > 0 ? best.along / length : 0;
    return best;
}

double svg_track_distance(const GArray *track, SvgPoint p)
{
    double best = INFINITY; /* its square */

    for (guint i = 1; i < track->len; i++) {
        const SvgTrackPoint *b = &g_array_index(track, SvgTrackPoint, i);
        SvgPoint a = g_array_index(track, SvgTrackPoint, i - 1).at;

        if (!b->first) {
            double t = nearest_on(a, b->at, p);
            double dx = a.x + t * (b->at.x - a.x) - p.x, dy = a.y + t * (b->at.y - a.y) - p.y;
            double square = dx * dx + dy * dy;

            best = square < best ? square : best;
        }
    }
    return sqrt(best);
}

/* No place between a and b is nearer to the box. */
static double gap_to(SvgBox box, SvgPoint a, SvgPoint b)
{
    double dx = MAX(MAX(box.x - MAX(a.x, b.x), MIN(a.x, b.x) - box.x - box.w), 0);
    double dy = MAX(MAX(box.y - MAX(a.y, b.y), MIN(a.y, b.y) - box.y - box.h), 0);

    return hypot(dx, dy);
}

SvgTrackPlace svg_track_nearest_to_box(const GArray *track, SvgBox box)
{
    SvgTrackPlace best = {INFINITY, 0};
    double step = MAX(box.w, box.h) / LOOKS, length = 0, last = 0;

    for (guint i = 1; i < track->len; i++) {
        const SvgTrackPoint *b = &g_array_index(track, SvgTrackPoint, i);
        SvgPoint a = g_array_index(track, SvgTrackPoint, i - 1).at;
        double stretch = b->first ? 0 : distance(a, b->at);
        guint n = step > 0 ? (guint)CLAMP(ceil(stretch / step), 1, MOST_LOOKS) : 1;
        gboolean may_be_nearer = !b->first && gap_to(box, a, b->at) < best.distance;

        for (guint k = 0; k <= n && may_be_nearer; k++) {
            double t = (double)k / n;
            double away = svg_box_distance(
                box, (SvgPoint){a.x + t * (b->at.x - a.x), a.y + t * (b->at.y - a.y)});

            if (away < best.distance) {
                best = (SvgTrackPlace){away, length + t * stretch};
            }
            last = away == best.distance ? length + t * stretch : last;
        }
        length += stretch;
    }
    best.along = length > 0 ? (best.along + last) / 2 / length : 0;
    return best;
}

double svg_track_length(const GArray *track)
{
    double length = 0;

    for (guint i = 1; i < track->len; i++) {
        const SvgTrackPoint *b = &g_array_index(track, SvgTrackPoint, i);

        length += b->first ? 0 : distance(g_array_index(track, SvgTrackPoint, i - 1).at, b->at);
    }
    return length;
}

SvgPoint svg_track_at(const GArray *track, double along)
{
    SvgPoint at = g_array_index(track, SvgTrackPoint, 0).at;

    for (guint i = 1; i < track->len && along > 0; i++) {
        const SvgTrackPoint *to = &g_array_index(track, SvgTrackPoint, i);
        double length = to->first ? 0 : distance(at, to->at);
        double share = length > along ? along / length : 1;

        at = (SvgPoint){at.x + share * (to->at.x - at.x), at.y + share * (to->at.y - at.y)};
        along -= length;
    }
    return at;
}

/* A ray to the right of p crosses the edge. */
static gboolean crosses(SvgPoint a, SvgPoint b, SvgPoint p)
{
    return (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
}

gboolean svg_track_encloses(const GArray *track, SvgPoint p)
{
    gboolean inside = FALSE;
    guint start = 0;

    for (guint i = 0; i < track->len; i++) {
        const SvgTrackPoint *at = &g_array_index(track, SvgTrackPoint, i);
        gboolean last = i + 1 == track->len || g_array_index(track, SvgTrackPoint, i + 1).first;

        start = at->first ? i : start;
        if (i > start) {
            inside ^= crosses(g_array_index(track, SvgTrackPoint, i - 1).at, at->at, p);
        }
        if (last) {
            inside ^= crosses(at->at, g_array_index(track, SvgTrackPoint, start).at, p);
        }
    }
    return inside;
}

/* --- of entries ------------------------------------------------------------------------------- */

gboolean svg_entry_is_box(const SvgEntry *entry)
{
    return entry->tag == SVG_TAG_RECT && entry->kind != SVG_KIND_ELLIPSE && has_own_box(entry);
}

/* For one question: what has no segments is drawn in no time, and isn't kept. Valid until the next
 * call. */
static GArray *track_for_now(SvgScene *scene, guint index)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);

    if (has_segments(entry->tag)) {
        return svg_scene_track(scene, index);
    }
    if (!scene->quick_track) {
        scene->quick_track = g_array_new(FALSE, FALSE, sizeof(SvgTrackPoint));
    }
    g_array_set_size(scene->quick_track, 0);
    draw_entry(scene->quick_track, scene->doc, entry, svg_scene_matrix(scene, entry));
    return g_array_ref(scene->quick_track);
}

double svg_scene_distance(SvgScene *scene, guint index, SvgPoint p)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);
    SvgBox box = entry->box;
    g_autoptr(GArray) track = NULL;

    if (svg_entry_is_box(entry)) {
        double across = MIN(p.x - box.x, box.x + box.w - p.x);
        double down = MIN(p.y - box.y, box.y + box.h - p.y);

        return svg_box_holds(box, p) ? MIN(across, down) : svg_box_distance(box, p);
    }
    track = track_for_now(scene, index);
    return svg_track_distance(track, p);
}

gboolean svg_scene_encloses(SvgScene *scene, guint index, SvgPoint p)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);
    g_autoptr(GArray) track = svg_entry_is_box(entry) ? NULL : track_for_now(scene, index);

    return track ? svg_track_encloses(track, p) : svg_box_holds(entry->box, p);
}
