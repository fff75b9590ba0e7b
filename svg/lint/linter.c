/* Tells the things of a diagram from mere patches of paint. */
#include "lint/linter.h"

#include "document/arena.h"
#include "geometry/text.h"
#include "shape/masked.h"

#include <math.h>
#include <string.h>

#define CLEAR   0.02 /* opacity: what is below can't be seen */
#define NEAR_PX 160  /* from the view: what is there may have to do with what is in it */

/* --- who is looked at ------------------------------------------------------------------------- */

/* The <foreignObject> that it stands in for is laid out by other rules. */
static gboolean is_stand_in(const SvgNode *text)
{
    return text->parent && svg_node_tag(text->parent) == SVG_TAG_SWITCH;
}

static gboolean is_text(const SvgEntry *entry)
{
    return entry->kind == SVG_KIND_TEXT && (svg_tag_flags(entry->tag) & SVG_TAG_IS_TEXT_BLOCK) &&
           entry->visible && !svg_box_is_empty(entry->box) && !is_stand_in(entry->node);
}

static gboolean is_outline(const SvgEntry *entry)
{
    return entry->closed && entry->head_of == SVG_NO_ENTRY && entry->part_of == SVG_NO_ENTRY;
}

/* Free-hand outlines are patches, whatever lies on them. */
static gboolean may_be_node(const SvgEntry *entry)
{
    return is_outline(entry) && (svg_kind_flags(entry->kind) & SVG_KIND_CLOSED) &&
           entry->kind != SVG_KIND_DRAW;
}

gboolean svg_linter_is_node(const SvgLinter *linter, guint thing)
{
    const SvgLintFacts *facts = &linter->facts[thing];

    if (facts->labelled || !facts->closed) {
        return facts->labelled;
    }
    svg_scene_bind_to(linter->scene, thing);
    return svg_scene_entry(linter->scene, thing)->pointed_at;
}

/* Of itself and all that it is in, which come before it. */
static double opacity_of(const SvgLinter *linter, const SvgEntry *entry)
{
    gboolean top = entry->parent == SVG_NO_ENTRY;

    return entry->opacity * (top ? 1 : linter->facts[entry->parent].opacity);
}

static void find_roles(SvgLinter *linter, SvgBox near)
{
    for (guint i = 0; i < linter->n; i++) {
        const SvgEntry *entry = svg_scene_entry(linter->scene, i);
        SvgLintFacts *facts = &linter->facts[i];

        *facts = (SvgLintFacts){
            .opacity = opacity_of(linter, entry),
            .holder = SVG_NO_ENTRY,
            .look = linter->n_texts,
            .text = is_text(entry),
            .closed = may_be_node(entry),
            .arrow = entry->kind == SVG_KIND_ARROW,
            .near = svg_box_is_empty(entry->box) || svg_box_touches(entry->box, near),
        };
        facts->labelled = facts->closed && entry->label != SVG_NO_ENTRY;
        linter->n_texts += facts->text;
        linter->n_nodes += facts->labelled;
        if (facts->near) {
            g_array_append_val(linter->near, i);
        }
    }
}

/* Where there are few with labels, others count. */
static void count_nodes(SvgLinter *linter)
{
    for (guint i = 0; linter->n_nodes < 2 && i < linter->n; i++) {
        linter->n_nodes += !linter->facts[i].labelled && svg_linter_is_node(linter, i);
    }
}

static gboolean is_in(const SvgLinter *linter, guint inner, guint outer)
{
    SvgBox box = svg_scene_entry(linter->scene, inner)->box;
    SvgBox around = svg_scene_entry(linter->scene, outer)->box;

    return inner != outer && svg_box_contains(around, box) &&
           (svg_box_area(around) > svg_box_area(box) || outer <= inner);
}

/* The smallest node around each; of two that are the same, the one that is painted first. */
static void find_holder(SvgLinter *linter, guint node)
{
    guint found[SVG_LINT_NEAR], best = SVG_NO_ENTRY;
    SvgPoint middle = svg_box_center(svg_scene_entry(linter->scene, node)->box);
    guint n = svg_linter_outlines_at(linter, middle, found, SVG_LINT_NEAR);
    gboolean labelled = linter->facts[node].labelled;

    for (guint i = 0; i < n; i++) {
        SvgBox outer = svg_scene_entry(linter->scene, found[i])->box;
        gboolean smaller =
            best == SVG_NO_ENTRY ||
            svg_box_area(outer) < svg_box_area(svg_scene_entry(linter->scene, best)->box);

        if (!is_in(linter, node, found[i])) {
            continue;
        }
        if (!linter->facts[found[i]].holds) {
            linter->facts[found[i]].holds = labelled || svg_linter_is_node(linter, node);
        }
        best = labelled && smaller && svg_linter_is_node(linter, found[i]) ? found[i] : best;
    }
    linter->facts[node].holder = best;
}

