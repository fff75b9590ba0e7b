/* Ends of lines stay at the shape they are at, when it is moved or changes its size. */
#include "edit/ends.h"

#include "edit/beside.h"
#include "edit/connect.h"
#include "edit/found.h"
#include "edit/joint.h"
#include "edit/linked.h"
#include "edit/rewrite.h"
#include "geometry/parts.h"
#include "shape/ends.h"
#include "shape/scene.h"
#include "shape/unit.h"

#include <math.h>

#define TURN 0.01 /* radians: heads are turned with their line by more */

/* --- the outline of a line -------------------------------------------------------------------- */

static gboolean is_level(SvgUserPoint a, SvgUserPoint b)
{
    return a.y == b.y;
}

static gboolean is_upright(SvgUserPoint a, SvgUserPoint b)
{
    return a.x == b.x;
}

/* Right angles all the way. */
static gboolean is_square(const GArray *segments, const GArray *corners)
{
    for (guint i = 1; i < corners->len; i++) {
        SvgUserPoint a = g_array_index(corners, SvgUserPoint, i - 1);
        SvgUserPoint b = g_array_index(corners, SvgUserPoint, i);
        if (svg_segment_is_curve(&g_array_index(segments, SvgSegment, i)) ||
            !(is_level(a, b) || is_upright(a, b))) {
            return FALSE;
        }
    }
    return corners->len > 2;
}

/* Where each corner goes when one end goes by `delta`: right angles stay, other outlines are
 * stretched along their way. */
static SvgUserPoint *deltas_of(const GArray *segments, const GArray *corners, gboolean first,
                               SvgUserPoint delta)
{
    guint n = corners->len, end = first ? 0 : n - 1, next = first ? 1 : n - 2;
    SvgUserPoint *deltas = g_new0(SvgUserPoint, n);
    if (is_square(segments, corners)) {
        SvgUserPoint a = g_array_index(corners, SvgUserPoint, end);
        SvgUserPoint b = g_array_index(corners, SvgUserPoint, next);
        deltas[next] = (SvgUserPoint){is_upright(a, b) ? delta.x : 0, is_level(a, b) ? delta.y : 0};
        deltas[end] = delta;
        return deltas;
    }
    for (guint i = 0; i < n; i++) {
        double share = (double)(first ? n - 1 - i : i) / (n - 1);
        deltas[i] = (SvgUserPoint){share * delta.x, share * delta.y};
    }
    return deltas;
}

/* FALSE when the outline isn't one that can be written anew. */
static gboolean shift_outline(SvgEdit *edit, SvgNode *line, const GArray *segments, gboolean first,
                              SvgUserPoint delta)
{
    g_autoptr(GArray) corners = svg_line_corners(segments);
    guint n = corners->len;
    if (n < 2) {
        return FALSE;
    }
    SvgUserPoint at = g_array_index(corners, SvgUserPoint, first ? 0 : n - 1);
    if (svg_node_tag(line) == SVG_TAG_LINE) {
        svg_line_put_end(edit, line, first, (SvgUserPoint){at.x + delta.x, at.y + delta.y});
        return TRUE;
    }
    SvgUserPoint *deltas = deltas_of(segments, corners, first, delta);
    gboolean done = svg_line_shift_corners(edit, line, corners, deltas);
    g_free(deltas);
    return done;
}

/* --- one end ---------------------------------------------------------------------------------- */

/* What happens to one end, in document space. */
typedef struct {
    SvgPoint at, other; /* the line's ends as they are now */
    gboolean straight;
    SvgMatrix turn; /* of the heads, about where the tip goes */
    SvgPoint tip;   /* where it goes */
} Step;

/* A straight line turns, and its heads with it. */
static SvgMatrix turn_of(const SvgLineEnd *end, const Step *step)
{
    double before = atan2(end->tip.y - step->other.y, end->tip.x - step->other.x);
    double after = atan2(step->tip.y - step->other.y, step->tip.x - step->other.x);
    double angle = step->straight && end->heads[0] ? after - before : 0;
    double c = cos(angle), s = sin(angle);
    return fabs(angle) > TURN ? (SvgMatrix){c, s, -s, c, 0, 0} : SVG_MATRIX_IDENTITY;
}

