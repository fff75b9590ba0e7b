/* Gaps that a mask leaves in lines (shape/masked.h) go with the words that they are for. */
#include "edit/mask_gap.h"

#include "document/refs.h"
#include "edit/defs.h"
#include "edit/property.h"
#include "geometry/parts.h"
#include "index/index.h"
#include "shape/masked.h"
#include "shape/scene.h"
#include "shape/unit.h"

#include <math.h>

#define MOST_GAP 3.0 /* of the words' longer side: a larger rectangle is no gap for them */
#define FITS     0.8 /* of the words: other programs measure them otherwise, but no more */
#define AROUND   8   /* stroke widths around a line, for its heads */

static const char *const names[] = {"x", "y", "width", "height"};

/* In the user space of the masked line. NULL where what is in the mask isn't. */
static SvgNode *mask_of(SvgEdit *edit, SvgNode *line)
{
    return edit->scoping ? NULL : svg_masked_by(edit->doc, line);
}

static void write_box(SvgEdit *edit, SvgNode *node, SvgBox was, SvgBox now)
{
    const double before[] = {was.x, was.y, was.w, was.h}, after[] = {now.x, now.y, now.w, now.h};
    for (guint i = 0; i < 4; i++) {
        if (before[i] != after[i]) {
            svg_splice_number(edit->doc, node, names[i], after[i]);
        }
    }
}

static gboolean is_same(SvgBox a, SvgBox b)
{
    double off = fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.w - b.w) + fabs(a.h - b.h);
    return off <= 1e-9 * (fabs(a.x) + fabs(a.y) + a.w + a.h);
}

static SvgBox to_user(SvgMatrix inverse, SvgBox box)
{
    return svg_matrix_box_to_document(inverse, (SvgUserBox){box.x, box.y, box.w, box.h});
}

static gboolean is_gap(SvgNode *node, SvgBox words, SvgBox *gap)
{
    return svg_node_tag(node) == SVG_TAG_RECT && svg_mask_box(node, gap) &&
           svg_box_holds(*gap, svg_box_center(words)) &&
           svg_box_side(*gap) <= MOST_GAP * svg_box_side(words);
}

static double off_middle(SvgBox a, SvgBox b)
{
    SvgPoint p = svg_box_center(a), q = svg_box_center(b);
    return hypot(p.x - q.x, p.y - q.y);
}

/* The gap for the words, and which child of the mask it is: others may lie over it, as those for
 * the words of a shape there. */
static SvgNode *find_gap(const SvgNode *mask, SvgBox words, SvgBox *gap, guint *place)
{
    SvgNode *found = NULL;
    guint i = 0;
    for (SvgNode *at = svg_node_first_element(mask); at; at = svg_node_next_element(at), i++) {
        SvgBox box;
        if (is_gap(at, words, &box) &&
            (!found || off_middle(box, words) < off_middle(*gap, words))) {
            found = at;
            *gap = box;
            *place = i;
        }
    }
    return found;
}

/* --- a mask of several lines ------------------------------------------------------------------ */

/* What names it; all there is where a style sheet does. */
static GPtrArray *users_of(SvgEdit *edit, SvgNode *mask)
{
    GPtrArray *users = svg_refs_to_self(edit->doc, mask);
    gboolean sheet = FALSE;
    for (guint i = 0; i < users->len; i++) {
        sheet |= svg_node_tag(users->pdata[i]) == SVG_TAG_STYLE;
    }
    for (SvgNode *at = sheet ? edit->doc->root : NULL; at;
         at = svg_node_walk(edit->doc->root, at, FALSE)) {
        if (at->name) {
            g_ptr_array_add(users, at);
        }
    }
    return users;
}

static SvgBox drawn_at(SvgEdit *edit, const SvgNode *line, SvgBox gap)
{
    SvgUserBox box = {gap.x, gap.y, gap.w, gap.h};
    return svg_matrix_box_to_document(svg_node_matrix(edit->doc, line), box);
}

