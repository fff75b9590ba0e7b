/* What elements say: attributes, declarations, ids. */
#include "document/copy.h"
#include "document/refs.h"
#include "edit/edit_priv.h"
#include "merge/merge_priv.h"
#include "merge/same.h"
#include "style/style.h"

/* --- ids -------------------------------------------------------------------------------------- */

static void call(SvgMerging *merging, const char *id, const char *other)
{
    if (!g_str_equal(id, other)) {
        g_hash_table_insert(merging->ids, g_strdup(id), g_strdup(other));
    }
}

/* No element of theirs or ours has it, nor one that we are about to make. */
static char *free_id(const SvgMerging *merging, const char *id)
{
    for (guint n = 1;; n++) {
        g_autofree char *wish = g_strdup_printf("%s-%u", id, n);
        g_autofree char *found = svg_document_unique_id(merging->theirs, wish);
        if (!svg_document_find(merging->ours, found) &&
            g_hash_table_add(merging->made, g_strdup(found))) {
            return g_steal_pointer(&found);
        }
    }
}

static void do_id(SvgMerging *merging, const SvgMergeOp *op)
{
    SvgNode *there = svg_merge_home(merging, op->ours);
    const char *id = svg_node_attr(op->ours, "id");
    if (there && !svg_node_attr(there, "id") &&
        svg_locks_allow_change(merging->theirs, there, NULL)) {
        const char *given = g_hash_table_lookup(merging->ids, id);
        svg_splice_attr(merging->theirs, there, "id", given ? given : id);
    }
}

/* One that was there. */
static void plan_known_id(SvgMerging *merging, SvgNode *base, SvgNode *ours, SvgNode *there)
{
    const char *id = ours->id;
    const SvgNode *owner = svg_document_find(merging->theirs, id);
    if (svg_node_owns_id(there)) {
        call(merging, id, there->id);
        return;
    }
    if (owner && owner != there) {
        g_autofree char *other = free_id(merging, id);
        call(merging, id, other);
    }
    if (!svg_node_owns_id(base)) {
        svg_merge_plan(merging, do_id, base, ours);
    }
}

static void plan_new_id(SvgMerging *merging, const SvgNode *ours)
{
    if (svg_document_find(merging->theirs, ours->id)) {
        g_autofree char *other = free_id(merging, ours->id);
        call(merging, ours->id, other);
    }
}

void svg_merge_plan_ids(SvgMerging *merging)
{
    SvgNode *top = svg_document_root(merging->ours);
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        SvgNode *base = node->name ? svg_match_back(merging->our, node) : NULL;
        SvgNode *there = base ? svg_match_there(merging->their, base) : NULL;
        if (!node->name || !svg_node_owns_id(node)) {
            continue;
        }
        if (there) {
            plan_known_id(merging, base, node, there);
        } else if (!base) {
            plan_new_id(merging, node);
        }
    }
}

/* --- values ----------------------------------------------------------------------------------- */

static char *value_of(const SvgMerging *merging, const SvgAttr *attr)
{
    return svg_refs_renamed(attr->name, attr->value, merging->ids);
}

/* An id that is taken, in spite of all, is none. */
char *svg_merge_value(const SvgAttr *attr, gpointer data)
{
    const SvgMerging *merging = data;
    if (!g_str_equal(attr->name->str, "id")) {
        return value_of(merging, attr);
    }
    const char *other = g_hash_table_lookup(merging->ids, attr->value);
    const char *id = other ? other : attr->value;
    return *id && !svg_document_owner(merging->theirs, id) ? g_strdup(id) : NULL;
}

/* --- one element ------------------------------------------------------------------------------ */

/* An element in all three. */
typedef struct {
    SvgMerging *merging;
    SvgNode *base, *ours, *theirs;
} Three;

/* How an attribute is said where a declaration counts before it: as that. */
static char *declared(const SvgNode *node, const char *name)
{
    const char *style = svg_node_attr(node, "style");
    return style ? svg_declarations_get(style, name) : NULL;
}

static gboolean is_property(const Three *three, const char *name)
{
    return svg_document_name_of(three->merging->base, name)->property >= 0;
}

/* Whether they changed it, be it as attribute or as declaration, to what ours isn't. */
static gboolean is_theirs(const Three *three, const char *name, const char *ours)
{
    const char *was = svg_node_attr(three->base, name), *is = svg_node_attr(three->theirs, name);
    gboolean same = svg_same_value(name, was, is);
    if (is_property(three, name)) {
        g_autofree char *style_was = declared(three->base, name);
        g_autofree char *style_is = declared(three->theirs, name);
        same = same && svg_same_declared(name, style_was, style_is);
        is = style_is && !svg_same_declared(name, style_was, style_is) ? style_is : is;
        return !same && !svg_same_value(name, is, ours);
    }
    return !same && !svg_same_value(name, is, ours);
}

