/* Groups that stand for one thing: a node and its words, an arrow and its head. Programs that draw
 * diagrams group so, and people who group a box with its words mean it. */
#include "shape/content.h"
#include "shape/unit_priv.h"

#include <math.h>

#define MAX_SEEN     256  /* nodes, drawn or not, of a group that is one thing */
#define STICKS_OUT   0.15 /* of the outline's side: ears and tabs */
#define CONCENTRIC   0.5  /* of the outline's area: a second border */
#define ON_BORDER    0.03 /* of the outline's side: what touches it from inside */
#define LARGE_PART   0.04 /* of the outline's area: more than ears and tabs have */
#define HEAD_AWAY    0.6  /* of a head's longer side: from the end of its line */
#define HEAD_PX      24   /* the longest head; of a pointed one, */
#define HEAD_TO_PAGE 0.02 /* or by the page's longer side */
#define BARB_PX      36   /* the longest one that is a stroke */
#define AS_LONG      0.9  /* of a line's length: others of which it is one of several */
#define BESIDE_PX    12   /* from one of several lines that run beside each other to the next */

double svg_unit_longest_head(SvgDocument *doc)
{
    return MAX(HEAD_PX * svg_px(doc), HEAD_TO_PAGE * svg_box_side(svg_document_page(doc)));
}

static gboolean is_group(const SvgNode *node)
{
    return (svg_node_is(node, SVG_TAG_IS_GROUP) || svg_node_tag(node) == SVG_TAG_SWITCH) &&
           !svg_node_attr(node, "inkscape:groupmode");
}

/* As draw.io saves them for who can't draw its HTML. */
static gboolean is_picture_of_words(const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_IMAGE && svg_content_original(node) != NULL;
}

gboolean svg_node_is_words(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_WORDS) || is_picture_of_words(node);
}

gboolean svg_unit_may_be(const SvgNode *group)
{
    guint n_seen = 0, n_drawn = 0;
    gboolean skip = FALSE;

    if (!is_group(group)) {
        return FALSE;
    }
    for (SvgNode *at = (SvgNode *)group; at; at = svg_node_walk((SvgNode *)group, at, skip)) {
        guint flags = at->name ? svg_tag_flags(svg_node_tag(at)) : 0;

        skip = !(flags & SVG_TAG_IS_CONTAINER);
        n_drawn += skip && (flags & SVG_TAG_IS_RENDERED);
        if (++n_seen > MAX_SEEN || n_drawn > SVG_UNIT_MEMBERS) {
            return FALSE;
        }
    }
    return n_drawn > 0;
}

SvgNode *svg_unit_around(const SvgNode *node)
{
    SvgNode *around = NULL;

    for (SvgNode *at = node->parent; at && (svg_unit_may_be(at) || !is_group(at));
         at = at->parent) {
        around = is_group(at) ? at : around;
    }
    return around;
}

/* How many of its children are drawn, up to two; the last of these. */
static guint count_drawn(SvgDocument *doc, const SvgNode *group, SvgNode **last)
{
    guint n = 0;

    for (SvgNode *at = group->first; at && n < 2; at = at->next) {
        if (svg_node_is_rendered(doc, at)) {
            *last = at;
            n++;
        }
    }
    return n;
}

SvgNode *svg_unit_unwrapped(SvgDocument *doc, SvgNode *node)
{
    SvgNode *last = NULL;

    while (node->parent && is_group(node->parent) && count_drawn(doc, node->parent, &last) == 1 &&
           last == node && svg_unit_may_be(node->parent)) {
        node = node->parent;
    }
    return node;
}

SvgNode *svg_unit_wrapped(SvgDocument *doc, SvgNode *node)
{
    SvgNode *last = NULL;

    while (svg_node_is(node, SVG_TAG_IS_CONTAINER)) {
        guint n = count_drawn(doc, node, &last);

        if (n != 1 || !is_group(node) || !svg_unit_may_be(node)) {
            return n > 0 ? node : NULL;
        }
        node = last;
    }
    return node;
}

SvgBox svg_unit_reach(SvgBox outline)
{
    return svg_box_grown(outline, STICKS_OUT * outline.w, STICKS_OUT * outline.h);
}

SvgBox svg_unit_shrunk(SvgBox outer)
{
    return svg_box_grown(outer, -ON_BORDER * outer.w, -ON_BORDER * outer.h);
}

gboolean svg_unit_is_inside(SvgBox outer, SvgBox inner)
{
    return svg_box_contains(svg_unit_shrunk(outer), inner) &&
           svg_box_area(inner) < CONCENTRIC * svg_box_area(outer);
}

