/* Groups that stand for one thing: a node and its words, an arrow and its head. Programs that draw
 * diagrams group so, and people who group a box with its words mean it. */
#include "shape/unit.h"

#include "shape/scene.h"

#include <math.h>

#define MAX_SEEN     256  /* nodes, drawn or not, of a group that is one thing */
#define STICKS_OUT   0.15 /* of the outline's side: ears and tabs */
#define CONCENTRIC   0.5  /* of the outline's area: a second border */
#define ON_BORDER    0.03 /* of the outline's side: what touches it from inside */
#define MAX_INNER    2    /* closed outlines that lie in the outline for themselves */
#define HEAD_AWAY    0.6  /* of a head's longer side: from the end of its line */
#define HEAD_PX      24   /* the longest head; of a pointed one, */
#define HEAD_TO_PAGE 0.02 /* or by the page's longer side */
#define BESIDE_PX    12   /* from one of several lines that run beside each other to the next */
#define NEXT_TO      1.2  /* of a line of words: from an outline to those beside it */
#define NEXT_TO_PX   16   /* and at least */
#define PLATE        1.8  /* of a line of words: how high what is behind them is */
#define SAME_SIZE    0.04 /* of the outline's sides: a copy of it behind it, */
#define COPY_PX      24   /* which is shifted by so much at most */

typedef struct {
    SvgScene *scene;
    guint texts[SVG_UNIT_MEMBERS], others[SVG_UNIT_MEMBERS];
    guint n_texts, n_others;
    double px;   /* in document units */
    double head; /* how long a head may be */
} Members;

double svg_unit_longest_head(SvgDocument *doc)
{
    return MAX(HEAD_PX * svg_px(doc), HEAD_TO_PAGE * svg_box_side(svg_document_page(doc)));
}

static gboolean is_group(const SvgNode *node)
{
    return (svg_node_is(node, SVG_TAG_IS_GROUP) || svg_node_tag(node) == SVG_TAG_SWITCH) &&
           !svg_node_attr(node, "inkscape:groupmode");
}

gboolean svg_node_is_words(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_WORDS);
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

SvgBox svg_unit_reach(SvgBox outline)
{
    return svg_box_grown(outline, STICKS_OUT * outline.w, STICKS_OUT * outline.h);
}

static SvgBox shrunk(SvgBox outer)
{
    return svg_box_grown(outer, -ON_BORDER * outer.w, -ON_BORDER * outer.h);
}

gboolean svg_unit_is_inside(SvgBox outer, SvgBox inner)
{
    return svg_box_contains(shrunk(outer), inner) &&
           svg_box_area(inner) < CONCENTRIC * svg_box_area(outer);
}

gboolean svg_unit_is_at_border(SvgBox outer, SvgPoint p)
{
    return !svg_box_holds(shrunk(outer), p);
}

static SvgEntry *member(const Members *m, guint index)
{
    return svg_scene_entry(m->scene, index);
}

/* FALSE when there are too many, or something that is neither an outline, a line nor a text. */
static gboolean read_members(SvgScene *scene, guint group, Members *m)
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

static void give_texts(const Members *m, guint shape, guint first)
{
    guint last = SVG_NO_ENTRY;

    for (guint i = first; i < m->n_texts; i++) {
        guint text = m->texts[i];

        if (last == SVG_NO_ENTRY) {
            member(m, shape)->label = text;
        } else {
            member(m, last)->next_label = text;
        }
        member(m, text)->labels = shape;
        last = text;
    }
}

/* --- an outline with its words ---------------------------------------------------------------- */

/* The same outline once more, shifted: one of a stack, or the back of something thick. */
static gboolean is_copy(const Members *m, const SvgEntry *a, const SvgEntry *b)
{
    double most = COPY_PX * m->px, dx = fabs(a->box.x - b->box.x), dy = fabs(a->box.y - b->box.y);

    return a->closed && a->kind == b->kind && a->kind != SVG_KIND_IMAGE && MAX(dx, dy) > 0 &&
           MAX(dx, dy) <= most && dx < a->box.w / 2 && dy < a->box.h / 2 &&
           fabs(a->box.w - b->box.w) <= SAME_SIZE * b->box.w &&
           fabs(a->box.h - b->box.h) <= SAME_SIZE * b->box.h;
}

/* Of copies, the one in front; any outline rather than a picture. */
static gboolean is_larger(const Members *m, const SvgEntry *entry, const SvgEntry *than)
{
    if (entry->closed != than->closed) {
        return entry->closed;
    }
    return is_copy(m, entry, than) || svg_box_area(entry->box) > svg_box_area(than->box);
}

static guint largest_outline(const Members *m)
{
    guint best = SVG_NO_ENTRY;

    for (guint i = 0; i < m->n_others; i++) {
        const SvgEntry *entry = member(m, m->others[i]);
        gboolean can = entry->closed || (entry->kind == SVG_KIND_IMAGE && m->n_texts > 0);

        if (can && (best == SVG_NO_ENTRY || is_larger(m, entry, member(m, best)))) {
            best = m->others[i];
        }
    }
    return best;
}

