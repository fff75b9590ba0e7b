/* What is locked, what that depends on, and the proof that it didn't change. */
#include "lock/locks.h"

#include "document/document_priv.h"
#include "document/refs.h"
#include "lock/fingerprint.h"
#include "lock/flags.h"

#include <svg/error.h>
#include <svg/journal.h>

#include <string.h>

typedef struct {
    SvgNode *node; /* the topmost locked element */
    SvgFingerprint was;
} Lock;

typedef struct {
    GArray *locks; /* Lock, in document order */
    SvgLockScene scene;
    SvgLockRules *rules; /* NULL: no rule can come to be for something else */
    GHashTable *missing; /* ids that locked elements refer to and nobody has */
} SvgLocks;

static void locks_free(gpointer kept)
{
    SvgLocks *locks = kept;
    g_array_unref(locks->locks);
    g_ptr_array_unref(locks->scene.sheets);
    g_ptr_array_unref(locks->scene.animations);
    g_clear_pointer(&locks->scene.twins, g_hash_table_unref);
    svg_lock_rules_free(locks->rules);
    g_hash_table_unref(locks->missing);
    g_free(locks);
}

static gboolean verify(gpointer kept, GError **error);

static const SvgKeeper keeper = {.free = locks_free, .may_print = verify};

/* NULL before svg_locks_prepare(). */
static SvgLocks *locks_of(const SvgDocument *doc)
{
    return svg_kept(doc, &keeper);
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

static void flag_closure(SvgLocks *locks, const SvgClosure *closure)
{
    for (guint i = 0; i < closure->nodes->len; i++) {
        SvgNode *node = closure->nodes->pdata[i];
        if (!svg_closure_is_around(closure, node)) {
            flag_subtree(node, SVG_LOCK_SUPPORTS);
        }
        if (svg_closure_inherits(closure, node)) {
            node->flags |= SVG_LOCK_INHERITS;
            flag_ancestors(node, SVG_LOCK_LENDS);
        }
    }
    for (guint i = 0; i < closure->missing->len; i++) {
        g_hash_table_add(locks->missing, g_strdup(closure->missing->pdata[i]));
    }
}

static void flag_lock(SvgNode *node)
{
    flag_subtree(node, SVG_LOCK_LOCKED);
    flag_ancestors(node, SVG_LOCK_HOLDS);
}

static SvgLocks *no_locks(SvgDocument *doc)
{
    SvgLocks *locks = g_new0(SvgLocks, 1);
    locks->locks = g_array_new(FALSE, FALSE, sizeof(Lock));
    locks->scene =
        (SvgLockScene){.doc = doc, .sheets = g_ptr_array_new(), .animations = g_ptr_array_new()};
    locks->missing = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return locks;
}

static SvgLocks *find_locks(SvgDocument *doc)
{
    SvgLocks *locks = no_locks(doc);
    if (!svg_document_has_name(doc, SVG_LOCK_ATTRIBUTE)) {
        return locks;
    }
    gboolean inside = FALSE;
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        inside = inside && svg_node_contains(
                               g_array_index(locks->locks, Lock, locks->locks->len - 1).node, node);
        if (!inside && node->name && svg_node_has_lock(node)) {
            Lock lock = {.node = node};
            g_array_append_val(locks->locks, lock);
            inside = TRUE;
        }
        svg_lock_scene_add(&locks->scene, node);
    }
    return locks;
}

static SvgFingerprint prepare_sheets(SvgLocks *locks, SvgClosure *closure)
{
    const GPtrArray *sheets = locks->scene.sheets;
    for (guint i = 0; i < sheets->len; i++) {
        flag_subtree(sheets->pdata[i], SVG_LOCK_SUPPORTS);
    }
    svg_closure_find(closure, NULL);
    flag_closure(locks, closure);
    return svg_fingerprint_sheets(closure, locks->rules);
}

static void prepare_lock(SvgLocks *locks, Lock *lock, SvgClosure *closure, SvgFingerprint sheets)
{
    svg_closure_find(closure, lock->node);
    flag_lock(lock->node);
    flag_closure(locks, closure);
    lock->was = svg_fingerprint(closure, locks->rules, sheets);
}