/* Those with labels first: then it mostly doesn't matter what arrows end at. */
void svg_linter_need_holders(SvgLinter *linter)
{
    for (guint i = 0; !linter->held && i < linter->n; i++) {
        if (linter->facts[i].labelled) {
            find_holder(linter, i);
        }
    }
    for (guint i = 0; !linter->held && i < linter->n; i++) {
        if (!linter->facts[i].labelled && linter->facts[i].closed) {
            find_holder(linter, i);
        }
    }
    linter->held = TRUE;
}

/* An element that was asked about, or one that it is in, by depth. */
typedef struct {
    const SvgNode *node;
    SvgStyle style;
} Styled;

/* --- what is near the view -------------------------------------------------------------------- */

static void find_around(SvgLinter *linter, SvgBox near)
{
    linter->around = near;
    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);
        const SvgEntry *entry = svg_scene_entry(linter->scene, thing);

        if (linter->facts[thing].text || entry->kind == SVG_KIND_ARROW ||
            svg_linter_is_node(linter, thing)) {
            linter->around =
                svg_box_union(linter->around, svg_box_grown(entry->box, NEAR_PX * linter->px,
                                                            NEAR_PX * linter->px));
        }
    }
    for (guint i = 0; i < linter->n; i++) {
        if (svg_box_touches(svg_scene_entry(linter->scene, i)->box, linter->around)) {
            g_array_append_val(linter->about, i);
        }
    }
}

/* What arrows end at that is near. Large things are asked about one by one. */
static void bind_near(SvgLinter *linter, SvgBox near)
{
    SvgBox usual = svg_box_grown(near, near.w, near.h), area = near;
    double by = NEAR_PX * linter->px;

    if (linter->scene->bound) {
        return;
    }
    for (guint i = 0; i < linter->near->len; i++) {
        SvgBox box = svg_scene_entry(linter->scene, svg_linter_near(linter, i))->box;

        if (svg_box_contains(usual, box)) {
            area = svg_box_union(area, svg_box_grown(box, by, by));
        }
    }
    svg_scene_bind_in(linter->scene, area);
    for (guint i = 0; i < linter->near->len; i++) {
        svg_scene_bind_to(linter->scene, svg_linter_near(linter, i));
    }
}

void svg_linter_init(SvgLinter *linter, SvgDocument *doc, const SvgBox *view)
{
    const SvgBox everywhere = {-G_MAXDOUBLE / 4, -G_MAXDOUBLE / 4, G_MAXDOUBLE / 2,
                               G_MAXDOUBLE / 2};
    SvgBox near;

    *linter = (SvgLinter){.doc = doc,
                          .scene = view ? svg_scene_in(doc, SVG_BOX_EMPTY) : svg_scene_of(doc),
                          .view = view ? *view : everywhere,
                          .page = svg_document_page(doc),
                          .fonts = g_hash_table_new(g_str_hash, g_str_equal),
                          .near = g_array_new(FALSE, FALSE, sizeof(guint)),
                          .about = g_array_new(FALSE, FALSE, sizeof(guint)),
                          .styled = g_array_new(FALSE, TRUE, sizeof(Styled)),
                          .found = g_array_new(FALSE, FALSE, sizeof(SvgFinding))};
    linter->n = linter->scene->entries->len;
    linter->px = svg_px(linter->doc);
    linter->facts = svg_memory_new(MAX(linter->n, 1) * sizeof *linter->facts);
    near = svg_box_grown(linter->view, NEAR_PX * linter->px, NEAR_PX * linter->px);
    find_roles(linter, near);
    linter->partial = linter->near->len < linter->n;
    linter->looks = g_new0(SvgLintLook, MAX(linter->n_texts, 1));
    bind_near(linter, near);
    count_nodes(linter);
    find_around(linter, near);
    svg_scene_bind_in(linter->scene, linter->around);
}

