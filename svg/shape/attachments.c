/* Labels and arrow tips by the shape they go with: of the whole drawing, or of one shape by a scene
 * of its surroundings. */
#include "shape/attachments.h"

#include "shape/caption_near.h"
#include "shape/ends_near.h"
#include "shape/figure.h"
#include "shape/lane.h"
#include "shape/quick_text.h"
#include "shape/unit.h"

#include <svg/limits.h>

#define MAX_NEAR   4096 /* elements; where more are near, reading all isn't much dearer */
#define TEXT_REACH 4    /* sides of an outline: farther off, no text begins that is mostly in it */
#define SLACK      1e-6 /* of the coordinates: what rounding may do */

/* --- near one shape --------------------------------------------------------------------------- */

typedef struct {
    SvgDocument *doc;
    const SvgNode *shape;
    SvgBox near;                                 /* outlines that touch it are looked at, */
    SvgBox around;                               /* and texts that begin here */
    enum { ALONE, WITH_TIPS, WITH_TEXTS } looks; /* at the shape and … */
    SvgNode *group;          /* that may be one thing, with the shape in it; NULL if none */
    GPtrArray *beside;       /* siblings that may be tips of it, or lines whose tips they are */
    SvgCaptionNear captions; /* looks for one; without a document where the shape has none */
    gboolean owned;          /* whatever they are, the shape may be part of what the group is */
    gboolean unclear;        /* the whole drawing has to be asked */
    guint n_near;
    SvgQuickBoundsLast last; /* that was asked about */
    SvgEndsNear *ends;       /* looks for ends at the shape; NULL when nobody asks */
} Question;

static void question_clear(Question *question)
{
    svg_caption_near_clear(&question->captions);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Question, question_clear)

/* An outline, or a clone of what isn't a text: a clone of several is its own thing. */
static gboolean is_wordless(SvgDocument *doc, const SvgNode *node)
{
    const SvgNode *original =
        svg_node_tag(node) == SVG_TAG_USE ? svg_document_ref(doc, svg_node_href(node)) : NULL;

    return svg_node_is(node, SVG_TAG_IS_SHAPE) || (original && !svg_node_is_words(original));
}

/* Only words are looked for: shapes near it matter when it has some, and then the whole is asked.
 */
static gboolean is_near(Question *question, const SvgNode *node, const SvgContext *parent)
{
    SvgQuickBounds reach =
        is_wordless(question->doc, node)
            ? SVG_QUICK_BOUNDS_NONE
            : svg_node_quick_bounds_again(&question->last, question->doc, node, parent);
    SvgBox box = question->last.box;

    if (reach == SVG_QUICK_BOUNDS_BOX) { /* a foreignObject's words */
        return svg_box_touches(box, question->near);
    }
    if (question->looks == WITH_TIPS) {
        return FALSE;
    }
    return reach == SVG_QUICK_BOUNDS_UNKNOWN ||
           (reach == SVG_QUICK_BOUNDS_TEXT && svg_box_touches(box, question->around) &&
            svg_box_touches(question->near,
                            svg_text_middle(question->doc, node, parent, box, question->near)));
}

/* In the group; not its words, which are dear to measure. */
static gboolean is_of_group(const Question *question, const SvgNode *node)
{
    return question->group && !svg_node_is_words(node) && svg_node_contains(question->group, node);
}

static gboolean is_beside(const Question *question, const SvgNode *node)
{
    return node->parent == question->shape->parent &&
           g_ptr_array_find(question->beside, node, NULL);
}

static SvgWanted is_wanted(const SvgNode *node, const SvgContext *parent, gpointer data)
{
    Question *question = data;
    gboolean wanted;

    if (node == question->shape) {
        return SVG_WANTED;
    }
    if (question->ends) {
        svg_ends_near_look(question->ends, node, parent);
    }
    if (question->captions.doc) {
        svg_caption_near_look(&question->captions, node, parent, is_wordless(question->doc, node),
                              &question->last);
    }
    wanted =
        question->looks != ALONE && (is_beside(question, node) || is_of_group(question, node) ||
                                     is_near(question, node, parent));
    question->n_near += wanted;
    question->unclear = question->n_near > MAX_NEAR ||
                        (svg_caption_near_any(&question->captions) && !question->owned);
    return question->unclear ? SVG_ENOUGH : wanted ? SVG_WANTED : SVG_UNWANTED;
}

static double slack_of(SvgBox box)
{
    return SLACK * (ABS(box.x) + ABS(box.y) + box.w + box.h);
}