gboolean svg_unit_is_mark(SvgBox outer, SvgBox inner)
{
    return svg_box_area(inner) < CONCENTRIC * svg_box_area(outer) &&
           (svg_unit_is_inside(outer, inner) ||
            svg_box_area(inner) > LARGE_PART * svg_box_area(outer));
}

gboolean svg_unit_is_at_border(SvgBox outer, SvgPoint p)
{
    return !svg_box_holds(svg_unit_shrunk(outer), p);
}

/* FALSE when there are too many, or something that is neither an outline, a line nor a text. */
static gboolean read_members(SvgScene *scene, guint group, SvgMembers *m)
{
    m->n_texts = m->n_others = 0;
    for (guint i = group + 1; i < svg_scene_entry(scene, group)->beyond; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (entry->kind == SVG_KIND_GROUP || !entry->visible || svg_box_is_empty(entry->box)) {
            continue;
        }
        if (m->n_texts + m->n_others == SVG_UNIT_MEMBERS || entry->kind == SVG_KIND_UNKNOWN ||
            entry->labels != SVG_NO_ENTRY) {
            return FALSE;
        }
        if (entry->kind == SVG_KIND_TEXT) {
            m->texts[m->n_texts++] = i;
        } else {
            m->others[m->n_others++] = i;
        }
    }
    return TRUE;
}

void svg_unit_give_texts(const SvgMembers *m, guint shape, guint first)
{
    guint last = SVG_NO_ENTRY;

    for (guint i = first; i < m->n_texts; i++) {
        guint text = m->texts[i];

        if (last == SVG_NO_ENTRY) {
            svg_member(m, shape)->label = text;
        } else {
            svg_member(m, last)->next_label = text;
        }
        svg_member(m, text)->labels = shape;
        last = text;
    }
}

