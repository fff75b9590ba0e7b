/* Sides at which arrows leave and arrive. */
#include "edit/sides.h"

#include "edit/build.h"
#include "edit/connect.h"
#include "edit/end_box.h"

#define BEYOND 2 /* times as far from the middle as the side: what is drawn there is left */

static const char *const attributes[2] = {"data-from-side", "data-to-side"};
static const char *const members[2] = {"fromSide", "toSide"};
static const guint given[2] = {SVG_SPEC_FROM_SIDE, SVG_SPEC_TO_SIDE};
static const char *const names[] = {
    [SVG_SIDE_TOP] = "top",
    [SVG_SIDE_BOTTOM] = "bottom",
    [SVG_SIDE_LEFT] = "left",
    [SVG_SIDE_RIGHT] = "right",
};

gboolean svg_sides_any(SvgSides sides)
{
    return sides.said[0] || sides.said[1];
}

SvgSides svg_sides_asked(const SvgSpec *spec)
{
    SvgSides sides = {{FALSE, FALSE}, {spec->sides[0], spec->sides[1]}};
    for (guint i = 0; i < 2; i++) {
        sides.said[i] = (spec->given & given[i]) != 0;
    }
    return sides;
}

SvgSides svg_sides_of(SvgDocument *doc, const SvgNode *connector)
{
    SvgSides sides = {{FALSE, FALSE}, {SVG_SIDE_TOP, SVG_SIDE_TOP}};
    for (guint i = 0; i < 2; i++) {
        const char *value = svg_node_attr(connector, attributes[i]);
        for (guint side = 0; value && side < G_N_ELEMENTS(names); side++) {
            if (g_str_equal(value, names[side])) {
                sides.said[i] = svg_connector_end(doc, connector, i) != NULL;
                sides.at[i] = side;
            }
        }
    }
    return sides;
}

void svg_sides_write(SvgEdit *edit, SvgNode *connector, SvgSides sides)
{
    for (guint i = 0; i < 2; i++) {
        const char *value = sides.said[i] ? names[sides.at[i]] : NULL;
        if (g_strcmp0(svg_node_attr(connector, attributes[i]), value) != 0) {
            svg_splice_attr(edit->doc, connector, attributes[i], value);
        }
    }
}

static gboolean is_bent(const SvgSpec *spec)
{
    return spec->given & SVG_SPEC_BEND && spec->bend != 0;
}

gboolean svg_sides_check(const SvgSpec *spec, const char *id, SvgNode *const shapes[2],
                         GError **error)
{
    SvgSides asked = svg_sides_asked(spec);
    g_autofree char *quoted = id ? g_strdup_printf("\"%s\"", id) : g_strdup("the arrow");
    for (guint i = 0; i < 2; i++) {
        if (asked.said[i] && !shapes[i]) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "%s is for an end at a shape, and %s %s at none; give %s, too", members[i],
                        quoted, i == 0 ? "starts" : "ends", i == 0 ? "fromId" : "toId");
            return FALSE;
        }
    }
    if (svg_sides_any(asked) && is_bent(spec)) {
        g_set_error(
            error, SVG_ERROR, SVG_ERROR_INVALID,
            "an arrow is bent, or leaves and arrives at the sides that are said; leave bend "
            "out, or fromSide and toSide");
        return FALSE;
    }
    return TRUE;
}

gboolean svg_sides_update(SvgEdit *edit, SvgNode *connector, const SvgSpec *spec, GError **error)
{
    SvgNode *shapes[2] = {svg_connector_end(edit->doc, connector, 0),
                          svg_connector_end(edit->doc, connector, 1)};
    SvgSides asked = svg_sides_asked(spec), now = svg_sides_of(edit->doc, connector);
    const char *id = svg_node_id(edit->doc, connector);
    if (!svg_sides_check(spec, id, shapes, error)) {
        return FALSE;
    }
    gboolean freed = svg_sides_any(now) && is_bent(spec);
    if (freed) {
        svg_edit_remark(edit, "%s is bent now and keeps to no sides any more", id);
    }
    for (guint i = 0; i < 2; i++) {
        now.said[i] = asked.said[i] || (now.said[i] && !freed);
        now.at[i] = asked.said[i] ? asked.at[i] : now.at[i];
    }
    svg_sides_write(edit, connector, now);
    return TRUE;
}

SvgPoint svg_side_out(SvgSide side)
{
    static const SvgPoint ways[] = {
        [SVG_SIDE_TOP] = {0, -1},
        [SVG_SIDE_BOTTOM] = {0, 1},
        [SVG_SIDE_LEFT] = {-1, 0},
        [SVG_SIDE_RIGHT] = {1, 0},
    };
    return ways[side];
}

SvgPoint svg_side_point(SvgEdit *edit, SvgNode *shape, SvgSide side)
{
    SvgBox box = svg_end_box(edit->doc, shape);
    SvgPoint middle = svg_box_center(box), out = svg_side_out(side);
    SvgPoint to = {middle.x + BEYOND * out.x * box.w / 2, middle.y + BEYOND * out.y * box.h / 2};
    return svg_leave_point(edit, shape, to);
}
