/* What is locked, what that depends on, and the proof that it didn't change. */
#include "lock/locks.h"

#include "document/document_priv.h"
#include "document/hash.h"
#include "document/print.h"
#include "document/refs.h"
#include "style/style.h"

#include <svg/error.h>
#include <svg/journal.h>

#include <string.h>

enum {
    LOCKED = 1 << 0,   /* itself or an ancestor carries the lock */
    HOLDS = 1 << 1,    /* something in it is locked */
    SUPPORTS = 1 << 2, /* a locked element refers to it, or to what it is in */
    LENDS = 1 << 3,    /* in it is what a locked element refers to, and inherits its style */
};

typedef struct {
    SvgNode *node; /* the topmost locked element */
    guint64 fingerprint;
} Lock;

struct _SvgLocks {
    GArray *locks;       /* Lock, in document order */
    GPtrArray *sheets;   /* the <style> elements: no verb adds or removes one */
    gboolean structural; /* a rule may look at an element's neighbours */
    GHashTable *missing; /* ids that locked elements refer to and nobody has */
};

void svg_locks_free(SvgLocks *locks)
{
    if (!locks) {
        return;
    }
    g_array_unref(locks->locks);
    g_ptr_array_unref(locks->sheets);
    g_hash_table_unref(locks->missing);
    g_free(locks);
}

/* --- what a locked element depends on --------------------------------------------------------- */

typedef struct {
    SvgDocument *doc;
    GHashTable *seen;   /* ids */
    GPtrArray *nodes;   /* referred to, directly or not */
    GPtrArray *missing; /* ids nobody has: an element that takes one would be drawn */
} Closure;

static void visit_id(const char *id, gpointer data)
{
    Closure *closure = data;
    if (g_hash_table_contains(closure->seen, id)) {
        return;
    }
    char *key = g_strdup(id);
    g_hash_table_add(closure->seen, key);
    SvgNode *node = svg_document_owner(closure->doc, id);
    g_ptr_array_add(node ? closure->nodes : closure->missing, node ? (gpointer)node : key);
}

static void visit(SvgNode *node, Closure *closure)
{
    if (node->refers) {
        svg_refs_in_node(node, visit_id, closure);
    }
}

static void visit_subtree(SvgNode *top, Closure *closure)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        visit(node, closure);
    }
}

static void visit_ancestors(const SvgNode *node, Closure *closure)
{
    for (SvgNode *at = node->parent; at; at = at->parent) {
        visit(at, closure);
    }
}

/* A gradient or marker inherits from what it is in; what a <use> shows inherits from the <use>. A
 * style sheet may ask for anything around either. */
static gboolean inherits(SvgDocument *doc, const SvgNode *referred)
{
    return doc->locks->sheets->len ||
           !(svg_tag_flags(svg_node_tag(referred)) & SVG_TAG_IS_RENDERED);
}

/* A locked element of Inkscape's is often a <use>, or filled by a gradient that refers to another.
 */
static void close_over(Closure *closure)
{
    for (guint i = 0; i < closure->nodes->len; i++) {
        SvgNode *node = closure->nodes->pdata[i];
        visit_subtree(node, closure);
        if (inherits(closure->doc, node)) {
            visit_ancestors(node, closure);
        }
    }
}

/* Of a locked element, or (NULL) of the sheets, which are the same for every lock. */
static void closure_of(SvgDocument *doc, SvgNode *locked, Closure *out)
{
    out->doc = doc;
    out->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    out->nodes = g_ptr_array_new();
    out->missing = g_ptr_array_new();
    if (locked) {
        visit_subtree(locked, out);
        visit_ancestors(locked, out);
    }
    for (guint i = 0; !locked && i < doc->locks->sheets->len; i++) {
        svg_refs_in_node(doc->locks->sheets->pdata[i], visit_id, out);
    }
    close_over(out);
}

/* What a locked element is in can change around it. */
static gboolean is_around(const SvgNode *node, SvgDocument *doc, const SvgNode *locked)
{
    return svg_node_contains(node, locked ? locked : doc->root);
}

