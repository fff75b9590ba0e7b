/* Ends of lines and arrows that others drew. */
#include "edit/reend.h"

#include "edit/beside.h"
#include "edit/build.h"
#include "edit/connect.h"
#include "edit/joint.h"
#include "edit/style_defaults.h"

#include <math.h>

#define POINTS (SVG_SPEC_ENDS | SVG_SPEC_X1 | SVG_SPEC_Y1 | SVG_SPEC_X2 | SVG_SPEC_Y2)
#define JOINED (SVG_SPEC_FROM | SVG_SPEC_TO)
#define LEVEL  0.01 /* of its length: how far a level line rises at most */
#define ROOM   0.1  /* of the way between its ends: what a head may need */
#define FAR    10 /* px: what is farther from its shape, and than the other end, only lay near it */
#define MANNER (SVG_SPEC_BEND | SVG_SPEC_SQUARE | SVG_SPEC_STRAIGHT)
#define SIDES  SVG_SPEC_SIDES

static gboolean is_bound(const SvgNode *line)
{
    return svg_node_attr(line, "inkscape:connection-start") ||
           svg_node_attr(line, "inkscape:connection-end");
}

static gboolean is_plain(SvgEdit *edit, SvgNode *line)
{
    SvgPoint points[2];
    double bend;
    return svg_node_tag(line) == SVG_TAG_PATH &&
           svg_read_line(edit, line, &points[0], &points[1], &bend);
}

static gboolean has_heads(const SvgJoint *joint)
{
    return joint->ends[0].heads[0] || joint->ends[1].heads[0];
}

gboolean svg_reend_is_meant(SvgEdit *edit, SvgNode *line, const SvgSpec *spec)
{
    gboolean element = svg_node_tag(line) == SVG_TAG_LINE;
    if (!(spec->given & (POINTS | JOINED | MANNER | SIDES)) || (element && spec->given & MANNER) ||
        (svg_connector_is_square(line) && svg_connector_end(edit->doc, line, 0) &&
         svg_connector_end(edit->doc, line, 1))) {
        return FALSE;
    }
    gboolean plain = is_plain(edit, line);
    if (plain && is_bound(line)) {
        return FALSE;
    }
    const SvgJoint *joint = svg_joint_of(edit, line);
    if (element && joint && !(spec->given & (JOINED | SIDES))) {
        return has_heads(joint) || joint->from == 1;
    }
    if (!joint || !plain || has_heads(joint)) {
        return joint != NULL;
    }
    return spec->given & (JOINED | SVG_SPEC_SQUARE | SIDES) &&
           !(spec->given & (SVG_SPEC_BEND | SVG_SPEC_STRAIGHT)) && joint->ends[0].shape &&
           joint->ends[1].shape;
}

gboolean svg_reend_check_square(SvgEdit *edit, SvgNode *line, SvgNode *const shapes[2], double bend,
                                GError **error)
{
    const char *why =
        !shapes[0] || !shapes[1]
            ? "isn't bound to a shape at both ends, and right angles are for an arrow "
              "from one shape to another; give fromId and toId"
        : bend != 0 ? "is bent; for right angles, set its bend to 0"
                    : NULL;
    if (why) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" %s", svg_node_id(edit->doc, line),
                    why);
    }
    return !why;
}

void svg_reend_tell_square(SvgEdit *edit, SvgNode *line)
{
    SvgPoint points[2];
    double bend;
    /* Of one that we route ourselves that is told already. */
    if (svg_connector_is_own(edit, line) ||
        !svg_read_line(edit, line, &points[0], &points[1], &bend) || bend != 0) {
        return;
    }
    double w = fabs(points[1].x - points[0].x), h = fabs(points[1].y - points[0].y);
    if (MIN(w, h) > LEVEL * MAX(w, h)) { /* a level or upright one has no other angles */
        svg_edit_remark(edit,
                        "%s is a straight line, as its two shapes lie too close to each other for "
                        "right angles; move one of them",
                        svg_node_id(edit->doc, line));
    }
}

/* --- what is asked for ------------------------------------------------------------------------ */

static gboolean find_shape(SvgEdit *edit, SvgNode *line, const char *id, SvgNode **shape,
                           GError **error)
{
    *shape = id ? svg_edit_find(edit, id, error) : NULL;
    if (*shape != line) {
        return *shape || !id;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" would end at itself",
                svg_node_id(edit->doc, line));
    return FALSE;
}

