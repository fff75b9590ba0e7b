/* Which texts are labels of which outlines. */
#include "shape/content.h"
#include "shape/grid.h"
#include "shape/label_priv.h"

#include <math.h>
#include <string.h>

#define CANDIDATES 64
#define BACKGROUND 0.9 /* of the page: an outline that is behind everything */
#define CONTAINER  2   /* things in an outline: it isn't just a box with words */
#define LARGER     1.2 /* areas: what is in a container is smaller than it by more */
#define RELATED    0.5 /* an outline in the text's own group counts as this much smaller */
#define COVERING   1.5 /* one painted over the text as this much larger */
#define APART                                                                                  \
    0.3         /* of their sides: how far apart the middles of two are that overlap, at least \
                 */
#define ALIKE 4 /* areas: of two that overlap */

static double common_area(SvgBox a, SvgBox b)
{
    double w = MIN(a.x + a.w, b.x + b.w) - MAX(a.x, b.x);
    double h = MIN(a.y + a.h, b.y + b.h) - MAX(a.y, b.y);

    return w > 0 && h > 0 ? w * h : 0;
}

/* Decoration holds nothing for itself. */
static gboolean may_hold(const SvgEntry *entry)
{
    return entry->closed && entry->part_of == SVG_NO_ENTRY && entry->head_of == SVG_NO_ENTRY;
}

static SvgBox box_of_outline(gconstpointer scene, guint index)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);

    return may_hold(entry) ? entry->box : SVG_BOX_EMPTY;
}

const SvgGrid *svg_scene_outlines(SvgScene *scene)
{
    if (!scene->outlines) {
        scene->outlines = svg_grid_new(scene->entries->len, box_of_outline, scene, 0);
    }
    return scene->outlines;
}

/* A thing of its own, in a container: an outline, or an arrow. */
static gboolean is_thing(const SvgEntry *entry)
{
    return may_hold(entry) || (!entry->closed && (entry->head_start || entry->head_end));
}

/* Counts for each outline the things in it. */
static void count_held(SvgScene *scene)
{
    guint found[CANDIDATES];

    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *inner = svg_scene_entry(scene, i);
        guint n = is_thing(inner) ? svg_grid_at(svg_scene_outlines(scene),
                                                svg_box_center(inner->box), found, CANDIDATES)
                                  : 0;

        for (guint k = 0; k < n; k++) {
            SvgEntry *outer = svg_scene_entry(scene, found[k]);

            if (found[k] != i && svg_box_contains(outer->box, inner->box) &&
                svg_box_area(outer->box) > LARGER * svg_box_area(inner->box)) {
                outer->holds++;
            }
        }
    }
}

/* In most drawings it matters for no outline how much it holds. */
gboolean svg_outline_holds_little(SvgScene *scene, guint outline)
{
    if (!scene->counted) {
        count_held(scene);
        scene->counted = TRUE;
    }
    return svg_scene_entry(scene, outline)->holds < CONTAINER;
}

/* --- which outline ---------------------------------------------------------------------------- */

/* It lies behind everything, and isn't just a box with words. */
static gboolean is_background(SvgScene *scene, guint outline)
{
    return svg_box_area(svg_scene_entry(scene, outline)->box) >=
               BACKGROUND * svg_box_area(svg_scene_page(scene)) &&
           !svg_outline_holds_little(scene, outline);
}

static gboolean holds(const SvgEntry *outline, const SvgEntry *text)
{
    return common_area(outline->box, text->box) >= SVG_MOSTLY_INSIDE * svg_box_area(text->box) &&
           outline->tag != SVG_TAG_USE;
}

/* The words have their name from this outline. */
static gboolean is_named_after(const SvgEntry *text, const SvgEntry *outline)
{
    const char *id = svg_node_value(text->node, SVG_ATTR_ID);
    const char *of = svg_node_value(outline->node, SVG_ATTR_ID);
    const char *suffix = id && of && g_str_has_prefix(id, of) ? id + strlen(of) : "";

    return g_str_equal(suffix, SVG_LABEL_SUFFIX);
}

