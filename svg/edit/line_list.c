/* The lines of a shape's words as they are listed, whatever they are written in. */
#include "edit/line_list.h"

#include "edit/build.h"
#include "edit/html.h"
#include "edit/line_words.h"
#include "shape/content.h"
#include "shape/scene.h"
#include "shape/unit.h"
#include "shape/words.h"

#include <svg/lines.h>

#include <math.h>

#define MOST_SEEN 1000 /* of a group: what is in it */
#define SPANS     0.02 /* of a group's size: by how much its outline may be another */
#define ACROSS    0.7  /* of its width: what divides it is no shorter, */
#define FLAT      0.2  /* nor higher than this share of its own width */
#define SMALL     0.4  /* of its shorter side: what icons have at most */
#define MOST_UP   4    /* groups around a text, of which one has an outline */

/* --- texts ------------------------------------------------------------------------------------ */

/* Of a text that stands in for HTML that. */
static SvgNode *written_in(SvgNode *node)
{
    SvgNode *html = svg_content_original(node);
    return html ? html : node;
}

static gboolean has_words(SvgNode *node)
{
    g_autofree char *words = svg_node_is_words(node) ? svg_content_read(node) : NULL;
    return words != NULL;
}

static void add_text(GPtrArray *texts, SvgNode *node)
{
    SvgNode *text = written_in(node);
    if (has_words(text) && !g_ptr_array_find(texts, text, NULL)) {
        g_ptr_array_add(texts, text);
    }
}

/* As they are read: those of the shape, or of a text those in which it goes on. */
static GPtrArray *read_chain(SvgEdit *edit, SvgNode *shape)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    guint index = svg_scene_find(scene, shape);
    guint at = index == SVG_NO_ENTRY ? SVG_NO_ENTRY : svg_scene_entry(scene, index)->label;
    GPtrArray *texts = g_ptr_array_new();
    if (svg_node_is_words(shape)) {
        add_text(texts, shape);
    }
    while (at != SVG_NO_ENTRY) {
        const SvgEntry *entry = svg_scene_entry(scene, at);
        if (svg_words_are_of(edit, shape, entry->node)) {
            add_text(texts, entry->node);
        }
        at = entry->next_label;
    }
    return texts;
}

static gint by_place(gconstpointer a, gconstpointer b, gpointer doc)
{
    SvgBox one = svg_node_box(doc, *(SvgNode *const *)a);
    SvgBox two = svg_node_box(doc, *(SvgNode *const *)b);
    double by = svg_text_beside(one, two) ? one.x - two.x : one.y - two.y;
    return by < 0 ? -1 : by > 0;
}

static gboolean is_same_side(double a, double b, double size)
{
    return fabs(a - b) <= SPANS * size;
}

static gboolean is_outline(SvgBox box, SvgBox of)
{
    return box.w > 0 && box.h > 0 && is_same_side(box.x, of.x, of.w) &&
           is_same_side(box.y, of.y, of.h) && is_same_side(box.x + box.w, of.x + of.w, of.w) &&
           is_same_side(box.y + box.h, of.y + of.h, of.h);
}

/* A divider across the group, or an icon or bullet in it: a drawing that has a frame has more. */
static gboolean is_detail(SvgBox box, SvgBox of)
{
    gboolean across = box.w >= ACROSS * of.w && box.h <= FLAT * box.w;
    return across || MAX(box.w, box.h) <= SMALL * MIN(of.w, of.h);
}

/* All texts in a group that has an outline around all that is in it, or only one; NULL otherwise.
 */
static GPtrArray *texts_in(SvgEdit *edit, SvgNode *group)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new();
    SvgBox box = svg_node_box(edit->doc, group);
    gboolean outlined = FALSE, detailed = TRUE, skip = FALSE;
    guint seen = 0;
    for (SvgNode *at = group; at; at = svg_node_walk(group, at, skip)) {
        skip = at->name && (svg_node_is_words(at) || svg_node_is(at, SVG_TAG_IS_DEFINITION));
        if (skip && svg_node_is_words(at)) {
            add_text(texts, at);
        } else if (at->name && svg_node_is(at, SVG_TAG_IS_SHAPE)) {
            gboolean outline = is_outline(svg_node_box(edit->doc, at), box);
            outlined |= outline;
            detailed &= outline || is_detail(svg_node_box(edit->doc, at), box);
        }
        if (++seen > MOST_SEEN) {
            return NULL;
        }
    }
    g_ptr_array_sort_with_data(texts, by_place, edit->doc);
    return texts->len == 1 || (texts->len && outlined && detailed) ? g_steal_pointer(&texts) : NULL;
}

static gboolean is_group(const SvgNode *node)
{
    return node->parent && svg_node_is(node, SVG_TAG_IS_CONTAINER);
}

/* The box that a text stands in as one of several, where that is drawn as a group. */
static SvgNode *box_around(SvgEdit *edit, SvgNode *text, GPtrArray **texts)
{
    SvgNode *group = text->parent;
    for (guint i = 0; i < MOST_UP && group && is_group(group); i++, group = group->parent) {
        g_autoptr(GPtrArray) all = texts_in(edit, group);
        if (all && all->len > 1) {
            *texts = g_steal_pointer(&all);
            return group;
        }
    }
    return NULL;
}

/* Those that it had are the ones that are meant. */
static void take(SvgLineOwner *owner, SvgNode *shape, GPtrArray *texts)
{
    owner->only = owner->texts;
    owner->shape = shape;
    owner->texts = texts;
}

