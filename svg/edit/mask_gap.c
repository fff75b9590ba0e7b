/* Programs that draw diagrams interrupt a line behind its words by a mask: one for all lines, white
 * where they are seen, with a black rectangle for each label. */
#include "edit/mask_gap.h"

#include "geometry/parts.h"

#include <math.h>

#define MOST_GAP 3.0 /* of the words' longer side: a larger rectangle is no gap for them */
#define AROUND   8   /* stroke widths around a line, for its heads */

/* In the user space of the masked line. NULL where what is in the mask isn't. */
static SvgNode *mask_of(SvgEdit *edit, SvgNode *line)
{
    SvgStyle style;
    svg_style_of(edit->doc, line, &style);
    SvgNode *mask = style.mask ? svg_document_find(edit->doc, style.mask) : NULL;
    gboolean plain = mask && svg_node_tag(mask) == SVG_TAG_MASK && !edit->scoping &&
                     g_strcmp0(svg_node_attr(mask, "maskContentUnits"), "objectBoundingBox") != 0;
    return plain ? mask : NULL;
}

static const char *const names[] = {"x", "y", "width", "height"};

static gboolean read_box(const SvgNode *node, SvgBox *box)
{
    double *const values[] = {&box->x, &box->y, &box->w, &box->h};
    for (guint i = 0; i < 4; i++) {
        const char *text = svg_node_attr(node, names[i]);
        *values[i] = 0;
        if (text ? !svg_number_parse(text, values[i]) : i > 1) {
            return FALSE;
        }
    }
    return !svg_node_attr(node, "transform");
}

static void write_box(SvgEdit *edit, SvgNode *node, SvgBox was, SvgBox now)
{
    const double before[] = {was.x, was.y, was.w, was.h}, after[] = {now.x, now.y, now.w, now.h};
    for (guint i = 0; i < 4; i++) {
        if (before[i] != after[i]) {
            svg_splice_number(edit->doc, node, names[i], after[i]);
        }
    }
}

static SvgBox to_user(SvgMatrix inverse, SvgBox box)
{
    return svg_matrix_box_to_document(inverse, (SvgUserBox){box.x, box.y, box.w, box.h});
}

static gboolean is_gap(SvgEdit *edit, SvgNode *node, SvgBox words, SvgBox *gap)
{
    return svg_node_tag(node) == SVG_TAG_RECT && read_box(node, gap) &&
           svg_box_holds(*gap, svg_box_center(words)) &&
           svg_box_side(*gap) <= MOST_GAP * svg_box_side(words) &&
           svg_locks_allow_change(edit->doc, node, NULL);
}

/* As much larger than the words as it was. */
static SvgBox moved(SvgBox gap, SvgBox was, SvgBox now)
{
    double w = MAX(gap.w + now.w - was.w, 0), h = MAX(gap.h + now.h - was.h, 0);
    SvgPoint from = svg_box_center(was), to = svg_box_center(now), at = svg_box_center(gap);
    return (SvgBox){at.x + to.x - from.x - w / 2, at.y + to.y - from.y - h / 2, w, h};
}

void svg_mask_gap_follow(SvgEdit *edit, SvgNode *line, SvgBox was, SvgBox now)
{
    SvgMatrix inverse;
    SvgNode *mask = mask_of(edit, line);
    if (!mask || svg_box_is_empty(was) || svg_box_is_empty(now) ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, line), &inverse)) {
        return;
    }
    SvgBox before = to_user(inverse, was), after = to_user(inverse, now), gap;
    for (SvgNode *at = svg_node_first_element(mask); at; at = svg_node_next_element(at)) {
        if (is_gap(edit, at, before, &gap)) {
            write_box(edit, at, gap, moved(gap, before, after));
            return;
        }
    }
}

static gboolean is_same(SvgBox a, SvgBox b)
{
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

void svg_mask_reach(SvgEdit *edit, SvgNode *line)
{
    SvgMatrix inverse;
    SvgBox region, box;
    SvgStyle style;
    SvgNode *mask = mask_of(edit, line);
    if (!mask || g_strcmp0(svg_node_attr(mask, "maskUnits"), "userSpaceOnUse") != 0 ||
        !read_box(mask, &region) ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, line), &inverse)) {
        return;
    }
    svg_style_of(edit->doc, line, &style);
    double around = AROUND * style.stroke_width;
    SvgBox now = svg_box_grown(to_user(inverse, svg_node_box(edit->doc, line)), around, around);
    if (svg_box_contains(region, now) || !svg_locks_allow_change(edit->doc, mask, NULL)) {
        return;
    }
    SvgBox wide = svg_box_union(region, now);
    for (SvgNode *at = svg_node_first_element(mask); at; at = svg_node_next_element(at)) {
        if (svg_node_tag(at) == SVG_TAG_RECT && read_box(at, &box) && is_same(box, region)) {
            write_box(edit, at, box, wide);
        }
    }
    write_box(edit, mask, region, wide);
}