/* What isn't painted is nobody's box: the room of free words, as some programs write it; but for
 * words that we gave it. */
static gboolean may_be_labelled(SvgEntry *outline, const SvgEntry *text)
{
    gboolean held = holds(outline, text);
    gboolean box = svg_entry_is_painted(outline) || is_named_after(text, outline);

    outline->room |= held && !box;
    return held && box;
}

/* How large the outline is, in the text's eyes. */
static double size_for(const SvgScene *scene, guint outline, guint text)
{
    const SvgEntry *entry = svg_scene_entry(scene, outline);
    double size = svg_box_area(entry->box);

    if (entry->parent == svg_scene_entry(scene, text)->parent) {
        size *= RELATED;
    }
    return outline > text ? size * COVERING : size;
}

/* The smallest one that isn't the background; of equals the upper one. */
static guint smallest(SvgScene *scene, const guint *found, guint n, guint text)
{
    guint best = SVG_NO_ENTRY;
    double best_size = 0;

    for (guint k = 0; k < n; k++) {
        double size = size_for(scene, found[k], text);

        if (!may_be_labelled(svg_scene_entry(scene, found[k]), svg_scene_entry(scene, text)) ||
            is_background(scene, found[k])) {
            continue;
        }
        if (best == SVG_NO_ENTRY || size < best_size || (size == best_size && found[k] > best)) {
            best = found[k];
            best_size = size;
        }
    }
    return best;
}

gboolean svg_box_is_in_middle(SvgBox outer, SvgBox box)
{
    SvgPoint middle = svg_box_center(outer), at = svg_box_center(box);

    return fabs(at.x - middle.x) <= SVG_CENTERED * outer.w &&
           fabs(at.y - middle.y) <= SVG_CENTERED * outer.h;
}

/* As the circles of a Venn diagram do; not a shape and its shadow, nor one of a stack. */
static gboolean overlap(SvgBox a, SvgBox b)
{
    SvgPoint p = svg_box_center(a), q = svg_box_center(b);
    double larger = MAX(svg_box_area(a), svg_box_area(b)),
           less = MIN(svg_box_area(a), svg_box_area(b));

    return !svg_box_contains(a, b) && !svg_box_contains(b, a) && larger <= ALIKE * less &&
           hypot(p.x - q.x, p.y - q.y) >= APART * sqrt(less);
}

/* Words where two outlines overlap are what both of them share, and neither's; but for those in the
 * middle of one. */
static gboolean is_shared(SvgScene *scene, const guint *found, guint n, guint outline, guint text)
{
    SvgBox box = svg_scene_entry(scene, outline)->box;
    const SvgEntry *words = svg_scene_entry(scene, text);

    for (guint k = 0; k < n && !svg_box_is_in_middle(box, words->box); k++) {
        SvgEntry *other = svg_scene_entry(scene, found[k]);

        if (may_be_labelled(other, words) &&
            !is_named_after(words, svg_scene_entry(scene, outline)) && overlap(box, other->box)) {
            return !svg_box_is_in_middle(other->box, words->box);
        }
    }
    return FALSE;
}

/* Drawn right before the words, for nothing but them. */
static gboolean is_room_of(const SvgScene *scene, guint room, guint text)
{
    const SvgEntry *entry = svg_scene_entry(scene, room), *words = svg_scene_entry(scene, text);

    if (room > text || svg_entry_is_painted(entry) || is_named_after(words, entry) ||
        !holds(entry, words) || !svg_box_is_in_middle(entry->box, words->box)) {
        return FALSE;
    }
    for (guint i = room + 1; i < text; i++) {
        if (svg_scene_entry(scene, i)->kind != SVG_KIND_GROUP) {
            return FALSE;
        }
    }
    return TRUE;
}

/* What has a room of its own in a container isn't what that is called. */
static gboolean has_room(SvgScene *scene, const guint *found, guint n, guint outline, guint text)
{
    for (guint k = 0; k < n; k++) {
        if (is_room_of(scene, found[k], text)) {
            return !svg_outline_holds_little(scene, outline);
        }
    }
    return FALSE;
}

