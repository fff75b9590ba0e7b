/* Whether words near a line may be its caption. A line without a head has one only if it goes from
 * one thing to another; where one end meets nothing, words don't matter. */
#include "shape/caption_near.h"

#include "shape/quick_text.h"
#include "shape/track.h"
#include "shape/unit.h"

#define ZONE       4   /* lengths of the line around it: outlines that hold words at its ends */
#define MAX_AROUND 512 /* elements; where more are, nothing is told by them */

/* How many texts are in the group; 0 when anything else is drawn in it. */
static guint count_lines(SvgNode *group)
{
    guint n = 0;

    for (SvgNode *at = group; at; at = svg_node_walk(group, at, svg_node_is_words(at))) {
        guint flags = svg_tag_flags(svg_node_tag(at));

        if (svg_node_is_words(at)) {
            n++;
        } else if ((flags & SVG_TAG_IS_RENDERED) && !(flags & SVG_TAG_IS_CONTAINER)) {
            return 0;
        }
    }
    return n;
}

/* It may be one of several lines of one text that were written one by one, as a group. */
static gboolean may_be_of_block(const SvgNode *text)
{
    for (SvgNode *at = text->parent; at; at = at->parent) {
        guint n = svg_unit_may_be(at) ? count_lines(at) : 0;

        if (n > 1) {
            return TRUE;
        }
        if (n == 0 && svg_node_tag(at) == SVG_TAG_G) {
            return FALSE;
        }
    }
    return FALSE;
}

/* What is looked at, and where it may be: of a text, all of it. */
typedef struct {
    SvgNode *node;
    SvgQuickBounds reach;
    SvgBox box;
    double height; /* of it, at most */
    gboolean wordless;
} Seen;

static Seen see(SvgDocument *doc, const SvgNode *node, const SvgContext *parent, gboolean wordless,
                SvgQuickBoundsLast *last)
{
    Seen seen = {.node = (SvgNode *)node, .wordless = wordless};

    seen.reach = svg_node_quick_bounds_again(last, doc, node, parent);
    seen.box = last->box;
    if (seen.reach == SVG_QUICK_BOUNDS_TEXT) {
        seen.reach = svg_text_extent(doc, node, parent, last->box, &seen.box, &seen.height)
                         ? SVG_QUICK_BOUNDS_TEXT
                         : SVG_QUICK_BOUNDS_UNKNOWN;
    } else if (seen.reach == SVG_QUICK_BOUNDS_BOX) {
        seen.height = seen.box.h;
    }
    return seen;
}

/* The line may be the one that the words are beside. */
static gboolean may_be_caption(const SvgCaptionNear *search, const Seen *seen)
{
    SvgQuickBounds reach = seen->reach;

    if (reach == SVG_QUICK_BOUNDS_TEXT && may_be_of_block(seen->node)) {
        return TRUE;
    }
    return reach == SVG_QUICK_BOUNDS_UNKNOWN ||
           (reach != SVG_QUICK_BOUNDS_NONE &&
            svg_box_touches(svg_caption_reach(seen->box, seen->height), search->near));
}

/* Whether the end is at the border of what is drawn there. */
static gboolean meets(const SvgCaptionNear *search, SvgNode *node, SvgPoint end)
{
    SvgDocument *doc = search->doc;

    if (!svg_node_is(node, SVG_TAG_IS_SHAPE)) {
        return TRUE;
    }
    SvgEntry entry = svg_entry_read(doc, node, svg_node_box(doc, node));
    if (!svg_entry_is_target(&entry)) {
        return FALSE;
    }
    g_autoptr(GArray) track = svg_track_of(doc, &entry);
    return svg_track_distance(track, end) <=
           1.1 * svg_line_gap(search->touch, &search->line, end, &entry);
}

/* Words are measured only where they may reach so far. */
static gboolean may_meet_words(const SvgCaptionNear *search, gboolean last, const Seen *seen)
{
    SvgNode *words = seen->node;

    if (!svg_line_may_meet(search->touch, &search->line, last, TRUE, seen->box)) {
        return FALSE;
    }
    if (may_be_of_block(words)) {
        return TRUE;
    }
    if (svg_line_may_meet(search->touch, &search->line, last, TRUE,
                          svg_node_box(search->doc, words))) {
        g_ptr_array_add(search->held[last], words);
    }
    return FALSE;
}

static gboolean may_meet(const SvgCaptionNear *search, gboolean last, const Seen *seen)
{
    SvgPoint end = last ? search->line.end : search->line.start;

    switch (seen->reach) {
    case SVG_QUICK_BOUNDS_NONE:
        return FALSE;
    case SVG_QUICK_BOUNDS_TEXT:
        return may_meet_words(search, last, seen);
    case SVG_QUICK_BOUNDS_BOX:
        return svg_line_may_meet(search->touch, &search->line, last, !seen->wordless, seen->box) &&
               (!seen->wordless || meets(search, seen->node, end));
    case SVG_QUICK_BOUNDS_UNKNOWN:
        break;
    }
    return TRUE;
}

void svg_caption_near_begin(SvgCaptionNear *search, SvgDocument *doc, const SvgEntry *line,
                            SvgBox near)
{
    double by = ZONE * MAX(near.w, near.h);
    SvgTouch touch = svg_touch_of(doc);
    double far = MAX(by, 2 * svg_touch_reach(touch));

    *search = (SvgCaptionNear){.doc = doc,
                               .touch = touch,
                               .line = *line,
                               .near = near,
                               .met = {TRUE, TRUE},
                               .range = svg_box_grown(near, far, far),
                               .zone = svg_box_grown(near, by, by)};
}

