/* Programs that draw diagrams interrupt a line behind its words by a mask: one for all lines, white
 * where they are seen, with a black rectangle for each label. */
#include "edit/mask_gap.h"

#include "document/refs.h"
#include "edit/defs.h"
#include "edit/property.h"
#include "geometry/parts.h"
#include "index/index.h"
#include "shape/unit.h"

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

static gboolean is_same(SvgBox a, SvgBox b)
{
    double off = fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.w - b.w) + fabs(a.h - b.h);
    return off <= 1e-9 * (fabs(a.x) + fabs(a.y) + a.w + a.h);
}

static SvgBox to_user(SvgMatrix inverse, SvgBox box)
{
    return svg_matrix_box_to_document(inverse, (SvgUserBox){box.x, box.y, box.w, box.h});
}

static gboolean is_gap(SvgNode *node, SvgBox words, SvgBox *gap)
{
    return svg_node_tag(node) == SVG_TAG_RECT && read_box(node, gap) &&
           svg_box_holds(*gap, svg_box_center(words)) &&
           svg_box_side(*gap) <= MOST_GAP * svg_box_side(words);
}

/* The gap for the words, and which child of the mask it is. */
static SvgNode *find_gap(const SvgNode *mask, SvgBox words, SvgBox *gap, guint *place)
{
    *place = 0;
    for (SvgNode *at = svg_node_first_element(mask); at; at = svg_node_next_element(at)) {
        if (is_gap(at, words, gap)) {
            return at;
        }
        ++*place;
    }
    return NULL;
}

/* --- a mask of several lines ------------------------------------------------------------------ */

/* What names it; all there is where a style sheet does. */
static GPtrArray *users_of(SvgEdit *edit, SvgNode *mask)
{
    GPtrArray *users = svg_refs_to_self(edit->doc, mask);
    gboolean sheet = FALSE;
    for (guint i = 0; i < users->len; i++) {
        sheet |= svg_node_tag(users->pdata[i]) == SVG_TAG_STYLE;
    }
    for (SvgNode *at = sheet ? edit->doc->root : NULL; at;
         at = svg_node_walk(edit->doc->root, at, FALSE)) {
        if (at->name) {
            g_ptr_array_add(users, at);
        }
    }
    return users;
}

static SvgBox drawn_at(SvgEdit *edit, const SvgNode *line, SvgBox gap)
{
    SvgUserBox box = {gap.x, gap.y, gap.w, gap.h};
    return svg_matrix_box_to_document(svg_node_matrix(edit->doc, line), box);
}

static gboolean holds_words(SvgEdit *edit, SvgBox gap)
{
    g_autoptr(GPtrArray) near = svg_index_touching(edit->doc, gap);
    for (guint i = 0; i < near->len; i++) {
        SvgNode *node = near->pdata[i];
        if (svg_node_is_words(node) &&
            svg_box_holds(gap, svg_box_center(svg_node_box(edit->doc, node)))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Other lines are drawn elsewhere, as copies are, and have words of their own in the same gap. */
static gboolean is_others_gap(SvgEdit *edit, SvgNode *line, SvgNode *mask, SvgBox gap)
{
    SvgBox own = drawn_at(edit, line, gap);
    g_autoptr(GPtrArray) users = users_of(edit, mask);
    for (guint i = 0; i < users->len; i++) {
        SvgBox there = drawn_at(edit, users->pdata[i], gap);
        if (!is_same(there, own) && mask_of(edit, users->pdata[i]) == mask &&
            holds_words(edit, there)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A copy, for this line alone; NULL where it can't have one. */
static SvgNode *own_mask(SvgEdit *edit, SvgNode *line, SvgNode *mask)
{
    g_autofree char *wish = g_strdup_printf("%s-%s", mask->id, svg_node_id(edit->doc, line));
    SvgNode *copy = svg_defs_copy(edit, mask, wish);
    g_autofree char *url = copy ? g_strdup_printf("url(#%s)", copy->id) : NULL;
    if (copy) {
        svg_force_property(edit->doc, line, SVG_PROPERTY_MASK, url);
    }
    return copy;
}

/* --- following -------------------------------------------------------------------------------- */

/* As much larger than the words as it was. */
static SvgBox moved(SvgBox gap, SvgBox was, SvgBox now)
{
    double w = MAX(gap.w + now.w - was.w, 0), h = MAX(gap.h + now.h - was.h, 0);
    SvgPoint from = svg_box_center(was), to = svg_box_center(now), at = svg_box_center(gap);
    return (SvgBox){at.x + to.x - from.x - w / 2, at.y + to.y - from.y - h / 2, w, h};
}

/* That child of a copy of the mask where others need it as it is. */
static SvgNode *own_gap(SvgEdit *edit, SvgNode *line, SvgNode *mask, SvgNode *gap, guint place)
{
    SvgBox box;
    if (read_box(gap, &box) && svg_locks_allow_change(edit->doc, gap, NULL) &&
        !is_others_gap(edit, line, mask, box)) {
        return gap;
    }
    SvgNode *copy = own_mask(edit, line, mask);
    SvgNode *at = copy ? svg_node_first_element(copy) : NULL;
    for (guint i = 0; at && i < place; i++) {
        at = svg_node_next_element(at);
    }
    return at;
}

SvgUserBox svg_mask_gap_words(SvgEdit *edit, SvgNode *line, SvgBox words)
{
    SvgMatrix inverse;
    if (svg_box_is_empty(words) || !mask_of(edit, line) ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, line), &inverse)) {
        return SVG_USER_BOX_EMPTY;
    }
    SvgBox box = to_user(inverse, words);
    return (SvgUserBox){box.x, box.y, box.w, box.h};
}

void svg_mask_gap_follow(SvgEdit *edit, SvgNode *line, SvgUserBox was, SvgBox now)
{
    SvgUserBox there = svg_mask_gap_words(edit, line, now);
    SvgBox before = {was.x, was.y, was.w, was.h}, after = {there.x, there.y, there.w, there.h}, gap;
    guint place;
    if (svg_box_is_empty(before) || svg_box_is_empty(after) || is_same(before, after)) {
        return;
    }
    SvgNode *mask = mask_of(edit, line), *found = find_gap(mask, before, &gap, &place);
    SvgNode *own = found ? own_gap(edit, line, mask, found, place) : NULL;
    if (own) {
        write_box(edit, own, gap, moved(gap, before, after));
    }
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
    if (svg_box_contains(region, now)) {
        return;
    }
    mask = svg_locks_allow_change(edit->doc, mask, NULL) ? mask : own_mask(edit, line, mask);
    if (!mask) {
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