static guint outline_of(SvgScene *scene, guint text)
{
    guint found[CANDIDATES];
    SvgPoint center = svg_box_center(svg_scene_entry(scene, text)->box);
    guint n = svg_grid_at(svg_scene_outlines(scene), center, found, CANDIDATES);
    guint best = smallest(scene, found, n, text);

    return best != SVG_NO_ENTRY &&
                   (is_shared(scene, found, n, best, text) || has_room(scene, found, n, best, text))
               ? SVG_NO_ENTRY
               : best;
}

static gboolean is_free_text(const SvgEntry *entry)
{
    return entry->kind == SVG_KIND_TEXT && entry->visible && !svg_box_is_empty(entry->box) &&
           entry->labels == SVG_NO_ENTRY && entry->tag != SVG_TAG_USE;
}

/* --- all of them ------------------------------------------------------------------------------ */

typedef struct {
    guint outline, text;
} Match;

static int compare_matches(gconstpointer a, gconstpointer b)
{
    guint x = ((const Match *)a)->outline, y = ((const Match *)b)->outline;

    return (x > y) - (x < y);
}

static GArray *find_matches(SvgScene *scene)
{
    GArray *matches = g_array_new(FALSE, FALSE, sizeof(Match));

    for (guint i = 0; i < scene->entries->len; i++) {
        Match match = {SVG_NO_ENTRY, i};

        if (is_free_text(svg_scene_entry(scene, i))) {
            match.outline = outline_of(scene, i);
        }
        if (match.outline != SVG_NO_ENTRY &&
            svg_scene_entry(scene, match.outline)->label == SVG_NO_ENTRY) {
            g_array_append_val(matches, match);
        }
    }
    g_array_sort(matches, compare_matches);
    return matches;
}

void svg_scene_find_labels(SvgScene *scene)
{
    g_autoptr(GArray) matches = NULL;
    g_autoptr(GArray) texts = g_array_new(FALSE, FALSE, sizeof(guint));

    matches = find_matches(scene);
    for (guint i = 0; i < matches->len;) {
        guint outline = g_array_index(matches, Match, i).outline;

        g_array_set_size(texts, 0);
        for (; i < matches->len && g_array_index(matches, Match, i).outline == outline; i++) {
            g_array_append_val(texts, g_array_index(matches, Match, i).text);
        }
        svg_labels_join(scene, outline, texts);
    }
}

/* Its own, of one that is the first of several. */
static SvgBox line_box(const SvgScene *scene, const SvgEntry *line)
{
    gboolean first = line->kind == SVG_KIND_TEXT && line->label != SVG_NO_ENTRY;

    return first || line->joined ? svg_node_box(scene->doc, line->node) : line->box;
}

gboolean svg_scene_goes_on(const SvgScene *scene, const SvgEntry *last, const SvgEntry *line)
{
    return svg_text_beside(line_box(scene, last), line_box(scene, line));
}

static void add_line(const SvgScene *scene, GString *text, const SvgEntry *line,
                     const SvgEntry *last)
{
    g_autofree char *words = svg_content_read(line->node);

    if (words && last && text->len) {
        g_string_append_c(text, svg_scene_goes_on(scene, last, line) ? ' ' : '\n');
    }
    g_string_append(text, words ? words : "");
}

char *svg_scene_text(const SvgScene *scene, const SvgEntry *entry)
{
    gboolean words = entry->kind == SVG_KIND_TEXT || entry->kind == SVG_KIND_IMAGE;
    const SvgEntry *last = NULL;
    GString *text;

    if (entry->label == SVG_NO_ENTRY) {
        return words ? svg_content_read(entry->node) : NULL;
    }
    text = g_string_new(NULL);
    if (words) {
        add_line(scene, text, entry, NULL);
        last = entry;
    }
    for (guint i = entry->label; i != SVG_NO_ENTRY; i = last->next_label) {
        const SvgEntry *line = svg_scene_entry(scene, i);

        add_line(scene, text, line, last);
        last = line;
    }
    return g_string_free(text, FALSE);
}
