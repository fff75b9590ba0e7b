/* Changes bytes and tree together. */
#include "document/splice.h"

#include "document/document_priv.h"
#include "document/ids.h"
#include "document/names.h"
#include "document/refs.h"
#include "document/start_tag.h"
#include "document/tree.h"
#include "values/values.h"

#include <string.h>

/* --- bytes ------------------------------------------------------------------------------------ */

static SvgSlice keep(SvgDocument *doc, const char *text, gsize len)
{
    return (SvgSlice){svg_document_keep(doc, text, (gssize)len), len};
}

static SvgSlice keep_string(SvgDocument *doc, GString *text)
{
    SvgSlice slice = keep(doc, text->str, text->len);
    g_string_free(text, TRUE);
    return slice;
}

/* `slice` with [from, to) replaced. */
static GString *spliced(SvgSlice slice, gsize from, gsize to, const char *text)
{
    GString *out = g_string_sized_new(slice.len + strlen(text));
    g_string_append_len(out, slice.at, (gssize)from);
    g_string_append(out, text);
    return g_string_append_len(out, slice.at + to, (gssize)(slice.len - to));
}

/* Where the white space at the end of `slice` starts. */
static gsize trailing_space(SvgSlice slice)
{
    gsize at = slice.len;
    while (at > 0 && strchr(" \t\r\n", slice.at[at - 1])) {
        at--;
    }
    return at;
}

static SvgSlice joined(SvgDocument *doc, SvgSlice a, SvgSlice b)
{
    if (!a.len || !b.len) {
        return a.len ? a : b;
    }
    GString *out = g_string_new_len(a.at, (gssize)a.len);
    g_string_append_len(out, b.at, (gssize)b.len);
    return keep_string(doc, out);
}

/* --- attributes ------------------------------------------------------------------------------- */

