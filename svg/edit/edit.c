/* The transaction around the verbs, and what they all check. */
#include "document/ids.h"
#include "edit/caption.h"
#include "edit/edit_priv.h"
#include "edit/follow.h"
#include "edit/gap.h"
#include "edit/joint.h"
#include "journal/change.h"

#include <string.h>

#define MAX_NAME 200u /* bytes */
#define MAX_TOLD 8    /* shapes beyond the scope that a note names */

SvgEdit *svg_edit_begin(SvgDocument *doc, const char *author)
{
    g_return_val_if_fail(!doc->open, NULL);
    svg_ids_derive(doc);
    svg_locks_prepare(doc);
    SvgEdit *edit = g_new0(SvgEdit, 1);
    edit->doc = doc;
    edit->note = g_string_new(NULL);
    edit->known_added = g_hash_table_new(g_str_hash, g_str_equal);
    edit->known_changed = g_hash_table_new(g_str_hash, g_str_equal);
    edit->kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    edit->added = g_ptr_array_new();
    edit->changed = g_ptr_array_new();
    edit->removed = g_ptr_array_new();
    doc->open = svg_log_new(doc, author ? author : "user");
    return edit;
}

static void edit_free(SvgEdit *edit)
{
    g_string_free(edit->note, TRUE);
    g_hash_table_unref(edit->known_added);
    g_hash_table_unref(edit->known_changed);
    g_hash_table_unref(edit->kept);
    g_ptr_array_unref(edit->added);
    g_ptr_array_unref(edit->changed);
    g_ptr_array_unref(edit->removed);
    svg_scoping_free(edit->scoping);
    g_clear_pointer(&edit->beside, g_hash_table_unref);
    svg_caption_look_free(edit->caption);
    g_free(edit);
}

static SvgLog *close_log(SvgEdit *edit)
{
    SvgLog *log = g_steal_pointer(&edit->doc->open);
    svg_log_seal(log, edit->added, edit->changed, edit->removed);
    return log;
}

static void roll_back(SvgEdit *edit, SvgLog *log)
{
    svg_log_swap(edit->doc, log, FALSE);
    svg_log_free(log);
    edit_free(edit);
}

void svg_edit_abort(SvgEdit *edit)
{
    if (edit) {
        roll_back(edit, close_log(edit));
    }
}

SvgChange *svg_edit_commit(SvgEdit *edit, GError **error)
{
    SvgDocument *doc = edit->doc;
    if (!svg_locks_guard(doc, error)) {
        svg_edit_abort(edit);
        return NULL;
    }
    SvgLog *log = close_log(edit);
    gboolean wrote = log->n_nodes > 0;
    svg_log_tell_restyled(doc, log);
    if (!edit->free && (!svg_reach_guard(doc, log, error) || !svg_scope_guard(edit, log, error))) {
        roll_back(edit, log);
        return NULL;
    }
    log->version = doc->version + wrote;
    SvgChange *change = svg_change_new(log);
    if (wrote) {
        g_ptr_array_add(doc->done, log);
        g_ptr_array_set_size(doc->undone, 0);
        svg_log_step(doc, TRUE);
    } else {
        svg_log_free(log);
    }
    edit_free(edit);
    return change;
}

SvgDocument *svg_edit_document(SvgEdit *edit)
{
    return edit->doc;
}

const char *svg_edit_note(SvgEdit *edit)
{
    return edit->note->len ? edit->note->str : NULL;
}

void svg_edit_remark(SvgEdit *edit, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (edit->note->len) {
        g_string_append(edit->note, "; ");
    }
    g_string_append_vprintf(edit->note, format, args);
    va_end(args);
}

gboolean svg_edit_has_kept(const SvgEdit *edit, const char *id)
{
    return g_hash_table_contains(edit->kept, id);
}