/* A text that is one of a shape's. */
static void find_owner(SvgLineOwner *owner, SvgEdit *edit, SvgNode *text)
{
    g_autofree char *id = svg_document_part_of(edit->doc, svg_node_id(edit->doc, text));
    SvgNode *shape = id ? svg_document_find(edit->doc, id) : NULL;
    g_autoptr(GPtrArray) all = shape ? read_chain(edit, shape) : NULL;
    if (all && all->len > 1 && g_ptr_array_find(all, text, NULL)) {
        take(owner, shape, g_steal_pointer(&all));
        return;
    }
    GPtrArray *in_box = NULL;
    SvgNode *box = shape ? NULL : box_around(edit, text, &in_box);
    if (box) {
        take(owner, box, in_box);
    }
}

void svg_line_owner_init(SvgLineOwner *owner, SvgEdit *edit, SvgNode *node)
{
    *owner = (SvgLineOwner){.shape = node, .texts = read_chain(edit, node)};
    GPtrArray *in = NULL;
    if (svg_node_is_words(node)) {
        find_owner(owner, edit, written_in(node));
    } else if (!owner->texts->len && is_group(node) && (in = texts_in(edit, node))) {
        g_ptr_array_unref(owner->texts);
        owner->texts = in;
    }
}

void svg_line_owner_clear(SvgLineOwner *owner)
{
    g_clear_pointer(&owner->texts, g_ptr_array_unref);
    g_clear_pointer(&owner->only, g_ptr_array_unref);
}

gboolean svg_line_owner_has(const SvgLineOwner *owner, const SvgRow *row)
{
    gboolean has = !owner->only;
    for (guint i = row->first; !has && i < row->first + row->n; i++) {
        has = g_ptr_array_find(owner->only, owner->texts->pdata[i], NULL);
    }
    return has;
}

/* --- rows ------------------------------------------------------------------------------------- */

GPtrArray *svg_row_spans(const GPtrArray *texts, const SvgRow *row)
{
    GPtrArray *spans = g_ptr_array_new_with_free_func(g_free);
    for (guint i = row->first; i < row->first + row->n; i++) {
        g_autoptr(GPtrArray) runs = svg_line_runs(texts->pdata[i], i == row->first ? row->line : 0);
        for (guint k = 0; k < runs->len; k++) {
            const SvgNode *run = runs->pdata[k];
            g_ptr_array_add(spans, svg_words_collapse(run->text));
        }
    }
    return spans;
}

/* The middle of the row, as its text's lines share its height. */
static double middle_of(SvgEdit *edit, const GPtrArray *texts, const SvgRow *row)
{
    SvgNode *text = texts->pdata[row->first];
    SvgBox box = svg_node_box(edit->doc, text);
    g_autofree char *words = svg_content_read(text);
    return box.y + box.h * (row->line + 0.5) / svg_count_lines(words);
}

guint svg_row_compartment(SvgEdit *edit, const SvgEnlarge *enlarge, const GPtrArray *texts,
                          const SvgRow *row)
{
    return svg_enlarge_compartment_at(enlarge, middle_of(edit, texts, row));
}

/* --- the list --------------------------------------------------------------------------------- */

static void line_free(gpointer data)
{
    SvgLine *line = data;
    g_free(line->id);
    g_free(line->text);
    g_strfreev(line->spans);
    g_free(line);
}

static SvgLine *line_new(SvgEdit *edit, const SvgEnlarge *enlarge, const GPtrArray *texts,
                         const SvgRow *row)
{
    SvgLine *line = g_new(SvgLine, 1);
    GPtrArray *spans = svg_row_spans(texts, row);
    if (spans->len < 2) {
        g_ptr_array_set_size(spans, 0);
    }
    g_ptr_array_set_free_func(spans, NULL);
    g_ptr_array_add(spans, NULL);
    *line = (SvgLine){.id = g_strdup(svg_node_id(edit->doc, texts->pdata[row->first])),
                      .text = g_strdup(row->words),
                      .compartment = svg_row_compartment(edit, enlarge, texts, row),
                      .spans = (char **)g_ptr_array_free(spans, FALSE)};
    return line;
}

/* An edit that only reads: nothing is begun, and nothing is kept of it. */
GPtrArray *svg_document_lines(SvgDocument *doc, const char *id, guint *n_compartments)
{
    SvgEdit edit = {.doc = doc};
    GPtrArray *lines = g_ptr_array_new_with_free_func(line_free);
    SvgNode *node = svg_document_find(doc, id);
    g_auto(SvgLineOwner) owner = {0};
    if (node) {
        svg_line_owner_init(&owner, &edit, node);
    }
    if (!node || !owner.texts->len) {
        return lines;
    }
    g_autoptr(SvgEnlarge) enlarge = svg_enlarge_read(&edit, owner.shape);
    g_autoptr(GArray) rows = svg_rows_read(&edit, owner.texts);
    for (guint i = 0; i < rows->len; i++) {
        const SvgRow *row = svg_row_at(rows, i);
        if (svg_line_owner_has(&owner, row)) {
            g_ptr_array_add(lines, line_new(&edit, enlarge, owner.texts, row));
        }
    }
    if (n_compartments) {
        *n_compartments = svg_enlarge_compartments(enlarge);
    }
    return lines;
}