static gboolean find_raw(const SvgNode *node, const char *name, SvgRawAttr *out)
{
    gsize at = 0;
    while (svg_tag_next_attr(node->open, &at, out)) {
        const char *raw = node->open.at + out->name;
        if (memchr(raw, ':', out->name_len)) {
            g_autofree char *canonical = svg_name_canonical(node, raw, out->name_len);
            if (g_str_equal(canonical, name)) {
                return TRUE;
            }
        } else if (strlen(name) == out->name_len && memcmp(raw, name, out->name_len) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* libxml2 lets "xmlns:3" pass, but no name with that prefix. */
static gboolean can_be_prefix(const char *name)
{
    return (g_ascii_isalpha(*name) || *name == '_' || (*name & 0x80)) && !strchr(name, ':');
}

/* Whether `name` declares a prefix for `uri` that still means it at `node`. */
static gboolean binds(const SvgNode *node, const char *name, const char *uri)
{
    return g_str_has_prefix(name, "xmlns:") && can_be_prefix(name + 6) &&
           g_strcmp0(svg_namespace_in_scope(node, name + 6), uri) == 0;
}

/* A prefix that `uri` has at `node`; NULL if none. */
static const char *bound_prefix(const SvgNode *node, const char *uri)
{
    for (const SvgNode *at = node; at; at = at->parent) {
        for (guint i = 0; i < at->n_attrs; i++) {
            const char *name = at->attrs[i].name->str;
            if (g_str_equal(at->attrs[i].value, uri) && binds(node, name, uri)) {
                return name + 6;
            }
        }
    }
    return NULL;
}

static const char *declare_prefix(SvgDocument *doc, const SvgNode *node, const char *prefix,
                                  const char *uri)
{
    GString *name = g_string_new(NULL);
    const char *taken;
    guint n = 0;
    do {
        g_string_printf(name, n ? "xmlns:%s%u" : "xmlns:%s", prefix, n);
        n++;
        taken = svg_namespace_in_scope(node, name->str + 6);
        taken = taken ? taken : svg_node_attr(doc->root, name->str);
    } while (taken);
    svg_splice_attr(doc, doc->root, name->str, uri);
    const char *kept = svg_document_keep(doc, name->str + 6, -1);
    g_string_free(name, TRUE);
    return kept;
}

/* How to spell a canonical name at `node`. An unattached node is taken to be in the root. */
static char *raw_name(SvgDocument *doc, const SvgNode *node, const char *name)
{
    const char *colon = strchr(name, ':');
    if (!colon || g_str_has_prefix(name, "xmlns:")) {
        return g_strdup(name);
    }
    g_autofree char *prefix = g_strndup(name, (gsize)(colon - name));
    const char *uri = svg_namespace_uri(prefix);
    if (!uri || g_str_equal(prefix, "xml")) {
        return g_strdup(name);
    }
    const SvgNode *scope = node->parent ? node : doc->root;
    const char *bound = bound_prefix(scope, uri);
    if (!bound) {
        bound = declare_prefix(doc, scope, prefix, uri);
    }
    return g_strconcat(bound, colon, NULL);
}

/* ` name="value"`, with the white space that separates the attributes that are there. */
static char *new_attribute(SvgDocument *doc, const SvgNode *node, const char *name,
                           const char *value)
{
    gsize at = 0;
    SvgRawAttr last = {0}, next;
    while (svg_tag_next_attr(node->open, &at, &next)) {
        last = next;
    }
    g_autofree char *raw = raw_name(doc, node, name);
    GString *out = g_string_new(NULL);
    if (last.name > last.start) {
        g_string_append_len(out, node->open.at + last.start, (gssize)(last.name - last.start));
    } else {
        g_string_append_c(out, ' ');
    }
    g_string_append_printf(out, "%s=\"", raw);
    svg_escape(out, value, '"', doc->encoding != NULL);
    g_string_append_c(out, '"');
    return g_string_free(out, FALSE);
}

/* What svg_splice_attr() itself has made in this transaction, nothing else having written to the
 * node since, it may write over: most verbs set several attributes of a node. */
enum { OWN_OPEN = 1, OWN_ATTRS = 2 };

static SvgSlice keep_open(SvgDocument *doc, SvgSlice old, gboolean own, GString *text)
{
    gsize room = svg_tag_room(text->len);
    gboolean fits = own && room <= svg_tag_room(old.len);
    char *at = fits ? (char *)old.at : svg_arena_alloc(doc->arena, room);
    memcpy(at, text->str, text->len + 1);
    SvgSlice slice = {at, text->len};
    g_string_free(text, TRUE);
    return slice;
}

static GString *spliced_open(SvgDocument *doc, const SvgNode *node, const char *name,
                             const char *value)
{
    SvgRawAttr raw;
    if (!find_raw(node, name, &raw)) {
        g_autofree char *text = value ? new_attribute(doc, node, name, value) : g_strdup("");
        gsize end = svg_tag_attrs_end(node->open);
        return spliced(node->open, end, end, text);
    }
    if (!value) {
        return spliced(node->open, raw.start, raw.end, "");
    }
    GString *text = g_string_new(NULL);
    svg_escape(text, value, node->open.at[raw.value - 1], doc->encoding != NULL);
    GString *out = spliced(node->open, raw.value, raw.value + raw.value_len, text->str);
    g_string_free(text, TRUE);
    return out;
}

static SvgAttr *find_attr(const SvgNode *node, const SvgName *name)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        if (node->attrs[i].name == name) {
            return (SvgAttr *)&node->attrs[i];
        }
    }
    return NULL;
}

/* Attribute arrays are shared with the log's copies: a new one is made for each transaction.
 * Whoever takes attributes away one by one may read on in the array there was. */
static void store_attr(SvgDocument *doc, SvgNode *node, gboolean own, const SvgName *name,
                       const char *value)
{
    SvgAttr *found = find_attr(node, name);
    if (own && found && value) {
        found->value = value;
        return;
    }
    guint n = 0, all = node->n_attrs + !found;
    SvgAttr *attrs = svg_arena_alloc(doc->arena, sizeof *attrs * all);
    for (guint i = 0; i < node->n_attrs; i++) {
        gboolean same = node->attrs[i].name == name;
        if (!same) {
            attrs[n++] = node->attrs[i];
        } else if (value) {
            attrs[n++] = (SvgAttr){name, value};
        }
    }
    if (!found && value) {
        attrs[n++] = (SvgAttr){name, value};
    }
    node->attrs = attrs;
    node->n_attrs = n;
}

static void own_id(SvgDocument *doc, SvgNode *node, const char *id)
{
    if (node->id && g_hash_table_lookup(doc->ids, node->id) == node &&
        g_strcmp0(node->id, id) != 0) {
        svg_log_set_id(doc, node->id, NULL);
    }
    node->id = id;
    if (g_hash_table_lookup(doc->ids, id) != node) {
        svg_log_set_id(doc, id, node);
    }
}

void svg_splice_attr(SvgDocument *doc, SvgNode *node, const char *name, const char *value)
{
    g_assert(!node->foreign);
    const char *old = svg_node_attr(node, name);
    if (g_strcmp0(old, value) == 0) {
        return;
    }
    g_autofree char *valid = value ? g_utf8_make_valid(value, -1) : NULL;
    GString *open = spliced_open(doc, node, name, valid);
    guint8 own = svg_log_has(doc->open, node) ? node->written : 0;
    svg_log_touch(doc, node);
    node->open = keep_open(doc, node->open, own & OWN_OPEN, open);
    if (old && g_str_equal(name, "id")) {
        svg_kept_forget(doc, SVG_FORGET_RENAMED);
    }
    const char *kept = valid ? svg_document_keep(doc, valid, -1) : NULL;
    store_attr(doc, node, own & OWN_ATTRS, svg_document_name_of(doc, name), kept);
    node->written = OWN_OPEN | OWN_ATTRS;
    if (kept) {
        svg_refs_added(doc, node, &(SvgAttr){svg_document_name_of(doc, name), kept});
        if (g_str_equal(name, "id")) {
            own_id(doc, node, kept);
        }
    }
}

void svg_splice_number(SvgDocument *doc, SvgNode *node, const char *name, double value)
{
    char text[SVG_NUMBER_SIZE];
    svg_splice_attr(doc, node, name, svg_number_print(value, text));
}

/* --- elements --------------------------------------------------------------------------------- */

/* "svg:" where the file writes its SVG elements with a prefix, as the root tells. */
static int root_prefix_len(SvgDocument *doc)
{
    SvgSlice name = svg_tag_raw_name(doc->root->open);
    const char *colon = memchr(name.at, ':', name.len);
    return colon ? (int)(colon + 1 - name.at) : 0;
}

SvgNode *svg_splice_new(SvgDocument *doc, const char *name)
{
    SvgNode *node = svg_arena_alloc(doc->arena, sizeof *node);
    node->name = svg_document_name_of(doc, name);
    node->removed = TRUE;
    svg_document_count(doc, node);
    g_autofree char *raw = raw_name(doc, doc->root, name);
    int prefix = strchr(name, ':') ? 0 : root_prefix_len(doc);
    SvgSlice root = svg_tag_raw_name(doc->root->open);
    g_autofree char *open = g_strdup_printf("<%.*s%s/>", prefix, root.at, raw);
    node->open = keep_open(doc, (SvgSlice){NULL, 0}, FALSE, g_string_new(open));
    return node;
}

/* The line break and indentation at the end of `space`; empty if it has no line break. */
static SvgSlice indentation(SvgSlice space)
{
    gsize start = trailing_space(space);
    for (gsize i = space.len; i > start; i--) {
        if (space.at[i - 1] == '\n') {
            gsize from = i - 1 > start && space.at[i - 2] == '\r' ? i - 2 : i - 1;
            return (SvgSlice){space.at + from, space.len - from};
        }
    }
    return (SvgSlice){NULL, 0};
}

static gboolean is_text_content(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_TEXT);
}

