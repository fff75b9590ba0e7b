/* What lies beyond the page now, and didn't, or not so far. */
#include "edit/beyond.h"

#include "edit/found.h"
#include "edit/scope.h"
#include "shape/scene.h"

#include <svg/survey.h>

#include <math.h>

#define OFF_PX 2  /* what is less beyond the page is told nowhere */
#define MOST   3  /* things that are told one by one */
#define READ   64 /* that are looked at */

/* How far something reaches beyond a page, on the side where that is most. */
typedef struct {
    double by;      /* of all of it; 0 or less: it doesn't */
    double of_near; /* of what is nearest: above 0 when nothing is on the page */
    const char *side;
} Excess;

static Excess excess_of(SvgBox page, SvgBox box)
{
    double right = page.x + page.w, bottom = page.y + page.h;
    const Excess sides[] = {
        {page.x - box.x, page.x - box.x - box.w, "to the left of"},
        {page.y - box.y, page.y - box.y - box.h, "above"},
        {box.x + box.w - right, box.x - right, "to the right of"},
        {box.y + box.h - bottom, box.y - bottom, "below"},
    };
    guint most = 0;
    for (guint i = 1; i < G_N_ELEMENTS(sides); i++) {
        gboolean farther = sides[i].of_near > MAX(sides[most].of_near, 0) ||
                           (sides[most].of_near <= 0 && sides[i].by > sides[most].by);
        most = farther ? i : most;
    }
    return sides[most];
}

/* Of the page where that is least. Where one is too large for its numbers to be exact, nothing is
 * known to lie beyond it. */
static Excess least_excess(const GPtrArray *pages, SvgBox box)
{
    Excess least = {.by = INFINITY};
    for (guint i = 0; i < pages->len; i++) {
        SvgBox page = ((const SvgPage *)pages->pdata[i])->box;
        Excess excess =
            svg_box_side(page) > SVG_MAX_COORDINATE ? (Excess){0} : excess_of(page, box);
        least = excess.by < least.by ? excess : least;
    }
    return least;
}

/* Something that was changed, and lies beyond the page. */
typedef struct {
    SvgNode *node;
    SvgBox box;
    Excess excess;
    gboolean was; /* so far, or farther */
} Stray;

/* Nothing is told of what is in something that was told, or on it. */
static gboolean is_in_stray(const GArray *strays, const SvgNode *node, SvgBox box)
{
    for (guint i = 0; i < strays->len; i++) {
        const Stray *stray = &g_array_index(strays, Stray, i);
        if (svg_node_contains(stray->node, node) || svg_box_contains(stray->box, box)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A new group or layer is where what was put into it is, which is told by itself. */
static gboolean is_new_group(SvgEdit *edit, const SvgNode *node, const char *id)
{
    return (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_CONTAINER) &&
           g_hash_table_contains(edit->known_added, id);
}

/* Where several work on one drawing what is in the own area is meant to be there. */
static gboolean is_meant(const SvgEdit *edit, SvgBox box)
{
    return edit->scoping && svg_box_contains(edit->scoping->area, box);
}

static void add_stray(SvgEdit *edit, const GPtrArray *pages, SvgNode *node, GArray *strays)
{
    Stray stray = {.node = node, .box = svg_node_box(edit->doc, node)};
    if (stray.box.w < 0 || is_new_group(edit, node, svg_node_id(edit->doc, node))) {
        return;
    }
    stray.excess = least_excess(pages, stray.box);
    if (stray.excess.by > OFF_PX * svg_px(edit->doc) && !is_meant(edit, stray.box) &&
        !is_in_stray(strays, node, stray.box)) {
        g_array_append_val(strays, stray);
    }
}

/* Words that are known to belong to what was changed were perhaps put elsewhere with it. */
static void find_strays(SvgEdit *edit, const GPtrArray *pages, const GPtrArray *ids, GArray *strays)
{
    for (guint i = 0; i < ids->len && strays->len < READ; i++) {
        SvgNode *node = svg_document_find(edit->doc, ids->pdata[i]);
        const GPtrArray *parts =
            node ? g_hash_table_lookup(svg_follow_of(edit->doc)->lists, node) : NULL;
        if (node) {
            add_stray(edit, pages, node, strays);
        }
        for (guint k = 0; parts && k < parts->len && strays->len < READ; k++) {
            if (svg_node_contains(edit->doc->root, parts->pdata[k])) {
                add_stray(edit, pages, parts->pdata[k], strays);
            }
        }
    }
}

GArray *svg_beyond_find(SvgEdit *edit, const GPtrArray *pages)
{
    GArray *strays = g_array_new(FALSE, FALSE, sizeof(Stray));
    find_strays(edit, pages, edit->added, strays);
    find_strays(edit, pages, edit->changed, strays);
    return strays;
}

void svg_beyond_read_before(SvgEdit *edit, const GPtrArray *pages, GArray *strays)
{
    SvgDocument *doc = edit->doc;
    double slack = OFF_PX * svg_px(doc);
    for (guint i = 0; i < strays->len; i++) {
        Stray *stray = &g_array_index(strays, Stray, i);
        gboolean there = svg_node_contains(doc->root, stray->node);
        SvgBox box = there ? svg_node_box(doc, stray->node) : SVG_BOX_EMPTY;
        double by = box.w < 0 ? 0 : least_excess(pages, box).by;
        stray->was = by > slack && by + slack >= stray->excess.by;
    }
}

void svg_beyond_tell(SvgEdit *edit, const GArray *strays)
{
    guint n = 0;
    for (guint i = 0; i < strays->len; i++) {
        const Stray *stray = &g_array_index(strays, Stray, i);
        gboolean off = stray->excess.of_near > 0;
        double by = (off ? stray->excess.of_near : stray->excess.by) / edit->unit;
        if (!stray->was && n++ < MOST) {
            svg_edit_remark(edit, by < 100 ? "%s %s %.3g %s the page" : "%s %s %.0f %s the page",
                            svg_node_id(edit->doc, stray->node), off ? "lies" : "reaches", by,
                            stray->excess.side);
        }
    }
    if (n > MOST) {
        svg_edit_remark(edit, "so do %u more", n - MOST);
    }
}
