/* Several straight lines that are one: their corners go along with the end. */
#include "edit/linked.h"

#include "edit/found.h"
#include "edit/rewrite.h"

#include <math.h>

#define SLANT 1e-3 /* of its length: by how much a level line may fall */

static SvgPoint sum(SvgPoint a, SvgPoint b)
{
    return (SvgPoint){a.x + b.x, a.y + b.y};
}

static SvgPoint difference(SvgPoint a, SvgPoint b)
{
    return (SvgPoint){a.x - b.x, a.y - b.y};
}

static gboolean is_level(SvgPoint a, SvgPoint b)
{
    return fabs(a.y - b.y) <= SLANT * fabs(a.x - b.x);
}

static gboolean is_upright(SvgPoint a, SvgPoint b)
{
    return fabs(a.x - b.x) <= SLANT * fabs(a.y - b.y);
}

/* Both go the same way. */
static gboolean agree(SvgPoint a, SvgPoint b)
{
    return a.x * b.x + a.y * b.y > 0;
}

static SvgPoint far_end(SvgDocument *doc, const SvgLineEnd *end)
{
    SvgPoint ends[2] = {{0, 0}, {0, 0}};
    svg_line_ends(doc, end->link, ends);
    return ends[1 - end->link_end];
}

/* Where the corner is when the tip went by `by` since it was read. */
static SvgPoint corner_after(const SvgLineEnd *end, SvgPoint by)
{
    gboolean upright = is_upright(end->read.at, end->read.corner);
    return sum(end->read.corner, upright ? (SvgPoint){by.x, 0} : (SvgPoint){0, by.y});
}

gboolean svg_linked_has(SvgEdit *edit, const SvgLineEnd *end)
{
    SvgDocument *doc = edit->doc;
    SvgPoint own[2], next[2];
    if (!end->link || !svg_node_contains(doc->root, end->link) ||
        !svg_locks_allow_change(doc, end->link, NULL) || !svg_line_ends(doc, end->line, own) ||
        !svg_line_ends(doc, end->link, next)) {
        return FALSE;
    }
    SvgPoint corner = own[end->first ? 1 : 0];
    gboolean square = (is_upright(own[0], own[1]) && is_level(next[0], next[1])) ||
                      (is_level(own[0], own[1]) && is_upright(next[0], next[1]));
    SvgPoint by = difference(end->at, end->read.at);
    return square && svg_way_is_same(own[end->first ? 0 : 1], end->at) &&
           svg_way_is_same(corner, corner_after(end, by));
}

static gboolean goes_back(const SvgLineEnd *end, const SvgNode *line, G_GNUC_UNUSED guint which)
{
    return end->link == line;
}

SvgLineEnd *svg_linked_twin(SvgEdit *edit, const SvgLineEnd *end)
{
    SvgLineEnd *other = svg_follow_find_end(edit->doc, goes_back, end->line, 0);
    return other && other->line == end->link ? other : NULL;
}

gboolean svg_linked_is_left(const SvgLineEnd *end)
{
    SvgPoint wanted = difference(end->tip, end->read.tip);
    return !svg_way_is_same(end->at, sum(end->read.at, wanted));
}

static void put(SvgEdit *edit, SvgNode *line, guint which, SvgPoint to)
{
    SvgPoint ends[2];
    svg_line_ends(edit->doc, line, ends);
    g_autoptr(GArray) was = svg_way_between(ends[0], ends[1]);
    ends[which] = to;
    g_autoptr(GArray) now = svg_way_between(ends[0], ends[1]);
    if (svg_line_shift(edit, line, was, now)) {
        svg_edit_changed(edit, line);
    }
}

SvgPoint svg_linked_follow(SvgEdit *edit, SvgLineEnd *end, SvgPoint tip)
{
    SvgPoint by = difference(tip, end->read.tip), was = end->at, far = far_end(edit->doc, end);
    SvgPoint corner = corner_after(end, by), at = sum(end->read.at, by);
    if (!agree(difference(far, corner), difference(far, end->read.corner)) ||
        !agree(difference(corner, at), difference(end->read.corner, end->read.at))) {
        corner = end->read.corner;
        at = end->read.at;
    }
    SvgPoint now = corner_after(end, difference(was, end->read.at));
    if (!svg_way_is_same(corner, now)) {
        SvgLineEnd *twin = svg_linked_twin(edit, end);
        put(edit, end->link, end->link_end, corner);
        put(edit, end->line, end->first ? 1 : 0, corner);
        if (twin) {
            twin->read.corner = sum(twin->read.corner, difference(corner, now));
        }
    }
    put(edit, end->line, end->first ? 0 : 1, at);
    end->at = at;
    return difference(at, was);
}
