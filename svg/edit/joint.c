/* Lines and arrows between shapes: read, and brought back between them. */
#include "edit/joint.h"

#include "document/refs.h"
#include "edit/beside.h"
#include "edit/build.h"
#include "edit/connect.h"
#include "edit/follow.h"
#include "edit/laying.h"
#include "edit/mask_gap.h"
#include "edit/rewrite.h"
#include "edit/style_defaults.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>

#define STAYS    0.05 /* px: what was written is on a grid */
#define TURN     0.01 /* radians: heads are turned with their line by more */
#define LEVEL    1e-3 /* of its length: by how much a level line may rise */
#define MOST_GAP 40   /* px, from a tip to the outline of its shape */

/* All that are known of a document. */
typedef struct {
    GHashTable *of;   /* SvgNode * of a line → SvgJoint; NULL where there can be none */
    GPtrArray *lines; /* SvgNode *, in the order in which they were read */
} Joints;

static void joint_free(gpointer data)
{
    SvgJoint *joint = data;
    if (joint) {
        g_array_unref(joint->way);
        g_array_unref(joint->now);
        g_free(joint->text);
        g_free(joint);
    }
}

static void joints_free(gpointer kept)
{
    Joints *joints = kept;
    g_hash_table_unref(joints->of);
    g_ptr_array_unref(joints->lines);
    g_free(joints);
}

static const SvgKeeper keeper = {.free = joints_free, .forget = SVG_FORGET_UNDONE};

static Joints *joints_of(SvgEdit *edit)
{
    Joints *joints = svg_kept(edit->doc, &keeper);
    if (joints) {
        return joints;
    }
    joints = g_new(Joints, 1);
    joints->of = g_hash_table_new_full(NULL, NULL, NULL, joint_free);
    joints->lines = g_ptr_array_new();
    return svg_keep(edit->doc, &keeper, joints);
}

