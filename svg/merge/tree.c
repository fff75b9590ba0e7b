/* What came, went, was moved, or says other words. */
#include "document/copy.h"
#include "document/refs.h"
#include "edit/edit_priv.h"
#include "merge/merge_priv.h"
#include "merge/same.h"

/* --- where ------------------------------------------------------------------------------------ */

static SvgNode *prev_element(const SvgNode *node)
{
    SvgNode *at = node->prev;
    while (at && !at->name) {
        at = at->prev;
    }
    return at;
}

/* Behind what it stands behind in ours, else before what it stands before; at the end where nothing
 * of that is there. `self` (may be NULL) is the element itself in theirs. */
static SvgNode *next_in(const SvgMerging *merging, const SvgNode *ours, const SvgNode *parent,
                        const SvgNode *self)
{
    for (const SvgNode *at = prev_element(ours); at; at = prev_element(at)) {
        const SvgNode *home = svg_merge_home(merging, at);
        if (home && home->parent == parent && home != self) {
            return svg_node_next_element(home);
        }
    }
    for (const SvgNode *at = svg_node_next_element(ours); at; at = svg_node_next_element(at)) {
        SvgNode *home = svg_merge_home(merging, at);
        if (home && home->parent == parent && home != self) {
            return home;
        }
    }
    return NULL;
}

/* The parent in theirs: where that is gone, what it was in. NULL for what is in something of ours
 * that isn't made. */
static SvgNode *parent_in(const SvgMerging *merging, const SvgNode *ours)
{
    const SvgNode *at = ours->parent;
    SvgNode *home = svg_merge_home(merging, at);
    while (!home && svg_match_back(merging->our, at)) {
        at = at->parent;
        home = svg_merge_home(merging, at);
    }
    return home;
}

/* What is told when it went to another parent than that of ours. */
static void tell_home(SvgMerging *merging, const SvgNode *ours, SvgNode *parent)
{
    if (svg_merge_home(merging, ours->parent) != parent) {
        svg_merge_tell(merging, SVG_MERGE_REHOMED, ours, NULL,
                       g_strdup(svg_node_id(merging->theirs, parent)));
    }
}

/* --- new elements ----------------------------------------------------------------------------- */

static gboolean is_new_top(const SvgMerging *merging, const SvgNode *ours)
{
    return svg_match_back(merging->our, ours->parent) != NULL;
}

static void tell_new(SvgMerging *merging, SvgNode *ours, SvgNode *parent, const SvgNode *copy)
{
    const char *other = svg_node_owns_id(ours) ? g_hash_table_lookup(merging->ids, ours->id) : NULL;
    if (other && g_strcmp0(copy->id, other) == 0) {
        svg_merge_tell(merging, SVG_MERGE_RENAMED, ours, NULL, g_strdup(other));
    } else if (is_new_top(merging, ours)) {
        svg_merge_tell(merging, SVG_MERGE_KEPT, ours, NULL, NULL);
    }
    tell_home(merging, ours, parent);
}

static void note_written(SvgMerging *merging, SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (node->name) {
            g_ptr_array_add(merging->written, node);
        }
    }
}

static void insert(SvgMerging *merging, SvgNode *ours, SvgNode *parent)
{
    SvgDocument *doc = merging->theirs;
    SvgNode *copy = svg_copy_element(doc, ours, svg_merge_value, merging);
    if (!copy) {
        return;
    }
    svg_splice_insert(doc, parent, copy, next_in(merging, ours, parent, NULL));
    if (svg_merge_is_flow(ours)) {
        svg_copy_content(doc, copy, ours, svg_merge_value, merging);
    }
    g_hash_table_insert(merging->home, ours, copy);
    note_written(merging, copy);
    if (svg_node_is(copy, SVG_TAG_IS_RENDERED)) {
        svg_edit_added(merging->edit, copy);
    }
    tell_new(merging, ours, parent, copy);
}

SvgNode *svg_merge_restore(SvgMerging *merging, SvgNode *ours)
{
    SvgNode *top = ours, *node;
    while (merging->wins && top->parent && !svg_merge_home(merging, top->parent)) {
        top = top->parent;
    }
    for (node = merging->wins ? top : NULL; node;
         node = svg_node_walk(top, node, svg_merge_is_flow(node))) {
        if (node->name && !node->foreign && !svg_merge_home(merging, node)) {
            insert(merging, node, svg_merge_home(merging, node->parent));
        }
    }
    return svg_merge_home(merging, ours);
}

/* What both made alike (an arrowhead in <defs>, say) is there already. */
static SvgNode *same_in(const SvgMerging *merging, SvgNode *ours)
{
    SvgNode *there = svg_node_owns_id(ours) ? svg_document_owner(merging->theirs, ours->id) : NULL;
    gboolean known = there && svg_match_back(merging->their, there);
    return there && !known && !there->foreign && svg_match_is_alike(ours, there) ? there : NULL;
}

