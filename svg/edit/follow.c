/* What belongs to a shape and goes where it goes: found once, and kept. */
#include "edit/follow.h"

#include "edit/build.h"
#include "edit/end_box.h"
#include "edit/found.h"
#include "index/index.h"
#include "shape/attachments.h"
#include "shape/ends.h"
#include "shape/scene.h"
#include "shape/unit.h"

#define MAX_ASKED 8 /* shapes; for more of them it is cheaper to read the whole drawing */

/* Takes `list`. */
static void settle(SvgFollow *follow, SvgNode *shape, SvgBox box, GPtrArray *list)
{
    g_hash_table_insert(follow->settled, shape, g_memdup2(&box, sizeof box));
    g_hash_table_insert(follow->lists, shape, list);
}

static gboolean has_moved(SvgDocument *doc, SvgNode *shape, const SvgBox *was)
{
    if (svg_box_is_empty(*was) || !svg_node_contains(doc->root, shape)) {
        return TRUE;
    }
    SvgBox now = svg_node_box(doc, shape);
    return now.x != was->x || now.y != was->y || now.w != was->w || now.h != was->h;
}

/* Shapes that are settled and aren't where they were, with what goes with them: they neither take
 * others' things nor are their own taken. Those that are, are read with all that is around them. */
static GHashTable *moved(SvgDocument *doc, const SvgFollow *follow)
{
    GHashTable *out = g_hash_table_new(NULL, NULL);
    GHashTableIter each;
    gpointer shape, box;

    g_hash_table_iter_init(&each, follow->settled);
    while (g_hash_table_iter_next(&each, &shape, &box)) {
        const GPtrArray *list = g_hash_table_lookup(follow->lists, shape);
        if (!has_moved(doc, shape, box)) {
            continue;
        }
        g_hash_table_add(out, shape);
        for (guint i = 0; list && i < list->len; i++) {
            g_hash_table_add(out, list->pdata[i]);
        }
    }
    return out;
}

static void read_all(SvgDocument *doc, SvgFollow *follow)
{
    g_autoptr(GHashTable) left_out = moved(doc, follow);
    (void)svg_scene_look(doc, NULL); /* what was done is compared by the index */
    g_autoptr(GHashTable) all = svg_attachments_all(doc, left_out);
    GHashTableIter each;
    gpointer shape, list;

    g_hash_table_iter_init(&each, all);
    while (g_hash_table_iter_next(&each, &shape, &list)) {
        g_hash_table_insert(follow->lists, shape, g_ptr_array_ref(list));
    }
    follow->complete = TRUE;
}

/* What was found is what was told until now. */
static void forget_all(SvgFollow *follow)
{
    g_hash_table_remove_all(follow->lists);
    g_hash_table_remove_all(follow->settled);
    g_hash_table_remove_all(follow->ends);
    g_hash_table_remove_all(follow->fresh);
    follow->n_asked = follow->n_ends_asked = 0;
    follow->complete = follow->ends_complete = FALSE;
}

/* Of a large drawing a part may have been listed: then what goes with a shape of that is found when
 * it is asked about. */
void svg_edit_reread(SvgDocument *doc)
{
    SvgFollow *follow = svg_follow_of(doc);
    forget_all(follow);
    if (svg_scene_known(doc)) {
        read_all(doc, follow);
    }
}

/* --- lines at a shape ------------------------------------------------------------------------- */

/* Those of `list` (SvgLineEnd), as they are now. */
static SvgEnds *ends_new(SvgDocument *doc, SvgNode *shape, GArray *list)
{
    SvgEnds *ends = g_new(SvgEnds, 1);
    *ends = (SvgEnds){g_array_ref(list), svg_node_box(doc, shape)};
    return ends;
}

static void read_all_ends(SvgDocument *doc, SvgFollow *follow)
{
    g_autoptr(GHashTable) all = svg_ends_all(doc);
    GHashTableIter each;
    gpointer shape, list;

    g_hash_table_iter_init(&each, all);
    while (g_hash_table_iter_next(&each, &shape, &list)) {
        if (!g_hash_table_contains(follow->ends, shape)) {
            g_hash_table_insert(follow->ends, shape, ends_new(doc, shape, list));
        }
    }
    follow->ends_complete = TRUE;
}

