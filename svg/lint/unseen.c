/* What is in the drawing but can't be seen: without size, without paint, transparent, covered. What
 * `display` and `visibility` hide is hidden on purpose. */
#include "document/refs.h"
#include "lint/linter.h"

#include <string.h>

#define MANY       8   /* of a kind: more of them are there on purpose, such as areas to click on */
#define BACKGROUND 0.9 /* of the drawing: a frame around all of it */
#define CLEAR      0.02 /* opacity */

static const SvgEntry *entry_at(const SvgLinter *linter, guint index)
{
    return svg_scene_entry(linter->scene, index);
}

/* Reports each, unless there are many. */
static void report_few(SvgLinter *linter, const GArray *things, const char *format)
{
    for (guint i = 0; things->len <= MANY && i < things->len; i++) {
        guint thing = g_array_index(things, guint, i);
        g_autofree char *words = svg_linter_words(linter, thing);

        svg_linter_report(linter, SVG_LINT_INVISIBLE, &thing, 1, "%s %s.", words, format);
    }
}

/* In a picture, one patch more or less is nobody's concern. */
static gboolean is_mere_patch(const SvgLinter *linter, const SvgEntry *entry)
{
    return (entry->kind == SVG_KIND_DRAW || entry->kind == SVG_KIND_LINE) && linter->n_nodes == 0;
}

