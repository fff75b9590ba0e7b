/* Namespaces, and the names interned per document. */
#include "document/names.h"

#include "document/document_priv.h"
#include "values/properties.h"

#include <string.h>

/* The first row of a prefix is the one that is written. */
static const struct {
    const char *prefix, *uri;
} namespaces[] = {
    {"", "http://www.w3.org/2000/svg"},
    {"xlink", "http://www.w3.org/1999/xlink"},
    {"xml", "http://www.w3.org/XML/1998/namespace"},
    {"inkscape", "http://www.inkscape.org/namespaces/inkscape"},
    {"inkscape", "http://www.inkscape.org/DTD/inkscape-0.dtd"},
    {"sodipodi", "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"},
    {"sodipodi", "http://inkscape.sourceforge.net/DTD/sodipodi-0.dtd"},
};

static const char *const attrs[SVG_ATTR_COUNT] = {
    "",
#define SVG_ATTR(id, name) name,
#include "document/attrs.def"
#undef SVG_ATTR
};

const char *svg_namespace_prefix(const char *uri)
{
    for (gsize i = 0; i < G_N_ELEMENTS(namespaces); i++) {
        if (g_str_equal(namespaces[i].uri, uri)) {
            return namespaces[i].prefix;
        }
    }
    return NULL;
}

const char *svg_namespace_uri(const char *prefix)
{
    for (gsize i = 0; i < G_N_ELEMENTS(namespaces); i++) {
        if (g_str_equal(namespaces[i].prefix, prefix)) {
            return namespaces[i].uri;
        }
    }
    return NULL;
}

const char *svg_namespace_in_scope(const SvgNode *node, const char *prefix)
{
    g_autofree char *name = *prefix ? g_strconcat("xmlns:", prefix, NULL) : g_strdup("xmlns");
    for (; node; node = node->parent) {
        const char *uri = svg_node_attr(node, name);
        if (uri) {
            return uri;
        }
    }
    return g_str_equal(prefix, "xml") ? svg_namespace_uri("xml") : NULL;
}

char *svg_name_canonical(const SvgNode *node, const char *raw, gsize len)
{
    const char *colon = memchr(raw, ':', len);
    if (!colon || (len > 6 && strncmp(raw, "xmlns:", 6) == 0)) {
        return g_strndup(raw, len);
    }
    g_autofree char *prefix = g_strndup(raw, (gsize)(colon - raw));
    const char *uri = svg_namespace_in_scope(node, prefix);
    const char *known = uri ? svg_namespace_prefix(uri) : NULL;
    int local_len = (int)(raw + len - colon - 1);
    return g_strdup_printf("%s:%.*s", known && *known ? known : prefix, local_len, colon + 1);
}

static SvgAttrId attr_from_name(const char *name)
{
    for (guint i = 1; i < SVG_ATTR_COUNT; i++) {
        if (g_str_equal(attrs[i], name)) {
            return (SvgAttrId)i;
        }
    }
    return SVG_ATTR_OTHER;
}

/* Attributes whose whole value may be "#id", or a list of such. */
static gboolean is_reference_name(const char *name)
{
    static const char *const names[] = {
        "href",
        "xlink:href",
        "inkscape:connection-start",
        "inkscape:connection-end",
        "inkscape:path-effect",
        "inkscape:href",
        "inkscape:linked-fill",
        "sodipodi:href",
        "inkscape:tiled-clone-of",
        NULL,
    };
    return g_strv_contains(names, name);
}

const SvgName *svg_document_name_of(SvgDocument *doc, const char *canonical)
{
    SvgName *name = g_hash_table_lookup(doc->names, canonical);
    if (!name) {
        name = svg_arena_alloc(doc->arena, sizeof *name);
        name->str = svg_document_keep(doc, canonical, -1);
        name->number = g_hash_table_size(doc->names);
        name->len = (guint)strlen(canonical);
        name->tag = (guint16)svg_tag_from_name(canonical);
        name->attr = (guint8)attr_from_name(canonical);
        /* The attribute has a syntax of its own: it isn't read as a presentation attribute. */
        name->property = g_str_equal(canonical, "transform")
                             ? -1
                             : (gint16)svg_property_from_name(canonical, name->len);
        name->is_style = name->property >= 0 || g_str_equal(canonical, "style") ||
                         g_str_equal(canonical, "xml:space");
        name->is_reference = is_reference_name(canonical);
        g_hash_table_insert(doc->names, (gpointer)name->str, name);
    }
    return name;
}

gboolean svg_document_has_name(SvgDocument *doc, const char *canonical)
{
    return g_hash_table_contains(doc->names, canonical);
}