static double distance(SvgPoint a, SvgPoint b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* --- reading ---------------------------------------------------------------------------------- */

static void read_end(SvgEdit *edit, SvgJoint *joint, guint which)
{
    const SvgLineEnd *end = &joint->ends[which];
    double unit = svg_unit(edit->doc);
    if (end->heads[0]) {
        SvgPoint out = svg_way_out(joint->way, which);
        SvgPoint off = {end->tip.x - end->at.x, end->tip.y - end->at.y};
        joint->back[which] = off.x * out.x + off.y * out.y;
        joint->aside[which] = off.x * out.y - off.y * out.x;
    }
    joint->tip[which] = end->tip;
    if (!end->shape) {
        return;
    }
    g_auto(SvgOutlined) outline = svg_outlined(edit, end->shape);
    joint->boxes[which] = svg_node_box(edit->doc, end->shape);
    joint->gap[which] = CLAMP(svg_outlined_distance(&outline, end->tip), 0, MOST_GAP * unit);
    joint->inside[which] = !svg_outlined_spares(&outline, joint->way, unit);
}

static SvgJoint *read_joint(SvgEdit *edit, SvgNode *line)
{
    SvgLineEnd ends[2];
    guint from;
    g_autoptr(GArray) way = svg_way_of(edit->doc, line);
    if (!way || !svg_line_both_ends(edit->doc, line, ends, &from)) {
        return NULL;
    }
    SvgJoint *joint = g_new0(SvgJoint, 1);
    *joint = (SvgJoint){.ends = {ends[0], ends[1]}, .from = from};
    joint->way = g_array_ref(way);
    joint->now = g_array_copy(way);
    const char *name = svg_line_attr(line);
    joint->text = name ? g_strdup(svg_node_attr(line, name)) : NULL;
    for (guint i = 0; i < 2; i++) {
        read_end(edit, joint, i);
    }
    return joint;
}

/* The line is where it was written last. */
static gboolean is_current(SvgEdit *edit, const SvgJoint *joint, SvgNode *line)
{
    g_autoptr(GArray) way = svg_way_of(edit->doc, line);
    double slack = STAYS * svg_unit(edit->doc);
    return way && way->len == joint->now->len &&
           distance(svg_way_end(way, 0), svg_way_end(joint->now, 0)) <= slack &&
           distance(svg_way_end(way, 1), svg_way_end(joint->now, 1)) <= slack;
}

static SvgJoint *kept(SvgEdit *edit, const SvgNode *line)
{
    return g_hash_table_lookup(joints_of(edit)->of, line);
}

gboolean svg_joint_has(SvgEdit *edit, SvgNode *line)
{
    return kept(edit, line) != NULL;
}

SvgJoint *svg_joint_of(SvgEdit *edit, SvgNode *line)
{
    SvgJoint *joint = kept(edit, line);
    if (!joint || joint->stale || !is_current(edit, joint, line)) {
        joint = read_joint(edit, line);
        if (g_hash_table_insert(joints_of(edit)->of, line, joint)) {
            g_ptr_array_add(joints_of(edit)->lines, line);
        }
    }
    return joint;
}

/* What holds the line was moved, and its heads with it. */
static void move_now(SvgEdit *edit, SvgJoint *joint, SvgNode *line)
{
    g_autoptr(GArray) way = svg_way_of(edit->doc, line);
    SvgPoint was = svg_way_end(joint->now, 0), is = way ? svg_way_end(way, 0) : was;
    svg_way_map(joint->now, svg_matrix_translation(is.x - was.x, is.y - was.y));
    for (guint i = 0; i < 2; i++) {
        joint->tip[i].x += is.x - was.x;
        joint->tip[i].y += is.y - was.y;
    }
}

SvgJoint *svg_joint_moved(SvgEdit *edit, SvgNode *line, gboolean moved)
{
    SvgJoint *joint = kept(edit, line);
    if (joint && moved) {
        move_now(edit, joint, line);
    }
    return joint && is_current(edit, joint, line) ? joint : NULL;
}

static void forget_ends(SvgFollow *follow, SvgNode *shape)
{
    g_hash_table_remove(follow->ends, shape);
    follow->ends_complete = FALSE;
}

void svg_joint_forget(SvgEdit *edit, SvgNode *line)
{
    SvgFollow *follow = svg_follow_of(edit->doc);
    const SvgJoint *joint = kept(edit, line);
    for (guint i = 0; joint && i < 2; i++) {
        forget_ends(follow, joint->ends[i].shape);
    }
    g_hash_table_remove(joints_of(edit)->of, line);
    g_ptr_array_remove(joints_of(edit)->lines, line);
}

/* --- those at a shape ------------------------------------------------------------------------- */

static gboolean is_where_it_was(SvgEdit *edit, const SvgLineEnd *end)
{
    const SvgJoint *joint = kept(edit, end->line);
    SvgPoint ends[2];
    return joint ? is_current(edit, joint, end->line)
                 : svg_line_ends(edit->doc, end->line, ends) &&
                       distance(ends[end->first ? 0 : 1], end->at) <= STAYS * svg_unit(edit->doc);
}

static const SvgEnds *ends_at(SvgEdit *edit, SvgNode *shape)
{
    return g_hash_table_lookup(svg_follow_of(edit->doc)->ends, shape);
}

/* A line was changed since: what is at the shape is found anew. */
static void renew_ends(SvgEdit *edit, SvgNode *shape)
{
    const SvgEnds *ends = ends_at(edit, shape);
    for (guint i = 0; ends && i < ends->list->len; i++) {
        const SvgLineEnd *end = &g_array_index(ends->list, SvgLineEnd, i);
        if (svg_node_contains(edit->doc->root, end->line) && !is_where_it_was(edit, end)) {
            forget_ends(svg_follow_of(edit->doc), shape);
            svg_follow_prepare(edit->doc, shape);
            return;
        }
    }
}

static void note_lines(SvgEdit *edit, SvgNode *shape)
{
    renew_ends(edit, shape);
    const SvgEnds *ends = ends_at(edit, shape);
    for (guint i = 0; ends && i < ends->list->len; i++) {
        SvgNode *line = g_array_index(ends->list, SvgLineEnd, i).line;
        if (svg_node_contains(edit->doc->root, line)) {
            svg_joint_of(edit, line);
        }
    }
}

/* Straight ones and arcs are laid by connect.c. */
static void note_connectors(SvgEdit *edit, SvgNode *shape)
{
    g_autoptr(GPtrArray) referrers = shape->id ? svg_refs_to_self(edit->doc, shape) : NULL;
    for (guint i = 0; referrers && i < referrers->len; i++) {
        SvgNode *line = referrers->pdata[i];
        SvgPoint points[2];
        double bend;
        if (svg_node_is_connector(line) && !svg_connector_is_square(line) &&
            !svg_read_line(edit, line, &points[0], &points[1], &bend)) {
            svg_joint_of(edit, line);
        }
    }
}

void svg_joints_note(SvgEdit *edit, SvgNode *shape)
{
    gboolean connectors = svg_document_has_name(edit->doc, "inkscape:connection-start") ||
                          svg_document_has_name(edit->doc, "inkscape:connection-end");
    for (SvgNode *at = shape; at; at = svg_node_walk(shape, at, FALSE)) {
        if (at->name) {
            note_lines(edit, at);
        }
        if (at->name && connectors) {
            note_connectors(edit, at);
        }
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

/* A head turns about its tip on the way there. */
static SvgMatrix way_of_head(const SvgJoint *joint, guint which, SvgPoint tip, double by)
{
    double c = cos(by), s = sin(by);
    SvgPoint was = joint->tip[which];
    SvgMatrix turn = fabs(by) > TURN ? (SvgMatrix){c, s, -s, c, 0, 0} : SVG_MATRIX_IDENTITY;
    return svg_matrix_multiply(svg_matrix_translation(tip.x, tip.y),
                               svg_matrix_multiply(turn, svg_matrix_translation(-was.x, -was.y)));
}

static gboolean move_heads(SvgEdit *edit, SvgJoint *joint, guint which, SvgPoint tip, double angle,
                           GError **error)
{
    double by = remainder(angle - joint->turned[which], 2 * G_PI);
    SvgMatrix m = way_of_head(joint, which, tip, by);
    for (guint i = 0; i < 2 && joint->ends[which].heads[i]; i++) {
        SvgNode *head = joint->ends[which].heads[i];
        gboolean there = svg_node_contains(edit->doc->root, head);
        if (!there || !svg_locks_allow_change(edit->doc, head, NULL)) {
            continue;
        }
        if (!(svg_matrix_is_translation(m) ? svg_node_move_by(edit, head, m.e, m.f, error)
                                           : svg_node_apply(edit, head, m, error))) {
            return FALSE;
        }
        svg_edit_changed(edit, head);
    }
    joint->turned[which] += fabs(by) > TURN ? by : 0;
    joint->tip[which] = tip;
    return TRUE;
}

/* From how the line came there when it was read. */
static double turn_of(const SvgJoint *joint, const GArray *way, guint which)
{
    SvgPoint was = svg_way_out(joint->way, which), now = svg_way_out(way, which);
    return atan2(was.x * now.y - was.y * now.x, was.x * now.x + was.y * now.y);
}

static gboolean write_line(SvgEdit *edit, SvgJoint *joint, SvgNode *line, GArray *way)
{
    SvgPoint ends[2];
    SvgMatrix inverse;
    double bend;
    gboolean arc = svg_node_tag(line) == SVG_TAG_PATH &&
                   svg_read_line(edit, line, &ends[0], &ends[1], &bend) && bend != 0 &&
                   svg_matrix_invert(svg_node_matrix(edit->doc, line), &inverse);
    if (!arc) {
        return svg_line_restore(edit, line, joint->text, joint->way, way) ||
               svg_line_shift(edit, line, joint->now, way) || svg_way_write(edit, line, way);
    }
    double was = distance(ends[0], ends[1]);
    SvgPoint to[2] = {svg_way_end(way, 0), svg_way_end(way, 1)};
    double scale = was > 0 ? distance(to[0], to[1]) / was : 1;
    svg_build_line(edit, line, to[0], to[1], bend * scale, inverse);
    return TRUE;
}

static gboolean write_all(SvgEdit *edit, SvgJoint *joint, SvgNode *line, const SvgLaid *laid,
                          SvgManner manner, GError **error)
{
    SvgBox before = svg_node_box(edit->doc, line);
    gboolean as_drawn = manner == SVG_MANNER_AS_DRAWN;
    svg_beside_note_line(edit, line);
    if (!as_drawn && !svg_way_write(edit, line, laid->way)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is a <%s>, which %s; create an arrow in its place",
                    svg_node_id(edit->doc, line), line->name->str,
                    manner == SVG_MANNER_BENT ? "has no curves" : "can't be written anew");
        return FALSE;
    }
    if (as_drawn && !write_line(edit, joint, line, laid->way)) {
        svg_edit_remark(edit, "%s was left as it is", svg_node_id(edit->doc, line));
        return TRUE;
    }
    svg_edit_changed(edit, line);
    for (guint i = 0; i < 2; i++) {
        if (!move_heads(edit, joint, i, laid->tips[i], turn_of(joint, laid->way, i), error)) {
            return FALSE;
        }
    }
    g_array_unref(joint->now);
    joint->now = g_array_ref(laid->way);
    svg_mask_reach(edit, line);
    return svg_carry_words(edit, line, before, error);
}

/* --- following -------------------------------------------------------------------------------- */

/* Inside it is as far along; what is off it stays as far off. */
static double along(double p, double from, double size, double to, double now)
{
    double in = CLAMP(p - from, 0, size);
    return p - from - in + to + (size > 0 ? in / size * now : 0);
}

SvgPoint svg_tip_at_box(SvgPoint tip, SvgBox from, SvgBox to)
{
    return (SvgPoint){along(tip.x, from.x, from.w, to.x, to.w),
                      along(tip.y, from.y, from.h, to.y, to.h)};
}

gboolean svg_joint_lay(SvgEdit *edit, SvgJoint *joint, SvgNode *line, const SvgLaying *laying,
                       GError **error)
{
    g_auto(SvgLaid) laid = {0};
    if (!svg_laying_find(edit, joint, line, laying, &laid)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "no way with right angles was found for \"%s\": move its shapes apart, or what "
                    "lies between them",
                    svg_node_id(edit->doc, line));
        return FALSE;
    }
    if (laying->turned) {
        svg_beside_turn(edit, line);
    }
    return write_all(edit, joint, line, &laid, laying->manner, error);
}

static gboolean has_grown(const SvgJoint *joint, const SvgBox now[2], guint which)
{
    SvgBox was = joint->boxes[which];
    return now[which].w != was.w || now[which].h != was.h;
}

static gboolean is_in(double p, double from, double size)
{
    return p >= from && p <= from + size;
}

/* The end at a shape that has another size is as far along it as it was. But a line that is level
 * stays so, where the other end stays and its place is still at the shape; where that is on the
 * shape is then another thing than it was, and for later moves it is read anew. */
static SvgPoint tip_now(SvgJoint *joint, const SvgBox now[2], guint which)
{
    SvgPoint tip = joint->ends[which].tip, other = joint->ends[1 - which].tip;
    SvgPoint to = svg_tip_at_box(tip, joint->boxes[which], now[which]);
    SvgBox still = joint->boxes[1 - which], box = now[which];
    double near = LEVEL * distance(tip, other);
    if (has_grown(joint, now, which) && svg_way_is_straight(joint->way) &&
        svg_box_equal(still, now[1 - which])) {
        to.x = fabs(tip.x - other.x) <= near && is_in(tip.x, box.x, box.w) ? tip.x : to.x;
        to.y = fabs(tip.y - other.y) <= near && is_in(tip.y, box.y, box.h) ? tip.y : to.y;
        joint->stale = TRUE;
    }
    return to;
}

gboolean svg_joint_follow(SvgEdit *edit, SvgJoint *joint, SvgNode *line, GError **error)
{
    SvgLaying laying = {.known = {TRUE, TRUE}};
    double least = 0, size = 0;
    SvgBox now[2];
    for (guint i = 0; i < 2; i++) {
        SvgNode *shape = joint->ends[i].shape;
        gboolean there = shape && svg_node_contains(edit->doc->root, shape);
        laying.shapes[i] = there ? shape : NULL;
        now[i] = there ? svg_node_box(edit->doc, shape) : joint->boxes[i];
    }
    for (guint i = 0; i < 2; i++) {
        SvgPoint tip = joint->ends[i].tip;
        laying.tips[i] = laying.shapes[i] ? tip_now(joint, now, i) : tip;
        least = MAX(least, distance(laying.tips[i], joint->tip[i]));
        size = MAX(size, fabs(tip.x) + fabs(tip.y));
    }
    if (least <= 1e-9 * size || !svg_locks_allow_change(edit->doc, line, NULL)) {
        return TRUE;
    }
    return svg_joint_lay(edit, joint, line, &laying, error);
}

static gboolean ends_in(const SvgJoint *joint, SvgNode *top)
{
    return (joint->ends[0].shape && svg_node_contains(top, joint->ends[0].shape)) ||
           (joint->ends[1].shape && svg_node_contains(top, joint->ends[1].shape));
}

gboolean svg_joints_follow(SvgEdit *edit, SvgNode *top, GError **error)
{
    const GPtrArray *lines = joints_of(edit)->lines;
    for (guint i = 0; i < lines->len; i++) {
        SvgNode *line = lines->pdata[i];
        gboolean there = svg_node_contains(edit->doc->root, line);
        SvgJoint *joint = there ? kept(edit, line) : NULL;
        if (joint && ends_in(joint, top)) {
            joint = svg_joint_moved(edit, line, svg_node_contains(top, line));
            if (joint && !svg_joint_follow(edit, joint, line, error)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}