/* <defs>, which a program adds to what it saves, is one for both. */
static SvgNode *defs_in(const SvgMerging *merging, const SvgNode *ours, const SvgNode *parent)
{
    SvgNode *at = svg_node_tag(ours) == SVG_TAG_DEFS ? svg_node_first_element(parent) : NULL;
    while (at && (svg_node_tag(at) != SVG_TAG_DEFS || at->foreign ||
                  svg_match_back(merging->their, at))) {
        at = svg_node_next_element(at);
    }
    return at;
}

static void settle(SvgMerging *merging, SvgNode *ours, SvgNode *there)
{
    g_hash_table_insert(merging->settled, ours, there);
    g_hash_table_insert(merging->home, ours, there);
    if (svg_node_owns_id(ours)) {
        g_hash_table_remove(merging->ids, ours->id);
    }
}

static void settle_all(SvgMerging *merging, SvgNode *ours, SvgNode *there)
{
    SvgNode *other = there;
    for (SvgNode *at = ours; at && other; at = svg_node_walk(ours, at, FALSE)) {
        if (at->name) {
            settle(merging, at, other);
        }
        other = svg_node_walk(there, other, FALSE);
    }
}

static void do_insert(SvgMerging *merging, const SvgMergeOp *op)
{
    GError *error = NULL;
    SvgNode *parent = parent_in(merging, op->ours);
    SvgNode *same = svg_merge_home(merging, op->ours);
    if (same || !parent) { /* with what it is in, nothing of it */
        return;
    }
    SvgNode *defs = defs_in(merging, op->ours, parent);
    if (defs) {
        g_hash_table_insert(merging->home, op->ours, defs);
    } else if (svg_locks_allow_children(merging->theirs, parent, &error)) {
        insert(merging, op->ours, parent);
    } else {
        svg_merge_tell_locked(merging, op->ours, NULL, error);
    }
}

/* --- moved elements --------------------------------------------------------------------------- */

/* `theirs` in `parent` before `next`, if locks allow it. */
static gboolean may_move(SvgMerging *merging, SvgNode *theirs, SvgNode *parent, GError **error)
{
    SvgDocument *doc = merging->theirs;
    return svg_locks_allow_change(doc, theirs, error) &&
           (theirs->parent == parent || (svg_locks_allow_children(doc, parent, error) &&
                                         svg_locks_allow_parent(doc, theirs, parent, error)));
}

static void move(SvgMerging *merging, const SvgMergeOp *op, SvgNode *there, SvgNode *parent)
{
    GError *error = NULL;
    if (may_move(merging, there, parent, &error)) {
        svg_splice_move(merging->theirs, there, parent, next_in(merging, op->ours, parent, there));
        svg_edit_touched(merging->edit, there);
        svg_merge_tell(merging, SVG_MERGE_KEPT, op->ours, "place", NULL);
        tell_home(merging, op->ours, parent);
    } else {
        svg_merge_tell_locked(merging, op->ours, "place", error);
    }
}

static gboolean is_moved_elsewhere(const SvgMerging *merging, const SvgMergeOp *op,
                                   const SvgNode *there, const SvgNode *parent)
{
    return g_hash_table_contains(merging->their->moved, there) &&
           (there->parent != parent ||
            next_in(merging, op->ours, parent, there) != svg_node_next_element(there));
}

static void do_move(SvgMerging *merging, const SvgMergeOp *op)
{
    SvgNode *there = svg_merge_home(merging, op->ours);
    SvgNode *parent = parent_in(merging, op->ours);
    if (!there) {
        if (!svg_merge_restore(merging, op->ours)) {
            svg_merge_tell(merging, SVG_MERGE_GONE, op->ours, "place", NULL);
        }
    } else if (!parent || svg_node_contains(there, parent) ||
               (!merging->wins && is_moved_elsewhere(merging, op, there, parent))) {
        svg_merge_tell(merging, SVG_MERGE_THEIRS, op->ours, "place", NULL);
    } else {
        move(merging, op, there, parent);
    }
}

/* Whether they have it, with all in it, as it was: `self` with its own attributes. */
static gboolean is_as_it_was(const SvgMerging *merging, SvgNode *base, const SvgNode *theirs,
                             gboolean self);

/* --- elements of another kind ----------------------------------------------------------------- */