/* Names `most` of them, each once. */
static void tell_kept(SvgEdit *edit, const char *how, const GPtrArray *ids, guint most)
{
    g_autoptr(GString) list = g_string_new(NULL);
    guint n = 0;
    for (guint i = 0; i < ids->len; i++) {
        const char *id = ids->pdata[i];
        if (g_hash_table_add(edit->kept, g_strdup(id)) && n++ < most) {
            g_string_append_printf(list, "%s%s", list->len ? ", " : "", id);
        }
    }
    if (n > most) {
        g_string_append_printf(list, " and %u more", n - most);
    }
    if (n) {
        svg_edit_remark(edit, "%s: %s", how, list->str);
    }
}

void svg_edit_keep_locked(SvgEdit *edit, GPtrArray *nodes)
{
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    guint n = 0;
    for (guint i = 0; i < nodes->len; i++) {
        SvgNode *node = nodes->pdata[i];
        if (svg_locks_allow_change(edit->doc, node, NULL)) {
            nodes->pdata[n++] = node;
        } else {
            g_ptr_array_add(kept, (gpointer)svg_node_id(edit->doc, node));
        }
    }
    g_ptr_array_set_size(nodes, (gint)n);
    tell_kept(edit, "kept locked", kept, G_MAXUINT);
}

gboolean svg_edit_allows(SvgEdit *edit, SvgNode *node, GError **error)
{
    return svg_locks_allow_change(edit->doc, node, error) && svg_scope_allows(edit, node, error);
}

SvgNode *svg_edit_find(SvgEdit *edit, const char *id, GError **error)
{
    SvgNode *node = svg_document_find(edit->doc, id);
    if (!node) {
        /* The message with look-alikes is svg_document_shape()'s. */
        svg_shape_free(svg_document_shape(edit->doc, id, error));
        return NULL;
    }
    if (!(svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_RENDERED) || node == edit->doc->root) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" is a <%s>, not a shape", id,
                    node->name->str);
        return NULL;
    }
    return node;
}

SvgNode *svg_edit_find_free(SvgEdit *edit, const char *id, GError **error)
{
    SvgNode *node = svg_edit_find(edit, id, error);
    if (!node || !svg_edit_allows(edit, node, error)) {
        return NULL;
    }
    svg_follow_prepare(edit->doc, node);
    svg_gaps_note(edit, node);
    svg_joints_note(edit, node);
    return node;
}

/* Moving a group or a labelled shape moves what is in it and on it: that must not be moved again.
 */
static void drop_followers(SvgEdit *edit, GPtrArray *nodes)
{
    g_autoptr(GHashTable) listed = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) labels = g_hash_table_new(NULL, NULL);
    for (guint i = 0; nodes->len > 1 && i < nodes->len; i++) {
        g_autoptr(GPtrArray) own = svg_node_labels(edit, nodes->pdata[i]);
        g_hash_table_add(listed, nodes->pdata[i]);
        for (guint k = 0; k < own->len; k++) {
            g_hash_table_add(labels, own->pdata[k]);
        }
    }
    for (guint i = nodes->len; nodes->len > 1 && i-- > 0;) {
        const SvgNode *node = nodes->pdata[i], *outer = node->parent;
        while (outer && !g_hash_table_contains(listed, outer)) {
            outer = outer->parent;
        }
        if (outer || g_hash_table_contains(labels, node)) {
            g_ptr_array_remove_index(nodes, i);
        }
    }
}

/* Shapes by what may be done with them. */
typedef struct {
    GPtrArray *free;            /* SvgNode * */
    GPtrArray *locked, *beyond; /* ids */
    GError *why;                /* of the first that isn't free */
} Sorted;

static void sorted_clear(Sorted *sorted)
{
    g_clear_pointer(&sorted->free, g_ptr_array_unref);
    g_ptr_array_unref(sorted->locked);
    g_ptr_array_unref(sorted->beyond);
    g_clear_error(&sorted->why);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Sorted, sorted_clear)

