/* Labels and arrow tips by the shape they go with: of the whole drawing, or of one shape by a scene
 * of its surroundings. */
#include "shape/companions.h"

#include "shape/reach.h"
#include "shape/scene.h"

#define MAX_NEAR   4096 /* elements; where more are near, reading all isn't much dearer */
#define TEXT_REACH 4    /* sides of an outline: farther off, no text begins that is mostly in it */
#define SLACK      1e-6 /* of the coordinates: what rounding may do */

/* What is settled can't be taken, nor take anything. */
static void leave_out(SvgScene *scene, GHashTable *settled)
{
    for (guint i = 0; settled && i < scene->entries->len; i++) {
        SvgEntry *entry = svg_scene_entry(scene, i);

        if (i != scene->about && g_hash_table_contains(settled, entry->node)) {
            entry->closed = entry->visible = FALSE;
        }
    }
}

static guint shape_of(const SvgEntry *entry)
{
    return entry->labels != SVG_NO_ENTRY ? entry->labels : entry->head_of;
}

GHashTable *svg_companions_all(SvgDocument *doc, GHashTable *settled)
{
    g_autoptr(SvgScene) scene = svg_scene_collect(doc, NULL, NULL);
    GHashTable *all = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);

    leave_out(scene, settled);
    svg_scene_find_labels(scene);
    svg_scene_find_heads(scene);
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        guint of = shape_of(entry);
        SvgNode *shape = of != SVG_NO_ENTRY ? svg_scene_entry(scene, of)->node : NULL;
        GPtrArray *list = shape ? g_hash_table_lookup(all, shape) : NULL;

        if (shape && !list) {
            list = g_ptr_array_new();
            g_hash_table_insert(all, shape, list);
        }
        if (shape) {
            g_ptr_array_add(list, entry->node);
        }
    }
    return all;
}

/* --- near one shape --------------------------------------------------------------------------- */

/* The elements that lie farthest out, of those that aren't looked at otherwise. */
enum { LEFT, TOP, RIGHT, BOTTOM, SIDES };

typedef struct {
    SvgDocument *doc;
    const SvgNode *shape;
    SvgBox near;   /* outlines that touch it are looked at, */
    SvgBox around; /* and texts that begin here */
    enum { ALONE, WITH_TIPS, WITH_TEXTS, WITH_ALL } looks; /* at the shape and … */
    gboolean passed;                                       /* the shape was asked about */
    guint n_after; /* of the displayed siblings that follow it */
    guint n_near;
    SvgNode *outermost[SIDES];
    double reaches[SIDES];
} Question;

static void see_outermost(Question *question, const SvgNode *node, SvgBox box)
{
    const double reaches[SIDES] = {-box.x, -box.y, box.x + box.w, box.y + box.h};

    for (guint side = 0; side < SIDES && !svg_box_is_empty(box); side++) {
        if (!question->outermost[side] || reaches[side] > question->reaches[side]) {
            question->outermost[side] = (SvgNode *)node;
            question->reaches[side] = reaches[side];
        }
    }
}

static gboolean is_near(Question *question, const SvgNode *node, const SvgContext *parent)
{
    gboolean is_shape = (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_SHAPE) != 0;
    SvgBox box;

    if (question->looks < (is_shape ? WITH_ALL : WITH_TEXTS)) {
        return FALSE;
    }
    switch (svg_node_reach(node, parent, &box)) {
    case SVG_REACH_UNKNOWN:
        return TRUE;
    case SVG_REACH_TEXT:
        return svg_box_touches(box, question->around) &&
               svg_box_touches(question->near,
                               svg_text_middle(question->doc, node, parent, box, question->near));
    case SVG_REACH_BOX:
        if (svg_box_touches(box, question->near)) {
            return TRUE;
        }
        see_outermost(question, node, box);
        return FALSE;
    default:
        return FALSE;
    }
}

/* Tips of a line are among the first displayed elements after it. None is a text. */
static gboolean may_be_tip(Question *question, const SvgNode *node, const SvgContext *parent)
{
    SvgStyle style;

    if (!question->passed || question->n_after >= SVG_MAX_HEADS ||
        node->parent != question->shape->parent) {
        return FALSE;
    }
    svg_style_compute(question->doc, node, &parent->style, &style);
    question->n_after += style.displayed;
    return !(svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_TEXT);
}

