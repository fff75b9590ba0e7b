/* What nodes were, swapped in and out. */
#include "document/log.h"

#include "document/document_priv.h"

SvgLog *svg_log_new(SvgDocument *doc, const char *author)
{
    SvgLog *log = g_new0(SvgLog, 1);
    log->author = g_strdup(author);
    log->number = ++doc->n_logs;
    return log;
}

void svg_log_free(SvgLog *log)
{
    if (!log) {
        return;
    }
    g_free(log->author);
    g_free(log->nodes);
    g_free(log->kept);
    g_free(log->ids);
    g_free(log->moved);
    g_free(log);
}

/* One more element of `size` bytes in an array that has `n`: twice as many each time it is full. */
static gpointer grown(gpointer array, guint n, gsize size)
{
    gboolean full = (n & (n - 1)) == 0;
    return full ? g_realloc_n(array, MAX(2 * (gsize)n, 1), size) : array;
}

/* What is around it was stirred with what first was so in it. */
static void stir(SvgNode *node)
{
    for (; node && !node->stirred; node = node->parent) {
        node->stirred = TRUE;
    }
}

static gboolean is_of_sheet(const SvgNode *node)
{
    for (; node; node = node->parent) {
        if (svg_node_tag(node) == SVG_TAG_STYLE) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean holds_sheet(SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (svg_node_tag(node) == SVG_TAG_STYLE) {
            return TRUE;
        }
    }
    return FALSE;
}

void svg_log_touch(SvgDocument *doc, SvgNode *node)
{
    SvgLog *log = doc->open;
    svg_kept_touched(doc, node);
    if (is_of_sheet(node)) {
        svg_kept_forget(doc, SVG_FORGET_RESTYLED);
    }
    stir(node);
    node->written = 0;
    if (!log || node->logged == log->number) {
        return;
    }
    node->logged = log->number;
    log->nodes = grown(log->nodes, log->n_nodes, sizeof *log->nodes);
    log->nodes[log->n_nodes++] = (SvgLogNode){node, *node};
}

gboolean svg_log_has(const SvgLog *log, const SvgNode *node)
{
    return log && node->logged == log->number;
}

void svg_log_moved(SvgDocument *doc, SvgNode *node)
{
    SvgLog *log = doc->open;
    if (holds_sheet(node)) {
        svg_kept_forget(doc, SVG_FORGET_RESTYLED);
    }
    if (log) {
        log->moved = grown(log->moved, log->n_moved, sizeof(SvgNode *));
        log->moved[log->n_moved++] = node;
    }
}

gboolean svg_log_has_moved(const SvgDocument *doc, const SvgNode *node)
{
    const SvgLog *log = doc->open;
    for (guint i = 0; log && i < log->n_moved; i++) {
        if (log->moved[i] == node) {
            return TRUE;
        }
    }
    return FALSE;
}

void svg_log_set_id(SvgDocument *doc, const char *id, SvgNode *node)
{
    SvgLog *log = doc->open;
    if (log) {
        log->ids = grown(log->ids, log->n_ids, sizeof *log->ids);
        log->ids[log->n_ids++] = (SvgLogId){id, g_hash_table_lookup(doc->ids, id), node};
    }
    svg_ids_set(doc->ids, id, node);
}

/* --- keeping ---------------------------------------------------------------------------------- */

#define WORD(field) (offsetof(SvgNode, field) / sizeof(gsize))
#define N_WORDS     WORD(flags)

enum { HEAD = 2 }; /* words of an entry: the node, which words follow */

typedef struct {
    gsize at[N_WORDS];
} Words;

G_STATIC_ASSERT(offsetof(SvgNode, flags) == sizeof(Words) && N_WORDS <= 32);

static Words words_of(const SvgNode *node)
{
    Words words;
    memcpy(&words, node, sizeof words);
    return words;
}

static guint changed_words(const Words *a, const Words *b)
{
    guint changed = 0;
    for (guint i = 0; i < N_WORDS; i++) {
        changed |= (guint)(a->at[i] != b->at[i]) << i;
    }
    return changed;
}

static gsize *keep_words(gsize *at, SvgNode *node, guint changed, Words words)
{
    *at++ = (gsize)node;
    *at++ = changed;
    for (; changed; changed &= changed - 1) {
        *at++ = words.at[__builtin_ctz(changed)];
    }
    return at;
}

static gsize *keep_node(gsize *at, const SvgLogNode *entry)
{
    Words was = words_of(&entry->copy), is = words_of(entry->node);
    return keep_words(at, entry->node, changed_words(&was, &is), was);
}

gsize *svg_log_keep(gsize *at, SvgNode *node, guint words)
{
    return keep_words(at, node, words, words_of(node));
}

static const char **keep_ids(const char **at, guint *n, const GPtrArray *ids)
{
    *n = ids->len;
    for (guint i = 0; i < ids->len; i++) {
        *at++ = ids->pdata[i];
    }
    return at;
}

void svg_log_seal(SvgLog *log, const GPtrArray *added, const GPtrArray *changed,
                  const GPtrArray *removed)
{
    gsize most = (gsize)log->n_nodes * (HEAD + N_WORDS);
    gsize *end = log->kept = g_new(gsize, most + 1);
    for (guint i = 0; i < log->n_nodes; i++) {
        end = keep_node(end, &log->nodes[i]);
    }
    gsize n = (gsize)(end - log->kept), n_ids = added->len + changed->len + removed->len;
    log->kept = g_renew(gsize, log->kept, n + MAX(n_ids, 1));
    log->shapes = (const char **)(log->kept + n);
    const char **at = keep_ids(log->shapes, &log->n_added, added);
    at = keep_ids(at, &log->n_changed, changed);
    keep_ids(at, &log->n_removed, removed);
    g_clear_pointer(&log->nodes, g_free);
    log->ids = g_renew(SvgLogId, log->ids, log->n_ids);
    log->moved = g_renew(SvgNode *, log->moved, log->n_moved);
}

gboolean svg_log_next(const SvgLog *log, gsize **at, SvgLogEntry *out)
{
    gsize *head = *at ? *at : log->kept;
    if (head == (gsize *)log->shapes) {
        return FALSE;
    }
    *out = (SvgLogEntry){(SvgNode *)head[0], (guint)head[1], head + HEAD};
    *at = out->words + __builtin_popcount(out->changed);
    return TRUE;
}

SvgNode svg_log_former(const SvgLogEntry *entry)
{
    SvgNode node = *entry->node;
    Words words = words_of(&node);
    const gsize *at = entry->words;
    for (guint left = entry->changed; left; left &= left - 1) {
        words.at[__builtin_ctz(left)] = *at++;
    }
    memcpy(&node, &words, sizeof words);
    return node;
}

gboolean svg_log_is_tag(const SvgLogEntry *entry)
{
    guint tag = 1u << WORD(attrs) | 1u << WORD(n_attrs) | 1u << WORD(open) | 2u << WORD(open);
    return (entry->changed & ~tag) == 0;
}

gboolean svg_log_is_shown(const SvgLogEntry *entry)
{
    return (entry->changed & (1u << WORD(attrs) | 1u << WORD(text) | 1u << WORD(parent))) != 0;
}

/* --- swapping --------------------------------------------------------------------------------- */

/* Marks, lock flags and places belong to the node, not to its state. */
static void swap_node(SvgDocument *doc, const SvgLogEntry *entry)
{
    gsize *at = entry->words;
    svg_kept_touched(doc, entry->node);
    for (guint left = entry->changed; left; left &= left - 1) {
        gpointer word = G_STRUCT_MEMBER_P(entry->node, (gsize)__builtin_ctz(left) * sizeof(gsize));
        gsize other = *at;
        memcpy(at++, word, sizeof other);
        memcpy(word, &other, sizeof other);
    }
}

/* A group that came or went may have sheets in it. */
static void tell_restyled(SvgDocument *doc, const SvgLog *log)
{
    SvgLogEntry entry;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        gboolean moved = (entry.changed & 1u << WORD(parent)) != 0;
        if (is_of_sheet(entry.node) || (moved && holds_sheet(entry.node))) {
            svg_kept_forget(doc, SVG_FORGET_RESTYLED);
            return;
        }
    }
}

/* It had the id, is still there, and has another one. Who has none now got its id in what was
 * undone, with all that refers to it. */
static gboolean is_renamed(const SvgDocument *doc, const SvgLogId *id, gboolean redo)
{
    const SvgNode *was = redo ? id->before : id->after, *is = redo ? id->after : id->before;
    return was && was != is && svg_node_attr(was, "id") && svg_node_contains(doc->root, was);
}

void svg_log_swap(SvgDocument *doc, SvgLog *log, gboolean redo)
{
    SvgLogEntry entry;
    gboolean renamed = FALSE;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        swap_node(doc, &entry);
    }
    for (guint i = 0; i < log->n_ids; i++) {
        const SvgLogId *id = &log->ids[redo ? i : log->n_ids - 1 - i];
        svg_ids_set(doc->ids, id->id, redo ? id->after : id->before);
        renamed = renamed || is_renamed(doc, id, redo);
    }
    if (renamed) {
        svg_kept_forget(doc, SVG_FORGET_RENAMED);
    }
    tell_restyled(doc, log);
}

void svg_log_step(SvgDocument *doc, gboolean commit)
{
    SvgStep step = {doc->done->len, commit};
    g_array_append_val(doc->steps, step);
    doc->version++;
}