/* Only an outline, a line, a picture or a clone of one has anything. */
static gboolean may_have_attachments(SvgDocument *doc, const SvgNode *shape, SvgBox *box)
{
    SvgTag tag = svg_node_tag(shape);
    gboolean is_shape = (svg_tag_flags(tag) & SVG_TAG_IS_SHAPE) || tag == SVG_TAG_USE ||
                        (tag == SVG_TAG_IMAGE && !svg_node_is_words(shape));

    *box = is_shape ? svg_node_box(doc, (SvgNode *)shape) : SVG_BOX_EMPTY;
    return !svg_box_is_empty(*box);
}

/* What of the drawing the question is about. NULL when that can't tell. */
static SvgScene *look(Question *question, GHashTable *settled)
{
    g_autoptr(SvgScene) scene = svg_scene_collect(question->doc, NULL, is_wanted, question);

    question->unclear =
        question->unclear || (svg_caption_near_settle(&question->captions) && !question->owned);
    if (question->unclear) {
        return NULL;
    }
    scene->about = svg_scene_find(scene, question->shape);
    svg_scene_leave_out(scene, settled);
    return g_steal_pointer(&scene);
}

static gboolean is_displayed(SvgDocument *doc, const SvgNode *node)
{
    return node->name && svg_node_is(node, SVG_TAG_IS_RENDERED) && svg_node_is_displayed(doc, node);
}

/* Adds up to `most` displayed siblings on one side, as far as they are outlines. */
static void add_beside(SvgDocument *doc, GPtrArray *beside, const SvgNode *shape, gboolean after,
                       guint most)
{
    const SvgNode *at = after ? shape->next : shape->prev;

    for (guint n = 0; at && n < most; at = after ? at->next : at->prev) {
        if (!is_displayed(doc, at)) {
            continue;
        }
        if (!svg_node_is(at, SVG_TAG_IS_SHAPE)) {
            return;
        }
        g_ptr_array_add(beside, (SvgNode *)at);
        n++;
    }
}

static Question question_near(SvgDocument *doc, const SvgNode *shape, SvgBox box, GPtrArray *beside)
{
    Question question = {.doc = doc, .shape = shape, .group = svg_unit_around(shape)};

    question.near = svg_box_grown(box, slack_of(box), slack_of(box));
    question.around =
        svg_box_grown(question.near, TEXT_REACH * (box.w + box.h), TEXT_REACH * (box.w + box.h));
    question.beside = beside;
    add_beside(doc, question.beside, shape, TRUE, SVG_MAX_HEADS);
    add_beside(doc, question.beside, shape, FALSE, 2 * SVG_MAX_HEADS);
    return question;
}

/* It belongs to another shape. */
static gboolean is_part(const SvgScene *scene)
{
    return svg_entry_owner(svg_scene_entry(scene, scene->about)) != SVG_NO_ENTRY;
}

/* Things belong to it, or it to another. */
static gboolean is_related(const SvgScene *scene)
{
    for (guint i = 0; i < scene->entries->len; i++) {
        guint of = svg_entry_owner(svg_scene_entry(scene, i));

        if (of != SVG_NO_ENTRY && of == scene->about) {
            return TRUE;
        }
    }
    return is_part(scene) || svg_scene_entry(scene, scene->about)->in_unit;
}

/* --- figures ---------------------------------------------------------------------------------- */

/* The first text, or what may be one or a clone of one, on one side of the shape, if no container
 * and fewer than `most` other elements lie between. */
static const SvgNode *text_beside(SvgDocument *doc, const SvgNode *shape, gboolean after,
                                  guint most)
{
    const SvgNode *at = after ? shape->next : shape->prev;

    for (guint n = 0; at && n < most; at = after ? at->next : at->prev) {
        SvgTag tag = svg_node_tag(at);

        if (!is_displayed(doc, at)) {
            continue;
        }
        if (svg_node_is_words(at) || (tag == SVG_TAG_USE && !is_wordless(doc, at))) {
            return at;
        }
        if (svg_tag_flags(tag) & SVG_TAG_IS_CONTAINER) {
            const SvgNode *in = svg_unit_wrapped(doc, (SvgNode *)at);

            if (!in) {
                continue;
            }
            if (svg_node_is_words(in) || svg_node_is(in, SVG_TAG_IS_CONTAINER)) {
                return svg_node_is_words(in) ? at : NULL;
            }
        }
        n++;
    }
    return NULL;
}