static void closure_clear(Closure *closure)
{
    g_hash_table_unref(closure->seen);
    g_ptr_array_unref(closure->nodes);
    g_ptr_array_unref(closure->missing);
}

/* --- fingerprints ----------------------------------------------------------------------------- */

static void hash_text(SvgHasher *sum, const char *text)
{
    svg_hasher_add(sum, text, strlen(text) + 1);
}

static void add_run(SvgSlice run, gpointer sum)
{
    svg_hasher_add(sum, run.at, run.len);
}

static void hash_bytes(SvgHasher *sum, const SvgNode *node)
{
    svg_print_node_runs(node, add_run, sum);
    svg_hasher_add(sum, "", 1);
}

/* Names and editor data of an ancestor don't change how its children look. */
static gboolean is_looks(const char *name)
{
    static const char *const harmless[] = {"id", "xmlns", NULL};
    return !g_strv_contains(harmless, name) && !g_str_has_prefix(name, "xmlns:") &&
           !g_str_has_prefix(name, "inkscape:") && !g_str_has_prefix(name, "sodipodi:");
}

/* What children of `parent` inherit. What is referred to is drawn elsewhere: where it is `placed`
 * itself makes no difference. */
static void hash_inherited(SvgHasher *sum, const SvgNode *parent, gboolean placed)
{
    for (const SvgNode *at = parent; at; at = at->parent) {
        for (guint i = 0; i < at->n_attrs; i++) {
            const char *name = at->attrs[i].name->str;
            if (is_looks(name) && (placed || !g_str_equal(name, "transform"))) {
                hash_text(sum, name);
                hash_text(sum, at->attrs[i].value);
            }
        }
    }
}

/* Rules such as :nth-child(2) or a + b look at an element's neighbours. */
static void hash_style(SvgHasher *sum, SvgDocument *doc, SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        for (int p = 0; node->name && p < SVG_PROPERTY_COUNT; p++) {
            const char *value = svg_style_declared(doc, node, (SvgProperty)p);
            hash_text(sum, value ? value : "");
        }
    }
}

/* A rule's match may depend on an element's neighbours. */
static gboolean is_structural(const char *sheet)
{
    return strpbrk(sheet, "+~") || strstr(sheet, "child") || strstr(sheet, "of-type") ||
           strstr(sheet, "empty");
}

/* Most of it are neighbours in <defs>, whose ancestors are the same. */
static void hash_closure(SvgHasher *sum, const Closure *closure, const SvgNode *locked)
{
    const SvgNode *parent = NULL;
    for (guint i = 0; i < closure->nodes->len; i++) {
        SvgNode *other = closure->nodes->pdata[i];
        if (!is_around(other, closure->doc, locked)) {
            hash_bytes(sum, other);
        }
        if (other->parent != parent && inherits(closure->doc, other)) {
            parent = other->parent;
            hash_inherited(sum, parent, FALSE);
        }
    }
    for (guint i = 0; i < closure->missing->len; i++) {
        hash_text(sum, closure->missing->pdata[i]);
    }
}

/* The text of all sheets, and what they refer to. */
static guint64 fingerprint_sheets(SvgDocument *doc, const Closure *closure)
{
    SvgHasher sum = {.sums = {0}};
    hash_closure(&sum, closure, NULL);
    for (guint i = 0; i < doc->locks->sheets->len; i++) {
        SvgNode *sheet = doc->locks->sheets->pdata[i];
        g_autofree char *text =
            svg_node_contains(doc->root, sheet) ? svg_node_text(sheet) : g_strdup("removed");
        hash_text(&sum, text);
        doc->locks->structural = doc->locks->structural || is_structural(text);
    }
    return svg_hasher_end(&sum);
}

/* The order of locked elements under one parent. */
static void hash_order(SvgHasher *sum, const SvgNode *node)
{
    for (const SvgNode *at = node->prev; at; at = at->prev) {
        if (at->name && svg_node_has_lock(at)) {
            svg_hasher_add(sum, at->open.at, at->open.len);
            break;
        }
    }
    svg_hasher_add(sum, "", 1);
}

