/* What is locked, what that depends on, and the proof that it didn't change. */
#include "lock/locks.h"

#include "document/document_priv.h"
#include "document/refs.h"
#include "lock/fingerprint.h"

#include <svg/error.h>
#include <svg/journal.h>

#include <string.h>

enum {
    LOCKED = 1 << 0,   /* itself or an ancestor carries the lock */
    HOLDS = 1 << 1,    /* something in it is locked */
    SUPPORTS = 1 << 2, /* a locked element refers to it, or to what it is in */
    LENDS = 1 << 3,    /* in it is what a locked element refers to, and inherits its style */
    INHERITS = 1 << 4, /* a locked element refers to it, and it inherits the style */
};

typedef struct {
    SvgNode *node; /* the topmost locked element */
    SvgFingerprint was;
} Lock;

struct _SvgLocks {
    GArray *locks; /* Lock, in document order */
    SvgLockScene scene;
    SvgLockRules *rules; /* NULL: no rule can come to be for something else */
    GHashTable *missing; /* ids that locked elements refer to and nobody has */
};

void svg_locks_free(SvgLocks *locks)
{
    if (!locks) {
        return;
    }
    g_array_unref(locks->locks);
    g_ptr_array_unref(locks->scene.sheets);
    g_ptr_array_unref(locks->scene.animations);
    g_clear_pointer(&locks->scene.twins, g_hash_table_unref);
    svg_lock_rules_free(locks->rules);
    g_hash_table_unref(locks->missing);
    g_free(locks);
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

static void flag_closure(SvgDocument *doc, const SvgClosure *closure)
{
    for (guint i = 0; i < closure->nodes->len; i++) {
        SvgNode *node = closure->nodes->pdata[i];
        if (!svg_closure_is_around(closure, node)) {
            flag_subtree(node, SUPPORTS);
        }
        if (svg_closure_inherits(closure, node)) {
            node->flags |= INHERITS;
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

static SvgFingerprint prepare_sheets(SvgDocument *doc, SvgClosure *closure)
{
    const GPtrArray *sheets = doc->locks->scene.sheets;
    for (guint i = 0; i < sheets->len; i++) {
        flag_subtree(sheets->pdata[i], SUPPORTS);
    }
    svg_closure_find(closure, NULL);
    flag_closure(doc, closure);
    return svg_fingerprint_sheets(closure, doc->locks->rules);
}

static void prepare_lock(SvgDocument *doc, Lock *lock, SvgClosure *closure, SvgFingerprint sheets)
{
    svg_closure_find(closure, lock->node);
    flag_lock(lock->node);
    flag_closure(doc, closure);
    lock->was = svg_fingerprint(closure, doc->locks->rules, sheets);
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
    svg_lock_scene_renew(&doc->locks->scene);
    doc->locks->rules = doc->locks->scene.sheets->len ? svg_lock_rules_new(doc) : NULL;
    g_autoptr(SvgClosure) closure = svg_closure_new(&doc->locks->scene);
    SvgFingerprint sheets = prepare_sheets(doc, closure);
    for (guint i = 0; i < locks->len; i++) {
        prepare_lock(doc, &g_array_index(locks, Lock, i), closure, sheets);
    }
}

void svg_locks_suspend(SvgDocument *doc)
{
    svg_locks_resume(doc);
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        node->flags &= (guint8) ~(LOCKED | HOLDS | SUPPORTS | LENDS | INHERITS);
    }
    doc->locks = no_locks(doc);
}

void svg_locks_resume(SvgDocument *doc)
{
    g_clear_pointer(&doc->locks, svg_locks_free);
}

/* --- asking ----------------------------------------------------------------------------------- */

/* For a message; the caller's. */
static char *label_or_id(SvgDocument *doc, SvgNode *node)
{
    const char *label = svg_node_attr(node, "inkscape:label");
    return svg_name_shown(label ? label : svg_node_id(doc, node));
}

/* A node as a sentence calls it, by its id and the label that people know it by: "rect12"
 * ("Login"). The caller's. */
static char *named(SvgDocument *doc, SvgNode *node)
{
    const char *attr = svg_node_attr(node, "inkscape:label"), *id = svg_node_id(doc, node);
    const char *own = attr ? attr : "";
    g_autofree char *shown = svg_name_shown(id), *label = svg_name_shown(own);
    const char *other = *own == '#' ? own + 1 : own; /* "#rect12" is Inkscape's for none */
    return *label && strcmp(other, id) != 0 ? g_strdup_printf("\"%s\" (\"%s\")", shown, label)
                                            : g_strdup_printf("\"%s\"", shown);
}

static gboolean refuse_locked(SvgDocument *doc, SvgNode *node, GError **error)
{
    SvgNode *lock = node;
    g_autofree char *name = named(doc, node);
    while (!svg_node_has_lock(lock)) {
        lock = lock->parent;
    }
    if (lock == node) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED, "%s is locked; only a person can unlock it",
                    name);
    } else {
        gboolean layer = g_strcmp0(svg_node_attr(lock, "inkscape:groupmode"), "layer") == 0;
        g_autofree char *label = label_or_id(doc, lock);
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "%s is in the locked %s \"%s\"; only a person can unlock that", name,
                    layer ? "layer" : "group", label);
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
        g_autofree char *name = named(doc, node), *lock = named(doc, locked_in(node));
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "%s holds %s, which is locked; change the parts that aren't", name, lock);
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

gboolean svg_locks_allow_parent(SvgDocument *doc, SvgNode *node, const SvgNode *parent,
                                GError **error)
{
    return svg_locks_allow_looks(doc, node, NULL) ||
           svg_fingerprint_inherited(node->parent) == svg_fingerprint_inherited(parent) ||
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

/* What rules, and references, see is looked for again. */
static SvgFingerprint begin_pass(SvgDocument *doc, SvgClosure *closure)
{
    if (doc->locks->rules) {
        svg_lock_rules_renew(doc->locks->rules);
    }
    svg_lock_scene_renew(&doc->locks->scene);
    svg_closure_find(closure, NULL);
    return svg_fingerprint_sheets(closure, doc->locks->rules);
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
    const char *found = svg_fingerprint_changed_rule(closure, doc->locks->rules);
    gboolean told = found && may_tell(found);
    g_autofree char *name = named(doc, closure->locked);
    g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                "%s is locked, and would look different by %s%s%s", name,
                told ? "the style sheet's rule for \"" : "a rule of the style sheet",
                told ? found : "", told ? "\"" : "");
}

static void refuse_choice(SvgDocument *doc, SvgNode *node, GError **error)
{
    g_autofree char *name = named(doc, node);
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
        g_autofree char *name = named(doc, lock->node);
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
    SvgFingerprint now = svg_fingerprint(closure, doc->locks->rules, sheets);
    if (memcmp(&now, &lock->was, sizeof now) != 0) {
        refuse_changed(doc, lock, &now, closure, error);
        return FALSE;
    }
    return TRUE;
}

gboolean svg_locks_verify(SvgDocument *doc, GError **error)
{
    if (!doc->locks || !doc->locks->locks->len) {
        return TRUE;
    }
    g_autoptr(SvgClosure) closure = svg_closure_new(&doc->locks->scene);
    SvgFingerprint sheets = begin_pass(doc, closure);
    for (guint i = 0; i < doc->locks->locks->len; i++) {
        const Lock *lock = &g_array_index(doc->locks->locks, Lock, i);
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
    const GArray *former = before->locks->locks, *latter = after->locks->locks;
    for (guint i = 0; i < MAX(former->len, latter->len); i++) {
        const Lock *was = i < former->len ? &g_array_index(former, Lock, i) : NULL;
        const Lock *is = i < latter->len ? &g_array_index(latter, Lock, i) : NULL;
        if (!was || !is || memcmp(&was->was, &is->was, sizeof was->was) != 0) {
            const Lock *lock = was ? was : is;
            g_assert(lock);
            g_autofree char *name = named(was ? before : after, lock->node);
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
    return node && (node->flags & (LOCKED | SUPPORTS));
}

static gboolean is_choosing(const SvgNode *parent)
{
    return parent && parent->flags & HOLDS && svg_node_tag(parent) == SVG_TAG_SWITCH;
}

/* Drawing something beside a locked element touches its parent and its neighbours, but changes
 * nothing it depends on. */
static gboolean concerns_locks(const SvgLocks *locks, const SvgLogNode *entry)
{
    const SvgNode *was = &entry->copy, *is = entry->node;
    gboolean is_parent = (is->flags & (HOLDS | LENDS)) != 0;
    if (is_protected(was->parent) || is_protected(is->parent) || is_choosing(was->parent) ||
        is_choosing(is->parent) ||
        (locks->rules && svg_lock_rules_concern(locks->rules, entry, is_parent))) {
        return TRUE;
    }
    if (!(is->flags & (LOCKED | HOLDS | SUPPORTS | LENDS))) {
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
    gboolean holds = (node->flags & (LOCKED | HOLDS)) != 0;
    gboolean lends = (node->flags & (LENDS | INHERITS)) != 0;
    return (guint8)((holds ? HOLDS : 0) | (lends ? LENDS : 0));
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
    const char *taken = taken_id(doc->locks, doc->open);
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
    if (!log_concerns_locks(doc->locks, doc->open)) {
        return TRUE;
    }
    flag_new_parents(doc);
    if (!svg_locks_verify(doc, error)) {
        tell_taken_id(doc, error);
        return FALSE;
    }
    return TRUE;
}
