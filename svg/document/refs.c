/* References between elements. The index only grows: what it says is checked again when asked. */
#include "document/refs.h"

#include "document/document_priv.h"

#include <string.h>

#define SEPARATORS "; \t\r\n"     /* of references in a list */
#define ENDS_ID    ")'\" \t\r\n;" /* wherever one stands */

static gboolean is_in_url(const char *text, const char *sign)
{
    while (sign > text && strchr(" \t\r\n'\"", sign[-1])) {
        sign--;
    }
    return sign - text >= 4 && g_ascii_strncasecmp(sign - 4, "url(", 4) == 0;
}

/* Each url(#id) in the text. Most have colours, and no bracket. */
static void refs_in_urls(const char *text, SvgRefFunc func, gpointer data)
{
    if (!strchr(text, '(')) {
        return;
    }
    for (const char *at = text; (at = strchr(at, '#')); at++) {
        if (is_in_url(text, at)) {
            g_autofree char *name = g_strndup(at + 1, strcspn(at + 1, ")'\" \t\r\n"));
            func(name, data);
        }
    }
}

/* Each "#id" of the list. */
static void refs_in_list(const char *text, SvgRefFunc func, gpointer data)
{
    gsize len;
    for (const char *at = text; *at; at += len + strspn(at + len, SEPARATORS)) {
        len = strcspn(at, SEPARATORS);
        if (*at == '#') {
            g_autofree char *name = g_strndup(at + 1, len - 1);
            func(name, data);
        }
    }
}

/* Coordinates and path data, most of a drawing's bytes, can't hold one. */
static gboolean may_refer(const SvgName *name)
{
    return name->attr == SVG_ATTR_OTHER || name->attr == SVG_ATTR_STYLE;
}

void svg_refs_in_value(const SvgName *name, const char *value, SvgRefFunc func, gpointer data)
{
    if (!may_refer(name) || !strchr(value, '#')) {
        return;
    }
    if (name->is_reference) {
        refs_in_list(value, func, data);
    } else {
        refs_in_urls(value, func, data);
    }
}

/* Whether that "#" begins a reference; those of colours don't. */
static gboolean is_reference_at(const SvgName *name, const char *value, const char *at)
{
    return name->is_reference ? at == value || strchr(SEPARATORS, at[-1]) : is_in_url(value, at);
}

char *svg_refs_renamed(const SvgName *name, const char *value, GHashTable *ids)
{
    if (!may_refer(name) || !g_hash_table_size(ids) || !strchr(value, '#')) {
        return g_strdup(value);
    }
    GString *out = g_string_new(NULL);
    for (const char *at = value; *at;) {
        gboolean refers = *at == '#' && is_reference_at(name, value, at);
        gsize len = refers ? strcspn(at + 1, ENDS_ID) : 0;
        g_autofree char *id = g_strndup(at + 1, len);
        const char *other = len ? g_hash_table_lookup(ids, id) : NULL;
        g_string_append_c(out, *at);
        g_string_append(out, other ? other : id);
        at += 1 + len;
    }
    return g_string_free(out, FALSE);
}

void svg_refs_in_node(SvgNode *node, SvgRefFunc func, gpointer data)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        svg_refs_in_value(node->attrs[i].name, node->attrs[i].value, func, data);
    }
    if (svg_node_tag(node) == SVG_TAG_STYLE) {
        g_autofree char *sheet = svg_node_text(node);
        refs_in_urls(sheet, func, data);
    }
}

typedef struct {
    SvgDocument *doc;
    SvgNode *node;
} Adding;

static void add(const char *id, gpointer data)
{
    Adding *adding = data;
    GPtrArray *list = g_hash_table_lookup(adding->doc->referrers, id);
    adding->node->refers = TRUE;
    if (!list) {
        list = g_ptr_array_new();
        g_hash_table_insert(adding->doc->referrers, g_strdup(id), list);
    }
    if (!list->len || list->pdata[list->len - 1] != adding->node) {
        g_ptr_array_add(list, adding->node);
    }
}

void svg_refs_index(SvgDocument *doc)
{
    if (doc->referrers) {
        return;
    }
    doc->referrers =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        Adding adding = {doc, node};
        svg_refs_in_node(node, add, &adding);
    }
}

void svg_refs_added(SvgDocument *doc, SvgNode *node, const SvgAttr *attr)
{
    if (doc->referrers) {
        Adding adding = {doc, node};
        svg_refs_in_value(attr->name, attr->value, add, &adding);
    }
}

typedef struct {
    const char *id;
    gboolean found;
} Looking;

static void look(const char *id, gpointer data)
{
    Looking *looking = data;
    looking->found = looking->found || g_str_equal(id, looking->id);
}

static void collect(SvgDocument *doc, SvgNode *node, const SvgNode *inside, GPtrArray *out)
{
    GPtrArray *list = node->id ? g_hash_table_lookup(doc->referrers, node->id) : NULL;
    for (guint i = 0; list && i < list->len; i++) {
        SvgNode *referrer = list->pdata[i];
        Looking looking = {node->id, FALSE};
        svg_refs_in_node(referrer, look, &looking);
        if (looking.found && svg_node_contains(doc->root, referrer) &&
            !svg_node_contains(inside, referrer)) {
            g_ptr_array_add(out, referrer);
        }
    }
}

GPtrArray *svg_refs_to(SvgDocument *doc, SvgNode *node)
{
    svg_refs_index(doc);
    GPtrArray *out = g_ptr_array_new();
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        collect(doc, at, node, out);
    }
    return out;
}

GPtrArray *svg_refs_to_self(SvgDocument *doc, SvgNode *node)
{
    svg_refs_index(doc);
    GPtrArray *out = g_ptr_array_new();
    collect(doc, node, node, out);
    return out;
}