static gboolean may_write(const Three *three, const char *what)
{
    GError *error = NULL;
    SvgDocument *doc = three->merging->theirs;
    if (svg_locks_allow_change(doc, three->theirs, &error) &&
        (g_str_equal(what, "geometry") || svg_locks_allow_looks(doc, three->theirs, &error))) {
        return TRUE;
    }
    svg_merge_tell_locked(three->merging, three->ours, what, error);
    return FALSE;
}

static void write_value(const Three *three, const char *name, const char *value)
{
    SvgDocument *doc = three->merging->theirs;
    if (!value || svg_copy_bind(doc, three->theirs, three->ours, name)) {
        svg_splice_attr(doc, three->theirs, name, value);
        g_ptr_array_add(three->merging->written, three->theirs);
    }
}

static char *our_value(const Three *three, const char *name)
{
    const char *value = svg_node_attr(three->ours, name);
    SvgAttr attr = {svg_document_name_of(three->merging->ours, name), value};
    return value ? value_of(three->merging, &attr) : NULL;
}

static void merge_attribute(const Three *three, const char *name)
{
    g_autofree char *value = our_value(three, name);
    if (!three->merging->wins && is_theirs(three, name, value)) {
        svg_merge_tell(three->merging, SVG_MERGE_THEIRS, three->ours, name, NULL);
    } else if (may_write(three, name)) {
        write_value(three, name, value);
        svg_merge_tell(three->merging, SVG_MERGE_KEPT, three->ours, name, NULL);
    }
}

/* --- style ------------------------------------------------------------------------------------ */

static void set_declaration(const Three *three, const char *name, const char *value)
{
    const char *style = svg_node_attr(three->theirs, "style");
    SvgAttr attr = {svg_document_name_of(three->merging->ours, "style"), value};
    g_autofree char *ours = value ? value_of(three->merging, &attr) : NULL;
    g_autofree char *text = svg_declarations_set(style ? style : "", name, ours);
    write_value(three, "style", *text ? text : NULL);
}

typedef struct {
    const Three *three;
    GHashTable *was, *is, *there;
} Styles;

static gboolean is_their_declaration(const Styles *styles, const char *name, const char *ours)
{
    const Three *three = styles->three;
    const char *was = g_hash_table_lookup(styles->was, name);
    const char *is = g_hash_table_lookup(styles->there, name);
    gboolean attribute =
        is_property(three, name) && !is &&
        !svg_same_value(name, svg_node_attr(three->base, name), svg_node_attr(three->theirs, name));
    return (!svg_same_declared(name, was, is) || attribute) &&
           !svg_same_declared(name, attribute ? svg_node_attr(three->theirs, name) : is, ours);
}

static void merge_declaration(const Styles *styles, const char *name)
{
    const Three *three = styles->three;
    const char *was = g_hash_table_lookup(styles->was, name);
    const char *is = g_hash_table_lookup(styles->is, name);
    if (svg_same_declared(name, was, is)) {
        return;
    }
    if (!three->merging->wins && is_their_declaration(styles, name, is)) {
        svg_merge_tell(three->merging, SVG_MERGE_THEIRS, three->ours, name, NULL);
    } else if (may_write(three, name)) {
        set_declaration(three, name, is);
        svg_merge_tell(three->merging, SVG_MERGE_KEPT, three->ours, name, NULL);
    }
}

static void merge_style(const Three *three)
{
    const char *was = svg_node_attr(three->base, "style");
    const char *is = svg_node_attr(three->ours, "style");
    g_autoptr(GHashTable) before = svg_style_table(was), after = svg_style_table(is);
    g_autoptr(GHashTable) there = svg_style_table(svg_node_attr(three->theirs, "style"));
    g_autoptr(GPtrArray) names = svg_style_names(is, was);
    Styles styles = {three, before, after, there};
    for (guint i = 0; i < names->len; i++) {
        merge_declaration(&styles, names->pdata[i]);
    }
}

/* --- geometry --------------------------------------------------------------------------------- */

gboolean svg_merge_has(const SvgMerging *merging, const char *name)
{
    return svg_is_merged(name) || (merging->wins && g_str_equal(name, SVG_LOCK_ATTRIBUTE));
}

/* The names of attributes that we changed (static as long as the documents are). */
static GPtrArray *changed_names(const SvgMerging *merging, const SvgNode *base, const SvgNode *ours,
                                gboolean geometry)
{
    GPtrArray *names = g_ptr_array_new();
    const SvgNode *const both[] = {ours, base};
    for (guint n = 0; n < 2; n++) {
        const SvgNode *node = both[n], *other = both[1 - n];
        for (guint i = 0; i < node->n_attrs; i++) {
            const char *name = node->attrs[i].name->str;
            const char *there = svg_node_attr(other, name);
            gboolean changed = n ? !there : !svg_same_value(name, node->attrs[i].value, there);
            if (changed && svg_merge_has(merging, name) && svg_is_geometry(name) == geometry) {
                g_ptr_array_add(names, (gpointer)name);
            }
        }
    }
    return names;
}

