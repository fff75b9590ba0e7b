/* Told by where things are, with what the index has near them: no drawing is read as a whole. */
#include "compare/facts.h"

#include "edit/loose.h"
#include "index/index.h"
#include "shape/ends.h"
#include "shape/track.h"
#include "shape/unit.h"

#include <svg/survey.h>

#include <math.h>

#define HOLDS       0.5  /* of the width and height of words: what holds them is no smaller */
#define MOST_NEAR   400  /* elements that are looked at around one */
#define LEAST_PX    1.5  /* what overlaps less touches, */
#define LEAST_SHARE 0.03 /* of the smaller shape's shorter side: the same */
#define LETTERS     0.15 /* of the height of words: what is above and below the letters */
#define SAMPLES     16   /* a side, where outlines aren't boxes */
#define STEPS       128  /* in which a line is followed */
#define DEEP        0.1  /* of a shape's shorter side: a line farther in runs through it */
#define NEAR_PX     8    /* a line without a head ends at what is so near */
#define INSIDE      0.6  /* of a shape's area: what is larger in it is its border, drawn again */
#define BACKDROP    0.95 /* of the page's area */

typedef enum { THING_NOTHING, THING_WORDS, THING_SHAPE, THING_LINE } ThingClass;

typedef struct {
    SvgNode *node;
    ThingClass class;
    SvgBox box; /* of words their letters */
    SvgEntry entry;
    gboolean filled;
    gboolean asked, labelled, frame; /* of a shape: words are in it, or other shapes; once asked */
} Thing;

/* --- what something is ------------------------------------------------------------------------ */

static gboolean is_backdrop(const SvgFacts *facts, SvgBox box)
{
    for (guint i = 0; i < facts->pages->len; i++) {
        SvgBox page = ((const SvgPage *)facts->pages->pdata[i])->box;
        if (svg_box_area(svg_box_intersection(page, box)) >= BACKDROP * svg_box_area(page)) {
            return TRUE;
        }
    }
    return FALSE;
}

static ThingClass class_of(const SvgFacts *facts, const Thing *thing)
{
    const SvgEntry *entry = &thing->entry;
    gboolean painted = entry->fill.kind != SVG_PAINT_NONE || entry->stroke.kind != SVG_PAINT_NONE;
    gboolean image = entry->kind == SVG_KIND_IMAGE;
    if (!entry->visible || entry->opacity <= 0 || entry->clear) {
        return THING_NOTHING;
    }
    if (svg_node_is_words(thing->node)) {
        return THING_WORDS;
    }
    if (entry->kind == SVG_KIND_LINE || entry->kind == SVG_KIND_ARROW ||
        svg_entry_is_stroke(entry)) {
        return THING_LINE;
    }
    gboolean shape = image || (painted && entry->closed && svg_entry_is_target(entry) &&
                               svg_box_side(thing->box) > svg_unit_longest_head(facts->doc));
    return shape && !is_backdrop(facts, thing->box) ? THING_SHAPE : THING_NOTHING;
}

static SvgBox letters_of(SvgBox box, double px)
{
    return svg_box_grown(box, -MIN(px, box.w / 4), -LETTERS * box.h);
}

/* NULL when it isn't drawn. */
static Thing *thing_of(SvgFacts *facts, SvgNode *node)
{
    Thing *thing = g_hash_table_lookup(facts->things, node);
    if (thing) {
        return thing;
    }
    const SvgBounds *bounds = svg_index_bounds(facts->doc, node);
    if (!bounds || bounds->geometric.w < 0) {
        return NULL;
    }
    thing = g_new0(Thing, 1);
    thing->node = node;
    thing->box = bounds->geometric;
    thing->entry = svg_entry_read(facts->doc, node, thing->box);
    thing->filled = thing->entry.fill.kind != SVG_PAINT_NONE || thing->entry.kind == SVG_KIND_IMAGE;
    thing->class = class_of(facts, thing);
    if (thing->class == THING_WORDS) {
        thing->box = letters_of(thing->box, facts->px);
    }
    g_hash_table_insert(facts->things, node, thing);
    return thing;
}

