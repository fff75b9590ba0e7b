/* Small figures with their words above or below: an actor, an icon, a picture. */
#include "shape/figure.h"

#include "shape/scene.h"
#include "shape/unit_priv.h"

#include <math.h>

#define ASIDE   0.25 /* of the wider one: how far the middles are apart */
#define LINES   4    /* in the height of the largest figure: a line that is larger counts as that */
#define GAP     0.8  /* of a line: between figure and words */
#define INTO    0.2 /* of it: how far the words' box reaches into the figure's; not their baseline */
#define MANY    64  /* lines, or elements, that aren't looked at one by one */
#define STROKES 3   /* elements of one that is grouped with its words, at least, none of which is */
#define MEMBER  0.6  /* as long as so much of its longer side */
#define SLACK   1e-6 /* of the coordinates: what rounding may do */

/* The elements of a figure, beside a text in the drawing's order. */
typedef struct {
    SvgScene *scene;
    guint list[SVG_UNIT_FIGURE];
    guint n;
    guint main; /* what stands for it; SVG_NO_ENTRY when nothing can */
    SvgBox box;
    double most;   /* how large it may be */
    gboolean icon; /* a picture of several elements, or of one in an outline without paint: its
                      words may be beside it as well */
} Figure;

/* Strokes meet where outlines don't. */
static gboolean meet(SvgBox figure, SvgBox part, double most)
{
    double by = SVG_TIGHT_PX * most / SVG_UNIT_FIGURE_PX;

    return svg_box_touches(svg_box_grown(figure, by, by), part);
}

static gboolean is_free(const SvgEntry *entry)
{
    return entry->visible && !svg_box_is_empty(entry->box) &&
           svg_entry_owner(entry) == SVG_NO_ENTRY;
}

static gboolean may_be_part(const Figure *figure, guint index, guint parent)
{
    const SvgEntry *entry = svg_scene_entry(figure->scene, index);
    gboolean drawn = entry->closed || svg_entry_is_painted(entry);

    return is_free(entry) && drawn && entry->tag != SVG_TAG_USE &&
           svg_scene_unwrapped_parent(figure->scene, index) == parent &&
           entry->label == SVG_NO_ENTRY && entry->kind != SVG_KIND_TEXT && !entry->head_start &&
           !entry->head_end && MAX(entry->box.w, entry->box.h) <= figure->most &&
           (figure->n == 0 || meet(figure->box, entry->box, figure->most));
}

/* The largest stands for the figure, of those that are painted if any is. */
static gboolean is_more(const Figure *figure, const SvgEntry *entry)
{
    const SvgEntry *main =
        figure->main != SVG_NO_ENTRY ? svg_scene_entry(figure->scene, figure->main) : NULL;

    if (main && svg_entry_is_painted(main) != svg_entry_is_painted(entry)) {
        return svg_entry_is_painted(entry);
    }
    return !main || svg_unit_is_larger(entry->box, main->box);
}

static void add_part(Figure *figure, guint index)
{
    const SvgEntry *entry = svg_scene_entry(figure->scene, index);
    gboolean solid = entry->closed || entry->kind == SVG_KIND_IMAGE;

    if (solid && is_more(figure, entry)) {
        figure->main = index;
    }
    figure->box = svg_box_union(figure->box, entry->box);
    figure->icon |= figure->n > 0 || (solid && !svg_entry_is_painted(entry));
    figure->list[figure->n++] = index;
}

/* The figure that ends before `at`, or begins there. FALSE when there is none, or a larger one. */
static gboolean read_figure(Figure *figure, guint at, int step, guint parent)
{
    figure->n = 0;
    figure->main = SVG_NO_ENTRY;
    figure->box = SVG_BOX_EMPTY;
    figure->icon = FALSE;
    for (guint i = at; i < figure->scene->entries->len; i += (guint)step) {
        if (svg_scene_entry(figure->scene, i)->kind == SVG_KIND_GROUP) {
            continue;
        }
        if (!may_be_part(figure, i, parent)) {
            break;
        }
        if (figure->n == SVG_UNIT_FIGURE) {
            return FALSE;
        }
        add_part(figure, i);
    }
    return figure->main != SVG_NO_ENTRY && MAX(figure->box.w, figure->box.h) <= figure->most;
}

static gboolean stand_together(SvgBox figure, SvgBox text, double line, double slack)
{
    double aside = fabs(svg_box_center(figure).x - svg_box_center(text).x);
    double below = text.y - (figure.y + figure.h), above = figure.y - (text.y + text.h);
    double gap = MAX(below, above);

    return aside <= ASIDE * MAX(figure.w, text.w) + slack && gap <= GAP * line + slack &&
           gap >= -INTO * line - slack;
}

static gboolean stand_beside(SvgBox figure, SvgBox text, double line, double slack)
{
    double level = fabs(svg_box_center(figure).y - svg_box_center(text).y);
    double gap = MAX(text.x - (figure.x + figure.w), figure.x - (text.x + text.w));

    return level <= ASIDE * MAX(figure.h, text.h) + slack && gap <= GAP * line + slack &&
           gap >= -INTO * line - slack;
}