/* Something moves it, or changes its looks. */
static gboolean is_animated(const SvgNode *node)
{
    for (const SvgNode *child = svg_node_first_element(node); child;
         child = svg_node_next_element(child)) {
        if (svg_node_is(child, SVG_TAG_IS_ANIMATION)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Others need it where it is. */
static gboolean is_referred_to(SvgDocument *doc, SvgNode *node)
{
    g_autoptr(GPtrArray) referrers = svg_refs_to_self(doc, node);

    return referrers->len > 0;
}

static gboolean may_be_stray(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = entry_at(linter, thing);

    return (entry->visible || entry->clear) && !entry->locked && !is_mere_patch(linter, entry) &&
           !is_animated(entry->node) && !is_referred_to(linter->doc, entry->node);
}

/* --- without size ----------------------------------------------------------------------------- */

/* A path or line without length may still be a dot. */
static gboolean has_no_size(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = entry_at(linter, thing);
    gboolean flat = svg_box_is_empty(entry->box) || entry->box.w == 0 || entry->box.h == 0;

    return flat && (entry->tag == SVG_TAG_RECT || (svg_tag_flags(entry->tag) & SVG_TAG_IS_ROUND));
}

/* --- without paint ---------------------------------------------------------------------------- */

static void note_paint(const SvgStyle *style, gpointer data)
{
    gboolean filled =
        style->fill.kind != SVG_PAINT_NONE && style->fill.alpha > 0 && style->fill_opacity > 0;
    gboolean stroked = style->stroke.kind != SVG_PAINT_NONE && style->stroke.alpha > 0 &&
                       style->stroke_opacity > 0 && style->stroke_width > 0;

    *(gboolean *)data |= filled || stroked;
}

static gboolean is_unpainted_text(const SvgLinter *linter, guint text)
{
    gboolean painted = FALSE;

    svg_linter_each_style(linter, text, note_paint, &painted);
    return !painted;
}

/* Around all of the drawing, or all of the group it is in: it says how large that is. */
static gboolean is_extent(const SvgLinter *linter, const SvgEntry *entry)
{
    SvgBox whole =
        entry->parent == SVG_NO_ENTRY ? linter->scene->box : entry_at(linter, entry->parent)->box;

    return entry->box.w >= BACKGROUND * whole.w && entry->box.h >= BACKGROUND * whole.h;
}

static gboolean is_unpainted(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = entry_at(linter, thing);
    gboolean leaf = (svg_tag_flags(entry->tag) & SVG_TAG_IS_SHAPE) != 0;

    if (entry->fill.kind != SVG_PAINT_NONE || entry->stroke.kind != SVG_PAINT_NONE ||
        !svg_linter_counts(linter, thing)) {
        return FALSE;
    }
    if (linter->facts[thing].text) {
        return is_unpainted_text(linter, thing);
    }
    return leaf && entry->label == SVG_NO_ENTRY && !entry->room && !entry->head_start &&
           !entry->head_end && !svg_node_attr(entry->node, "pointer-events") &&
           !is_extent(linter, entry) && svg_linter_is_plain(linter, thing);
}

/* --- transparent ------------------------------------------------------------------------------ */

/* The outermost of what is transparent. */
static gboolean is_transparent(const SvgLinter *linter, guint thing)
{
    const SvgEntry *entry = entry_at(linter, thing);

    return linter->facts[thing].opacity <= CLEAR && !svg_box_is_empty(entry->box) &&
           (entry->parent == SVG_NO_ENTRY || linter->facts[entry->parent].opacity > CLEAR);
}

/* --- covered ---------------------------------------------------------------------------------- */

static gboolean is_opaque(const SvgLinter *linter, guint shape)
{
    const SvgEntry *entry = entry_at(linter, shape);
    SvgStyle style;

    if (entry->fill.kind != SVG_PAINT_COLOR || entry->tag == SVG_TAG_USE ||
        linter->facts[shape].opacity < 1) {
        return FALSE;
    }
    svg_style_of(linter->doc, entry->node, &style);
    return style.fill.alpha * style.fill_opacity >= 1 && svg_linter_is_plain(linter, shape);
}

static gboolean holds_all(const SvgLinter *linter, guint shape, SvgBox box)
{
    g_autoptr(GArray) track = NULL;

    if (!svg_box_contains(entry_at(linter, shape)->box, box)) {
        return FALSE;
    }
    track = svg_linter_track(linter, shape);
    for (guint i = 0; i < 4; i++) {
        if (!svg_track_encloses(
                track, (SvgPoint){i & 1 ? box.x + box.w : box.x, i & 2 ? box.y + box.h : box.y})) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The first that is painted over all of the text; SVG_NO_ENTRY for none. */
static guint cover_of(SvgLinter *linter, guint text)
{
    SvgPoint center = svg_box_center(entry_at(linter, text)->box);
    guint found[SVG_LINT_NEAR];
    guint n = svg_linter_outlines_at(linter, center, found, SVG_LINT_NEAR);

    for (guint i = 0; i < n; i++) {
        if (found[i] > text && is_opaque(linter, found[i]) && entry_at(linter, found[i])->visible &&
            holds_all(linter, found[i], svg_linter_ink(linter, text))) {
            return found[i];
        }
    }
    return SVG_NO_ENTRY;
}

/* What is painted free-hand over a text is part of a picture, mostly. */
static void check_covered(SvgLinter *linter, guint text)
{
    guint cover = cover_of(linter, text);
    const guint things[] = {text, cover};
    g_autofree char *words = NULL;

    if (cover == SVG_NO_ENTRY) {
        return;
    }
    if (linter->unseen) {
        svg_linter_mark(linter, text, "covered");
    }
    if (svg_linter_counts(linter, text) && entry_at(linter, cover)->kind != SVG_KIND_DRAW) {
        words = svg_linter_words(linter, text);
        svg_linter_report(linter, SVG_LINT_INVISIBLE, things, 2,
                          "The text %s is covered by \"%s\", which is painted over it.", words,
                          svg_node_id(linter->doc, entry_at(linter, cover)->node));
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static const struct {
    gboolean (*holds)(const SvgLinter *linter, guint thing);
    const char *says;
} causes[] = {
    {has_no_size, "has no width or no height"},
    {is_unpainted, "has neither a fill nor a stroke"},
    {is_transparent, "is wholly transparent"},
};

static gboolean is_near_any(const SvgLinter *linter, guint cause)
{
    for (guint i = 0; i < linter->near->len; i++) {
        if (causes[cause].holds(linter, svg_linter_near(linter, i))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* One more than many is enough. */
static GArray *find_all(const SvgLinter *linter, guint cause)
{
    GArray *things = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint i = 0; i < linter->n && things->len <= MANY; i++) {
        if (causes[cause].holds(linter, i) && may_be_stray(linter, i)) {
            g_array_append_val(things, i);
        }
    }
    return things;
}

static void check_causes(SvgLinter *linter)
{
    for (guint k = 0; k < G_N_ELEMENTS(causes); k++) {
        if (is_near_any(linter, k)) {
            g_autoptr(GArray) things = find_all(linter, k);

            report_few(linter, things, causes[k].says);
        }
    }
}

void svg_lint_invisible(SvgLinter *linter)
{
    check_causes(linter);
    for (guint i = 0; i < linter->near->len; i++) {
        guint thing = svg_linter_near(linter, i);

        if (linter->facts[thing].text && (linter->unseen || svg_linter_counts(linter, thing))) {
            check_covered(linter, thing);
        }
    }
}