/* --- what is found ---------------------------------------------------------------------------- */

static guint fact_hash(gconstpointer data)
{
    const SvgFact *fact = data;
    return g_direct_hash(fact->first) ^ g_direct_hash(fact->second) ^ (guint)fact->kind;
}

static gboolean fact_equal(gconstpointer a, gconstpointer b)
{
    const SvgFact *left = a, *right = b;
    gboolean same = left->first == right->first && left->second == right->second;
    gboolean turned = left->first == right->second && left->second == right->first;
    return left->kind == right->kind && (same || turned);
}

const SvgFact *svg_facts_find(const SvgFacts *facts, const SvgFact *like)
{
    return g_hash_table_lookup(facts->facts, like);
}

static void find(SvgFacts *facts, SvgWorseKind kind, SvgNode *first, SvgNode *second, double amount)
{
    const SvgFact fact = {kind, first, second, amount};
    if (!svg_facts_find(facts, &fact)) {
        SvgFact *kept = g_memdup2(&fact, sizeof fact);
        g_hash_table_add(facts->facts, kept);
        g_ptr_array_add(facts->order, kept);
    }
}

/* --- lying on each other ---------------------------------------------------------------------- */

/* The box of the samples of `where` that lie in both outlines. */
static SvgBox common_part(SvgDocument *doc, const Thing *a, const Thing *b, SvgBox where)
{
    g_autoptr(GArray) first = svg_track_of(doc, &a->entry);
    g_autoptr(GArray) second = svg_track_of(doc, &b->entry);
    gboolean words[] = {a->class == THING_WORDS, b->class == THING_WORDS};
    double dx = where.w / SAMPLES, dy = where.h / SAMPLES;
    SvgBox common = SVG_BOX_EMPTY;
    for (guint i = 0; i < SAMPLES * SAMPLES; i++) {
        guint column = i % SAMPLES, row = i / SAMPLES;
        SvgBox cell = {where.x + column * dx, where.y + row * dy, dx, dy};
        SvgPoint at = svg_box_center(cell);
        if ((words[0] || svg_track_encloses(first, at)) &&
            (words[1] || svg_track_encloses(second, at))) {
            common = svg_box_union(common, cell);
        }
    }
    return common;
}

static gboolean is_plain(const Thing *thing)
{
    return thing->class == THING_WORDS || svg_entry_is_box(&thing->entry);
}

/* What one has in common with the other, as far as that is more than a touch; else empty. */
static SvgBox overlap_of(const SvgFacts *facts, const Thing *a, const Thing *b)
{
    SvgBox common = svg_box_intersection(a->box, b->box);
    double side = MIN(MIN(a->box.w, a->box.h), MIN(b->box.w, b->box.h));
    double least = MAX(LEAST_PX * facts->px, LEAST_SHARE * side);
    if (MIN(common.w, common.h) > least && !(is_plain(a) && is_plain(b))) {
        common = common_part(facts->doc, a, b, common);
    }
    return MIN(common.w, common.h) > least ? common : SVG_BOX_EMPTY;
}

/* But for what is no more than a touch. */
static gboolean contains(const SvgFacts *facts, SvgBox outer, SvgBox inner)
{
    double touch = LEAST_PX * facts->px;
    return svg_box_contains(svg_box_grown(outer, touch, touch), inner);
}

/* What lies wholly in something is meant to, unless that hides it. */
static gboolean lie_on_each_other(const SvgFacts *facts, const Thing *below, const Thing *above)
{
    SvgBox common = overlap_of(facts, below, above);
    if (svg_box_is_empty(common)) {
        return FALSE;
    }
    gboolean words = above->class == THING_WORDS;
    if (below->class == THING_WORDS && words) {
        return TRUE;
    }
    if (contains(facts, above->box, below->box)) {
        return !words && above->filled;
    }
    SvgPoint middle = svg_box_center(words ? above->box : below->box);
    gboolean held =
        words ? svg_box_holds(below->box, middle)
              : below->class == THING_WORDS && svg_box_holds(above->box, middle) && !above->filled;
    return !held && !contains(facts, below->box, above->box);
}

