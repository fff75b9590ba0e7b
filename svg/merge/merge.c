/* The merge: what is to be done is planned, done in one transaction, and told. */
#include "document/copy.h"
#include "document/refs.h"
#include "edit/edit_priv.h"
#include "merge/merge_priv.h"
#include "merge/same.h"

/* --- what is told ----------------------------------------------------------------------------- */

/* The id, what of it where that is told, `text`, and why with `rest` behind it. */
static const struct {
    const char *name;
    gboolean lost;
    gboolean says_what;
    const char *text, *rest;
} fates[] = {
    [SVG_MERGE_KEPT] = {"kept", FALSE, TRUE, " is merged", ""},
    [SVG_MERGE_THEIRS] = {"theirs", TRUE, TRUE, " stays as another program has set it", ""},
    [SVG_MERGE_GONE] = {"gone", TRUE, FALSE, " has been deleted by another program", ""},
    [SVG_MERGE_STAYS] = {"stays", TRUE, FALSE,
                         " isn't deleted, as another program has changed or used it", ""},
    [SVG_MERGE_LOCKED] = {"locked", TRUE, TRUE, " stays, as ", ""},
    [SVG_MERGE_RENAMED] = {"renamed", FALSE, FALSE, " is called ",
                           ", as another program has given its id away"},
    [SVG_MERGE_REHOMED] = {"rehomed", FALSE, FALSE, " is in ",
                           ", as another program has deleted the group it was in"},
    [SVG_MERGE_DANGLING] = {"dangling", FALSE, FALSE, " refers to ",
                            ", which another program has deleted"},
};

gboolean svg_merge_is_lost(SvgMergeFate fate)
{
    return fates[fate].lost;
}

const char *svg_merge_fate_name(SvgMergeFate fate)
{
    return fates[fate].name;
}

char *svg_merge_item_text(const SvgMergeItem *item)
{
    gboolean says_what = item->what && fates[item->fate].says_what;
    return g_strconcat(item->id, says_what ? ": its " : ": it", says_what ? item->what : "",
                       fates[item->fate].text, item->why ? item->why : "", fates[item->fate].rest,
                       NULL);
}

static void item_free(gpointer data)
{
    SvgMergeItem *item = data;
    g_free(item->id);
    g_free(item->what);
    g_free(item->why);
    g_free(item);
}

static gboolean is_told(const SvgMerging *merging, const SvgMergeItem *item)
{
    guint n = merging->items->len;
    const SvgMergeItem *last = n ? merging->items->pdata[n - 1] : NULL;
    return last && last->fate == item->fate && g_str_equal(last->id, item->id) &&
           g_strcmp0(last->what, item->what) == 0 && g_strcmp0(last->why, item->why) == 0;
}

void svg_merge_tell(SvgMerging *merging, SvgMergeFate fate, const SvgNode *ours, const char *what,
                    char *why)
{
    SvgMergeItem *item = g_new0(SvgMergeItem, 1);
    item->fate = fate;
    item->id = svg_name_shown(ours->id ? ours->id : ours->name->str);
    item->what = what ? svg_name_shown(what) : NULL;
    item->why = why;
    if (is_told(merging, item)) { /* of a line of the same text, say */
        item_free(item);
    } else {
        g_ptr_array_add(merging->items, item);
    }
}

void svg_merge_tell_locked(SvgMerging *merging, const SvgNode *ours, const char *what,
                           GError *error)
{
    svg_merge_tell(merging, SVG_MERGE_LOCKED, ours, what, g_strdup(error ? error->message : ""));
    g_clear_error(&error);
}

/* --- what all stand on ------------------------------------------------------------------------ */

SvgNode *svg_merge_home(const SvgMerging *merging, const SvgNode *ours)
{
    SvgNode *home = g_hash_table_lookup(merging->home, ours);
    return home && !home->removed ? home : NULL;
}

gboolean svg_merge_is_flow(const SvgNode *node)
{
    guint flags = svg_tag_flags(svg_node_tag(node));
    gboolean flow = (flags & SVG_TAG_IS_TEXT) != 0;
    gboolean may_hold_words =
        !(flags & SVG_TAG_IS_CONTAINER); /* characters in a group are nothing */
    for (const SvgNode *child = node->first; may_hold_words && child && !flow;
         child = child->next) {
        flow = !child->name && child->text[strspn(child->text, " \t\r\n")];
    }
    return flow;
}

