/* What lies on a shape, or beside it, goes along when its box changes. */
#include "edit/beside.h"
#include "edit/build.h"

#define EDGE 0.3 /* of a shape's size: words whose middle is nearer to an edge stand at it */

static gboolean is_text(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_WORDS);
}

/* Where a box lies in another that has become `after`. */
static SvgBox carried(SvgBox box, SvgBox before, SvgBox after)
{
    double sx = before.w > 0 ? after.w / before.w : 1, sy = before.h > 0 ? after.h / before.h : 1;
    return (SvgBox){after.x + (box.x - before.x) * sx, after.y + (box.y - before.y) * sy,
                    box.w * sx, box.h * sy};
}

/* By how far words go along one axis, when what they stand in goes from [from, from + size] to
 * [to, to + other]: a heading stays at its edge, what is about the middle stays there. */
static double carry_along(double middle, double from, double size, double to, double other)
{
    double share = size > 0 ? (middle - from) / size : 0.5;
    double start = to - from, end = to + other - from - size;
    return share < EDGE ? start : share > 1 - EDGE ? end : (start + end) / 2;
}

/* A label keeps its letters, and its place in the shape. */
static gboolean carry_text(SvgEdit *edit, SvgNode *text, SvgBox before, SvgBox after,
                           GError **error)
{
    SvgPoint middle = svg_box_center(svg_node_box(edit->doc, text));
    svg_edit_changed(edit, text);
    return svg_node_move_by(edit, text, carry_along(middle.x, before.x, before.w, after.x, after.w),
                            carry_along(middle.y, before.y, before.h, after.y, after.h), error);
}

/* Decoration is scaled with its shape; the head of a line keeps its size. */
static gboolean carry_part(SvgEdit *edit, SvgNode *node, SvgNode *part, SvgBox before, SvgBox after,
                           GError **error)
{
    SvgBox box = svg_node_box(edit->doc, part), to = carried(box, before, after);
    SvgPoint from = svg_box_center(box), at = svg_box_center(to);
    svg_edit_changed(edit, part);
    return svg_node_is_line(edit, node)
               ? svg_node_move_by(edit, part, at.x - from.x, at.y - from.y, error)
               : svg_node_fit(edit, part, to, error);
}

static gboolean carry(SvgEdit *edit, SvgNode *node, SvgBox before, gboolean parts, GError **error)
{
    g_autoptr(GPtrArray) all = svg_node_free_labels(edit, node);
    SvgBox after = svg_node_box(edit->doc, node);
    for (guint i = 0; i < all->len; i++) {
        SvgNode *part = all->pdata[i];
        gboolean text = is_text(part), carried = svg_beside_carries(edit, node, part);
        if (!carried && ((text && !carry_text(edit, part, before, after, error)) ||
                         (!text && parts && !carry_part(edit, node, part, before, after, error)))) {
            return FALSE;
        }
    }
    return svg_beside_settle(edit, node, error);
}

gboolean svg_carry_labels(SvgEdit *edit, SvgNode *node, SvgBox before, GError **error)
{
    return carry(edit, node, before, TRUE, error);
}

gboolean svg_carry_words(SvgEdit *edit, SvgNode *node, SvgBox before, GError **error)
{
    return carry(edit, node, before, FALSE, error);
}
