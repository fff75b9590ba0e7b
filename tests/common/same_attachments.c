/* Compares what a part of a drawing tells with what the whole does. */
#include "common/same_attachments.h"

#include "document/kept.h"
#include "shape/attachments.h"
#include "shape/ends.h"
#include "shape/scene.h"

static gboolean is_same(const GPtrArray *a, const GPtrArray *b)
{
    gboolean same = a->len == (b ? b->len : 0);
    for (guint i = 0; same && i < a->len; i++) {
        same = a->pdata[i] == b->pdata[i];
    }
    return same;
}

static gboolean is_same_shape(const SvgShape *a, const SvgShape *b)
{
    const char *const strings[][2] = {
        {a->id, b->id},       {a->text, b->text},     {a->label_id, b->label_id},
        {a->name, b->name},   {a->parent, b->parent}, {a->fill, b->fill},
        {a->color, b->color}, {a->stroke, b->stroke}, {a->from_id, b->from_id},
        {a->to_id, b->to_id}};
    gboolean same = a->kind == b->kind && a->locked == b->locked && a->layer == b->layer &&
                    a->n_children == b->n_children;
    for (gsize i = 0; i < G_N_ELEMENTS(strings); i++) {
        same = same && g_strcmp0(strings[i][0], strings[i][1]) == 0;
    }
    const double numbers[][2] = {{a->box.x, b->box.x},     {a->box.y, b->box.y},
                                 {a->box.w, b->box.w},     {a->box.h, b->box.h},
                                 {a->start.x, b->start.x}, {a->start.y, b->start.y},
                                 {a->end.x, b->end.x},     {a->end.y, b->end.y}};
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        same = same && numbers[i][0] == numbers[i][1];
    }
    return same;
}

/* One shape, read by itself, is as it stands in the list. */
static void check_shapes(SvgDocument *doc, guint step, SameAttachments *count)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    for (guint i = 0; i < shapes->len; i += step) {
        const SvgShape *shape = shapes->pdata[i];
        svg_kept_forget(doc, SVG_FORGET_TOUCHED);
        g_autoptr(SvgShape) alone = svg_document_shape(doc, shape->id, NULL);
        if (!alone || !is_same_shape(alone, shape)) {
            count->wrong++;
            g_printerr("%s: \"%s\" isn't by itself what it is in the list\n",
                       svg_document_name(doc), shape->id);
        }
    }
}

static void check(SvgDocument *doc, SvgNode *node, GHashTable *all, GHashTable *ends,
                  SameAttachments *count)
{
    gboolean any_ends;
    g_autoptr(GPtrArray) near = svg_attachments_of(doc, node, NULL, &any_ends);
    const GPtrArray *whole = g_hash_table_lookup(all, node);
    count->shapes++;
    count->ends += any_ends;
    count->with_ends += g_hash_table_contains(ends, node);
    if (!any_ends && g_hash_table_contains(ends, node)) {
        const GArray *list = g_hash_table_lookup(ends, node);
        count->wrong++;
        g_printerr("%s: \"%s\" has ends of lines (\"%s\"), near it none\n", svg_document_name(doc),
                   svg_node_id(doc, node),
                   svg_node_id(doc, g_array_index(list, SvgLineEnd, 0).line));
    }
    if (!near) {
        count->unclear++;
        return;
    }
    count->with += near->len > 0;
    if (!is_same(near, whole)) {
        count->wrong++;
        g_printerr("%s: \"%s\" has %u attachments, near it %u\n", svg_document_name(doc),
                   svg_node_id(doc, node), whole ? whole->len : 0, near->len);
    }
}

void same_attachments(SvgDocument *doc, guint step, SameAttachments *count)
{
    g_autoptr(GHashTable) all = svg_attachments_all(doc, NULL);
    g_autoptr(GHashTable) ends = svg_ends_all(doc);
    SvgNode *root = svg_document_root(doc);
    guint n = 0;
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        gboolean drawn = (svg_tag_flags(svg_node_tag(at)) & SVG_TAG_IS_RENDERED) != 0;
        if (drawn && (n++ % step == 0 || g_hash_table_contains(all, at) ||
                      g_hash_table_contains(ends, at))) {
            check(doc, at, all, ends, count);
        }
    }
    check_shapes(doc, step, count);
}
