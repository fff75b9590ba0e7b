/* Bent lines that were drawn as several straight ones, end to end. */
#include "index/index.h"
#include "shape/scene.h"

#include <math.h>

#define FOLDED     0.9 /* cosine between two lines that lie on each other */
#define AXIS       0.3 /* of the page's side along it: how long the axes of a chart are, at least */
#define TICK       0.03 /* and their ticks, at most */
#define SLANT      0.01 /* of a line that is level or upright */
#define HEAD_PX    16   /* what is an outline is larger */
#define BACKGROUND 0.25 /* of the page's area: what is one is smaller */
#define SAME_WIDTH 0.1  /* relative difference of strokes that are one pen's */
#define BETWEEN    1    /* elements between two of the lines: a head in the middle of the way */

typedef struct {
    SvgScene *scene;
    guint first, last; /* lines of the chain */
    SvgEntry ends;     /* its start and end, and the ways on from there */
    double near;
} Chain;

static gboolean may_be_link(const SvgEntry *entry)
{
    return entry->kind == SVG_KIND_LINE && !entry->closed && entry->visible && !entry->head_start &&
           !entry->head_end && entry->stroke.kind == SVG_PAINT_COLOR &&
           svg_entry_owner(entry) == SVG_NO_ENTRY;
}

/* How long it is along the page's side; 0 for what isn't level (0) or upright (1). */
static double share_of_side(const SvgEntry *line, SvgBox page, guint upright)
{
    double dx = fabs(line->end.x - line->start.x), dy = fabs(line->end.y - line->start.y);
    double along = upright ? dy : dx, across = upright ? dx : dy, side = upright ? page.h : page.w;
    return across <= SLANT * along && side > 0 ? along / side : 0;
}

/* There is an outline, larger than a head, though no background. */
static gboolean is_at_outline(SvgDocument *doc, SvgPoint p)
{
    double near = SVG_MEET_PX * svg_px(doc), page = svg_box_area(svg_document_page(doc));
    SvgBox there = svg_box_grown((SvgBox){p.x, p.y, 0, 0}, near, near);
    g_autoptr(GPtrArray) touching = svg_index_touching(doc, there);
    for (guint i = 0; i < touching->len; i++) {
        SvgTag tag = svg_node_tag(touching->pdata[i]);
        SvgBox box = svg_node_box(doc, touching->pdata[i]);
        gboolean outline = tag == SVG_TAG_RECT || tag == SVG_TAG_ELLIPSE || tag == SVG_TAG_CIRCLE ||
                           tag == SVG_TAG_POLYGON;
        if (outline && MIN(box.w, box.h) > HEAD_PX * svg_px(doc) &&
            svg_box_area(box) < BACKGROUND * page) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean joins(SvgDocument *doc, const SvgEntry *line)
{
    return is_at_outline(doc, line->start) || is_at_outline(doc, line->end);
}

/* A level line and an upright one as a chart has: two axes, or one and a tick at its end. */
static gboolean are_axes(SvgDocument *doc, const SvgEntry *a, const SvgEntry *b)
{
    SvgBox page = svg_document_page(doc);
    for (guint upright = 0; upright < 2; upright++) {
        double one = share_of_side(a, page, upright), other = share_of_side(b, page, 1 - upright);
        double shorter = MIN(one, other);
        if (shorter > 0 && MAX(one, other) >= AXIS && (shorter >= AXIS || shorter <= TICK)) {
            return !joins(doc, a) || !joins(doc, b);
        }
    }
    return FALSE;
}

/* The hands of a clock meet, too. */
static gboolean are_of_one_pen(const SvgEntry *a, const SvgEntry *b)
{
    double wider = MAX(a->stroke_width, b->stroke_width),
           thinner = MIN(a->stroke_width, b->stroke_width);
    return a->stroke.rgb == b->stroke.rgb && wider - thinner <= SAME_WIDTH * wider;
}

gboolean svg_entries_may_link(SvgDocument *doc, const SvgEntry *a, const SvgEntry *b)
{
    double near = 1.01 * SVG_MEET_PX * svg_px(doc);
    SvgBox ends[] = {{b->start.x, b->start.y, 0, 0}, {b->end.x, b->end.y, 0, 0}};

    if (!may_be_link(a) || !may_be_link(b) || !are_of_one_pen(a, b) || are_axes(doc, a, b)) {
        return FALSE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        SvgBox around = svg_box_grown(ends[i], near, near);

        if (svg_box_holds(around, a->start) || svg_box_holds(around, a->end)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean meet(const Chain *chain, SvgPoint a, SvgPoint b)
{
    return fabs(a.x - b.x) <= chain->near && fabs(a.y - b.y) <= chain->near;
}

/* The next line doesn't run back over the one before. */
static gboolean goes_on(SvgPoint out, SvgPoint next_out)
{
    return out.x * next_out.x + out.y * next_out.y < FOLDED;
}

static gboolean is_between(const SvgEntry *entry)
{
    return entry->closed && entry->kind != SVG_KIND_IMAGE && entry->label == SVG_NO_ENTRY;
}

/* Adds the line at one of the chain's ends. FALSE when it doesn't meet one, or closes the chain. */
static gboolean add_link(Chain *chain, guint index)
{
    SvgEntry link = *svg_scene_entry(chain->scene, index), *ends = &chain->ends;

    if (!may_be_link(&link) || !are_of_one_pen(&link, ends) ||
        are_axes(chain->scene->doc, svg_scene_entry(chain->scene, chain->last), &link)) {
        return FALSE;
    }
    for (guint turn = 0; turn < 4; turn++) {
        if (meet(chain, ends->end, link.start) && !meet(chain, ends->start, link.end) &&
            goes_on(ends->end_out, link.start_out)) {
            ends->end = link.end;
            ends->end_out = link.end_out;
            chain->last = index;
            return TRUE;
        }
        svg_entry_turn(turn % 2 ? ends : &link);
    }
    return FALSE;
}

/* Follows the chain that begins with its first line. */
static void follow(Chain *chain)
{
    guint parent = chain->ends.parent, between = 0;

    for (guint i = chain->first + 1; i < chain->scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(chain->scene, i);

        if (entry->parent != parent) {
            return;
        }
        if (add_link(chain, i)) {
            chain->ends.box = svg_box_union(chain->ends.box, entry->box);
            between = 0;
        } else if (between++ == BETWEEN || !is_between(entry)) {
            return;
        }
    }
}

static void keep(Chain *chain)
{
    SvgEntry *first = svg_scene_entry(chain->scene, chain->first);

    first->box = chain->ends.box;
    first->start = chain->ends.start;
    first->start_out = chain->ends.start_out;
    first->end = chain->ends.end;
    first->end_out = chain->ends.end_out;
    first->last_link = chain->last;
    for (guint i = chain->first + 1; i <= chain->last; i++) {
        SvgEntry *entry = svg_scene_entry(chain->scene, i);

        if (may_be_link(entry)) {
            entry->part_of = chain->first;
        }
    }
}

void svg_scene_find_chains(SvgScene *scene)
{
    Chain chain = {.scene = scene, .near = SVG_MEET_PX * svg_px(scene->doc)};

    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (!may_be_link(entry)) {
            continue;
        }
        chain.first = chain.last = i;
        chain.ends = *entry;
        follow(&chain);
        if (chain.last > i) {
            keep(&chain);
        }
    }
}