static gboolean bends(const SvgNode *base, const SvgNode *theirs)
{
    const SvgNode *const both[] = {base, theirs};
    gboolean found_one = FALSE;
    for (guint n = 0; n < 2; n++) {
        for (guint i = 0; i < both[n]->n_attrs && !found_one; i++) {
            const char *name = both[n]->attrs[i].name->str;
            found_one = svg_is_geometry(name) && !svg_same_value(name, both[n]->attrs[i].value,
                                                                 svg_node_attr(both[1 - n], name));
        }
    }
    return found_one;
}

/* The outermost <text> that the element is in. */
static const SvgNode *text_of(const SvgNode *node)
{
    const SvgNode *found_one = node;
    for (const SvgNode *at = node; at; at = at->parent) {
        found_one = svg_node_tag(at) == SVG_TAG_TEXT ? at : found_one;
    }
    return found_one;
}

static void find_bent(SvgMerging *merging)
{
    SvgNode *top = svg_document_root(merging->base);
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        const SvgNode *there = node->name ? svg_match_there(merging->their, node) : NULL;
        if (there && bends(node, there)) {
            g_hash_table_add(merging->bent, (gpointer)text_of(node));
        }
    }
}

static gboolean is_all_same(const Three *three, const GPtrArray *names)
{
    gboolean same = TRUE;
    for (guint i = 0; same && i < names->len; i++) {
        const char *name = names->pdata[i];
        same = svg_same_value(name, svg_node_attr(three->ours, name),
                              svg_node_attr(three->theirs, name));
    }
    return same;
}

/* Half of each would be neither: all of it is as ours. */
static void add_all_geometry(const Three *three, GPtrArray *names)
{
    const SvgNode *const both[] = {three->ours, three->theirs};
    g_ptr_array_set_size(names, 0);
    for (guint n = 0; n < 2; n++) {
        for (guint i = 0; i < both[n]->n_attrs; i++) {
            const char *name = both[n]->attrs[i].name->str;
            if (svg_is_geometry(name) && !(n && svg_node_attr(three->ours, name))) {
                g_ptr_array_add(names, (gpointer)name);
            }
        }
    }
}

static void merge_geometry(const Three *three)
{
    SvgMerging *merging = three->merging;
    g_autoptr(GPtrArray) names = changed_names(merging, three->base, three->ours, TRUE);
    gboolean bent = g_hash_table_contains(three->merging->bent, text_of(three->base));
    if (!names->len || (bent && is_all_same(three, names))) {
        return;
    }
    if ((bent && !merging->wins) ||
        !g_str_equal(three->base->name->str, three->theirs->name->str)) {
        svg_merge_tell(three->merging, SVG_MERGE_THEIRS, text_of(three->ours), "geometry", NULL);
    } else if (may_write(three, "geometry")) {
        if (bent) {
            add_all_geometry(three, names);
        }
        for (guint i = 0; i < names->len; i++) {
            g_autofree char *value = our_value(three, names->pdata[i]);
            write_value(three, names->pdata[i], value);
        }
        svg_merge_tell(three->merging, SVG_MERGE_KEPT, text_of(three->ours), "geometry", NULL);
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static void do_attributes(SvgMerging *merging, const SvgMergeOp *op)
{
    Three three = {merging, op->base, op->ours, svg_merge_home(merging, op->ours)};
    if (!three.theirs) {
        if (!svg_merge_restore(merging, op->ours)) {
            svg_merge_tell(merging, SVG_MERGE_GONE, op->ours, NULL, NULL);
        }
        return;
    }
    guint n = merging->written->len;
    merge_geometry(&three);
    g_autoptr(GPtrArray) names = changed_names(merging, op->base, op->ours, FALSE);
    for (guint i = 0; i < names->len; i++) {
        if (g_str_equal(names->pdata[i], "style")) {
            merge_style(&three);
        } else {
            merge_attribute(&three, names->pdata[i]);
        }
    }
    if (merging->written->len > n) {
        svg_edit_touched(merging->edit, three.theirs);
    }
}

static gboolean says_other(const SvgMerging *merging, const SvgNode *base, const SvgNode *ours)
{
    g_autoptr(GPtrArray) geometry = changed_names(merging, base, ours, TRUE);
    g_autoptr(GPtrArray) names = changed_names(merging, base, ours, FALSE);
    return geometry->len + names->len > 0;
}

void svg_merge_plan_attributes(SvgMerging *merging)
{
    find_bent(merging);
    SvgNode *top = svg_document_root(merging->ours);
    for (SvgNode *node = top; node;
         node = svg_node_walk(top, node, g_hash_table_contains(merging->whole, node))) {
        SvgNode *base = node->name ? svg_match_back(merging->our, node) : NULL;
        gboolean same = base && g_str_equal(base->name->str, node->name->str);
        if (same && says_other(merging, base, node)) {
            svg_merge_plan(merging, do_attributes, base, node);
        }
    }
}
