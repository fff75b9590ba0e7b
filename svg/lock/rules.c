/* Which rules are for what something locked is drawn with. */
#include "lock/rules.h"

#include "style/asks.h"

#include <string.h>

struct _SvgLockRules {
    SvgDocument *doc;
    SvgSheets *readings[2]; /* lenient; for elements of all namespaces, and for SVG's own */
    SvgCssAsks asks;
    GHashTable *sets;         /* GBytes of guint: the blocks of rules that match together */
    GHashTable *before, *now; /* SvgNode → one of `sets`; `now` is NULL while nothing has changed */
};

/* The guard compares all other attributes of what something locked is in. */
static gboolean may_change(gpointer name, gpointer value, gpointer data)
{
    static const char *const free[] = {"id", "transform", NULL};
    (void)value;
    (void)data;
    return g_strv_contains(free, name) || g_str_has_prefix(name, "inkscape:") ||
           g_str_has_prefix(name, "sodipodi:") || g_str_has_prefix(name, "xmlns");
}

static gboolean may_matter(const SvgCssAsks *asks)
{
    return asks->around || asks->beside || g_hash_table_find(asks->names, may_change, NULL);
}

SvgLockRules *svg_lock_rules_new(SvgDocument *doc)
{
    g_autoptr(SvgSheets) sheets = svg_sheets_read_lenient(doc);
    SvgCssAsks asks = svg_css_asks(sheets);
    if (!may_matter(&asks)) {
        svg_css_asks_clear(&asks);
        return NULL;
    }
    SvgLockRules *rules = g_new0(SvgLockRules, 1);
    rules->doc = doc;
    rules->readings[0] = g_steal_pointer(&sheets);
    rules->readings[1] = svg_sheets_read_lenient(doc);
    rules->readings[1]->only_svg = TRUE;
    rules->asks = asks;
    rules->sets =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    rules->before = g_hash_table_new(NULL, NULL);
    return rules;
}

void svg_lock_rules_free(SvgLockRules *rules)
{
    if (rules) {
        svg_sheets_free(rules->readings[0]);
        svg_sheets_free(rules->readings[1]);
        svg_css_asks_clear(&rules->asks);
        g_hash_table_unref(rules->sets);
        g_hash_table_unref(rules->before);
        g_clear_pointer(&rules->now, g_hash_table_unref);
        g_free(rules);
    }
}

void svg_lock_rules_renew(SvgLockRules *rules)
{
    svg_sheets_forget_tree(rules->readings[0]);
    svg_sheets_forget_tree(rules->readings[1]);
    g_clear_pointer(&rules->now, g_hash_table_unref);
    rules->now = g_hash_table_new(NULL, NULL);
}

/* --- what was done to a node ------------------------------------------------------------------ */

static const char *value_of(const SvgNode *node, const SvgName *name)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        if (node->attrs[i].name == name) {
            return node->attrs[i].value;
        }
    }
    return NULL;
}