/* Of the end it comes from and of the one it goes to, in this order. */
typedef struct {
    SvgNode *shapes[2];
    SvgPoint points[2];
    gboolean given[2]; /* there is a point */
    gboolean freed[2]; /* it is let go where it is, and said where it is read as ending */
} Wish;

static gboolean read_wish(SvgEdit *edit, SvgNode *line, const SvgJoint *joint, const SvgSpec *spec,
                          Wish *wish, GError **error)
{
    const struct {
        guint id, x, y;
        const char *name;
        double at[2];
    } rows[2] = {{SVG_SPEC_FROM, SVG_SPEC_X1, SVG_SPEC_Y1, spec->from_id, {spec->x1, spec->y1}},
                 {SVG_SPEC_TO, SVG_SPEC_X2, SVG_SPEC_Y2, spec->to_id, {spec->x2, spec->y2}}};
    for (guint i = 0; i < 2; i++) {
        guint which = i == 0 ? joint->from : 1 - joint->from;
        gboolean x = (spec->given & (SVG_SPEC_ENDS | rows[i].x)) != 0,
                 y = (spec->given & (SVG_SPEC_ENDS | rows[i].y)) != 0;
        SvgPoint tip = joint->tip[which];
        wish->shapes[i] = joint->ends[which].shape;
        wish->points[i] = (SvgPoint){x ? rows[i].at[0] : tip.x, y ? rows[i].at[1] : tip.y};
        wish->given[i] = x || y;
        wish->freed[i] = spec->given & rows[i].id && !rows[i].name;
        if (spec->given & rows[i].id &&
            !find_shape(edit, line, rows[i].name, &wish->shapes[i], error)) {
            return FALSE;
        }
        if (wish->given[i] && !(spec->given & rows[i].id)) {
            wish->shapes[i] = NULL;
        }
    }
    return TRUE;
}

/* As far off its new shape as it was of its old one; but what didn't end there ends at the new one.
 */
static void forget_distance(SvgJoint *joint, const Wish *wish, double unit)
{
    for (guint i = 0; i < 2; i++) {
        guint which = i == 0 ? joint->from : 1 - joint->from;
        gboolean other = wish->shapes[i] && wish->shapes[i] != joint->ends[which].shape;
        gboolean far =
            joint->gap[which] > FAR * unit && joint->gap[which] > 2 * joint->gap[1 - which];
        joint->gap[which] = other && far ? joint->gap[1 - which] : joint->gap[which];
    }
}

/* It goes from where it went to, and to where it came from. */
static gboolean is_turned(const SvgJoint *joint, const Wish *wish)
{
    SvgNode *from = joint->ends[joint->from].shape, *to = joint->ends[1 - joint->from].shape;
    return from && to && from != to && wish->shapes[0] == to && wish->shapes[1] == from;
}

static SvgManner manner_of(const SvgSpec *spec)
{
    return spec->given & SVG_SPEC_SQUARE                       ? SVG_MANNER_SQUARE
           : spec->given & SVG_SPEC_BEND && spec->bend != 0    ? SVG_MANNER_BENT
           : spec->given & (SVG_SPEC_BEND | SVG_SPEC_STRAIGHT) ? SVG_MANNER_STRAIGHT
                                                               : SVG_MANNER_AS_DRAWN;
}

/* Where the end `was` is, of the end `which`, that comes there: each keeps off its shape by as much
 * as before, as heads need room; but a line that is merely nearer to one of them stays in place. */
static SvgPoint tip_at(const SvgJoint *joint, guint was, guint which)
{
    SvgPoint tip = joint->tip[was], other = joint->tip[1 - was];
    SvgPoint out = svg_way_out(joint->now, was);
    double off = joint->gap[which] - joint->gap[was];
    off = fabs(off) <= ROOM * hypot(tip.x - other.x, tip.y - other.y) ? off : 0;
    return (SvgPoint){tip.x - off * out.x, tip.y - off * out.y};
}