static gboolean belong_together(const Figure *figure, SvgBox text, double line)
{
    return stand_together(figure->box, text, line, 0) ||
           (figure->icon && stand_beside(figure->box, text, line, 0));
}

/* The words, which may be several lines, label the figure. */
static void give(Figure *figure, guint text)
{
    SvgEntry *first = svg_scene_entry(figure->scene, text);
    SvgEntry *main = svg_scene_entry(figure->scene, figure->main);

    first->next_label = first->label;
    first->label = SVG_NO_ENTRY;
    main->label = text;
    main->box = figure->box;
    main->joined = TRUE;
    g_clear_pointer(&figure->scene->outlines, svg_grid_free);
    for (guint i = text; i != SVG_NO_ENTRY; i = svg_scene_entry(figure->scene, i)->next_label) {
        svg_scene_entry(figure->scene, i)->labels = figure->main;
    }
    for (guint i = 0; i < figure->n; i++) {
        if (figure->list[i] != figure->main) {
            svg_scene_entry(figure->scene, figure->list[i])->part_of = figure->main;
        }
    }
}

/* The lines after a text that go on from it and are no block yet. */
static guint last_line(SvgScene *scene, guint text)
{
    const SvgEntry *first = svg_scene_entry(scene, text);
    guint last = text;

    for (guint i = text + 1; first->label == SVG_NO_ENTRY && i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (entry->kind != SVG_KIND_TEXT || !is_free(entry) || entry->label != SVG_NO_ENTRY ||
            entry->parent != first->parent ||
            !svg_text_continues(svg_scene_entry(scene, last)->box, entry->box)) {
            break;
        }
        last = i;
    }
    return last;
}

static void join_lines(SvgScene *scene, guint text, guint last)
{
    SvgEntry *first = svg_scene_entry(scene, text);

    for (guint i = text + 1; i <= last; i++) {
        SvgEntry *before = svg_scene_entry(scene, i - 1);

        *(i == text + 1 ? &before->label : &before->next_label) = i;
        svg_scene_entry(scene, i)->labels = text;
        first->box = svg_box_union(first->box, svg_scene_entry(scene, i)->box);
    }
}

static SvgBox box_of_lines(SvgScene *scene, guint text, guint last)
{
    SvgBox box = svg_scene_entry(scene, text)->box;

    for (guint i = text + 1; i <= last; i++) {
        box = svg_box_union(box, svg_scene_entry(scene, i)->box);
    }
    return box;
}

/* Looks on both sides of the text, in the drawing's order. Returns its last line. */
static guint find_for(Figure *figure, guint text)
{
    const SvgEntry *entry = svg_scene_entry(figure->scene, text);
    guint last = last_line(figure->scene, text);
    guint parent = svg_scene_unwrapped_parent(figure->scene, text);
    SvgBox box = box_of_lines(figure->scene, text, last);
    double line = MIN(entry->box.h, figure->most / LINES);

    if (box.h <= figure->most &&
        ((text > 0 && read_figure(figure, text - 1, -1, parent) &&
          belong_together(figure, box, line)) ||
         (read_figure(figure, last + 1, 1, parent) && belong_together(figure, box, line)))) {
        join_lines(figure->scene, text, last);
        give(figure, text);
    }
    return last;
}

SvgBox svg_figure_whole(const SvgScene *scene, const SvgEntry *entry)
{
    SvgBox box = entry->box;

    for (guint i = entry->joined ? entry->label : SVG_NO_ENTRY; i != SVG_NO_ENTRY;
         i = svg_scene_entry(scene, i)->next_label) {
        box = svg_box_union(box, svg_scene_entry(scene, i)->box);
    }
    return box;
}

double svg_figure_distance(const SvgScene *scene, const SvgEntry *entry, SvgPoint from)
{
    SvgBox box = svg_figure_whole(scene, entry);
    double across = MIN(fabs(from.x - box.x), fabs(from.x - box.x - box.w));
    double along = MIN(fabs(from.y - box.y), fabs(from.y - box.y - box.h));

    return svg_box_holds(box, from) ? MIN(across, along) : svg_box_distance(box, from);
}

void svg_scene_find_figures(SvgScene *scene)
{
    Figure figure = {.scene = scene, .most = SVG_UNIT_FIGURE_PX * svg_px(scene->doc)};

    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (entry->kind == SVG_KIND_TEXT && is_free(entry)) {
            i = find_for(&figure, i);
        }
    }
}

/* --- in a group of its own -------------------------------------------------------------------- */

/* The first outline stands for the figure. SVG_NO_ENTRY when there is none, when one of them has
 * room for the rest, or a line is as long as lines with heads are. */
static guint main_of(const SvgMembers *m, SvgBox figure)
{
    guint main = SVG_NO_ENTRY;

    for (guint i = 0; i < m->n_others; i++) {
        const SvgEntry *entry = svg_member(m, m->others[i]);

        if (entry->head_start || entry->head_end || svg_entry_owner(entry) != SVG_NO_ENTRY ||
            svg_box_side(entry->box) > MEMBER * svg_box_side(figure)) {
            return SVG_NO_ENTRY;
        }
        main = entry->closed && main == SVG_NO_ENTRY ? m->others[i] : main;
    }
    return main;
}