/* Lines may be at what is in it. */
static gboolean holds_others(const SvgNode *shape)
{
    return (svg_tag_flags(svg_node_tag(shape)) & SVG_TAG_IS_CONTAINER) != 0;
}

static gboolean ends_are_known(const SvgFollow *follow, SvgNode *shape)
{
    return follow->ends_complete ||
           (!holds_others(shape) && g_hash_table_contains(follow->ends, shape));
}

/* `any`: whether there may be some. */
static void prepare_ends(SvgDocument *doc, SvgFollow *follow, SvgNode *shape, gboolean any)
{
    if (ends_are_known(follow, shape)) {
        return;
    }
    if (!any) {
        g_hash_table_insert(follow->ends, shape, NULL);
        return;
    }
    if (holds_others(shape)) {
        read_all_ends(doc, follow);
        return;
    }
    if (follow->n_ends_asked++ >= MAX_ASKED) {
        read_all_ends(doc, follow);
        return;
    }
    g_autoptr(GArray) list = svg_ends_at(doc, shape);
    g_hash_table_insert(follow->ends, shape, list ? ends_new(doc, shape, list) : NULL);
}

/* --- both ------------------------------------------------------------------------------------- */

static gboolean is_html(const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_FOREIGN_OBJECT;
}

/* HTML goes with others, and nothing with it: asking about it doesn't settle whose it is. */
static gboolean attachments_are_known(const SvgFollow *follow, SvgNode *shape)
{
    return follow->complete || is_html(shape) || g_hash_table_contains(follow->lists, shape);
}

/* NULL when only the whole drawing tells. */
static GPtrArray *ask_near(SvgDocument *doc, SvgFollow *follow, SvgNode *shape, gboolean *any_ends)
{
    if (follow->n_asked++ >= MAX_ASKED) {
        return NULL;
    }
    g_autoptr(GHashTable) left_out = moved(doc, follow);
    return svg_attachments_of(doc, shape, left_out, any_ends);
}

/* Takes `near`, what was asked near it. */
static void prepare_attachments(SvgDocument *doc, SvgFollow *follow, SvgNode *shape,
                                GPtrArray *near)
{
    g_autoptr(GPtrArray) list = near;
    if (attachments_are_known(follow, shape)) {
        return;
    }
    if (list && !g_hash_table_lookup(follow->ends, shape)) {
        /* Words are dear to measure. */
        SvgBox box = svg_node_is_words(shape) ? SVG_BOX_EMPTY : svg_node_box(doc, shape);
        settle(follow, shape, box, g_steal_pointer(&list));
    } else {
        read_all(doc, follow);
    }
}

/* --- what was made since ---------------------------------------------------------------------- */

static guint number_of(const SvgFollow *follow, const SvgNode *node)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(follow->fresh, node));
}

/* Made after the shape. */
static gboolean is_fresh(const SvgFollow *follow, SvgNode *shape, SvgNode *node)
{
    return node != shape && number_of(follow, node) > number_of(follow, shape);
}

static GHashTable *all_owned(const SvgFollow *follow)
{
    GHashTable *owned = g_hash_table_new(NULL, NULL);
    GHashTableIter each;
    gpointer list;
    g_hash_table_iter_init(&each, follow->lists);
    while (g_hash_table_iter_next(&each, NULL, &list)) {
        for (guint i = 0; list && i < ((GPtrArray *)list)->len; i++) {
            g_hash_table_add(owned, ((GPtrArray *)list)->pdata[i]);
        }
    }
    return owned;
}

static GPtrArray *read_one(SvgDocument *doc, SvgNode *shape, GHashTable *left_out)
{
    GPtrArray *near = svg_attachments_of(doc, shape, left_out, NULL);
    g_autoptr(GHashTable) all = near ? NULL : svg_attachments_all(doc, left_out);
    GPtrArray *list = all ? g_hash_table_lookup(all, shape) : NULL;
    return near ? near : list ? g_ptr_array_ref(list) : NULL;
}