void svg_linter_clear(SvgLinter *linter)
{
    g_clear_pointer(&linter->texts, svg_grid_free);
    g_clear_pointer(&linter->painted, svg_grid_free);
    g_clear_pointer(&linter->facts, g_free);
    g_clear_pointer(&linter->looks, g_free);
    g_clear_pointer(&linter->near, g_array_unref);
    g_clear_pointer(&linter->about, g_array_unref);
    g_clear_pointer(&linter->fonts, g_hash_table_unref);
    g_clear_pointer(&linter->styled, g_array_unref);
    g_clear_pointer(&linter->found, g_array_unref);
}

/* --- asking ----------------------------------------------------------------------------------- */

gboolean svg_linter_counts(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);

    return entry->visible && !entry->locked && linter->facts[thing].opacity > CLEAR &&
           !svg_box_is_empty(entry->box);
}

gboolean svg_linter_looks_at(const SvgLinter *linter, guint thing)
{
    return linter->facts[thing].near && svg_linter_counts(linter, thing);
}

gboolean svg_linter_is_line(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);

    return entry->kind == SVG_KIND_ARROW || entry->kind == SVG_KIND_LINE ||
           svg_entry_is_stroke(entry);
}

SvgGrid *svg_linter_grid(const SvgLinter *linter, SvgGridBoxFunc box_of)
{
    return svg_grid_new_of(linter->about, box_of, linter, 0);
}

static SvgBox box_of_text(gconstpointer data, guint thing)
{
    const SvgLinter *linter = data;
    gboolean looked_at = linter->facts[thing].text && svg_linter_counts(linter, thing);

    return looked_at ? svg_scene_entry(linter->scene, thing)->box : SVG_BOX_EMPTY;
}

const SvgGrid *svg_linter_texts(SvgLinter *linter)
{
    if (!linter->texts) {
        linter->texts = svg_linter_grid(linter, box_of_text);
    }
    return linter->texts;
}

static gboolean paints_area(const SvgEntry *entry)
{
    return entry->visible && entry->kind != SVG_KIND_GROUP && entry->kind != SVG_KIND_TEXT &&
           (entry->fill.kind != SVG_PAINT_NONE || entry->kind == SVG_KIND_IMAGE ||
            entry->kind == SVG_KIND_UNKNOWN);
}

static SvgBox box_of_painted(gconstpointer data, guint thing)
{
    const SvgEntry *entry = svg_scene_entry(((const SvgLinter *)data)->scene, thing);

    return paints_area(entry) ? entry->box : SVG_BOX_EMPTY;
}

const SvgGrid *svg_linter_painted(SvgLinter *linter)
{
    if (!linter->painted) {
        linter->painted = svg_linter_grid(linter, box_of_painted);
    }
    return linter->painted;
}

static gboolean is_outline_at(gconstpointer data, guint thing)
{
    return is_outline(svg_scene_entry(((const SvgLinter *)data)->scene, thing));
}

guint svg_linter_outlines_at(const SvgLinter *linter, SvgPoint p, guint *out, guint max)
{
    return svg_grid_find(svg_scene_outlines(linter->scene), p, is_outline_at, linter, out, max);
}

/* Nodes are outlines. */
static gboolean is_node_at(gconstpointer data, guint thing)
{
    return svg_linter_is_node(data, thing);
}

guint svg_linter_nodes_at(const SvgLinter *linter, SvgPoint p, guint *out, guint max)
{
    return svg_grid_find(svg_scene_outlines(linter->scene), p, is_node_at, linter, out, max);
}

SvgBox svg_linter_ink(SvgLinter *linter, guint text)
{
    SvgLintLook *look = svg_linter_look(linter, text);

    if (!look->inked) {
        const SvgEntry *entry = svg_scene_entry(linter->scene, text);
        SvgBox ink = svg_node_bounds(linter->doc, entry->node).visual;

        look->ink = svg_box_is_empty(ink) ? entry->box : ink;
        look->inked = TRUE;
    }
    return look->ink;
}