static guint64 fingerprint(SvgDocument *doc, SvgNode *node, const Closure *closure, guint64 sheets)
{
    SvgHasher sum = {.sums = {sheets}};
    hash_bytes(&sum, node);
    hash_inherited(&sum, node->parent, TRUE);
    hash_order(&sum, node);
    hash_closure(&sum, closure, node);
    if (doc->locks->structural) {
        hash_style(&sum, doc, node);
    }
    return svg_hasher_end(&sum);
}

/* --- preparing -------------------------------------------------------------------------------- */

static void flag_subtree(SvgNode *top, guint8 flag)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        node->flags |= flag;
    }
}

static void flag_ancestors(const SvgNode *node, guint8 flag)
{
    for (SvgNode *at = node->parent; at; at = at->parent) {
        at->flags |= flag;
    }
}

static void flag_closure(SvgDocument *doc, const Closure *closure, const SvgNode *locked)
{
    for (guint i = 0; i < closure->nodes->len; i++) {
        SvgNode *node = closure->nodes->pdata[i];
        if (!is_around(node, doc, locked)) {
            flag_subtree(node, SUPPORTS);
        }
        if (inherits(doc, node)) {
            flag_ancestors(node, LENDS);
        }
    }
    for (guint i = 0; i < closure->missing->len; i++) {
        g_hash_table_add(doc->locks->missing, g_strdup(closure->missing->pdata[i]));
    }
}

static void flag_lock(SvgNode *node)
{
    flag_subtree(node, LOCKED);
    flag_ancestors(node, HOLDS);
}

static SvgLocks *find_locks(SvgDocument *doc)
{
    SvgLocks *locks = g_new0(SvgLocks, 1);
    locks->locks = g_array_new(FALSE, FALSE, sizeof(Lock));
    locks->sheets = g_ptr_array_new();
    locks->missing = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (!svg_document_has_name(doc, SVG_LOCK_ATTRIBUTE)) {
        return locks;
    }
    gboolean inside = FALSE;
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        inside = inside && svg_node_contains(
                               g_array_index(locks->locks, Lock, locks->locks->len - 1).node, node);
        if (!inside && node->name && svg_node_has_lock(node)) {
            Lock lock = {node, 0};
            g_array_append_val(locks->locks, lock);
            inside = TRUE;
        }
        if (svg_node_tag(node) == SVG_TAG_STYLE) {
            g_ptr_array_add(locks->sheets, node);
        }
    }
    return locks;
}

static guint64 prepare_sheets(SvgDocument *doc)
{
    Closure closure;
    closure_of(doc, NULL, &closure);
    for (guint i = 0; i < doc->locks->sheets->len; i++) {
        flag_subtree(doc->locks->sheets->pdata[i], SUPPORTS);
    }
    flag_closure(doc, &closure, NULL);
    guint64 sum = fingerprint_sheets(doc, &closure);
    closure_clear(&closure);
    return sum;
}

static void prepare_lock(SvgDocument *doc, Lock *lock, guint64 sheets)
{
    Closure closure;
    closure_of(doc, lock->node, &closure);
    flag_lock(lock->node);
    flag_closure(doc, &closure, lock->node);
    lock->fingerprint = fingerprint(doc, lock->node, &closure, sheets);
    closure_clear(&closure);
}

void svg_locks_prepare(SvgDocument *doc)
{
    if (doc->locks) {
        return;
    }
    doc->locks = find_locks(doc);
    GArray *locks = doc->locks->locks;
    if (!locks->len) {
        return;
    }
    svg_refs_index(doc);
    guint64 sheets = prepare_sheets(doc);
    for (guint i = 0; i < locks->len; i++) {
        prepare_lock(doc, &g_array_index(locks, Lock, i), sheets);
    }
}

/* --- asking ----------------------------------------------------------------------------------- */