/* What was made after the shape and lies on it; NULL = nothing. */
static GPtrArray *fresh_on(SvgDocument *doc, const SvgFollow *follow, SvgNode *shape)
{
    if (g_hash_table_size(follow->fresh) == 0) {
        return NULL;
    }
    g_autoptr(GPtrArray) on = svg_index_touching(doc, svg_node_box(doc, shape));
    for (guint i = on->len; i-- > 0;) {
        if (!is_fresh(follow, shape, on->pdata[i])) {
            g_ptr_array_remove_index(on, i);
        }
    }
    return on->len ? g_steal_pointer(&on) : NULL;
}

static GPtrArray *list_of(SvgFollow *follow, SvgNode *shape)
{
    GPtrArray *list = g_hash_table_lookup(follow->lists, shape);
    if (!list) {
        list = g_ptr_array_new();
        g_hash_table_insert(follow->lists, shape, list);
    }
    return list;
}

/* What was drawn on a shape after it was asked about goes with it, too, unless it goes with
 * another. */
static void add_fresh(SvgDocument *doc, SvgFollow *follow, SvgNode *shape)
{
    gboolean known = attachments_are_known(follow, shape);
    g_autoptr(GPtrArray) fresh = known && !is_html(shape) ? fresh_on(doc, follow, shape) : NULL;
    if (!fresh) {
        return;
    }
    GPtrArray *list = list_of(follow, shape);
    g_autoptr(GHashTable) owned = all_owned(follow), left_out = moved(doc, follow);
    g_hash_table_remove(left_out, shape);
    for (guint i = 0; i < list->len; i++) {
        g_hash_table_remove(left_out, list->pdata[i]);
    }
    for (guint i = 0; i < fresh->len; i++) {
        if (!g_hash_table_contains(owned, fresh->pdata[i])) {
            g_hash_table_remove(left_out, fresh->pdata[i]);
        }
    }
    g_autoptr(GPtrArray) now = read_one(doc, shape, left_out);
    for (guint i = 0; now && i < now->len; i++) {
        if (is_fresh(follow, shape, now->pdata[i]) &&
            !g_hash_table_contains(owned, now->pdata[i])) {
            g_ptr_array_add(list, now->pdata[i]);
        }
    }
}

