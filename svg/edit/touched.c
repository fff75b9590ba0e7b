/* What a transaction changed: the elements it wrote to, and what shows them. */
#include "edit/touched.h"

#include "document/print.h"
#include "document/refs.h"

#define MOST_TEXTS 8 /* that are looked at for whether they say what they said */

void svg_touched_init(SvgTouched *touched, SvgDocument *doc)
{
    *touched = (SvgTouched){doc, g_ptr_array_new(), g_hash_table_new(NULL, NULL)};
}

void svg_touched_clear(SvgTouched *touched)
{
    g_ptr_array_unref(touched->nodes);
    g_hash_table_unref(touched->known);
}

/* A text is one, whatever part of it changed. */
void svg_touched_add(SvgTouched *touched, SvgNode *node)
{
    while (node->parent && (!node->name || svg_node_is(node->parent, SVG_TAG_IS_TEXT))) {
        node = node->parent;
    }
    if (svg_node_contains(touched->doc->root, node) && g_hash_table_add(touched->known, node)) {
        g_ptr_array_add(touched->nodes, node);
    }
}

/* The clones of it, and of what it is in. */
static void add_clones(SvgTouched *touched, SvgNode *node)
{
    for (SvgNode *at = node; at; at = at->parent) {
        g_autoptr(GPtrArray) referrers = at->id ? svg_refs_to_self(touched->doc, at) : NULL;
        for (guint i = 0; referrers && i < referrers->len; i++) {
            if (svg_node_tag(referrers->pdata[i]) == SVG_TAG_USE) {
                svg_touched_add(touched, referrers->pdata[i]);
            }
        }
    }
}

void svg_touched_add_clones(SvgTouched *touched)
{
    for (guint i = 0; i < touched->nodes->len; i++) {
        add_clones(touched, touched->nodes->pdata[i]);
    }
}

/* --- but for what is formal ------------------------------------------------------------------- */

/* What a shape is given when something refers to it, and what the root declares for that. */
static gboolean is_formal(const SvgAttr *attr, const SvgNode *other)
{
    const char *name = attr->name->str;
    return (g_str_equal(name, "id") && !svg_node_attr(other, "id")) ||
           g_str_has_prefix(name, "xmlns:");
}

/* All that one has the other has, too. */
static gboolean has_all(const SvgNode *node, const SvgNode *other)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        const SvgAttr *attr = &node->attrs[i];
        if (!is_formal(attr, other) &&
            g_strcmp0(attr->value, svg_node_attr(other, attr->name->str)) != 0) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean is_written(const SvgLogEntry *entry)
{
    SvgNode other = svg_log_former(entry);
    return svg_log_is_shown(entry) &&
           (other.parent != entry->node->parent || other.text != entry->node->text ||
            !has_all(&other, entry->node) || !has_all(entry->node, &other));
}

void svg_touched_read(SvgTouched *touched, const SvgLog *log)
{
    SvgLogEntry entry;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        if (is_written(&entry)) {
            svg_touched_add(touched, entry.node);
        }
    }
    for (guint i = 0; i < log->n_moved; i++) {
        svg_touched_add(touched, log->moved[i]); /* also among its siblings */
    }
}

/* --- nothing ---------------------------------------------------------------------------------- */

static SvgSlice trimmed(SvgSlice bytes)
{
    while (bytes.len && g_ascii_isspace(bytes.at[0])) {
        bytes = (SvgSlice){bytes.at + 1, bytes.len - 1};
    }
    while (bytes.len && g_ascii_isspace(bytes.at[bytes.len - 1])) {
        bytes.len--;
    }
    return bytes;
}

/* Of comments and instructions. */
static gboolean is_another(SvgSlice was, SvgSlice is)
{
    SvgSlice a = trimmed(was), b = trimmed(is);
    return a.len != b.len || (a.len && memcmp(a.at, b.at, a.len) != 0);
}

static gboolean differs(const SvgLogEntry *entry)
{
    SvgNode was = svg_log_former(entry);
    const SvgNode *is = entry->node;
    return was.parent != is->parent || was.prev != is->prev || was.next != is->next ||
           g_strcmp0(was.text, is->text) != 0 || !has_all(&was, is) || !has_all(is, &was) ||
           is_another(was.before, is->before) || is_another(was.tail, is->tail);
}

/* The text that the entry is in, now or before, as words were written anew; NULL: it is in none. */
static SvgNode *text_around(const SvgDocument *doc, const SvgLogEntry *entry)
{
    SvgNode was = svg_log_former(entry), *text = NULL;
    SvgNode *at = entry->node->parent ? entry->node->parent : was.parent;
    for (; at; at = at->parent) {
        text = svg_node_tag(at) == SVG_TAG_TEXT ? at : text;
    }
    return text && svg_node_contains(doc->root, text) ? text : NULL;
}

/* It is in the drawing neither before nor after, or went with what it was in. */
static gboolean is_left_out(const SvgDocument *doc, const SvgLogEntry *entry)
{
    SvgNode was = svg_log_former(entry);
    return !svg_node_contains(doc->root, entry->node) &&
           !(was.parent && svg_node_contains(doc->root, was.parent));
}

static char *print_all(const GPtrArray *texts)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < texts->len; i++) {
        svg_print_node(texts->pdata[i], out);
    }
    return g_string_free(out, FALSE);
}

/* Words that are written anew are other nodes, and may be the same bytes. */
static gboolean print_the_same(SvgDocument *doc, SvgLog *log, const GPtrArray *texts)
{
    g_autofree char *after = print_all(texts);
    svg_log_swap(doc, log, FALSE);
    g_autofree char *before = print_all(texts);
    svg_log_swap(doc, log, TRUE);
    return g_str_equal(before, after);
}

gboolean svg_touched_is_nothing(SvgDocument *doc, SvgLog *log)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new();
    SvgLogEntry entry;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        if (!differs(&entry) || is_left_out(doc, &entry)) {
            continue;
        }
        SvgNode *text = text_around(doc, &entry);
        if (!text || texts->len >= MOST_TEXTS) {
            return FALSE;
        }
        if (!g_ptr_array_find(texts, text, NULL)) {
            g_ptr_array_add(texts, text);
        }
    }
    return texts->len == 0 || print_the_same(doc, log, texts);
}