static const char *label_or_id(SvgDocument *doc, SvgNode *node)
{
    const char *label = svg_node_attr(node, "inkscape:label");
    return label ? label : svg_node_id(doc, node);
}

static gboolean refuse_locked(SvgDocument *doc, SvgNode *node, GError **error)
{
    SvgNode *lock = node;
    while (!svg_node_has_lock(lock)) {
        lock = lock->parent;
    }
    if (lock == node) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "\"%s\" is locked; only a person can unlock it", svg_node_id(doc, node));
    } else {
        gboolean layer = g_strcmp0(svg_node_attr(lock, "inkscape:groupmode"), "layer") == 0;
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "\"%s\" is in the locked %s \"%s\"; only a person can unlock that",
                    svg_node_id(doc, node), layer ? "layer" : "group", label_or_id(doc, lock));
    }
    return FALSE;
}

static SvgNode *locked_in(SvgNode *top)
{
    SvgNode *node = top;
    while (node && !(node->flags & LOCKED)) {
        node = svg_node_walk(top, node, FALSE);
    }
    return node ? node : top;
}

static gboolean refuse(SvgDocument *doc, SvgNode *node, GError **error)
{
    if (node->foreign) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "\"%s\" comes out of an <!ENTITY> of the file's DOCTYPE and can't be changed",
                    svg_node_id(doc, node));
        return FALSE;
    }
    if (node->flags & LOCKED) {
        return refuse_locked(doc, node, error);
    }
    if (node->flags & HOLDS) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "\"%s\" holds \"%s\", which is locked; change the parts that aren't",
                    svg_node_id(doc, node), svg_node_id(doc, locked_in(node)));
        return FALSE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                "something locked is drawn with \"%s\", so it can't change",
                svg_node_id(doc, node));
    return FALSE;
}

gboolean svg_locks_allow_change(SvgDocument *doc, SvgNode *node, GError **error)
{
    svg_locks_prepare(doc);
    return (node->flags & (LOCKED | HOLDS | SUPPORTS)) || node->foreign ? refuse(doc, node, error)
                                                                        : TRUE;
}

gboolean svg_locks_allow_looks(SvgDocument *doc, SvgNode *node, GError **error)
{
    svg_locks_prepare(doc);
    if (node->flags & LENDS) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "something locked is drawn with what is in \"%s\", so its looks can't change",
                    svg_node_id(doc, node));
        return FALSE;
    }
    return TRUE;
}

static guint64 inherited_in(const SvgNode *parent)
{
    SvgHasher sum = {.sums = {0}};
    hash_inherited(&sum, parent, FALSE);
    return svg_hasher_end(&sum);
}

gboolean svg_locks_allow_parent(SvgDocument *doc, SvgNode *node, const SvgNode *parent,
                                GError **error)
{
    return svg_locks_allow_looks(doc, node, NULL) ||
           inherited_in(node->parent) == inherited_in(parent) ||
           svg_locks_allow_looks(doc, node, error);
}

