/* The id index and derived ids. */
#include "document/ids.h"

#include "document/document_priv.h"
#include "document/hash.h"

#include <string.h>

#define SHOWN_BYTES 64 /* of a name in a message */

/* --- the table -------------------------------------------------------------------------------- */

/* Starts from a secret, where this program was loaded: with g_str_hash() a file could be made whose
 * ids all fall together. */
static guint hash_of(gconstpointer id)
{
    static const char here;
    return (guint)(svg_hash(id, strlen(id), (guintptr)&here) >> 32);
}

GHashTable *svg_ids_new(void)
{
    return g_hash_table_new(hash_of, g_str_equal);
}

void svg_ids_set(GHashTable *ids, const char *id, SvgNode *owner)
{
    if (owner) {
        g_hash_table_replace(ids, (gpointer)id, owner);
    } else {
        g_hash_table_remove(ids, id);
    }
}

/* Nearly always, no id is there twice: then each is looked for once. */
void svg_ids_read(SvgDocument *doc, SvgNode *node, const char *id)
{
    if (*id) {
        node->id = id;
        doc->ids_twice |= !g_hash_table_insert(doc->ids, (gpointer)id, node);
    }
}

static void leave_first(SvgDocument *doc)
{
    g_hash_table_remove_all(doc->ids);
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        if (node->id && g_hash_table_contains(doc->ids, node->id)) {
            node->id = NULL;
        } else if (node->id) {
            g_hash_table_insert(doc->ids, (gpointer)node->id, node);
        }
    }
}

void svg_ids_read_all(SvgDocument *doc)
{
    if (doc->ids_twice) {
        leave_first(doc);
    }
    doc->ids_derived = g_hash_table_size(doc->ids) == doc->n_elements; /* nobody needs one */
}

/* --- the ids of a document -------------------------------------------------------------------- */

void svg_ids_forget(SvgDocument *doc, SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (node->id && g_hash_table_lookup(doc->ids, node->id) == node) {
            svg_log_set_id(doc, node->id, NULL);
        }
    }
}

static const char *local_name(const SvgNode *node)
{
    const char *colon = strrchr(node->name->str, ':');
    return colon ? colon + 1 : node->name->str;
}

/* `wish`: a string that serves for many. */
static void derive(SvgDocument *doc, SvgNode *node, guint ordinal, GString *wish)
{
    char number[16];
    g_snprintf(number, sizeof number, "-%u", ordinal);
    g_string_append(g_string_assign(wish, local_name(node)), number);
    g_autofree char *other =
        g_hash_table_lookup(doc->ids, wish->str) ? svg_document_unique_id(doc, wish->str) : NULL;
    node->id = svg_document_keep(doc, other ? other : wish->str, -1);
    svg_log_set_id(doc, node->id, node);
}

/* `wish`: as for derive(). */
static void index_one(SvgDocument *doc, SvgNode *node, GString *wish)
{
    const char *own = svg_node_attr(node, "id");
    SvgNode *holder = node->id ? g_hash_table_lookup(doc->ids, node->id) : NULL;
    if (own && *own && !g_hash_table_lookup(doc->ids, own)) {
        node->id = own;
        svg_log_set_id(doc, own, node);
    } else if (doc->ids_derived && node->id && !holder) {
        svg_log_set_id(doc, node->id, node); /* it was taken out before */
    } else if (doc->ids_derived && holder != node) {
        derive(doc, node, 1, wish);
    }
}

/* Who comes while others have derived ids gets one now: derived by a later question, within an edit
 * that is undone, it would be lost with that. */
void svg_ids_index(SvgDocument *doc, SvgNode *top)
{
    g_autoptr(GString) wish = g_string_new(NULL);
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (node->name) {
            index_one(doc, node, wish);
        }
    }
}

void svg_ids_derive(SvgDocument *doc)
{
    if (doc->ids_derived) {
        return;
    }
    doc->ids_derived = TRUE;
    guint *counts = g_new0(guint, g_hash_table_size(doc->names));
    g_autoptr(GString) wish = g_string_new(NULL);
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        if (!node->name) {
            continue;
        }
        guint ordinal = ++counts[node->name->number];
        if (!node->id) {
            derive(doc, node, ordinal, wish);
        }
    }
    g_free(counts);
}