gboolean svg_unit_take_figure(const SvgMembers *m)
{
    SvgBox figure = SVG_BOX_EMPTY, words;
    guint main;

    if (m->n_texts == 0 || m->n_others < STROKES) {
        return FALSE;
    }
    for (guint i = 0; i < m->n_others; i++) {
        figure = svg_box_union(figure, svg_member(m, m->others[i])->box);
    }
    main = main_of(m, figure);
    words = main != SVG_NO_ENTRY ? svg_unit_block(m) : SVG_BOX_EMPTY;
    if (svg_box_is_empty(words) || svg_box_side(figure) > SVG_UNIT_FIGURE_PX * m->px ||
        !stand_together(figure, words, svg_member(m, m->texts[0])->box.h, 0)) {
        return FALSE;
    }
    for (guint i = 0; i < m->n_others; i++) {
        if (m->others[i] != main) {
            svg_member(m, m->others[i])->part_of = main;
        }
    }
    svg_member(m, main)->box = figure;
    svg_member(m, main)->joined = svg_member(m, main)->in_unit = TRUE;
    svg_unit_give_texts(m, main, 0);
    return TRUE;
}

/* --- whether there may be one ----------------------------------------------------------------- */

typedef struct {
    SvgDocument *doc;
    const SvgNode *shape;
    const SvgNode *text; /* the one nearest to the figure */
    gboolean after;      /* texts are behind it */
    SvgBox words;
    double line; /* how high the first of them is */
    double most;
} Words;

static const SvgNode *sibling(const SvgNode *node, gboolean after)
{
    return after ? node->next : node->prev;
}

/* Adds what is drawn by a sibling. FALSE when it ends the figure. */
static gboolean add_sibling(const Words *words, const SvgNode *next, SvgBox *figure)
{
    const SvgNode *node = svg_unit_wrapped(words->doc, (SvgNode *)next);
    SvgBox box;

    if (!node || !svg_node_is_rendered(words->doc, node)) {
        return TRUE;
    }
    if (svg_node_is_words(node) ||
        !(svg_node_is(node, SVG_TAG_IS_SHAPE) || svg_node_tag(node) == SVG_TAG_IMAGE)) {
        return FALSE;
    }
    box = svg_node_box(words->doc, (SvgNode *)node);
    if (!svg_box_is_empty(box) && !svg_box_is_empty(*figure) &&
        !meet(*figure, box, words->most * (1 + SLACK))) {
        return FALSE;
    }
    *figure = svg_box_union(*figure, box);
    return MAX(figure->w, figure->h) <= words->most * (1 + SLACK);
}

/* A figure is whatever begins at the words and goes on to the shape and, perhaps, beyond. What
 * decorates one of its elements follows that, so it is tried as another element. */
static gboolean may_stand(const Words *words)
{
    SvgBox figure = SVG_BOX_EMPTY;
    gboolean reached = FALSE;
    guint n = 0;

    for (const SvgNode *at = sibling(words->text, !words->after); at && n < MANY;
         at = sibling(at, !words->after), n++) {
        double slack = SLACK * (ABS(words->words.x) + ABS(words->words.y) + words->most);

        if (!add_sibling(words, at, &figure)) {
            return FALSE;
        }
        reached |= at == words->shape;
        if (reached && (stand_together(figure, words->words, words->line, slack) ||
                        stand_beside(figure, words->words, words->line, slack))) {
            return TRUE;
        }
    }
    return n == MANY;
}

/* Words that aren't measured here, or may be words, or have any. */
static gboolean is_unread(const SvgNode *node)
{
    SvgTag tag = svg_node_tag(node);

    return (svg_node_is_words(node) && tag != SVG_TAG_TEXT) || tag == SVG_TAG_USE ||
           (svg_tag_flags(tag) & SVG_TAG_IS_CONTAINER);
}

gboolean svg_figure_may_have(SvgDocument *doc, const SvgNode *shape, const SvgNode *text,
                             gboolean after)
{
    Words words = {.doc = doc, .shape = shape, .text = text, .after = after};
    SvgBox last = SVG_BOX_EMPTY;

    words.words = SVG_BOX_EMPTY;
    words.most = SVG_UNIT_FIGURE_PX * svg_px(doc);
    for (guint n = 0; text; text = sibling(text, after)) {
        SvgTag tag = svg_node_tag(text);
        SvgBox box;

        if (!svg_node_is_rendered(doc, text)) {
            continue;
        }
        if (is_unread(text) || n == MANY) {
            return TRUE;
        }
        if (tag != SVG_TAG_TEXT) {
            return FALSE;
        }
        box = svg_node_box(doc, (SvgNode *)text);
        if (n > 0 && !(after ? svg_text_continues(last, box) : svg_text_continues(box, last))) {
            return FALSE;
        }
        words.words = svg_box_union(words.words, box);
        words.line = after && n > 0 ? words.line : MIN(box.h, words.most / LINES);
        if (may_stand(&words)) {
            return TRUE;
        }
        last = box;
        n++;
    }
    return FALSE;
}