gboolean svg_locks_allow_delete(SvgDocument *doc, SvgNode *node, GError **error)
{
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        if (at->name && !svg_locks_allow_change(doc, at, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_locks_allow_children(SvgDocument *doc, SvgNode *parent, GError **error)
{
    svg_locks_prepare(doc);
    return (parent->flags & (LOCKED | SUPPORTS)) || parent->foreign ? refuse(doc, parent, error)
                                                                    : TRUE;
}

/* --- proving ---------------------------------------------------------------------------------- */

static guint64 sheets_now(SvgDocument *doc)
{
    Closure closure;
    closure_of(doc, NULL, &closure);
    guint64 sum = fingerprint_sheets(doc, &closure);
    closure_clear(&closure);
    return sum;
}

static gboolean holds(SvgDocument *doc, const Lock *lock, guint64 sheets)
{
    Closure closure;
    if (!svg_node_contains(doc->root, lock->node)) {
        return FALSE;
    }
    closure_of(doc, lock->node, &closure);
    guint64 now = fingerprint(doc, lock->node, &closure, sheets);
    closure_clear(&closure);
    return now == lock->fingerprint;
}

gboolean svg_locks_verify(SvgDocument *doc, GError **error)
{
    guint n = doc->locks ? doc->locks->locks->len : 0;
    guint64 sheets = n ? sheets_now(doc) : 0;
    for (guint i = 0; i < n; i++) {
        const Lock *lock = &g_array_index(doc->locks->locks, Lock, i);
        if (!holds(doc, lock, sheets)) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                        "it would have changed \"%s\", which is locked",
                        svg_node_id(doc, lock->node));
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_document_keeps_locks(SvgDocument *before, SvgDocument *after, GError **error)
{
    svg_locks_prepare(before);
    svg_locks_prepare(after);
    const GArray *former = before->locks->locks, *latter = after->locks->locks;
    for (guint i = 0; i < MAX(former->len, latter->len); i++) {
        const Lock *was = i < former->len ? &g_array_index(former, Lock, i) : NULL;
        const Lock *is = i < latter->len ? &g_array_index(latter, Lock, i) : NULL;
        if (!was || !is || was->fingerprint != is->fingerprint) {
            const Lock *lock = was ? was : is;
            g_assert(lock);
            g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                        "it would change \"%s\", which is locked; only a person can unlock it",
                        svg_node_id(was ? before : after, lock->node));
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean same(SvgSlice a, SvgSlice b)
{
    return a.at == b.at && a.len == b.len;
}

static gboolean is_protected(const SvgNode *node)
{
    return node && (node->flags & (LOCKED | SUPPORTS));
}

/* Drawing something beside a locked element touches its parent and its neighbours, but changes
 * nothing it depends on, unless a style sheet looks at neighbours. */
static gboolean concerns_locks(const SvgLocks *locks, const SvgLogNode *entry)
{
    const SvgNode *was = &entry->copy, *is = entry->node;
    if (is_protected(was->parent) || is_protected(is->parent)) {
        return TRUE;
    }
    if (!(is->flags & (LOCKED | HOLDS | SUPPORTS | LENDS))) {
        return FALSE;
    }
    gboolean place = was->parent != is->parent || was->removed != is->removed;
    gboolean inside = !same(was->tail, is->tail) || !same(was->close, is->close) ||
                      !same(was->before, is->before) || was->first != is->first ||
                      was->last != is->last;
    return locks->structural || place || !same(was->open, is->open) || (is_protected(is) && inside);
}

static gboolean log_concerns_locks(const SvgLocks *locks, const SvgLog *log)
{
    for (guint i = 0; i < log->n_nodes; i++) {
        if (concerns_locks(locks, &log->nodes[i])) {
            return TRUE;
        }
    }
    for (guint i = 0; i < log->n_ids; i++) {
        if (g_hash_table_contains(locks->missing, log->ids[i].id)) {
            return TRUE;
        }
    }
    return FALSE;
}

static guint8 flags_around(SvgDocument *doc, const SvgNode *node)
{
    gboolean holds = (node->flags & (LOCKED | HOLDS)) != 0;
    gboolean lends = node->flags & LENDS || (node->flags & SUPPORTS && inherits(doc, node));
    return (guint8)((holds ? HOLDS : 0) | (lends ? LENDS : 0));
}

/* What holds something locked, or lends its looks, may have come into other groups, which do so
 * from now on. */
static void flag_new_parents(SvgDocument *doc)
{
    for (guint i = 0; i < doc->open->n_nodes; i++) {
        const SvgLogNode *entry = &doc->open->nodes[i];
        if (entry->node->parent != entry->copy.parent) {
            flag_ancestors(entry->node, flags_around(doc, entry->node));
        }
    }
}

gboolean svg_locks_guard(SvgDocument *doc, GError **error)
{
    if (!log_concerns_locks(doc->locks, doc->open)) {
        return TRUE;
    }
    flag_new_parents(doc);
    return svg_locks_verify(doc, error);
}