gboolean svg_unit_has_words_in(const SvgMembers *m, SvgBox box)
{
    for (guint i = 0; i < m->n_texts; i++) {
        if (svg_box_holds(box, svg_box_center(svg_member(m, m->texts[i])->box))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- a line with its heads and words ---------------------------------------------------------- */

static gboolean is_near(SvgPoint a, SvgPoint b, double by)
{
    return hypot(a.x - b.x, a.y - b.y) <= by;
}

/* A line drawn as several beside each other, one for each colour. */
static gboolean runs_beside(const SvgMembers *m, const SvgEntry *line, const SvgEntry *other)
{
    double by = BESIDE_PX * m->px;

    return !other->closed && is_near(line->start, other->start, by) &&
           is_near(line->end, other->end, by);
}

/* The one in the middle of those as long that run beside it, and of itself: its ends are where a
 * reader sees them. An open head of a short line is near both of its ends, too. */
static guint middle_of(const SvgMembers *m, guint line)
{
    const SvgEntry *longest = svg_member(m, line);
    guint beside[SVG_UNIT_MEMBERS] = {line};
    guint n = 0;

    for (guint i = 0; i < m->n_others; i++) {
        const SvgEntry *entry = svg_member(m, m->others[i]);

        if (svg_box_side(entry->box) >= AS_LONG * svg_box_side(longest->box) &&
            runs_beside(m, longest, entry)) {
            beside[n++] = m->others[i];
        }
    }
    return beside[n / 2];
}

static guint longest_line(const SvgMembers *m)
{
    guint best = SVG_NO_ENTRY;

    for (guint i = 0; i < m->n_others; i++) {
        const SvgEntry *entry = svg_member(m, m->others[i]);

        if (!entry->closed && entry->kind != SVG_KIND_IMAGE &&
            entry->stroke.kind != SVG_PAINT_NONE &&
            (best == SVG_NO_ENTRY ||
             svg_box_side(entry->box) > svg_box_side(svg_member(m, best)->box))) {
            best = m->others[i];
        }
    }
    return best == SVG_NO_ENTRY ? best : middle_of(m, best);
}

/* How far the heads at the two ends reach, as they are added. */
typedef struct {
    SvgBox at[2];
} Ends;

/* A box or a disc may be a node as well. */
static gboolean is_short(const SvgMembers *m, const SvgEntry *tip)
{
    gboolean pointed = tip->kind == SVG_KIND_TRIANGLE || tip->kind == SVG_KIND_DRAW;
    double most = pointed ? m->head : HEAD_PX * m->px;

    return svg_box_side(tip->box) <= (tip->closed ? most : MAX(most, BARB_PX * m->px)) &&
           tip->kind != SVG_KIND_IMAGE;
}

/* Adds a tip that lies at one of the ends, or at a tip that does; several are no longer than
 * `most`. */
static gboolean add_head(Ends *ends, const SvgEntry *tip, double most)
{
    double side = svg_box_side(tip->box), near = HEAD_AWAY * side;

    for (guint i = 0; i < G_N_ELEMENTS(ends->at); i++) {
        SvgBox both = svg_box_union(ends->at[i], tip->box);

        if (svg_box_touches(svg_box_grown(ends->at[i], near, near), tip->box) &&
            (svg_box_side(ends->at[i]) == 0 || svg_box_side(both) <= most)) {
            ends->at[i] = both;
            return TRUE;
        }
    }
    return FALSE;
}

/* Puts the heads of the line in the order in which they lie on from it. FALSE when something else
 * is there, too. */
static gboolean order_heads(const SvgMembers *m, guint line, guint *heads)
{
    const SvgEntry *entry = svg_member(m, line);
    SvgPoint a = entry->start, b = entry->end;
    Ends ends = {{{a.x, a.y, 0, 0}, {b.x, b.y, 0, 0}}};
    gboolean is_taken[SVG_UNIT_MEMBERS] = {FALSE};
    double most = MAX(hypot(entry->box.w, entry->box.h), HEAD_PX * m->px);
    guint n = 0, taken;

    do {
        taken = 0;
        for (guint i = 0; i < m->n_others; i++) {
            guint index = m->others[i];
            const SvgEntry *other = svg_member(m, index);

            if (index == line || is_taken[i]) {
                continue;
            }
            if (runs_beside(m, entry, other) ||
                (is_short(m, other) && !svg_unit_has_words_in(m, other->box) &&
                 add_head(&ends, other, most))) {
                heads[n++] = index;
                is_taken[i] = TRUE;
                taken++;
            }
        }
    } while (taken);
    return n + 1 == m->n_others;
}

static gboolean take_line(const SvgMembers *m)
{
    guint heads[SVG_UNIT_MEMBERS];
    guint line = longest_line(m);

    if (line == SVG_NO_ENTRY ||
        svg_node_attr(svg_member(m, line)->node, "inkscape:connector-type") ||
        !order_heads(m, line, heads)) {
        return FALSE;
    }
    for (guint i = 0; i + 1 < m->n_others; i++) {
        SvgEntry *other = svg_member(m, heads[i]);

        if (runs_beside(m, svg_member(m, line), other) ||
            !svg_scene_take_head(m->scene, line, heads[i])) {
            other->part_of = line;
        }
    }
    svg_scene_point(m->scene, line);
    svg_unit_give_texts(m, line, 0);
    svg_member(m, line)->in_unit = TRUE;
    return TRUE;
}

/* A line and its heads look like an outline with decoration when they are as small as heads are. */
static gboolean may_be_tips(const SvgMembers *m)
{
    for (guint i = 0; i < m->n_others; i++) {
        const SvgEntry *entry = svg_member(m, m->others[i]);

        if (entry->closed && (!is_short(m, entry) || svg_unit_has_words_in(m, entry->box))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- words alone ------------------------------------------------------------------------------ */

SvgBox svg_unit_block(const SvgMembers *m)
{
    SvgBox box = svg_member(m, m->texts[0])->box;

    for (guint i = 1; i < m->n_texts; i++) {
        SvgBox next = svg_member(m, m->texts[i])->box;

        if (!svg_text_continues(svg_member(m, m->texts[i - 1])->box, next)) {
            return SVG_BOX_EMPTY;
        }
        box = svg_box_union(box, next);
    }
    return box;
}

/* Lines of one text that were written one by one. */
static gboolean take_texts(const SvgMembers *m)
{
    SvgBox box = m->n_others == 0 && m->n_texts > 1 ? svg_unit_block(m) : SVG_BOX_EMPTY;

    if (svg_box_is_empty(box)) {
        return FALSE;
    }
    svg_unit_give_texts(m, m->texts[0], 1);
    svg_member(m, m->texts[0])->box = box;
    return TRUE;
}

/* --- all groups ------------------------------------------------------------------------------- */

/* A part of the drawing has only one group whole. */
static gboolean is_whole(const SvgScene *scene, const SvgNode *group)
{
    return scene->about == SVG_NO_ENTRY || (scene->group && svg_node_contains(scene->group, group));
}

static void find(SvgScene *scene, gboolean (*take)(const SvgMembers *members))
{
    SvgMembers members = {.scene = scene, .px = svg_px(scene->doc)};

    members.head = svg_unit_longest_head(scene->doc);
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (entry->may_be_unit && is_whole(scene, entry->node) &&
            read_members(scene, i, &members) && take(&members)) {
            i = entry->beyond - 1;
        }
    }
}

static gboolean take_unit(const SvgMembers *members)
{
    return svg_unit_take_figure(members) || (may_be_tips(members) && take_line(members)) ||
           svg_unit_take_outline(members) || take_line(members);
}

void svg_scene_find_units(SvgScene *scene)
{
    find(scene, take_unit);
}

void svg_scene_find_blocks(SvgScene *scene)
{
    find(scene, take_texts);
}