static gboolean read_step(SvgDocument *doc, const SvgLineEnd *end, const GArray *segments,
                          Step *step)
{
    SvgMatrix m = svg_node_matrix(doc, end->line);
    SvgUserPoint ends[2], unused;
    if (!svg_segments_ends(segments, &ends[0], &ends[1], &unused, &unused)) {
        return FALSE;
    }
    step->at = svg_matrix_to_document(m, ends[end->first ? 0 : 1]);
    step->other = svg_matrix_to_document(m, ends[end->first ? 1 : 0]);
    step->straight =
        segments->len == 2 && g_array_index(segments, SvgSegment, 1).kind == SVG_SEG_LINE;
    step->turn = turn_of(end, step);
    return TRUE;
}

/* A head turns about its tip on the way there. */
static gboolean move_heads(SvgEdit *edit, const SvgLineEnd *end, const Step *step, GError **error)
{
    SvgMatrix m = svg_matrix_multiply(
        svg_matrix_translation(step->tip.x, step->tip.y),
        svg_matrix_multiply(step->turn, svg_matrix_translation(-end->tip.x, -end->tip.y)));
    for (guint i = 0; i < G_N_ELEMENTS(end->heads) && end->heads[i]; i++) {
        SvgNode *head = end->heads[i];
        gboolean deleted = !svg_node_contains(edit->doc->root, head);
        if (deleted || !svg_locks_allow_change(edit->doc, head, NULL)) {
            continue;
        }
        gboolean moved = svg_matrix_is_translation(m)
                             ? svg_node_move_by(edit, head, m.e, m.f, error)
                             : svg_node_apply(edit, head, m, error);
        if (!moved) {
            return FALSE;
        }
        svg_edit_changed(edit, head);
    }
    return TRUE;
}

/* By how much the line's end goes, in its own space: with its head, which may have turned. FALSE
 * when it isn't where it was, or its transform can't be inverted. */
static gboolean find_delta(SvgDocument *doc, SvgLineEnd *end, const Step *step, SvgUserPoint *delta)
{
    SvgPoint back = {end->at.x - end->tip.x, end->at.y - end->tip.y};
    SvgPoint to = {step->tip.x + step->turn.a * back.x + step->turn.c * back.y,
                   step->tip.y + step->turn.b * back.x + step->turn.d * back.y};
    SvgMatrix inverse;
    gboolean stayed = svg_way_is_same(end->at, step->at);
    end->at = to;
    if (!stayed || !svg_matrix_invert(svg_node_matrix(doc, end->line), &inverse)) {
        return FALSE;
    }
    SvgUserPoint a = svg_matrix_to_user(inverse, step->at), b = svg_matrix_to_user(inverse, to);
    *delta = (SvgUserPoint){b.x - a.x, b.y - a.y};
    return TRUE;
}