/* Whether `one` has a value that is asked for, and `other` has not. */
static gboolean differs(const SvgCssAsks *asks, const SvgNode *one, const SvgNode *other)
{
    for (guint i = 0; i < one->n_attrs; i++) {
        const SvgAttr *attr = &one->attrs[i];
        if (g_hash_table_contains(asks->names, attr->name->str) &&
            g_strcmp0(attr->value, value_of(other, attr->name)) != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_lock_rules_concern(const SvgLockRules *rules, const SvgLogNode *entry,
                                gboolean is_parent)
{
    const SvgCssAsks *asks = &rules->asks;
    const SvgNode *was = &entry->copy, *is = entry->node;
    gboolean stays = !was->removed && !is->removed;
    gboolean beside = was->parent != is->parent || was->prev != is->prev || was->next != is->next ||
                      was->first != is->first || was->last != is->last ||
                      was->tail.len != is->tail.len || was->removed != is->removed;
    if (asks->beside && beside) {
        return TRUE;
    }
    if (asks->around && stays && was->parent != is->parent) {
        return TRUE;
    }
    return stays && (asks->beside || asks->around || is_parent) &&
           (differs(asks, was, is) || differs(asks, is, was));
}

/* --- rules of an element ---------------------------------------------------------------------- */

/* A rule for several selectors counts once. */
static void add_blocks(SvgDocument *doc, SvgSheets *sheets, const SvgNode *node, GArray *out)
{
    GArray *found = svg_sheets_matching(sheets, node);
    guint first = out->len;
    for (guint i = 0; i < found->len; i++) {
        const SvgCssRule *rule =
            &g_array_index(sheets->rules, SvgCssRule, g_array_index(found, guint, i));
        gboolean again = out->len > first && g_array_index(out, guint, out->len - 1) == rule->block;
        if (!again && !svg_style_outweighs(doc, node, sheets, rule)) {
            g_array_append_val(out, rule->block);
        }
    }
    svg_sheets_matched(sheets, found);
}

/* Of one reading and the other, with a mark between. */
static GBytes *find_set(SvgLockRules *rules, const SvgNode *node)
{
    const guint mark = G_MAXUINT;
    GArray *set = g_array_new(FALSE, FALSE, sizeof(guint));
    add_blocks(rules->doc, rules->readings[0], node, set);
    g_array_append_val(set, mark);
    add_blocks(rules->doc, rules->readings[1], node, set);
    g_array_set_size(set, set->len == 1 ? 0 : set->len);
    gsize len = set->len * sizeof(guint);
    return g_bytes_new_take(g_array_free(set, FALSE), len);
}

static GBytes *set_of(SvgLockRules *rules, SvgNode *node)
{
    GHashTable *pass = rules->now ? rules->now : rules->before;
    GBytes *set = g_hash_table_lookup(pass, node);
    if (!set) {
        g_autoptr(GBytes) found = find_set(rules, node);
        set = g_hash_table_lookup(rules->sets, found);
        if (!set) {
            set = g_bytes_ref(found);
            g_hash_table_add(rules->sets, set);
        }
        g_hash_table_insert(pass, node, set);
    }
    return set;
}

gboolean svg_lock_rules_any(SvgLockRules *rules, SvgNode *node)
{
    return g_bytes_get_size(set_of(rules, node)) > 0;
}

void svg_lock_rules_hash(SvgLockRules *rules, SvgNode *node, SvgHasher *sum)
{
    gsize len;
    const void *blocks = g_bytes_get_data(set_of(rules, node), &len);
    svg_hasher_add(sum, &len, sizeof len);
    if (len) {
        svg_hasher_add(sum, blocks, len);
    }
}

/* --- telling ---------------------------------------------------------------------------------- */

static guint count_block(GBytes *set, guint block)
{
    gsize len = 0;
    const guint *blocks = set ? g_bytes_get_data(set, &len) : NULL;
    guint n = 0;
    for (gsize i = 0; i < len / sizeof *blocks; i++) {
        n += blocks[i] == block;
    }
    return n;
}

/* A rule whose declarations one of the two has and the other not; when both have the same in
 * another order, any of them. */
static const char *changed_rule(const SvgLockRules *rules, GBytes *was, GBytes *is)
{
    const char *any = NULL;
    const GArray *all = rules->readings[0]->rules;
    for (guint i = 0; i < all->len; i++) {
        const SvgCssRule *rule = &g_array_index(all, SvgCssRule, i);
        guint before = count_block(was, rule->block), now = count_block(is, rule->block);
        if (before != now) {
            return rule->text;
        }
        any = now ? rule->text : any;
    }
    return any;
}

const char *svg_lock_rules_changed(SvgLockRules *rules, SvgNode *node)
{
    GBytes *was = g_hash_table_lookup(rules->before, node), *is = set_of(rules, node);
    gboolean none = !was && !g_bytes_get_size(is);
    return was == is || none ? NULL : changed_rule(rules, was, is);
}
