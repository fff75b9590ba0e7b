/* Between two writes many ask about the same few elements. */
#include "geometry/known_bounds.h"

#include "document/kept.h"

static void forget_all(gpointer kept, SvgNode *node)
{
    (void)node;
    GHashTable *known = kept;
    if (g_hash_table_size(known)) {
        g_hash_table_remove_all(known);
    }
}

/* SvgNode * → SvgBounds */
static const SvgKeeper keeper = {.free = (GDestroyNotify)g_hash_table_unref,
                                 .forget = SVG_FORGET_RENAMED | SVG_FORGET_RESTYLED,
                                 .touched = forget_all};

static GHashTable *known_of(SvgDocument *doc)
{
    GHashTable *known = svg_kept(doc, &keeper);
    return known ? known : svg_keep(doc, &keeper, g_hash_table_new_full(NULL, NULL, NULL, g_free));
}

void svg_bounds_note(SvgDocument *doc, SvgNode *node, const SvgBounds *bounds)
{
    g_hash_table_insert(known_of(doc), node, g_memdup2(bounds, sizeof *bounds));
}

const SvgBounds *svg_bounds_noted(SvgDocument *doc, const SvgNode *node)
{
    return g_hash_table_lookup(known_of(doc), node);
}