static SvgPoint middle_of(SvgDocument *doc, const SvgNode *line)
{
    SvgPoint ends[2] = {{0, 0}, {0, 0}};
    svg_line_ends(doc, line, ends);
    return (SvgPoint){(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2};
}

/* Words beside one of several lines that are one go with its middle. */
static gboolean move_words(SvgEdit *edit, SvgNode *line, SvgPoint was, GError **error)
{
    SvgPoint now = middle_of(edit->doc, line);
    g_autoptr(GPtrArray) words = svg_node_labels(edit, line);
    for (guint i = 0; i < words->len; i++) {
        SvgNode *text = words->pdata[i];
        if (svg_node_is_words(text) && !svg_way_is_same(was, now) &&
            svg_locks_allow_change(edit->doc, text, NULL)) {
            if (!svg_node_move_by(edit, text, now.x - was.x, now.y - was.y, error)) {
                return FALSE;
            }
            svg_edit_changed(edit, text);
        }
    }
    return TRUE;
}

/* Of several lines that are one. */
static gboolean follow_linked(SvgEdit *edit, SvgLineEnd *end, SvgPoint tip, GError **error)
{
    SvgNode *line = end->line, *link = end->link;
    SvgPoint was = middle_of(edit->doc, line), next = middle_of(edit->doc, link);
    SvgPoint by = svg_linked_follow(edit, end, tip);
    Step step = {.turn = SVG_MATRIX_IDENTITY, .tip = {end->tip.x + by.x, end->tip.y + by.y}};
    return move_heads(edit, end, &step, error) && move_words(edit, line, was, error) &&
           move_words(edit, link, next, error);
}

/* What this end left behind at the other side of its corner may find room now. */
static gboolean follow_both(SvgEdit *edit, SvgLineEnd *end, SvgPoint tip, GError **error)
{
    if (!follow_linked(edit, end, tip, error)) {
        return FALSE;
    }
    end->tip = tip;
    SvgLineEnd *twin = svg_linked_twin(edit, end);
    return !twin || !svg_linked_is_left(twin) || !svg_linked_has(edit, twin) ||
           follow_linked(edit, twin, twin->tip, error);
}

/* By the element that has it alone. */
static gboolean put(SvgEdit *edit, SvgLineEnd *end, SvgPoint tip, GError **error)
{
    SvgLengthContext viewport = svg_element_viewport(edit->doc, end->line);
    g_autoptr(GArray) segments = svg_node_segments(end->line, &viewport);
    SvgBox before = svg_node_box(edit->doc, end->line);
    Step step = {.tip = tip};
    SvgUserPoint delta;
    if (!segments || !read_step(edit->doc, end, segments, &step) ||
        !find_delta(edit->doc, end, &step, &delta) ||
        !svg_locks_allow_change(edit->doc, end->line, NULL)) {
        return TRUE;
    }
    svg_beside_note(edit, end->line);
    if (!shift_outline(edit, end->line, segments, end->first, delta)) {
        svg_edit_remark(edit, "%s was left as it is", svg_node_id(edit->doc, end->line));
        return TRUE;
    }
    svg_edit_changed(edit, end->line);
    return move_heads(edit, end, &step, error) && svg_carry_words(edit, end->line, before, error);
}

static gboolean follow(SvgEdit *edit, SvgLineEnd *end, SvgPoint tip, GError **error)
{
    gboolean linked =
        svg_linked_has(edit, end) && svg_locks_allow_change(edit->doc, end->line, NULL);
    return (linked ? follow_both : put)(edit, end, tip, error);
}

gboolean svg_line_end_put(SvgEdit *edit, SvgLineEnd *end, SvgPoint tip, GError **error)
{
    return svg_edit_allows(edit, end->line, error) && put(edit, end, tip, error);
}

static gboolean all_follow(SvgEdit *edit, SvgEnds *ends, SvgNode *top, SvgNode *shape,
                           GError **error)
{
    SvgBox box = svg_node_box(edit->doc, shape);
    for (guint i = 0; i < ends->list->len; i++) {
        SvgLineEnd *end = &g_array_index(ends->list, SvgLineEnd, i);
        SvgPoint tip = svg_tip_at_box(end->tip, ends->box, box);
        gboolean there = svg_node_contains(edit->doc->root, end->line);
        if (!there || svg_way_is_same(tip, end->tip) || svg_node_contains(top, end->line) ||
            svg_joint_has(edit, end->line)) {
            continue;
        }
        if (!follow(edit, end, tip, error)) {
            return FALSE;
        }
        end->tip = tip;
    }
    ends->box = box;
    return TRUE;
}

/* Those at the shape, and at what is in it. */
gboolean svg_lines_follow(SvgEdit *edit, SvgNode *shape, GError **error)
{
    SvgFollow *follow = svg_follow_of(edit->doc);
    for (SvgNode *at = shape; at; at = svg_node_walk(shape, at, FALSE)) {
        SvgEnds *ends = at->name ? g_hash_table_lookup(follow->ends, at) : NULL;
        if (ends && !all_follow(edit, ends, shape, at, error)) {
            return FALSE;
        }
    }
    return svg_joints_follow(edit, shape, error);
}