void svg_locks_prepare(SvgDocument *doc)
{
    if (locks_of(doc)) {
        return;
    }
    SvgLocks *locks = svg_keep(doc, &keeper, find_locks(doc));
    if (!locks->locks->len) {
        return;
    }
    svg_refs_index(doc);
    svg_lock_scene_renew(&locks->scene);
    locks->rules = locks->scene.sheets->len ? svg_lock_rules_new(doc) : NULL;
    g_autoptr(SvgClosure) closure = svg_closure_new(&locks->scene);
    SvgFingerprint sheets = prepare_sheets(locks, closure);
    for (guint i = 0; i < locks->locks->len; i++) {
        prepare_lock(locks, &g_array_index(locks->locks, Lock, i), closure, sheets);
    }
}

void svg_locks_suspend(SvgDocument *doc)
{
    svg_locks_resume(doc);
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        node->flags &= (guint8) ~(SVG_LOCK_LOCKED | SVG_LOCK_HOLDS | SVG_LOCK_SUPPORTS |
                                  SVG_LOCK_LENDS | SVG_LOCK_INHERITS);
    }
    svg_keep(doc, &keeper, no_locks(doc));
}

void svg_locks_resume(SvgDocument *doc)
{
    svg_keep(doc, &keeper, NULL);
}

/* --- proving ---------------------------------------------------------------------------------- */

/* What rules, and references, see is looked for again. */
static SvgFingerprint begin_pass(SvgLocks *locks, SvgClosure *closure)
{
    if (locks->rules) {
        svg_lock_rules_renew(locks->rules);
    }
    svg_lock_scene_renew(&locks->scene);
    svg_closure_find(closure, NULL);
    return svg_fingerprint_sheets(closure, locks->rules);
}

#define MAX_SELECTORS 60 /* bytes of them in a sentence */

static gboolean may_tell(const char *selectors)
{
    const char *at = selectors;
    while (*at && !g_ascii_iscntrl(*at) && *at != '"') {
        at++;
    }
    return !*at && at - selectors <= MAX_SELECTORS;
}

static void refuse_rules(SvgDocument *doc, const SvgClosure *closure, GError **error)
{
    const char *found = svg_fingerprint_changed_rule(closure, locks_of(doc)->rules);
    gboolean told = found && may_tell(found);
    g_autofree char *name = svg_lock_named(doc, closure->locked);
    g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                "%s is locked, and would look different by %s%s%s", name,
                told ? "the style sheet's rule for \"" : "a rule of the style sheet",
                told ? found : "", told ? "\"" : "");
}

static void refuse_choice(SvgDocument *doc, SvgNode *node, GError **error)
{
    g_autofree char *name = svg_lock_named(doc, node);
    g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                "%s is locked and one of the choices of a <switch>, which would choose another",
                name);
}

/* `closure` is its own now, if it is still there. */
static void refuse_changed(SvgDocument *doc, const Lock *lock, const SvgFingerprint *now,
                           const SvgClosure *closure, GError **error)
{
    if (now && now->own == lock->was.own && now->choice != lock->was.choice) {
        refuse_choice(doc, lock->node, error);
    } else if (now && now->own == lock->was.own) {
        refuse_rules(doc, closure, error);
    } else {
        g_autofree char *name = svg_lock_named(doc, lock->node);
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED, "it would have changed %s, which is locked",
                    name);
    }
}

static gboolean holds(SvgDocument *doc, const Lock *lock, SvgClosure *closure,
                      SvgFingerprint sheets, GError **error)
{
    if (!svg_node_contains(doc->root, lock->node)) {
        refuse_changed(doc, lock, NULL, NULL, error);
        return FALSE;
    }
    svg_closure_find(closure, lock->node);
    SvgFingerprint now = svg_fingerprint(closure, locks_of(doc)->rules, sheets);
    if (memcmp(&now, &lock->was, sizeof now) != 0) {
        refuse_changed(doc, lock, &now, closure, error);
        return FALSE;
    }
    return TRUE;
}

