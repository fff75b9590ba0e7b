/* Whether words near a line may be its caption. A line without a head has one only if it goes from
 * one thing to another; where one end meets nothing, words don't matter. */
#include "shape/caption_near.h"

#include "shape/track.h"
#include "shape/unit.h"

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

/* The line may be the one that the words are beside. `box`: as `reach` has it. */
static gboolean may_be_caption(const SvgCaptionNear *search, const SvgNode *words,
                               const SvgContext *parent, SvgReach reach, SvgBox box)
{
    double height = box.h;

    if (reach == SVG_REACH_TEXT &&
        (may_be_of_block(words) ||
         !svg_text_extent(search->doc, words, parent, box, &box, &height))) {
        return TRUE;
    }
    return reach == SVG_REACH_UNKNOWN ||
           (reach != SVG_REACH_NONE &&
            svg_box_touches(svg_caption_reach(box, height), search->near));
}

/* Whether the end is at the border of what is drawn there. */
static gboolean meets(const SvgCaptionNear *search, SvgNode *node, SvgPoint end)
{
    SvgDocument *doc = search->doc;

    if (!(svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_SHAPE)) {
        return TRUE;
    }
    SvgEntry entry = svg_entry_read(doc, node, svg_node_box(doc, node));
    if (!svg_entry_is_target(&entry)) {
        return FALSE;
    }
    g_autoptr(GArray) track = svg_track_of(doc, &entry);
    return svg_track_distance(track, end) <= 1.1 * SVG_TIGHT_PX * search->touch.px;
}

/* Words are measured only where they may reach so far. */
static gboolean may_meet_words(const SvgCaptionNear *search, gboolean last, SvgNode *words,
                               const SvgContext *parent, SvgBox begins)
{
    SvgDocument *doc = search->doc;
    SvgBox box;
    double height;

    if (!svg_text_extent(doc, words, parent, begins, &box, &height)) {
        return TRUE;
    }
    return svg_line_may_meet(search->touch, &search->line, last, TRUE, box) &&
           (may_be_of_block(words) ||
            svg_line_may_meet(search->touch, &search->line, last, TRUE, svg_node_box(doc, words)));
}

/* `box`: as `reach` has it. */
static gboolean may_meet(const SvgCaptionNear *search, gboolean last, SvgNode *node,
                         const SvgContext *parent, SvgReach reach, SvgBox box, gboolean wordless)
{
    SvgPoint end = last ? search->line.end : search->line.start;

    switch (reach) {
    case SVG_REACH_NONE:
        return FALSE;
    case SVG_REACH_TEXT:
        return may_meet_words(search, last, node, parent, box);
    case SVG_REACH_BOX:
        return svg_line_may_meet(search->touch, &search->line, last, !wordless, box) &&
               (!wordless || meets(search, node, end));
    case SVG_REACH_UNKNOWN:
        break;
    }
    return TRUE;
}

void svg_caption_near_begin(SvgCaptionNear *search, SvgDocument *doc, const SvgEntry *line,
                            SvgBox near)
{
    *search = (SvgCaptionNear){
        .doc = doc, .touch = svg_touch_of(doc), .line = *line, .near = near, .met = {TRUE, TRUE}};
}

gboolean svg_caption_near_look_at_ends(SvgCaptionNear *search)
{
    const SvgEntry *line = &search->line;

    if (!search->words || line->kind != SVG_KIND_DRAW || line->head_start || line->head_end ||
        svg_node_is_connector(line->node)) {
        return FALSE;
    }
    search->words = search->met[0] = search->met[1] = FALSE;
    return TRUE;
}

void svg_caption_near_look(SvgCaptionNear *search, const SvgNode *node, const SvgContext *parent,
                           gboolean wordless)
{
    SvgBox box;
    SvgReach reach;

    if (search->met[0] && search->met[1] && (wordless || search->words)) {
        return;
    }
    reach = svg_node_reach(search->doc, node, parent, &box, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(search->met); i++) {
        search->met[i] = search->met[i] ||
                         may_meet(search, i > 0, (SvgNode *)node, parent, reach, box, wordless);
    }
    search->words =
        search->words || (!wordless && may_be_caption(search, node, parent, reach, box));
}

gboolean svg_caption_near_any(const SvgCaptionNear *search)
{
    return search->words && search->met[0] && search->met[1];
}