static gboolean holds_words(SvgEdit *edit, SvgBox gap)
{
    g_autoptr(GPtrArray) near = svg_index_touching(edit->doc, gap);
    for (guint i = 0; i < near->len; i++) {
        SvgNode *node = near->pdata[i];
        if (svg_node_is_words(node) &&
            svg_box_holds(gap, svg_box_center(svg_node_box(edit->doc, node)))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Other lines are drawn elsewhere, as copies are, and have words of their own in the same gap. */
static gboolean is_others_gap(SvgEdit *edit, SvgNode *line, SvgNode *mask, SvgBox gap)
{
    SvgBox own = drawn_at(edit, line, gap);
    g_autoptr(GPtrArray) users = users_of(edit, mask);
    for (guint i = 0; i < users->len; i++) {
        SvgBox there = drawn_at(edit, users->pdata[i], gap);
        if (!is_same(there, own) && mask_of(edit, users->pdata[i]) == mask &&
            holds_words(edit, there)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A copy, for this line alone; NULL where it can't have one. */
static SvgNode *own_mask(SvgEdit *edit, SvgNode *line, SvgNode *mask)
{
    g_autofree char *wish = g_strdup_printf("%s-%s", mask->id, svg_node_id(edit->doc, line));
    SvgNode *copy = svg_defs_copy(edit, mask, wish);
    g_autofree char *url = copy ? g_strdup_printf("url(#%s)", copy->id) : NULL;
    if (copy) {
        svg_force_property(edit->doc, line, SVG_PROPERTY_MASK, url);
    }
    return copy;
}

/* --- following -------------------------------------------------------------------------------- */

typedef struct {
    double at, size;
} Span;

/* Along one axis: as much larger than the words as it was; one that had become too small for them
 * is as large as they are. */
static Span moved_along(Span gap, Span was, Span now)
{
    gboolean fits = gap.size >= FITS * was.size;
    double size = fits ? MAX(now.size + gap.size - was.size, FITS * now.size) : now.size;
    double off = fits ? gap.at + gap.size / 2 - was.at - was.size / 2 : 0;
    return (Span){now.at + now.size / 2 + off - size / 2, size};
}

static SvgBox moved(SvgBox gap, SvgBox was, SvgBox now)
{
    Span x = moved_along((Span){gap.x, gap.w}, (Span){was.x, was.w}, (Span){now.x, now.w});
    Span y = moved_along((Span){gap.y, gap.h}, (Span){was.y, was.h}, (Span){now.y, now.h});
    return (SvgBox){x.at, y.at, x.size, y.size};
}

/* That child of a copy of the mask where others need it as it is. */
static SvgNode *own_gap(SvgEdit *edit, SvgNode *line, SvgNode *mask, SvgNode *gap, guint place)
{
    SvgBox box;
    if (svg_mask_box(gap, &box) && svg_locks_allow_change(edit->doc, gap, NULL) &&
        !is_others_gap(edit, line, mask, box)) {
        return gap;
    }
    SvgNode *copy = own_mask(edit, line, mask);
    SvgNode *at = copy ? svg_node_first_element(copy) : NULL;
    for (guint i = 0; at && i < place; i++) {
        at = svg_node_next_element(at);
    }
    return at;
}

/* The words in the line's own user space, in which its gaps are; empty where it has no such mask.
 */
static SvgBox in_line(SvgEdit *edit, SvgNode *line, SvgBox words)
{
    SvgMatrix inverse;
    if (svg_box_is_empty(words) || !mask_of(edit, line) ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, line), &inverse)) {
        return SVG_BOX_EMPTY;
    }
    return to_user(inverse, words);
}

/* --- how far a mask reaches ------------------------------------------------------------------- */

/* FALSE where the line, with its heads (*needed), isn't in the mask's own region. */
static gboolean reaches(SvgEdit *edit, SvgNode *line, SvgNode *mask, SvgBox *region, SvgBox *needed)
{
    SvgMatrix inverse;
    SvgBox shown, now;
    SvgStyle style;
    if (!mask || g_strcmp0(svg_node_attr(mask, "maskUnits"), "userSpaceOnUse") != 0 ||
        !svg_mask_box(mask, &shown) ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, line), &inverse)) {
        return TRUE;
    }
    svg_style_of(edit->doc, line, &style);
    double around = AROUND * style.stroke_width;
    now = svg_box_grown(to_user(inverse, svg_node_box(edit->doc, line)), around, around);
    if (region) {
        *region = shown;
        *needed = now;
    }
    return svg_box_contains(shown, now);
}

void svg_mask_reach(SvgEdit *edit, SvgNode *line)
{
    SvgBox region, box, now;
    SvgNode *mask = mask_of(edit, line);
    if (reaches(edit, line, mask, &region, &now)) {
        return;
    }
    mask = svg_locks_allow_change(edit->doc, mask, NULL) ? mask : own_mask(edit, line, mask);
    if (!mask) {
        return;
    }
    SvgBox wide = svg_box_union(region, now);
    for (SvgNode *at = svg_node_first_element(mask); at; at = svg_node_next_element(at)) {
        if (svg_node_tag(at) == SVG_TAG_RECT && svg_mask_box(at, &box) && is_same(box, region)) {
            write_box(edit, at, box, wide);
        }
    }
    write_box(edit, mask, region, wide);
}

/* --- what was noted --------------------------------------------------------------------------- */

typedef struct {
    GPtrArray *words;    /* SvgNode */
    SvgBox was;          /* they, in the line's own space */
    gboolean is_reached; /* the mask showed all of the line */
} Note;

static void note_free(gpointer data)
{
    Note *note = data;
    g_ptr_array_unref(note->words);
    g_free(note);
}

/* Of those that are still there. */
static SvgBox box_of_words(SvgEdit *edit, const GPtrArray *words)
{
    SvgBox box = SVG_BOX_EMPTY;
    for (guint i = 0; i < words->len; i++) {
        if (svg_node_contains(edit->doc->root, words->pdata[i])) {
            box = svg_box_union(box, svg_node_box(edit->doc, words->pdata[i]));
        }
    }
    return box;
}

void svg_mask_gap_note(SvgEdit *edit, SvgNode *line)
{
    if ((edit->gaps && g_hash_table_contains(edit->gaps, line)) || !mask_of(edit, line)) {
        return;
    }
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, line);
    GPtrArray *words = g_ptr_array_new();
    for (guint i = 0; i < labels->len; i++) {
        if (svg_node_is_words(labels->pdata[i])) {
            g_ptr_array_add(words, labels->pdata[i]);
        }
    }
    Note *note = g_new(Note, 1);
    *note = (Note){words, in_line(edit, line, box_of_words(edit, words)),
                   reaches(edit, line, mask_of(edit, line), NULL, NULL)};
    edit->gaps = edit->gaps ? edit->gaps : g_hash_table_new_full(NULL, NULL, NULL, note_free);
    g_hash_table_insert(edit->gaps, line, note);
}

/* What the text is the words of; itself if it is none's. */
static SvgNode *owner_of(SvgEdit *edit, SvgNode *text)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    guint at = svg_scene_find(scene, text);
    guint owner = at == SVG_NO_ENTRY ? at : svg_scene_entry(scene, at)->labels;
    return owner == SVG_NO_ENTRY ? text : svg_scene_entry(scene, owner)->node;
}