gboolean svg_caption_near_look_at_ends(SvgCaptionNear *search)
{
    const SvgEntry *line = &search->line;

    if (!search->words || line->kind != SVG_KIND_DRAW || line->head_start || line->head_end ||
        svg_node_is_connector(line->node)) {
        return FALSE;
    }
    search->words = search->met[0] = search->met[1] = FALSE;
    search->around = g_ptr_array_new();
    search->held[0] = g_ptr_array_new();
    search->held[1] = g_ptr_array_new();
    return TRUE;
}

/* What may lie in the zone. */
static void remember(const SvgCaptionNear *search, const Seen *seen)
{
    if (seen->reach != SVG_QUICK_BOUNDS_NONE && search->around->len <= MAX_AROUND &&
        (seen->reach == SVG_QUICK_BOUNDS_UNKNOWN || svg_box_touches(seen->box, search->zone))) {
        g_ptr_array_add(search->around, seen->node);
    }
}

void svg_caption_near_look(SvgCaptionNear *search, const SvgNode *node, const SvgContext *parent,
                           gboolean wordless, SvgQuickBoundsLast *last)
{
    Seen seen;

    if ((search->met[0] && search->met[1] && (wordless || search->words)) ||
        (wordless && svg_path_place(node, parent, search->range) == SVG_PATH_OFF)) {
        return;
    }
    seen = see(search->doc, node, parent, wordless, last);
    if (search->around) {
        remember(search, &seen);
    }
    for (guint i = 0; i < G_N_ELEMENTS(search->met); i++) {
        search->met[i] = search->met[i] || may_meet(search, i > 0, &seen);
    }
    search->words = search->words || (!wordless && may_be_caption(search, &seen));
}

gboolean svg_caption_near_any(const SvgCaptionNear *search)
{
    return search->words && search->met[0] && search->met[1];
}

/* --- words that are a label ------------------------------------------------------------------- */

/* An outline that words are on, and what else is there. */
typedef struct {
    SvgNode *node;
    SvgBox box;
    SvgNode *words;
    SvgPoint middle; /* of the words */
    guint n;         /* outlines that may lie in it */
} Holder;

static gboolean is_outline(SvgDocument *doc, SvgNode *node, SvgBox box)
{
    SvgEntry entry;

    if (!svg_node_is(node, SVG_TAG_IS_SHAPE)) {
        return TRUE;
    }
    entry = svg_entry_read(doc, node, box);
    return entry.closed;
}

/* The smallest rectangle of the same group that they are wholly in. */
static gboolean find_holder(const SvgCaptionNear *search, Holder *holder)
{
    SvgDocument *doc = search->doc;
    SvgBox words = svg_node_box(doc, holder->words);

    for (guint i = 0; i < search->around->len; i++) {
        SvgNode *node = search->around->pdata[i];
        gboolean near = node->parent == holder->words->parent && svg_node_tag(node) == SVG_TAG_RECT;
        SvgBox box = near ? svg_node_box(doc, node) : SVG_BOX_EMPTY;

        if (near && svg_box_contains(box, words) && is_outline(doc, node, box) &&
            (!holder->node || svg_box_area(box) < svg_box_area(holder->box))) {
            holder->node = node;
            holder->box = box;
        }
    }
    holder->middle = svg_box_center(words);
    return holder->node && svg_box_contains(search->zone, holder->box);
}

/* Whether, for all that this element is, the words may be on the outline, and alone. */
static gboolean leaves_label(const SvgCaptionNear *search, Holder *holder, SvgNode *node)
{
    SvgDocument *doc = search->doc;
    SvgBox box = svg_node_box(doc, node);
    guint flags = svg_tag_flags(svg_node_tag(node));

    if (!svg_box_touches(box, holder->box)) {
        return TRUE;
    }
    gboolean outline = (flags & SVG_TAG_IS_SHAPE) || svg_node_tag(node) == SVG_TAG_IMAGE;
    if (!outline || svg_node_is_words(node)) { /* words, a clone */
        return svg_node_is_words(node) && node->parent == holder->words->parent;
    }
    if (!is_outline(doc, node, box)) {
        return TRUE;
    }
    if (svg_box_contains(box, holder->box)) {
        return node->parent != holder->node->parent &&
               svg_box_area(box) > svg_box_area(holder->box);
    }
    holder->n++;
    return !svg_box_holds(box, holder->middle);
}

/* The words are the label of an outline: lines end at that, then. */
static gboolean is_label(const SvgCaptionNear *search, SvgNode *words)
{
    Holder holder = {.words = words};

    if (search->around->len > MAX_AROUND || !find_holder(search, &holder)) {
        return FALSE;
    }
    for (guint i = 0; i < search->around->len; i++) {
        SvgNode *node = search->around->pdata[i];

        if (node != holder.node && node != words && node != search->line.node &&
            !leaves_label(search, &holder, node)) {
            return FALSE;
        }
    }
    return holder.n <= 1;
}

static gboolean meets_held(const SvgCaptionNear *search, gboolean last)
{
    for (guint i = 0; i < search->held[last]->len; i++) {
        SvgNode *words = search->held[last]->pdata[i];

        if (svg_line_may_meet(search->touch, &search->line, last, FALSE,
                              svg_node_box(search->doc, words)) ||
            !is_label(search, words)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_caption_near_settle(SvgCaptionNear *search)
{
    for (guint i = 0; search->around && search->words && i < G_N_ELEMENTS(search->met); i++) {
        search->met[i] = search->met[i] || meets_held(search, i > 0);
    }
    return svg_caption_near_any(search);
}

void svg_caption_near_clear(SvgCaptionNear *search)
{
    g_clear_pointer(&search->around, g_ptr_array_unref);
    g_clear_pointer(&search->held[0], g_ptr_array_unref);
    g_clear_pointer(&search->held[1], g_ptr_array_unref);
}