/* One level deeper than `outer`, in the character it uses. */
static SvgSlice deeper(SvgDocument *doc, SvgSlice outer)
{
    gboolean tabs = outer.len && memchr(outer.at, '\t', outer.len);
    g_autofree char *text =
        outer.len ? g_strdup_printf("%.*s%s", (int)outer.len, outer.at, tabs ? "\t" : "  ")
                  : g_strconcat(doc->newline, "  ", NULL);
    return keep(doc, text, strlen(text));
}

/* Opens an element for children: "<g/>" becomes "<g>" and "</g>". */
static void open_up(SvgDocument *doc, SvgNode *node)
{
    if (!svg_tag_is_empty(node->open)) {
        return;
    }
    svg_log_touch(doc, node);
    SvgSlice name = svg_tag_raw_name(node->open);
    g_autofree char *close = g_strdup_printf("</%.*s>", (int)name.len, name.at);
    node->open = keep_open(doc, node->open, FALSE,
                           spliced(node->open, svg_tag_attrs_end(node->open), node->open.len, ">"));
    node->close = keep(doc, close, strlen(close));
}

/* An element that has no children yet gets its end tag on a line of its own, if it has one. */
static SvgSlice first_child_space(SvgDocument *doc, SvgNode *parent)
{
    SvgSlice outer = indentation(parent->before);
    if (!outer.len && parent != doc->root) {
        return outer;
    }
    if (!indentation(parent->tail).len) {
        SvgSlice line = outer.len ? outer : keep(doc, doc->newline, strlen(doc->newline));
        svg_log_touch(doc, parent);
        parent->tail = joined(doc, parent->tail, line);
    }
    return deeper(doc, outer);
}

static SvgSlice space_for(SvgDocument *doc, SvgNode *parent, const SvgNode *next)
{
    if (is_text_content(parent)) {
        return (SvgSlice){NULL, 0};
    }
    if (next && next->name) {
        return indentation(next->before);
    }
    for (const SvgNode *last = parent->last; last; last = last->prev) {
        if (last->name && !last->foreign) {
            return indentation(last->before);
        }
    }
    return first_child_space(doc, parent);
}

/* Bytes between the last child and the end tag belong to `tail`; a comment there stays in front of
 * a child that is added at the end only if it stood before the white space. */