static gboolean has_words_in(const Members *m, SvgBox box)
{
    for (guint i = 0; i < m->n_texts; i++) {
        if (svg_box_holds(box, svg_box_center(member(m, m->texts[i])->box))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A backing in the colour of what it lies on, no higher than words need. */
static gboolean is_plate(const Members *m, const SvgEntry *outline, const SvgEntry *entry)
{
    guint n = 0;

    for (guint i = 0; i < m->n_texts; i++) {
        SvgBox box = member(m, m->texts[i])->box;

        n += svg_box_holds(entry->box, svg_box_center(box)) && entry->box.h <= PLATE * box.h;
    }
    return n == 1 && entry->stroke.kind == SVG_PAINT_NONE &&
           svg_paint_is_same(&entry->fill, &outline->fill);
}

/* Along the whole upper edge of the outline: there is one at most. */
static gboolean is_header(SvgBox outer, SvgBox inner)
{
    SvgBox inside = shrunk(outer);

    return inner.x <= inside.x && inner.y <= inside.y && inner.x + inner.w >= inside.x + inside.w;
}

/* What was seen of a group that may be an outline with all that belongs to it. */
typedef struct {
    guint n_inner, n_headers;
    gboolean words_inside;
    guint beside; /* the last of the words beside it; SVG_NO_ENTRY if there are none */
} Unit;

static gboolean is_next_to(const Members *m, SvgBox outer, SvgBox box, double line)
{
    double by = MAX(NEXT_TO * line, NEXT_TO_PX * m->px);

    return svg_box_touches(svg_box_grown(outer, by, by), box);
}

static gboolean is_decoration(const Members *m, guint outline, guint index, Unit *unit)
{
    const SvgEntry *main = member(m, outline), *entry = member(m, index);
    SvgBox outer = main->box;

    if (entry->head_start || entry->head_end) {
        return FALSE;
    }
    if (is_copy(m, entry, main)) {
        return TRUE;
    }
    if (entry->kind == SVG_KIND_IMAGE && svg_box_area(entry->box) < svg_box_area(outer)) {
        return is_next_to(m, outer, entry->box, 0);
    }
    if (!svg_box_contains(svg_unit_reach(outer), entry->box)) {
        return FALSE;
    }
    if (!entry->closed || svg_box_area(entry->box) >= CONCENTRIC * svg_box_area(outer)) {
        return TRUE;
    }
    unit->n_inner += svg_unit_is_inside(outer, entry->box);
    if (has_words_in(m, entry->box)) {
        return is_plate(m, main, entry) || (is_header(outer, entry->box) && ++unit->n_headers == 1);
    }
    return unit->n_inner <= MAX_INNER;
}

/* On the outline; or beside it, all as one block, and none on it. */
static gboolean is_text_of(const Members *m, guint outline, guint index, Unit *unit)
{
    const SvgEntry *text = member(m, index);
    SvgBox outer = member(m, outline)->box;

    if (svg_box_holds(outer, svg_box_center(text->box))) {
        unit->words_inside = TRUE;
        return unit->beside == SVG_NO_ENTRY;
    }
    if (unit->words_inside ||
        (unit->beside != SVG_NO_ENTRY &&
         !svg_text_continues(member(m, unit->beside)->box, text->box)) ||
        (unit->beside == SVG_NO_ENTRY &&
         !is_next_to(m, outer, text->box, MIN(text->box.w, text->box.h)))) {
        return FALSE;
    }
    unit->beside = index;
    return TRUE;
}

static gboolean is_outline_unit(const Members *m, guint outline)
{
    Unit unit = {.beside = SVG_NO_ENTRY};

    for (guint i = 0; i < m->n_others; i++) {
        if (m->others[i] != outline && !is_decoration(m, outline, m->others[i], &unit)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < m->n_texts; i++) {
        if (!is_text_of(m, outline, m->texts[i], &unit)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean take_outline(const Members *m)
{
    guint outline = largest_outline(m);

    if (outline == SVG_NO_ENTRY || !is_outline_unit(m, outline)) {
        return FALSE;
    }
    for (guint i = 0; i < m->n_others; i++) {
        if (m->others[i] != outline) {
            member(m, m->others[i])->part_of = outline;
        }
    }
    give_texts(m, outline, 0);
    member(m, outline)->in_unit = TRUE;
    return TRUE;
}

/* --- a line with its heads and words ---------------------------------------------------------- */

static guint longest_line(const Members *m)
{
    guint best = SVG_NO_ENTRY;

    for (guint i = 0; i < m->n_others; i++) {
        const SvgEntry *entry = member(m, m->others[i]);

        if (!entry->closed && entry->stroke.kind != SVG_PAINT_NONE &&
            (best == SVG_NO_ENTRY ||
             svg_box_side(entry->box) > svg_box_side(member(m, best)->box))) {
            best = m->others[i];
        }
    }
    return best;
}

static gboolean is_near(SvgPoint a, SvgPoint b, double by)
{
    return hypot(a.x - b.x, a.y - b.y) <= by;
}

/* A line drawn as several beside each other, one for each colour. */
static gboolean runs_beside(const Members *m, const SvgEntry *line, const SvgEntry *other)
{
    double by = BESIDE_PX * m->px;

    return !other->closed && is_near(line->start, other->start, by) &&
           is_near(line->end, other->end, by);
}

/* How far the heads at the two ends reach, as they are added. */
typedef struct {
    SvgBox at[2];
} Ends;

/* A box or a disc may be a node as well. */
static gboolean is_short(const Members *m, const SvgEntry *tip)
{
    gboolean pointed = tip->kind == SVG_KIND_TRIANGLE || tip->kind == SVG_KIND_DRAW;

    return svg_box_side(tip->box) <= (pointed ? m->head : HEAD_PX * m->px) &&
           tip->kind != SVG_KIND_IMAGE;
}

/* Adds a tip that lies at one of the ends, or at a tip that does. */
static gboolean add_head(Ends *ends, const SvgEntry *tip)
{
    double side = svg_box_side(tip->box), near = HEAD_AWAY * side;

    for (guint i = 0; i < G_N_ELEMENTS(ends->at); i++) {
        if (svg_box_touches(svg_box_grown(ends->at[i], near, near), tip->box)) {
            ends->at[i] = svg_box_union(ends->at[i], tip->box);
            return TRUE;
        }
    }
    return FALSE;
}

/* Puts the heads of the line in the order in which they lie on from it. FALSE when something else
 * is there, too. */
static gboolean order_heads(const Members *m, guint line, guint *heads)
{
    const SvgEntry *entry = member(m, line);
    SvgPoint a = entry->start, b = entry->end;
    Ends ends = {{{a.x, a.y, 0, 0}, {b.x, b.y, 0, 0}}};
    gboolean is_taken[SVG_UNIT_MEMBERS] = {FALSE};
    guint n = 0, taken;

    do {
        taken = 0;
        for (guint i = 0; i < m->n_others; i++) {
            guint index = m->others[i];
            const SvgEntry *other = member(m, index);

            if (index == line || is_taken[i]) {
                continue;
            }
            if (runs_beside(m, entry, other) ||
                (is_short(m, other) && !has_words_in(m, other->box) && add_head(&ends, other))) {
                heads[n++] = index;
                is_taken[i] = TRUE;
                taken++;
            }
        }
    } while (taken);
    return n + 1 == m->n_others;
}

static gboolean take_line(const Members *m)
{
    guint heads[SVG_UNIT_MEMBERS];
    guint line = longest_line(m);

    if (line == SVG_NO_ENTRY || svg_node_attr(member(m, line)->node, "inkscape:connector-type") ||
        !order_heads(m, line, heads)) {
        return FALSE;
    }
    for (guint i = 0; i + 1 < m->n_others; i++) {
        SvgEntry *other = member(m, heads[i]);

        if (runs_beside(m, member(m, line), other) ||
            !svg_scene_take_head(m->scene, line, heads[i])) {
            other->part_of = line;
        }
    }
    svg_scene_point(m->scene, line);
    give_texts(m, line, 0);
    member(m, line)->in_unit = TRUE;
    return TRUE;
}

/* A line and its heads look like an outline with decoration when they are as small as heads are. */
static gboolean may_be_tips(const Members *m)
{
    for (guint i = 0; i < m->n_others; i++) {
        const SvgEntry *entry = member(m, m->others[i]);

        if (entry->closed && (!is_short(m, entry) || has_words_in(m, entry->box))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- words alone ------------------------------------------------------------------------------ */

/* Lines of one text that were written one by one. */
static gboolean take_texts(const Members *m)
{
    if (m->n_others || m->n_texts < 2) {
        return FALSE;
    }
    for (guint i = 1; i < m->n_texts; i++) {
        if (!svg_text_continues(member(m, m->texts[i - 1])->box, member(m, m->texts[i])->box)) {
            return FALSE;
        }
    }
    give_texts(m, m->texts[0], 1);
    for (guint i = 1; i < m->n_texts; i++) {
        SvgEntry *first = member(m, m->texts[0]);

        first->box = svg_box_union(first->box, member(m, m->texts[i])->box);
    }
    return TRUE;
}

/* --- all groups ------------------------------------------------------------------------------- */

/* A part of the drawing has only one group whole. */
static gboolean is_whole(const SvgScene *scene, const SvgNode *group)
{
    return scene->about == SVG_NO_ENTRY || (scene->group && svg_node_contains(scene->group, group));
}

static void find(SvgScene *scene, gboolean (*take)(const Members *members))
{
    Members members = {.scene = scene, .px = svg_px(scene->doc)};

    members.head = svg_unit_longest_head(scene->doc);
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (entry->may_be_unit && is_whole(scene, entry->node) &&
            read_members(scene, i, &members) && take(&members)) {
            i = entry->beyond - 1;
        }
    }
}

static gboolean take_unit(const Members *members)
{
    return (may_be_tips(members) && take_line(members)) || take_outline(members) ||
           take_line(members);
}

void svg_scene_find_units(SvgScene *scene)
{
    find(scene, take_unit);
}

void svg_scene_find_blocks(SvgScene *scene)
{
    find(scene, take_texts);
}
