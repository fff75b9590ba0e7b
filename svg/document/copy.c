/* Copies of elements of another document: names are spelt as this one spells them. */
#include "document/copy.h"

#include "document/document_priv.h"
#include "document/names.h"
#include "document/splice.h"
#include "document/start_tag.h"

/* What the parser calls elements of a namespace that we don't know and that has no prefix. */
#define NAMELESS "?:"

/* The prefix of a name that is spelt in every document as it is in this one: none that we know. */
static char *foreign_prefix(const char *name)
{
    const char *colon = strchr(name, ':');
    gboolean known = !colon || g_str_has_prefix(name, NAMELESS) ||
                     g_str_has_prefix(name, "xmlns:") || g_str_has_prefix(name, "xml:");
    g_autofree char *prefix = known ? NULL : g_strndup(name, (gsize)(colon - name));
    return prefix && !svg_namespace_uri(prefix) ? g_steal_pointer(&prefix) : NULL;
}

gboolean svg_copy_bind(SvgDocument *doc, SvgNode *node, const SvgNode *from, const char *name)
{
    g_autofree char *prefix = foreign_prefix(name);
    const char *uri = prefix ? svg_namespace_in_scope(from, prefix) : NULL;
    if (!prefix) {
        return TRUE;
    }
    if (!uri) {
        return FALSE;
    }
    if (g_strcmp0(svg_namespace_in_scope(node->parent ? node : doc->root, prefix), uri) != 0) {
        g_autofree char *declaration = g_strconcat("xmlns:", prefix, NULL);
        svg_splice_attr(doc, node, declaration, uri);
    }
    return TRUE;
}

static void set_open(SvgDocument *doc, SvgNode *node, const char *text)
{
    node->open = (SvgSlice){svg_arena_alloc(doc->arena, svg_tag_room(strlen(text))), strlen(text)};
    memcpy((char *)node->open.at, text, strlen(text) + 1);
}

/* Its namespace is the default one where it stands. */
static SvgNode *new_nameless(SvgDocument *doc, const SvgNode *from)
{
    SvgNode *node = svg_splice_new(doc, "g");
    const char *uri = svg_namespace_in_scope(from, "");
    g_autofree char *open = g_strdup_printf("<%s/>", from->name->str + strlen(NAMELESS));
    node->name = svg_document_name_of(doc, from->name->str);
    set_open(doc, node, open);
    svg_splice_attr(doc, node, "xmlns", uri ? uri : "");
    return node;
}

/* A name with a prefix that means something else here, or nothing. */
static SvgNode *new_foreign(SvgDocument *doc, const SvgNode *from)
{
    SvgNode *node = svg_splice_new(doc, from->name->str);
    return svg_copy_bind(doc, node, from, from->name->str) ? node : NULL;
}

char *svg_copy_without_id(const SvgAttr *attr, G_GNUC_UNUSED gpointer data)
{
    return g_str_equal(attr->name->str, "id") ? NULL : g_strdup(attr->value);
}

SvgNode *svg_copy_element(SvgDocument *doc, SvgNode *from, SvgCopyFunc value, gpointer data)
{
    gboolean nameless = g_str_has_prefix(from->name->str, NAMELESS);
    SvgNode *node = nameless ? new_nameless(doc, from) : new_foreign(doc, from);
    for (guint i = 0; node && i < from->n_attrs; i++) {
        const SvgAttr *attr = &from->attrs[i];
        g_autofree char *text = value(attr, data);
        if (text && svg_copy_bind(doc, node, from, attr->name->str)) {
            svg_splice_attr(doc, node, attr->name->str, text);
        }
    }
    return node;
}

/* --- content ---------------------------------------------------------------------------------- */

static void join_tail(SvgDocument *doc, SvgNode *node, const char *text)
{
    GString *all = g_string_new_len(node->tail.at, (gssize)node->tail.len);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    svg_escape(all, valid, '\0', doc->encoding != NULL);
    node->tail = (SvgSlice){svg_document_keep(doc, all->str, (gssize)all->len), all->len};
    g_string_free(all, TRUE);
}

/* Behind all content; nothing comes between. */
static void append(SvgDocument *doc, SvgNode *parent, SvgNode *node)
{
    svg_log_touch(doc, parent);
    svg_log_touch(doc, node);
    svg_log_moved(doc, node);
    node->parent = parent;
    node->prev = parent->last;
    node->removed = FALSE;
    if (parent->last) {
        svg_log_touch(doc, parent->last);
        parent->last->next = node;
    } else {
        parent->first = node;
    }
    parent->last = node;
}

static void append_text(SvgDocument *doc, SvgNode *parent, const char *text)
{
    SvgNode *node = svg_arena_alloc(doc->arena, sizeof *node);
    node->text = svg_document_keep(doc, text, -1);
    append(doc, parent, node);
    join_tail(doc, parent, text);
}

static void append_element(SvgDocument *doc, SvgNode *parent, SvgNode *node)
{
    append(doc, parent, node);
    node->before = parent->tail;
    parent->tail = (SvgSlice){NULL, 0};
    svg_ids_index(doc, node);
}

static void copy_content(SvgDocument *doc, SvgNode *node, SvgNode *from, SvgCopyFunc value,
                         gpointer data)
{
    if (!from->first && !node->first) {
        return;
    }
    svg_splice_text(doc, node, "");
    for (SvgNode *child = from->first; child; child = child->next) {
        SvgNode *copy = child->name ? svg_copy_element(doc, child, value, data) : NULL;
        if (!child->name) {
            append_text(doc, node, child->text);
        } else if (copy) {
            append_element(doc, node, copy);
            copy_content(doc, copy, child, value, data);
        }
    }
}

void svg_copy_content(SvgDocument *doc, SvgNode *node, SvgNode *from, SvgCopyFunc value,
                      gpointer data)
{
    copy_content(doc, node, from, value, data);
    /* What has no id gets its derived one now: by the transaction that takes it away, too. */
    for (SvgNode *at = node; (at = svg_node_walk(node, at, FALSE));) {
        if (at->name) {
            svg_node_id(doc, at);
        }
    }
}