const char *svg_node_id(SvgDocument *doc, SvgNode *node)
{
    if (!node->id) {
        svg_ids_derive(doc);
    }
    if (!node->id) {
        g_autoptr(GString) wish = g_string_new(NULL);
        derive(doc, node, 1, wish);
    }
    return node->id;
}

gboolean svg_node_owns_id(const SvgNode *node)
{
    const char *id = svg_node_value(node, SVG_ATTR_ID);
    return id && node->id && g_str_equal(id, node->id);
}

SvgNode *svg_document_find(SvgDocument *doc, const char *id)
{
    SvgNode *node = g_hash_table_lookup(doc->ids, id);
    if (!node && !doc->ids_derived) {
        svg_ids_derive(doc);
        node = g_hash_table_lookup(doc->ids, id);
    }
    return node;
}

SvgNode *svg_document_owner(SvgDocument *doc, const char *id)
{
    SvgNode *node = g_hash_table_lookup(doc->ids, id);
    return node && svg_node_owns_id(node) ? node : NULL;
}

SvgNode *svg_document_ref(SvgDocument *doc, const char *reference)
{
    if (!reference) {
        return NULL;
    }
    reference += strspn(reference, " \t\r\n");
    gboolean url = g_ascii_strncasecmp(reference, "url(", 4) == 0;
    if (url) {
        reference += 4;
        reference += strspn(reference, " \t\r\n'\"");
    }
    if (*reference != '#') {
        return NULL;
    }
    gsize len = url ? strcspn(reference + 1, ")'\" \t\r\n") : strlen(reference + 1);
    g_autofree char *id = g_strndup(reference + 1, len);
    return svg_document_owner(doc, id);
}

/* "box-9" → "box-10", "a007" → "a008", "box" → "box-1". */
static char *next_id(const char *id)
{
    GString *out = g_string_new(id);
    gsize at = out->len;
    while (at > 0 && g_ascii_isdigit(out->str[at - 1])) {
        at--;
    }
    if (at == out->len) {
        g_string_append(out, "-1");
        return g_string_free(out, FALSE);
    }
    gsize digit = out->len;
    while (digit > at && out->str[digit - 1] == '9') {
        out->str[--digit] = '0';
    }
    if (digit > at) {
        out->str[digit - 1]++;
    } else {
        g_string_insert_c(out, (gssize)at, '1');
    }
    return g_string_free(out, FALSE);
}

/* What may stand in an id without escaping in url(#…) and selectors. */
static char *clean_id(const char *wish)
{
    GString *out = g_string_new(NULL);
    for (const char *at = wish; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        gboolean good =
            c < 128 ? g_ascii_isalnum((char)c) || strchr("_-.:", (int)c) : g_unichar_isalnum(c);
        if (good) {
            g_string_append_unichar(out, c);
        } else if (out->len && out->str[out->len - 1] != '-') {
            g_string_append_c(out, '-');
        }
    }
    gboolean starts_well = out->len && !g_ascii_isdigit(out->str[0]) && !strchr("-.:", out->str[0]);
    if (!starts_well) {
        g_string_prepend(out, out->len ? "shape-" : "shape");
    }
    return g_string_free(out, FALSE);
}

/* Counting goes on where it stopped for the same wish: a thousand boxes called "box" aren't a
 * thousand times a thousand look-ups. */
char *svg_document_unique_id(SvgDocument *doc, const char *wish)
{
    g_autofree char *valid = g_utf8_make_valid(wish ? wish : "", -1);
    g_autofree char *first = clean_id(valid);
    if (!svg_document_find(doc, first)) {
        return g_steal_pointer(&first);
    }
    char *id = g_strdup(first);
    for (const char *at = g_hash_table_lookup(doc->counted, first);
         at || svg_document_find(doc, id); at = NULL) {
        char *next = next_id(at ? at : id);
        g_free(id);
        id = next;
    }
    g_hash_table_insert(doc->counted, g_steal_pointer(&first), g_strdup(id));
    return id;
}

/* --- in messages ------------------------------------------------------------------------------ */

char *svg_name_shown(const char *name)
{
    g_autofree char *valid = g_utf8_make_valid(name, (gssize)strnlen(name, SHOWN_BYTES));
    for (char *at = valid; *at; at++) {
        *at = g_ascii_iscntrl(*at) ? '?' : *at == '"' ? '\'' : *at;
    }
    return strlen(name) > SHOWN_BYTES ? g_strconcat(valid, "…", NULL) : g_steal_pointer(&valid);
}
