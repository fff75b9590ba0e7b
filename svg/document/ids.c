/* The id index and derived ids. */
#include "document/ids.h"

#include "document/document_priv.h"

#include <string.h>

/* --- the table -------------------------------------------------------------------------------- */

/* Open addressing with linear steps. The hash starts from a secret, the table's address: a file
 * can't be made whose ids all fall together. */
typedef struct {
    const char *id; /* NULL: free */
    SvgNode *owner;
    guint32 hash;
} Entry;

struct _SvgIds {
    Entry *entries;
    guint used, mask; /* at most three quarters are used */
};

#define FIRST_SIZE 64

static Entry *new_entries(gsize n)
{
    return memset(svg_memory_new(n * sizeof(Entry)), 0, n * sizeof(Entry));
}

SvgIds *svg_ids_new(void)
{
    SvgIds *ids = g_new0(SvgIds, 1);
    ids->entries = new_entries(FIRST_SIZE);
    ids->mask = FIRST_SIZE - 1;
    return ids;
}

void svg_ids_free(SvgIds *ids)
{
    g_free(ids->entries);
    g_free(ids);
}

static guint64 mix(guint64 sum, guint64 word)
{
    sum = (sum ^ word) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    return sum ^ (sum >> 29);
}

static guint32 hash_of(const SvgIds *ids, const char *id)
{
    gsize len = strlen(id);
    guint64 sum = (guint64)(guintptr)ids ^ ((guint64)len << 48), word = 0;
    for (; len >= sizeof word; id += sizeof word, len -= sizeof word) {
        memcpy(&word, id, sizeof word);
        sum = mix(sum, word);
    }
    word = 0;
    memcpy(&word, id, len);
    return (guint32)(mix(mix(sum, word), (guint64)(guintptr)ids) >> 32);
}

/* Where `id` stands, or the free place where it would. */
static Entry *place_of(const SvgIds *ids, const char *id, guint32 hash)
{
    guint at = hash & ids->mask;
    while (ids->entries[at].id &&
           (ids->entries[at].hash != hash || !g_str_equal(ids->entries[at].id, id))) {
        at = (at + 1) & ids->mask;
    }
    return &ids->entries[at];
}

static void grow(SvgIds *ids)
{
    g_autofree Entry *old = ids->entries;
    guint size = ids->mask + 1;
    ids->entries = new_entries((gsize)size * 4);
    ids->mask = size * 4 - 1;
    for (guint i = 0; i < size; i++) {
        guint at = old[i].hash & ids->mask;
        while (old[i].id && ids->entries[at].id) {
            at = (at + 1) & ids->mask;
        }
        if (old[i].id) {
            ids->entries[at] = old[i];
        }
    }
}

static void put(SvgIds *ids, Entry *place, Entry entry)
{
    ids->used += place->id == NULL;
    *place = entry;
    if (ids->used > ids->mask / 4 * 3) {
        grow(ids);
    }
}

/* What stood behind it moves up, so that no search stops at the gap. */
static void take_out(SvgIds *ids, Entry *place)
{
    guint gap = (guint)(place - ids->entries);
    for (guint at = (gap + 1) & ids->mask; ids->entries[at].id; at = (at + 1) & ids->mask) {
        guint wish = ids->entries[at].hash & ids->mask;
        if (((at - wish) & ids->mask) >= ((at - gap) & ids->mask)) {
            ids->entries[gap] = ids->entries[at];
            gap = at;
        }
    }
    ids->entries[gap] = (Entry){NULL, NULL, 0};
    ids->used--;
}

SvgNode *svg_ids_owner(const SvgIds *ids, const char *id)
{
    return place_of(ids, id, hash_of(ids, id))->owner;
}

void svg_ids_set(SvgIds *ids, const char *id, SvgNode *owner)
{
    guint32 hash = hash_of(ids, id);
    Entry *place = place_of(ids, id, hash);
    if (owner) {
        put(ids, place, (Entry){id, owner, hash});
    } else if (place->id) {
        take_out(ids, place);
    }
}

void svg_ids_offer(SvgDocument *doc, SvgNode *node, const char *id)
{
    guint32 hash = hash_of(doc->ids, id);
    Entry *place = place_of(doc->ids, id, hash);
    if (*id && !place->id) {
        node->id = id;
        put(doc->ids, place, (Entry){id, node, hash});
    }
}

/* --- the ids of a document -------------------------------------------------------------------- */

void svg_ids_index(SvgDocument *doc, SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        const char *id = svg_node_attr(node, "id");
        if (id && *id && !svg_ids_owner(doc->ids, id)) {
            node->id = id;
            svg_log_set_id(doc, id, node);
        }
    }
}

void svg_ids_forget(SvgDocument *doc, SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (node->id && svg_ids_owner(doc->ids, node->id) == node) {
            svg_log_set_id(doc, node->id, NULL);
        }
    }
}

static const char *local_name(const SvgNode *node)
{
    const char *colon = strrchr(node->name->str, ':');
    return colon ? colon + 1 : node->name->str;
}

static void derive(SvgDocument *doc, SvgNode *node, guint ordinal)
{
    g_autofree char *wish = g_strdup_printf("%s-%u", local_name(node), ordinal);
    g_autofree char *other =
        svg_ids_owner(doc->ids, wish) ? svg_document_unique_id(doc, wish) : NULL;
    node->id = svg_document_keep(doc, other ? other : wish, -1);
    svg_log_set_id(doc, node->id, node);
}

void svg_ids_derive(SvgDocument *doc)
{
    if (doc->ids_derived) {
        return;
    }
    doc->ids_derived = TRUE;
    guint *counts = g_new0(guint, g_hash_table_size(doc->names));
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        if (!node->name) {
            continue;
        }
        guint ordinal = ++counts[node->name->number];
        if (!node->id) {
            derive(doc, node, ordinal);
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
        derive(doc, node, 1);
    }
    return node->id;
}

gboolean svg_node_owns_id(const SvgNode *node)
{
    const char *id = svg_node_attr(node, "id");
    return id && node->id && g_str_equal(id, node->id);
}

SvgNode *svg_document_find(SvgDocument *doc, const char *id)
{
    SvgNode *node = svg_ids_owner(doc->ids, id);
    if (!node && !doc->ids_derived) {
        svg_ids_derive(doc);
        node = svg_ids_owner(doc->ids, id);
    }
    return node;
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
    SvgNode *node = svg_ids_owner(doc->ids, id);
    return node && svg_node_owns_id(node) ? node : NULL;
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