static void replace(SvgMerging *merging, SvgNode *ours, SvgNode *there, SvgNode *parent)
{
    SvgNode *next = svg_node_next_element(there);
    svg_splice_remove(merging->theirs, there);
    for (SvgNode *node = ours; node; node = svg_node_walk(ours, node, svg_merge_is_flow(node))) {
        if (node->name && !node->foreign && !svg_merge_home(merging, node)) {
            insert(merging, node, node == ours ? parent : svg_merge_home(merging, node->parent));
        }
    }
    SvgNode *copy = svg_merge_home(merging, ours);
    if (copy && copy != next && svg_node_next_element(copy) != next) {
        svg_splice_move(merging->theirs, copy, parent, next);
    }
}

/* As when a rectangle became a path: one goes, and the other comes in its place. */
static void do_replace(SvgMerging *merging, const SvgMergeOp *op)
{
    GError *error = NULL;
    SvgNode *there = svg_merge_home(merging, op->ours);
    if (!there) {
        if (!svg_merge_restore(merging, op->ours)) {
            svg_merge_tell(merging, SVG_MERGE_GONE, op->ours, NULL, NULL);
        }
    } else if (!merging->wins && !is_as_it_was(merging, op->base, there, TRUE)) {
        svg_merge_tell(merging, SVG_MERGE_THEIRS, op->ours, NULL, NULL);
    } else if (svg_locks_allow_delete(merging->theirs, there, &error)) {
        replace(merging, op->ours, there, there->parent);
    } else {
        svg_merge_tell_locked(merging, op->ours, NULL, error);
    }
}

/* --- words ------------------------------------------------------------------------------------ */

static gboolean are_children_as_they_were(const SvgMerging *merging, const SvgNode *base,
                                          const SvgNode *theirs)
{
    guint n = 0, there = 0;
    for (SvgNode *at = svg_node_first_element(base); at; at = svg_node_next_element(at)) {
        SvgNode *other = svg_match_there(merging->their, at);
        gboolean stays = svg_match_there(merging->our, at) != NULL && !merging->in_whole;
        if (stays) {
            continue;
        }
        if (!other || other->parent != theirs || !is_as_it_was(merging, at, other, TRUE)) {
            return FALSE;
        }
        n++;
    }
    for (SvgNode *at = svg_node_first_element(theirs); at; at = svg_node_next_element(at)) {
        const SvgNode *was = svg_match_back(merging->their, at);
        there += !(was && svg_match_there(merging->our, was) && !merging->in_whole);
    }
    return n == there;
}

static gboolean is_as_it_was(const SvgMerging *merging, SvgNode *base, const SvgNode *theirs,
                             gboolean self)
{
    g_autofree char *text = svg_own_text(base), *other = svg_own_text(theirs);
    gboolean words = !svg_merge_is_flow(base) || g_str_equal(text, other);
    return words && (!self || svg_match_says_same(base, theirs)) &&
           are_children_as_they_were(merging, base, theirs);
}

static gboolean has_their_words(SvgMerging *merging, const SvgMergeOp *op, const SvgNode *there)
{
    merging->in_whole = TRUE;
    gboolean kept = is_as_it_was(merging, op->base, there, FALSE);
    merging->in_whole = FALSE;
    return !kept;
}

static void do_words(SvgMerging *merging, const SvgMergeOp *op)
{
    GError *error = NULL;
    SvgNode *there = svg_merge_home(merging, op->ours);
    g_autofree char *ours = svg_own_text(op->ours);
    g_autofree char *theirs = there ? svg_own_text(there) : NULL;
    if (!there) {
        if (!svg_merge_restore(merging, op->ours)) {
            svg_merge_tell(merging, SVG_MERGE_GONE, op->ours, "text", NULL);
        }
    } else if (!merging->wins && has_their_words(merging, op, there)) {
        gboolean same = g_str_equal(ours, theirs) && !svg_node_first_element(there);
        svg_merge_tell(merging, same ? SVG_MERGE_KEPT : SVG_MERGE_THEIRS, op->ours, "text", NULL);
    } else if (svg_locks_allow_change(merging->theirs, there, &error)) {
        svg_copy_content(merging->theirs, there, op->ours, svg_merge_value, merging);
        note_written(merging, there);
        svg_edit_touched(merging->edit, there);
        svg_merge_tell(merging, SVG_MERGE_KEPT, op->ours, "text", NULL);
    } else {
        svg_merge_tell_locked(merging, op->ours, "text", error);
    }
}

/* An element of words says others, or has other lines. */
static gboolean has_other_words(const SvgMerging *merging, const SvgNode *base, const SvgNode *ours)
{
    if (!svg_merge_is_flow(ours) && !svg_merge_is_flow(base)) {
        return FALSE;
    }
    g_autofree char *was = svg_own_text(base), *is = svg_own_text(ours);
    gboolean same = g_str_equal(was, is);
    const SvgNode *child = svg_node_first_element(base);
    for (const SvgNode *at = svg_node_first_element(ours); same && at;
         at = svg_node_next_element(at)) {
        same = svg_match_back(merging->our, at) == child;
        child = child ? svg_node_next_element(child) : NULL;
    }
    return !same || child;
}