/* --- words and what they are in --------------------------------------------------------------- */

/* A pole behind a sign is around the middle of its words, and holds none. */
static gboolean may_hold(const Thing *shape, const Thing *words)
{
    return shape->class == THING_SHAPE && svg_box_holds(shape->box, svg_box_center(words->box)) &&
           shape->box.w >= HOLDS * words->box.w && shape->box.h >= HOLDS * words->box.h;
}

/* The smallest shape around its middle; NULL if there is none. */
static SvgNode *holder_of(SvgFacts *facts, const Thing *words)
{
    g_autoptr(GPtrArray) at = svg_index_at(facts->doc, svg_box_center(words->box));
    const Thing *smallest = NULL;
    for (guint i = 0; i < MIN(at->len, MOST_NEAR); i++) {
        const Thing *thing = thing_of(facts, at->pdata[i]);
        if (thing && may_hold(thing, words) &&
            (!smallest || svg_box_area(thing->box) < svg_box_area(smallest->box))) {
            smallest = thing;
        }
    }
    return smallest ? smallest->node : NULL;
}

double svg_fact_excess(SvgDocument *doc, SvgNode *words, SvgNode *shape)
{
    const SvgBounds *bounds = svg_index_bounds(doc, words);
    SvgBox in = bounds ? bounds->visual : svg_node_box(doc, words), out = svg_node_box(doc, shape);
    double across = MAX(out.x - in.x, in.x + in.w - out.x - out.w);
    double down = MAX(out.y - in.y, in.y + in.h - out.y - out.h);
    return MAX(across, down);
}

static void find_holder(SvgFacts *facts, const Thing *words)
{
    SvgNode *holder = holder_of(facts, words);
    if (holder) {
        find(facts, SVG_WORSE_STICKS_OUT, words->node, holder,
             svg_fact_excess(facts->doc, words->node, holder));
    }
}

/* Words are in it, or other shapes: then it is a frame. */
static void look_inside(SvgFacts *facts, Thing *shape)
{
    g_autoptr(GPtrArray) near = shape->asked ? NULL : svg_index_touching(facts->doc, shape->box);
    shape->asked = TRUE;
    for (guint i = 0; near && i < MIN(near->len, MOST_NEAR); i++) {
        const Thing *other = thing_of(facts, near->pdata[i]);
        if (!other || other == shape || !svg_box_contains(shape->box, other->box)) {
            continue;
        }
        shape->labelled = shape->labelled || other->class == THING_WORDS;
        shape->frame =
            shape->frame || (other->class == THING_SHAPE &&
                             svg_box_area(other->box) < INSIDE * svg_box_area(shape->box));
    }
}

static gboolean is_see_through(const SvgFacts *facts, const Thing *thing)
{
    SvgStyle style;
    svg_style_of(facts->doc, thing->node, &style);
    return thing->class == THING_SHAPE && thing->filled &&
           style.fill.alpha * style.fill_opacity * style.opacity < 1;
}

/* What is unlike the other is drawn on it: decoration, shadows, hatching. Sets that are seen
 * through each other overlap to say something. */
