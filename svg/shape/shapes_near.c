/* Shapes at a place: the attributes of most tell that they are elsewhere. */
#include "shape/shapes_near.h"

#include "index/index.h"
#include "shape/quick_bounds.h"

typedef struct {
    SvgDocument *doc;
    const SvgBox *areas;
    guint n;
    gboolean unknown; /* attributes tell nothing */
    GArray *found;    /* SvgItemBounds */
} Search;

static gboolean touches(const Search *search, SvgBox box)
{
    gboolean any = FALSE;

    for (guint i = 0; i < search->n && !any; i++) {
        any = svg_box_touches(box, search->areas[i]);
    }
    return any;
}

static SvgWanted is_wanted(const SvgNode *node, const SvgContext *parent, gpointer data)
{
    Search *search = data;
    SvgBox box;

    if (!svg_node_is(node, SVG_TAG_IS_SHAPE)) {
        return SVG_UNWANTED;
    }
    if (search->unknown) {
        return SVG_WANTED;
    }
    switch (svg_node_quick_bounds(search->doc, node, parent, &box, NULL)) {
    case SVG_QUICK_BOUNDS_BOX:
        return touches(search, box) ? SVG_WANTED : SVG_UNWANTED;
    case SVG_QUICK_BOUNDS_UNKNOWN:
        return SVG_WANTED;
    case SVG_QUICK_BOUNDS_NONE:
    case SVG_QUICK_BOUNDS_TEXT:
        break;
    }
    return SVG_UNWANTED;
}

static void add(Search *search, SvgNode *node, const SvgBounds *bounds)
{
    SvgItemBounds item = {node, *bounds};

    if (svg_node_is(node, SVG_TAG_IS_SHAPE) && touches(search, bounds->geometric)) {
        g_array_append_val(search->found, item);
    }
}

static void collect(SvgNode *node, const SvgBounds *bounds, G_GNUC_UNUSED const SvgStyle *style,
                    G_GNUC_UNUSED SvgMatrix matrix, G_GNUC_UNUSED const SvgTrail *trail,
                    gpointer data)
{
    add(data, node, bounds);
}

static void ask_index(Search *search)
{
    SvgBox around = SVG_BOX_EMPTY;

    for (guint i = 0; i < search->n; i++) {
        around = svg_box_union(around, search->areas[i]);
    }
    g_autoptr(GPtrArray) near = svg_index_touching(search->doc, around);
    for (guint i = 0; i < near->len; i++) {
        const SvgBounds *bounds = svg_index_bounds(search->doc, near->pdata[i]);
        if (bounds) {
            add(search, near->pdata[i], bounds);
        }
    }
}

GArray *svg_shapes_near(SvgDocument *doc, const SvgBox *areas, guint n)
{
    Search search = {.doc = doc,
                     .areas = areas,
                     .n = n,
                     .unknown = svg_quick_bounds_are_unknown(doc),
                     .found = g_array_new(FALSE, FALSE, sizeof(SvgItemBounds))};

    if (svg_index_is_made(doc)) {
        ask_index(&search);
    } else {
        svg_document_wanted_bounds(doc, NULL, is_wanted, NULL, collect, &search);
    }
    return search.found;
}