void svg_merge_plan(SvgMerging *merging, void (*func)(SvgMerging *, const SvgMergeOp *),
                    SvgNode *base, SvgNode *ours)
{
    g_array_append_val(merging->ops, ((SvgMergeOp){func, base, ours}));
}

static void find_homes(SvgMerging *merging)
{
    GHashTableIter iter;
    gpointer base, ours;
    g_hash_table_remove_all(merging->home);
    g_hash_table_iter_init(&iter, merging->our->there);
    while (g_hash_table_iter_next(&iter, &base, &ours)) {
        SvgNode *theirs = svg_match_there(merging->their, base);
        if (theirs) {
            g_hash_table_insert(merging->home, ours, theirs);
        }
    }
    g_hash_table_iter_init(&iter, merging->settled);
    while (g_hash_table_iter_next(&iter, &ours, &base)) {
        g_hash_table_insert(merging->home, ours, base);
    }
}

static void merging_init(SvgMerging *merging)
{
    svg_ids_derive(merging->ours);
    merging->our = svg_match_new(merging->base, merging->ours);
    merging->their = svg_match_new(merging->base, merging->theirs);
    merging->home = g_hash_table_new(NULL, NULL);
    merging->settled = g_hash_table_new(NULL, NULL);
    merging->ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    merging->made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    merging->whole = g_hash_table_new(NULL, NULL);
    merging->going = g_hash_table_new(NULL, NULL);
    merging->bent = g_hash_table_new(NULL, NULL);
    merging->ops = g_array_new(FALSE, FALSE, sizeof(SvgMergeOp));
    merging->written = g_ptr_array_new();
    merging->items = g_ptr_array_new_with_free_func(item_free);
}

