/* Reads the shapes that touch the view, each written out as it would be listed. */
#include "view/items.h"

#include "base/json.h"

#include <fairy/tokens.h>

#include <string.h>

#define SMALL    0.01 /* of the view's longer side: some pixels of a picture */
#define MAX_TEXT 240  /* bytes of one text, where there is a budget */

typedef struct {
    FairyItems *items;
    SvgDocument *doc;
    FairyCoords *coords;
    const FairyViewOptions *options;
    const FairyUsual *usual; /* NULL where the form doesn't ask for it */
    GHashTable *selected;    /* ids that weren't seen yet */
    GHashTable *groups;      /* id → 1 + index */
    GHashTable *unseen;      /* id → why */
} Reader;

FairyItem *fairy_item(const FairyItems *items, guint index)
{
    return &g_array_index(items->items, FairyItem, index);
}

void fairy_items_free(FairyItems *items)
{
    g_string_free(items->text, TRUE);
    g_array_unref(items->items);
    g_array_unref(items->far);
    g_array_unref(items->loose);
    g_free(items->order);
    g_free(items);
}

/* --- one shape -------------------------------------------------------------------------------- */

/* What isn't selected is told in short. */
static gsize max_text(const FairyViewOptions *options, gboolean selected)
{
    return options->max_tokens == 0 ? 0 : selected ? MAX(MAX_TEXT, options->max_tokens) : MAX_TEXT;
}

static void write_item(Reader *reader, const SvgShape *shape, FairyItem *item)
{
    GString *text = reader->items->text;
    gboolean simple = item->selected || reader->options->detail == FAIRY_DETAIL_SIMPLE;
    item->form = simple ? &fairy_form_json : fairy_form_of(reader->options);
    item->at = text->len;
    item->label = item->form->shape(text, reader->doc, reader->coords, shape,
                                    simple ? FAIRY_DETAIL_SIMPLE : FAIRY_DETAIL_BLURRY,
                                    max_text(reader->options, item->selected));
    if (item->form->looks) {
        item->form->looks(reader->usual, shape, text);
    }
    const char *unseen = shape->text ? g_hash_table_lookup(reader->unseen, shape->id) : NULL;
    if (unseen) {
        item->form->unseen(text, unseen);
        item->unseen = TRUE;
    }
    item->len = text->len - item->at;
    if (reader->options->max_tokens > 0) {
        item->tokens = (guint)fairy_tokens(text->str + item->at, item->len) + 1;
    }
}

/* Words and connections are told however small they are. */
static gboolean is_small(const Reader *reader, const SvgShape *shape)
{
    SvgBox view = reader->items->view;
    gboolean tells = shape->text || shape->from_id || shape->to_id;
    return reader->options->detail == FAIRY_DETAIL_BLURRY && !tells &&
           MAX(shape->box.w, shape->box.h) < SMALL * MAX(view.w, view.h);
}

static void add_item(Reader *reader, const SvgShape *shape)
{
    guint parent =
        shape->parent ? GPOINTER_TO_UINT(g_hash_table_lookup(reader->groups, shape->parent)) : 0;
    const FairyItem *in = parent > 0 ? fairy_item(reader->items, parent - 1) : NULL;
    gboolean selected = g_hash_table_remove(reader->selected, shape->id);
    FairyItem item = {
        .box = shape->box,
        .parent = parent > 0 ? parent - 1 : FAIRY_NO_ITEM,
        .depth = in ? in->depth + 1 : 0,
        .group = shape->kind == SVG_KIND_GROUP,
        .line = shape->kind == SVG_KIND_LINE || shape->kind == SVG_KIND_ARROW,
        .selected = selected,
        .shown = selected || !in || in->opened || !is_small(reader, shape),
    };
    item.opened = (item.group && selected) || (in && in->opened);
    write_item(reader, shape, &item);
    g_array_append_val(reader->items->items, item);
    if (item.group) {
        g_hash_table_insert(reader->groups, g_strdup(shape->id),
                            GUINT_TO_POINTER(reader->items->items->len));
    }
}

