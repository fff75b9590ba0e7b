/* The boxes of all elements in pixels. */
#include "document/nearby.h"
#include "geometry/parts.h"

#include <svg/query.h>

#include <math.h>

#define FEW 8 /* elements that are measured one by one */

static const SvgPxBox NOTHING = {0, 0, -1, -1};

static SvgPxBox to_px(SvgMatrix fit, SvgBox box)
{
    SvgPxBox px = {box.x * fit.a + fit.e, box.y * fit.d + fit.f, box.w * fit.a, box.h * fit.d};

    if (svg_box_is_empty(box) || !isfinite(px.x + px.w) || !isfinite(px.y + px.h)) {
        return NOTHING;
    }
    return px;
}

static void report(SvgDocument *doc, const SvgItemBounds *found, SvgMatrix fit, SvgQueryFunc func,
                   gpointer data)
{
    SvgQueryItem item = {
        .id = svg_node_id(doc, found->node),
        .name = found->node->name->str,
        .geometric = to_px(fit, found->bounds.geometric),
        .visual = to_px(fit, found->bounds.visual),
    };

    func(&item, data);
}

void svg_document_query(SvgDocument *doc, SvgQueryFunc func, gpointer data)
{
    g_autoptr(GArray) items = svg_document_item_bounds(doc);
    SvgMatrix fit = svg_document_px_matrix(doc);

    for (guint i = 0; i < items->len; i++) {
        const SvgItemBounds *item = &g_array_index(items, SvgItemBounds, i);

        if (!svg_box_is_empty(item->bounds.geometric) || !svg_box_is_empty(item->bounds.visual)) {
            report(doc, item, fit, func, data);
        }
    }
}

/* SvgItemBounds without boxes yet; NULL when an id isn't there. */
static GArray *find_all(SvgDocument *doc, const char *const *ids, GError **error)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(SvgItemBounds));
    SvgItemBounds item = {svg_document_root(doc), SVG_BOUNDS_EMPTY};

    if (!ids) {
        g_array_append_val(found, item);
    }
    for (; ids && *ids; ids++) {
        item.node = svg_document_find(doc, *ids);
        if (!item.node) {
            svg_ids_not_found(doc, *ids, error);
            g_array_unref(found);
            return NULL;
        }
        g_array_append_val(found, item);
    }
    return found;
}

/* For many it is cheaper to measure everything once. */
static void measure_all(SvgDocument *doc, GArray *wanted)
{
    g_autoptr(GArray) items = svg_document_item_bounds(doc);
    g_autoptr(GHashTable) bounds = g_hash_table_new(NULL, NULL);

    for (guint i = 0; i < items->len; i++) {
        SvgItemBounds *item = &g_array_index(items, SvgItemBounds, i);

        g_hash_table_insert(bounds, item->node, &item->bounds);
    }
    for (guint i = 0; i < wanted->len; i++) {
        SvgItemBounds *item = &g_array_index(wanted, SvgItemBounds, i);
        const SvgBounds *known = g_hash_table_lookup(bounds, item->node);

        item->bounds = known ? *known : SVG_BOUNDS_EMPTY;
    }
}

/* FALSE when one is no element of its own to measure: a line of a text. */
static gboolean measure_each(SvgDocument *doc, GArray *wanted)
{
    gboolean found = TRUE;

    for (guint i = 0; found && i < wanted->len; i++) {
        SvgItemBounds *item = &g_array_index(wanted, SvgItemBounds, i);

        item->bounds = svg_node_bounds(doc, item->node);
        found = !svg_box_is_empty(item->bounds.visual);
    }
    return found;
}

gboolean svg_document_query_ids(SvgDocument *doc, const char *const *ids, SvgQueryFunc func,
                                gpointer data, GError **error)
{
    g_autoptr(GArray) wanted = find_all(doc, ids, error);
    SvgMatrix fit;

    if (!wanted) {
        return FALSE;
    }
    if (wanted->len > FEW || !measure_each(doc, wanted)) {
        measure_all(doc, wanted);
    }
    fit = svg_document_px_matrix(doc);
    for (guint i = 0; i < wanted->len; i++) {
        report(doc, &g_array_index(wanted, SvgItemBounds, i), fit, func, data);
    }
    return TRUE;
}