static void merging_clear(SvgMerging *merging)
{
    svg_match_free(merging->our);
    svg_match_free(merging->their);
    g_hash_table_unref(merging->home);
    g_hash_table_unref(merging->settled);
    g_hash_table_unref(merging->ids);
    g_hash_table_unref(merging->made);
    g_hash_table_unref(merging->whole);
    g_hash_table_unref(merging->going);
    g_hash_table_unref(merging->bent);
    g_array_unref(merging->ops);
    g_ptr_array_unref(merging->written);
    g_clear_pointer(&merging->items, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgMerging, merging_clear)

/* --- doing ------------------------------------------------------------------------------------ */

static void plan(SvgMerging *merging)
{
    find_homes(merging);
    svg_merge_plan_ids(merging);
    svg_merge_plan_tree(merging);
    svg_merge_plan_attributes(merging);
    svg_merge_plan_removals(merging);
}

static void run(SvgMerging *merging, guint from, guint to)
{
    for (guint i = from; i < to; i++) {
        const SvgMergeOp *op = &g_array_index(merging->ops, SvgMergeOp, i);
        op->func(merging, op);
    }
}

static void begin(SvgMerging *merging, const char *author)
{
    merging->edit = svg_edit_begin(merging->theirs, author);
    merging->edit->free = merging->wins;
}

static SvgChange *try_all(SvgMerging *merging, const char *author)
{
    begin(merging, author);
    run(merging, 0, merging->ops->len);
    return svg_edit_commit(merging->edit, NULL);
}

/* What was told of the step is taken back: only why it wasn't done is told. */
static void refuse(SvgMerging *merging, const SvgMergeOp *op, guint told, GError *error)
{
    g_ptr_array_set_size(merging->items, (gint)told);
    svg_merge_tell_locked(merging, op->ours ? op->ours : op->base, NULL, error);
}

/* Together they are refused, by what stands for one of them: each by itself. */
static void try_each(SvgMerging *merging, const char *author)
{
    guint from = svg_document_undo_depth(merging->theirs);
    g_ptr_array_set_size(merging->items, 0);
    g_ptr_array_set_size(merging->written, 0);
    find_homes(merging);
    for (guint i = 0; i < merging->ops->len; i++) {
        GError *error = NULL;
        guint told = merging->items->len;
        begin(merging, author);
        run(merging, i, i + 1);
        SvgChange *change = svg_edit_commit(merging->edit, &error);
        if (!change) {
            refuse(merging, &g_array_index(merging->ops, SvgMergeOp, i), told, error);
        }
        svg_change_free(change);
    }
    svg_document_fold(merging->theirs, from);
}

/* --- references ------------------------------------------------------------------------------- */

typedef struct {
    SvgMerging *merging;
    SvgNode *node;
} Referrer;

static void tell_dangling(const char *id, gpointer data)
{
    const Referrer *at = data;
    if (!svg_document_owner(at->merging->theirs, id) && svg_document_owner(at->merging->ours, id)) {
        svg_merge_tell(at->merging, SVG_MERGE_DANGLING, at->node, NULL, svg_name_shown(id));
    }
}

static void find_dangling(SvgMerging *merging)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < merging->written->len; i++) {
        SvgNode *node = merging->written->pdata[i];
        if (!node->removed && g_hash_table_add(seen, node)) {
            Referrer referrer = {merging, node};
            svg_refs_in_node(node, tell_dangling, &referrer);
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static SvgMerge *merge_new(SvgDocument *doc, SvgChange *change, GPtrArray *items)
{
    SvgMerge *merge = g_new0(SvgMerge, 1);
    merge->doc = doc;
    merge->change = change;
    merge->items = items ? items : g_ptr_array_new_with_free_func(item_free);
    for (guint i = 0; i < merge->items->len; i++) {
        const SvgMergeItem *item = merge->items->pdata[i];
        gboolean lost = svg_merge_is_lost(item->fate);
        merge->n_lost += lost;
        merge->n_kept +=
            !lost && item->fate != SVG_MERGE_DANGLING && item->fate != SVG_MERGE_REHOMED;
    }
    return merge;
}

static SvgMerge *merge(SvgMerging *merging, const char *author)
{
    guint from = svg_document_undo_depth(merging->theirs);
    merging_init(merging);
    plan(merging);
    g_autoptr(SvgChange) all = try_all(merging, author);
    if (!all) {
        try_each(merging, author);
    }
    find_dangling(merging);
    SvgChange *change = svg_document_change(merging->theirs, from);
    return merge_new(merging->theirs, change, g_steal_pointer(&merging->items));
}

SvgMerge *svg_merge(SvgDocument *base, SvgDocument *ours, SvgDocument *theirs, const char *author,
                    GError **error)
{
    g_autoptr(GBytes) was = svg_document_print_utf8(base), is = svg_document_print_utf8(ours);
    g_autoptr(GBytes) there = svg_document_print_utf8(theirs);
    SvgDocument *doc =
        svg_document_with_text(theirs, g_bytes_equal(was, there) ? is : there, error);
    if (!doc) {
        return NULL;
    }
    if (g_bytes_equal(was, there) || g_bytes_equal(was, is)) {
        return merge_new(doc, NULL, NULL);
    }
    g_auto(SvgMerging) merging = {.base = base, .ours = ours, .theirs = doc};
    return merge(&merging, author);
}

SvgMerge *svg_merge_into(SvgDocument *doc, SvgDocument *was, SvgDocument *is, const char *author,
                         gboolean wins)
{
    g_auto(SvgMerging) merging = {.base = was, .ours = is, .theirs = doc, .wins = wins};
    if (wins) {
        svg_locks_suspend(doc);
    }
    SvgMerge *result = merge(&merging, author);
    if (wins) {
        svg_locks_resume(doc);
    }
    result->doc = NULL;
    return result;
}

gboolean svg_documents_agree(SvgDocument *a, SvgDocument *b)
{
    g_auto(SvgMerging) merging = {.base = a, .ours = b, .theirs = a, .wins = TRUE};
    merging_init(&merging);
    plan(&merging);
    return merging.ops->len == 0;
}

void svg_merge_free(SvgMerge *merge)
{
    if (merge) {
        svg_document_free(merge->doc);
        svg_change_free(merge->change);
        g_ptr_array_unref(merge->items);
        g_free(merge);
    }
}