/* Whether it may be a figure with words beside it, which only the whole tells. */
static gboolean may_be_figure(SvgDocument *doc, SvgNode *shape, SvgBox box)
{
    double most = SVG_UNIT_FIGURE_PX * svg_px(doc);
    SvgBox beside = {-SVG_MAX_COORDINATE, box.y - 2 * most, 2 * SVG_MAX_COORDINATE,
                     box.h + 4 * most};
    const SvgNode *outer = MAX(box.w, box.h) > most ? NULL : svg_unit_unwrapped(doc, shape);
    SvgContext parent;

    if (!outer || !svg_context_of_children(doc, outer->parent, &parent)) {
        return FALSE;
    }
    for (guint i = 0; i < 2; i++) {
        const SvgNode *text = text_beside(doc, outer, i > 0, SVG_UNIT_FIGURE);
        SvgBox reach;

        /* It may begin in it: how deep words reach into a figure depends on their font. */
        if (text &&
            (svg_node_quick_bounds(doc, text, &parent, &reach, NULL) != SVG_QUICK_BOUNDS_TEXT ||
             svg_box_touches(reach, beside)) &&
            svg_figure_may_have(doc, outer, text, i > 0)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- what the whole drawing might tell otherwise ---------------------------------------------- */

/* They may be its label, and other things on it decoration. */
static gboolean has_words_on(const SvgScene *scene)
{
    const SvgEntry *about = svg_scene_entry(scene, scene->about);

    for (guint i = 0; about->closed && i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (entry->kind == SVG_KIND_TEXT && svg_box_holds(about->box, svg_box_center(entry->box))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A line may be decoration of an outline that was drawn before it, and has words. */
static gboolean may_decorate(SvgDocument *doc, const SvgEntry *line)
{
    const SvgNode *shape = line->node;
    double px = svg_px(doc);
    guint n = 0;

    if (!text_beside(doc, shape, FALSE, SVG_UNIT_MEMBERS) &&
        !text_beside(doc, shape, TRUE, SVG_UNIT_MEMBERS)) {
        return FALSE;
    }
    for (SvgNode *at = shape->prev; at && n < SVG_UNIT_MEMBERS; at = at->prev) {
        if (!is_displayed(doc, at)) {
            continue;
        }
        if (svg_node_is(at, SVG_TAG_IS_CONTAINER)) {
            return FALSE;
        }
        SvgBox outline = svg_node_is(at, SVG_TAG_IS_TEXT) ? SVG_BOX_EMPTY : svg_node_box(doc, at);
        if (svg_box_contains(svg_unit_reach(outline), line->box) &&
            svg_line_decorates(line, outline, px)) {
            return TRUE;
        }
        n++;
    }
    return FALSE;
}

/* --- looking ---------------------------------------------------------------------------------- */

static SvgWanted is_no_word(const SvgNode *node, const SvgContext *parent, gpointer unused)
{
    (void)parent, (void)unused;
    return svg_node_is_words(node) ? SVG_UNWANTED : SVG_WANTED;
}

/* In a group, a line may turn out to belong to something else: then words are none of its. The
 * group tells whether it may, before the drawing is gone through. */
static gboolean may_be_owned(SvgDocument *doc, const SvgNode *shape, SvgNode *group)
{
    g_autoptr(SvgScene) scene = svg_scene_collect(doc, group, is_no_word, NULL);

    scene->about = svg_scene_find(scene, shape);
    scene->group = group;
    svg_scene_find_units(scene);
    return scene->about != SVG_NO_ENTRY && is_part(scene);
}

static SvgScene *look_at_units(Question *question, GHashTable *settled)
{
    SvgScene *scene = look(question, settled);

    if (scene && scene->about != SVG_NO_ENTRY) {
        scene->group = question->group;
        svg_scene_find_units(scene);
    }
    return scene;
}

/* Those of the group were left out, and may be why it isn't one thing. */
static gboolean has_texts(SvgNode *group)
{
    for (SvgNode *at = group; at; at = svg_node_walk(group, at, FALSE)) {
        if (svg_node_is_words(at)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Lines take their tips in the order of the drawing. */
static void find_tips(SvgScene *scene)
{
    const SvgNode *parent = svg_scene_entry(scene, scene->about)->node->parent;

    for (guint i = 0; i <= scene->about; i++) {
        if (svg_scene_entry(scene, i)->node->parent == parent) {
            svg_scene_find_heads_of(scene, i);
        }
    }
}

/* An arrow, by itself or with what is drawn beside it, or a line between two things. */
static gboolean may_have_caption(const SvgEntry *entry)
{
    return entry->kind == SVG_KIND_ARROW || entry->kind == SVG_KIND_LINE ||
           svg_entry_is_stroke(entry);
}

/* Most shapes of a large drawing have no words, and are in no group with any. Of those that have,
 * the whole drawing is asked. */
static SvgScene *look_near(SvgDocument *doc, SvgNode *shape, SvgBox box, GHashTable *settled,
                           SvgEndsNear *ends)
{
    g_autoptr(GPtrArray) beside = g_ptr_array_new();
    g_auto(Question) question = question_near(doc, shape, box, beside);
    g_autoptr(SvgScene) scene = NULL;
    SvgEntry alone = svg_entry_read(doc, shape, box);
    gboolean in_unit;

    question.ends = ends;
    question.looks = alone.closed ? WITH_TEXTS : WITH_TIPS;
    if (question.looks == WITH_TIPS && may_have_caption(&alone)) {
        svg_caption_near_begin(&question.captions, doc, &alone, question.near);
        question.owned = question.group && may_be_owned(doc, shape, question.group);
    }
    scene = look_at_units(&question, settled);
    if (!scene && svg_caption_near_look_at_ends(&question.captions)) {
        question.n_near = 0;
        scene = look_at_units(&question, settled);
    }
    if (!scene || scene->about == SVG_NO_ENTRY) {
        return g_steal_pointer(&scene);
    }
    svg_scene_find_shadows(scene);
    in_unit = is_related(scene);
    scene->doubtful = in_unit && has_texts(question.group);
    if (is_part(scene)) {
        return g_steal_pointer(&scene);
    }
    if (question.looks == WITH_TIPS) {
        svg_scene_find_chains(scene);
        scene->doubtful |= svg_caption_near_any(&question.captions) || may_decorate(doc, &alone);
        scene->has_words = question.captions.words;
    }
    scene->doubtful |= (!in_unit && is_related(scene)) || has_words_on(scene);
    return g_steal_pointer(&scene);
}

/* `box` is empty when nothing can belong to it. NULL when what is near can't tell. */
static SvgScene *look_about(SvgDocument *doc, SvgNode *shape, SvgBox box, GHashTable *settled,
                            SvgEndsNear *ends)
{
    Question alone = {.doc = doc, .shape = shape, .looks = ALONE, .ends = ends};

    return svg_box_is_empty(box) ? look(&alone, NULL) : look_near(doc, shape, box, settled, ends);
}

/* `box`: the shape's, when it is a target. */
static gboolean may_be_ended_at(SvgDocument *doc, SvgNode *shape, SvgBox *box)
{
    SvgEntry entry;

    if (svg_node_is(shape, SVG_TAG_IS_CONTAINER)) {
        return FALSE;
    }
    *box = svg_node_box(doc, shape);
    entry = svg_entry_read(doc, shape, *box);
    return svg_entry_is_target(&entry);
}

/* With a head, words beside it may be its caption. */
static gboolean is_pointed(const SvgScene *scene)
{
    return scene->about != SVG_NO_ENTRY && scene->has_words &&
           svg_scene_entry(scene, scene->about)->kind == SVG_KIND_ARROW;
}

/* It may be half of a way: what belongs to the other half is told by the whole. */
static gboolean is_half(SvgScene *scene)
{
    guint last = svg_scene_entry(scene, scene->about)->last_link;

    svg_scene_find_halves(scene);
    return is_part(scene) || svg_scene_entry(scene, scene->about)->last_link != last;
}

SvgScene *svg_scene_about(SvgDocument *doc, SvgNode *shape, GHashTable *settled, gboolean *ends)
{
    g_autoptr(SvgEndsNear) search = NULL;
    g_autoptr(SvgScene) scene = NULL;
    gboolean styled = svg_quick_bounds_are_unknown(doc);
    gboolean lane = svg_lane_may_have(doc, shape);
    SvgBox box;

    if (ends) {
        *ends = lane || may_be_ended_at(doc, shape, &box);
    }
    if (lane || svg_unit_may_be_wrapped(doc, shape, SVG_MAX_HEADS)) {
        return NULL;
    }
    search = ends && *ends && !styled ? svg_ends_near_new(doc, shape, box) : NULL;
    if (svg_node_is_words(shape) && svg_unit_around(shape)) {
        return NULL; /* it may be one of several lines */
    }
    if (may_have_attachments(doc, shape, &box) && (styled || may_be_figure(doc, shape, box))) {
        return NULL;
    }
    scene = look_about(doc, shape, box, settled, search);
    if (!scene || scene->doubtful) {
        return NULL;
    }
    if (search) {
        *ends = svg_ends_near_any(search, scene);
    }
    if (scene->about != SVG_NO_ENTRY && !is_part(scene)) {
        find_tips(scene);
        if (is_half(scene)) {
            return NULL;
        }
    }
    return is_pointed(scene) ? NULL : g_steal_pointer(&scene);
}

GPtrArray *svg_attachments_of(SvgDocument *doc, SvgNode *shape, GHashTable *settled, gboolean *ends)
{
    g_autoptr(SvgScene) scene = svg_scene_about(doc, shape, settled, ends);
    GPtrArray *list;

    if (!scene) {
        return NULL;
    }
    list = g_ptr_array_new();
    for (guint i = 0; scene->about != SVG_NO_ENTRY && i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (svg_entry_owner(entry) == scene->about) {
            g_ptr_array_add(list, entry->node);
        }
    }
    return list;
}