static void insert(SvgDocument *doc, SvgNode *parent, SvgNode *node, SvgNode *next)
{
    open_up(doc, parent);
    SvgSlice space = space_for(doc, parent, next);
    gsize kept = next ? 0 : trailing_space(parent->tail);
    svg_log_touch(doc, parent);
    svg_log_touch(doc, node);
    node->before = joined(doc, (SvgSlice){parent->tail.at, kept}, space);
    if (kept) {
        parent->tail = (SvgSlice){parent->tail.at + kept, parent->tail.len - kept};
    }
    svg_tree_link(doc, parent, node, next);
}

void svg_splice_insert(SvgDocument *doc, SvgNode *parent, SvgNode *node, SvgNode *next)
{
    insert(doc, parent, node, next);
    svg_ids_index(doc, node);
}

/* Unlinks, leaving comments and text that stood before it where they are. */
static void detach(SvgDocument *doc, SvgNode *node)
{
    SvgNode *parent = node->parent, *next = svg_node_next_element(node);
    gsize kept = is_text_content(parent) ? node->before.len : trailing_space(node->before);
    SvgSlice stays = {node->before.at, kept};
    svg_tree_unlink(doc, node);
    node->before = (SvgSlice){NULL, 0};
    if (!stays.len) {
        return;
    }
    SvgNode *heir = next && !next->foreign ? next : parent;
    svg_log_touch(doc, heir);
    if (heir == parent) {
        parent->tail = joined(doc, stays, parent->tail);
    } else {
        heir->before = joined(doc, stays, heir->before);
    }
}

void svg_splice_remove(SvgDocument *doc, SvgNode *node)
{
    svg_ids_forget(doc, node);
    detach(doc, node);
}

void svg_splice_move(SvgDocument *doc, SvgNode *node, SvgNode *parent, SvgNode *next)
{
    if (next == node || (node->parent == parent && svg_node_next_element(node) == next)) {
        return;
    }
    detach(doc, node);
    insert(doc, parent, node, next);
}

/* The bytes before the start tag and those before the end tag, but for the white space that goes
 * with a tag, are given to what follows it. */
static void give_away_comments(SvgDocument *doc, SvgNode *node, SvgNode *first)
{
    SvgNode *next = svg_node_next_element(node);
    gboolean spaced = first->before.len && strchr(" \t\r\n", first->before.at[0]);
    SvgSlice front = {node->before.at, spaced ? trailing_space(node->before) : node->before.len};
    SvgSlice back = {node->tail.at, trailing_space(node->tail)};
    svg_log_touch(doc, first);
    first->before = joined(doc, front, first->before);
    if (back.len && next && !next->foreign) {
        svg_log_touch(doc, next);
        next->before = joined(doc, back, next->before);
    } else if (back.len) {
        svg_log_touch(doc, node->parent);
        node->parent->tail = joined(doc, back, node->parent->tail);
    }
}

void svg_splice_unwrap(SvgDocument *doc, SvgNode *node)
{
    SvgNode *parent = node->parent, *prev = node->prev, *next = node->next;
    SvgNode *first = node->first, *last = node->last, *element = svg_node_first_element(node);
    g_assert(first && last && element);
    give_away_comments(doc, node, element);
    svg_log_touch(doc, node);
    gboolean moved = svg_log_has_moved(doc, node); /* then they are elsewhere now, too */
    for (SvgNode *child = first; child; child = child->next) {
        svg_log_touch(doc, child);
        child->parent = parent;
        if (moved) {
            svg_log_moved(doc, child);
        }
    }
    node->first = node->last = NULL;
    svg_ids_forget(doc, node);
    svg_tree_unlink(doc, node);
    first->prev = prev;
    last->next = next;
    *(prev ? &prev->next : &parent->first) = first;
    *(next ? &next->prev : &parent->last) = last;
}

/* Nothing but these words is in it. */
static gboolean says(const SvgNode *node, const char *text)
{
    const SvgNode *only = node->first;
    return only && !only->next && !only->name && only->text && g_str_equal(only->text, text);
}

void svg_splice_text(SvgDocument *doc, SvgNode *node, const char *text)
{
    if (says(node, text)) {
        return;
    }
    while (node->first) {
        SvgNode *child = node->first;
        svg_ids_forget(doc, child);
        svg_tree_unlink(doc, child);
    }
    open_up(doc, node);
    svg_log_touch(doc, node);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *escaped = g_string_new(NULL);
    svg_escape(escaped, valid, '\0', doc->encoding != NULL);
    node->tail = keep_string(doc, escaped);
    SvgNode *child = svg_arena_alloc(doc->arena, sizeof *child);
    child->text = svg_document_keep(doc, valid, -1);
    svg_tree_link(doc, node, child, NULL);
}