static gboolean follows_path(const SvgNode *text)
{
    for (const SvgNode *child = svg_node_first_element(text); child;
         child = svg_node_next_element(child)) {
        if (svg_node_tag(child) == SVG_TAG_TEXT_PATH) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_linter_is_upright(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);
    SvgMatrix m = svg_scene_matrix(linter->scene, entry);
    double scale = hypot(m.a, m.b) + hypot(m.c, m.d), least = 1e-3 * scale;

    return ((fabs(m.b) <= least && fabs(m.c) <= least) ||
            (fabs(m.a) <= least && fabs(m.d) <= least)) &&
           !follows_path(entry->node);
}

static gboolean has_own_words(const SvgNode *node)
{
    for (const SvgNode *child = node->first; child; child = child->next) {
        if (!child->name && child->text && child->text[strspn(child->text, " \t\r\n")]) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_part(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style,
                     SvgMatrix matrix, const SvgTrail *trail, gpointer data)
{
    (void)style;
    (void)matrix;
    (void)trail;
    if (has_own_words(node) && !svg_box_is_empty(bounds->visual)) {
        g_array_append_val((GArray *)data, bounds->visual);
    }
}

gboolean svg_linter_parts(SvgLinter *linter, guint text, GArray *parts)
{
    SvgNode *node = svg_scene_entry(linter->scene, text)->node;
    SvgContext inside;
    SvgBox ink;

    g_array_set_size(parts, 0);
    if (!has_own_words(node) && svg_context_of_children(linter->doc, node, &inside)) {
        svg_text_bounds(linter->doc, node, &inside, add_part, parts);
    }
    if (parts->len == 0) {
        ink = svg_linter_ink(linter, text);
        g_array_append_val(parts, ink);
    }
    return parts->len <= SVG_LINT_NEAR && svg_linter_is_upright(linter, text);
}

static void note_family(SvgLintLook *look, const char *families)
{
    look->mixed |= look->styled && g_strcmp0(look->families, families) != 0;
    look->families = families;
    look->styled = TRUE;
}

static guint depth_of(const SvgNode *node)
{
    guint depth = 0;

    for (; node->parent; node = node->parent) {
        depth++;
    }
    return depth;
}

/* Only of what the last one wasn't in, too, the style is computed. Valid until the next call. */
static const SvgStyle *style_of(const SvgLinter *linter, const SvgNode *node)
{
    guint depth = depth_of(node), from = depth + 1;
    SvgStyle initial;
    Styled *styled;

    g_array_set_size(linter->styled, depth + 1);
    styled = &g_array_index(linter->styled, Styled, 0);
    for (; from > 0 && styled[from - 1].node != node; node = node->parent) {
        styled[--from].node = node;
    }
    if (from == 0) {
        svg_style_initial(&initial);
    }
    for (; from <= depth; from++) {
        svg_style_compute(linter->doc, styled[from].node,
                          from > 0 ? &styled[from - 1].style : &initial, &styled[from].style);
    }
    return &styled[depth].style;
}

void svg_linter_each_style(const SvgLinter *linter, guint text, SvgLintStyleFunc func,
                           gpointer data)
{
    SvgNode *top = svg_scene_entry(linter->scene, text)->node;
    guint n = 0;

    for (SvgNode *at = top; at && n < SVG_LINT_NEAR; at = svg_node_walk(top, at, FALSE)) {
        if (at->name && has_own_words(at)) {
            const SvgStyle *style = style_of(linter, at);

            note_family(svg_linter_look(linter, text), style->font_family);
            func(style, data);
            n++;
        }
    }
}

/* Of the first `n`. */
static gboolean has_effect(const SvgLinter *linter, guint thing, guint n)
{
    static const SvgProperty effects[] = {SVG_PROPERTY_CLIP_PATH, SVG_PROPERTY_FILTER,
                                          SVG_PROPERTY_MASK};

    for (guint i = 0; i < MIN(n, G_N_ELEMENTS(effects)); i++) {
        const char *value = svg_style_declared(
            linter->doc, svg_scene_entry(linter->scene, thing)->node, effects[i]);

        if (value && strcmp(value, "none") != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_linter_is_plain(const SvgLinter *linter, guint thing)
{
    for (guint at = thing; at != SVG_NO_ENTRY; at = svg_scene_entry(linter->scene, at)->parent) {
        if (has_effect(linter, at, G_MAXUINT)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_linter_is_masked(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, thing);

    return !has_effect(linter, thing, 2) && svg_masked_by(linter->doc, entry->node) &&
           (entry->parent == SVG_NO_ENTRY || svg_linter_is_plain(linter, entry->parent));
}

GArray *svg_linter_track(const SvgLinter *linter, guint thing)
{
    return svg_scene_track(linter->scene, thing);
}

gboolean svg_linter_is_box(const SvgLinter *linter, guint shape)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, shape);

    return entry->kind == SVG_KIND_RECTANGLE &&
           (entry->upright || svg_linter_is_upright(linter, shape));
}
