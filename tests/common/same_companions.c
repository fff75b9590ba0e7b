/* Compares svg_companions_of() with svg_companions_all(). */
#include "common/same_companions.h"

#include "shape/companions.h"

static gboolean is_same(const GPtrArray *a, const GPtrArray *b)
{
    gboolean same = a->len == (b ? b->len : 0);
    for (guint i = 0; same && i < a->len; i++) {
        same = a->pdata[i] == b->pdata[i];
    }
    return same;
}

static void check(SvgDocument *doc, SvgNode *node, GHashTable *all, SameCompanions *count)
{
    g_autoptr(GPtrArray) near = svg_companions_of(doc, node, NULL);
    const GPtrArray *whole = g_hash_table_lookup(all, node);
    count->shapes++;
    if (!near) {
        count->unclear++;
        return;
    }
    count->with += near->len > 0;
    if (!is_same(near, whole)) {
        count->wrong++;
        g_printerr("%s: \"%s\" has %u companions, near it %u\n", svg_document_name(doc),
                   svg_node_id(doc, node), whole ? whole->len : 0, near->len);
    }
}

void same_companions(SvgDocument *doc, guint step, SameCompanions *count)
{
    g_autoptr(GHashTable) all = svg_companions_all(doc, NULL);
    SvgNode *root = svg_document_root(doc);
    guint n = 0;
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        gboolean drawn = svg_tag_flags(svg_node_tag(at)) & SVG_TAG_IS_RENDERED;
        if (drawn && (n++ % step == 0 || g_hash_table_contains(all, at))) {
            check(doc, at, all, count);
        }
    }
}