static void note_all(SvgEdit *edit, SvgNode *top)
{
    for (SvgNode *at = top; at; at = svg_node_walk(top, at, FALSE)) {
        if (at->name && svg_node_is(at, SVG_TAG_IS_SHAPE)) {
            svg_mask_gap_note(edit, at);
        }
    }
}

void svg_mask_gaps_note(SvgEdit *edit, SvgNode *shape)
{
    if (svg_document_has_name(edit->doc, "mask")) {
        note_all(edit, svg_node_is_words(shape) ? owner_of(edit, shape) : shape);
    }
}

static void settle(SvgEdit *edit, SvgNode *line, const Note *note)
{
    SvgBox now = in_line(edit, line, box_of_words(edit, note->words)), gap;
    guint place;
    if (svg_box_is_empty(note->was) || is_same(note->was, now)) {
        return;
    }
    SvgNode *mask = mask_of(edit, line);
    SvgNode *found = mask ? find_gap(mask, note->was, &gap, &place) : NULL;
    SvgNode *own = found ? own_gap(edit, line, mask, found, place) : NULL;
    if (own && svg_box_is_empty(now)) {
        svg_splice_remove(edit->doc, own);
    } else if (own) {
        write_box(edit, own, gap, moved(gap, note->was, now));
    }
}

/* In an order that is the same each time. What isn't drawn any more, as it isn't displayed, has no
 * place for a gap: that stays as it is. */
static GPtrArray *noted_lines(SvgEdit *edit)
{
    GPtrArray *lines = g_ptr_array_new();
    GHashTableIter iter;
    gpointer line;
    g_hash_table_iter_init(&iter, edit->gaps);
    while (g_hash_table_iter_next(&iter, &line, NULL)) {
        if (svg_node_contains(edit->doc->root, line) && svg_index_drawn(edit->doc, line)) {
            g_ptr_array_add(lines, line);
        }
    }
    svg_index_sort(edit->doc, lines);
    return lines;
}

void svg_mask_gaps_settle(SvgEdit *edit)
{
    g_autoptr(GPtrArray) lines = edit->gaps ? noted_lines(edit) : NULL;
    for (guint i = 0; lines && i < lines->len; i++) {
        const Note *note = g_hash_table_lookup(edit->gaps, lines->pdata[i]);
        settle(edit, lines->pdata[i], note);
        if (note->is_reached) {
            svg_mask_reach(edit, lines->pdata[i]);
        }
    }
}