static void find_overlap(SvgFacts *facts, Thing *a, Thing *b)
{
    if (is_see_through(facts, a) && is_see_through(facts, b)) {
        return;
    }
    if (a->class == THING_WORDS || b->class == THING_WORDS) {
        gboolean meet = a->class == b->class;
        gboolean held = meet && holder_of(facts, a) && holder_of(facts, b);
        find(facts, meet && !held ? SVG_WORSE_MEETS : SVG_WORSE_LIES_ON, a->node, b->node, 0);
        return;
    }
    look_inside(facts, a);
    look_inside(facts, b);
    if (a->frame || b->frame) {
        find(facts, SVG_WORSE_STRADDLES, a->node, b->node, 0);
    } else if (a->labelled == b->labelled) { /* without words it may be a picture */
        find(facts, a->labelled ? SVG_WORSE_LIES_ON : SVG_WORSE_MEETS, a->node, b->node, 0);
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

double svg_fact_distance(SvgDocument *doc, SvgNode *line, SvgNode *shape)
{
    SvgPoint ends[2];
    SvgBox box = svg_node_box(doc, shape);
    return svg_line_ends(doc, line, ends)
               ? MIN(svg_box_distance(box, ends[0]), svg_box_distance(box, ends[1]))
               : INFINITY;
}

/* A head of its own at the end of a line, or one that the line has. */
static gboolean has_head_at(SvgFacts *facts, const Thing *line, SvgPoint end)
{
    double longest = svg_unit_longest_head(facts->doc), near = NEAR_PX * facts->px;
    if (line->entry.kind == SVG_KIND_ARROW) {
        return TRUE;
    }
    SvgBox area = svg_box_grown((SvgBox){end.x, end.y, 0, 0}, near, near);
    g_autoptr(GPtrArray) around = svg_index_touching(facts->doc, area);
    for (guint i = 0; i < MIN(around->len, MOST_NEAR); i++) {
        const Thing *other = thing_of(facts, around->pdata[i]);
        if (other && other != line && other->entry.closed && other->filled &&
            svg_box_side(other->box) <= longest) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Lines without a head must meet what they end at. */
static gboolean is_at(SvgFacts *facts, const Thing *line, SvgPoint end, SvgNode *shape)
{
    double away = svg_box_distance(svg_node_box(facts->doc, shape), end);
    return away <= NEAR_PX * facts->px || has_head_at(facts, line, end);
}

static void find_ends(SvgFacts *facts, const Thing *line)
{
    SvgPoint ends[2];
    if (!svg_line_ends(facts->doc, line->node, ends)) {
        return;
    }
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        SvgNode *shape = svg_loose_shape_at(facts->doc, line->node, ends[i]);
        if (shape && is_at(facts, line, ends[i], shape)) {
            find(facts, SVG_WORSE_CAME_OFF, line->node, shape,
                 svg_fact_distance(facts->doc, line->node, shape));
        }
    }
}

/* It holds neither end of the line, nor what that ends at. */
static gboolean is_in_way(SvgFacts *facts, const Thing *line, Thing *shape)
{
    SvgPoint ends[2];
    if (!svg_line_ends(facts->doc, line->node, ends)) {
        return FALSE;
    }
    double reach = svg_touch_reach(svg_touch_of(facts->doc));
    SvgBox around = svg_box_grown(shape->box, reach, reach);
    if (svg_box_holds(around, ends[0]) || svg_box_holds(around, ends[1])) {
        return FALSE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        SvgNode *at = svg_loose_shape_at(facts->doc, line->node, ends[i]);
        const Thing *end = at ? thing_of(facts, at) : NULL;
        if (end &&
            (svg_box_contains(end->box, shape->box) || svg_box_contains(shape->box, end->box))) {
            return FALSE;
        }
    }
    look_inside(facts, shape);
    return !shape->frame;
}

static gboolean runs_through(SvgFacts *facts, const Thing *line, Thing *shape)
{
    if (!svg_box_touches(line->box, shape->box) || !is_in_way(facts, line, shape)) {
        return FALSE;
    }
    g_autoptr(GArray) way = svg_track_of(facts->doc, &line->entry);
    g_autoptr(GArray) outline = svg_track_of(facts->doc, &shape->entry);
    double length = svg_track_length(way);
    double deep = MAX(facts->px, DEEP * MIN(shape->box.w, shape->box.h));
    for (guint i = 1; i < STEPS; i++) {
        SvgPoint at = svg_track_at(way, length * i / STEPS);
        if (svg_box_holds(shape->box, at) && svg_track_encloses(outline, at) &&
            svg_track_distance(outline, at) > deep) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- one thing, and what is near it ----------------------------------------------------------- */

static void compare(SvgFacts *facts, Thing *thing, Thing *other, gboolean above)
{
    gboolean lines[] = {thing->class == THING_LINE, other->class == THING_LINE};
    if (lines[0] && other->class == THING_SHAPE && runs_through(facts, thing, other)) {
        find(facts, SVG_WORSE_RUNS_THROUGH, thing->node, other->node, 0);
    }
    if (lines[1] && thing->class == THING_SHAPE) {
        find_ends(facts, other);
        if (runs_through(facts, other, thing)) {
            find(facts, SVG_WORSE_RUNS_THROUGH, other->node, thing->node, 0);
        }
    }
    if (!lines[0] && !lines[1] &&
        lie_on_each_other(facts, above ? thing : other, above ? other : thing)) {
        find_overlap(facts, thing, other);
    }
    if (other->class == THING_WORDS && thing->class == THING_SHAPE) {
        find_holder(facts, other);
    }
}

static double beyond_page(const SvgFacts *facts, SvgBox box)
{
    double least = INFINITY;
    for (guint i = 0; i < facts->pages->len; i++) {
        SvgBox page = ((const SvgPage *)facts->pages->pdata[i])->box;
        double across = MAX(page.x - box.x, box.x + box.w - page.x - page.w);
        double down = MAX(page.y - box.y, box.y + box.h - page.y - page.h);
        least = MIN(least, MAX(across, down));
    }
    return least;
}

static void look_around(SvgFacts *facts, Thing *thing)
{
    double reach = svg_touch_reach(svg_touch_of(facts->doc));
    g_autoptr(GPtrArray) near =
        svg_index_touching(facts->doc, svg_box_grown(thing->box, reach, reach));
    gboolean above = FALSE; /* whether what follows in the list is drawn above it */
    for (guint i = 0; i < MIN(near->len, MOST_NEAR); i++) {
        Thing *other = near->pdata[i] == thing->node ? NULL : thing_of(facts, near->pdata[i]);
        above = above || near->pdata[i] == thing->node;
        if (other && other->class != THING_NOTHING) {
            compare(facts, thing, other, above);
        }
    }
    if (thing->class == THING_LINE) {
        find_ends(facts, thing);
    } else if (thing->class == THING_WORDS) {
        find_holder(facts, thing);
    }
    double beyond = beyond_page(facts, thing->box);
    if (beyond > 0) {
        find(facts, SVG_WORSE_OFF_PAGE, thing->node, NULL, beyond);
    }
}

/* Nothing is left of it but a point, or the thickness of its stroke. */
static gboolean is_collapsed(const SvgFacts *facts, const Thing *thing)
{
    return svg_node_is(thing->node, SVG_TAG_HAS_VERTICES) &&
           svg_box_side(thing->box) < facts->px / 2;
}

/* --- all of it -------------------------------------------------------------------------------- */

void svg_facts_read(SvgFacts *facts, SvgDocument *doc, const GPtrArray *leaves)
{
    *facts = (SvgFacts){
        .doc = doc,
        .things = g_hash_table_new_full(NULL, NULL, NULL, g_free),
        .facts = g_hash_table_new_full(fact_hash, fact_equal, g_free, NULL),
        .order = g_ptr_array_new(),
        .pages = svg_document_pages(doc),
        .px = svg_px(doc),
    };
    for (guint i = 0; i < leaves->len; i++) {
        SvgNode *node = leaves->pdata[i];
        Thing *thing = svg_node_contains(doc->root, node) ? thing_of(facts, node) : NULL;
        if (thing && is_collapsed(facts, thing)) {
            find(facts, SVG_WORSE_COLLAPSED, node, NULL, 0);
        } else if (thing && thing->class != THING_NOTHING) {
            look_around(facts, thing);
        }
    }
}

void svg_facts_clear(SvgFacts *facts)
{
    g_clear_pointer(&facts->order, g_ptr_array_unref);
    g_clear_pointer(&facts->facts, g_hash_table_unref);
    g_clear_pointer(&facts->things, g_hash_table_unref);
    g_clear_pointer(&facts->pages, g_ptr_array_unref);
}
