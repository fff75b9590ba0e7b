/* Sums of all that something locked is drawn with. */
#include "lock/fingerprint.h"

#include "document/print.h"

#include <string.h>

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

/* Names, words for screen readers, editor data and draw.io's source ("content") of an ancestor
 * don't change how its children look. */
static gboolean is_looks(const char *name)
{
    static const char *const harmless[] = {"id", "role", "xmlns", "content", NULL};
    return !g_strv_contains(harmless, name) && !g_str_has_prefix(name, "xmlns:") &&
           !g_str_has_prefix(name, "aria-") && !g_str_has_prefix(name, "inkscape:") &&
           !g_str_has_prefix(name, "sodipodi:");
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

/* --- what is referred to -----------------------------------------------------------------------
 */

/* Most of it are neighbours in <defs>, whose ancestors are the same. */
static void hash_closure(SvgHasher *sum, const SvgClosure *closure)
{
    const SvgNode *parent = NULL;
    for (guint i = 0; i < closure->nodes->len; i++) {
        SvgNode *other = closure->nodes->pdata[i];
        if (!svg_closure_is_around(closure, other)) {
            hash_bytes(sum, other);
        }
        if (other->parent != parent && svg_closure_inherits(closure, other)) {
            parent = other->parent;
            hash_inherited(sum, parent, FALSE);
        }
    }
    for (guint i = 0; i < closure->missing->len; i++) {
        hash_text(sum, closure->missing->pdata[i]);
    }
}

/* --- rules ------------------------------------------------------------------------------------ */

/* `around`: something that is looked at is in it. */
typedef gboolean (*Look)(SvgLockRules *rules, SvgNode *node, gboolean around, gpointer data);

static gboolean look_in(SvgNode *top, SvgLockRules *rules, Look look, gpointer data)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (node->name && look(rules, node, FALSE, data)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean look_around(SvgNode *node, SvgLockRules *rules, Look look, gpointer data)
{
    for (SvgNode *at = node->parent; at; at = at->parent) {
        if (look(rules, at, TRUE, data)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Looks at all that a rule may change the looks of, until `look` is TRUE. */
static gboolean look_at_all(const SvgClosure *closure, SvgLockRules *rules, Look look,
                            gpointer data)
{
    const SvgNode *parent = NULL;
    if (closure->locked && (look_in(closure->locked, rules, look, data) ||
                            look_around(closure->locked, rules, look, data))) {
        return TRUE;
    }
    for (guint i = 0; i < closure->nodes->len; i++) {
        SvgNode *node = closure->nodes->pdata[i];
        if (!svg_closure_is_around(closure, node) && look_in(node, rules, look, data)) {
            return TRUE;
        }
        if (node->parent != parent && svg_closure_inherits(closure, node)) {
            parent = node->parent;
            if (look_around(node, rules, look, data)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* A group around that no rule is for may come and go; of the others it matters which one a rule is
 * for. */
static gboolean hash_rules(SvgLockRules *rules, SvgNode *node, gboolean around, gpointer sum)
{
    gboolean any = svg_lock_rules_any(rules, node);
    gconstpointer which = node;
    if (around && any) {
        svg_hasher_add(sum, &which, sizeof which);
    }
    if (!around || any) {
        svg_lock_rules_hash(rules, node, sum);
    }
    return FALSE;
}

static guint64 sum_of_rules(const SvgClosure *closure, SvgLockRules *rules, guint64 seed)
{
    SvgHasher sum = {.sums = {seed}};
    if (rules) {
        look_at_all(closure, rules, hash_rules, &sum);
    }
    return svg_hasher_end(&sum);
}

static gboolean find_changed(SvgLockRules *rules, SvgNode *node, gboolean around, gpointer found)
{
    const char **selectors = found;
    (void)around;
    *selectors = svg_lock_rules_changed(rules, node);
    return *selectors != NULL;
}

const char *svg_fingerprint_changed_rule(const SvgClosure *closure, SvgLockRules *rules)
{
    g_autoptr(SvgClosure) sheets = svg_closure_new(closure->scene);
    const char *found = NULL;
    svg_closure_find(sheets, NULL);
    (void)(look_at_all(closure, rules, find_changed, &found) ||
           look_at_all(sheets, rules, find_changed, &found));
    return found;
}

/* --- choices ---------------------------------------------------------------------------------- */

static gboolean hash_conditions(SvgHasher *sum, const SvgNode *node)
{
    static const char *const names[] = {"requiredFeatures", "requiredExtensions", "systemLanguage"};
    gboolean any = FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *value = svg_node_attr_len(node, names[i], strlen(names[i]));
        hash_text(sum, value ? value : "");
        any = any || value;
    }
    return any;
}

/* A <switch> draws the first child whose conditions hold. */
static guint64 sum_of_choices(const SvgNode *node)
{
    SvgHasher sum = {.sums = {0}};
    for (; node->parent; node = node->parent) {
        gboolean chosen = svg_node_tag(node->parent) != SVG_TAG_SWITCH;
        const SvgNode *at = chosen ? NULL : svg_node_first_element(node->parent);
        for (; at && at != node && !chosen; at = svg_node_next_element(at)) {
            chosen = !hash_conditions(&sum, at);
        }
    }
    return svg_hasher_end(&sum);
}

/* --- the sums --------------------------------------------------------------------------------- */

SvgFingerprint svg_fingerprint_sheets(const SvgClosure *closure, SvgLockRules *rules)
{
    SvgHasher sum = {.sums = {0}};
    const GPtrArray *sheets = closure->scene->sheets;
    hash_closure(&sum, closure);
    for (guint i = 0; i < sheets->len; i++) {
        SvgNode *sheet = sheets->pdata[i];
        gboolean there = svg_node_contains(svg_document_root(closure->scene->doc), sheet);
        g_autofree char *text = there ? svg_node_text(sheet) : g_strdup("removed");
        hash_text(&sum, text);
    }
    return (SvgFingerprint){.own = svg_hasher_end(&sum), .rules = sum_of_rules(closure, rules, 0)};
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

SvgFingerprint svg_fingerprint(const SvgClosure *closure, SvgLockRules *rules,
                               SvgFingerprint sheets)
{
    SvgNode *node = closure->locked;
    SvgHasher sum = {.sums = {sheets.own}};
    hash_bytes(&sum, node);
    hash_inherited(&sum, node->parent, TRUE);
    hash_order(&sum, node);
    hash_closure(&sum, closure);
    return (SvgFingerprint){svg_hasher_end(&sum), sum_of_rules(closure, rules, sheets.rules),
                            sum_of_choices(node)};
}

guint64 svg_fingerprint_inherited(const SvgNode *parent)
{
    SvgHasher sum = {.sums = {0}};
    hash_inherited(&sum, parent, FALSE);
    return svg_hasher_end(&sum);
}