static gboolean verify(gpointer kept, GError **error)
{
    SvgLocks *locks = kept;
    if (!locks->locks->len) {
        return TRUE;
    }
    SvgDocument *doc = locks->scene.doc;
    g_autoptr(SvgClosure) closure = svg_closure_new(&locks->scene);
    SvgFingerprint sheets = begin_pass(locks, closure);
    for (guint i = 0; i < locks->locks->len; i++) {
        const Lock *lock = &g_array_index(locks->locks, Lock, i);
        if (!holds(doc, lock, closure, sheets, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_document_keeps_locks(SvgDocument *before, SvgDocument *after, GError **error)
{
    svg_locks_prepare(before);
    svg_locks_prepare(after);
    const GArray *former = locks_of(before)->locks, *latter = locks_of(after)->locks;
    for (guint i = 0; i < MAX(former->len, latter->len); i++) {
        const Lock *was = i < former->len ? &g_array_index(former, Lock, i) : NULL;
        const Lock *is = i < latter->len ? &g_array_index(latter, Lock, i) : NULL;
        if (!was || !is || memcmp(&was->was, &is->was, sizeof was->was) != 0) {
            const Lock *lock = was ? was : is;
            g_assert(lock);
            g_autofree char *name = svg_lock_named(was ? before : after, lock->node);
            g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                        "it would change %s, which is locked; only a person can unlock it", name);
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
    return node && (node->flags & (SVG_LOCK_LOCKED | SVG_LOCK_SUPPORTS));
}

static gboolean is_choosing(const SvgNode *parent)
{
    return parent && parent->flags & SVG_LOCK_HOLDS && svg_node_tag(parent) == SVG_TAG_SWITCH;
}

/* Drawing something beside a locked element touches its parent and its neighbours, but changes
 * nothing it depends on. */
static gboolean concerns_locks(const SvgLocks *locks, const SvgLogNode *entry)
{
    const SvgNode *was = &entry->copy, *is = entry->node;
    gboolean is_parent = (is->flags & (SVG_LOCK_HOLDS | SVG_LOCK_LENDS)) != 0;
    if (is_protected(was->parent) || is_protected(is->parent) || is_choosing(was->parent) ||
        is_choosing(is->parent) ||
        (locks->rules && svg_lock_rules_concern(locks->rules, entry, is_parent))) {
        return TRUE;
    }
    if (!(is->flags & (SVG_LOCK_LOCKED | SVG_LOCK_HOLDS | SVG_LOCK_SUPPORTS | SVG_LOCK_LENDS))) {
        return FALSE;
    }
    gboolean place = was->parent != is->parent || was->removed != is->removed ||
                     (locks->scene.twins && was->prev != is->prev);
    gboolean inside = !same(was->tail, is->tail) || !same(was->close, is->close) ||
                      !same(was->before, is->before) || was->first != is->first ||
                      was->last != is->last;
    return place || !same(was->open, is->open) || (is_protected(is) && inside);
}

/* An id that something locked refers to, and that an element has now. */
static const char *taken_id(const SvgLocks *locks, const SvgLog *log)
{
    for (guint i = 0; i < log->n_nodes && g_hash_table_size(locks->missing); i++) {
        const SvgNode *node = log->nodes[i].node;
        const char *id = node->name && !node->removed ? svg_node_value(node, SVG_ATTR_ID) : NULL;
        if (id && g_hash_table_contains(locks->missing, id)) {
            return id;
        }
    }
    return NULL;
}

static gboolean log_concerns_locks(const SvgLocks *locks, const SvgLog *log)
{
    for (guint i = 0; i < log->n_nodes; i++) {
        if (concerns_locks(locks, &log->nodes[i])) {
            return TRUE;
        }
    }
    return taken_id(locks, log) != NULL;
}

static guint8 flags_around(const SvgNode *node)
{
    gboolean holds = (node->flags & (SVG_LOCK_LOCKED | SVG_LOCK_HOLDS)) != 0;
    gboolean lends = (node->flags & (SVG_LOCK_LENDS | SVG_LOCK_INHERITS)) != 0;
    return (guint8)((holds ? SVG_LOCK_HOLDS : 0) | (lends ? SVG_LOCK_LENDS : 0));
}

/* What holds something locked, or lends its looks, may have come into other groups, which do so
 * from now on. */
static void flag_new_parents(SvgDocument *doc)
{
    for (guint i = 0; i < doc->open->n_nodes; i++) {
        const SvgLogNode *entry = &doc->open->nodes[i];
        if (entry->node->parent != entry->copy.parent) {
            flag_ancestors(entry->node, flags_around(entry->node));
        }
    }
}

/* An element that has none gets the id by which we call it when it is changed. */
static void tell_taken_id(SvgDocument *doc, GError **error)
{
    const char *taken = taken_id(locks_of(doc), doc->open);
    if (taken && error) {
        g_clear_error(error);
        g_set_error(
            error, SVG_ERROR, SVG_ERROR_LOCKED,
            "\"%s\" can't have that id: something locked refers to it, and nothing had it so far",
            taken);
    }
}

gboolean svg_locks_guard(SvgDocument *doc, GError **error)
{
    SvgLocks *locks = locks_of(doc);
    if (!log_concerns_locks(locks, doc->open)) {
        return TRUE;
    }
    flag_new_parents(doc);
    if (locks && !verify(locks, error)) {
        tell_taken_id(doc, error);
        return FALSE;
    }
    return TRUE;
}