/* Where an end was stays, if the other one does; else both face each other. */
static SvgLaying laying_of(const SvgJoint *joint, const Wish *wish)
{
    SvgLaying laying = {.turned = is_turned(joint, wish)};
    gboolean same = TRUE;
    for (guint i = 0; i < 2; i++) {
        guint which = i == 0 ? joint->from : 1 - joint->from;
        guint was = laying.turned ? 1 - which : which;
        gboolean stays = wish->shapes[i] == joint->ends[was].shape && !wish->given[i];
        laying.shapes[which] = wish->shapes[i];
        laying.tips[which] = stays ? tip_at(joint, was, which) : wish->points[i];
        laying.known[which] = stays || !wish->shapes[i];
        same &= stays || wish->given[i];
    }
    laying.known[0] &= same || !laying.shapes[0];
    laying.known[1] &= same || !laying.shapes[1];
    return laying;
}

static void set_sides(const SvgJoint *joint, const SvgSpec *spec, SvgLaying *laying)
{
    SvgSides asked = svg_sides_asked(spec);
    for (guint i = 0; i < 2; i++) {
        guint which = i == 0 ? joint->from : 1 - joint->from;
        laying->sides.said[which] = asked.said[i];
        laying->sides.at[which] = asked.at[i];
    }
}

/* --- what came of it -------------------------------------------------------------------------- */

static gboolean is_at(SvgEdit *edit, const char *id, const SvgNode *shape)
{
    SvgNode *node = id ? svg_document_find(edit->doc, id) : NULL;
    return node == shape ||
           (node && shape && (svg_node_contains(shape, node) || svg_node_contains(node, shape)));
}

/* Where the end lies says it; else it is written down. */
static void bind_what_is_not_seen(SvgEdit *edit, SvgNode *line, guint from, const Wish *wish)
{
    g_autoptr(SvgShape) now = svg_document_shape(edit->doc, svg_node_id(edit->doc, line), NULL);
    const char *ids[2] = {now ? now->from_id : NULL, now ? now->to_id : NULL};
    gboolean any = is_bound(line);
    for (guint i = 0; i < 2; i++) {
        any |= !is_at(edit, ids[i], wish->shapes[i]);
    }
    for (guint i = 0; any && i < 2; i++) {
        SvgNode *shape = wish->shapes[i];
        if (!shape || svg_node_attr(shape, "id") || svg_edit_allows(edit, shape, NULL)) {
            svg_connector_bind(edit, line, i == 0 ? from : 1 - from, shape);
        }
    }
}

static gboolean check(SvgEdit *edit, SvgNode *line, const Wish *wish, GError **error)
{
    static const char *const members[] = {"fromId", "toId"};
    const char *id = svg_node_id(edit->doc, line);
    g_autoptr(SvgShape) now = svg_document_shape(edit->doc, id, NULL);
    const char *ids[2] = {now ? now->from_id : NULL, now ? now->to_id : NULL};
    for (guint i = 0; i < 2; i++) {
        if (!wish->given[i] && !wish->freed[i] && !is_at(edit, ids[i], wish->shapes[i])) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "\"%s\" would be read with %s \"%s\", as that lies there, and not \"%s\"; "
                        "give x1, y1, x2, y2 that keep off it, or move it away first",
                        id, members[i], ids[i] ? ids[i] : "none",
                        wish->shapes[i] ? svg_node_id(edit->doc, wish->shapes[i]) : "none");
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_reend(SvgEdit *edit, SvgNode *line, const SvgSpec *spec, GError **error)
{
    SvgJoint *joint = svg_joint_of(edit, line);
    Wish wish;
    if (!read_wish(edit, line, joint, spec, &wish, error)) {
        return FALSE;
    }
    if (wish.shapes[0] && wish.shapes[0] == wish.shapes[1] &&
        joint->ends[0].shape != joint->ends[1].shape) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" would go from a shape to itself",
                    svg_node_id(edit->doc, line));
        return FALSE;
    }
    guint from = joint->from;
    forget_distance(joint, &wish, svg_unit(edit->doc));
    SvgLaying laying = laying_of(joint, &wish);
    laying.manner = manner_of(spec);
    laying.bend = from == 0 ? spec->bend : -spec->bend;
    if (!svg_sides_check(spec, svg_node_id(edit->doc, line), wish.shapes, error)) {
        return FALSE;
    }
    set_sides(joint, spec, &laying);
    if (laying.manner == SVG_MANNER_SQUARE &&
        !svg_reend_check_square(edit, line, wish.shapes, spec->bend, error)) {
        return FALSE;
    }
    if (!svg_joint_lay(edit, joint, line, &laying, error)) {
        return FALSE;
    }
    svg_joint_forget(edit, line);
    bind_what_is_not_seen(edit, line, from, &wish);
    return check(edit, line, &wish, error);
}