static gboolean is_wanted(const SvgNode *node, const SvgContext *parent, gpointer data)
{
    Question *question = data;

    if (node == question->shape) {
        question->passed = TRUE;
        return TRUE;
    }
    if (question->looks == ALONE || question->n_near > MAX_NEAR ||
        !(may_be_tip(question, node, parent) || is_near(question, node, parent))) {
        return FALSE;
    }
    question->n_near++;
    return TRUE;
}

static SvgBox grown(SvgBox box, double by)
{
    return (SvgBox){box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by};
}

static double slack_of(SvgBox box)
{
    return SLACK * (ABS(box.x) + ABS(box.y) + box.w + box.h);
}

/* A lower bound of the box of the whole drawing. */
static SvgBox surely_drawn(const Question *question, SvgBox seen)
{
    for (guint side = 0; side < SIDES; side++) {
        if (question->outermost[side]) {
            seen = svg_box_union(seen, svg_node_box(question->doc, question->outermost[side]));
        }
    }
    return seen;
}

/* Only an outline or a line has anything. */
static gboolean may_have_companions(SvgDocument *doc, const SvgNode *shape, SvgBox *box)
{
    gboolean is_shape = (svg_tag_flags(svg_node_tag(shape)) & SVG_TAG_IS_SHAPE) != 0;

    *box = is_shape ? svg_node_box(doc, (SvgNode *)shape) : SVG_BOX_EMPTY;
    return !svg_box_is_empty(*box);
}

/* What of the drawing the question is about. NULL when too much is near. */
static SvgScene *look(Question *question, GHashTable *settled)
{
    g_autoptr(SvgScene) scene = svg_scene_collect(question->doc, is_wanted, question);

    scene->box = surely_drawn(question, scene->box);
    scene->about = svg_scene_find(scene, question->shape);
    leave_out(scene, settled);
    return question->n_near > MAX_NEAR ? NULL : g_steal_pointer(&scene);
}

static Question question_near(SvgDocument *doc, const SvgNode *shape, SvgBox box)
{
    Question question = {.doc = doc, .shape = shape, .looks = WITH_ALL};

    question.near = grown(box, slack_of(box));
    question.around = grown(question.near, TEXT_REACH * (box.w + box.h));
    return question;
}

/* Most shapes of a large drawing have no text on them: which other outlines are there is then of no
 * interest, and they are most of the drawing. */
static SvgScene *look_near(SvgDocument *doc, SvgNode *shape, SvgBox box, GHashTable *settled)
{
    Question bare = question_near(doc, shape, box), all = bare;
    g_autoptr(SvgScene) scene = NULL;

    bare.looks = svg_entry_read(doc, shape, box).closed ? WITH_TEXTS : WITH_TIPS;
    scene = look(&bare, settled);
    if (scene && scene->about != SVG_NO_ENTRY && svg_scene_may_be_labelled(scene, scene->about)) {
        svg_scene_free(g_steal_pointer(&scene));
        scene = look(&all, settled);
        if (scene) {
            svg_scene_find_labels(scene);
        }
    }
    if (scene && scene->about != SVG_NO_ENTRY) {
        svg_scene_find_heads_of(scene, scene->about);
    }
    return g_steal_pointer(&scene);
}

SvgScene *svg_scene_about(SvgDocument *doc, SvgNode *shape, GHashTable *settled)
{
    Question alone = {.doc = doc, .shape = shape, .looks = ALONE, .n_after = SVG_MAX_HEADS};
    g_autoptr(SvgScene) scene = NULL;
    SvgBox box;

    if (!may_have_companions(doc, shape, &box)) {
        return look(&alone, NULL);
    }
    scene = svg_reach_is_styled(doc) ? NULL : look_near(doc, shape, box, settled);
    return scene && !scene->doubtful ? g_steal_pointer(&scene) : NULL;
}

GPtrArray *svg_companions_of(SvgDocument *doc, SvgNode *shape, GHashTable *settled)
{
    GPtrArray *list = g_ptr_array_new();
    g_autoptr(SvgScene) scene = NULL;
    SvgBox box;

    if (!may_have_companions(doc, shape, &box)) {
        return list;
    }
    scene = svg_scene_about(doc, shape, settled);
    if (!scene) {
        g_ptr_array_unref(list);
        return NULL;
    }
    for (guint i = 0; scene->about != SVG_NO_ENTRY && i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (shape_of(entry) == scene->about) {
            g_ptr_array_add(list, entry->node);
        }
    }
    return list;
}