/* --- what went -------------------------------------------------------------------------------- */

/* Something that isn't going refers to it. */
static gboolean is_needed(const SvgMerging *merging, SvgNode *there)
{
    g_autoptr(GPtrArray) referrers = svg_refs_to(merging->theirs, there);
    gboolean needed = FALSE;
    for (guint i = 0; i < referrers->len && !needed; i++) {
        const SvgNode *at = referrers->pdata[i];
        while (at && !g_hash_table_contains(merging->going, at)) {
            at = at->parent;
        }
        needed = !at;
    }
    return needed;
}

static void remove_there(SvgMerging *merging, const SvgMergeOp *op, SvgNode *there)
{
    GError *error = NULL;
    SvgNode *base = op->base;
    gboolean bound = !merging->wins;
    if (bound && (!is_as_it_was(merging, base, there, TRUE) || is_needed(merging, there))) {
        svg_merge_tell(merging, SVG_MERGE_STAYS, base, NULL, NULL);
    } else if (svg_locks_allow_delete(merging->theirs, there, &error)) {
        if (svg_node_is(there, SVG_TAG_IS_RENDERED)) {
            svg_edit_removed(merging->edit, there);
        }
        svg_splice_remove(merging->theirs, there);
        svg_merge_tell(merging, SVG_MERGE_KEPT, base, NULL, NULL);
    } else {
        svg_merge_tell_locked(merging, base, NULL, error);
    }
}

/* In it is what we keep: it found no other home, or they have put it there. */
static gboolean holds_ours(const SvgMerging *merging, const SvgNode *there)
{
    for (SvgNode *at = svg_node_first_element(there); at; at = svg_node_next_element(at)) {
        const SvgNode *was = svg_match_back(merging->their, at);
        if ((was && svg_match_there(merging->our, was)) || holds_ours(merging, at)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void do_remove(SvgMerging *merging, const SvgMergeOp *op)
{
    SvgNode *there = svg_match_there(merging->their, op->base);
    if (!there || there->removed || !svg_node_contains(merging->theirs->root, there)) {
        return;
    }
    if (holds_ours(merging, there)) {
        svg_merge_tell(merging, SVG_MERGE_STAYS, op->base, NULL, NULL);
    } else {
        remove_there(merging, op, there);
    }
}

/* --- plans ------------------------------------------------------------------------------------ */

static void plan_node(SvgMerging *merging, SvgNode *ours)
{
    SvgNode *base = svg_match_back(merging->our, ours);
    if (base && g_hash_table_contains(merging->our->moved, ours)) {
        svg_merge_plan(merging, do_move, base, ours);
    }
    if (base && !g_str_equal(base->name->str, ours->name->str)) {
        if (!svg_node_is(ours, SVG_TAG_IS_CONTAINER)) { /* what is in it may have been elsewhere */
            g_hash_table_add(merging->whole, ours);
        }
        svg_merge_plan(merging, do_replace, base, ours);
        return;
    }
    if (base && has_other_words(merging, base, ours)) {
        g_hash_table_add(merging->whole, ours);
        svg_merge_plan(merging, do_words, base, ours);
    }
    if (!base) {
        SvgNode *same = same_in(merging, ours);
        if (same) {
            settle_all(merging, ours, same);
            g_hash_table_add(merging->whole, ours);
        } else {
            svg_merge_plan(merging, do_insert, NULL, ours);
        }
        if (svg_merge_is_flow(ours)) {
            g_hash_table_add(merging->whole, ours);
        }
    }
}

void svg_merge_plan_tree(SvgMerging *merging)
{
    SvgNode *top = svg_document_root(merging->ours);
    for (SvgNode *node = top; node;
         node = svg_node_walk(top, node, g_hash_table_contains(merging->whole, node))) {
        if (node->name && !node->foreign) {
            plan_node(merging, node);
        }
    }
}

void svg_merge_plan_removals(SvgMerging *merging)
{
    SvgNode *top = svg_document_root(merging->base);
    gboolean skip = FALSE;
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, skip)) {
        SvgNode *ours = node->name ? svg_match_there(merging->our, node) : NULL;
        SvgNode *theirs = node->name ? svg_match_there(merging->their, node) : NULL;
        gboolean gone = node->name && !node->foreign && !ours;
        skip = gone || (ours && g_hash_table_contains(merging->whole, ours));
        if (gone && theirs) {
            g_hash_table_add(merging->going, theirs);
            svg_merge_plan(merging, do_remove, node, NULL);
        }
    }
}