static gboolean is_alone(const SvgNode *node)
{
    for (const SvgNode *at = node->parent ? node->parent->first : NULL; at; at = at->next) {
        if (at != node && svg_node_is(at, SVG_TAG_IS_RENDERED)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_is_everything(const SvgNode *node)
{
    gboolean all = holds_others(node);
    for (; all && node->parent; node = node->parent) {
        all = is_alone(node);
    }
    return all;
}

/* Shapes that are moved keep what goes with them, so what was found once stays true: a shape that
 * is moved onto another's label doesn't get it. Of lines at a shape the labels are told, too. */
void svg_follow_prepare(SvgDocument *doc, SvgNode *shape)
{
    SvgFollow *follow = svg_follow_of(doc);
    if (svg_is_everything(shape)) {
        settle(follow, shape, SVG_BOX_EMPTY, g_ptr_array_new());
        return;
    }
    svg_figures_note(doc, shape);
    gboolean known = attachments_are_known(follow, shape) &&
                     (ends_are_known(follow, shape) || svg_scene_known(doc));
    gboolean any_ends = TRUE;
    GPtrArray *near = known ? NULL : ask_near(doc, follow, shape, &any_ends);
    prepare_ends(doc, follow, shape, any_ends || holds_others(shape));
    prepare_attachments(doc, follow, shape, near);
    add_fresh(doc, follow, shape);
}

const GArray *svg_follow_lines(SvgDocument *doc, SvgNode *shape)
{
    svg_follow_prepare(doc, shape);
    const SvgEnds *ends = g_hash_table_lookup(svg_follow_of(doc)->ends, shape);
    return ends ? ends->list : NULL;
}

static GPtrArray *attachments(SvgDocument *doc, SvgNode *shape)
{
    SvgFollow *follow = svg_follow_of(doc);
    if (!attachments_are_known(follow, shape)) {
        prepare_attachments(doc, follow, shape, ask_near(doc, follow, shape, NULL));
    }
    return g_hash_table_lookup(follow->lists, shape);
}

void svg_follow_settle_near(SvgDocument *doc, const GPtrArray *nodes)
{
    for (guint i = 0; i < nodes->len; i++) {
        g_autoptr(GPtrArray) near = svg_index_touching(doc, svg_node_box(doc, nodes->pdata[i]));
        for (guint k = 0; k < near->len; k++) {
            attachments(doc, near->pdata[k]);
        }
    }
}

void svg_follow_new(SvgEdit *edit, SvgNode *shape)
{
    settle(svg_follow_of(edit->doc), shape, SVG_BOX_EMPTY, g_ptr_array_new());
}

void svg_follow_tie(SvgEdit *edit, SvgNode *shape, SvgNode *label)
{
    SvgFollow *follow = svg_follow_of(edit->doc);
    GPtrArray *known = g_hash_table_lookup(follow->lists, shape);
    GPtrArray *list = known ? g_ptr_array_ref(known) : g_ptr_array_new();
    if (!g_ptr_array_find(list, label, NULL)) {
        g_ptr_array_add(list, label);
    }
    settle(follow, shape, SVG_BOX_EMPTY, list);
}

static SvgNode *named_label(SvgEdit *edit, SvgNode *node)
{
    g_autofree char *id = g_strconcat(svg_node_id(edit->doc, node), SVG_LABEL_SUFFIX, NULL);
    SvgNode *label = svg_document_find(edit->doc, id);
    return label && svg_node_tag(label) == SVG_TAG_TEXT ? label : NULL;
}

static gboolean counts(SvgEdit *edit, SvgNode *node, SvgNode *attachment)
{
    return attachment != node && svg_node_contains(edit->doc->root, attachment) &&
           !svg_node_contains(node, attachment) && svg_text_leader(edit, attachment) != node;
}

GPtrArray *svg_node_labels(SvgEdit *edit, SvgNode *node)
{
    GPtrArray *out = g_ptr_array_new();
    GPtrArray *known = attachments(edit->doc, node);
    for (guint i = 0; known && i < known->len; i++) {
        if (counts(edit, node, known->pdata[i])) {
            g_ptr_array_add(out, known->pdata[i]);
        }
    }
    SvgNode *named = named_label(edit, node);
    if (named && counts(edit, node, named) && !g_ptr_array_find(out, named, NULL)) {
        g_ptr_array_add(out, named);
    }
    return out;
}

gboolean svg_brings_words(SvgEdit *edit, const SvgNode *shape, SvgNode *at)
{
    return at == shape ||
           (svg_node_is(at, SVG_TAG_IS_SHAPE) && svg_locks_allow_change(edit->doc, at, NULL));
}

gboolean svg_words_are_of(SvgEdit *edit, SvgNode *shape, const SvgNode *words)
{
    if (svg_node_is_words(shape) || svg_node_contains(shape, words)) {
        return TRUE;
    }
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, shape);
    for (guint i = 0; i < labels->len; i++) {
        if (svg_node_contains(labels->pdata[i], words) ||
            svg_node_contains(words, labels->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

GPtrArray *svg_node_free_labels(SvgEdit *edit, SvgNode *node)
{
    GPtrArray *labels = svg_node_labels(edit, node);
    svg_edit_keep_locked(edit, labels);
    return labels;
}

static SvgNode *last_beside(SvgDocument *doc, const GPtrArray *parts, SvgNode *node)
{
    SvgNode *last = node;
    guint n = 0;
    for (SvgNode *at = node->next; at && n < 2 * SVG_MAX_HEADS; at = at->next, n++) {
        SvgNode *in = at->name ? svg_unit_wrapped(doc, at) : NULL;
        gboolean belongs = g_ptr_array_find((GPtrArray *)parts, at, NULL) ||
                           (in && g_ptr_array_find((GPtrArray *)parts, in, NULL));
        last = belongs ? at : last;
    }
    return last;
}

static gboolean is_any_outside(const GPtrArray *parts, const SvgNode *group)
{
    for (guint i = 0; i < parts->len; i++) {
        if (!svg_node_contains(group, parts->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A line that has a group of its own, and a head beside that, is known by being alone in there. */
SvgNode *svg_last_part(SvgEdit *edit, SvgNode *shape)
{
    g_autoptr(GPtrArray) parts = svg_node_labels(edit, shape);
    SvgNode *whole = svg_unit_unwrapped(edit->doc, shape);
    return last_beside(edit->doc, parts, is_any_outside(parts, whole) ? whole : shape);
}