/* Far away, what is in a group counts, not the group. */
static void read_shape(const SvgShape *shape, gpointer data)
{
    Reader *reader = data;
    if (svg_box_touches(shape->box, reader->items->view)) {
        add_item(reader, shape);
    } else if (shape->kind != SVG_KIND_GROUP) {
        g_array_append_val(reader->items->far, shape->box);
    }
}

/* --- what is selected ------------------------------------------------------------------------- */

static guint hash_box(gconstpointer key)
{
    const SvgBox *box = key;
    return g_double_hash(&box->x) ^ 3 * g_double_hash(&box->y) ^ 5 * g_double_hash(&box->w);
}

static gboolean equal_boxes(gconstpointer a, gconstpointer b)
{
    const SvgBox *p = a, *q = b;
    return p->x == q->x && p->y == q->y && p->w == q->w && p->h == q->h;
}

/* What is listed after all isn't far. */
static void forget_far(GArray *far, GArray *boxes)
{
    g_autoptr(GHashTable) listed = /* box → how often */
        g_hash_table_new_full(hash_box, equal_boxes, NULL, g_free);
    guint n = 0;
    for (guint i = 0; i < boxes->len; i++) {
        gpointer box = &g_array_index(boxes, SvgBox, i);
        guint *times = g_hash_table_lookup(listed, box);
        if (!times) {
            times = g_new0(guint, 1);
            g_hash_table_insert(listed, box, times);
        }
        ++*times;
    }
    for (guint i = 0; i < far->len; i++) {
        SvgBox box = g_array_index(far, SvgBox, i);
        guint *times = g_hash_table_lookup(listed, &box);
        if (times && *times > 0) {
            --*times;
        } else {
            g_array_index(far, SvgBox, n++) = box;
        }
    }
    g_array_set_size(far, n);
}

/* Out of the view, or the label of a shape. What isn't drawn is left out. */
static void read_selected_elsewhere(Reader *reader, SvgDocument *doc)
{
    const char *const *ids = reader->options->selection;
    g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    for (guint i = 0; ids && ids[i] && g_hash_table_size(reader->selected) > 0; i++) {
        g_autoptr(SvgShape) shape = g_hash_table_contains(reader->selected, ids[i])
                                        ? svg_document_shape(doc, ids[i], NULL)
                                        : NULL;
        if (shape && !svg_box_is_empty(shape->box)) {
            add_item(reader, shape);
            g_array_append_vals(boxes, &shape->box, shape->kind != SVG_KIND_GROUP);
        }
    }
    if (boxes->len > 0) {
        forget_far(reader->items->far, boxes);
    }
}

static GHashTable *set_of(const char *const *ids)
{
    GHashTable *set = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; ids && ids[i]; i++) {
        g_hash_table_add(set, (gpointer)ids[i]);
    }
    return set;
}

FairyItems *fairy_items_new(SvgDocument *doc, FairyCoords *coords, SvgBox view,
                            const FairyViewOptions *options, const FairyUsual *usual,
                            GHashTable *unseen)
{
    FairyItems *items = g_new(FairyItems, 1);
    g_autoptr(GHashTable) selected = set_of(options->selection);
    g_autoptr(GHashTable) groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    *items = (FairyItems){
        .text = g_string_new(NULL),
        .items = g_array_new(FALSE, FALSE, sizeof(FairyItem)),
        .far = g_array_new(FALSE, FALSE, sizeof(SvgBox)),
        .loose = g_array_new(FALSE, FALSE, sizeof(SvgBox)),
        .view = view,
    };
    Reader reader = {items, doc, coords, options, usual, selected, groups, unseen};
    gboolean painted =
        usual || options->detail == FAIRY_DETAIL_SIMPLE || g_hash_table_size(selected) > 0;
    svg_document_each_shape(doc, view, painted, read_shape, &reader);
    read_selected_elsewhere(&reader, doc);
    return items;
}