static void sort_in(SvgEdit *edit, SvgNode *node, const char *id, Sorted *sorted)
{
    GError **why = sorted->why ? NULL : &sorted->why;
    if (!svg_locks_allow_change(edit->doc, node, why)) {
        g_ptr_array_add(sorted->locked, (gpointer)id);
    } else if (!svg_scope_allows(edit, node, why)) {
        g_ptr_array_add(sorted->beyond, (gpointer)id);
    } else {
        g_ptr_array_add(sorted->free, node);
    }
}

static gboolean sort_out(SvgEdit *edit, const char *const *ids, Sorted *sorted, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (; *ids; ids++) {
        SvgNode *node = svg_edit_find(edit, *ids, error);
        if (!node) {
            return FALSE;
        }
        if (g_hash_table_add(seen, node)) {
            sort_in(edit, node, *ids, sorted);
        }
    }
    return TRUE;
}

GPtrArray *svg_edit_find_all(SvgEdit *edit, const char *const *ids, GError **error)
{
    g_auto(Sorted) sorted = {g_ptr_array_new(), g_ptr_array_new(), g_ptr_array_new(), NULL};
    if (!sort_out(edit, ids, &sorted, error)) {
        return NULL;
    }
    for (guint i = 0; i < sorted.free->len; i++) {
        svg_follow_prepare(edit->doc, sorted.free->pdata[i]);
        svg_gaps_note(edit, sorted.free->pdata[i]);
        svg_joints_note(edit, sorted.free->pdata[i]);
    }
    drop_followers(edit, sorted.free);
    if (sorted.free->len) {
        tell_kept(edit, "kept locked", sorted.locked, G_MAXUINT);
        tell_kept(edit, "kept, as they lie beyond your area", sorted.beyond, MAX_TOLD);
        return g_steal_pointer(&sorted.free);
    }
    if (sorted.why) {
        g_propagate_error(error, g_steal_pointer(&sorted.why));
    } else {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "no shapes were given");
    }
    return NULL;
}

gboolean svg_edit_check_number(const char *what, double value, GError **error)
{
    if (value >= -SVG_MAX_COORDINATE && value <= SVG_MAX_COORDINATE) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "%s is %g; it must lie between -%g and %g",
                what, value, SVG_MAX_COORDINATE, SVG_MAX_COORDINATE);
    return FALSE;
}

gboolean svg_edit_check_place(SvgEdit *edit, const char *what, double value, GError **error)
{
    double reach = svg_document_reach(edit->doc);
    if (value >= -reach && value <= reach) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "%s is %g; in a drawing of this size it must lie between -%g and %g", what, value,
                reach, reach);
    return FALSE;
}

static gboolean has_controls(const char *text)
{
    while (*text && !g_ascii_iscntrl(*text)) {
        text++;
    }
    return *text != '\0';
}

gboolean svg_edit_check_name(const char *what, const char *name, GError **error)
{
    gsize len = strlen(name);
    if (g_utf8_validate(name, -1, NULL) && name[strspn(name, " ")] && len <= MAX_NAME &&
        !has_controls(name)) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "%s must be one line of 1 to %u bytes that isn't blank", what, MAX_NAME);
    return FALSE;
}

static void report(SvgEdit *edit, GPtrArray *list, const char *id)
{
    GHashTable *known = list == edit->added ? edit->known_added : edit->known_changed;
    if (list == edit->removed || g_hash_table_add(known, (gpointer)id)) {
        g_ptr_array_add(list, (gpointer)id);
    }
}

void svg_edit_changed(SvgEdit *edit, SvgNode *node)
{
    const char *id = svg_node_id(edit->doc, node);
    if (!svg_node_attr(node, "id")) {
        svg_splice_attr(edit->doc, node, "id", id);
    }
    svg_edit_touched(edit, node);
}

void svg_edit_touched(SvgEdit *edit, SvgNode *node)
{
    report(edit, edit->changed, svg_node_id(edit->doc, node));
}

void svg_edit_added(SvgEdit *edit, SvgNode *node)
{
    report(edit, edit->added, svg_node_id(edit->doc, node));
}

void svg_edit_removed(SvgEdit *edit, SvgNode *node)
{
    report(edit, edit->removed, svg_node_id(edit->doc, node));
}
